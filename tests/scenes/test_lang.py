"""The words of all languages say the same things, with the same places in them."""

import re
import string
import tomllib
from pathlib import Path
from typing import Final

import pytest

from rules import KEYS
from scenes.app import words as words_module
from scenes.app.game_files import game_file
from scenes.app.words import LANGUAGES, MissingWordsError, Words, system_language
from tests.rows import rows


def files_of(language: str) -> list[Path]:
    """The files with the words of a language: those of the screens and those of each game."""
    own = Path(words_module.__file__).parent / "words" / f"{language}.toml"
    return [own, *(game_file(key, f"words.{language}.toml") for key in KEYS)]


def places(words: Words, key: str) -> set[str]:
    pattern = words.pattern(key)
    return {name for _, name, _, _ in string.Formatter().parse(pattern) if name is not None}


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "en"])
def test_every_language_has_the_keys_of_english(language: str) -> None:
    assert Words(language).keys() == Words("en").keys()


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "en"])
def test_every_language_has_the_places_of_english(language: str) -> None:
    english, other = Words("en"), Words(language)
    differing = {key for key in english.keys() & other.keys() if places(english, key) != places(other, key)}
    assert differing == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_by_number_come_in_both_forms(language: str) -> None:
    keys = Words(language).keys()
    stems = {key.rpartition(".")[0] for key in keys if key.endswith((".one", ".other"))}
    assert [stem for stem in stems if not {f"{stem}.one", f"{stem}.other"} <= keys] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_chapter_is_read_when_it_is_wanted_and_says_what_the_file_says(language: str) -> None:
    words = Words(language)
    assert not words._words and words.has("menu.quit") and not words.has("menu.nothing")
    assert {key.partition(".")[0] for key in words._words} == {"menu"}
    whole: dict[str, str] = {}
    for file in files_of(language):
        words_module._flatten("", tomllib.loads(file.read_text(encoding="utf-8")), whole)
    assert {key: words.pattern(key) for key in words.keys()} == whole  # noqa: SIM118 - no dictionary


def test_no_two_files_have_words_for_one_key() -> None:
    """And a chapter of a game's own is found without the game's being named."""
    said: list[str] = []
    for file in files_of("en"):
        one: dict[str, str] = {}
        words_module._flatten("", tomllib.loads(file.read_text(encoding="utf-8")), one)
        said += one
    assert len(said) == len(set(said)) and Words("en")("score_sheet.title")


def test_the_words_of_a_game_are_read_when_a_key_names_it() -> None:
    words = Words("en")
    assert words("games.ducart.name") == "Ducart"
    assert not any(".duck-chess." in key for key in words._words)


def test_percent_is_written_one_way_in_english() -> None:
    """Bug: "100%" in the settings, "50 %" in the review. French is looked at in test_french.py."""
    words = Words("en")
    texts = {key: words.pattern(key) for key in sorted(words.keys())}
    texts |= {key: game_file(key, "rules.en.md").read_text(encoding="utf-8") for key in KEYS}
    texts["number"] = words.percent(50)
    assert [name for name, text in texts.items() if re.search(r"\s%(?!\w)", text)] == []


HARD: Final = {
    "en": r"aslant|\banew\b|dearest|sits fast|the corner over|\bhasty\b|rid yourself|\bshall\b|bare kings?\b|"
    r"one’s own|has to look|call(ed)? it drawn|for want of|in the midst|bodyguard|\brakes\b|smothered|walled in",
    "fr": r"en biais|croisez les doigts|saute aux yeux|encaissez|garde du corps|récolte|hâtif|emmuré|par cœur",
}
"""Hard words and figures of speech that newcomers stumbled on."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_people_read_is_in_plain_words(language: str) -> None:
    """Fault: "aslant", "the dearest card", "sits fast", "over nobody". Looks for what it names alone."""
    words = Words(language)
    texts = {key: words.pattern(key) for key in words.keys()}  # noqa: SIM118 - no dictionary
    for key in KEYS:
        texts[f"rules of {key}"] = game_file(key, f"rules.{language}.md").read_text(encoding="utf-8")
    found = {name: re.findall(f".*?((?:{HARD[language]}).{{0,20}})", text, re.I) for name, text in texts.items()}
    assert {name: hard for name, hard in found.items() if hard} == {}


def test_facts_are_put_into_their_places() -> None:
    assert "old.json" in Words("en")("storage.match_unreadable", name="a.tablier", kept="old.json")


def test_nought_is_singular_in_french_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    english, french = Words("en"), Words("fr")
    for words in (english, french):
        monkeypatch.setattr(words, "_words", {"men.one": "{n} man", "men.other": "{n} men"})
    assert [english("men", n=n) for n in (0, 1, 2)] == ["0 men", "1 man", "2 men"]
    assert [french("men", n=n) for n in (0, 1, 2)] == ["0 man", "1 man", "2 men"]
    assert english.has("men") and not english.has("women")


def test_a_missing_key_or_fact_is_an_error_in_tests() -> None:
    with pytest.raises(MissingWordsError, match=r"no\.such"):
        Words("en")("no.such")
    with pytest.raises(MissingWordsError, match="folder"):
        Words("en")("storage.nothing_kept")


def test_a_missing_key_is_shown_to_people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Words, "strict", False)
    assert Words("en")("no.such", n=3) == "no.such"
    assert "{folder}" in Words("en")("storage.nothing_kept")


def test_an_unknown_language_is_english() -> None:
    assert Words("tlh").language == "en"


@rows
def test_the_first_start_speaks_the_systems_language(
    monkeypatch: pytest.MonkeyPatch, asked: dict[str, str], expected: str
) -> None:
    monkeypatch.setattr("platform.system", lambda: "Linux")
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in asked.items():
        monkeypatch.setenv(name, value)
    assert system_language() == expected
