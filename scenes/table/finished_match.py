"""A finished match as the statistics store it, and as each of its players sees it; plain values, no files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, Literal, Self, TypeAlias

from rules.common.quoting import make_printable, remove_controls
from rules.contract import Seat
from rules.errors import RecordError
from rules.match import ENDINGS
from rules.record import Player, read_head
from scenes.table.match_summary import RecordHead

MatchResult: TypeAlias = Literal["won", "drawn", "lost"]
"""The result of a match for one player; "drawn" also when several share the first place."""
ENDED: Final = "%Y-%m-%d %H:%M"  # the end's date and time, in the machine's local time
_MOST_SECONDS: Final = 1e8
_WORD: Final = re.compile(r"[a-z0-9-]{1,60}")
_MOMENT: Final = re.compile(r"[1-9][0-9]{3}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}")
"""Matches what `ENDED` writes; `strptime` is too slow for the many reads."""


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """The data of a finished match that statistics need."""

    id: str
    ended: datetime  # local time, to the minute
    game: str
    reason: str
    players: tuple[Player, ...]
    winners: tuple[Seat, ...]
    turns: int
    seconds: tuple[float, ...]  # by seat: the sum of its thinking times
    luck: tuple[float, ...] | None = None  # by seat, in the game's unit; None where it is unknown or plays no part
    own_start: bool = False  # whether it began from a custom position: then it counts neither as won nor as lost

    @classmethod
    def read_record(cls, match_id: str, text: str, ended: datetime, luck: tuple[float, ...] | None = None) -> Self:
        """Read the record of a finished match without replaying it.

        Raises RecordError, also if the match isn't over.
        """
        head = read_head(text)
        known = RecordHead.read(text)
        if known.winners is None:
            raise RecordError(0, "The match is not over.")
        reason = head["Result"].split()[0]
        seconds = _seconds(text, len(known.players))
        own = "Position" in head
        return cls(match_id, ended, known.game, reason, known.players, known.winners, known.turns, seconds, luck, own)

    @classmethod
    def from_plain(cls, match_id: str, data: object) -> Self | None:
        """Read what `plain` wrote; None for anything else, as the file may have been edited."""
        if not isinstance(data, dict):
            return None
        try:
            players = tuple(Player.read(_line(text)) for text in data["players"])
            seats = range(len(players))
            luck = None if data.get("luck") is None else tuple(_number(value, -1e6, 1e6) for value in data["luck"])
            made = cls(
                match_id,
                datetime.fromisoformat(_matching(_MOMENT, data["ended"])),
                _matching(_WORD, data["game"]),
                _matching(_WORD, data["reason"]),
                players,
                tuple(seats[_whole(seat)] for seat in data["winners"]),
                _whole(data["turns"]),
                tuple(_number(value, 0.0, _MOST_SECONDS) for value in data["seconds"]),
                luck,
                bool(data.get("own_start", False)),
            )
        except (KeyError, IndexError, TypeError, ValueError, AttributeError):
            return None
        fits = len(made.seconds) == len(players) and (luck is None or len(luck) == len(players))
        return made if players and fits else None

    def plain(self) -> dict[str, object]:
        """Return the match as JSON data, without the id."""
        data: dict[str, object] = {
            "ended": self.ended.strftime(ENDED),
            "game": self.game,
            "reason": self.reason,
            "players": [str(player) for player in self.players],
            "winners": list(self.winners),
            "turns": self.turns,
            "seconds": [round(value, 1) for value in self.seconds],
        }
        if self.luck is not None:
            data["luck"] = [round(value, 4) for value in self.luck]
        if self.own_start:
            data["own_start"] = True
        return data

    def result(self, seat: Seat) -> MatchResult:
        if seat not in self.winners:
            return "lost" if self.winners else "drawn"
        return "won" if len(self.winners) == 1 else "drawn"


@dataclass(frozen=True, slots=True)
class PlayerMatch:
    """A finished match as one of its players saw it."""

    match: FinishedMatch
    seat: Seat

    @property
    def name(self) -> str:
        return self.match.players[self.seat].name

    @property
    def result(self) -> MatchResult:
        return self.match.result(self.seat)

    @property
    def day(self) -> date:
        return self.match.ended.date()

    @property
    def seconds(self) -> float:
        """Seconds that all decisions of all players took."""
        return sum(self.match.seconds)

    @property
    def luck(self) -> float | None:
        return None if self.match.luck is None else self.match.luck[self.seat]

    @property
    def opponents(self) -> tuple[Player, ...]:
        """All other players, in a fixed order.

        Computers are reduced to their level, since their names depend on the language.
        """
        others = [player for seat, player in enumerate(self.match.players) if seat != self.seat]
        plain = [Player("computer", "", one.level) if one.kind == "computer" else one for one in others]
        return tuple(sorted(plain, key=lambda one: (one.kind, one.level, one.name)))


def player_matches(matches: Mapping[str, FinishedMatch]) -> list[PlayerMatch]:
    """Return the matches that count, once per person at this machine, in the order in which they ended."""
    ordered = sorted(matches.values(), key=lambda one: (one.ended, one.id))
    return [
        PlayerMatch(match, seat)
        for match in ordered
        for seat, player in enumerate(match.players)
        if player.kind == "person" and not match.own_start
    ]


def _seconds(text: str, seats: int) -> tuple[float, ...]:
    """Return the seconds by seat from the ends of a record's lines; dice and cards count for no seat."""
    spent = [0.0] * seats
    for line in text.partition("\n\n")[2].splitlines():
        seat, _, rest = line.partition(" ")
        word, _, seconds = rest.rpartition(" ")
        if seat in map(str, range(seats)) and word not in ENDINGS:
            try:
                value = float(seconds)
            except ValueError:
                raise RecordError(0, f"{make_printable(seconds, 20)} is no number of seconds.") from None
            spent[int(seat)] += value if 0 <= value < _MOST_SECONDS else 0.0
    return tuple(spent)


def _line(text: object) -> str:
    if not isinstance(text, str) or text != remove_controls(text) or len(text) > 2000:
        raise ValueError("no line of text")
    return text


def _matching(pattern: re.Pattern[str], text: object) -> str:
    if not isinstance(text, str) or not pattern.fullmatch(text):
        raise ValueError(f"not {pattern.pattern}")
    return text


def _whole(value: object) -> int:
    if type(value) is not int or not 0 <= value < 1_000_000:
        raise ValueError("no count")
    return value


def _number(value: object, low: float, high: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise ValueError("no number")
    return float(value)
