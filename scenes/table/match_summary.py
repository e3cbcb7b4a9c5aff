"""The summary of a match in lists of matches, read from the head of its record without replaying it."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from datetime import date
from typing import Final

from rules.common.quoting import quote
from rules.contract import NATURE
from rules.errors import RecordError
from rules.match import ENDINGS
from rules.record import Player, read_head, seat_headers
from scenes.app.words import Words
from scenes.table.record_headers import DATE, TO_MOVE, TURNS

_DATE_FORMAT: Final = "%Y-%m-%d %H:%M"


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """The data about a match that lists of matches show."""

    game: str
    players: tuple[Player, ...]
    winners: tuple[int, ...] | None  # seats; empty for a drawn match; None for an unfinished one
    turns: int
    begun: str  # date and time as in the record: "2026-11-21 19:30"; may be empty
    to_move: int | None = None  # the seat, if the record has it

    @classmethod
    def read(cls, text: str) -> MatchSummary:
        """Return the summary of a record. Raises RecordError."""
        head = read_head(text)
        try:
            players = tuple(Player.read(head[name]) for name in seat_headers(head))
        except ValueError as problem:
            raise RecordError(0, str(problem)) from None
        winners = _read_winners(head["Result"]) if "Result" in head else None
        seat = head.get(TO_MOVE, "")
        to_move = int(seat) if seat in map(str, range(len(players))) else None
        count = head.get(TURNS, "")
        turns = int(count) if count.isdecimal() and len(count) < 6 else _count_turns(text)
        return cls(head.get("Game", ""), players, winners, turns, head.get(DATE, ""), to_move)

    def name(self, words: Words, seat: int) -> str:
        """Return a player's name, or the name of the seat ("Black") if it is empty.

        The only human player is "You" if no name was typed; players of the same name are told apart by their seats.
        """
        if not 0 <= seat < len(self.players):
            return ""
        key, name = f"games.{self.game}.seat.{seat}", self.players[seat].name
        if self.persons == [seat] and name in ("", words("setup.default_name")):
            return words("table.you")
        side = words(key) if words.has(key) else str(seat + 1)
        is_shared = [player.name for player in self.players].count(name) > 1
        return f"{name} ({side})" if name and is_shared else name or side

    @property
    def persons(self) -> list[int]:
        return [seat for seat, player in enumerate(self.players) if player.kind == "person"]

    def list_players(self, words: Words) -> str:
        """Return all players: "Anna and Club player"."""
        return words.join_items(self.name(words, seat) for seat in range(len(self.players)))

    def describe_result(self, words: Words) -> str:
        """Return the result in words: "Anna won"; "You won" for the only human player."""
        if self.winners is None:
            return words("archive.under_way")
        persons, are_persons_winners = self.persons, self.persons == [*self.winners]
        if len(persons) == 1 and self.winners and (are_persons_winners or len(self.players) == 2):
            return words("table.you_won" if are_persons_winners else "table.you_lost")
        key = ("drawn", "won", "won_together")[min(2, len(self.winners))]
        return words(f"table.{key}", name=words.join_items(self.name(words, seat) for seat in self.winners))

    def format_begun(self, words: Words, today: time.struct_time) -> str:
        """Return the day of the beginning: "today, 19:30" or "21 November 2026"."""
        try:
            begun = time.strptime(self.begun, _DATE_FORMAT)
        except ValueError:
            return self.begun
        days_ago = (date(*today[:3]) - date(*begun[:3])).days
        if days_ago in (0, 1):
            return words(
                f"archive.{('today', 'yesterday')[days_ago]}", time=words.format_time(begun.tm_hour, begun.tm_min)
            )
        return words.format_date(begun.tm_mday, begun.tm_mon, begun.tm_year)


def format_change_time(words: Words, mtime: float) -> str:
    """Return the time of a file's last change: "21 November 2026, 19:30"; `mtime` in seconds since 1970."""
    day = time.localtime(mtime)
    return f"{words.format_date(day.tm_mday, day.tm_mon, day.tm_year)}, {words.format_time(day.tm_hour, day.tm_min)}"


def _read_winners(text: str) -> tuple[int, ...]:
    reason, *seats = text.split() or [""]
    if not reason or not all(re.fullmatch("[0-9]{1,2}", seat) for seat in seats):
        raise RecordError(0, f"{quote(text)} is no result: write the reason, then the seats of those who won.")
    return tuple(map(int, seats))


def _count_turns(text: str) -> int:
    """Return the number of turns in a record: of runs of lines of one seat, disregarding chance and endings."""
    turns, last = 0, ""
    for line in text.partition("\n\n")[2].splitlines():
        seat, _, rest = line.partition(" ")
        if seat not in (last, str(NATURE)) and rest.partition(" ")[0] not in ENDINGS:
            turns, last = turns + 1, seat
    return turns
