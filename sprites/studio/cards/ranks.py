"""Ranks and letters of the cards as strokes, drawn for this project: no font was used.

A rank is drawn 50 units high, a capital of a name 10 high; both stand on the lower edge of their box.
"""

from __future__ import annotations

import re
from typing import Final

from sprites.studio.pen import number

THICK: Final = 8.8
THIN: Final = 5.6
HIGH: Final = 50.0

_STEM: Final = ("M9.5 0L9.5 50", THICK)
_FEET: Final = ("M1 2.5L18 2.5M1 47.5L18 47.5", THIN)
_BOW: Final = (
    "M29.6 11.5C27.6 6 24 3.5 19.2 3.5C10 3.5 5 12 5 27C5 40 10.5 46.5 18.7 46.5"
    "C26.7 46.5 32.2 40.5 32.2 32.7C32.2 24.7 26.7 19.3 19 19.3C12 19.3 6.5 24 5 31"
)

RANKS: Final[dict[str, tuple[float, tuple[tuple[str, float], ...]]]] = {
    "A": (
        41,
        (
            ("M18.8 2.5L6.6 47.5M11 32.5L29 32.5", THIN),
            ("M20.2 0L33 47.6", THICK),
            ("M0.5 47.5L14 47.5M25.5 47.5L41 47.5", THIN),
        ),
    ),
    "2": (
        36,
        (
            (
                "M5.8 15.5C5.8 8 10.8 3.6 18 3.6C25.6 3.6 30.6 8 30.6 15C30.6 22 26 26.4 19.5 32"
                "C12 38.4 7.5 41.5 6.4 46.3L34 46.3",
                8.0,
            ),
            ("M32.4 50L32.4 37.5", 4.4),
        ),
    ),
    "3": (
        36,
        (
            ("M6 15L6 2", 4.4),
            ("M5 3.7L30 3.7 17.4 19.4C27 19.4 32.2 25 32.2 32.6C32.2 41 26 46.3 18 46.3C10 46.3 5 42.5 4 35.5", 8.0),
        ),
    ),
    "4": (38, (("M38 35.5L5.4 35.5 26 5.5", 6.0), ("M26.4 0L26.4 50", THICK), ("M17 47.5L36 47.5", THIN))),
    "5": (
        36,
        (
            (
                "M32 3.7L10.4 3.7 8.4 23.5C11 20 15 18.7 19 18.7C27 18.7 32.2 24 32.2 32.2C32.2 41 26 46.3 18 46.3"
                "C10.5 46.3 5.3 43 4 36.5",
                8.0,
            ),
        ),
    ),
    "6": (37, ((_BOW, 8.0),)),
    "7": (36, (("M5 15.5L5 1", 4.6), ("M4 3.8L31.5 3.8C23.5 15 17.5 30 16 50", 8.0))),
    "8": (
        37,
        (
            (
                "M18.5 24C11.5 24 7.2 19.5 7.2 13.7C7.2 7.8 11.7 3.6 18.5 3.6C25.3 3.6 29.8 7.8 29.8 13.7"
                "C29.8 19.5 25.5 24 18.5 24ZM18.5 24C10.5 24 5 28.8 5 35.3C5 41.8 10.5 46.4 18.5 46.4"
                "C26.5 46.4 32 41.8 32 35.3C32 28.8 26.5 24 18.5 24Z",
                7.6,
            ),
        ),
    ),
    "9": (37, ((_BOW, 8.0),)),
    "10": (
        43,
        (
            ("M8.2 0L8.2 50", 7.8),
            ("M0.5 10.5C4.5 10 7.2 7.5 8.2 3M1 47.3L15.4 47.3", THIN),
            (
                "M30 3.8C24 3.8 20.6 11 20.6 25C20.6 39 24 46.2 30 46.2C36 46.2 39.4 39 39.4 25"
                "C39.4 11 36 3.8 30 3.8Z",
                7.6,
            ),
        ),
    ),
    "J": (
        34,
        (("M23.4 1L23.4 34.5C23.4 42.5 19.5 46.3 13.4 46.3C7.2 46.3 4 42 4 35", 7.8), ("M13 2.5L33.5 2.5", THIN)),
    ),
    "Q": (
        40,
        (
            (
                "M19.5 3.5C10 3.5 4.4 11.5 4.4 23.5C4.4 35.5 10 43.5 19.5 43.5C29 43.5 34.6 35.5 34.6 23.5"
                "C34.6 11.5 29 3.5 19.5 3.5Z",
                8.0,
            ),
            ("M15.5 33.5C22.5 32.5 27 47.5 38.5 46", 6.0),
        ),
    ),
    "K": (
        41,
        (_STEM, _FEET, ("M33 2.5L11 29.5M25 2.5L39.5 2.5M25.5 47.5L41 47.5", THIN), ("M18.8 20.5L33.6 47.5", THICK)),
    ),
    "V": (41, (("M22.2 47.5L34.4 2.5M27 2.5L40.5 2.5M0 2.5L15.5 2.5", THIN), ("M8 2.4L20.8 50", THICK))),
    "D": (
        38,
        (("M9 0L9 50", THICK), ("M1 3.2L17 3.2C28.5 3.2 34.3 11.5 34.3 25C34.3 38.5 28.5 46.8 17 46.8L1 46.8", 6.6)),
    ),
    "R": (
        41,
        (
            ("M9.5 0L9.5 50", THICK),
            ("M1 3L19.5 3C27.5 3 31.8 7.6 31.8 14.4C31.8 21.4 27.5 26 19.5 26L11 26", 6.2),
            ("M20 25L33.4 47.5", THICK),
            ("M1 47.5L18 47.5M26 47.5L41 47.5", THIN),
        ),
    ),
}
"""By rank: its width, and its strokes with their widths. 9 is 6 upside down."""

CAPITALS: Final[dict[str, tuple[float, str]]] = {
    "A": (7.4, "M0 10L3.7 0 7.4 10M1.5 6.5L5.9 6.5"),
    "B": (6, "M0 0L0 10 3.2 10C7 10 7 4.8 3.2 4.8L0 4.8M3.2 4.8C6.2 4.8 6.2 0 3.2 0L0 0"),
    "C": (7, "M7 1.6C4 -1.2 0 .6 0 5C0 9.4 4 11.2 7 8.4"),
    "D": (7, "M0 0L0 10 2.6 10C8.4 10 8.4 0 2.6 0Z"),
    "E": (5.4, "M5.4 0L0 0 0 10 5.4 10M0 4.8L4.4 4.8"),
    "F": (5.2, "M5.2 0L0 0 0 10M0 4.8L4.4 4.8"),
    "I": (0.4, "M.2 0L.2 10"),
    "J": (4, "M4 0L4 7C4 10.6 .8 10.8 0 8.4"),
    "K": (6.4, "M0 0L0 10M6 0L0 6.2M2 4.4L6.4 10"),
    "L": (5, "M0 0L0 10 5 10"),
    "M": (8.4, "M0 10L.8 0 4.2 7.6 7.6 0 8.4 10"),
    "N": (6.8, "M0 10L0 0 6.8 10 6.8 0"),
    "O": (8, "M4 0C1.4 0 0 2.2 0 5C0 7.8 1.4 10 4 10C6.6 10 8 7.8 8 5C8 2.2 6.6 0 4 0Z"),
    "P": (5.8, "M0 10L0 0 3 0C6.8 0 6.8 5.6 3 5.6L0 5.6"),
    "R": (6.2, "M0 10L0 0 3 0C6.8 0 6.8 5.4 3 5.4L0 5.4M3 5.4L6.2 10"),
    "S": (5.6, "M5.4 1.6C4.4 -.4 .4 -.6 .4 2.4C.4 5.4 5.6 4.4 5.6 7.6C5.6 10.8 1 10.6 0 8.2"),
    "T": (6.4, "M0 0L6.4 0M3.2 0L3.2 10"),
    "U": (6.8, "M0 0L0 6.4C0 11.2 6.8 11.2 6.8 6.4L6.8 0"),
    "V": (7.2, "M0 0L3.6 10 7.2 0"),
    "Y": (6.8, "M0 0L3.4 5 6.8 0M3.4 5L3.4 10"),
}
"""Capitals that names need: width and strokes."""
GAP: Final = 2.4


def scaled(data: str, x: float, y: float, scale: float, flipped: tuple[float, float] | None = None) -> str:
    """Move path data to (x, y) and scale it; `flipped` rotates it by 180° in a box of that size."""
    axis = [0]

    def place(found: re.Match[str]) -> str:
        axis[0] ^= 1
        value = float(found[0])
        if flipped is not None:
            value = flipped[1 - axis[0]] - value
        return number((x if axis[0] else y) + scale * value) + " "

    return re.sub(r" (?=[A-Z-])", "", re.sub(r"-?\d*\.?\d+ ?", place, data)).strip()


def rank(name: str, middle: float, top: float, high: float) -> str:
    """Draw a rank `high` units high around `middle`; its colour comes from the enclosing group."""
    width, strokes = RANKS[name]
    scale = high / HIGH
    left = middle - width * scale / 2
    flipped = (width, HIGH) if name == "9" else None
    return "".join(
        f'<path d="{scaled(data, left, top, scale, flipped)}" fill="none" stroke-width="{number(scale * wide)}"/>\n'
        for data, wide in strokes
    )


def name_width(name: str) -> float:
    return sum(CAPITALS[letter][0] + GAP for letter in name) - GAP


def name(word: str, x: float, y: float, scale: float) -> str:
    """Return path data of a name in capitals, 10 × scale high; (x, y) is its upper left corner."""
    text = ""
    for letter in word:
        width, data = CAPITALS[letter]
        text += scaled(data, x, y, scale)
        x += scale * (width + GAP)
    return text


def capital(letter: str, middle: float, y: float, scale: float) -> str:
    """Return path data of one capital centred on `middle`, its top at `y`."""
    width, data = CAPITALS[letter]
    return scaled(data, middle - scale * width / 2, y, scale)
