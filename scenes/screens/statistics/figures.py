"""What finished matches add up to: counts, streaks, weeks, luck. Pure sums over what `played.py` keeps."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from io import StringIO
from itertools import groupby
from typing import Final, NamedTuple

from rules.record import Player
from scenes.table.played import ENDED, Played, Share, Verdict

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

    verdict: Verdict
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
    def of(cls, shares: Sequence[Share]) -> Figures:
        """Those of matches in the order in which they ended."""
        verdicts = [share.verdict for share in shares]
        runs = [Streak(verdict, sum(1 for _ in run)) for verdict, run in groupby(verdicts)]
        longest: dict[Verdict, int] = {}
        for verdict, length in runs:
            longest[verdict] = max(length, longest.get(verdict, 0))
        luck = [share.luck for share in shares if share.luck is not None]
        return cls(
            won=verdicts.count("won"),
            drawn=verdicts.count("drawn"),
            lost=verdicts.count("lost"),
            most_won=longest.get("won", 0),
            most_lost=longest.get("lost", 0),
            last=runs[-1] if runs else None,
            seconds=sum(share.seconds for share in shares),
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
    won: int
    drawn: int
    lost: int

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost


class Pairing(NamedTuple):
    """All matches of a game against the same opponents."""

    game: str
    opponents: tuple[Player, ...]
    figures: Figures


def names_of(shares: Iterable[Share]) -> list[str]:
    """Who played, whoever played most first; equally often: whoever played last."""
    counted: dict[str, tuple[int, int]] = {}
    for number, share in enumerate(shares):
        counted[share.name] = (counted.get(share.name, (0, 0))[0] + 1, number)
    return sorted(counted, key=lambda name: counted[name], reverse=True)


def pairings(shares: Sequence[Share]) -> list[Pairing]:
    """By game and opponents, those played most often first, then those played last."""
    found: dict[tuple[str, tuple[Player, ...]], list[Share]] = {}
    last: dict[tuple[str, tuple[Player, ...]], int] = {}
    for number, share in enumerate(shares):
        key = (share.match.game, share.opponents)
        found.setdefault(key, []).append(share)
        last[key] = number
    ordered = sorted(found, key=lambda key: (len(found[key]), last[key]), reverse=True)
    return [Pairing(*key, Figures.of(found[key])) for key in ordered]


def weeks(shares: Sequence[Share], count: int, today: date) -> list[Week]:
    """The last `count` weeks, Monday to Sunday, up to that of `today` or of a later match; empty ones too."""
    latest = max((share.day for share in shares), default=today)
    end = monday_of(max(latest, today))
    counted: dict[date, list[Verdict]] = {}
    for share in shares:
        counted.setdefault(monday_of(share.day), []).append(share.verdict)
    found = []
    for number in reversed(range(count)):
        monday = end - number * WEEK
        verdicts = counted.get(monday, [])
        found.append(Week(monday, verdicts.count("won"), verdicts.count("drawn"), verdicts.count("lost")))
    return found


def monday_of(day: date) -> date:
    """The first day of the week of a day."""
    return day - timedelta(days=day.weekday())


def as_csv(matches: Mapping[str, Played]) -> str:
    """All matches as a table for other programs (RFC 4180): a line for each seat of each match, `COLUMNS` above.

    Numbers have a point, and luck is in the unit of its game: games won by dice, jokers above their due.
    """
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for match in sorted(matches.values(), key=lambda one: (one.ended, one.id)):
        for seat, player in enumerate(match.players):
            share = Share(match, seat)
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
                    share.verdict,
                    match.reason,
                    match.turns,
                    f"{match.seconds[seat]:.1f}",
                    f"{share.seconds:.1f}",
                    "" if share.luck is None else f"{share.luck:.4f}",
                )
            )
    return out.getvalue()


def _cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text
