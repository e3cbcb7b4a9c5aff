"""Position texts of board games: a board of eight rows and the fields after it.

The rows are written from the last to the first, with digits for runs of empty squares.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from rules.common.quoting import quoted
from rules.errors import PositionError


def write_board(squares: Sequence[str]) -> str:
    """Write 64 squares from a1 as the board of a position text; "." is an empty square."""
    rows = ("".join(squares[start : start + 8]) for start in range(56, -8, -8))
    return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)


def read_board(text: str, piece: re.Pattern[str], code: Callable[[re.Match[str]], int], wrong: str) -> bytes:
    """Read a board into 64 codes from a1; 0 is an empty square. Raises PositionError that names the row.

    `piece` matches the text of one square, and `code` returns its code. `wrong` is the message for any other text,
    with {letter} for its first letter or {rest} for the rest of the row.
    """
    rows = text.split("/")
    if len(rows) != 8:
        raise PositionError(f"Field 1 (board) must have 8 rows, not {len(rows)}.", "rows", count=str(len(rows)))
    return b"".join(_read_row(row, rank, piece, code, wrong) for rank, row in enumerate(reversed(rows), 1))


MOST: Final = 999_999_999  # the largest number in a field of a position


def wrong_field(place: int, what: str, must: str, text: str) -> PositionError:
    """Return the error for an invalid field after the board."""
    return PositionError(f"Field {place} ({what}) must be {must}, not {quoted(text)}.", "field", n=str(place))


def read_letter(place: int, what: str, letters: str, text: str) -> int:
    """Return the index of a field among two letters. Raises PositionError."""
    if text not in tuple(letters):
        raise wrong_field(place, what, " or ".join(letters), text)
    return letters.index(text)


def read_count(place: int, what: str, digits: re.Pattern[str], text: str) -> int:
    """Read a field that matches `digits` as a number up to `MOST`. Raises PositionError."""
    if text.isascii() and text.isdigit() and len(text.lstrip("0")) > len(str(MOST)):
        problem = f"Field {place} ({what}) can be {MOST} at most, not {quoted(text)}."
        raise PositionError(problem, "large", n=str(place), most=str(MOST))
    if not digits.fullmatch(text):
        raise wrong_field(place, what, "a number", text)
    return int(text)


def _read_row(row: str, rank: int, piece: re.Pattern[str], code: Callable[[re.Match[str]], int], wrong: str) -> bytes:
    codes = bytearray()
    place = 0
    digit_before = False
    while place < len(row):
        digit = row[place] in "12345678"
        found = piece.match(row, place)
        if digit and digit_before:
            raise _wrong_row(rank, f" ({quoted(row)}) has two digits together; empty runs are one number.")
        if digit:
            codes.extend(bytes(int(row[place])))
        elif found is not None:
            codes.append(code(found))
        else:
            raise _wrong_row(rank, wrong.format(letter=quoted(row[place]), rest=quoted(row[place:])))
        place = place + 1 if found is None else found.end()
        digit_before = digit
    if len(codes) != 8:
        raise _wrong_row(rank, f" ({quoted(row)}) has {len(codes)} squares instead of 8.")
    return bytes(codes)


def _wrong_row(rank: int, problem: str) -> PositionError:
    return PositionError(f"Row {rank}{problem}", "row", row=str(rank))
