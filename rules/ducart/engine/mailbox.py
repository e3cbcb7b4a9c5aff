"""Codes of pieces and steps for the engine's board of Ducart. Side 0 is Gold, which moves towards row 8; 1 is Blue.

A cell of `rules.search.mailbox` holds one code: its low four bits are the piece (0 none, 1 to 7 Gold's W K C Z H T
L, 9 to 15 Blue's), `SLEPT` marks that it is slept, `GOLD_ON` or `BLUE_ON` that a Keeper of that side stands on it. A
*step* is a turn as a number, `kind | actor << ACTOR_AT | target << TARGET_AT | third << THIRD_AT`. Actor, target and
third are cells: the third is the end of a push, or the waypoint of a leap of two steps, and otherwise 0.
"""

from typing import Final

# Kinds of pieces; Blue's codes are eight more.
SWEEPER: Final = 1
KEEPER: Final = 2
CREEPER: Final = 3
SLEEPER: Final = 4
HEALER: Final = 5
STEALER: Final = 6
LEAPER: Final = 7

SLEPT: Final = 16
GOLD_ON: Final = 32
BLUE_ON: Final = 64
KEPT: Final = 96  # mask of `GOLD_ON` and `BLUE_ON`
WALL: Final = 128  # the code of the cells around the board

LETTERS: Final = ".WKCZHTL"

# Kinds of turns.
MOVE: Final = 0  # to an empty square, a kill or a keep
PUSH: Final = 1
SLEEP: Final = 2
HEAL: Final = 3  # the target is 0
STEAL: Final = 4
TRANSFER: Final = 5

ACTOR_AT: Final = 4
TARGET_AT: Final = 11
THIRD_AT: Final = 18

NEAR_ONLY: Final = 1  # option a: only a neighbour can be stolen
OWN_FLANK: Final = 2  # option f: the flank ban binds only a Sweeper's own moves
PUSH_ONLY: Final = 4  # option p: only a push frees a Keeper from a Stealer
