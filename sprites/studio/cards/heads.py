"""Heads of Ducale's court: faces, hair and beards, as woodcuts.

Drawn around (0, 0), the middle of a face that is 62 units high and looks a little to the right.
"""

from __future__ import annotations

from dataclasses import dataclass

from sprites.studio.cards.woodcut import INK, OXBLOOD, PAPER, area, cut, dot, lines, shade

FACE = (
    "M-19 -24C-10 -31 12 -31 19 -22C21 -16 21 -11 20.5 -7C20 -4 20.6 -1 21.4 3C22 9 20 14 17.5 19"
    "C15 26 10 31.5 4.5 32C-4 32.4 -12 26 -17 17C-22 8 -23 -12 -19 -24Z"
)
NECK = "M-13 16L-14 44 14 44 10 26Z"


@dataclass(frozen=True, slots=True)
class Mood:
    """The expression of a face, in the units in which a face is 62 high.

    `stern` draws the brows down at the nose, `smile` lifts the corners of the mouth, `gaze` moves the pupils aside,
    `heavy` lowers the upper lids, `aged` adds lines below and beside the eyes.
    """

    lips: str = INK
    lashes: bool = False
    stern: float = 0.0
    smile: float = 0.0
    gaze: float = 0.0
    heavy: float = 0.0
    aged: bool = False


def neck() -> str:
    return cut(NECK, PAPER, 1.8) + shade("M-13 16L-13.5 42 13 42 10 26C4 33 -6 30 -13 16Z", 0, 2.6, 1.3, 0.8, 14)


def face(mood: Mood) -> str:
    text = cut(FACE, PAPER, 2.0)
    text += shade(
        "M-19 -22C-22 -8 -22 8 -17 17C-12 26 -4 32 4 32L-2 27C-9 23 -14 15 -15 6L-15 -22Z", 180, 2.7, 1.2, 0.9, 7
    )
    nose = lines("M6.6 -8.5C7.2 -3 9.2 3 12 8.4C12.8 11.2 9.6 12.2 6.4 11", 1.6)
    return text + _eyes(mood) + _brows(mood) + nose + _mouth(mood)


def _eyes(mood: Mood) -> str:
    g, h = mood.gaze, mood.heavy
    text = lines("M-8.6 -1C-6 1.2 -2 1.2 1 -1.6M10.6 -1.5C12.5 .6 15.6 .6 17.4 -1.6", 0.9)
    text += area(dot(-3.2 + g, -3.4, 2.6) + dot(13.8 + g, -3.6, 2.4), INK)
    text += area(dot(-4 + g, -4.3, 0.75) + dot(13 + g, -4.5, 0.7), PAPER)
    if h:
        text += area(
            "M-10.8 -2.4C-8.5 -8 -1 -8.6 2.2 -3C-1 -6 -7 -6 -10.8 -2.4ZM9.2 -3.2C11 -8.2 16 -8.2 18.8 -3.3"
            "C16 -6 12 -6 9.2 -3.2Z",
            PAPER,
        )
        text += lines("M-9.8 -5.2C-7 -8.8 -2 -8.8 1 -6M10 -5.8C12 -8.6 15.6 -8.6 18 -6", 0.9)
    text += lines(
        f"M-10.8 -2.4C-8.5 {-7.6 + h:.1f} -1 {-8.2 + h:.1f} 2.2 -3M9.2 -3.2"
        f"C11 {-7.8 + h:.1f} 16 {-7.8 + h:.1f} 18.8 -3.3",
        2.0,
    )
    if mood.aged:
        text += lines(
            "M-9 3.4C-6 5.2 -2 5 1 3.2M11 3.2C13 4.8 16 4.6 18 3M-14 -4L-17 -6M-14 -1.6L-17.6 -1.6M3 -14.4"
            "L3.6 -18M7.6 -14.2L7.2 -18",
            0.9,
        )
    return text + (lines("M-10.5 -2.6L-13.2 -4.2M-9 -5L-11 -7.2M18.6 -3.4L20 -5", 1.1) if mood.lashes else "")


def _brows(mood: Mood) -> str:
    s = mood.stern
    return lines(
        f"M-12.5 {-9.5 - s / 2:.1f}C-9 {-14 - s / 2:.1f} -2 {-14 + s:.1f} 3.4 {-10.6 + s:.1f}"
        f"M9.4 {-11 + s:.1f}C12.5 {-13.6 + s:.1f} 16.5 {-13.4 - s / 2:.1f} 19.6 {-10 - s / 2:.1f}",
        1.5 if mood.lashes else 2.2,
    )


def _mouth(mood: Mood) -> str:
    smile = mood.smile
    if mood.lips == INK:
        low, lower = 19 + smile / 3, 19 + smile / 2
        return lines(
            f"M0.8 {19.4 - smile:.1f}C3 {low:.1f} 6.6 {lower + 0.6:.1f} 8.4 {lower:.1f}"
            f"C10 {lower + 0.6:.1f} 12.8 {low:.1f} 14.8 {19 - smile:.1f}",
            1.7,
        ) + lines("M5.4 23C7.4 24.2 10.2 24.2 11.8 22.8", 1.1)
    return area(
        "M1.6 19C4.4 16.4 6.8 16.6 8.4 17.6C9.8 16.6 12 16.6 13.8 18.8C12 23 9.8 23.8 8 23.8C5.6 23.6 3.4 22 1.6 19Z",
        mood.lips,
    ) + lines(
        f"M{0.8 - smile / 4:.1f} {19 - smile / 2:.1f}C4.5 19.8 6.8 19.2 8.4 19.6"
        f"C10 19.2 12 19.6 {14.4 + smile / 4:.1f} {18.8 - smile / 2:.1f}",
        1.0,
    )


def blush() -> str:
    return lines("M-12 7L-6.5 5M-12 9.8L-5.5 7.4M-11 12.4L-6 10.6M16 6.6L19.4 5.4M15.6 9.2L19 8", 1.0, OXBLOOD)


# Hair --------------------------------------------------------------------------------------------------


def long_hair(paint: str, ink: str) -> str:
    left = "M-6 -32C-24 -32 -31 -18 -30 2C-30 18 -34 28 -40 38C-30 44 -18 42 -10 36L-8 -20Z"
    right = "M6 -32C24 -30 27 -14 26 2C26 16 28 28 33 36C25 42 14 42 8 36L8 -20Z"
    text = cut(left, paint) + cut(right, paint)
    text += lines(
        "M-24 -14C-27 4 -25 20 -31 35M-19 6C-20 20 -20 30 -23 38M22 8C21 20 23 28 26 36M-28 12"
        "C-29 22 -31 30 -35 37M17 22C16 30 17 36 18 39",
        1.2,
        ink,
    )
    return text


def fringe(paint: str, ink: str) -> str:
    text = cut(
        "M2 -30C-10 -34 -22 -28 -23 -14C-24 -4 -22 4 -19 9C-18 -2 -16 -10 -12 -15C-6 -18 0 -22 2 -27"
        "C6 -22 13 -20 18 -16C20 -12 21 -6 21 0C25 -8 25 -20 18 -27C13 -31 7 -32 2 -30Z",
        paint,
        1.8,
    )
    return text + lines(
        "M-3 -28C-12 -24 -18 -16 -20 -2M-8 -29C-16 -25 -20 -18 -21 -8M7 -28C14 -24 19 -19 21 -8", 1.1, ink
    )


def curls(paint: str, ink: str, spots: tuple[tuple[float, float, float], ...]) -> str:
    text = "".join(cut(dot(x, y, r), paint, 1.8) for x, y, r in spots)
    return text + lines(
        "".join(
            f"M{x - 0.6 * r:.1f} {y:.1f}C{x - 0.6 * r:.1f} {y - 0.7 * r:.1f} {x + 0.6 * r:.1f} {y - 0.7 * r:.1f} "
            f"{x + 0.55 * r:.1f} {y + 0.1 * r:.1f}C{x + 0.4 * r:.1f} {y + 0.6 * r:.1f} "
            f"{x - 0.2 * r:.1f} {y + 0.5 * r:.1f} {x - 0.1 * r:.1f} {y:.1f}"
            for x, y, r in spots
        ),
        1.1,
        ink,
    )


SIDE_CURLS = (
    (-22, -14, 8),
    (-26, -1, 8.5),
    (-26, 13, 8.5),
    (-30, 26, 9),
    (-21, 31, 8),
    (23, -14, 6.5),
    (25.5, -2, 7),
    (25, 11, 7),
    (28, 23, 8),
    (21, 30, 7),
)


def bob(paint: str, ink: str) -> str:
    """Draw a page's haircut: straight, to the jaw, with a roll at its end."""
    text = cut("M-8 -32C-24 -32 -30 -18 -29 0C-29 10 -30 18 -33 24C-24 32 -14 29 -10 24L-8 -20Z", paint)
    text += cut("M6 -32C22 -30 26 -14 25 2C25 10 26 16 28 21C24 27 18 27 13 24L8 -20Z", paint)
    return text + lines(
        "M-24 -10C-26 4 -24 14 -27 23M-19 8C-19 16 -19 20 -21 26M-28 6C-28 14 -29 18 -31 22M22 8C21 14 22 18 23 22",
        1.2,
        ink,
    )


# Beards ------------------------------------------------------------------------------------------------


def moustache(paint: str, ink: str) -> str:
    text = cut(
        "M8.5 13.6C4 12.6 -2 14 -7 19C-10 22 -13 22 -15 20C-14 26 -8 28 -3 25C2 22 5 18.6 8.6 18.4"
        "C12 18.6 14 21.4 18 23C21 24 24 22 24.4 19C22 20 20.6 19 19 17C16 13.6 12 12.6 8.5 13.6Z",
        paint,
        1.7,
    )
    return text + lines("M6 15.4C0 16 -5 20 -9 23.6M11 15.4C15 16.4 18 20 21 21.6", 0.9, ink)


def beard_forked(paint: str, ink: str) -> str:
    data = (
        "M-18 8C-16 16 -8 17 -3 22C2 27 12 27 15 21C17 17 20 14 21 6C24 22 21 38 15 54C11 50 8 44 6 38"
        "C3 46 -2 52 -8 56C-16 44 -23 26 -18 8Z"
    )
    return cut(data, paint) + lines(
        "M-15 18C-14 32 -11 44 -8 52M-9 22C-7 32 -5 40 -3 47M-2 27C0 33 2 36 3 40M17 20C18 32 17 42 15 50"
        "M13 26C13 34 12 40 12 46M7 29L7 35",
        1.2,
        ink,
    )


def beard_round(paint: str, ink: str) -> str:
    spots = (
        (-17, 12, 6.5),
        (-14, 22, 7),
        (-7, 30, 7.5),
        (4, 34, 7.5),
        (13, 28.5, 6.5),
        (19, 19, 5.5),
        (21, 9.5, 4.4),
    )
    return curls(paint, ink, spots)


def beard_square(paint: str, ink: str) -> str:
    data = (
        "M-19 4C-16 14 -8 17 -3 21C2 25 12 25 15 20C17 16 20 12 21 4C25 16 25 34 22 47C12 50 -8 51 -20 47"
        "C-23 34 -23 16 -19 4Z"
    )
    return cut(data, paint) + lines(
        "M-17 16C-18 28 -17 38 -16 46M-11 21C-12 30 -11 40 -10 47M-4 25C-5 34 -4 42 -3 48M4 27L4 48M11 26"
        "C12 34 12 42 11 48M17 20C19 30 19 40 17 47",
        1.3,
        ink,
    )


def beard_pointed(paint: str, ink: str) -> str:
    return cut("M-1 25C4 28 11 28 14 24C15 32 12 42 6 50C0 43 -3 34 -1 25Z", paint, 1.8) + lines(
        "M3 29C4 36 5 40 6 45M9 29C9 35 8 39 7 43", 1.0, ink
    )
