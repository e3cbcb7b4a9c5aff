"""Shared code of lessons and puzzles: verdicts on turns, and a match with planned chance moves."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Literal

from rules import abilities
from rules.contract import NATURE, Move, Options, Position, Seat
from rules.match import AnyPlay, Change, Match


@dataclass(frozen=True, slots=True)
class Verdict:
    """A verdict on the moves since a step began.

    `open`: the turn goes on. `wrong`: it is taken back. `step`: another step follows. `done`: the exercise is over.
    """

    kind: Literal["open", "wrong", "step", "done"] = "open"
    say: str = ""
    reply: tuple[str, ...] = ()
    """Texts of the next moves of the other seats, without Nature's moves.

    After `wrong` they are shown before the turn is taken back.
    """


OPEN: Final = Verdict()


def seats_of(position: Position) -> int:
    """Return the number of players in a position: the seats that have points in it, or 2."""
    score = abilities.score(position)
    return 2 if score is None else len(score[0])


def is_turn_end(position: Position) -> bool:
    """Return whether a turn ends at `position`: the match is over, or a new turn begins."""
    return position.outcome() is not None or (position.turn_started and position.to_move != NATURE)


def read_other_move(position: Position, text: str) -> Move | None:
    """Read a move of a seat other than Nature; None if no seat may make it now."""
    found = (abilities.read_move(position, seat, text) for seat in sorted(position.actors()) if seat != NATURE)
    return next((move for move in found if move is not None), None)


def idle_seat(position: Position, seat: Seat) -> Seat | None:
    """Return the seat of the next move if it needs no decision: an automatic one's, or Nature.

    None if the person on `seat` may move before Nature.
    """
    if position.outcome() is not None:
        return None
    if position.to_move == NATURE:
        return None if seat in position.actors() else NATURE
    move = abilities.automatic_move(position)
    return None if move is None else move.seat


def nature_first(position: Position, text: str) -> bool:
    """Return whether Nature must move (such as throw dice) before `text`, even if the person could move first."""
    return position.to_move == NATURE and read_other_move(position, text) is None


class PlannedMatch(Match):
    """A match from a given position with planned chance moves; any can be taken back, even after a reveal."""

    def __init__(
        self, game: AnyPlay, position: Position, options: Options | None = None, chance: Sequence[str] = ()
    ) -> None:
        super().__init__(game, options, seats_of(position), position=position)
        self._chance = tuple(chance)

    def play_chance(
        self, move: Move | None = None, rng: Random | None = None, now: float = 0.0, *, anew: bool = False
    ) -> Change:
        """Play the next planned move, if any is left, else as `Match`. Raises ValueError if that one is illegal."""
        number = sum(ply.move.seat == NATURE for ply in self.plies)
        if number < len(self._chance):
            move, anew = abilities.read_move(self.position, NATURE, self._chance[number]), True
            if move is None:
                raise ValueError(f"Nature can't do {self._chance[number]} here")
        return super().play_chance(move, rng, now, anew=anew)

    def rewind(self, plies: int, now: float = 0.0) -> list[Change]:
        """Undo moves until `plies` are left; return the changes, newest first. They can't be redone."""
        self._cancel_decision(now)
        self.ending = None
        changes = [self._undo_ply() for _ in range(len(self.plies) - plies)]
        self._undone.clear()
        self._resume_counting(now)
        return changes
