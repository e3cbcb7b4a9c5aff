"""Exercises for attention: dice lie, and some may be left over for the player who didn't throw; without pygame."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from rules.contract import NATURE, Seat, Target
from rules.unstacked_draughts.moves import Cover, Move
from rules.unstacked_draughts.options import Options
from rules.unstacked_draughts.position import Position
from rules.unstacked_draughts.text import start

ATTENTIVE: Final = Options(mode="attentive", false_claims="lock")
EMPTY: Final = 0.25
"""Share of positions in which no die is left over."""
UNPLAYED: Final = 0.3
"""Share of positions in which the thrower's own dice are still to be played."""


def new_drill(seat: Seat, random: Random) -> Position:
    """Return a new exercise for `seat`, from a random game in which both players miss dice now and then."""
    empty, unplayed = random.random() < EMPTY, random.random() < UNPLAYED
    found: list[Position] = []
    while not found:
        found = [
            position
            for position in _played(random)
            if position.roll is not None
            and position.roll.thrower != seat
            and bool(position.own_uses()) == unplayed
            and (not position.unclaimed()) == empty
        ]
    return random.choice(found)


def _played(random: Random) -> Iterator[Position]:
    position = start(ATTENTIVE)
    while position.outcome() is None:
        move: Move
        if position.to_move == NATURE:
            move = position.sample(random)
        else:
            yield position
            moves = [move for move in position.legal_moves() if not isinstance(move, Cover)]
            move = position.own_uses()[0] if position.own_uses() else random.choice(moves)
        position = position.play(move)


def claimable(position: Position) -> frozenset[Target]:
    """Return the checkers that the dice left over would move, also after a false claim."""
    return frozenset(target for move in position.rights() for target in position.gesture(move).pick)
