"""Functions on a board of Duck Chess given as `cells`: 64 indices in `engine.mailbox.PIECES`, from a1 to h8."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rules.contract import Seat
from rules.duck_chess.engine.board import Board
from rules.duck_chess.engine.mailbox import DUCK, KING, PAWN, WHITE
from rules.duck_chess.engine.movegen import legal_moves
from rules.duck_chess.moves import PieceMove

KINDS: Final = ("pawn", "knight", "bishop", "rook", "queen", "king")  # names of the kinds of men, from number 1 on


@dataclass(frozen=True, slots=True)
class MidTurnBoard:
    """The board between the piece move and the duck move of a turn.

    `crossed` is the square that a pawn's double step has just crossed, or -1.
    """

    cells: bytes
    castling: int
    crossed: int


def owner(code: int) -> Seat | None:
    return None if code in (0, DUCK) else code > KING


def kind(code: int) -> int:
    """Return the kind of a man, 1 (pawn) to 6 (king); 0 for the duck and for an empty square."""
    return 0 if code in (0, DUCK) else (code - 1) % KING + 1


def find_square(cells: bytes, code: int) -> int | None:
    at = cells.find(code)
    return None if at < 0 else at


def with_duck(cells: bytes, at: int | None) -> bytes:
    bare = cells.replace(bytes((DUCK,)), b"\0")
    return bare if at is None else bare[:at] + bytes((DUCK,)) + bare[at + 1 :]


def usable_en_passant(cells: bytes, crossed: int, side: Seat) -> int:
    """Return `crossed` if a pawn of `side` is placed to capture en passant there, else -1 (README.md, section 6)."""
    if crossed < 0 or cells[crossed]:
        return -1
    landed = crossed - 8 if side == WHITE else crossed + 8
    pawn = PAWN if side == WHITE else PAWN + KING
    beside = (at for at in (landed - 1, landed + 1) if at // 8 == landed // 8)
    return crossed if any(cells[at] == pawn for at in beside) else -1


def captured_square(cells: bytes, move: PieceMove) -> int | None:
    """Return the square of the man that a legal piece move captures; None if it captures none."""
    if cells[move.end]:
        return move.end
    en_passant = kind(cells[move.start]) == PAWN and move.start % 8 != move.end % 8
    return 8 * (move.start // 8) + move.end % 8 if en_passant else None


@lru_cache(maxsize=128)
def piece_moves(cells: bytes, side: Seat, castling: int, ep: int) -> tuple[PieceMove, ...]:
    """Return the legal piece moves; none once a king is captured. `castling` and `ep` are those of `Position`."""
    return tuple(PieceMove.from_code(side, code) for code in legal_moves(Board(cells, side, castling, ep)))


@lru_cache(maxsize=128)
def play_piece(cells: bytes, side: Seat, castling: int, ep: int, code: int) -> MidTurnBoard:
    """Return the board after a legal piece move; the duck still stands where it was."""
    board = Board(cells, side, castling, ep)
    board.play_piece(code)
    return MidTurnBoard(board.cells(), board.castling, board.ep)


@lru_cache(maxsize=64)
def reaches(cells: bytes, side: Seat) -> tuple[tuple[int, int], ...]:
    """Return (start, end) of the piece moves that `side` could make if it were to move, sorted.

    Castling and en passant are left out.
    """
    return tuple(sorted({(code & 63, code >> 6 & 63) for code in legal_moves(Board(cells, side, 0, -1))}))


def attackers(cells: bytes, side: Seat) -> Mapping[int, tuple[int, ...]]:
    """Return, by the square of an enemy's man, the squares of the men that could take it if `side` were to move."""
    found: dict[int, tuple[int, ...]] = {}
    for start, end in reaches(cells, side):
        if cells[end]:
            found[end] = (*found.get(end, ()), start)
    return found
