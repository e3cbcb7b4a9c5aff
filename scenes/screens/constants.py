"""Limits, counts, durations and offered values of the screens that somebody may want to change."""

from __future__ import annotations

from typing import Final

MAX_PLAYER_NAME_LENGTH: Final = 24  # characters, as all lengths
MAX_FILE_NAME_LENGTH: Final = 120
MAX_PATH_LENGTH: Final = 1000
MAX_QUERY_LENGTH: Final = 40  # of the search in a rulebook
MAX_EDITED_POSITION_LENGTH: Final = 20_000
MAX_OPENED_POSITION_LENGTH: Final = 2000  # a longer text is tried as a record only
MAX_REPORT_LENGTH: Final = 12_000  # of a fault
MAX_CRASH_LOG_LENGTH: Final = 20_000  # that are read of the last run
HIT_CONTEXT_LENGTH: Final = 40  # shown before what was found in a rulebook

MAX_TRACEBACK_CALLS: Final = 40  # in a report, the innermost
MAX_CHECKED_PLIES: Final = 1000  # after a fault; a longer match is only compared with its file, not read again
MAX_FOLDER_ITEMS: Final = 5000
MAX_BOOKMARKS: Final = 6  # on the menu; the others are in the list of matches
MAX_NOTICES: Final = 3  # at once
MAX_PASSED_LINES: Final = 8  # quoted of those that were passed over in a text
MIN_RATED_DECISIONS: Final = 4  # from which a review states an accuracy
MIN_LIKENESS: Final = 0.5  # of a text that is taken for a bad position of a game
STATISTICS_WEEKS: Final = 52  # shown if the window is wide enough
HARDNESS_PERCENT: Final = {"easy": 60, "medium": 90}  # puzzles missed less often are called so

CLOCK_MINUTES: Final = (0, 1, 2, 3, 5, 10, 15, 30)  # 0: no clock
CLOCK_INCREMENT_SECONDS: Final = (0, 1, 2, 3, 5, 10)  # added after each turn
COMPUTER_PACE_SECONDS: Final = (0.5, 1.0, 2.0, 4.0)  # between turns when computers play each other
PERSON_TURN_SECONDS: Final = 16.0  # in estimates of a match's length, with a share of deals and score sheets
COMPUTER_TURN_SECONDS: Final = 2.5

MIN_TEXT_SCALE_PERCENT: Final = 60
MAX_TEXT_SCALE_PERCENT: Final = 200
TEXT_SCALE_STEP_PERCENT: Final = 10
VOLUME_STEP_PERCENT: Final = 5

WRONG_TURN_SECONDS: Final = 1.1  # shown by the coach before it is taken back
ANSWERED_TURN_SECONDS: Final = 2.8  # for one that the others answer
RECOVERY_SECONDS: Final = 60.0  # after continuing in which another fault counts as the same trouble
RESULT_SLIDE_SECONDS: Final = 0.24
RESULT_FADE_SECONDS: Final = 0.08  # instead, with reduced motion
TILE_LIFT_SECONDS: Final = 0.08
IDLE_FRAME_SECONDS: Final = 0.04  # between two frames of an animation on the menu

COACH_POLL_SECONDS: Final = 0.015  # between two checks whether the others may move
REVIEW_POLL_SECONDS: Final = 1 / 60
ENGINE_TRIAL_POLL_SECONDS: Final = 0.05
COMPILER_POLL_SECONDS: Final = 0.25
PAINTING_SECONDS: Final = 0.03  # of a frame for boards of the menu that aren't stored
READING_SECONDS: Final = 0.05  # of a frame for matches that the statistics don't know yet
PAINTER_NICENESS: Final = 10  # added for the process that paints in advance
