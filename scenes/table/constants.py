"""The pace of a match and the manners of the table: constants that somebody may want to change. Pure."""

from __future__ import annotations

from typing import Final

# --- programs

DRAW_PATIENCE_TURNS: Final = 5  # a program accepts a draw after so many turns with a score of 0 or less
HINT_SECONDS: Final = 1.5
CLOCK_SHARE: Final = 0.5
"""The share of the time that the rules leave for a turn, or add after it, which a program uses at most."""
TURNS_AHEAD: Final = 40  # the turns for which the time on a program's clock must last
MAX_PACE_SECONDS: Final = 10.0  # the longest wait between the turns of programs among themselves
ANSWER_POLL_SECONDS: Final = 0.015
MAX_REASONS: Final = 2  # of a hint

# --- what happens by itself

AUTOMATIC_DELAYS: Final = {"normal": 0.5, "fast": 0.22, "off": 0.0}
"""Seconds between two moves that the table makes by itself, by the speed of the animation."""
REPLAY_START_SECONDS: Final = 0.3
REPLAY_TURN_SECONDS: Final = 1.0  # from one turn of a replay, or of programs among themselves, to the next
POINTED_TURN_SECONDS: Final = 0.4  # until the turn is shown again on whose line the pointer rests
MAX_ANIMATED_MOVES: Final = 4  # of those that a letter brings at once: the last ones

# --- clocks

TENTHS_FROM_SECONDS: Final = 21.0  # with so little time left a match clock is looked at each tenth
TENTH_POLL_SECONDS: Final = 0.05
TICKING_SECONDS: Final = 10  # the last seconds of a turn, which tick

# --- the hand

DRAG_THRESHOLD_PIXELS: Final = 3  # until a press becomes a drag, with text of the usual size
SHORTCUT_WAIT_SECONDS: Final = 0.6  # for a digit after a letter that is a shortcut too, keyboard on the board
DIGIT_WAIT_SECONDS: Final = 2.0  # the time in which a digit belongs to the letter before it
TOOLTIP_DELAY_SECONDS: Final = 0.6
