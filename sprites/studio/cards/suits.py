"""The four suits of the cards, and the places of pips.

A suit is drawn around (0, 0), about 1 unit high and wide.
"""

from __future__ import annotations

import re
from typing import Final

from sprites.studio.pen import Point, number

SUITS: Final = "SHDC"
RED: Final = "#A32A27"
BLACK: Final = "#221E1C"
COLOURS: Final = {"S": BLACK, "H": RED, "D": RED, "C": BLACK}
"""Each face has its suit's colour once, and nothing else in this colour, so that a program can replace it."""

PIPS: Final = {
    "S": "M0 -.5C.06 -.36 .2 -.24 .32 -.12C.41 -.03 .46 .05 .46 .15C.46 .27 .37 .34 .26 .34C.17 .34 .09 .3 .04 .23"
    "C.05 .36 .1 .44 .19 .5L-.19 .5C-.1 .44 -.05 .36 -.04 .23C-.09 .3 -.17 .34 -.26 .34C-.37 .34 -.46 .27 -.46 .15"
    "C-.46 .05 -.41 -.03 -.32 -.12C-.2 -.24 -.06 -.36 0 -.5Z",
    "H": "M0 .5C-.05 .39 -.16 .26 -.28 .12C-.39 -.01 -.46 -.1 -.46 -.23C-.46 -.37 -.36 -.46 -.23 -.46"
    "C-.12 -.46 -.04 -.39 0 -.27C.04 -.39 .12 -.46 .23 -.46C.36 -.46 .46 -.37 .46 -.23"
    "C.46 -.1 .39 -.01 .28 .12C.16 .26 .05 .39 0 .5Z",
    "D": "M0 -.56C.11 -.34 .27 -.14 .44 0C.27 .14 .11 .34 0 .56C-.11 .34 -.27 .14 -.44 0C-.27 -.14 -.11 -.34 0 -.56Z",
    "C": "M.055 .12C.06 .34 .1 .43 .2 .5L-.2 .5C-.1 .43 -.06 .34 -.055 .12C-.09 .25 -.17 .3 -.26 .3"
    "C-.39 .3 -.48 .21 -.48 .09C-.48 -.04 -.39 -.12 -.26 -.12C-.22 -.12 -.17 -.11 -.13 -.08"
    "C-.19 -.13 -.23 -.19 -.23 -.27C-.23 -.4 -.13 -.5 0 -.5C.13 -.5 .23 -.4 .23 -.27C.23 -.19 .19 -.13 .13 -.08"
    "C.17 -.11 .22 -.12 .26 -.12C.39 -.12 .48 -.04 .48 .09C.48 .21 .39 .3 .26 .3C.17 .3 .09 .25 .055 .12Z",
}

_LEFT, _MIDDLE, _RIGHT = 86.0, 125.0, 164.0
_TOP, _STEP = 66.0, 72.6667
_FOOT: Final = 350 - _TOP


def _sides(*heights: float) -> list[Point]:
    return [(x, y) for y in heights for x in (_LEFT, _RIGHT)]


def _between(first: int, second: int) -> float:
    """Return the height between two of the four rows, counted from 0."""
    return _TOP + _STEP * (first + second) / 2


_THREE: Final = (_TOP, 175.0, _FOOT)
_FOUR: Final = tuple(_TOP + _STEP * row for row in range(4))
PLACES: Final[dict[str, list[Point]]] = {
    "2": [(_MIDDLE, _TOP), (_MIDDLE, _FOOT)],
    "3": [(_MIDDLE, y) for y in _THREE],
    "4": _sides(_TOP, _FOOT),
    "5": [*_sides(_TOP, _FOOT), (_MIDDLE, 175.0)],
    "6": _sides(*_THREE),
    "7": [*_sides(*_THREE), (_MIDDLE, (_TOP + 175) / 2)],
    "8": [*_sides(*_THREE), (_MIDDLE, (_TOP + 175) / 2), (_MIDDLE, (_FOOT + 175) / 2)],
    "9": [*_sides(*_FOUR), (_MIDDLE, 175.0)],
    "10": [*_sides(*_FOUR), (_MIDDLE, _between(0, 1)), (_MIDDLE, _between(2, 3))],
}
"""The middles of the pips of a card, 250 × 350; those in the lower half are upside down."""
PIP: Final = 48.0


def moved(data: str, x: float, y: float, size: float, head_down: bool = False, narrow: float = 1.0) -> str:
    """Return path data around (0, 0) scaled to `size` and moved to a point, optionally upside down."""
    sign, axis = (-size if head_down else size), [0]

    def place(found: re.Match[str]) -> str:
        axis[0] ^= 1
        value = float(found[0])
        return (number(x + sign * narrow * value) if axis[0] else number(y + sign * value)) + " "

    text = re.sub(r"-?\d*\.?\d+ ?", place, data)
    return re.sub(r" (?=[A-Z-])", "", text)


def pip(suit: str, x: float, y: float, size: float, head_down: bool = False) -> str:
    return moved(PIPS[suit], x, y, size, head_down)


def pips(rank: str, suit: str) -> str:
    return "".join(pip(suit, x, y, PIP, head_down=y > 176) for x, y in PLACES[rank])
