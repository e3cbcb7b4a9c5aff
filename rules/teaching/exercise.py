"""The base of lessons and puzzles: verdicts on turns, and a match with planned chance moves."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Literal

from rules import abilities
from rules.contract import NATURE, Move, Options, Position, Seat
from rules.match import AnyPlay, Change, Match


@dataclass(frozen=True, slots=True)
class Verdict:
    """A verdict on the moves since a step of an exercise began.

    `open`: more moves of the turn must come. `judging`: ask again. `wrong`: the moves are undone. `step`: the next
    step follows. `done`: the exercise is over.
    """

    kind: Literal["open", "judging", "wrong", "step", "done"] = "open"
    say: str = ""
    reply: tuple[str, ...] = ()
    """Texts of the next moves of the other seats, without Nature's; after `wrong` they are shown before the undo."""


OPEN: Final = Verdict()


def count_players(position: Position) -> int:
    """Return the number of players of a position: its seats with a score, or 2 in a game without points."""
    score = abilities.score(position)
    return 2 if score is None else len(score[0])


def is_turn_end(position: Position) -> bool:
    """Return whether a turn ends at `position`: the match is over, or a new turn begins."""
    return position.outcome() is not None or (position.turn_started and position.to_move != NATURE)


def read_other_move(position: Position, text: str) -> Move | None:
    """Return the move with this text of a seat other than Nature; None if no such seat may make it now."""
    found = (abilities.read_move(position, seat, text) for seat in sorted(position.actors()) if seat != NATURE)
    return next((move for move in found if move is not None), None)


def idle_seat(position: Position, seat: Seat) -> Seat | None:
    """Return the seat of the next move if that move is automatic or Nature's, otherwise None.

    Returns None also if the person on `seat` may move before Nature.
    """
    if position.outcome() is not None:
        return None
    if position.to_move == NATURE:
        return None if seat in position.actors() else NATURE
    move = abilities.automatic_move(position)
    return None if move is None else move.seat


def must_nature_move_first(position: Position, text: str) -> bool:
    """Return whether Nature must move before the move `text` can be played, even if a person could move first."""
    return position.to_move == NATURE and read_other_move(position, text) is None


class PlannedMatch(Match):
    """A match from a given position with planned chance moves. Everything can be undone, even what reveals cards."""

    def __init__(
        self, game: AnyPlay, position: Position, options: Options | None = None, chance: Sequence[str] = ()
    ) -> None:
        super().__init__(game, options, count_players(position), position=position)
        self._chance = tuple(chance)

    def play_chance(
        self, move: Move | None = None, rng: Random | None = None, now: float = 0.0, *, anew: bool = False
    ) -> Change:
        """Play the next planned chance move, or after the last one `move` or a random one. Raises ValueError."""
        chance_count = sum(ply.move.seat == NATURE for ply in self.plies)
        if chance_count < len(self._chance):
            move, anew = abilities.read_move(self.position, NATURE, self._chance[chance_count]), True
            if move is None:
                raise ValueError(f"Nature can't do {self._chance[chance_count]} here")
        return super().play_chance(move, rng, now, anew=anew)

    def rewind(self, plies: int, now: float = 0.0) -> list[Change]:
        """Undo all but the first `plies` plies, so that they can't be redone; return the changes, newest first."""
        self._cancel_decision(now)
        self.ending = None
        changes = [self._undo_ply() for _ in range(len(self.plies) - plies)]
        self._undone.clear()
        self._resume_counting(now)
        return changes
