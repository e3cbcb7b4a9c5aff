"""Luck in a match of Unstacked Draughts: how rolls and missed claims change the exact chance to win a game.

The changes add up: from the beginning to the end of a game, White's chance changes by White's luck, minus Black's
luck, minus the price of White's missed claims, plus the price of Black's missed claims.
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
    """A throw with valid dice, and how it changed the chance of its thrower to win the game."""

    ply: int  # index of the position before the dice came to rest
    seat: Seat
    change: float  # -1 to 1


class MissedClaim(NamedTuple):
    """A die that `seat` could have claimed before the next dice came to rest."""

    ply: int  # index of the position before the next dice came to rest
    seat: Seat
    die: int
    price: float  # cost in the chance of `seat` to win the game


def list_swings(positions: Sequence[Position]) -> list[Swing]:
    """Return a swing for every valid throw, also for priority; `positions` are all positions of a match."""
    found = []
    for ply, (before, following) in enumerate(pairwise(positions)):
        if _is_valid_throw(before, following):
            paid = sum(missed.price if missed.seat == 0 else -missed.price for missed in _missed_claims(ply, before))
            change = game_chance(following) - (game_chance(before) - paid)
            found.append(Swing(ply, before.throwing_seat, change if before.throwing_seat == 0 else -change))
    return found


def luck(positions: Sequence[Position]) -> tuple[float, float]:
    """Return for each seat the sum of the changes of its chance by its own throws."""
    throws = list_swings(positions)
    return (
        sum(throw.change for throw in throws if not throw.seat),
        sum(throw.change for throw in throws if throw.seat),
    )


def largest_swings(positions: Sequence[Position], count: int) -> list[Swing]:
    """Return the `count` throws that changed the chance most, the largest change first."""
    return sorted(list_swings(positions), key=lambda swing: (-abs(swing.change), swing.ply))[:count]


def list_missed_claims(positions: Sequence[Position]) -> list[MissedClaim]:
    """Return all missed claims in order; none in assisted mode."""
    return [
        missed
        for ply, (before, following) in enumerate(pairwise(positions))
        if _is_valid_throw(before, following)
        for missed in _missed_claims(ply, before)
    ]


def _is_valid_throw(before: Position, following: Position) -> bool:
    """Return whether valid dice came to rest between two positions: a roll, or White's die for priority."""
    return following.rolls > before.rolls or following.priority > before.priority


def _missed_claims(ply: int, before: Position) -> Iterator[MissedClaim]:
    """Yield the claims that are lost after `before`; the price of the second assumes that the first was claimed."""
    if before.roll is None:
        return
    seat = 1 - before.roll.thrower
    position = replace(before, roll=None)
    for die in before.unclaimed_dice():
        side = after(position.sides[seat], die)
        assert side is not None
        claimed = replace(position, sides=(side, before.sides[1]) if seat == 0 else (before.sides[0], side))
        gain = game_chance(claimed) - game_chance(position)
        yield MissedClaim(ply, seat, die, gain if seat == 0 else -gain)
        position = claimed
