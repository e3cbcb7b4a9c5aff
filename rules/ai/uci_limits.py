"""Reading of the search limits in the command `go` of the Universal Chess Interface."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

NO_LIMIT: Final = 1 << 60
_RESERVE_SECONDS: Final = 0.05  # seconds on the clock that are kept for sending the answer
_TURNS_LEFT: Final = 25  # turns that the time on the clock must last, without `movestogo`
_NUMBER_PATTERN: Final = re.compile(r"([+-]?)([0-9]{1,400})(?:[.,][0-9]*)?")
_CLOCKS: Final = ("wtime", "btime", "winc", "binc", "movestogo")
_NUMBERS: Final = ("nodes", "movetime", "depth", "mate", *_CLOCKS)
_WORDS: Final = frozenset(("infinite", "ponder", "searchmoves", *_NUMBERS))
_MAX_NUMBER: Final = 10**12
_DEFAULT_SECONDS: Final = 1.0  # seconds of a search whose limits are all unreadable


class LineError(ValueError):
    """Error for an invalid line; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class SearchLimits:
    nodes: int = NO_LIMIT
    seconds: float | None = None
    depth: int | None = None
    infinite: bool = False
    searchmoves: tuple[str, ...] = ()
    passed_over: tuple[str, ...] = ()  # words that were ignored


def read_limits(words: Sequence[str], seat: int) -> SearchLimits:
    """Read the words after `go`, in any order and case, for the side `seat` (0 is White).

    Numbers that are too small or too large are clamped. If there are words but no limit can be read, the search gets
    `_DEFAULT_SECONDS`.
    """
    numbers: dict[str, int] = {}
    infinite = not words
    searchmoves: list[str] = []
    passed_over: list[str] = []
    remaining = [word.lower() for word in words]
    while remaining:
        word = remaining.pop(0)
        if word in ("infinite", "ponder"):
            infinite = True
        elif word == "searchmoves":
            while remaining and remaining[0] not in _WORDS:
                searchmoves.append(remaining.pop(0))
        elif word in _NUMBERS and remaining and (number := _read_number(word, remaining[0])) is not None:
            numbers[word] = number
            del remaining[0]
        else:
            passed_over.append(word)
    depth = numbers.get("depth")
    if "mate" in numbers:
        depth = min(2 * numbers["mate"] - 1, depth or _MAX_NUMBER)
    seconds = _turn_seconds(numbers, seat)
    if not infinite and seconds is None and depth is None and "nodes" not in numbers:
        seconds = _DEFAULT_SECONDS
    nodes = numbers.get("nodes", NO_LIMIT)
    return SearchLimits(nodes, seconds, depth, infinite, tuple(searchmoves), tuple(passed_over))


def _read_number(name: str, text: str) -> int | None:
    match = _NUMBER_PATTERN.fullmatch(text)
    if match is None:
        return None
    value = 0 if match[1] == "-" else min(int(match[2]), _MAX_NUMBER)
    return value if name in _CLOCKS else max(value, 1)


def _turn_seconds(numbers: dict[str, int], seat: int) -> float | None:
    """Return the seconds for this turn, from `movetime` or the clocks; None if neither is given."""
    if "movetime" in numbers:
        return numbers["movetime"] / 1000
    clocks = [("wtime", "winc"), ("btime", "binc")]
    named_clocks = [pair for pair in (clocks[seat], clocks[1 - seat]) if numbers.keys() & set(pair)]
    if not named_clocks:
        return None
    clock, increment = named_clocks[0]
    usable_increment = 0.75 * numbers.get(increment, 0) / 1000
    if clock not in numbers:
        return max(usable_increment, 0.001)
    left = max(numbers[clock] / 1000 - _RESERVE_SECONDS, 0.001)
    share = left / ((numbers.get("movestogo") or _TURNS_LEFT) + 1) + usable_increment
    return min(share, 0.8 * left)
