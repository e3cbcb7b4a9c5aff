"""Headers of a match's file, and the data for lists that is read from its head without a replay."""

from __future__ import annotations

from typing import Final

import rules
from rules.common.resumable import ResumableTask
from rules.record import Record, game_named, reading, reading_any

SESSION_HEADER: Final = "Sitting"
"""Record header of the series: seating, points by player, matches played ("0,1 1,0.5 2")."""
DATE: Final = "Date"
SPENT: Final = "Spent"  # header: the seconds that the current decision had taken when the match was saved
COIN: Final = "Coin"  # header of a match for which a coin was tossed
OPENED: Final = "opened-"  # prefix of the ids of finished matches that were opened from elsewhere
TO_MOVE: Final = "To move"  # header: the seat to move when the match was saved, for lists, which replay nothing
TURNS: Final = "Turns"  # header: the number of turns so far, for lists; in dice games, of throws
PACE: Final = "Pace"  # header: the seconds between turns when computers play each other
ARRANGED: Final = "Arranged"
"""Record header, scrambled: how persons have arranged their cards; in files of unfinished matches only."""


def reading_record(text: str) -> ResumableTask[Record]:
    """Read the match in `text`; for a record in Tablier's format only its game is loaded. Raises RecordError."""
    game = rules.find(game_named(text))
    return reading_any(text, rules.GAMES) if game is None else reading(text, (game,))


def read_pace(record: Record) -> float | None:
    """Return the seconds between turns when computers play each other, if the record has them."""
    return read_seconds(record.extra.get(PACE, ""))


def read_seconds(text: str) -> float | None:
    """Return the seconds of a header; None if it is invalid."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0 <= value < 1e8 else None
