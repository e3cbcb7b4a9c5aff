"""The Keeper, a cage: alone, asleep, and around a captive.

Around a captive it is painted in two halves: the floor and the far bars below the captive's picture, the near bars,
the roof and the keys above it.
"""

from __future__ import annotations

from typing import Final

from sprites.studio.gnomes.carving import Mark, Part, Side, gleam, limb
from sprites.studio.gnomes.gnome import base, bobble, eyes, hand, laid, nose
from sprites.studio.pen import Line, fill, line, oval

_BRASS: Final = ("#3A2810", "#E8C67A")
"""Colours of the keys' edge, and of the keys."""
DIM: Final = fill(line("M15 25L85 25L87 52L84 79.6C70 77 30 77 16 79.6L13 52Z"), "#1B120A", 0.46)
"""The dark inside of a cage with a captive."""


def back(side: Side) -> list[Part]:
    """Draw the base, which is the cage's floor, and the bars behind."""
    bars = [Part(limb((x, 26), (x, 50), (50 + (x - 50) * 0.97, 79.6), 1.5, 1.5), "hat") for x in (31.6, 50, 68.4)]
    return [*base(side, 39.6), *bars]


def front(side: Side, closed: bool = False) -> list[Part]:
    """Draw the side bars with the hands, the keys, and the roof: a hat with a face under it."""
    posts = [Part(limb((50 + x, 25), (50 + 1.09 * x, 50), (50 + x, 81.4), 2.5, 2.8), "body") for x in (-35.6, 35.6)]
    roof = Part(
        line("M50 8.4C54.6 14 73 18.6 91 24.4C80 31 20 31 9 24.4C27 18.6 45.4 14 50 8.4Z"),
        "hat",
        (gleam("M21 23C29.6 20 37 17.4 42.4 14.6", 1.8),),
    )
    face = Part(oval(50, 20.4, 13.4, 7.6), "skin", eyes(18.8, 43.6, 56.4, closed=closed, size=0.9))
    moustache = Part(
        line(
            "M50 25.2C43 23 32.6 23.8 21.4 30.4C31.6 34.4 43.4 33 50 28.6"
            "C56.6 33 68.4 34.4 78.6 30.4C67.4 23.8 57 23 50 25.2Z"
        ),
        "ash",
    )
    head = [roof, bobble(side, 50, 7.4, 3), face, moustache, nose(50, 24.2, 4.1)]
    return [*posts, *head, hand(12.4, 53, 4.6), _keys()]


def _keys() -> Part:
    lines: list[tuple[Line, float]] = [
        (oval(86.6, 63.4, 6.2), 2.2),
        (line("M84.6 69.4L82.8 81L79.6 80.4"), 2.2),
        (line("M83.4 77.2L80.6 76.8"), 2.0),
        (line("M88.6 69.4L91.6 79.4L94.2 78.6"), 2.2),
    ]
    edges = (Mark(way, _BRASS[0], wide + 2.6) for way, wide in lines)
    brass = (Mark(way, _BRASS[1], wide) for way, wide in lines)
    return Part(oval(87.6, 54, 4.8, 4.6), "skin", (*edges, *brass), ball=True)


def standing(side: Side) -> list[Part]:
    return [*back(side), *front(side)]


def asleep(side: Side) -> list[Part]:
    return laid([*back(side), *front(side, closed=True)])
