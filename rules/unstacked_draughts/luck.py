"""The luck of a match of Unstacked Draughts: changes of the exact chance by rolls and by missed claims.

White's chance at the end of a game, less that at its beginning, is the luck of White's rolls less that of Black's,
less White's missed claims, plus Black's.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from rules.contract import Seat
from rules.unstacked_draughts.engine.board import after
from rules.unstacked_draughts.match_equity import game_chance
from rules.unstacked_draughts.position import Position


class Swing(NamedTuple):
    ply: int  # number of the position before it
    seat: Seat  # seat that threw
    change: float  # change of the thrower's chance to win the game, from -1 to 1


class MissedClaim(NamedTuple):
    """A die that could have been claimed and was lost when the next dice came to lie."""

    ply: int  # number of the position before those next dice, as in `Swing`
    seat: Seat  # seat that could have claimed it
    die: int
    price: float  # cost in the chance of `seat` to win the game


def rolls(positions: Sequence[Position]) -> list[Swing]:
    """Return every valid throw, those for priority too; `positions` are those of a match."""
    found = []
    for ply, (before, following) in enumerate(pairwise(positions)):
        if _stands(before, following):
            paid = sum(missed.price if missed.seat == 0 else -missed.price for missed in _missed(ply, before))
            change = game_chance(following) - (game_chance(before) - paid)
            found.append(Swing(ply, before.flyer, change if before.flyer == 0 else -change))
    return found


def luck(positions: Sequence[Position]) -> tuple[float, float]:
    """Return for each seat the sum of the changes of its chance by its own throws."""
    swings = rolls(positions)
    return (sum(swing.change for swing in swings if not swing.seat), sum(one.change for one in swings if one.seat))


def swings(positions: Sequence[Position], count: int) -> list[Swing]:
    return sorted(rolls(positions), key=lambda swing: (-abs(swing.change), swing.ply))[:count]


def list_missed_claims(positions: Sequence[Position]) -> list[MissedClaim]:
    """Return all missed claims in order; none in assisted mode."""
    return [
        one
        for ply, (before, following) in enumerate(pairwise(positions))
        if _stands(before, following)
        for one in _missed(ply, before)
    ]


def _stands(before: Position, following: Position) -> bool:
    """Return whether valid dice came to lie between these two: a roll, or White's die for priority."""
    return following.rolls > before.rolls or following.priority > before.priority


def _missed(ply: int, before: Position) -> Iterator[MissedClaim]:
    """Yield the claims lost once the next dice lie; the price of a die is its gain after those before it."""
    if before.roll is None:
        return
    seat = 1 - before.roll.thrower
    at_hand = replace(before, roll=None)
    for die in before.unclaimed_dice():
        side = after(at_hand.sides[seat], die)
        assert side is not None
        sides = (side, before.sides[1]) if seat == 0 else (before.sides[0], side)
        taken = replace(at_hand, sides=sides)
        gain = game_chance(taken) - game_chance(at_hand)
        yield MissedClaim(ply, seat, die, gain if seat == 0 else -gain)
        at_hand = taken
