"""The headers of a match on file, and what lists say of it from its head, without replaying it."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from datetime import date
from typing import Final

import rules
from rules.common.quoting import quoted
from rules.common.resumable import ResumableTask
from rules.contract import NATURE
from rules.errors import RecordError
from rules.match import ENDINGS
from rules.record import Player, Record, game_named, read_head, reading, reading_any, seat_headers
from scenes.app.words import Words

SITTING: Final = "Sitting"
"""The record's header for the series: seating, points by player, matches played ("0,1 1,0.5 2")."""
DATE: Final = "Date"
SPENT: Final = "Spent"
"""The record's header for the seconds that the decision under way had taken when the match was put away."""
COIN: Final = "Coin"
"""The record's header of a match for which a coin was tossed."""
OPENED: Final = "opened-"
"""The beginning of the ids of finished matches that were opened from elsewhere, and not played here."""
TO_MOVE: Final = "To move"
"""The record's header for the seat whose turn it was when the match was put away: lists replay nothing."""
TURNS: Final = "Turns"
"""The record's header for how many turns the match has so far, for lists too: rolls, where dice are thrown."""
PACE: Final = "Pace"
"""The record's header for the seconds between turns when computers play each other."""
ARRANGED: Final = "Arranged"
"""The header for how persons have arranged their cards, scrambled: in the file of an unfinished match alone."""
_DATE_FORMAT: Final = "%Y-%m-%d %H:%M"


@dataclass(frozen=True, slots=True)
class Head:
    """Who played what, when, how it ended, and how many turns it had."""

    game: str
    """Key of the game."""
    players: tuple[Player, ...]
    """By seat."""
    winners: tuple[int, ...] | None
    """Seats; none for a drawn match; None while the match goes on."""
    turns: int
    begun: str
    """As in the record: "2026-11-21 19:30"; may be empty."""
    to_move: int | None = None
    """The seat whose turn it is, if the record says."""

    @classmethod
    def read(cls, text: str) -> Head:
        """The head of a record. Raises RecordError."""
        head = read_head(text)
        try:
            players = tuple(Player.read(head[name]) for name in seat_headers(head))
        except ValueError as problem:
            raise RecordError(0, str(problem)) from None
        winners = _winners(head["Result"]) if "Result" in head else None
        seat = head.get(TO_MOVE, "")
        to_move = int(seat) if seat in map(str, range(len(players))) else None
        told = head.get(TURNS, "")
        turns = int(told) if told.isdecimal() and len(told) < 6 else _count_turns(text)
        return cls(head.get("Game", ""), players, winners, turns, head.get(DATE, ""), to_move)

    def name(self, words: Words, seat: int) -> str:
        """Whoever sits on a seat: "You" for the only person, where no name was typed; without a name, the seat itself
        ("Black"); both where others are called alike."""
        if not 0 <= seat < len(self.players):
            return ""
        key, name = f"games.{self.game}.seat.{seat}", self.players[seat].name
        if self.persons == [seat] and name in ("", words("setup.default_name")):
            return words("table.you")
        side = words(key) if words.has(key) else str(seat + 1)
        alike = [player.name for player in self.players].count(name) > 1
        return f"{name} ({side})" if name and alike else name or side

    @property
    def persons(self) -> list[int]:
        """The seats of persons."""
        return [seat for seat, player in enumerate(self.players) if player.kind == "person"]

    def company(self, words: Words) -> str:
        """Who plays: "Anna and Club player"."""
        return words.listed(self.name(words, seat) for seat in range(len(self.players)))

    def result(self, words: Words) -> str:
        """How it ended, in words: "Anna won"; "You won" where only one person played."""
        if self.winners is None:
            return words("archive.under_way")
        persons, alone = self.persons, self.persons == [*self.winners]
        if len(persons) == 1 and self.winners and (alone or len(self.players) == 2):
            return words("table.you_won" if alone else "table.you_lost")
        told = ("drawn", "won", "won_together")[min(2, len(self.winners))]
        return words(f"table.{told}", name=words.listed(self.name(words, seat) for seat in self.winners))

    def when(self, words: Words, today: time.struct_time) -> str:
        """The day that it was begun: "today, 19:30" or "21 November 2026"."""
        try:
            begun = time.strptime(self.begun, _DATE_FORMAT)
        except ValueError:
            return self.begun
        ago = (date(*today[:3]) - date(*begun[:3])).days
        if ago in (0, 1):
            return words(f"archive.{('today', 'yesterday')[ago]}", time=words.time(begun.tm_hour, begun.tm_min))
        return words.date(begun.tm_mday, begun.tm_mon, begun.tm_year)


def changed(words: Words, mtime: float) -> str:
    """When a file was changed: "21 November 2026, 19:30"; `mtime` in seconds since 1970."""
    day = time.localtime(mtime)
    return f"{words.date(day.tm_mday, day.tm_mon, day.tm_year)}, {words.time(day.tm_hour, day.tm_min)}"


def _winners(text: str) -> tuple[int, ...]:
    """The seats behind the reason. Raises RecordError."""
    reason, *seats = text.split() or [""]
    if not reason or not all(re.fullmatch("[0-9]{1,2}", seat) for seat in seats):
        raise RecordError(0, f"{quoted(text)} is no result: write the reason, then the seats of those who won.")
    return tuple(map(int, seats))


def _count_turns(text: str) -> int:
    """Runs of lines of one player's seat below the head, but for an ending beside the rules."""
    turns, last = 0, ""
    for line in text.partition("\n\n")[2].splitlines():
        seat, _, rest = line.partition(" ")
        if seat not in (last, str(NATURE)) and rest.partition(" ")[0] not in ENDINGS:
            turns, last = turns + 1, seat
    return turns


def reading_record(text: str) -> ResumableTask[Record]:
    """Read the match in `text`; a house record loads the rules of its own game alone. Raises RecordError."""
    game = rules.find(game_named(text))
    return reading_any(text, rules.GAMES) if game is None else reading(text, (game,))


def read_pace(record: Record) -> float | None:
    """Return the seconds between turns when computers play each other, if the record tells them."""
    return read_seconds(record.extra.get(PACE, ""))


def read_seconds(text: str) -> float | None:
    """Return the seconds of a header; None where it makes no sense."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0 <= value < 1e8 else None
