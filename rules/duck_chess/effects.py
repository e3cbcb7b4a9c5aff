"""Tokens on the table of Duck Chess, and the effects of a move on them."""

from collections.abc import Sequence
from typing import Final

from rules.board_game import TRAYS
from rules.common.squares import NAMES
from rules.contract import Beat, Seat, Slide, Table, Target, Token, Turn
from rules.duck_chess.cells import KINDS, captured_square, kind
from rules.duck_chess.engine.mailbox import DUCK, KING
from rules.duck_chess.moves import DuckMove, Move, PieceMove

TOKENS: Final = (*(Token(f"{side}-{kind}") for side in ("white", "black") for kind in KINDS), Token("duck"))
"""The tokens of the codes, code 1 first."""
BESIDE: Final[Target] = "beside"  # place of the duck until it is first placed on the board


def table(cells: bytes, taken: tuple[bytes, bytes]) -> Table:
    found: dict[Target, tuple[Token, ...]] = {NAMES[at]: (TOKENS[code - 1],) for at, code in enumerate(cells) if code}
    if DUCK not in cells:
        found[BESIDE] = (TOKENS[DUCK - 1],)
    for tray, codes in zip(TRAYS, taken, strict=True):
        if codes:
            found[tray] = tuple(TOKENS[code - 1] for code in codes)
    return found


def effects(cells: bytes, side: Seat, move: Move) -> Sequence[Beat]:
    end = NAMES[move.end]
    if isinstance(move, DuckMove):
        return ((Slide(BESIDE if move.start is None else NAMES[move.start], end),),)
    slide = Slide(NAMES[move.start], end)
    tray = TRAYS[1 - side]
    at = captured_square(cells, move)
    code = cells[move.start]
    beats: list[Beat]
    if at == move.end:
        beats = [(Slide(end, tray), slide)]
    elif at is not None:
        beats = [(slide,), (Slide(NAMES[at], tray),)]
    elif kind(code) == KING and abs(move.end - move.start) == 2:
        beats = [(slide, _rook_slide(move))]
    else:
        beats = [(slide,)]
    if move.promotion:
        beats.append((Turn(end, TOKENS[code - 1], TOKENS[move.promotion + 6 * side - 1]),))
    return beats


def _rook_slide(move: PieceMove) -> Slide:
    row = move.start - move.start % 8
    if move.end > move.start:
        return Slide(NAMES[row + 7], NAMES[row + 5])
    return Slide(NAMES[row], NAMES[row + 3])
