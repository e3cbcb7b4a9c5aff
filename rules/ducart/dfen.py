"""Positions of Ducart as text: DFEN, seven fields (README.md, section 11.2)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from rules.common.quoting import quoted
from rules.common.squares import INDEX, NAMES
from rules.ducart.effects import KINDS, piece
from rules.ducart.engine.mailbox import (
    BLUE_ON,
    CREEPER,
    GOLD_ON,
    HEALER,
    KEEPER,
    KEPT,
    LEAPER,
    LETTERS,
    SLEEPER,
    SLEPT,
    STEALER,
    SWEEPER,
)
from rules.ducart.position import FLAGS, Options, Position, square_text
from rules.errors import PositionError

ROWS: Final = ("KCZHTZCK", "kczthzck")
"""The home rows of Gold and Blue, each from its own left to right; a to h as both are written (section 2)."""
SWAPPED: Final = ("KCZTHZCK", "kczhtzck")
"""The same with the first mover's Healer and Stealer changed (section 9)."""
SIDES: Final = ("Gold", "Blue")
MOST: Final = {KEEPER: 2, CREEPER: 2, SLEEPER: 2, HEALER: 1, STEALER: 1}
"""How many of a kind a side can have; of Sweepers and Leapers together there are at most eight."""
MOST_SWEEPERS: Final = 8
LONGEST: Final = 400
"""Characters; no position is longer."""
_SQUARE: Final = re.compile(r"\(([Kk])([KCZWHTLkczwhtl])(~?)\)|([KCZWHTLkczwhtl])(~?)|([1-8])")
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,8}")


def start(options: Options, seats: int = 2) -> Position:
    """The position that a match begins with (sections 2 and 9)."""
    first = int(options.first == "blue")
    rows = list(ROWS)
    if options.swap:
        rows[first] = SWAPPED[first]
    side = "gb"[first]
    text = f"{rows[1]}/wwwwwwww/8/8/8/8/WWWWWWWW/{rows[0]} {side} - {side} 0 0 {options.flags or '-'}"
    return under(read(text), options)


def under(position: Position, options: Options) -> Position:
    """A position from a text, its flags and all; what a lost minute costs is the options' to say."""
    return replace(position, forfeits=position.timed and options.late == "loses")


def read(text: str) -> Position:
    """A DFEN as a position. Raises PositionError with a sentence that names the field, and the square."""
    if len(text) > LONGEST:
        raise PositionError(f"A DFEN is no longer than {LONGEST} characters; this one has {len(text)}.")
    fields = text.split(" ")
    if fields == [""]:
        raise PositionError("The position is empty; a DFEN has seven fields.")
    if len(fields) != 7 or "" in fields:
        raise PositionError(f"A DFEN has seven fields with single spaces between them; here are {len(fields)}.")
    cells = _read_board(fields[0])
    side = _read_side(2, "side to move", fields[1])
    return Position(
        cells,
        side,
        _read_fresh(fields[2], cells, side),
        _read_side(4, "first mover", fields[3]),
        _read_count(5, "turns since the last kill or promotion", fields[4]),
        _read_count(6, "turns completed", fields[5]),
        _read_flags(fields[6]),
    )


def _read_side(place: int, what: str, text: str) -> int:
    if text not in ("g", "b"):
        raise PositionError(f"Field {place} ({what}) must be g or b, not {quoted(text)}.", "field", n=str(place))
    return "gb".index(text)


def _read_count(place: int, what: str, text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise PositionError(f"Field {place} ({what}) must be a number, not {quoted(text)}.", "field", n=str(place))
    return int(text)


def _read_board(text: str) -> bytes:
    """Field 1: rows 8 down to 1, a to h."""
    rows = text.split("/")
    if len(rows) != 8:
        raise PositionError(f"Field 1 (board) must have 8 rows, not {len(rows)}.", "rows", count=str(len(rows)))
    cells = b"".join(_read_row(row, rank) for rank, row in zip(range(1, 9), reversed(rows), strict=True))
    for at, code in enumerate(cells):
        _check_square(at, code)
    for seat, name in enumerate(SIDES):
        _check_counts(cells, seat, name)
    return cells


def _read_row(row: str, rank: int) -> bytes:
    """The eight codes of a row, a to h."""
    codes = bytearray()
    place = 0
    digit_before = False
    while place < len(row):
        found = _SQUARE.match(row, place)
        if found is None:
            what = quoted(row[place:])
            problem = f"Row {rank} has {what}, which is no piece, no stack and no empty run."
            raise PositionError(problem, "row", row=str(rank))
        keeper, kept, asleep, piece, slept, run = found.groups()
        if run and digit_before:
            problem = f"Row {rank} ({quoted(row)}) has two digits together; empty runs are one number."
            raise PositionError(problem, "row", row=str(rank))
        if run:
            codes.extend(bytes(int(run)))
        elif keeper:
            codes.append(_piece(kept, asleep) | (GOLD_ON if keeper == "K" else BLUE_ON))
        else:
            codes.append(_piece(piece, slept))
        digit_before = bool(run)
        place = found.end()
    if len(codes) != 8:
        problem = f"Row {rank} ({quoted(row)}) has {len(codes)} squares instead of 8."
        raise PositionError(problem, "row", row=str(rank))
    return bytes(codes)


def _piece(letter: str, slept: str) -> int:
    kind = LETTERS.index(letter.upper())
    return (kind if letter.isupper() else kind + 8) | (SLEPT if slept else 0)


def _check_square(at: int, code: int) -> None:
    """The invariants of section 5 that a square can break by itself."""
    name, what = NAMES[at], square_text(code)
    if code & 7 == LEAPER and code & KEPT:
        problem = f"Field 1 (board) has {what} on {name}, but a Leaper is never kept."
        raise PositionError(problem, "leaper-kept", (name,), square=name)
    if code & 7 == LEAPER and code & SLEPT:
        problem = f"Field 1 (board) has {what} on {name}, but a Leaper is never slept."
        raise PositionError(problem, "leaper-slept", (name,), square=name)
    if code & 7 == SWEEPER and at // 8 == (0 if code & 8 else 7):
        seat = code >> 3 & 1
        problem = (
            f"Field 1 (board) has a Sweeper of {SIDES[seat]} on {name}, its far row, where it would be a Leaper."
        )
        raise PositionError(problem, "sweeper-far", (name,), square=name, seat=str(seat))


def _check_counts(cells: bytes, seat: int, name: str) -> None:
    """Whether a side has more pieces than there are."""
    kinds = [code & 7 for code in cells if code & 15 and code >> 3 & 1 == seat]
    riders = sum(code & KEPT == (GOLD_ON, BLUE_ON)[seat] for code in cells)
    for kind, most in MOST.items():
        count = kinds.count(kind) + (riders if kind == KEEPER else 0)
        if count > most:
            raise PositionError(
                f"Field 1 (board) has {count} {KINDS[kind].capitalize()}s of {name}; a side has at most {most}.",
                "too-many",
                look=piece(kind + 8 * seat).look,
                count=str(count),
                most=str(most),
            )
    count = kinds.count(SWEEPER) + kinds.count(LEAPER)
    if count > MOST_SWEEPERS:
        raise PositionError(
            f"Field 1 (board) has {count} Sweepers and Leapers of {name}; "
            f"a side has at most {MOST_SWEEPERS} of both together.",
            "sweepers",
            seat=str(seat),
            count=str(count),
            most=str(MOST_SWEEPERS),
        )


def _read_fresh(text: str, cells: bytes, side: int) -> int:
    """Field 3: the Creeper that moved last turn, plain and of the side not on move; or -1."""
    if text == "-":
        return -1
    if text not in INDEX:
        raise PositionError(f"Field 3 (fresh Creeper) must be a square or -, not {quoted(text)}.", "field", n="3")
    at = INDEX[text]
    if cells[at] != CREEPER + 8 * (1 - side):
        owner = SIDES[1 - side]
        problem = f"Field 3 (fresh Creeper) is {text}, but no plain Creeper of {owner} stands there."
        raise PositionError(problem, "fresh", (text,), square=text, seat=str(1 - side))
    return at


def _read_flags(text: str) -> str:
    """Field 7: some of `FLAGS` in their order, or -."""
    if text == "-":
        return ""
    unknown = next((flag for flag in text if flag not in FLAGS), None)
    if unknown is not None:
        problem = f"Field 7 (flags) has {quoted(unknown)}; there are {', '.join(FLAGS)}, or - for none."
        raise PositionError(problem, "field", n="7")
    if "".join(sorted(set(text))) != text:
        problem = f"Field 7 (flags) must be in the order of the alphabet, each once, not {quoted(text)}."
        raise PositionError(problem, "field", n="7")
    if "o" in text and "t" not in text:
        raise PositionError("Field 7 (flags) has o, sudden death, without t, the clocks that lead to it.", "clocks")
    return text
