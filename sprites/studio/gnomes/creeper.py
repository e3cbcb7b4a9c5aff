"""The Creeper: on its knees, hands out to push."""

from __future__ import annotations

from typing import Final

from sprites.studio.gnomes.carving import Part, Side, cut, gleam, grain, limb, moved
from sprites.studio.gnomes.gnome import band, base, bobble, eyes, hand, nose
from sprites.studio.pen import around, line, oval

FAR_LEG: Final = Part(limb((28, 68), (20, 72), (30, 78), 7, 5.4), "hat")
FAR_ARM: Final = Part(limb((60, 60), (73, 68), (85, 65.4), 5, 4.2), "hat")
RUMP: Final = Part(
    line(
        "M13 68C11.6 58 18.6 50.4 29 49C41 47.4 53 49.6 61.6 55C67 58.4 68.4 66 64.6 71"
        "C58 77.6 44 76 34 77C24 78.6 14.4 77 13 68Z"
    ),
    "body",
    (
        cut("M27.6 73.4C30 68 30.4 63.4 28.6 58.4", 1.6, 0.6),
        *grain(
            "M34 71C42 68.6 50 68.6 58 70", "M33.6 65.4C42 62.6 51 62.6 59.6 65", "M36 59C43 57.2 50 57.4 57 59.4"
        ),
        gleam("M18.6 60C21.6 55.6 26 53.4 31.4 53", 2),
    ),
)
LEG: Final = Part(limb((24, 68), (27, 80), (15, 80.6), 7.6, 5), "hat")
SOLE: Final = Part(limb((14.6, 81), (10, 81), (8, 76), 4.4, 4), "stick")
ARM: Final = Part(limb((55, 65), (66, 79.6), (84.6, 76.4), 5.8, 4.6), "body")
HEAD: Final = Part(oval(70.6, 53.6, 12, 11.4), "skin", eyes(52.4, 71.6, 80, size=0.95))
BEARD: Final = Part(
    line(
        "M60.6 56.4C60 66 63.4 73 70.4 77.6C76 74.6 81.6 69 82.6 60.4C79.6 62.2 75 62 71.4 60.8"
        "C67.4 60 63.4 58.8 60.6 56.4Z"
    ),
    "ash",
    (cut("M67.4 65C67.6 68.4 68.6 71 70 73", 1.2, 0.55), cut("M74.8 66C74.4 68.6 73.6 70.6 72.6 72.4", 1.2, 0.55)),
)
HAT: Final = Part(
    line(
        "M59.6 55.4C60 45.4 67 38.8 79.6 40.6C75 36.4 69 33.6 60 33.6C46 33.6 34 38.6 23.6 39"
        "C34 46.4 47 47.6 59.6 55.4Z"
    ),
    "hat",
    (gleam("M40 40.2C47 38.2 54 37 60 37.4", 1.8), cut("M47.4 47.4C49.4 44.6 50 42.4 50 40", 1.2, 0.5)),
)
NEAR: Final = Part(
    line(
        "M80.6 78C79.4 71.6 82.6 66 86 60.6C87.6 58 91 59.4 90.4 62.4L89.6 66"
        "C92.4 64.6 94.6 67 93.2 69.2C95 70.4 95.2 73 93.4 74.2C94.4 76.2 93.6 78.4 91.8 79"
        "C89.6 83 82.4 83 80.6 78Z"
    ),
    "skin",
    (cut("M93 69.4L88.8 71.2", 1.1, 0.6), cut("M93.2 74.4L89 75.4", 1.1, 0.6)),
)
FLAT_BODY: Final = Part(
    line(
        "M15 80C13 69 21 61 33 60.4C46 59.8 58 63.6 63.6 71C67 77 66.4 84 63 89C48 91.4 30 91.4 20 90"
        "C16.8 87.6 15.6 84 15 80Z"
    ),
    "body",
    (
        cut("M31.4 89C33.4 81.6 32.4 74.4 28.4 69", 1.6, 0.6),
        *grain("M36 85C44 83 50 83 56 84", "M36 78.6C44 76 50 76 57 77.4"),
    ),
)
FLAT_ARM: Final = Part(limb((60, 82), (70, 90), (86, 87), 5.2, 4.2), "body")
FLAT_HEAD: Final = Part(oval(71, 77, 12.4, 11.8), "skin", eyes(75.4, 70, 79, closed=True))
FLAT_BEARD: Final = Part(
    line(
        "M60.4 80C60.6 87 64 91.4 70 91.6C77 91.4 82.6 88.6 83.4 82.8C80 84.6 75.6 84.6 71.6 83.4"
        "C67 83.4 63.4 82.4 60.4 80Z"
    ),
    "ash",
)
FLAT_HAT: Final = Part(
    line(
        "M59.4 79.4C59 69 66 62.6 79.6 63.6C72.6 55 60 53.6 51 56.6C45 58.6 40.6 62.6 35.4 62.4"
        "C40 69 50 70.6 59.4 79.4Z"
    ),
    "hat",
    (cut("M51 64C53 62 54 60 54.4 57.8", 1.2, 0.5),),
)


def standing(side: Side) -> list[Part]:
    brim = band(
        side,
        "M57 57.4C57.4 46.4 66 38.6 80.4 40.6C83 42 83.6 45 82 47.2C73 45.2 65.6 49.4 64 58.6"
        "C61.4 60.4 58.4 59.6 57 57.4Z",
        ((61.6, 52), (66, 46.8), (72.4, 43.8)),
    )
    far = NEAR.bent(lambda p: (p[0] + 0.8, p[1] - 11), upright=True)
    face = [HEAD, BEARD, nose(80.4, 57.4, 4.8), HAT, brim, bobble(side, 21.6, 39, 4.4)]
    drawn_back = moved(face, lambda p: (p[0] - 8.4, p[1] - 1))
    return [*base(side, 37, 47), FAR_LEG, FAR_ARM, far, SOLE, RUMP, LEG, *drawn_back, ARM, NEAR]


def asleep(side: Side) -> list[Part]:
    turn = around((50, 50), 90)
    fallen = moved(base(side, 24, 50), lambda p: (turn(p)[0] - 1.4, turn(p)[1] + 17.4), upright=False)
    brim = band(
        side,
        "M57 81C56.6 69.4 66 62 80.6 63.4C83 65 83.4 68 81.6 70C72.6 68.6 65.4 72.6 64 82C61.4 83.8 58.4 83 57 81Z",
        ((61.4, 75.4), (66, 69.8), (72.4, 66.8)),
    )
    return [
        *fallen,
        FLAT_BODY,
        FLAT_HEAD,
        FLAT_BEARD,
        nose(80.6, 81.6, 4.6),
        FLAT_HAT,
        brim,
        bobble(side, 33.4, 62.6, 4.4),
        FLAT_ARM,
        hand(90, 86.6, 5),
    ]
