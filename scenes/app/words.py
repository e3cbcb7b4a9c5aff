"""Every word on the screen, by key, in the person's language.

Those of a game lie beside it. A key of a game names it in its second or third part (`refusal.ducart.sleeps`).
"""

from __future__ import annotations

import contextlib
import os
import platform
import re
from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar, Final

import rules
from rules.common.toml import loaded
from scenes.app.game_files import game_file

LANGUAGES: Final[dict[str, str]] = {"en": "English", "fr": "Français"}
"""The languages spoken here, by code, each under its own name."""

_FOLDER: Final = Path(__file__).parent / "words"
NO_BREAK: Final = "\u00a0"
NARROW: Final = "\u202f"
"""The narrow space at which no line ends: in French before ; ! ? % and between thousands."""
ODD_PLACE: Final = re.compile(r"\{\w*[^}\w{]")
"""A place for a fact that is more than its name: how it is to be written could be a gigabyte."""
_TABLE: Final = re.compile(r"^(?=\[([^].]+))", re.MULTILINE)
"""Where a table of the file begins, and the first part of its name."""


ANY_GAME: Final = "any-game"
"""What stands for the game in the keys of words for games that bring none."""


class MissingWordsError(LookupError):
    """A key or a placeholder that the words don't have."""


class Words:
    """The words of one language: `words("menu.play")`, `words("table.must", square="c3")`, `words("table.men", n=2)`.

    Words that depend on a number are a table with `one` and `other`, chosen by `n`. A chapter of a file is read when
    something of it is first wanted; a table that is damaged is missing.
    """

    strict: ClassVar[bool] = False
    """True: a missing key raises `MissingWordsError`. False: the key is shown, since a bare word beats a crash."""

    def __init__(self, language: str) -> None:
        self.language = language if language in LANGUAGES else "en"
        self._words: dict[str, str] = {}
        self._below: dict[str, dict[str, str]] = {}
        """What `below` has found: turns ask by the thousand."""
        self._unread: dict[str, list[str]] = {}
        """The tables that nothing was wanted of yet, by the first part of their keys."""
        self._chapters: set[str] = set()
        self._games: dict[str, bool] = {}
        self._open(_FOLDER / f"{self.language}.toml")

    def _open(self, file: Path) -> None:
        _, *parts = _TABLE.split(file.read_text(encoding="utf-8", errors="replace"))
        for chapter, table in zip(parts[::2], parts[1::2], strict=True):
            self._unread.setdefault(chapter, []).append(table)
            self._chapters.add(chapter)

    def __call__(self, key: str, **facts: object) -> str:
        """The words of `key` with `facts` put into their places."""
        known = self._known(key)
        pattern = known.get(key)
        if pattern is None and "n" in facts:
            pattern = known.get(f"{key}.{self._number(facts['n'])}")
        if pattern is None:
            return self._missing(key, f"no words for {key} in {self.language}", **facts)
        try:
            return pattern.format(**facts)
        except (KeyError, IndexError, ValueError) as error:
            return self._missing(pattern, f"{key} in {self.language} lacks {error}")

    def game(self, key: str) -> str:
        """What a game is called; one that isn't known here has its key."""
        return self(f"games.{key}.name") if key in rules.REGISTRY else key

    def listed(self, things: Iterable[str], key: str = "table.and") -> str:
        """Some things in a row, with "and" (`key`) before the last; empty if there are none."""
        *others, last = [*things] or [""]
        return self(key, others=", ".join(others), last=last) if others else last

    def with_esc(self, key: str, here: bool) -> str:
        """The words of a button, which tell whether Esc does the same."""
        return self("table.esc", what=self(key)) if here else self(key)

    def has(self, key: str) -> bool:
        """Whether there are words for `key`, plain or by number."""
        known = self._known(key)
        return key in known or f"{key}.other" in known

    def pattern(self, key: str) -> str:
        """The words of `key` with their places unfilled; `key` is one of `keys()`."""
        return self._known(key)[key]

    def below(self, key: str) -> dict[str, str]:
        """All words whose keys begin with `key` and a point, by the rest of the key; their places are unfilled."""
        if key not in self._below:
            stem, known = f"{key}.", self._known(key)
            self._below[key] = {
                name.removeprefix(stem): told for name, told in known.items() if name.startswith(stem)
            }
        return self._below[key]

    def keys(self) -> frozenset[str]:
        """All keys, with `.one` and `.other` where the words depend on a number."""
        for game in rules.KEYS:
            self._has_words(game)
        for chapter in tuple(self._unread):
            self._known(chapter)
        return frozenset(self._words)

    def _known(self, key: str) -> dict[str, str]:
        """The words read so far, with those of the chapter that `key` belongs to."""
        if key in self._words:
            return self._words
        game = game_named(key)
        chapter = key.partition(".")[0]
        for one in (game,) if game else () if chapter in self._chapters else rules.KEYS:
            self._has_words(one)
        for table in self._unread.pop(chapter, ()):
            with contextlib.suppress(ValueError, RecursionError):
                _flatten("", loaded(table), self._words)
        return self._words

    def _has_words(self, game: str) -> bool:
        """Whether the game with this key brings words, in English for want of others; opened the first time."""
        if game not in self._games:
            files = (game_file(game, f"words.{language}.toml") for language in (self.language, "en"))
            file = next((file for file in files if file.is_file()), None)
            self._games[game] = file is not None
            if file is not None:
                self._open(file)
        return self._games[game]

    def number(self, value: float) -> str:
        """A number as people write it: "0.5" or "0,5", "10 000" with spaces that don't break."""
        text = f"{value:,}".removesuffix(".0")
        return text.replace(",", NARROW).replace(".", ",") if self._french else text.replace(",", NO_BREAK)

    def percent(self, value: float) -> str:
        """A number of hundredths as people write it: "50%", "50 %" with a space that doesn't break."""
        return f"{self.number(value)}{NARROW if self._french else ''}%"

    def time(self, hours: int, minutes: int) -> str:
        """A time of day as people write it: "13:37", "13 h 37"."""
        return f"{hours}{NO_BREAK}h{NO_BREAK}{minutes:02}" if self._french else f"{hours:02}:{minutes:02}"

    def date(self, day: int, month: int, year: int | None = None) -> str:
        """A day as people write it: "1 December", "1er décembre 2026"."""
        key, name = "statistics.day" if year is None else "archive.date", self(f"archive.month.{month}")
        return self(key, day="1er" if self._french and day == 1 else day, month=name, year=year)

    def valued(self, thing: str, value: str) -> str:
        """A thing with its value: "Volume: 70%", "Volume : 70 %"; one alone where there is no other."""
        return self("widgets.valued", thing=thing, value=value) if thing and value else thing or value

    @property
    def _french(self) -> bool:
        return self.language == "fr"

    def _number(self, n: object) -> str:
        """English: 1 is singular. French: 0 and 1 are."""
        singular = (0, 1) if self._french else (1,)
        return "one" if n in singular else "other"

    def _missing(self, shown: str, why: str, **facts: object) -> str:
        """What is shown where there are no words: of a game without any the words for all games, or plain letters."""
        game = game_named(shown)
        if self.strict and not (game and not self._has_words(game)):
            raise MissingWordsError(why)
        if not game:
            return shown
        neutral = shown.replace(game, ANY_GAME, 1)
        return self(neutral, **facts) if self.has(neutral) else plain_letters(shown)


def game_named(key: str) -> str:
    """The key of the game that a key of words names; empty where it names none."""
    return next((part for part in key.split(".")[1:3] if part in rules.REGISTRY), "")


def plain_letters(key: str) -> str:
    """The last part of a key as words; the name of a thing is the part before that."""
    *_, thing, last = key.split(".")
    told = re.sub("[-_]", " ", thing if last == "name" else last)
    return told if key.startswith("token.") else told[:1].upper() + told[1:]


def _flatten(prefix: str, table: dict[str, object], into: dict[str, str]) -> None:
    for name, value in table.items():
        if isinstance(value, dict):
            _flatten(f"{prefix}{name}.", value, into)
        else:
            pattern = str(value)
            if ODD_PLACE.search(pattern) is None:
                into[f"{prefix}{name}"] = pattern


def system_language() -> str:
    """The first language of the person's system that is spoken here, else English."""
    for name in _wanted():
        code = name.replace("-", "_").split("_")[0].split(".")[0].lower()
        if code in LANGUAGES:
            return code
    return "en"


def _wanted() -> list[str]:
    if platform.system() not in ("Windows", "Darwin"):
        asked = [os.environ.get(name, "") for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")]
        return [name for names in asked for name in names.split(":")]
    import pygame.system

    return [locale["language"] for locale in pygame.system.get_pref_locales()]
