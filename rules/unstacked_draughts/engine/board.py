"""The checkers of one side as six digits, and the effect of a die on them. Clauses are those of README.md."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias

State: TypeAlias = str
"""State of a side (section 2).

`d` and six digits, the checkers still to bring down on points 1 to 6; or `o` and the checkers left on them.
"""

HEIGHTS: Final = (2, 2, 2, 3, 3, 3)  # checkers on points 1 to 6 at the start (section 1)
START: Final[State] = "d111222"
FULL: Final[State] = "o222333"  # state with all down and nothing off
OFF: Final[State] = "o000000"
FACES: Final = (1, 2, 3, 4, 5, 6)
_LAST: Final[State] = "d000000"  # never written, because the side has become `FULL`


@lru_cache(maxsize=512)
def after(state: State, die: int) -> State | None:
    """Return the state after a use of a die, or None if no checker is left for it on its point."""
    digit = int(state[die])
    if digit == 0:
        return None
    used = f"{state[:die]}{digit - 1}{state[die + 1 :]}"
    return FULL if used == _LAST else used


def usable(state: State, die: int) -> bool:
    return state[die] != "0"


def kind(state: State) -> str:
    """Return `v` if a die brings a checker down, `^` if it bears one off."""
    return "v" if state[0] == "d" else "^"


def use_all(state: State, dice: Sequence[int]) -> tuple[State, list[int], list[int]]:
    """Use the first usable die again and again; return the state, the dice used in order, and the dice left.

    The state is the same for every order, so this is all that can be done with the dice (section 4).
    """
    used: list[int] = []
    left = list(dice)
    while True:
        for at, die in enumerate(left):
            following = after(state, die)
            if following is not None:
                state = following
                used.append(left.pop(at))
                break
        else:
            return state, used, left


def problem(state: str) -> str | None:
    """Return the fault of a text that should be a state, as the end of a sentence; None if it is one."""
    if len(state) != 7 or state[0] not in "do" or not (state[1:].isascii() and state[1:].isdigit()):
        return "must be d or o and six digits"
    if state == _LAST:
        return f"is never written: with nothing left to bring down it is {FULL}"
    for point, (digit, height) in enumerate(zip(state[1:], HEIGHTS, strict=True), 1):
        most = height - 1 if state[0] == "d" else height
        if int(digit) > most:
            what = "to bring down" if state[0] == "d" else "left"
            return f"has {digit} checkers {what} on point {point}, where {most} are the most"
    return None


def undone(state: State, die: int, use: str) -> State | None:
    """Return the state before a die was used in this way (`v` or `^`), or None if that is impossible."""
    digit = int(state[die])
    if use == "^":
        if state[0] == "d" or digit == HEIGHTS[die - 1]:
            return None
        return f"{state[:die]}{digit + 1}{state[die + 1 :]}"
    if state[0] == "o":
        return f"{_LAST[:die]}1{_LAST[die + 1 :]}" if state == FULL else None
    return f"{state[:die]}{digit + 1}{state[die + 1 :]}" if digit < HEIGHTS[die - 1] - 1 else None
