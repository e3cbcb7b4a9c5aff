"""What hindsight says of a match, turn by turn: what was to be expected, and what the decisions cost. Pure.

Who works it out is `rules/ai/review.py`; here is what comes of it, as values and as text to be kept.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, Literal, Self

from rules.common.plain_data import is_texts
from rules.contract import Seat
from rules.match import Match

Unit = Literal["chance", "points"]
"""What is judged by: the chance to win, 0 to 1, or the points that are to be expected, of which few are good."""
HALF: Final[dict[Unit, float]] = {"chance": 0.1, "points": 3.0}
"""A decision that costs so much halves its accuracy."""
SLIGHT: Final[dict[Unit, float]] = {"chance": 0.02, "points": 1.0}
"""What costs less isn't worth a word."""
DEAREST: Final = 3
"""So many decisions are told."""
VERSION: Final = 1


class OtherMatchError(ValueError):
    """A review that was kept is one of other turns: the match has changed since."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What one decision cost whoever made it."""

    seat: Seat
    ply: int
    """It was made after so many plies."""
    loss: float
    """In the review's unit; 0 for what was best."""
    better: tuple[str, ...] = ()
    """The moves, as text, that would have been better; none where nothing would, or where no move of that moment
    says it."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A turn, or what came after the last one, as it looks in hindsight."""

    turn: int
    """Its number, from 0."""
    ply: int
    """It begins after so many plies."""
    seat: Seat
    """Whose `value` is told."""
    value: float
    """What that seat had to expect as it began: its chance to win, a draw counting half, or its points at the end of
    the round, those of the rounds before included."""
    costs: tuple[Cost, ...] = ()
    """Of its decisions that could be judged."""


def accuracy(unit: Unit, losses: Sequence[float]) -> float | None:
    """How accurate decisions were that cost so much: 0 to 100, or None if there was none.

    The mean of 100 · 2^(−loss / `HALF`): what costs nothing counts 100, and each ten hundredths of the chance, or
    three points, halve it.
    """
    if not losses:
        return None
    return 100 * sum(2 ** (-loss / HALF[unit]) for loss in losses) / len(losses)


@dataclass(frozen=True, slots=True)
class Review:
    """A match in hindsight."""

    unit: Unit
    turns: tuple[Judged, ...]
    """In their order; in the end the position after the last turn, where that could be judged."""

    @property
    def costs(self) -> list[Cost]:
        """All decisions in their order."""
        return [cost for turn in self.turns for cost in turn.costs]

    def dearest(self, count: int = DEAREST) -> list[Cost]:
        """The decisions that cost most, the dearest first; none that cost next to nothing."""
        worth = [cost for cost in self.costs if cost.loss >= SLIGHT[self.unit]]
        return sorted(worth, key=lambda cost: (-cost.loss, cost.ply))[:count]

    def accuracy(self, seat: Seat) -> float | None:
        """How accurate the decisions of a seat were; see `accuracy`."""
        return accuracy(self.unit, [cost.loss for cost in self.costs if cost.seat == seat])

    def write(self, match: Match) -> str:
        """The review as text that goes with `match` and no other."""
        turns = [[one.turn, one.ply, one.seat, round(one.value, 4), _packed(one.costs)] for one in self.turns]
        data = {"version": VERSION, "match": digest(match), "unit": self.unit, "turns": turns}
        return json.dumps(data, separators=(",", ":")) + "\n"

    @classmethod
    def read(cls, text: str, match: Match) -> Self:
        """The review in a text. Raises OtherMatchError if it isn't of `match` as it stands, ValueError if it is
        none."""
        try:
            data = json.loads(text)
            if data["version"] != VERSION or data["match"] != digest(match):
                raise OtherMatchError("it is a review of another match")
            unit = data["unit"]
            if unit not in HALF:
                raise ValueError(f"nothing is judged by {unit!r}")
            turns = tuple(_judged(row, match) for row in data["turns"])
        except (TypeError, KeyError, IndexError, AttributeError, RecursionError) as problem:
            raise ValueError(f"it is no review: {problem!r}") from None
        return cls(unit, turns)


def digest(match: Match) -> str:
    """A number, as text, for all that was played in a match: the same only for the same turns from the same start."""
    told = [match.game.key, repr(match.options), match.start.text() if match.start.turn_started else "", match.seats]
    told += [f"{ply.move.seat} {ply.move}" for ply in match.plies]
    return sha256("\n".join(map(str, told)).encode()).hexdigest()


def _packed(costs: Sequence[Cost]) -> list[list[object]]:
    return [[cost.seat, cost.ply, round(cost.loss, 4), list(cost.better)] for cost in costs]


def _row(value: object) -> list[object]:
    if not isinstance(value, list):
        raise ValueError(f"{value!r} is no list")
    return value


def _judged(row: object, match: Match) -> Judged:
    """A turn of a kept review. Raises ValueError if it is none of the match."""
    turn, ply, seat, value, costs = _row(row)
    return Judged(
        _whole(turn, len(match.plies)),
        _whole(ply, len(match.plies)),
        _whole(seat, match.seats - 1),
        _number(value),
        tuple(_cost(cost, match) for cost in _row(costs)),
    )


def _cost(row: object, match: Match) -> Cost:
    seat, ply, loss, better = _row(row)
    if not is_texts(better):
        raise ValueError("a move is no text")
    return Cost(_whole(seat, match.seats - 1), _whole(ply, len(match.plies)), _number(loss), tuple(better))


def _whole(value: object, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise ValueError(f"{value!r} is no number of the match")
    return value


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e6:
        raise ValueError(f"{value!r} is nothing that could be expected")
    return float(value)
