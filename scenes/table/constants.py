"""The times and limits of a match at the table, which somebody may want to change. No pygame."""

from __future__ import annotations

from typing import Final

# --- programs

DRAW_PATIENCE_TURNS: Final = 5  # a program accepts a draw after so many turns with a score of 0 or less
HINT_SECONDS: Final = 1.5  # the time in which a program chooses a hint
CLOCK_SHARE: Final = 0.5
"""The largest fraction of a turn's time, of an increment and of the time left that a program uses."""
TURNS_AHEAD: Final = 40  # a program divides the time on its clock by so many turns
MAX_PACE_SECONDS: Final = 10.0  # the longest wait between turns when programs play each other
MOVE_DELAYS_SECONDS: Final = {"slow": 1.2, "normal": 0.35, "quick": 0.1, "instant": 0.0}
"""Seconds from a program's answer to its move, by `Settings.card_pace`; a game's `move_delay` replaces "normal"."""
TUTOR_LOSSES: Final = {"10": 0.10, "15": 0.15, "25": 0.25}  # lost winning probability, by `Settings.tutor`
TUTOR_NODES_DIVISOR: Final = 2  # divides the nodes of a review: the tutor answers within about half a second
TUTOR_NOTE_SECONDS: Final = 0.3  # how long the tutor judges a turn before the status says so
TUTOR_TIMEOUT_SECONDS: Final = 2.0  # after this the turn is played without a judgement
ANSWER_POLL_SECONDS: Final = 0.015  # the wait between two looks for an answer of the opponent's process
MAX_REASONS: Final = 2  # the most reasons that a hint gives

# --- what happens by itself

AUTOMATIC_DELAYS: Final = {"normal": 0.5, "fast": 0.22, "off": 0.0}
"""Seconds before an automatic move, by the speed of the animation."""
REPLAY_START_SECONDS: Final = 0.3  # the wait before the first turn of a replay
REPLAY_TURN_SECONDS: Final = 1.0  # the wait from turn to turn, also when programs play each other
POINTED_TURN_SECONDS: Final = 0.4  # the pointer must rest so long on a turn in the list until it is animated
MAX_ANIMATED_MOVES: Final = 4  # the most moves that are animated if more arrive by mail together

# --- clocks

TENTH_POLL_SECONDS: Final = 0.05  # the wait between two updates of a clock that shows tenths
TICKING_SECONDS: Final = 10  # the clock ticks in the last seconds of a turn

# --- mouse and keyboard

SHORTCUT_WAIT_SECONDS: Final = 0.6  # how long a letter that is a shortcut too waits for a digit
DIGIT_WAIT_SECONDS: Final = 2.0  # how long after a letter a digit still completes the name of a square
BOARD_TIP_DELAY_SECONDS: Final = 0.6
