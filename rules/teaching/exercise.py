"""What exercises at a table have in common: how a turn is judged, and a match in which nothing is left to chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Literal

from rules import abilities
from rules.contract import NATURE, Move, Options, Position, Seat
from rules.match import AnyPlay, Change, Match


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to be said of the moves that were made since a step of an exercise began.

    `open`: the turn goes on. `wrong`: it is taken back. `step`: right, and more follows. `done`: that was all.
    """

    kind: Literal["open", "wrong", "step", "done"] = "open"
    say: str = ""
    """A sentence; may be empty."""
    reply: tuple[str, ...] = ()
    """What whoever isn't the person does next, by the texts of the moves; Nature's are not among them. After `wrong`
    it is shown before all is taken back."""


OPEN: Final = Verdict()


def seats_of(position: Position) -> int:
    """How many play, as far as a position tells: those who have points in it, or two."""
    score = abilities.score(position)
    return 2 if score is None else len(score[0])


def whole(position: Position) -> bool:
    """Whether a turn ends where `position` is reached: the match is over, or somebody is to begin another one."""
    return position.outcome() is not None or (position.turn_started and position.to_move != NATURE)


def after(position: Position, moves: Sequence[Move]) -> Position:
    """The position after legal moves, one after the other."""
    for move in moves:
        position = position.play(move)
    return position


def reading(position: Position, text: str) -> Move | None:
    """The move of anybody but Nature that is written so, or None if nobody may make it now."""
    found = (abilities.read_move(position, seat, text) for seat in sorted(position.actors()) if seat != NATURE)
    return next((move for move in found if move is not None), None)


def idle(position: Position, seat: Seat) -> Seat | None:
    """The seat whose move comes now without anybody's decision: Nature's, unless the person on `seat` could do
    something before her, or that of whoever only carries out what is settled. None where somebody decides."""
    if position.outcome() is not None:
        return None
    if position.to_move == NATURE:
        return None if seat in position.actors() else NATURE
    move = abilities.automatic_move(position)
    return None if move is None else move.seat


def nature_first(position: Position, text: str) -> bool:
    """Whether Nature has to move before whoever makes the move that is written so, though the person could still do
    something before her: dice must lie before they are used."""
    return position.to_move == NATURE and reading(position, text) is None


class Planned(Match):
    """A match from a position of its own in which it is known beforehand what Nature does, and everything can be
    taken back, whatever was seen meanwhile."""

    def __init__(
        self,
        game: AnyPlay,
        position: Position,
        options: Options | None = None,
        chance: Sequence[str] = (),
    ) -> None:
        """`chance`: the texts of Nature's first moves, in order; what comes after them is left to chance."""
        super().__init__(game, options, seats_of(position), position=position)
        self._chance = tuple(chance)

    def play_chance(
        self, move: Move | None = None, rng: Random | None = None, now: float = 0.0, *, anew: bool = False
    ) -> Change:
        """Nature's move: the planned one, whatever is given, as long as there is one. Raises ValueError when Nature
        can't make it."""
        number = sum(ply.move.seat == NATURE for ply in self.plies)
        if number < len(self._chance):
            move, anew = abilities.read_move(self.position, NATURE, self._chance[number]), True
            if move is None:
                raise ValueError(f"Nature can't do {self._chance[number]} here")
        return super().play_chance(move, rng, now, anew=anew)

    def rewind(self, plies: int, now: float = 0.0) -> list[Change]:
        """Back to where so many plies were made, newest step first. What was taken back is forgotten."""
        self._drop(now)
        self.ending = None
        changes = [self._back() for _ in range(len(self.plies) - plies)]
        self._future.clear()
        self._wait(now)
        return changes
