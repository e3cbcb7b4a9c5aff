"""Every word on the screen, by key, in the person's language (`words/<language>.toml`)."""

from __future__ import annotations

import contextlib
import os
import platform
import re
from pathlib import Path
from typing import ClassVar, Final

from rules.common.toml import loaded

LANGUAGES: Final[dict[str, str]] = {"en": "English", "fr": "Français"}
"""The languages spoken here, by code, each under its own name."""

_FOLDER: Final = Path(__file__).parent / "words"
ODD_PLACE: Final = re.compile(r"\{\w*[^}\w{]")
"""A place for a fact that is more than its name: how it is to be written could be a gigabyte."""
_TABLE: Final = re.compile(r"^(?=\[([^].]+))", re.MULTILINE)
"""Where a table of the file begins, and the first part of its name."""


class MissingWordsError(LookupError):
    """A key or a placeholder that the words don't have."""


class Words:
    """The words of one language: `words("menu.play")`, `words("table.must", square="c3")`, `words("table.men", n=2)`.

    A key whose words depend on a number is a table with `one` and `other`, chosen by `n`. Of a file that is damaged
    the chapters count that can be read; the words of the others are missing.
    """

    strict: ClassVar[bool] = False
    """True: a missing key raises `MissingWordsError`. False: the key is shown, since a bare word beats a crash."""

    def __init__(self, language: str) -> None:
        self.language = language if language in LANGUAGES else "en"
        text = (_FOLDER / f"{self.language}.toml").read_text(encoding="utf-8", errors="replace")
        self._words: dict[str, str] = {}
        self._below: dict[str, dict[str, str]] = {}
        """What `below` has found: turns ask by the thousand."""
        self._unread: dict[str, str] = {}
        """The text of the chapters that nothing was wanted of yet, by the first part of their keys."""
        _, *parts = _TABLE.split(text)
        for chapter, table in zip(parts[::2], parts[1::2], strict=True):
            self._unread[chapter] = self._unread.get(chapter, "") + table

    def __call__(self, key: str, **facts: object) -> str:
        """The words of `key` with `facts` put into their places."""
        known = self._known(key)
        pattern = known.get(key)
        if pattern is None and "n" in facts:
            pattern = known.get(f"{key}.{self._number(facts['n'])}")
        if pattern is None:
            return self._missing(key, f"no words for {key} in {self.language}")
        try:
            return pattern.format(**facts)
        except (KeyError, IndexError, ValueError) as error:
            return self._missing(pattern, f"{key} in {self.language} lacks {error}")

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
        for chapter in tuple(self._unread):
            self._known(chapter)
        return frozenset(self._words)

    def _known(self, key: str) -> dict[str, str]:
        """The words read so far, with those of the chapter that `key` belongs to: a start needs few of them."""
        unread = self._unread.pop(key.partition(".")[0], None)
        if unread is not None:
            with contextlib.suppress(ValueError, RecursionError):
                _flatten("", loaded(unread), self._words)
        return self._words

    def number(self, value: float) -> str:
        """A number as people write it: "0.5" or "0,5", "10 000" with spaces that don't break."""
        text = f"{value:,}".removesuffix(".0").replace(",", "\u00a0")
        return text.replace(".", ",") if self.language == "fr" else text

    def _number(self, n: object) -> str:
        """English: 1 is singular. French: 0 and 1 are."""
        singular = (0, 1) if self.language == "fr" else (1,)
        return "one" if n in singular else "other"

    def _missing(self, shown: str, why: str) -> str:
        if self.strict:
            raise MissingWordsError(why)
        return shown


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
    """The names of the languages that the system asks for, best first ("fr_CH.UTF-8", "en")."""
    if platform.system() not in ("Windows", "Darwin"):
        asked = [os.environ.get(name, "") for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")]
        return [name for names in asked for name in names.split(":")]
    import pygame.system

    return [locale["language"] for locale in pygame.system.get_pref_locales()]
