"""Positions to practise attention on: dice lie, and something may be left over for whoever didn't throw. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from rules import abilities
from rules.contract import NATURE, Move, Options, Position, Seat, Target
from rules.game import Game

EMPTY: Final = 0.25
"""The share of positions in which nothing is left over."""
UNPLAYED: Final = 0.3
"""The share of positions in which the thrower's own dice are still to be played."""
_GAMES: Final = 200


@dataclass(frozen=True, slots=True)
class Drill:
    """A position with dice that lie, and the seat that has to see what it may claim."""

    position: Position
    seat: Seat
    thrown: str
    """The faces."""

    def claim(self, target: Target) -> Move | None:
        """The claim that a click on a target makes, or None."""
        return next((move for move in claims(self.position, self.seat) if target in self._pick(move)), None)

    def _pick(self, move: Move) -> frozenset[Target]:
        return self.position.gesture(move).pick

    def targets(self) -> frozenset[Target]:
        """Everything that may be claimed now."""
        return frozenset(target for move in claims(self.position, self.seat) for target in self._pick(move))

    def after(self, move: Move) -> Drill:
        """What is left once a claim was made."""
        return Drill(self.position.play(move), self.seat, self.thrown)

    def left(self) -> int:
        """How many claims can still be made, one after the other."""
        drill, count = self, 0
        while moves := claims(drill.position, drill.seat):
            drill, count = drill.after(moves[0]), count + 1
        return count


def claims(position: Position, seat: Seat) -> list[Move]:
    """The dice that `seat` may use now."""
    if position.outcome() is not None:
        return []
    return [move for move in position.legal_moves(seat) if str(move)[1:2].isdigit()]


def new_drill(game: Game, options: Options, seat: Seat, random: Random) -> Drill:
    """A new exercise for `seat`, out of a game played at random in which everybody misses now and then."""
    empty, unplayed = random.random() < EMPTY, random.random() < UNPLAYED
    for _ in range(_GAMES):
        found = _look(game.play.start(options, game.play.seats.start), seat, random, empty, unplayed)
        if found:
            return random.choice(found)
    raise ValueError(f"nothing can be claimed in {game.key}")


def _look(start: Position, seat: Seat, random: Random, empty: bool, unplayed: bool) -> list[Drill]:
    found: list[Drill] = []
    position = start
    thrower, word = seat, ""
    while position.outcome() is None:
        if position.to_move == NATURE:
            move = abilities.sample(position, random)
            word = str(move)
        else:
            own = claims(position, thrower)
            if thrower != seat and len(word) == 2 and bool(own) == unplayed:
                one = Drill(position, seat, word)
                if (one.left() == 0) == empty:
                    found.append(one)
            moves = [move for move in position.legal_moves() if not str(move).endswith(("-cover", "-alarm"))]
            move = own[0] if own else random.choice(moves)
            if str(move) == "throw":
                thrower, word = move.seat, ""
        position = position.play(move)
    return found
