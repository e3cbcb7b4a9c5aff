"""Many matches of one point in assisted mode, played as the app plays them: by `Match`, with sealed dice."""

from __future__ import annotations

import math
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from rules import abilities, contract
from rules.common.dice import SEED_BYTES, Sealed
from rules.contract import NATURE
from rules.game import Game
from rules.match import Match
from rules.unstacked_draughts.moves import Roll, Use
from rules.unstacked_draughts.options import Options
from rules.unstacked_draughts.position import Position

_OPTIONS: Final = Options(goal=1)


@dataclass(frozen=True, slots=True)
class Figure:
    """The mean of a number of whole numbers, one a match."""

    count: int = 0
    total: int = 0
    squares: int = 0

    def __add__(self, other: Figure) -> Figure:
        return Figure(self.count + other.count, self.total + other.total, self.squares + other.squares)

    def with_one(self, number: int) -> Figure:
        """With one number more."""
        return Figure(self.count + 1, self.total + number, self.squares + number * number)

    @property
    def mean(self) -> float:
        return self.total / self.count

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return math.sqrt(self.squares / self.count - self.mean**2) / math.sqrt(self.count)


@dataclass(frozen=True, slots=True)
class Tally:
    """What came of a number of matches."""

    first: Figure = Figure()
    """1 where whoever threw first has won, else 0."""
    rolls: Figure = Figure()
    leftovers: Figure = Figure()
    """Dice that the other one used."""

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.first + other.first, self.rolls + other.rolls, self.leftovers + other.leftovers)


def play_out(game: Game, sealed: Sealed) -> Match:
    """One match; White throws first, and nobody decides anything."""
    match = Match(game.play, _OPTIONS)
    while match.outcome() is None:
        position = match.position
        if position.to_move == NATURE:
            match.play_chance(Roll(sealed.pair(abilities.throws(position))))
        else:
            match.play(abilities.automatic_move(position) or position.legal_moves()[0])
    return match


def leftovers(match: Match) -> int:
    """How many dice went over to whoever had not thrown them."""
    return sum(_goes_over(position, ply.move) for position, ply in zip(match.positions, match.plies, strict=False))


def _goes_over(position: contract.Position, move: object) -> bool:
    assert isinstance(position, Position)
    return isinstance(move, Use) and position.roll is not None and move.seat != position.roll.thrower


def tally(game: Game, matches: range, seed: int) -> Tally:
    """The matches of these numbers; a number has the same dice whenever it is played with the same seed."""
    first, rolls, over = Figure(), Figure(), Figure()
    for number in matches:
        match = play_out(game, Sealed.new(sha256(f"{seed} {number}".encode()).digest()[:SEED_BYTES]))
        end = match.position
        assert isinstance(end, Position)
        first = first.with_one(end.winner == 0)
        rolls = rolls.with_one(end.rolls)
        over = over.with_one(leftovers(match))
    return Tally(first, rolls, over)
