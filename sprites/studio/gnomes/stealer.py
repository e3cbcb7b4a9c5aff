"""The Stealer, masked, with a sack."""

from __future__ import annotations

from typing import Final

from sprites.studio.gnomes.carving import INK, Mark, Part, Side, cut, gleam, grain, limb, moved
from sprites.studio.gnomes.gnome import band, base, bobble, boots, hand, laid, nose
from sprites.studio.pen import line, oval

SACK: Final = Part(
    line(
        "M57 49C51 36 54 19.6 67 14.4C81.4 8.8 95.6 20 95 37.4C94.6 52.6 84.6 61.4 73.6 60.4C66.6 59.8 61 55.4 57 49Z"
    ),
    "jute",
    (
        cut("M62 45C66 46.4 70 50 71.6 54.4", 1.3, 0.55),
        cut("M64.6 40.4C71 41 76.4 44.6 79.4 50", 1.3, 0.45),
        gleam("M61 34C61.4 26.4 65.6 20.8 71.4 18.6", 2.2, 0.7),
        Mark(line("M72.4 27.4L85.4 27.4L81.6 23.8L85.4 27.4L81.6 31"), wide=2, opacity=0.75),
        Mark(line("M87 38.4L74 38.4L77.8 34.8L74 38.4L77.8 42"), wide=2, opacity=0.75),
    ),
)
NECK: Final = Part(limb((53.6, 54.6), (56, 51), (59.6, 47.4), 4.4, 5.6), "jute", (cut("M57 45.4L61.4 51", 2.2, 0.9),))
COAT: Final = Part(
    line(
        "M40 48C50 48 56 55 59.4 66C61.6 72 63 76 64 80C55 84 27 84 19.6 80C19.8 75 20.8 70 22.4 65"
        "C25 54 31 48 40 48Z"
    ),
    "body",
    (
        cut("M41 62C42 69 42.4 75 42 82", 1.5, 0.55),
        *grain(
            "M28 79.6C28.4 74 29.6 68 31.6 63",
            "M34.6 81C34.8 76 35.4 71 36.4 67",
            "M49.6 81C49.6 76 49 71 48 67",
            "M56.4 79C56 74 55 69 53.4 65",
        ),
        cut("M20.8 70.6C32 74.6 50 74.6 61.4 70.6", 2.2),
        gleam("M26 63C27.6 58 29.6 55 32 53"),
    ),
)
HEAD: Final = Part(oval(38.6, 40.6, 13.2, 11.8), "skin")
CHIN: Final = Part(
    line(
        "M27.4 45.4C28 52.4 32 57.4 36 61.4C38 59 41 57 44.4 56C48 52.6 49.8 49 50 45.4"
        "C46 48 42 49 38.6 49C35 49 31 48 27.4 45.4Z"
    ),
    "ash",
    (cut("M35.6 52L36 56.6", 1.2, 0.55),),
)
KNOT: Final = Part(
    line(
        "M51.6 38C56 35 60.6 34.6 64.6 36.6C61.6 38 59.6 39.6 58.4 41.6C60.4 43.4 61 45.6 60.6 48.4"
        "C56.6 46.6 53 43.6 51 40.8Z"
    ),
    "mask",
)
HAT: Final = Part(
    line(
        "M23.6 35C25 27 27.6 20.4 24 13.6C21.6 9.8 17 9.4 12 13.4C13.4 6.6 20.6 3.6 28.6 6.4"
        "C42 10.8 51.6 23 54 35C44 31 33.6 31 23.6 35Z"
    ),
    "hat",
    (gleam("M31.4 26.6C32.6 21.6 32 17 30.4 13.4"), cut("M28.6 6.4C30.4 9 31 11.4 30.8 14", 1.2, 0.4)),
)
RIGHT: Final = Part(limb((54, 60), (60, 64), (57, 54), 5.2, 4.4), "body")
LEFT: Final = Part(limb((25.4, 57.6), (15, 62), (18.6, 51.6), 5.2, 4.2), "body")
RESTING_RIGHT: Final = Part(limb((54, 58), (62, 66), (51, 69), 5.2, 4.4), "body")
RESTING_LEFT: Final = Part(limb((26, 57.6), (18, 66), (29, 69), 5.2, 4.2), "body")
FINGER: Final = Part(limb((19, 49), (20.6, 45.4), (22.4, 41.6), 2.4, 1.9), "skin")


def standing(side: Side) -> list[Part]:
    return [*_feet(side), SACK, COAT, *_face(closed=False), *_hood(side), NECK, *_hands()]


def bare(side: Side) -> list[Part]:
    return [*_feet(side), COAT, *_face(closed=False), *_hood(side), *_hands()]


def _hands() -> list[Part]:
    return [RIGHT, hand(56.8, 51.6, 4.8), LEFT, FINGER, hand(18.8, 49.4, 4.4)]


def asleep(side: Side) -> list[Part]:
    hood = moved(_hood(side), lambda p: (p[0] + 0.6 * max(0.0, 27 - p[1]), p[1]))
    sack = moved([SACK], lambda p: (p[0] - 14, p[1] + 16))
    arms = [RESTING_RIGHT, hand(49.4, 69.4), RESTING_LEFT, hand(31, 69.4)]
    return [*sack, *laid([*_feet(side), COAT, *_face(closed=True), *hood, *arms])]


def _feet(side: Side) -> list[Part]:
    return [*base(side, 27, 44), *boots(80.4, 34, 53)]


def _face(closed: bool) -> list[Part]:
    mask = Part(
        line(
            "M25 36.4C33 33 44 33 52.4 36.2C53 39.8 52.4 42.6 50.6 44.4C46.6 45.8 42 45 38.6 42.8"
            "C35.2 45 30.6 45.8 26.6 44.4C24.8 42.6 24.4 39.6 25 36.4Z"
        ),
        "mask",
        _slits(closed),
    )
    return [HEAD, CHIN, KNOT, mask, nose(38.6, 45.6, 4.4)]


def _hood(side: Side) -> list[Part]:
    brim = band(
        side,
        "M22.6 37.6C33 33 45 33 55 37.2C56 34.8 55.8 32.2 54.4 30.6C44.6 26.6 33 26.6 23.4 30.8"
        "C22 32.6 21.6 35.2 22.6 37.6Z",
        ((28.8, 32), (35.4, 30.6), (42.4, 30.6), (49, 31.8)),
    )
    return [HAT, brim, bobble(side, 11.6, 15.4, 4.2)]


def _slits(closed: bool) -> tuple[Mark, ...]:
    if closed:
        return tuple(Mark(line(f"M{x - 3.4} 38.8Q{x} 41.6 {x + 3.4} 38.8"), "#F4E6CC", 1.7) for x in (32.4, 45))
    whites = [Mark(oval(x, 39.2, 3.8, 2.8), "#FFF8E8") for x in (32.4, 45)]
    return (*whites, *(Mark(oval(x - 1.5, 39.2, 1.8, 2.1), INK) for x in (32.4, 45)))
