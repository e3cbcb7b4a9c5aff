"""Shared helpers to write and read game records with PGN-style tags before the turns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

LONGEST_VALUE: Final = 500
"""Maximum length of a tag's value, in characters."""
WIDTH: Final = 80
"""Lines of turns are shorter than this, in characters."""


def known_name(value: str) -> str:
    """The name in a tag's value; empty if the value is "?"."""
    return "" if value.strip("?") == "" else " ".join(value.split())


def escaped(value: str) -> str:
    """A tag's value, escaped for use between quotes."""
    return " ".join(value.split())[:LONGEST_VALUE].replace("\\", "\\\\").replace('"', '\\"')


def wrapped(words: Iterable[str]) -> str:
    """Join words into lines shorter than `WIDTH`."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) >= WIDTH:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return "\n".join(lines)
