"""The Sleeper, with a nightcap and a pillow."""

from __future__ import annotations

from typing import Final

from sprites.studio.gnomes.carving import INK, Mark, Part, Side, cut, gleam, grain, limb
from sprites.studio.gnomes.gnome import band, base, bobble, eyes, hand, laid, nose
from sprites.studio.pen import line, oval

GOWN: Final = Part(
    line(
        "M50 45C61 45 67 53 70.6 64C72.6 70 74 75.4 74.6 80C66 84.6 34 84.6 25.4 80"
        "C26 75.4 27.4 70 29.4 64C33 53 39 45 50 45Z"
    ),
    "body",
    (
        cut("M61.4 66C63 71 64 76 64.4 80.6", 1.4, 0.5),
        cut("M52.4 68.6C52.8 74 52.8 78 52.6 82.4", 1.4, 0.5),
        *grain(
            "M40.4 77C40.8 73 41.6 68 43 63", "M46.4 78C46.6 74 47 70 47.4 66", "M57.6 78C57.4 73 56.8 68 56.2 64"
        ),
    ),
)
HEM: Final = Part(
    line(
        "M25.4 76.6C36 81.2 64 81.2 74.6 76.6C75.4 78.4 75.6 80.4 75.2 82C64 86.6 36 86.6 24.8 82"
        "C24.4 80.4 24.6 78.4 25.4 76.6Z"
    ),
    "ash",
)
CAP: Final = Part(
    line(
        "M33.4 31C33 18 42 7.6 56 7.8C73 8 84.4 22.6 87.6 44.6L79.8 46.6C77.4 34.6 72.4 26 64.4 23.4"
        "C65 26.4 65 28.8 64.6 31.4C54.4 26 43.6 26 33.4 31Z"
    ),
    "hat",
    (
        gleam("M38.6 21.4C40.6 16.4 44.6 13.4 49.4 12.4", 1.8),
        cut("M64.4 23.4C62 17.8 58.4 14.8 54.4 13.6", 1.5, 0.7),
        cut("M72.8 16.4C71.6 18.2 71 20 70.8 22", 1.2, 0.5),
    ),
)
PILLOW: Final = Part(
    line(
        "M6.4 52.4C14 54 24 51.6 31.4 47.6C31.2 55.6 33.4 64.8 38 71C29.8 71 20.4 73 13 77C13 69 10.8 59.4 6.4 52.4Z"
    ),
    "ash",
    (
        cut("M14 57.4C16.4 62 17.6 66.6 17.8 70.6", 1.2, 0.45),
        gleam("M13.4 56.4C18.4 56.6 23.4 55.4 27.4 53.6", 1.8, 0.9),
    ),
)
LEFT: Final = Part(limb((35.4, 55), (27, 62), (25.6, 67.4), 5.6, 4.8), "body")
RIGHT: Final = Part(limb((64, 55.6), (72, 62), (64.6, 68.4), 5.6, 4.6), "body")
FALLEN: Final = Part(
    line(
        "M64.6 31C65 18 57 8 45 8.4C32 9 24 18 20.4 32.6L28.4 35.4C29.6 30 31.6 27 34 25.6"
        "C33.6 27.8 33.4 29.6 33.4 31.4C44 26 54.4 26 64.6 31Z"
    ),
    "hat",
    (cut("M34 25.6C36 20.4 39.4 17.6 43 16.4", 1.5, 0.7),),
)
ARM: Final = Part(limb((35.4, 55), (28, 63), (36.4, 68.4), 5.6, 4.6), "body")
CUSHION: Final = Part(
    line("M4 66.4C16 71.4 44 71.4 58 66.4C54.6 74.6 54.6 84 58 91.6C44 88.4 18 88.4 4 91.6C7.4 84 7.4 74.6 4 66.4Z"),
    "ash",
    (cut("M10.4 72.6C12 77 12.4 81 11.8 85.4", 1.2, 0.45), cut("M51.6 73.6C50.4 78 50.4 81.4 51 85", 1.2, 0.45)),
)


def standing(side: Side) -> list[Part]:
    head, brim = _face(closed=False), _brim(side)
    return [*_gown(side), *head, CAP, brim, bobble(side, 84, 51.4, 5.8), PILLOW, LEFT, hand(25.4, 68.4, 4.6)]


def asleep(side: Side) -> list[Part]:
    head, brim = _face(closed=True), _brim(side)
    return [CUSHION, *laid([*_gown(side), *head, FALLEN, brim, bobble(side, 23, 37.4, 5.4), ARM, hand(38.6, 69)])]


def _gown(side: Side) -> list[Part]:
    return [*base(side, 29), GOWN, HEM, RIGHT, hand(61.4, 69.6, 4.4)]


def _face(closed: bool) -> list[Part]:
    """Draw head, beard and nose; the mouth is open if the eyes are."""
    head = Part(oval(49, 38.6, 14.4, 13), "skin", _drowsy(closed))
    beard = Part(
        line(
            "M35 44C35.6 54 41 60.4 49 60.4C57 60.4 62.4 54 63 44C59.4 48.4 54.4 49.4 49 49.4"
            "C43.6 49.4 38.6 48.4 35 44Z"
        ),
        "ash",
        () if closed else (Mark(oval(49, 54, 3.4, 3.9), "#5A2A1C"),),
    )
    return [head, beard, nose(49, 43.8)]


def _brim(side: Side) -> Part:
    return band(
        side,
        "M32.2 34.4C43 28.6 55.6 28.6 66 34.2C67.4 31.6 67 28.4 65.2 26.6"
        "C54.8 21.6 43.4 21.6 32.8 26.8C31 28.8 30.8 31.8 32.2 34.4Z",
        ((38, 28.6), (45.4, 26.6), (53, 26.6), (60.4, 28.6)),
    )


def _drowsy(closed: bool) -> tuple[Mark, ...]:
    if closed:
        return eyes(39, 42, 56, closed=True)
    lids = [Mark(line(f"M{x - 3.6} 38.6C{x - 3.4} 34 {x + 3.4} 34 {x + 3.6} 38.6Z"), "#D9A86F") for x in (42, 56)]
    lines = [Mark(line(f"M{x - 3.8} 38.6L{x + 3.8} 38.6"), INK, 1.7) for x in (42, 56)]
    return (*(Mark(oval(x, 38.8, 2.8, 2.8), INK) for x in (42, 56)), *lids, *lines)
