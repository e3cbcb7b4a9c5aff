"""The turning points of a reviewed match that were a person's own mistakes, and which turns are better."""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Final

from rules import abilities
from rules.contract import Move, Position, Seat
from rules.teaching.exercise import is_turn_end
from rules.teaching.review import Review

MIN_MISTAKE_LOSS: Final = 0.10  # in winning probability, like `ACCEPTED_LOSS`; a smaller loss is no mistake
ACCEPTED_LOSS: Final = 0.04  # a turn that loses less solves a mistake


@dataclass(frozen=True, slots=True)
class Mistake:
    ply: int  # plies before the turn
    seat: Seat
    loss: float  # of winning probability
    better: tuple[str, ...]  # the texts of the moves of the better turn


def find_mistakes(review: Review, persons: Container[Seat]) -> tuple[Mistake, ...]:
    """Return the mistakes of these seats in order; none in a review in points."""
    if review.unit != "chance":
        return ()
    return tuple(
        Mistake(cost.ply, cost.seat, cost.loss, cost.better)
        for cost in review.costs
        if cost.seat in persons and cost.loss >= MIN_MISTAKE_LOSS and cost.better
    )


def is_accepted(loss: float, best_is_proved_win: bool, played_is_proved_win: bool) -> bool:
    """Return whether a turn that loses `loss` solves a mistake: it must not give up a proved win."""
    return loss < ACCEPTED_LOSS and (played_is_proved_win or not best_is_proved_win)


def read_better_turn(before: Position, seat: Seat, texts: Sequence[str]) -> tuple[Move, ...]:
    """Return the moves with these texts if they are a whole turn, else none."""
    moves = abilities.read_moves(before, seat, texts)
    return moves if moves and is_turn_end(abilities.play_all(before, moves)) else ()
