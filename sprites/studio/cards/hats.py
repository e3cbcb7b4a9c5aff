"""Hats of Ducale's court, as woodcuts around the middle of a face (see `heads.py`)."""

from __future__ import annotations

from sprites.studio.cards.woodcut import (
    BRASS,
    INK,
    MARKS,
    OXBLOOD,
    PAPER,
    area,
    cut,
    dot,
    lines,
    placed,
    shade,
    stripes,
)


def crown_cross() -> str:
    text = cut(
        "M-25 -20C-28 -30 -31 -40 -31 -46C-25 -44 -20 -40 -16 -34C-14 -42 -12 -48 -6 -52C-3 -47 -2 -42 0 -36"
        "C2 -42 4 -47 7 -52C12 -48 14 -42 16 -34C20 -40 25 -44 30 -46C30 -40 27 -30 24 -20C10 -27 -11 -27 -25 -20Z",
        BRASS,
    )
    text += area(dot(-31, -47, 3) + dot(-6, -53.5, 3) + dot(7, -53.5, 3) + dot(30, -47, 3), INK)
    text += shade("M16 -34C20 -40 25 -44 30 -46C30 -40 27 -30 24 -20C18 -24 12 -25 8 -25.5Z", 0, 3, 1.5, 0.7, 16)
    text += lines("M-25 -27C-10 -34 10 -34 24 -27", 1.3)
    return text + area(
        placed(MARKS["lozenge"], -14, -26.6, 3.2)
        + placed(MARKS["lozenge"], 0, -28.4, 3.4)
        + placed(MARKS["lozenge"], 14, -26.6, 3.2),
        OXBLOOD,
    )


def crown_ducal() -> str:
    text = cut("M-23 -24C-30 -40 -16 -50 0 -50C16 -50 29 -40 22 -24C8 -30 -9 -30 -23 -24Z", OXBLOOD)
    text += lines("M-14 -44C-18 -38 -18 -34 -16 -29M14 -44C18 -38 17 -34 15 -29", 1.1)
    text += cut(
        "M-27 -32C-29 -42 -20 -52 -1 -53L-1 -49C-16 -48 -24 -40 -22 -31ZM26 -32C28 -42 20 -52 0 -53L0 -49"
        "C16 -48 23 -40 21 -31Z",
        BRASS,
        1.6,
    )
    text += cut("M-3.2 -52C-5 -42 -4.6 -34 -4 -28L3.4 -28C4.4 -34 4.6 -42 3.2 -52Z", BRASS, 1.6)
    text += cut(
        "M-27 -18C-29 -24 -29 -28 -28 -33C-10 -40 9 -40 27 -33C28 -28 28 -24 26 -18C10 -26 -11 -26 -27 -18Z", BRASS
    )
    text += cut(dot(0, -55, 4), BRASS, 1.6)
    return text + area(
        "".join(dot(x, y, 2.2) for x, y in ((-20, -27.4), (-10.5, -30.4), (0, -31.4), (10.5, -30.4), (20, -27.4))),
        INK,
    )


def turban() -> str:
    text = cut("M10 -40C16 -50 28 -54 38 -50C36 -44 40 -42 36 -36C30 -38 28 -32 20 -34Z", PAPER, 1.7)
    text += lines("M14 -38C20 -45 28 -48 35 -48M22 -38C26 -42 31 -43 36 -42", 1.0)
    text += cut("M-27 -18C-34 -34 -22 -50 -2 -51C18 -52 30 -38 24 -18C10 -26 -12 -27 -27 -18Z", PAPER)
    for data in (
        "M-28 -22C-32 -34 -24 -44 -14 -48C-22 -38 -22 -30 -18 -23Z",
        "M-10 -49.5C-2 -52 6 -51 12 -49C2 -42 -4 -34 -6 -25L-14 -24C-16 -34 -14 -42 -10 -49.5Z",
        "M18 -46C26 -40 27 -30 24.4 -20L14 -23.5C12 -32 14 -40 18 -46Z",
    ):
        text += cut(data, OXBLOOD, 1.6)
    text += cut(dot(5, -33, 5.4), BRASS, 1.7)
    return text + area(placed(MARKS["lozenge"], 5, -33, 3.2), INK)


def crown_leaves() -> str:
    text = ""
    for x, y, tilt in ((-23, -32, -9.0), (22, -32, 9.0), (-12, -37, -4.0), (11.5, -37, 4.0), (0, -39, 0.0)):
        text += cut(
            f"M{x} {y - 17}C{x + 4 + tilt} {y - 12} {x + 9} {y - 8} {x + 7} {y + 8}L{x - 7} {y + 8}"
            f"C{x - 9} {y - 8} {x - 4 + tilt} {y - 12} {x + tilt} {y - 17}Z".replace(
                f"M{x} {y - 17}", f"M{x + tilt} {y - 17}", 1
            ),
            BRASS,
            1.7,
        )
        text += lines(
            f"M{x + 0.8 * tilt:.1f} {y - 12}L{x} {y + 5}M{x} {y - 3}L{x + 4} {y - 7}M{x} {y - 3}L{x - 4} {y - 7}", 0.9
        )
    text += cut(
        "M-27 -17C-28 -22 -28.6 -27 -28 -32C-10 -39 9 -39 27 -32C27.6 -27 27 -22 26 -17C10 -25 -11 -25 -27 -17Z",
        OXBLOOD,
    )
    return text + area(
        "".join(
            placed(MARKS["lozenge"], x, y, 3.4) for x, y in ((-18, -26.4), (-6, -29.6), (6.4, -29.6), (18, -26.4))
        ),
        BRASS,
    )


def hennin_veil() -> str:
    """Draw the veil that falls from the cone behind the face."""
    text = cut("M-16 -54C-38 -44 -46 -10 -48 40C-38 35 -26 34 -12 38L-8 -30Z", PAPER, 1.7)
    return text + lines("M-25 -44C-36 -24 -39 4 -41 33M-24 -30C-31 -14 -33 8 -33 31M-23 -10C-26 4 -26 18 -24 31", 1.0)


def hennin() -> str:
    text = cut("M-26 -16C-28 -30 -26 -46 -20 -55L-10 -56C2 -46 16 -36 22 -24C8 -30 -12 -28 -26 -16Z", OXBLOOD)
    text += stripes(
        "M-25 -22C-27 -34 -25 -46 -20 -54L-10.5 -55C1 -45 14 -36 20 -27C6 -31 -12 -29 -25 -22Z", 20, 7.5, 1.5, BRASS
    )
    return (
        text
        + cut(
            "M-27 -12C-28 -18 -27.6 -22 -26.4 -26C-12 -36 10 -36 23 -27C24 -23 24 -20 23 -16C8 -25 -12 -24 -27 -12Z",
            BRASS,
            1.8,
        )
        + area(
            "".join(dot(x, y, 1.7) for x, y in ((-20, -22.4), (-10, -27.4), (0, -28.6), (10, -26.8), (18, -23))), INK
        )
    )


def coronet() -> str:
    heart = "M0 1C-.6 .3 -1 -.1 -1 -.5C-1 -1 -.3 -1.1 0 -.5C.3 -1.1 1 -1 1 -.5C1 -.1 .6 .3 0 1Z"
    text = cut(
        "M-23 -21C-26 -30 -26 -34 -25 -38C-20 -36 -16 -34 -13 -31C-11 -37 -6 -42 0 -46C6 -42 10 -37 12 -31"
        "C15 -34 19 -36 24 -38C25 -34 24 -30 21 -21C8 -28 -10 -28 -23 -21Z",
        BRASS,
    )
    text += cut(dot(-25, -40, 3), PAPER, 1.4) + cut(dot(0, -48.5, 3.6), PAPER, 1.4) + cut(dot(24, -40, 3), PAPER, 1.4)
    return text + area(
        placed(heart, -14, -26.2, 3.4) + placed(heart, 0, -31.5, 4.6) + placed(heart, 13.4, -26.2, 3.4), OXBLOOD
    )


def horned() -> str:
    text = ""
    for left, data in (
        (True, "M-10 -28C-16 -44 -34 -48 -38 -34C-40 -22 -32 -10 -24 -6C-21 -14 -18 -21 -10 -28Z"),
        (False, "M10 -28C15 -44 32 -48 36 -34C38 -22 32 -10 23 -6C21.6 -14 18 -21 10 -28Z"),
    ):
        text += cut(data, BRASS)
        text += stripes(data, 45 if left else 40, 6, 1.2) + stripes(data, -45 if left else -40, 6, 1.2)
        text += cut(data, "none")
    text += cut(
        "M-23 -15C-18 -25 -12 -30 -14 -38C-6 -36 6 -36 13 -38C12 -30 18 -25 22 -15C10 -27 -10 -27 -23 -15Z",
        OXBLOOD,
        1.8,
    )
    return text + cut(placed(MARKS["lozenge"], 0, -29, 6), BRASS, 1.4)


def wreath() -> str:
    text = ""
    for x, y in ((-25.0, -12.0), (-16.0, -27.0), (-5.0, -33.0), (8.0, -33.0), (19.0, -25.0), (24.0, -13.0)):
        text += cut(placed(MARKS["leaf"], x - 3, y - 4, 8) + placed(MARKS["leaf"], x + 4, y - 3, 7), BRASS, 1.5)
    for x, y in ((-21.5, -20.0), (-10.5, -31.0), (2.0, -35.0), (14.0, -30.0), (22.0, -19.0)):
        text += cut(
            dot(x - 2.6, y - 1.5, 3.4)
            + dot(x + 2.6, y - 1.5, 3.4)
            + dot(x, y - 4, 3.4)
            + dot(x - 1.8, y + 2.4, 3.2)
            + dot(x + 1.8, y + 2.4, 3.2),
            PAPER,
            1.5,
        )
        text += area(dot(x, y - 0.4, 2.8), OXBLOOD)
    return text


def feather(x: float, y: float, flip: int = 1, paint: str = PAPER) -> str:

    def at(dx: float, dy: float) -> str:
        return f"{x + flip * dx:.1f} {y + dy:.1f}"

    data = (
        f"M{at(0, 0)}C{at(2, -14)} {at(12, -26)} {at(30, -27)}C{at(38, -26)} {at(43, -20)} {at(42, -12)}"
        f"C{at(36, -14)} {at(32, -12)} {at(29, -8)}C{at(26, -10)} {at(22, -7)} {at(20, -3)}"
        f"C{at(16, -4)} {at(8, 2)} {at(0, 0)}Z"
    )
    text = cut(data, paint, 1.7)
    text += lines(
        f"M{at(-3, 4)}C{at(6, -12)} {at(20, -20)} {at(38, -19)}M{at(10, -11)}L{at(13, -20)}M{at(16, -14.5)}"
        f"L{at(21, -23)}M{at(23, -17.5)}L{at(29, -24.5)}M{at(12, -12.5)}L{at(18, -6)}M{at(19, -16)}"
        f"L{at(26, -11)}M{at(27, -18.4)}L{at(33, -14)}",
        1.0,
    )
    return text


def beret() -> str:
    text = feather(4, -38, 1, BRASS)
    text += cut("M-31 -20C-38 -34 -20 -46 2 -46C24 -46 36 -36 29 -22C20 -28 -18 -30 -31 -20Z", OXBLOOD)
    text += lines("M-24 -27C-18 -36 -8 -40 0 -41M-12 -29C-6 -35 2 -38 8 -38M14 -29C16 -34 20 -36 24 -37", 1.1)
    text += cut(
        "M-26 -15C-28 -19 -28 -22 -27 -25C-10 -33 12 -33 25 -25C26 -22 26 -19 25 -16C10 -26 -12 -25 -26 -15Z",
        INK,
        1.6,
    )
    return text + cut(dot(8, -29.4, 4), BRASS, 1.5)


def flat_cap() -> str:
    text = cut(
        "M-30 -22C-38 -36 -24 -48 -4 -47C8 -52 28 -48 31 -36C33 -30 28 -24 25 -20C10 -28 -12 -28 -30 -22Z", OXBLOOD
    )
    for x, y, tilt in ((-21, -33, -5), (-9, -38, -2), (4, -39, 1), (17, -36, 4)):
        text += cut(
            f"M{x + tilt} {y - 6}C{x + 5 + tilt} {y - 3} {x + 4} {y + 4} {x} {y + 8}"
            f"C{x - 4} {y + 4} {x - 5 + tilt} {y - 3} {x + tilt} {y - 6}Z",
            PAPER,
            1.3,
        )
    brim = "M-29 -13C-33 -18 -32 -24 -29 -27C-10 -34 10 -34 27 -27C31 -24 31 -18 28 -14C10 -25 -12 -24 -29 -13Z"
    text += cut(brim, BRASS, 1.8) + shade(brim, 80, 3.4, 1.6, 0.6)
    return text + cut(placed(MARKS["lozenge"], 15, -26, 7), PAPER, 1.5)


def chaperon() -> str:
    """Draw a rolled hood whose long end falls beside the face."""
    text = cut(
        "M-20 -38C-34 -36 -40 -20 -38 0C-37 14 -40 26 -44 36C-38 40 -30 39 -27 35C-28 20 -26 2 -22 -14Z", INK, 1.8
    )
    text += lines("M-28 -28C-34 -14 -30 10 -36 34", 1.2, BRASS)
    text += cut("M-14 -38C-16 -50 -2 -56 10 -50C18 -46 18 -40 14 -36Z", INK, 1.8) + lines(
        "M-6 -42C-4 -48 4 -50 10 -46", 1.2, BRASS
    )
    text += cut(
        "M-28 -15C-36 -24 -32 -36 -20 -38C-8 -42 12 -42 20 -37C31 -34 33 -23 25 -15C10 -25 -12 -25 -28 -15Z", BRASS
    )
    return text + lines(
        "M-24 -20C-26 -28 -22 -33 -18 -36M-14 -25C-14 -32 -11 -36 -8 -39M-2 -27.6C-1 -33 1 -37 3 -40M9 -26"
        "C11 -31 13 -36 14 -38M18 -21C22 -26 23 -31 23 -35",
        1.2,
    )


def bycocket() -> str:
    """Draw a huntsman's hat, its brim a beak in front and turned up behind."""
    text = feather(-6, -38, -1, OXBLOOD)
    text += cut("M-20 -24C-20 -42 -6 -50 4 -48C16 -46 20 -36 20 -24Z", INK)
    text += lines("M-12 -32C-10 -40 -4 -44 2 -44", 1.3, BRASS)
    return (
        text
        + cut(
            "M-32 -26C-26 -34 -14 -32 -2 -30C14 -28 28 -24 42 -17C28 -16 12 -20 -2 -20C-14 -20 -24 -14 -30 -10"
            "C-34 -16 -34 -22 -32 -26Z",
            BRASS,
        )
        + shade(
            "M-32 -26C-26 -34 -14 -32 -2 -30C14 -28 28 -24 42 -17C28 -16 12 -20 -2 -20C-14 -20 -24 -14 -30 -10"
            "C-34 -16 -34 -22 -32 -26Z",
            95,
            3.4,
            1.5,
            0.6,
        )
    )


def fools_cap() -> str:
    text = ""
    for paint, data in (
        (BRASS, "M-20 -22C-34 -26 -44 -18 -46 -2C-36 -8 -28 -6 -24 2C-22 -8 -20 -14 -14 -20Z"),
        (OXBLOOD, "M20 -22C34 -26 42 -18 45 -2C36 -8 28 -6 23 2C22 -8 20 -14 14 -20Z"),
        (OXBLOOD, "M-25 -16C-26 -36 -14 -50 4 -54C-2 -46 0 -36 1 -24Z"),
        (BRASS, "M25 -16C26 -34 18 -48 4 -54C-2 -46 -1 -36 0 -24Z"),
    ):
        text += cut(data, paint)
    text += lines(
        "M-40 -10C-36 -18 -28 -20 -22 -18M40 -10C36 -18 28 -20 22 -18M-18 -22C-18 -34 -12 -42 -4 -47M18 -22"
        "C18 -32 14 -40 8 -45",
        1.1,
    )
    text += cut(
        "M-26 -12C-28 -17 -28 -20 -27 -23C-10 -33 10 -33 26 -23C27 -20 27 -17 25 -13C10 -25 -12 -24 -26 -12Z",
        PAPER,
        1.8,
    )
    text += area(
        "".join(placed(MARKS["lozenge"], x, y, 3.2) for x, y in ((-18, -21.4), (-6, -26), (6.4, -26), (18, -21.4))),
        INK,
    )
    for x, y in ((-46, 1), (45, 1), (4, -56)):
        text += (
            cut(dot(x, y, 4.6), BRASS, 1.6)
            + lines(f"M{x - 3.6} {y + 1}L{x + 3.6} {y + 1}", 1.2)
            + area(dot(x, y + 2.6, 1), INK)
        )
    return text
