"""The Sweeper, with a broom."""

from __future__ import annotations

from typing import Final

from sprites.studio.gnomes.carving import Part, Side, cut, gleam, grain, limb, moved
from sprites.studio.gnomes.gnome import band, base, bobble, boots, eyes, hand, laid, nose
from sprites.studio.pen import around, line, oval

COAT: Final = Part(
    line(
        "M44 48C54 48 60 54 63 65C64.6 71 65.4 75 65.6 79.6C56 83.6 32 83.6 22.4 79.6"
        "C22.6 75 23.4 71 25 65C28 54 34 48 44 48Z"
    ),
    "body",
    (
        cut("M24.6 68.6C36 72.6 52 72.6 63.8 68.6", 2.2),
        gleam("M29.4 64C31 58.4 33.6 55 36.4 53"),
        *grain(
            "M31 76C31.4 72 32 68 33.4 64",
            "M40 80C40.4 77 40.4 75 40.2 73",
            "M47 81C46.8 78 47 75.4 47.6 73",
            "M56.4 79C56.4 74 55.6 67 53.6 60",
        ),
    ),
)
BEARD: Final = Part(
    line("M30.4 42C29 54 34.6 64.6 43.6 69.4C52.6 64.6 58.4 54 57 42C53 45.6 48 47 43.6 47C39 47 34.4 45.6 30.4 42Z"),
    "ash",
    (cut("M37.6 52C38.4 57 40 60.4 42 63.4", 1.2, 0.6), cut("M49.8 52C49 57 47.6 60 46 62.6", 1.2, 0.6)),
)
HANDLE: Final = Part(limb((69, 19.6), (74, 42), (80, 64), 2.1, 2.1), "stick")
BRISTLES: Final = Part(
    line(
        "M76.4 61.4C79.4 59.6 82.6 59 85.6 59.4C89.4 68.4 92.6 79 94 89.4"
        "C87.4 92.6 76.6 92.6 69.8 90.4C71.4 80.6 73.6 70.4 76.4 61.4Z"
    ),
    "straw",
    (
        cut("M75.4 66.6C79 65 83.6 64.4 87.6 65", 1.9),
        cut("M79.4 70L76.6 89.6", 1.2, 0.6),
        cut("M82.8 69.6L83.4 90.6", 1.2, 0.6),
        cut("M85.8 69.6L89.6 88.6", 1.2, 0.6),
    ),
)
RIGHT: Final = Part(limb((57, 56), (67, 61), (78, 49.6), 5.4, 4.4), "body")
LEFT: Final = Part(limb((29.4, 57.6), (22, 66), (31.6, 71.6), 5.4, 4.4), "body")
ARM: Final = Part(limb((56, 55), (66, 62), (63.6, 51), 5.4, 4.4), "body")


def standing(side: Side) -> list[Part]:
    return _aside([*_feet(side), *_gnome(side, closed=False)], [HANDLE, BRISTLES, RIGHT, hand(78.4, 46)])


def bare(side: Side) -> list[Part]:
    return _aside([*_feet(side), *_gnome(side, closed=False)], [RIGHT, hand(78.4, 46)])


def _aside(gnome: list[Part], held: list[Part]) -> list[Part]:
    return [*moved(gnome, lambda p: (p[0] - 4.4, p[1])), *moved(held, lambda p: (p[0] + 1.4, p[1]))]


def asleep(side: Side) -> list[Part]:
    lean = around((74, 42), 9)
    broom = moved([HANDLE, BRISTLES], lambda p: (lean(p)[0] - 9, lean(p)[1] + 2))
    return laid([*_feet(side), *_gnome(side, closed=True), *broom, ARM, hand(63.4, 48.4)])


def _feet(side: Side) -> list[Part]:
    return [*base(side, 25, 44), *boots(80.4, 36, 52)]


def _gnome(side: Side, closed: bool) -> list[Part]:
    """Draw all but the feet and the arm that holds the broom."""
    head = Part(oval(43.6, 40.4, 13.4, 11), "skin", eyes(40.8, 36.6, 50.6, closed=closed))
    hat = Part(
        line("M28.6 36C33 28.4 35.4 20.6 36.4 11.6C46 16.6 55.4 25.4 59.4 36C50 31.4 38 31.4 28.6 36Z"),
        "hat",
        (gleam("M36.4 26.4C38 23.4 38.8 20.6 39.4 17.8"), cut("M44 18.6C45 20.8 45.4 22.6 45.4 24.6", 1.2, 0.5)),
    )
    brim = band(
        side,
        "M27.2 38.6C37 33.6 51 33.6 60.6 38.2C61.8 36 61.6 33.2 60 31.8C50.6 27.4 37.4 27.4 28 32.2"
        "C26.4 33.8 26.2 36.6 27.2 38.6Z",
        ((33.4, 33.2), (40, 31.4), (47.4, 31.2), (54.6, 32.8)),
    )
    top = moved([hat, brim, bobble(side, 36, 10.6)], lambda p: (p[0], p[1] - 1.8))
    return [COAT, head, BEARD, nose(43.6, 45.2), *top, LEFT, hand(33.8, 71.4, 4.2)]
