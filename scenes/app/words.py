"""All texts on the screen (words), by key, in the user's language; missing words are in English.

The words of a game are in its folder. Their keys have the game's key as second or third part
(`refusal.ducart.sleeps`). scenes/README.md says how to add a language.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar, Final

import rules
from rules.common.toml import parse_toml
from scenes.app.game_files import game_file

_FOLDER: Final = Path(__file__).parent / "words"
ENGLISH: Final = "en"  # the language that has every key
LANGUAGES: Final = (ENGLISH, *sorted({file.stem for file in _FOLDER.glob("*.toml")} - {ENGLISH}))
UNSAFE_PLACEHOLDER: Final = re.compile(r"\{\w*[^}\w{]")  # more than a name; a format could fill a gigabyte
_TABLE_START: Final = re.compile(r"^(?=\[([^].]+))", re.MULTILINE)  # the group is the chapter


ANY_GAME: Final = "any-game"  # in place of the game's key in keys of words for games without words of their own


class MissingWordsError(LookupError):
    """The error for a key or a placeholder that the words don't have."""


class Words:
    """The words of a language: `words("menu.play")`, `words("table.must", square="c3")`, `words("table.men", n=2)`.

    Words that depend on a number are a table with the form `other` and the forms in `language.number`; `n` chooses
    one. The tables of a file are parsed when a key with the same first part is first needed. A damaged table counts
    as missing.
    """

    strict: ClassVar[bool] = False  # raise MissingWordsError for a key that English lacks too, else show the key

    def __init__(self, language: str) -> None:
        self.language = language if language in LANGUAGES else ENGLISH
        self._english: Words | None = None
        self._words: dict[str, str] = {}  # by whole key, of the parsed tables
        self._words_below: dict[str, dict[str, str]] = {}  # cached results of `words_below`
        self._unparsed_tables: dict[str, list[str]] = {}  # tables by chapter, the first part of their keys
        self._chapters: set[str] = set()  # all chapters of the files opened so far
        self._has_game_file: dict[str, bool] = {}
        self._open_file(_FOLDER / f"{self.language}.toml")

    def _open_file(self, file: Path) -> None:
        _, *chapters_and_tables = _TABLE_START.split(file.read_text(encoding="utf-8", errors="replace"))
        for chapter, table in zip(chapters_and_tables[::2], chapters_and_tables[1::2], strict=True):
            self._unparsed_tables.setdefault(chapter, []).append(table)
            self._chapters.add(chapter)

    def __call__(self, key: str, **facts: object) -> str:
        known = self._load_chapter(key)
        pattern = known.get(key)
        if pattern is None and "n" in facts:
            pattern = known.get(f"{key}.{self._plural_form(facts['n'])}", known.get(f"{key}.other"))
        if pattern is None:
            english = self._english_with(key)
            return english(key, **facts) if english else self._replace_missing(key, **facts)
        try:
            return pattern.format(**facts)
        except (KeyError, IndexError, ValueError) as error:
            if self.strict:
                raise MissingWordsError(f"{key} in {self.language} lacks {error}") from error
            english = self._english_with(key)
            return english(key, **facts) if english else pattern

    @property
    def english(self) -> Words | None:
        """The English words, which replace missing words; None for English itself."""
        if self._english is None and self.language != ENGLISH:
            self._english = Words(ENGLISH)
        return self._english

    def _english_with(self, key: str) -> Words | None:
        """Return the English words if they have the key; None if they don't, or for English itself."""
        return self.english if self.english is not None and self.english.has(key) else None

    def game_name(self, key: str) -> str:
        """Return the name of a game; for an unknown game its key."""
        return self(f"games.{key}.name") if key in rules.REGISTRY else key

    def join_items(self, things: Iterable[str], key: str = "table.and") -> str:
        """Join items, with "and" (the words `key`) before the last; return "" if there are none."""
        *others, last = [*things] or [""]
        return self(key, others=", ".join(others), last=last) if others else last

    def with_esc(self, key: str, is_esc_here: bool) -> str:
        """Return the words `key` of a button, with "(Esc)" if `is_esc_here`: if Esc does the same on this screen."""
        return self("table.esc", what=self(key)) if is_esc_here else self(key)

    def has(self, key: str) -> bool:
        known = self._load_chapter(key)
        return key in known or f"{key}.other" in known or self._english_with(key) is not None

    def pattern(self, key: str) -> str:
        """Return the words of `key`, in English if missing, with their placeholders."""
        known = self._load_chapter(key)
        return known[key] if key in known or self.english is None else self.english.pattern(key)

    def words_below(self, key: str) -> dict[str, str]:
        """Return all words whose keys begin with `key` and a point, by the rest of their keys, with placeholders."""
        if key not in self._words_below:
            prefix, known = f"{key}.", self._load_chapter(key)
            found = {name.removeprefix(prefix): pattern for name, pattern in known.items() if name.startswith(prefix)}
            self._words_below[key] = (self.english.words_below(key) if self.english else {}) | found
        return self._words_below[key]

    def keys(self) -> frozenset[str]:
        """Return all keys, including the forms of words that depend on a number."""
        for game in rules.KEYS:
            self._open_game(game)
        for chapter in tuple(self._unparsed_tables):
            self._load_chapter(chapter)
        return frozenset(self._words) | (self.english.keys() if self.english else frozenset())

    def _load_chapter(self, key: str) -> dict[str, str]:
        """Parse the tables with the first part of `key`, if that wasn't done; return all words parsed so far."""
        if key in self._words:
            return self._words
        game = game_named(key)
        chapter = key.partition(".")[0]
        for game_key in (game,) if game else () if chapter in self._chapters else rules.KEYS:
            self._open_game(game_key)
        for table in self._unparsed_tables.pop(chapter, ()):
            with contextlib.suppress(ValueError, RecursionError):
                _flatten("", parse_toml(table), self._words)
        return self._words

    def _open_game(self, game: str) -> bool:
        """Open the file of a game's words at the first call; return whether there is one."""
        if game not in self._has_game_file:
            file = game_file(game, f"words.{self.language}.toml")
            self._has_game_file[game] = file.is_file()
            if self._has_game_file[game]:
                self._open_file(file)
        return self._has_game_file[game]

    def format_number(self, value: float) -> str:
        """Format a number: "0.5" or "0,5", "10 000" with no-break spaces."""
        signs = str.maketrans({",": self("language.thousands"), ".": self("language.decimal")})
        return f"{value:,}".removesuffix(".0").translate(signs)

    def format_percent(self, value: float) -> str:
        """Format a percentage: "50%", "50 %" with a no-break space."""
        return self("language.percent", n=self.format_number(value))

    def format_time(self, hours: int, minutes: int) -> str:
        """Format a time of day: "13:37", "13 h 37"."""
        return self("language.time", hour=hours, hours=f"{hours:02}", minutes=f"{minutes:02}")

    def format_date(self, day: int, month: int, year: int | None = None) -> str:
        """Format a date: "1 December", "1ᵉʳ décembre 2026"."""
        key, name = "statistics.day" if year is None else "archive.date", self(f"archive.month.{month}")
        return self(key, day=self("language.first") if day == 1 else day, month=name, year=year)

    def label_value(self, thing: str, value: str) -> str:
        """Join a label and its value: "Volume: 70%", "Volume : 70 %"; if either is empty return the other."""
        return self("widgets.valued", thing=thing, value=value) if thing and value else thing or value

    def _plural_form(self, n: object) -> str:
        digits = str(n).removesuffix(".0")
        forms = self.words_below("language.number").items()
        return next((form for form, numbers in forms if re.fullmatch(numbers, digits)), "other")

    def _replace_missing(self, key: str, **facts: object) -> str:
        """Return words for a key that no language has: those for any game, or the key itself, made readable."""
        game = game_named(key)
        has_words = (
            self._open_game(game) or (self.english is not None and self.english._open_game(game)) if game else True
        )
        if self.strict and has_words:
            raise MissingWordsError(f"no words for {key} in {self.language}")
        if not game:
            return key
        neutral = key.replace(game, ANY_GAME, 1)
        return self(neutral, **facts) if self.has(neutral) else words_of_key(key)


def game_named(key: str) -> str:
    """Return the game's key within a key of words; empty if there is none."""
    return next((part for part in key.split(".")[1:3] if part in rules.REGISTRY), "")


def words_of_key(key: str) -> str:
    """Return the last part of a key, or the part before a last "name", as words; capitalised except for tokens."""
    *_, thing, last = key.split(".")
    words = re.sub("[-_]", " ", thing if last == "name" else last)
    return words if key.startswith("token.") else words[:1].upper() + words[1:]


def _flatten(prefix: str, table: dict[str, object], words: dict[str, str]) -> None:
    """Add the words of a nested table to `words`, by whole key; leave out those with unsafe placeholders."""
    for name, value in table.items():
        if isinstance(value, dict):
            _flatten(f"{prefix}{name}.", value, words)
        else:
            pattern = str(value)
            if UNSAFE_PLACEHOLDER.search(pattern) is None:
                words[f"{prefix}{name}"] = pattern


def language_names() -> dict[str, str]:
    return {code: Words(code)("language.name") for code in LANGUAGES}


def system_language() -> str:
    """Return the system's preferred language among `LANGUAGES`, else English."""
    for name in _preferred_locales():
        code = name.replace("-", "_").split("_")[0].split(".")[0].lower()
        if code in LANGUAGES:
            return code
    return ENGLISH


def _preferred_locales() -> list[str]:
    if sys.platform in ("win32", "darwin"):  # on Windows platform.system() would start cmd.exe
        import pygame.system

        names = [locale["language"] for locale in pygame.system.get_pref_locales()]
    else:
        lists = [os.environ.get(name, "") for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")]
        names = [name for text in lists for name in text.split(":")]
    return names
