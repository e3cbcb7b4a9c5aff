"""Results of arena matches: of single matches, which are stored as lines of a file, and of all together."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean, stdev
from typing import Final

from rules.common.plain_data import is_tables, is_texts
from rules.common.quoting import make_printable

RESIGNED: Final = "resigned"  # both players considered the match decided
FORFEIT: Final = "forfeit"  # a player lost the match by an error
_MAX_NUMBER: Final = 10**12  # largest number in a file of matches
_MAX_CHARACTERS: Final = 300  # longest reason or fault


def check_count(value: object) -> int:
    """Check that a JSON value is a whole number from 0 to `_MAX_NUMBER`. Raises ValueError."""
    if type(value) is not int or not 0 <= value <= _MAX_NUMBER:
        raise ValueError(f"{make_printable(repr(value))} is no number that was written here")
    return value


def check_number(value: object) -> float:
    """Check that a JSON value is a number from 0 to `_MAX_NUMBER`. Raises ValueError."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= _MAX_NUMBER:
        raise ValueError(f"{make_printable(repr(value))} is no number that was written here")
    return value


@dataclass(frozen=True, slots=True)
class Pace:
    """The time of a player's turns, in seconds of wall time, or of simulated time in timed matches."""

    turns: int = 0
    spent: float = 0.0
    slowest: float = 0.0

    def __add__(self, other: Pace) -> Pace:
        return Pace(self.turns + other.turns, self.spent + other.spent, max(self.slowest, other.slowest))

    @classmethod
    def of(cls, data: Mapping[str, object]) -> Pace:
        """Read a pace from its fields as JSON. Raises ValueError or KeyError."""
        return cls(check_count(data["turns"]), check_number(data["spent"]), check_number(data["slowest"]))

    def __str__(self) -> str:
        mean = self.spent / max(self.turns, 1)
        return f"{1000 * mean:.0f} ms a turn, the slowest {1000 * self.slowest:.0f} ms"


@dataclass(frozen=True, slots=True)
class MatchResult:
    number: int
    """Successive matches, as many as there are seats, have the same opening; in the first of them A has seat 0."""
    reason: str
    winners: tuple[int, ...]
    start: str = ""  # the position after the opening
    turns: tuple[str, ...] = ()
    paces: tuple[Pace, ...] = ()  # by seat
    fault: str = ""  # error of the player that forfeited the match

    @property
    def seats(self) -> int:
        return len(self.paces) or 2

    @property
    def seat(self) -> int:
        """The seat of A; B had all other seats."""
        return self.number % self.seats

    @property
    def points(self) -> float:
        """The points of A; a drawn match is half a point, and several winners share the point."""
        if not self.winners:
            return 0.5
        return 1.0 / len(self.winners) if self.seat in self.winners else 0.0

    def data(self) -> dict[str, object]:
        """Return the match as JSON, with the turns as one text, or as a list if they contain blanks."""
        blanks = any(" " in turn for turn in self.turns)
        return {**asdict(self), "turns": self.turns if blanks else " ".join(self.turns)}

    @classmethod
    def of(cls, data: Mapping[str, object]) -> MatchResult:
        """Read a match that `data` wrote. Raises ValueError or KeyError."""
        reason, winners, turns, paces, fault = (
            data[name] for name in ("reason", "winners", "turns", "paces", "fault")
        )
        if not isinstance(reason, str) or not isinstance(fault, str):
            raise ValueError("the reason or the fault of a match is no text")
        if isinstance(turns, str):
            turns = turns.split()
        if not isinstance(winners, list) or not is_texts(turns) or not is_tables(paces):
            raise ValueError("what should be a list in a match is none")
        return cls(
            number=check_count(data["number"]),
            reason=make_printable(reason, _MAX_CHARACTERS),
            winners=tuple(check_count(seat) for seat in winners),
            start=str(data["start"]),
            turns=tuple(turns),
            paces=tuple(Pace.of(pace) for pace in paces),
            fault=make_printable(fault, _MAX_CHARACTERS),
        )


@dataclass(frozen=True, slots=True)
class Standing:
    """The result of A against B."""

    a: str
    b: str
    wins: int
    drawn: Counter[str]
    """Number of matches, by reason, that were drawn or had A among several winners."""
    losses: int
    share: float  # of the points that A has
    error: float  # standard error of `share`, from the spread between openings
    turns: float  # mean length of a match
    paces: tuple[Pace, Pace]  # of A and of B
    faults: Counter[str]  # number of forfeited matches by error
    seats: int = 2

    @property
    def matches(self) -> int:
        return self.wins + self.drawn.total() + self.losses

    @property
    def score(self) -> str:
        return f"{self.share:.1%} ± {self.error:.1%} of the points"

    def __str__(self) -> str:
        low, elo, high = (_elo(self.share + self.error * step) for step in (-1, 0, 1))
        drawn = ", ".join(f"{reason} {count}" for reason, count in self.drawn.most_common())
        lines = [
            f"{self.a} against {self.b}: {self.score} in {self.matches} matches",
            f"won {self.wins}, drawn {self.drawn.total()} ({drawn or 'none'}), lost {self.losses}",
            f"Elo {elo:+.0f} ({low:+.0f} to {high:+.0f}); {self.turns:.0f} turns a match"
            if self.seats == 2
            else f"{self.seats} at the table; {self.turns:.0f} turns a match",
            *(f"{name}: {pace}" for name, pace in zip((self.a, self.b), self.paces, strict=True)),
            *(f"forfeited {count}: {fault}" for fault, count in self.faults.most_common()),
        ]
        return "\n".join(lines)


def _elo(share: float) -> float:
    """Return the Elo difference for a share of the points, limited to ±1200."""
    share = min(max(share, 0.001), 0.999)
    return 400 * math.log10(share / (1 - share))


def tally(a: str, b: str, matches: Sequence[MatchResult]) -> Standing:
    """Add up matches of A against B, at least one."""
    openings: dict[int, list[float]] = {}
    for played in matches:
        openings.setdefault(played.number // played.seats, []).append(played.points)
    shares = [fmean(points) for points in openings.values()]
    points = [played.points for played in matches]
    return Standing(
        a,
        b,
        wins=points.count(1.0),
        drawn=Counter(played.reason for played in matches if 0.0 < played.points < 1.0),
        losses=points.count(0.0),
        share=fmean(points),
        error=stdev(shares) / math.sqrt(len(shares)) if len(shares) > 1 else 0.5,
        turns=fmean(len(played.turns) for played in matches),
        paces=(_total_pace(matches, of_a=True), _total_pace(matches, of_a=False)),
        faults=Counter(played.fault for played in matches if played.fault),
        seats=matches[0].seats,
    )


def _total_pace(matches: Sequence[MatchResult], *, of_a: bool) -> Pace:
    return sum(
        (pace for played in matches for seat, pace in enumerate(played.paces) if (seat == played.seat) == of_a),
        Pace(),
    )
