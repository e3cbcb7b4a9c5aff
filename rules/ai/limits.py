"""The search limits in the command `go` of the Universal Chess Interface."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rules.common.quoting import shown

NO_LIMIT: Final = 1 << 60
_RESERVE: Final = 0.05
"""Seconds on the clock that are kept for sending the answer."""
_TURNS_LEFT: Final = 25
"""The number of turns that the time on the clock must last, without `movestogo`."""
_NUMBER: Final = re.compile(r"-?[0-9]{1,15}")
_NUMBERS: Final = ("nodes", "movetime", "depth", "mate", "wtime", "btime", "winc", "binc", "movestogo")


class LineError(ValueError):
    """A line that can't be understood; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """The limits of a search; it ends at the first limit that it reaches."""

    nodes: int = NO_LIMIT
    seconds: float | None = None
    depth: int | None = None
    infinite: bool = False
    """Whether the answer waits for `stop`."""
    searchmoves: tuple[str, ...] = ()


def read_limits(words: Sequence[str], seat: int) -> SearchLimits:
    """Read the words after `go`, for the side `seat` (0 is White). Raises LineError."""
    numbers: dict[str, int] = {}
    infinite = not words
    searchmoves: tuple[str, ...] = ()
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word in ("infinite", "ponder"):
            infinite = True
        elif word == "searchmoves":
            searchmoves, at = tuple(words[at:]), len(words)
        elif word in _NUMBERS:
            numbers[word] = _number(word, words[at] if at < len(words) else "")
            at += 1
        else:
            raise LineError(f'"{shown(word)}" is no limit of a search.')
    depth = numbers.get("depth")
    if "mate" in numbers:
        depth = 2 * numbers["mate"] - 1
    return SearchLimits(numbers.get("nodes", NO_LIMIT), _seconds(numbers, seat), depth, infinite, searchmoves)


def _number(name: str, text: str) -> int:
    """A number of at least 1; clock values may be smaller. Raises LineError."""
    if not _NUMBER.fullmatch(text) or (int(text) < 1 and name not in ("wtime", "btime", "winc", "binc")):
        raise LineError(f'{name} needs a whole number, not "{shown(text)}".')
    return int(text)


def _seconds(numbers: dict[str, int], seat: int) -> float | None:
    if "movetime" in numbers:
        return numbers["movetime"] / 1000
    clock, increment = ("wtime", "winc") if seat == 0 else ("btime", "binc")
    if clock not in numbers:
        return None
    left = max(numbers[clock] / 1000 - _RESERVE, 0.001)
    share = left / (numbers.get("movestogo", _TURNS_LEFT) + 1) + 0.75 * max(numbers.get(increment, 0), 0) / 1000
    return min(share, 0.8 * left)
