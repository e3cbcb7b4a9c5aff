"""Draw the chess men, in SVG: a Staunton pattern with broad feet, in ivory and in ebony.

A man is a pile of hand-drawn parts, the same ones for both sides. They are painted over a dark contour and a rim
that is lit from the upper left. Men stand on y = 92.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from sprites.studio.pen import (
    AXIS,
    Line,
    Point,
    Stop,
    across,
    colour_at,
    document,
    fill,
    glow,
    line,
    oval,
    shading,
    sliver,
    stroke,
    turned,
)

CONTOUR: Final = 6.2
"""Width of the stroke under everything; half of it, less the rim's half, is visible."""
RIM: Final = 2.1
"""Width of the rim's stroke; its outer half is visible."""
BANDS: Final = 20
"""Number of bands of tone on a turned part, from left to right."""


@dataclass(frozen=True, slots=True)
class Wood:
    """The material of one side's men; `groove` is lighter than dark wood and darker than light wood."""

    contour: str
    rim: tuple[Stop, ...]
    """Tones of the rim, from the left, and a little above, to the right."""
    round: tuple[Stop, ...]
    """Tones from the left edge of a turned part to its right edge."""
    shade: str
    deep: float
    """Opacity of the shade at the foot of a part."""
    groove: str
    gleam: str
    shine: float
    inlay: str = ""


IVORY: Final = Wood(
    contour="#362415",
    rim=((0, "#FFFFFF", 1), (45, "#FFF6E2", 0.9), (70, "#C9B081", 0.85), (100, "#A0845A", 0.9)),
    round=(
        (0, "#EBDDBF", 1),
        (12, "#F7EEDB", 1),
        (28, "#FFFCF3", 1),
        (46, "#F8EFDB", 1),
        (64, "#E4D3AF", 1),
        (86, "#CCB587", 1),
        (100, "#D5C098", 1),
    ),
    shade="#5A3E1C",
    deep=0.2,
    groove="#66482A",
    gleam="#FFFFFF",
    shine=0.95,
)
EBONY: Final = Wood(
    contour="#0E0A08",
    rim=((0, "#FFF8EA", 1), (48, "#F7EBD6", 1), (68, "#B9AA94", 1), (100, "#7E7162", 1)),
    round=(
        (0, "#3B342F", 1),
        (12, "#4C433D", 1),
        (28, "#62574F", 1),
        (46, "#48403A", 1),
        (64, "#2D2724", 1),
        (86, "#1D1917", 1),
        (100, "#2A2421", 1),
    ),
    shade="#000000",
    deep=0.32,
    groove="#D9CAB1",
    gleam="#FFF2DC",
    shine=0.6,
    inlay="#EADFC8",
)
SIDES: Final = {"white": IVORY, "black": EBONY}


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a man: its outline, its light, and its cuts.

    The light goes from left to right over a `plain` part, follows the outline of a `turned` one, and makes a
    highlight on a `ball`. `shaded` is the opacity of the shade at its top, from the part above it.
    """

    outline: Line
    light: Literal["plain", "turned", "ball"] = "plain"
    shaded: float = 0.0
    shades: tuple[Line, ...] = ()
    gleams: tuple[Line, ...] = ()
    seams: tuple[Line, ...] = ()
    """Fine grooves where parts meet."""
    cuts: tuple[Line, ...] = ()
    """Deep grooves."""
    hollows: tuple[Line, ...] = ()
    """Shapes filled like a groove."""
    inlays: tuple[Line, ...] = ()
    """Lines of bone in dark wood only, so that the sides differ by more than their tone."""


# Parts -------------------------------------------------------------------------------------------------


def foot(half: float) -> list[Part]:
    """Return the base of every man: a fillet on a slab of half width `half`."""
    left, right, low, high = AXIS - half, AXIS + half, AXIS + 0.35 * half, AXIS + 0.3 * half
    slab = turned(
        f"M50 81L{right - 3} 81C{right - 0.6} 81.2 {right} 83.4 {right} 85.8C{right} 88.8 {right - 0.2} 90.4"
        f" {right - 2.4} 90.8C{right - 0.4 * half} 92 {low} 92.2 50 92.2"
    )
    edge = right - 4.2
    fillet = turned(
        f"M50 76L{edge - 2} 76C{edge + 0.3} 76.4 {edge + 0.3} 80.6 {edge - 1.2} 81.4"
        f"C{edge - 9} 83 {high} 83.4 50 83.4"
    )
    seam = across(f"M50 83.4C{high} 83.4 {edge - 9} 83 {edge - 1.2} 81.4")
    inlay = across(f"M50 88.6C{high} 88.6 {right - 9} 88.2 {right - 2.2} 86.8")
    return [
        Part(slab, gleams=(sliver((left + 2.6, 87.6), (left + 4.6, 83.6), 0.9, 0.4),), inlays=(inlay,)),
        Part(fillet, seams=(seam,)),
    ]


def stem(top: float, neck: float, half: float) -> Part:
    """Return the bell of a man with a foot of half width `half`, from a neck of half width `neck` at `top`."""
    edge = AXIS + half - 6.6
    waist, low = AXIS + neck + 0.3 * (half - 6.6 - neck), AXIS + 0.3 * half
    bell = turned(
        f"M50 {top}L{AXIS + neck} {top}C{AXIS + neck + 0.2} {(top + 66.5) / 2} {waist - 2.6} 62.1 {waist} 66.5"
        f"C{waist + 3} 71.3 {edge - 0.6} 71.1 {edge} 77.6C{edge - 8} 79.4 {low} 79.8 50 79.8"
    )
    return Part(bell, "turned", 0.34, seams=(across(f"M50 79.8C{low} 79.8 {edge - 8} 79.4 {edge} 77.6"),))


def collar(middle: float, half: float, high: float) -> Part:
    """Return a ring around a neck, `high` high, of half width `half`."""
    edge, top, foot = AXIS + half, middle - high / 2, middle + high / 2
    low = AXIS + half / 2
    ring = turned(
        f"M50 {top + 0.8}C{low} {top + 0.8} {edge - 3} {top + 0.2} {edge - 1.8} {top}"
        f"C{edge + 0.8} {top} {edge + 0.8} {foot} {edge - 1.8} {foot}"
        f"C{edge - 4} {foot + 0.7} {low} {foot + 1.4} 50 {foot + 1.4}"
    )
    seam = across(f"M50 {foot + 1.4}C{low} {foot + 1.4} {edge - 4} {foot + 0.7} {edge - 1.8} {foot}")
    return Part(ring, seams=(seam,))


# Men ---------------------------------------------------------------------------------------------------


def king() -> list[Part]:
    cross = line(
        "M45.4 22C46.5 18.6 46.6 16 46.3 14.4C44.4 14.3 42 14.8 39 16.2L39 6.6C42 8 44.4 8.5 46.3 8.4"
        "C46.6 7 46.2 5.8 45 4.3L55 4.3C53.8 5.8 53.4 7 53.7 8.4C55.6 8.5 58 8 61 6.6L61 16.2"
        "C58 14.8 55.6 14.3 53.7 14.4C53.4 16 53.5 18.6 54.6 22Z"
    )
    crown = Part(
        turned("M50 26C56 26 65.4 26.8 70 28.6C68.6 34 64.2 38.8 61.4 43.6L50 44.6"),
        "turned",
        gleams=(sliver((33.8, 32.6), (37.2, 39), 0.9, -0.3),),
    )
    dome = Part(
        turned("M50 20.2C57.4 20.2 66.6 22.4 69.4 29L50 32.4"),
        seams=(across("M50 32.4C57.4 32.4 64.4 31.4 69.4 29.2"),),
    )
    collars = [collar(50.8, 12.8, 3.6), collar(45.6, 16.8, 5)]
    return [*foot(29.5), stem(46, 9.6, 29.5), Part(cross), crown, dome, *collars]


def queen() -> list[Part]:
    coronet = Part(
        line(
            "M39.2 44.4C37.4 38 31.6 29.4 23.6 19C28.6 21.2 32 24.4 35.2 29.4C35.2 23.4 35.8 18 37 12.2"
            "C40.6 16.8 43 21.2 44.9 26.6C45.8 21.6 47.4 17 50 13C52.6 17 54.2 21.6 55.1 26.6"
            "C57 21.2 59.4 16.8 63 12.2C64.2 18 64.8 23.4 64.8 29.4C68 24.4 71.4 21.2 76.4 19"
            "C68.4 29.4 62.6 38 60.8 44.4C57 45.8 43 45.8 39.2 44.4Z"
        ),
        gleams=(sliver((30, 25), (36, 34.4), 0.8, -0.2),),
        seams=(line("M36.4 36.4C44 38.2 56 38.2 63.6 36.4"), line("M38 40C44 41.6 56 41.6 62 40")),
    )
    collars = [collar(50.8, 12.2, 3.6), collar(45.6, 15.8, 5)]
    return [*foot(29), stem(46, 9.4, 29), Part(oval(50, 9.6, 4.6), "ball"), coronet, *collars]


def rook() -> list[Part]:
    tower = Part(
        turned("M50 40L65 40C64.4 50 64.6 58 66.6 66C67.6 69.6 69 71.4 70.4 77.6C62.4 79.4 58 79.8 50 79.8"),
        "turned",
        0.3,
        seams=(across("M50 79.8C58 79.8 62.4 79.4 70.4 77.6"),),
    )
    battlements = Part(
        line(
            "M28 23.4L28 34C28.2 37.4 30.4 39.8 34 41.6C42 43.6 58 43.6 66 41.6C69.6 39.8 71.8 37.4 72 34"
            "L72 23.4L62.6 22.8L62.6 29.2C60.6 29.6 58.8 29.8 56.8 29.9L56.8 22.4L43.2 22.4L43.2 29.9"
            "C41.2 29.8 39.4 29.6 37.4 29.2L37.4 22.8Z"
        ),
        gleams=(sliver((30.6, 32.2), (30.6, 26.4), 0.8, 0),),
        cuts=(line("M29.4 35.2C40 38 60 38 70.6 35.2"),),
    )
    return [*foot(27), tower, battlements]


def bishop() -> list[Part]:
    mitre = Part(
        turned("M50 18.8C57 24 65 31.4 65 39.6C65 44 62.4 47.2 58.4 49.8L50 50.4"),
        "turned",
        gleams=(sliver((38.6, 36.6), (43.8, 28.8), 0.9, 0.4),),
        cuts=(line("M51.8 37.4L60.6 26"),),
    )
    collars = [collar(56, 11.6, 3.4), collar(51.2, 14.6, 4.6)]
    return [*foot(27), stem(51, 8.8, 27), Part(oval(50, 15.6, 4.6), "ball"), mitre, *collars]


def knight() -> list[Part]:
    return [*foot(28), _head(), _mane()]


def _head() -> Part:
    return Part(
        line(
            "M31 78.4C28.4 68.6 32.4 61.4 39 56.8C43.4 53.6 46.4 51 47.6 47.2C44.8 49.8 41.4 50.6 37.8 51"
            "C34.8 51.8 33.2 54.2 31 56.6C29.2 58.6 27.2 59.6 25 59C22.6 60 20.4 59.2 18.8 57.4"
            "C16.6 55 16.2 52 17.4 49C18.8 45.8 21 43.4 22.6 40.2C25 35.4 26.8 30 30 26C31.6 24 33.4 22.2 35.4 21"
            "C35 16.4 36.6 11.6 39.8 7C42.8 9.8 45 13.4 46 17C58 19.4 67.6 30 69.8 44C71.4 55 70 67 70.6 78.4"
            "C58 80.6 42 80.6 31 78.4Z"
        ),
        shades=(
            line(
                "M47.6 47.2C50.6 43.6 51 39 49.4 34.6C54.6 41.4 54.6 51 48 57C42 62.4 39.4 68 38.6 79.6"
                "C35.4 79.4 33 78.8 31.6 78.4C31 70 33.6 62.8 40 57.8C44 54.4 46.8 51 47.6 47.2Z"
            ),
        ),
        gleams=(sliver((23.2, 43), (30.2, 29.2), 0.9, 0.25), sliver((33.6, 70), (37.6, 62), 0.8, 0.3)),
        seams=(line("M31 78.4C42 80.6 58 80.6 70.6 78.4"), line("M39.8 12C39.4 15 40 18 41.4 20.6")),
        cuts=(line("M19.8 55C22.4 55.8 25.2 55 27.6 53"), line("M32.4 30.2C34 27.2 37 26.6 39.8 28.2")),
        hollows=(
            oval(36, 31.2, 2.4, 2.2),
            line("M20.4 49.6C21 48 22.8 47.8 23.8 48.8C23 49.4 22.4 50.8 21.2 51C20.6 50.8 20.2 50.4 20.4 49.6Z"),
            line("M46.8 48.8C51.4 44.6 52.6 39 48.8 33.4C50 38.6 49.8 43.6 46.8 48.8Z"),
        ),
    )


def _mane() -> Part:
    return Part(
        line(
            "M43 12.4C48.6 11 54.6 12.4 58.8 15.8C60.2 15.4 61.6 15.2 63.4 15.6C63 16.8 62.8 18 63.2 19.2"
            "C67 22 69.6 25.2 71.4 28.8C72.8 28.8 74.2 29.2 75.6 30.2C74.8 31.2 74.2 32.4 74.2 33.8"
            "C76 37.8 77 42 77.2 46.2C78.4 46.8 79.4 47.8 80.4 49.2C79.2 49.8 78.2 50.8 77.6 52"
            "C77.6 56 77.2 60 76.2 64C77 65 77.6 66.2 77.8 67.8C76.4 67.8 75.2 68.2 74.2 69.2"
            "C73.4 72.2 73 75 72.8 78L65 79C67 66 67.4 54 63.4 42C60 32 54 24.6 45.6 19.6Z"
        ),
        seams=(line("M45.6 19.6C54 24.6 60 32 63.4 42C67.4 54 67 66 65 79"),),
        hollows=(
            sliver((47.4, 18.4), (63, 19), 1.1, 0.45),
            sliver((55, 25.6), (74, 33.6), 1.2, 0.7),
            sliver((61.4, 37), (77.4, 51.8), 1.2, 0.8),
            sliver((65, 51), (74.2, 69), 1.2, 0.7),
        ),
    )


def pawn() -> list[Part]:
    ball = Part(oval(50, 39.2, 13.4), "ball", gleams=(sliver((41.6, 37.4), (46.2, 31.4), 1, 0.4),))
    return [*foot(25.5), stem(53, 8.4, 25.5), ball, collar(53.6, 13.8, 4.8)]


MEN: Final[dict[str, Callable[[], list[Part]]]] = {
    "king": king,
    "queen": queen,
    "rook": rook,
    "bishop": bishop,
    "knight": knight,
    "pawn": pawn,
}


# Light -------------------------------------------------------------------------------------------------


def bands(part: Part, wood: Wood) -> str:
    """Draw the tones of a turned part, in bands that follow its outline, each half under the next."""
    right = part.outline.points[: len(part.outline.points) // 2 + 1]

    def edge(step: int) -> tuple[Point, ...]:
        share = 2 * min(step, BANDS) / BANDS - 1
        return tuple((AXIS + share * (x - AXIS), y) for x, y in right)

    painted = [fill(part.outline, wood.round[0][1])]
    for step in range(1, BANDS):
        outer, inner = edge(step + 2), edge(step)[::-1]
        band = Line((*outer, outer[-1], inner[0], *inner), closed=True)
        painted.append(fill(band, colour_at(wood.round, 100 * (step + 0.5) / BANDS)))
    return "".join(painted)


def painted(part: Part, wood: Wood, name: str) -> tuple[str, str]:
    """Return the gradients of a part, whose ids begin with `name`, and the part."""
    left, top, right, bottom = part.outline.bounds()
    if part.light == "ball":
        radius = (right - left) / 2
        stops = tuple((at, colour_at(wood.round, tone), 1.0) for at, tone in ((0, 28), (30, 40), (62, 60), (100, 86)))
        lit = glow(f"{name}-light", (left + 0.72 * radius, top + 0.62 * radius), 1.5 * radius, stops)
        body = fill(part.outline, f"url(#{name}-light)")
    else:
        above = ((0.0, wood.shade, part.shaded), (100 * min(0.5, 7 / (bottom - top)), wood.shade, 0.0))
        lit = shading(
            f"{name}-shade", (0, top), (0, bottom), (*above, (55, wood.shade, 0), (100, wood.shade, wood.deep))
        )
        if part.light == "turned":
            body = bands(part, wood)
        else:
            lit += shading(f"{name}-light", (left, 0), (right, 0), wood.round)
            body = fill(part.outline, f"url(#{name}-light)")
        body += fill(part.outline, f"url(#{name}-shade)")
    body += "".join(fill(shade, wood.shade, 1.1 * wood.deep) for shade in part.shades)
    body += "".join(fill(gleam, wood.gleam, wood.shine) for gleam in part.gleams)
    body += "".join(stroke(seam, wood.groove, 1.1, 0.58) for seam in part.seams)
    body += "".join(stroke(cut, wood.groove, 1.9, 0.95) for cut in part.cuts)
    if wood.inlay:
        body += "".join(stroke(inlay, wood.contour, 3.4) + stroke(inlay, wood.inlay, 2.2) for inlay in part.inlays)
    return lit, body + "".join(fill(hollow, wood.groove) for hollow in part.hollows)


def picture(side: str, man: str) -> str:
    wood, parts = SIDES[side], MEN[man]()
    pieces = [painted(part, wood, f"{man}{i}") for i, part in enumerate(parts)]
    contour = [fill(part.outline, wood.contour) + stroke(part.outline, wood.contour, CONTOUR) for part in parts]
    rim = [stroke(part.outline, "url(#rim)", RIM) for part in parts]
    defs = [shading("rim", (18, 34), (82, 66), wood.rim), *(gradients for gradients, _ in pieces)]
    return document(f"{side.capitalize()} {man}", "men.py", defs, [*contour, *rim, *(body for _, body in pieces)])


def pictures() -> dict[str, str]:
    return {f"{side}-{man}": picture(side, man) for side in SIDES for man in MEN}
