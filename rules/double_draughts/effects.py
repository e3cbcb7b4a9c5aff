"""The tokens on the table of Double Draughts, and the visible effects of a hop."""

from collections.abc import Sequence
from typing import Final

from rules.board_game import TRAYS
from rules.common.squares import NAMES
from rules.contract import Beat, Effect, Lift, Put, Seat, Slide, Table, Token
from rules.double_draughts.engine.board import level_of, owner_of
from rules.double_draughts.moves import Hop

CHECKERS: Final = (Token("ebony"), Token("ivory"))  # checker of each seat, also used as the crown on top
RINGED: Final = (Token("ebony-ring"), Token("ivory-ring"))  # checker that makes a King a Triple


def stack(code: int) -> tuple[Token, ...]:
    """Return the checkers of a piece from bottom to top, or none for an empty square."""
    seat = owner_of(code)
    return () if seat is None else (CHECKERS[seat], CHECKERS[seat], RINGED[seat])[: level_of(code)]


def table(cells: bytes, taken: tuple[int, int]) -> Table:
    tokens = {NAMES[square]: stack(code) for square, code in enumerate(cells) if code}
    for seat, tray in enumerate(TRAYS):
        if taken[seat]:
            tokens[tray] = (CHECKERS[seat],) * taken[seat]
    return tokens


def effects(cells: bytes, move: Hop, after: int) -> Sequence[Beat]:
    """Return the effects of a hop; `after` is the code of the piece after it."""
    code = cells[move.start]
    slide = Slide(NAMES[move.start], NAMES[move.end], level_of(code))
    capture = _capture_effects(cells[move.over], move.over, 1 - move.seat) if move.jump else ()
    beats: list[Beat] = [(*capture, slide)]
    if level_of(after) > level_of(code):
        beats.append((Put(NAMES[move.end], stack(after)[-1]),))
    return beats


def _capture_effects(code: int, square: int, loser: Seat) -> Sequence[Effect]:
    crowns = [Lift(NAMES[square], token) for token in reversed(stack(code)[1:])]
    return (*crowns, Slide(NAMES[square], TRAYS[loser]))
