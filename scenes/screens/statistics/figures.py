"""The figures of the statistics: counts, streaks, weeks and luck of finished matches. No pygame."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from io import StringIO
from itertools import groupby
from typing import Final, NamedTuple, TypeVar

from rules.record import Player
from scenes.table.statistics_entry import ENDED, FinishedMatch, MatchResult, PlayerMatch

T = TypeVar("T")

WEEK: Final = timedelta(days=7)
COLUMNS: Final = (
    *("match", "ended", "game", "own_start", "seat", "kind", "player", "level", "opponents", "result", "reason"),
    *("turns", "seconds_of_player", "seconds_of_match", "luck"),
)
"""The names of the columns in the result of `as_csv`."""
_FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t")


class Streak(NamedTuple):
    """Consecutive matches with the same result."""

    result: MatchResult
    length: int


@dataclass(frozen=True, slots=True)
class Figures:
    won: int = 0
    drawn: int = 0
    lost: int = 0
    longest_win_streak: int = 0  # in matches
    longest_loss_streak: int = 0
    last: Streak | None = None  # the current streak
    seconds: float = 0.0  # duration of the matches, of all seats together
    luck: float = 0.0  # sum over the matches in which it is known
    luck_count: int = 0  # number of matches in which luck is known

    @classmethod
    def of(cls, entries: Sequence[PlayerMatch]) -> Figures:
        results = [entry.result for entry in entries]
        runs = [Streak(result, sum(1 for _ in run)) for result, run in groupby(results)]
        longest: dict[MatchResult, int] = {}
        for result, length in runs:
            longest[result] = max(length, longest.get(result, 0))
        luck = [entry.luck for entry in entries if entry.luck is not None]
        return cls(
            won=results.count("won"),
            drawn=results.count("drawn"),
            lost=results.count("lost"),
            longest_win_streak=longest.get("won", 0),
            longest_loss_streak=longest.get("lost", 0),
            last=runs[-1] if runs else None,
            seconds=sum(entry.seconds for entry in entries),
            luck=sum(luck),
            luck_count=len(luck),
        )

    @property
    def match_count(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float:
        """The fraction of points, 0 to 1, where a win is 1 point and a draw 0.5 points; 0 if there are no matches."""
        return (self.won + self.drawn / 2) / self.match_count if self.match_count else 0.0


class Week(NamedTuple):
    monday: date
    figures: Figures


class Pairing(NamedTuple):
    game: str
    opponents: tuple[Player, ...]
    figures: Figures


def names_of(entries: Iterable[PlayerMatch]) -> list[str]:
    """Return the players' names by their number of matches, the highest first; of equal ones, the latest first."""
    return _by_frequency([entry.name for entry in entries])


def pairings(entries: Sequence[PlayerMatch]) -> list[Pairing]:
    """Return the figures by game and opponents, the most frequent first; of equal ones, the latest first."""
    groups: dict[tuple[str, tuple[Player, ...]], list[PlayerMatch]] = {}
    for entry in entries:
        groups.setdefault((entry.match.game, entry.opponents), []).append(entry)
    ordered = _by_frequency([(entry.match.game, entry.opponents) for entry in entries])
    return [Pairing(*key, Figures.of(groups[key])) for key in ordered]


def _by_frequency(items: Sequence[T]) -> list[T]:
    counts, last_places = Counter(items), {item: place for place, item in enumerate(items)}
    return sorted(counts, key=lambda item: (counts[item], last_places[item]), reverse=True)


def weeks(entries: Sequence[PlayerMatch], count: int, today: date) -> list[Week]:
    """Return the last `count` weeks, from Monday to Sunday, up to the week of `today` or of a later match."""
    end = monday_of(max([today, *(entry.day for entry in entries)]))
    played: dict[date, list[PlayerMatch]] = {}
    for entry in entries:
        played.setdefault(monday_of(entry.day), []).append(entry)
    mondays = [end - number * WEEK for number in reversed(range(count))]
    return [Week(monday, Figures.of(played.get(monday, []))) for monday in mondays]


def monday_of(day: date) -> date:
    return day - timedelta(days=day.weekday())


def as_csv(matches: Mapping[str, FinishedMatch]) -> str:
    """Return all matches as CSV (RFC 4180) with `COLUMNS`, with a line for each seat of each match.

    Luck is in the unit of its game: games won by dice, or the number of jokers minus the expected number.
    """
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for match in sorted(matches.values(), key=lambda one: (one.ended, one.id)):
        for seat, player in enumerate(match.players):
            entry = PlayerMatch(match, seat)
            others = ", ".join(str(one) for number, one in enumerate(match.players) if number != seat)
            writer.writerow(
                (
                    match.id,
                    match.ended.strftime(ENDED),
                    match.game,
                    ("no", "yes")[match.has_own_start],
                    seat,
                    player.kind,
                    _escape_formula(player.name),
                    player.level if player.kind == "computer" else "",
                    _escape_formula(others),
                    entry.result,
                    match.reason,
                    match.turns,
                    f"{match.seconds[seat]:.1f}",
                    f"{entry.seconds:.1f}",
                    "" if entry.luck is None else f"{entry.luck:.4f}",
                )
            )
    return out.getvalue()


def _escape_formula(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text
