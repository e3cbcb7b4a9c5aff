"""The Healer, with a bowl and a leaf."""

from __future__ import annotations

from typing import Final

from sprites.studio.gnomes.carving import Mark, Part, Side, cut, gleam, grain, limb, moved
from sprites.studio.gnomes.gnome import band, base, bobble, boots, eyes, hand, laid, nose
from sprites.studio.pen import around, line, oval

ROBE: Final = Part(
    line(
        "M50 47C60.6 47 66.4 54 69.6 65C71.2 70.6 72.4 75.6 73 80C64 84.2 36 84.2 27 80"
        "C27.6 75.6 28.8 70.6 30.4 65C33.6 54 39.4 47 50 47Z"
    ),
    "body",
    (
        cut("M50 66L50 82", 1.4, 0.5),
        *grain(
            "M36.4 80C37 74.6 38 69.6 39.6 65",
            "M43 81C43.2 77 43.6 73 44.4 69",
            "M57.6 81C57.4 76 57 72 56 68",
            "M64.6 79.6C64.2 75 63.4 70.6 62 66.6",
        ),
        gleam("M34.4 66C35.6 60.6 37.4 57 39.6 54.6"),
    ),
)
BEARD: Final = Part(
    line(
        "M37 41.6C36.4 51.6 40.6 59.4 44 65.6C46 62.6 48 63.4 50 68.4C52 63.4 54 62.6 56 65.6"
        "C59.4 59.4 63.6 51.6 63 41.6C59 45.4 54.6 46.6 50 46.6C45.4 46.6 41 45.4 37 41.6Z"
    ),
    "ash",
    (cut("M46.4 52L46.8 59.6", 1.2, 0.55), cut("M53.6 52L53.2 59.6", 1.2, 0.55)),
)
CROWN: Final = Part(
    line("M35.8 27C36 15.6 41 9.6 50 9.6C59 9.6 64 15.6 64.2 27C55 30 45 30 35.8 27Z"),
    "hat",
    (gleam("M40.4 21C41.2 16.4 43.6 14 47 13", 1.8),),
)
BRIM: Final = Part(
    line("M24 29.4C31 24.8 38 27.2 50 27.4C62 27.2 69 24.8 76 29.4C70 33.8 60 35 50 35C40 35 30 33.8 24 29.4Z"),
    "hat",
    (gleam("M29.4 29.6C33.4 28 38 29.2 44 29.8"),),
)
LEAF: Final = Part(
    line("M17 56C7.6 47.6 5.6 31.6 14.8 15.4C26.6 26.6 29.8 43.6 21.6 56.4Z"),
    "leaf",
    (
        cut("M20 66C18.4 50 16.4 36 15 24", 1.6, 0.8),
        cut("M17.4 42L11.8 36.4", 1.2, 0.6),
        cut("M17.8 44L23.4 36.6", 1.2, 0.6),
        cut("M16.4 34L12.6 29.4", 1.2, 0.6),
        cut("M16.6 35L20.6 29", 1.2, 0.6),
        cut("M18.4 51L12.4 46", 1.2, 0.6),
        cut("M19 51.6L24.4 46", 1.2, 0.6),
    ),
)
STALK: Final = Part(limb((18.6, 54), (20, 62), (22, 72), 1.5, 1.7), "leaf")
LEFT: Final = Part(limb((35.6, 56.6), (28, 68), (22.6, 65), 5.4, 4.6), "body")
RIGHT: Final = Part(limb((64.4, 56.6), (70, 68), (76.4, 68), 5.4, 4.6), "body")
BOWL: Final = Part(
    line("M65.4 56.6C73 58.6 87.4 58.6 95 56.6C94.6 66 89 72.4 80.2 72.4C71.4 72.4 65.8 66 65.4 56.6Z"),
    "stick",
    (gleam("M69.8 61.4C71 65 73.4 67.8 76.4 69"),),
)
INSIDE: Final = Part(oval(80.2, 56.4, 14.4, 3.6), "leaf", (Mark(oval(80.2, 57, 11, 2), "#D7EDBE", opacity=0.7),))


def standing(side: Side) -> list[Part]:
    held = [LEAF, STALK, hand(21.6, 64.6), hand(80.6, 71.4, 5), BOWL, INSIDE]
    return [*_robe(side), LEFT, RIGHT, *_head(side, closed=False), *held]


def asleep(side: Side) -> list[Part]:
    turn = around((18, 40), 76)
    blanket = moved([LEAF], lambda p: (69 + 1.1 * (turn(p)[0] - 18), 73 + 1.1 * (turn(p)[1] - 40)), upright=False)
    bowl = moved([BOWL, INSIDE], lambda p: (64 + 0.9 * (p[0] - 80), 41 + 0.9 * (p[1] - 72)))
    return [*bowl, *laid([*_robe(side), *_head(side, closed=True)]), *blanket, hand(58.6, 78)]


def _robe(side: Side) -> list[Part]:
    return [*base(side, 28), *boots(80.6, 42, 58), ROBE]


def _head(side: Side, closed: bool) -> list[Part]:
    head = Part(oval(50, 39.6, 13.2, 11.4), "skin", eyes(39.6, 42.6, 57.4, closed=closed))
    ribbon = band(
        side,
        "M35.2 21.6C44.6 24.8 55.4 24.8 64.8 21.6C65.2 23.6 65.2 25.6 65 27.4C55 30.6 45 30.6 35 27.4"
        "C34.8 25.6 34.8 23.6 35.2 21.6Z",
        ((41.4, 26), (50, 26.8), (58.6, 26)),
    )
    return [head, BEARD, nose(50, 44.4), CROWN, ribbon, BRIM, bobble(side, 50, 8.4, 3.8)]
