"""The pace of a match and the manners of the table: constants that somebody may want to change."""

from __future__ import annotations

from typing import Final

PATIENT_TURNS: Final = 5
"""A drawn game is accepted when the computer's score has been 0 or less for so many of its turns."""
HINT_SECONDS: Final = 1.5
TIME_SHARE: Final = 0.5
"""Of the time that the rules leave for a turn the computer thinks so much at most; also of what a turn adds."""
TURNS_LEFT: Final = 40
"""The number of turns that the time on its clock must last."""
LONGEST_PACE: Final = 10.0
"""No pace of a match between computers makes it wait longer for a turn, in seconds."""
FIRST_TURN: Final = 0.3
"""Seconds until the first turn of a replay."""
TURN_PACE: Final = 1.0
"""Seconds from one turn to the next."""
REST_AT_LINE: Final = 0.4
"""Seconds after which the turn is shown again on whose line the pointer rests."""
TENTHS: Final = 21.0
"""With so many seconds left a match clock shows tenths."""
PASTED: Final = 4
"""The number of moves, of those that came all at once, that are seen to happen: the last ones."""
AUTOMATIC_DELAYS: Final = {"normal": 0.5, "fast": 0.22, "off": 0.0}
"""Seconds between two moves that the table makes by itself, by the speed of the animation."""
ANSWER_POLL: Final = 0.015
"""Seconds between two looks for an answer of the opponent's process."""
