"""The checkers of one side as text, and the effect of a die on them. Sections are those of README.md."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias

State: TypeAlias = str
"""The state of a side (section 2): `d` or `o`, and six digits, one for each point from 1 to 6.

After `d` the digits are the numbers of checkers still to bring down, after `o` those still to bear off.
"""

HEIGHTS: Final = (2, 2, 2, 3, 3, 3)  # checkers on points 1 to 6 at the start (section 1)
START: Final[State] = "d111222"
FULL: Final[State] = "o222333"  # all checkers are down and none is off
OFF: Final[State] = "o000000"
FACES: Final = (1, 2, 3, 4, 5, 6)
_ALL_DOWN: Final[State] = "d000000"  # never used: this state is written as `FULL`


@lru_cache(maxsize=512)
def after(state: State, die: int) -> State | None:
    """Return the state after the use of a die, or None if the die can't be used."""
    digit = int(state[die])
    if digit == 0:
        return None
    used = f"{state[:die]}{digit - 1}{state[die + 1 :]}"
    return FULL if used == _ALL_DOWN else used


def usable(state: State, die: int) -> bool:
    return state[die] != "0"


def kind(state: State) -> str:
    """Return `v` if a die brings a checker down, `^` if it bears one off."""
    return "v" if state[0] == "d" else "^"


def use_all(state: State, dice: Sequence[int]) -> tuple[State, list[int], list[int]]:
    """Use dice until none is usable; return the state, the used dice in order of use, and the dice left.

    The state is the same for every order (section 4).
    """
    used: list[int] = []
    left = list(dice)
    while True:
        for index, die in enumerate(left):
            following = after(state, die)
            if following is not None:
                state = following
                used.append(left.pop(index))
                break
        else:
            return state, used, left


def problem(state: str) -> str | None:
    """Return what is wrong with the text of a state, as the end of a sentence; None if it is valid."""
    if len(state) != 7 or state[0] not in "do" or not (state[1:].isascii() and state[1:].isdigit()):
        return "must be d or o and six digits"
    if state == _ALL_DOWN:
        return f"is never written: with nothing left to bring down it is {FULL}"
    for point, (digit, height) in enumerate(zip(state[1:], HEIGHTS, strict=True), 1):
        most = height - 1 if state[0] == "d" else height
        if int(digit) > most:
            what = "to bring down" if state[0] == "d" else "left"
            return f"has {digit} checkers {what} on point {point}, where {most} are the most"
    return None


def state_before(state: State, die: int, kind: str) -> State | None:
    """Return the state before a use of a die, or None if no such use leads to `state`; `kind` is `v` or `^`."""
    digit = int(state[die])
    if kind == "^":
        if state[0] == "d" or digit == HEIGHTS[die - 1]:
            return None
        return f"{state[:die]}{digit + 1}{state[die + 1 :]}"
    if state[0] == "o":
        return f"{_ALL_DOWN[:die]}1{_ALL_DOWN[die + 1 :]}" if state == FULL else None
    return f"{state[:die]}{digit + 1}{state[die + 1 :]}" if digit < HEIGHTS[die - 1] - 1 else None
