"""Constants of the screens that somebody may want to change: limits, counts, durations and offered values."""

from __future__ import annotations

from typing import Final

MAX_PLAYER_NAME_LENGTH: Final = 24  # in characters, like all lengths below
MAX_FILE_NAME_LENGTH: Final = 120
MAX_PATH_LENGTH: Final = 1000
MAX_QUERY_LENGTH: Final = 40  # of the words searched for in a rulebook
MAX_EDITED_POSITION_LENGTH: Final = 20_000
MAX_OPENED_POSITION_LENGTH: Final = 2000  # a longer text is tried as a record only
MAX_REPORT_LENGTH: Final = 12_000  # of the report of a fault
MAX_CRASH_LOG_LENGTH: Final = 20_000  # of the part of the last run's crash log that is shown
HIT_CONTEXT_LENGTH: Final = 40  # shown before the words that were found in a rulebook

MAX_TRACEBACK_CALLS: Final = 40  # number of innermost calls in the report of a fault
MAX_CHECKED_PLIES: Final = 1000  # of a match that is read back after a fault; longer matches are compared as texts
MAX_FOLDER_ITEMS: Final = 5000
MAX_BOOKMARKS: Final = 6  # on the menu; further matches are only in the list of matches
MAX_NOTICES: Final = 3  # shown at the same time
MAX_PASSED_LINES: Final = 8  # number of ignored lines of a text that are quoted
MIN_RATED_DECISIONS: Final = 4  # of a player for whom a review states an accuracy
MIN_LIKENESS: Final = 0.5  # of a text that is taken for a faulty position of a game
STATISTICS_WEEKS: Final = 52  # shown if the window is wide enough
HARDNESS_PERCENT: Final = {"easy": 60, "medium": 90}  # a puzzle of this difficulty is missed less often

CLOCK_MINUTES: Final = (0, 1, 2, 3, 5, 10, 15, 30)  # offered; 0 stands for no clock
CLOCK_INCREMENT_SECONDS: Final = (0, 1, 2, 3, 5, 10)  # added after each turn
COMPUTER_PACE_SECONDS: Final = (0.5, 1.0, 2.0, 4.0)  # between turns when computers play each other
PERSON_TURN_SECONDS: Final = 16.0
COMPUTER_TURN_SECONDS: Final = 2.5
"""Mean durations of a turn, including deals and score sheets, from which a match's duration is estimated."""

MIN_TEXT_SCALE_PERCENT: Final = 60
MAX_TEXT_SCALE_PERCENT: Final = 200
TEXT_SCALE_STEP_PERCENT: Final = 10
VOLUME_STEP_PERCENT: Final = 5

WRONG_TURN_SECONDS: Final = 1.1  # for which a wrong turn is shown before the coach takes it back
ANSWERED_TURN_SECONDS: Final = 2.8  # for which a wrong turn and the answer to it are shown
RECOVERY_SECONDS: Final = 60.0  # time after a recovery in which another fault counts as a repetition
RESULT_SLIDE_SECONDS: Final = 0.24
RESULT_FADE_SECONDS: Final = 0.08  # with reduced motion, instead of the slide
TILE_LIFT_SECONDS: Final = 0.08
IDLE_FRAME_SECONDS: Final = 0.04  # between two frames of an animation on the menu
IDLE_INTERVAL_SECONDS: Final = (3.0, 6.5)  # shortest and longest pause between two animations on the menu
IDLE_END_SECONDS: Final = 30.0  # without input, after which the menu has no more animations

COACH_POLL_SECONDS: Final = 0.015  # between two checks whether the moves of other seats can be played
REVIEW_POLL_SECONDS: Final = 1 / 60
ENGINE_TRIAL_POLL_SECONDS: Final = 0.05
COMPILER_POLL_SECONDS: Final = 0.25
PAINTING_SECONDS: Final = 0.03  # in each frame, for boards on the menu that aren't stored
MATCH_READING_SECONDS: Final = 0.05  # in each frame, for matches of the statistics and mistakes
PAINTER_NICENESS: Final = 10  # added to the niceness of the process that paints in advance
