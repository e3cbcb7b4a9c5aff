"""Tokens on the table of Double Draughts, and the visible effects of a hop."""

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
    """Return a piece as checkers, bottom to top; none for an empty square."""
    seat = owner_of(code)
    return () if seat is None else (CHECKERS[seat], CHECKERS[seat], RINGED[seat])[: level_of(code)]


def table(cells: bytes, taken: tuple[int, int]) -> Table:
    lying = {NAMES[at]: stack(code) for at, code in enumerate(cells) if code}
    for seat, tray in enumerate(TRAYS):
        if taken[seat]:
            lying[tray] = (CHECKERS[seat],) * taken[seat]
    return lying


def effects(cells: bytes, move: Hop, after: int) -> Sequence[Beat]:
    code = cells[move.start]
    slide = Slide(NAMES[move.start], NAMES[move.end], level_of(code))
    beats: list[Beat] = [(*_captured(cells[move.over], move.over, 1 - move.seat), slide) if move.jump else (slide,)]
    if level_of(after) > level_of(code):
        beats.append((Put(NAMES[move.end], stack(after)[-1]),))
    return beats


def _captured(code: int, at: int, loser: Seat) -> Beat:
    crowns: list[Effect] = [Lift(NAMES[at], token) for token in reversed(stack(code)[1:])]
    return (*crowns, Slide(NAMES[at], TRAYS[loser]))
