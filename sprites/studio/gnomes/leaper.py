"""The Leaper: a frog in the air."""

from __future__ import annotations

from typing import Final

from sprites.studio.gnomes.carving import INK, Mark, Part, Side, cut, gleam, grain, limb
from sprites.studio.gnomes.gnome import band, base, bobble
from sprites.studio.pen import line, oval

REED: Final = Part(limb((67, 81), (59, 72), (62, 50), 2.4, 2), "leaf")
BLADE: Final = Part(
    line("M66 80.4C69 70 77 64.4 87.6 64.6C84.6 72.6 77 78.8 68.4 81.4Z"),
    "leaf",
    (cut("M69.4 78.6C74 73 78.6 69.6 83.4 67.4", 1.2, 0.6),),
)
BODY: Final = Part(
    line(
        "M35 55C39 41 51 29.6 63 25.4C74 21.8 88 23 91 30.4C92.8 36 86.6 42.4 79.4 46"
        "C71 56.6 58 63.4 46.6 63.6C38.6 63.6 33 61 35 55Z"
    ),
    "body",
    (
        cut("M91 31.6C85 36.8 77.8 38.4 70 37.6", 1.7, 0.85),
        *grain("M40 57C45 48 52 41 60.6 36.4", "M46 60C51 52 58 45 66.4 40.6"),
        gleam("M45 46C50.4 38.6 56.6 33.6 63 30.8", 2.4),
        Mark(oval(86, 27.4, 0.9), INK),
    ),
)
BELLY: Final = Part(
    line("M47 62.2C57 61.6 69 55 76 46C70.6 48.2 64.6 47.6 59.6 50C53.6 52.8 48.6 56.6 47 62.2Z"), "ash"
)
ARM: Final = Part(limb((67, 48), (73, 60), (82.4, 56.8), 5, 3.2), "body")
FINGERS: Final = Part(
    line(
        "M80 54.6C84.6 53 88.6 53.4 92.6 55.8C91 56.8 89.6 57.2 88 57.2C89.2 58.2 89.6 59.2 89.4 60.6"
        "C86.2 61 83.2 60.4 80.6 59Z"
    ),
    "body",
)
EYE: Final = Part(
    oval(76, 21.6, 7.2),
    "body",
    (Mark(oval(76.8, 21.4, 4.9), "#FFF8E0"), Mark(oval(78, 21.4, 3, 3.5), INK), Mark(oval(77, 19.8, 1.2), "#FFFFFF")),
    ball=True,
)
HAT: Final = Part(
    line("M50 31C45.6 25 41.6 19.4 37 15.4C45.4 13.6 56 15 65 19.6C60.6 24.6 55.6 28.4 50 31Z"),
    "hat",
    (gleam("M46 18C49.4 18.2 53 19 56.6 20.2", 1.4),),
)


TOES: Final = line(
    "M18.4 70.4C14 76.4 10.4 79.6 5.6 80.4C7.8 77.8 9 75.8 9.4 73.8C7.2 74.6 5.6 74.6 3.8 74"
    "C6 72.4 7 71 7.6 69.4C5.8 69.4 4.6 68.8 3.8 67.6C8.4 66.6 11.4 64.6 14.4 62.4Z"
)
"""The web of a hind leg."""
FAR: Final = (
    Part(limb((44, 58), (34, 66), (32, 68), 6.4, 4), "hat"),
    Part(limb((33, 67), (28, 72), (21, 72.4), 3.6, 2.6), "hat"),
    Part(TOES.bent(lambda p: (p[0] + 8, p[1] + 5.6)), "hat"),
    Part(limb((72, 44), (83, 47), (88, 41), 4.2, 2.8), "hat"),
    Part(
        line(
            "M86 45C87.6 40.6 90.2 37.4 94.2 36C94.2 37.8 93.8 39.2 93 40.4C94.4 40.4 95.2 41 95.6 42.2"
            "C93.2 44.2 90.6 46 88.2 46.8Z"
        ),
        "hat",
    ),
)
"""The far legs, in darker wood."""
NEAR: Final = (
    Part(TOES, "body"),
    Part(limb((25, 58), (24, 64), (13.6, 66.6), 4.4, 2.8), "body"),
    Part(limb((44, 54), (33, 46), (25.4, 58), 8.6, 5), "body", (gleam("M36 48.6C32.4 49 30 51 28.4 54", 1.6),)),
)


def standing(side: Side) -> list[Part]:
    """Draw the Leaper in a leap over a blade of grass, which holds it up."""
    brim = band(
        side,
        "M47.8 32.8C55 30.2 61.8 25.2 66.8 18.6C68.2 19 69.4 20.4 69.4 22C64 28.8 57.4 33.6 50 36"
        "C48.4 35.4 47.4 34.2 47.8 32.8Z",
        ((54.4, 31), (62, 25.4)),
    )
    return [
        *(*base(side, 20.5, 67), *FAR, REED, BLADE, BODY, BELLY, EYE),
        *(HAT, brim, bobble(side, 35.6, 14.4, 4), ARM, FINGERS, *NEAR),
    ]
