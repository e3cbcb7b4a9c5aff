"""Records with tags before the turns, as PGN has them: what writing and reading of any of them share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

LONGEST_VALUE: Final = 500
"""Characters of a tag's value at most."""
WIDTH: Final = 80
"""Characters that a line of turns stays below."""


def known_name(value: str) -> str:
    """A name as it was written; empty where "?" stands for none."""
    return "" if value.strip("?") == "" else " ".join(value.split())


def escaped(value: str) -> str:
    """A tag's value as it stands between its quotes."""
    return " ".join(value.split())[:LONGEST_VALUE].replace("\\", "\\\\").replace('"', '\\"')


def wrapped(words: Iterable[str]) -> str:
    """Words in lines shorter than `WIDTH`."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) >= WIDTH:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return "\n".join(lines)
