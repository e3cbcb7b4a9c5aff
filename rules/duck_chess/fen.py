"""Positions of Duck Chess as text: FEN with `*` for the duck, in the dialect of Fairy-Stockfish (section 8)."""

from __future__ import annotations

import re
from typing import Final

from rules.common.quoting import quoted
from rules.common.squares import INDEX, NAMES
from rules.duck_chess.engine.mailbox import DUCK, KING, PAWN, PIECES, ROOK, WHITE
from rules.duck_chess.position import Options, Position, square_of, usable
from rules.errors import PositionError

START: Final = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
SIDES: Final = ("White", "Black")
RIGHTS: Final = "KQkq"
_CORNERS: Final = (7, 0, 63, 56)
"""Where the rook of each right stands at home."""
_NUMBER: Final = re.compile(r"[0-9]{1,9}")


def start(options: Options, seats: int = 2) -> Position:
    """The position that a match begins with (section 1)."""
    return read(START)


def read(text: str) -> Position:
    """A FEN as a position; the two counters may be left out. Raises PositionError with a sentence that names the
    field."""
    fields = text.split()
    if not fields:
        raise PositionError("The position is empty; a FEN has six fields.")
    if not 4 <= len(fields) <= 6:
        raise PositionError(f"A FEN has six fields, of which the last two may be missing; here are {len(fields)}.")
    cells = _read_board(fields[0])
    if fields[1] not in ("w", "b"):
        raise PositionError(f"Field 2 (side to move) must be w or b, not {quoted(fields[1])}.", "field", n="2")
    side = "wb".index(fields[1])
    _check_kings(cells, side)
    castling = _read_castling(fields[2], cells)
    crossed = _read_crossed(fields[3], cells, side)
    quiet, number = fields[4:5] or ["0"], fields[5:6] or ["1"]
    return Position(
        cells,
        side,
        castling,
        usable(cells, crossed, side),
        _read_count(5, "turns without capture or pawn's move", quiet[0]),
        max(1, _read_count(6, "number of the turn", number[0])),
    )


def _read_count(place: int, what: str, text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise PositionError(f"Field {place} ({what}) must be a number, not {quoted(text)}.", "field", n=str(place))
    return int(text)


def _read_board(text: str) -> bytes:
    """Field 1: ranks 8 down to 1, files a to h."""
    rows = text.split("/")
    if len(rows) != 8:
        raise PositionError(f"Field 1 (board) must have 8 rows, not {len(rows)}.", "rows", count=str(len(rows)))
    cells = b"".join(_read_row(row, rank) for rank, row in zip(range(1, 9), reversed(rows), strict=True))
    ducks = cells.count(DUCK)
    if ducks > 1:
        raise PositionError(f"Field 1 (board) has {ducks} ducks; there is only one.", "ducks")
    for at in (*range(8), *range(56, 64)):
        if cells[at] in (PAWN, PAWN + KING):
            problem = f"Field 1 (board) has a pawn on {NAMES[at]}, where none can stand."
            raise PositionError(problem, "pawn", (NAMES[at],), square=NAMES[at])
    return cells


def _read_row(row: str, rank: int) -> bytes:
    """The eight codes of a row, a to h."""
    codes = bytearray()
    digit_before = False
    for letter in row:
        digit = letter in "12345678"
        if digit and digit_before:
            problem = f"Row {rank} ({quoted(row)}) has two digits together; empty runs are one number."
            raise PositionError(problem, "row", row=str(rank))
        if digit:
            codes.extend(bytes(int(letter)))
        elif letter != "." and letter in PIECES:
            codes.append(PIECES.index(letter))
        else:
            problem = f"Row {rank} holds {quoted(letter)}, which is no man, no duck and no empty run."
            raise PositionError(problem, "row", row=str(rank))
        digit_before = digit
    if len(codes) != 8:
        problem = f"Row {rank} ({quoted(row)}) has {len(codes)} squares instead of 8."
        raise PositionError(problem, "row", row=str(rank))
    return bytes(codes)


def _check_kings(cells: bytes, side: int) -> None:
    """One king a side; none only where that side would be to move, having lost."""
    for seat, name in enumerate(SIDES):
        kings = cells.count(KING + 6 * seat)
        if kings > 1:
            at = [NAMES[square] for square, code in enumerate(cells) if code == KING + 6 * seat]
            problem = f"Field 1 (board) has {kings} kings of {name}; each side has one."
            raise PositionError(problem, "kings", at, seat=str(seat), count=str(kings))
        if kings == 0 and seat != side:
            problem = f"Field 1 (board) has no king of {name}, and yet it would be the other side's turn."
            raise PositionError(problem, "no-king", seat=str(seat))


def _read_castling(text: str, cells: bytes) -> int:
    """Field 3: rights whose king and rook stand at home."""
    if text == "-":
        return 0
    castling = 0
    for letter in text:
        if letter not in RIGHTS or castling >> RIGHTS.index(letter) & 1:
            problem = f"Field 3 (castling) must be - or some of KQkq, each once, not {quoted(text)}."
            raise PositionError(problem, "field", n="3")
        bit = RIGHTS.index(letter)
        seat = bit // 2
        if square_of(cells, KING + 6 * seat) != 4 + 56 * seat or cells[_CORNERS[bit]] != ROOK + 6 * seat:
            home, corner = NAMES[4 + 56 * seat], NAMES[_CORNERS[bit]]
            raise PositionError(
                f"Field 3 (castling) has {letter}, but {SIDES[seat]}'s king and rook don't stand on {home} and "
                f"{corner}.",
                "castling",
                (home, corner),
                seat=str(seat),
                king=home,
                rook=corner,
            )
        castling |= 1 << bit
    return castling


def _read_crossed(text: str, cells: bytes, side: int) -> int:
    """Field 4: the square that a pawn has just crossed, or -1. The duck may stand on it, or where the pawn was."""
    if text == "-":
        return -1
    row = 5 if side == WHITE else 2
    if text not in INDEX or INDEX[text] // 8 != row:
        raise PositionError(
            f"Field 4 (en passant) must be - or a square of row {row + 1} when {SIDES[side]} is to move, "
            f"not {quoted(text)}.",
            "crossed" if text in INDEX else "field",
            (text,) if text in INDEX else (),
            **({"square": text} if text in INDEX else {"n": "4"}),
        )
    crossed = INDEX[text]
    ahead = -8 if side == WHITE else 8
    pawn = PAWN + KING if side == WHITE else PAWN
    passed = cells[crossed] in (0, DUCK) and cells[crossed - ahead] in (0, DUCK)
    if cells[crossed + ahead] != pawn or not passed:
        raise PositionError(
            f"Field 4 (en passant) is {text}, but no pawn can just have gone from {NAMES[crossed - ahead]} to "
            f"{NAMES[crossed + ahead]}.",
            "crossed",
            (text,),
            square=text,
        )
    return crossed
