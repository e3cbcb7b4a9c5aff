"""The headers that the app adds to the records of matches, and how their values are read."""

from __future__ import annotations

from typing import Final

import rules
from rules.common.resumable import ResumableTask
from rules.record import Record, game_named, read_any_task, read_task

SESSION_HEADER: Final = "Sitting"
"""The series: seating, points by player, matches played ("0,1 1,0.5 2")."""
DATE: Final = "Date"
SPENT: Final = "Spent"  # the seconds that the current decision had taken when the match was saved
COIN: Final = "Coin"  # the header of matches for which a coin was tossed
OPENED: Final = "opened-"  # prefix of the ids of finished matches that were opened from elsewhere
TO_MOVE: Final = "To move"  # the seat to move when the match was saved, for lists of matches
TURNS: Final = "Turns"  # the number of turns so far, with throws of dice, for lists of matches
PACE: Final = "Pace"  # the seconds between turns when computers play each other
ARRANGED: Final = "Arranged"
"""The header with the order in which persons keep their cards, scrambled; only in files of unfinished matches."""


def read_record_in_steps(text: str) -> ResumableTask[Record]:
    """Read the record of a match in any known format. Raises RecordError.

    For a record in Tablier's own format only its game is loaded, else all games.
    """
    game = rules.find(game_named(text))
    return read_any_task(text, rules.GAMES) if game is None else read_task(text, (game,))


def read_pace(record: Record) -> float | None:
    """Return the seconds between turns when computers play each other, if the record has them."""
    return read_seconds(record.extra.get(PACE, ""))


def read_seconds(text: str) -> float | None:
    """Return the seconds in the text of a header; None if the text is invalid."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0 <= value < 1e8 else None
