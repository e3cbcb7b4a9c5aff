"""The review of a match: for each turn the expected result, and the loss of each decision; stored as text."""

import json
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import pairwise
from typing import Final, Literal, Self

from rules.common.plain_data import is_texts
from rules.contract import Move, Position, Seat
from rules.match import Match
from rules.record import written_options

Unit = Literal["chance", "points"]  # winning probability, 0 to 1; or expected points, fewer are better
HALF: Final[dict[Unit, float]] = {"chance": 0.1, "points": 3.0}  # loss at which the accuracy of a decision is 50
MIN_REPORTED_LOSS: Final[dict[Unit, float]] = {"chance": 0.02, "points": 1.0}  # smaller losses are not reported
REPORTED_COUNT: Final = 3
VERSION: Final = 1


class OtherMatchError(ValueError):
    """Error for a stored review whose turns aren't those of the match."""


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    positions: Sequence[Position]  # before each move and after the last
    moves: Sequence[Move]
    starts: Sequence[int]  # numbers, counted from 0, of the moves that begin a turn

    def turns(self) -> Iterator[tuple[int, tuple[int, int]]]:
        """Yield for each turn its number, and the numbers of its first move and of the first move after it."""
        return enumerate(pairwise((*self.starts, len(self.moves))))


@dataclass(frozen=True, slots=True)
class Cost:
    """The loss of one decision for the seat that made it."""

    seat: Seat
    ply: int  # plies before the decision
    loss: float  # in the unit of the review; 0 for the best decision
    better: tuple[str, ...] = ()  # texts of better moves; empty also if it was better not to move


@dataclass(frozen=True, slots=True)
class Judged:
    """The review of a turn; or of the position after the last turn, without costs."""

    turn: int
    ply: int  # plies before the turn
    seat: Seat
    value: float
    """The expected result of `seat` at the start of the turn.

    It is the winning probability, where a draw counts half, or the points at the end of the round, including
    earlier rounds.
    """
    costs: tuple[Cost, ...] = ()  # of the decisions of the turn that could be judged


def accuracy(unit: Unit, losses: Sequence[float]) -> float | None:
    """Return the mean of 100 · 2^(−loss / `HALF`) over these losses, 0 to 100; None if there are no losses."""
    if not losses:
        return None
    return 100 * sum(2 ** (-loss / HALF[unit]) for loss in losses) / len(losses)


@dataclass(frozen=True, slots=True)
class Review:
    unit: Unit
    turns: tuple[Judged, ...]  # in order, then the position after the last turn, if judged

    @property
    def costs(self) -> list[Cost]:
        return [cost for turn in self.turns for cost in turn.costs]

    def costliest(self, count: int = REPORTED_COUNT, plies: Container[int] | None = None) -> list[Cost]:
        """Return up to `count` losses of at least `MIN_REPORTED_LOSS`, largest first, at `plies` (None: at any ply).

        Losses of one seat at the same ply, as for two dice left unclaimed, are added up.
        """
        summed: dict[tuple[Seat, int], Cost] = {}
        for cost in self.costs:
            if plies is None or cost.ply in plies:
                first = summed.setdefault((cost.seat, cost.ply), replace(cost, loss=0.0))
                summed[cost.seat, cost.ply] = replace(first, loss=first.loss + cost.loss)
        reported = [cost for cost in summed.values() if cost.loss >= MIN_REPORTED_LOSS[self.unit]]
        return sorted(reported, key=lambda cost: (-cost.loss, cost.ply))[:count]

    def accuracy(self, seat: Seat) -> float | None:
        return accuracy(self.unit, [cost.loss for cost in self.costs if cost.seat == seat])

    def write(self, match: Match) -> str:
        """Return the review as text, which can be read only together with `match`."""
        turns = [[row.turn, row.ply, row.seat, round(row.value, 4), _write_costs(row.costs)] for row in self.turns]
        data = {"version": VERSION, "match": digest(match), "unit": self.unit, "turns": turns}
        return json.dumps(data, separators=(",", ":")) + "\n"

    @classmethod
    def read(cls, text: str, match: Match) -> Self:
        """Read a review. Raises OtherMatchError if it belongs to other turns, ValueError if it is invalid."""
        try:
            data = json.loads(text)
            if data["version"] != VERSION or data["match"] != digest(match):
                raise OtherMatchError("it is a review of another match")
            unit = data["unit"]
            if unit not in HALF:
                raise ValueError(f"nothing is judged by {unit!r}")
            turns = tuple(_read_judged(row, match) for row in data["turns"])
        except (TypeError, KeyError, IndexError, AttributeError, RecursionError) as problem:
            raise ValueError(f"it is no review: {problem!r}") from None
        return cls(unit, turns)


def digest(match: Match) -> str:
    """Return a hash of the options, the start position and all moves of a match, as hexadecimal text."""
    options = ", ".join(f"{name}={value!r}" for name, value in written_options(match.options).items())
    named = f"{type(match.options).__qualname__}({options})"
    lines = [match.game.key, named, match.start.text() if match.start.turn_started else "", match.seats]
    lines += [f"{ply.move.seat} {ply.move}" for ply in match.plies]
    return sha256("\n".join(map(str, lines)).encode()).hexdigest()


def _write_costs(costs: Sequence[Cost]) -> list[list[object]]:
    return [[cost.seat, cost.ply, round(cost.loss, 4), list(cost.better)] for cost in costs]


def _read_list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise ValueError(f"{value!r} is no list")
    return value


def _read_judged(row: object, match: Match) -> Judged:
    turn, ply, seat, value, costs = _read_list(row)
    return Judged(
        _read_int(turn, len(match.plies)),
        _read_int(ply, len(match.plies)),
        _read_int(seat, match.seats - 1),
        _read_float(value),
        tuple(_read_cost(cost, match) for cost in _read_list(costs)),
    )


def _read_cost(row: object, match: Match) -> Cost:
    seat, ply, loss, better = _read_list(row)
    if not is_texts(better):
        raise ValueError("a move is no text")
    return Cost(_read_int(seat, match.seats - 1), _read_int(ply, len(match.plies)), _read_float(loss), tuple(better))


def _read_int(value: object, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise ValueError(f"{value!r} is no number of the match")
    return value


def _read_float(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e6:
        raise ValueError(f"{value!r} is nothing that could be expected")
    return float(value)
