"""Simulated matches of Unstacked Draughts to one point, in assisted mode and with sealed dice, as in the app."""

from __future__ import annotations

import math
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from rules import abilities, contract
from rules.common.dice import SEED_BYTES, DiceSeed
from rules.contract import NATURE
from rules.game import Game
from rules.match import Match
from rules.unstacked_draughts.moves import Roll, Use
from rules.unstacked_draughts.options import Options
from rules.unstacked_draughts.position import Position

_OPTIONS: Final = Options(goal=1)


@dataclass(frozen=True, slots=True)
class MeanFigure:
    """The mean of integers, one for each match."""

    count: int = 0
    total: int = 0
    squares: int = 0

    def __add__(self, other: MeanFigure) -> MeanFigure:
        return MeanFigure(self.count + other.count, self.total + other.total, self.squares + other.squares)

    def with_one(self, number: int) -> MeanFigure:
        return MeanFigure(self.count + 1, self.total + number, self.squares + number * number)

    @property
    def mean(self) -> float:
        return self.total / self.count

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return math.sqrt(self.squares / self.count - self.mean**2) / math.sqrt(self.count)


@dataclass(frozen=True, slots=True)
class SimulationResult:
    first: MeanFigure = MeanFigure()  # 1 if the side that threw first won, else 0
    rolls: MeanFigure = MeanFigure()
    leftovers: MeanFigure = MeanFigure()  # dice used by the side that had not thrown them

    def __add__(self, other: SimulationResult) -> SimulationResult:
        return SimulationResult(self.first + other.first, self.rolls + other.rolls, self.leftovers + other.leftovers)


def play_out(game: Game, sealed: DiceSeed) -> Match:
    """Play one match; White throws first, and there are no decisions."""
    match = Match(game.play, _OPTIONS)
    while match.outcome() is None:
        position = match.position
        if position.to_move == NATURE:
            match.play_chance(Roll(sealed.pair(abilities.throws(position))))
        else:
            match.play(abilities.automatic_move(position) or position.legal_moves()[0])
    return match


def leftovers(match: Match) -> int:
    """Return the number of dice used by the side that had not thrown them."""
    return sum(
        _uses_leftover(position, ply.move) for position, ply in zip(match.positions, match.plies, strict=False)
    )


def _uses_leftover(position: contract.Position, move: object) -> bool:
    assert isinstance(position, Position)
    return isinstance(move, Use) and position.roll is not None and move.seat != position.roll.thrower


def tally(game: Game, matches: range, seed: int) -> SimulationResult:
    """Play the matches with these numbers and add up their figures; number and seed determine the dice."""
    result = SimulationResult()
    for number in matches:
        match = play_out(game, DiceSeed.new(sha256(f"{seed} {number}".encode()).digest()[:SEED_BYTES]))
        end = match.position
        assert isinstance(end, Position)
        result = SimulationResult(
            result.first.with_one(end.winner == 0),
            result.rolls.with_one(end.rolls),
            result.leftovers.with_one(leftovers(match)),
        )
    return result
