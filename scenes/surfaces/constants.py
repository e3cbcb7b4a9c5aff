"""Constants of the table that somebody may want to change: speeds, delays and colours of marks."""

from typing import Final

# --- speed of animations, by setting

SPEEDS: Final = {"normal": 1.0, "fast": 2.0, "off": 0.0}  # factors; at 0 everything moves at once
UNDO_SPEED: Final = 1.6  # factor on the speed of an undo
PACES: Final = {"slow": (0.7, 0.6), "normal": (1.0, 0.1), "quick": (1.7, 0.0), "instant": (0.0, 0.0)}
"""Speed factor of the turns of other seats, and the pause in seconds between two steps of such a turn."""
REPLAY_REST_SECONDS: Final = 0.4  # the rest between two steps of a replay, at the normal pace
MIN_FADE_REST_SECONDS: Final = 0.2  # the rest with reduced motion, so that the order of steps is visible

# --- the pointer

DRAG_THRESHOLD_PIXELS: Final = 3  # the distance from which a press is a drag, with text of the usual size

# --- messages on the board

TOAST_FADE_SECONDS: Final = 0.08
MIN_TOAST_SECONDS: Final = 2.5
READING_SECONDS_PER_CHARACTER: Final = 0.08
WHY_DELAY_SECONDS: Final = 0.4  # after which a toast's button works: an earlier click was meant for what is below
STAMP_SECONDS: Final = 1.9
STAMP_FADE_SECONDS: Final = 0.16
SHAKE_SECONDS: Final = 0.18  # how long a refused piece shakes

# --- a living token, such as the duck

BLINK_SECONDS: Final = 0.14
BLINK_INTERVAL_SECONDS: Final = (3.0, 6.5)  # shortest and longest pause between two blinks
QUACK_SECONDS: Final = 0.25
CRY_DELAY_SECONDS: Final = 0.12  # the wait from a landing to the cry
HOP_SECONDS: Final = 0.34
TRACE_FADE_SECONDS: Final = 0.3  # how long the marks of its former places fade
DOZE_AFTER_SECONDS: Final = 30.0  # without input, after which it stops blinking

# --- colours of marks; `mark_pictures.py` tells what each of them marks

INK: Final = "#2B2420"
PAPER: Final = "#FBF8F2"
BRASS: Final = "#DDA63A"
OXBLOOD: Final = "#861615"
SEA: Final = "#2A7298"
CASE: Final = "#2A1A10"  # the edges of brass marks
# a person's arrows and circles, each with its edge: plain, with Shift, with Ctrl, with both
DRAWING_COLOURS: Final = (("#B2E5C6", CASE), ("#AE5E50", PAPER), ("#B1A4DC", CASE), ("#5C3749", PAPER))
