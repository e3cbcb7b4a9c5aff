"""The entry of a finished match in the statistics: as it is stored, and from the view of each player."""

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
from scenes.table.match_summary import MatchSummary

MatchResult: TypeAlias = Literal["won", "drawn", "lost"]
"""The result of a match for one player; "drawn" also when several share the first place."""
ENDED: Final = "%Y-%m-%d %H:%M"  # the end's date and time, in the machine's local time
_MAX_SECONDS: Final = 1e8
_WORD_PATTERN: Final = re.compile(r"[a-z0-9-]{1,60}")
_TIME_PATTERN: Final = re.compile(r"[1-9][0-9]{3}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}")
"""The pattern of times in the format `ENDED`. `strptime` would check them too, but too slowly."""


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A finished match in the statistics."""

    id: str
    ended: datetime  # local time, to the minute
    game: str
    reason: str
    players: tuple[Player, ...]
    winners: tuple[Seat, ...]
    turns: int
    seconds: tuple[float, ...]  # by seat: the time of all its decisions
    luck: tuple[float, ...] | None = None  # by seat, in the game's unit; None if unknown or without chance
    has_own_start: bool = False  # whether it began from a position of the editor, and so doesn't count

    @classmethod
    def read_record(cls, match_id: str, text: str, ended: datetime, luck: tuple[float, ...] | None = None) -> Self:
        """Return the match of a record without replaying it. Raises RecordError, also if the match isn't over."""
        head = read_head(text)
        summary = MatchSummary.read(text)
        if summary.winners is None:
            raise RecordError(0, "The match is not over.")
        reason = head["Result"].split()[0]
        seconds = _sum_seconds(text, len(summary.players))
        return cls(
            *(match_id, ended, summary.game, reason, summary.players, summary.winners, summary.turns),
            *(seconds, luck, "Position" in head),
        )

    @classmethod
    def from_plain(cls, match_id: str, data: object) -> Self | None:
        """Return the match from data that `plain` returned; None if they are invalid, as an edited file may be."""
        if not isinstance(data, dict):
            return None
        try:
            players = tuple(Player.read(_check_line(text)) for text in data["players"])
            seats = range(len(players))
            luck = (
                None if data.get("luck") is None else tuple(_check_number(value, -1e6, 1e6) for value in data["luck"])
            )
            match = cls(
                match_id,
                datetime.fromisoformat(_check_match(_TIME_PATTERN, data["ended"])),
                _check_match(_WORD_PATTERN, data["game"]),
                _check_match(_WORD_PATTERN, data["reason"]),
                players,
                tuple(seats[_check_count(seat)] for seat in data["winners"]),
                _check_count(data["turns"]),
                tuple(_check_number(value, 0.0, _MAX_SECONDS) for value in data["seconds"]),
                luck,
                bool(data.get("own_start", False)),
            )
        except (KeyError, IndexError, TypeError, ValueError, AttributeError):
            return None
        is_complete = len(match.seconds) == len(players) and (luck is None or len(luck) == len(players))
        return match if players and is_complete else None

    def plain(self) -> dict[str, object]:
        """Return the match as data for JSON, without the id."""
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
        if self.has_own_start:
            data["own_start"] = True
        return data

    def result(self, seat: Seat) -> MatchResult:
        if seat not in self.winners:
            return "lost" if self.winners else "drawn"
        return "won" if len(self.winners) == 1 else "drawn"


@dataclass(frozen=True, slots=True)
class PlayerMatch:
    """A finished match from the view of one player."""

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
        """The seconds of all decisions of all players."""
        return sum(self.match.seconds)

    @property
    def luck(self) -> float | None:
        return None if self.match.luck is None else self.match.luck[self.seat]

    @property
    def opponents(self) -> tuple[Player, ...]:
        """All other players, sorted; computers without their names, which depend on the language."""
        others = [player for seat, player in enumerate(self.match.players) if seat != self.seat]
        unnamed = [Player("computer", "", other.level) if other.kind == "computer" else other for other in others]
        return tuple(sorted(unnamed, key=lambda player: (player.kind, player.level, player.name)))


def player_matches(matches: Mapping[str, FinishedMatch]) -> list[PlayerMatch]:
    """Return the matches that count, once for each person at this machine, in the order in which they ended."""
    ordered = sorted(matches.values(), key=lambda match: (match.ended, match.id))
    return [
        PlayerMatch(match, seat)
        for match in ordered
        for seat, player in enumerate(match.players)
        if player.kind == "person" and not match.has_own_start
    ]


def _sum_seconds(text: str, seats: int) -> tuple[float, ...]:
    """Return the sums, by seat, of the seconds that end a record's lines; those of dice and cards aren't counted."""
    spent = [0.0] * seats
    for line in text.partition("\n\n")[2].splitlines():
        seat, _, rest = line.partition(" ")
        word, _, seconds = rest.rpartition(" ")
        if seat in map(str, range(seats)) and word not in ENDINGS:
            try:
                value = float(seconds)
            except ValueError:
                raise RecordError(0, f"{make_printable(seconds, 20)} is no number of seconds.") from None
            spent[int(seat)] += value if 0 <= value < _MAX_SECONDS else 0.0
    return tuple(spent)


# --- checks of data from a file: they return valid data, and raise ValueError otherwise


def _check_line(text: object) -> str:
    if not isinstance(text, str) or text != remove_controls(text) or len(text) > 2000:
        raise ValueError("no line of text")
    return text


def _check_match(pattern: re.Pattern[str], text: object) -> str:
    if not isinstance(text, str) or not pattern.fullmatch(text):
        raise ValueError(f"not {pattern.pattern}")
    return text


def _check_count(value: object) -> int:
    if type(value) is not int or not 0 <= value < 1_000_000:
        raise ValueError("no count")
    return value


def _check_number(value: object, low: float, high: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise ValueError("no number")
    return float(value)
