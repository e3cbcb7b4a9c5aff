"""The luck of a match of Unstacked Draughts: how each roll changed the exact chance, and what missed claims cost.

White's chance at the end of a game, less that at its beginning, is the luck of White's rolls less that of Black's,
less what White missed, plus what Black missed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from rules.contract import Seat
from rules.unstacked_draughts.engine.board import after
from rules.unstacked_draughts.match_equity import game_chance
from rules.unstacked_draughts.position import Position


class Swing(NamedTuple):
    """What a throw did."""

    ply: int
    """It led from the position of this number to the next one."""
    seat: Seat
    """Who threw."""
    change: float
    """Of his chance to win the game, from -1 to 1."""


class Missed(NamedTuple):
    """A die that could have been claimed and was lost when other dice came to lie."""

    ply: int
    """As in `Swing`: that of the dice that came to lie."""
    seat: Seat
    """Who could have claimed it."""
    die: int
    price: float
    """What that cost of his chance to win the game."""


def rolls(positions: Sequence[Position]) -> list[Swing]:
    """Every throw that stood, those for priority too; `positions` are those of a match."""
    found = []
    for ply, (before, following) in enumerate(pairwise(positions)):
        if _stands(before, following):
            paid = sum(missed.price if missed.seat == 0 else -missed.price for missed in _missed(ply, before))
            change = game_chance(following) - (game_chance(before) - paid)
            found.append(Swing(ply, before.flyer, change if before.flyer == 0 else -change))
    return found


def luck(positions: Sequence[Position]) -> tuple[float, float]:
    """By seat: the sum of what its own throws changed of its chance."""
    swings = rolls(positions)
    return (sum(swing.change for swing in swings if not swing.seat), sum(one.change for one in swings if one.seat))


def swings(positions: Sequence[Position], count: int) -> list[Swing]:
    """The throws that changed most, the biggest change first."""
    return sorted(rolls(positions), key=lambda swing: (-abs(swing.change), swing.ply))[:count]


def missed(positions: Sequence[Position]) -> list[Missed]:
    """All claims that were missed, in their order; none in assisted mode."""
    return [
        one
        for ply, (before, following) in enumerate(pairwise(positions))
        if _stands(before, following)
        for one in _missed(ply, before)
    ]


def _stands(before: Position, following: Position) -> bool:
    """Whether dice came to lie between these two, and are valid: a roll, or White's die for priority."""
    return following.rolls > before.rolls or following.priority > before.priority


def _missed(ply: int, before: Position) -> Iterator[Missed]:
    """What is lost as the next dice stand: the price of each die is what it would have added to those before it."""
    if before.roll is None:
        return
    seat = 1 - before.roll.thrower
    at_hand = replace(before, roll=None)
    for die in before.unclaimed():
        side = after(at_hand.sides[seat], die)
        assert side is not None
        sides = (side, before.sides[1]) if seat == 0 else (before.sides[0], side)
        taken = replace(at_hand, sides=sides)
        gain = game_chance(taken) - game_chance(at_hand)
        yield Missed(ply, seat, die, gain if seat == 0 else -gain)
        at_hand = taken
