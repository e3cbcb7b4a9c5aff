"""Values of the widget kit that somebody may want to change. Constants only."""

from typing import Final

TIP_DELAY_SECONDS: Final = 0.5  # from the mouse's or the focus ring's arrival at a widget to the showing of its tip
WHEEL_LINES: Final = 3  # lines scrolled by a notch of the wheel, as in most programs
PAGE_KEY_LINES: Final = 3  # lines scrolled by an arrow key on a page
SLIDER_KEY_STEPS: Final = 20  # key presses that move a slider from end to end
PASTE_CHARACTERS: Final = 10_000  # of a longer text that is pasted into a field, only so many are read
SHORT_CLOCK_SECONDS: Final = 20.0  # below which a clock is red and shows tenths
SHORT_TURN_SECONDS: Final = 10.0  # the same limit for the clock of a turn
WORK_AT_ONCE_SECONDS: Final = 0.3  # of work before a dialog opens; doubled if over half the work is done by then
WORK_PORTION_SECONDS: Final = 0.012  # of work before each frame, which leaves time to paint the frame
