"""Sums over finished matches: counts, streaks, weeks, luck. Pure."""

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
from scenes.table.finished_match import ENDED, FinishedMatch, MatchResult, PlayerMatch

T = TypeVar("T")

WEEK: Final = timedelta(days=7)
COLUMNS: Final = (
    *("match", "ended", "game", "own_start", "seat", "kind", "player", "level", "opponents", "result", "reason"),
    *("turns", "seconds_of_player", "seconds_of_match", "luck"),
)
"""Names of the columns of `as_csv`."""
_FORMULA: Final = ("=", "+", "-", "@", "\t")
"""How a text begins that a spreadsheet would take for a formula."""


class Streak(NamedTuple):
    """Matches in a row that ended alike."""

    result: MatchResult
    length: int


@dataclass(frozen=True, slots=True)
class Figures:
    """What some matches come to for whoever played them."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    most_won: int = 0
    """The longest run of matches won one after the other."""
    most_lost: int = 0
    last: Streak | None = None
    """The run that the last match belongs to; None without any."""
    seconds: float = 0.0
    """Of whole matches, everybody's decisions together."""
    luck: float = 0.0
    """Of those matches of which it is known, all in all."""
    luck_of: int = 0
    """How many those are."""

    @classmethod
    def of(cls, entries: Sequence[PlayerMatch]) -> Figures:
        """Those of matches in the order in which they ended."""
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
            most_won=longest.get("won", 0),
            most_lost=longest.get("lost", 0),
            last=runs[-1] if runs else None,
            seconds=sum(entry.seconds for entry in entries),
            luck=sum(luck),
            luck_of=len(luck),
        )

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float:
        """The share of points, 0 to 1: a match won is one, a drawn one a half; 0 without any."""
        return (self.won + self.drawn / 2) / self.played if self.played else 0.0


class Week(NamedTuple):
    """The matches that ended in a week."""

    monday: date
    figures: Figures


class Pairing(NamedTuple):
    """All matches of a game against the same opponents."""

    game: str
    opponents: tuple[Player, ...]
    figures: Figures


def names_of(entries: Iterable[PlayerMatch]) -> list[str]:
    """Who played, whoever played most first; equally often: whoever played last."""
    return _by_use([entry.name for entry in entries])


def pairings(entries: Sequence[PlayerMatch]) -> list[Pairing]:
    """By game and opponents, those played most often first, then those played last."""
    found: dict[tuple[str, tuple[Player, ...]], list[PlayerMatch]] = {}
    for entry in entries:
        found.setdefault((entry.match.game, entry.opponents), []).append(entry)
    ordered = _by_use([(entry.match.game, entry.opponents) for entry in entries])
    return [Pairing(*key, Figures.of(found[key])) for key in ordered]


def _by_use(used: Sequence[T]) -> list[T]:
    """Each once, what was used most first; equally often: what was used last."""
    counted, last = Counter(used), {one: number for number, one in enumerate(used)}
    return sorted(counted, key=lambda one: (counted[one], last[one]), reverse=True)


def weeks(entries: Sequence[PlayerMatch], count: int, today: date) -> list[Week]:
    """The last `count` weeks, Monday to Sunday, up to that of `today` or of a later match; empty ones too."""
    end = monday_of(max([today, *(entry.day for entry in entries)]))
    played: dict[date, list[PlayerMatch]] = {}
    for entry in entries:
        played.setdefault(monday_of(entry.day), []).append(entry)
    mondays = [end - number * WEEK for number in reversed(range(count))]
    return [Week(monday, Figures.of(played.get(monday, []))) for monday in mondays]


def monday_of(day: date) -> date:
    """The first day of the week of a day."""
    return day - timedelta(days=day.weekday())


def as_csv(matches: Mapping[str, FinishedMatch]) -> str:
    """All matches as a table for other programs (RFC 4180): a line for each seat of each match, `COLUMNS` above.

    Numbers have a point, and luck is in the unit of its game: games won by dice, jokers above their due.
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
                    ("no", "yes")[match.own_start],
                    seat,
                    player.kind,
                    _cell(player.name),
                    player.level if player.kind == "computer" else "",
                    _cell(others),
                    entry.result,
                    match.reason,
                    match.turns,
                    f"{match.seconds[seat]:.1f}",
                    f"{entry.seconds:.1f}",
                    "" if entry.luck is None else f"{entry.luck:.4f}",
                )
            )
    return out.getvalue()


def _cell(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text
