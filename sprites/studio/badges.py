"""Draw the marks of Ducart's board, in SVG: actions on targets, a halo, and the chain of a locked Keeper.

Each kind of action has a shape of its own, so that it is recognisable without colour; a pale edge sets it off from
every wood.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Final

from sprites.studio.pen import Line, Point, around, document, fill, glow, line, oval, shading, stroke

PAPER: Final = "#FBF9F4"
INK: Final = "#130F0D"
OXBLOOD: Final = "#9E1C1A"
BRASS: Final = "#E5941A"
NIGHT: Final = "#1D265B"
PLUM: Final = "#BFA3D0"
LEAF: Final = "#7EB296"
"""Colours chosen so that any two of them and a hint's sea blue differ with any kind of colour blindness."""
CASE: Final = 3.6
"""Extra width of a stroke's pale edge."""
MIDDLE: Final = (50.0, 50.0)


def cased(strokes: Iterable[tuple[Line, float]], paint: str, edge: str = PAPER) -> list[str]:
    lines = list(strokes)
    return [
        *(stroke(way, edge, wide + CASE, 0.92) for way, wide in lines),
        *(stroke(way, paint, wide) for way, wide in lines),
    ]


def leafed(shapes: Iterable[Line], paint: str, edge: str = PAPER) -> list[str]:
    outlines = list(shapes)
    return [*(stroke(shape, edge, CASE, 0.92) for shape in outlines), *(fill(shape, paint) for shape in outlines)]


def arc(radius: float, start: float, end: float, centre: Point = MIDDLE) -> Line:
    """Return a part of a circle, in degrees clockwise from the right."""
    steps = max(1, math.ceil(abs(end - start) / 45))
    step = math.radians((end - start) / steps)
    reach = 4 / 3 * math.tan(step / 4) * radius
    points: list[Point] = []
    for number in range(steps + 1):
        angle = math.radians(start) + number * step
        x, y = centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)
        dx, dy = -reach * math.sin(angle), reach * math.cos(angle)
        points += [(x - dx, y - dy), (x, y), (x + dx, y + dy)]
    return Line(tuple(points[1:-1]))


def head(tip: Point, degrees: float, long: float, half: float) -> Line:
    """Return an arrowhead that points to `degrees`, clockwise from the right."""
    shape = line(f"M{tip[0]} {tip[1]}L{tip[0] - long} {tip[1] - half}L{tip[0] - long} {tip[1] + half}Z")
    return shape.bent(around(tip, degrees))


# Actions -----------------------------------------------------------------------------------------------


def move() -> list[str]:
    return [fill(oval(50, 50, 15), PAPER, 0.82), fill(oval(50, 50, 10.4), INK, 0.75)]


def kill() -> list[str]:
    return cased([(oval(50, 50, 42), 7.5)], OXBLOOD)


CAGE: Final = line("M10 91L10 42C10 20 26 9 50 9C74 9 90 20 90 42L90 91Z")


def keep() -> list[str]:
    bars = [(CAGE, 5.4), (line("M26 12L26 22"), 4.4), (line("M50 8L50 18"), 4.4), (line("M74 12L74 22"), 4.4)]
    bars += [(line("M26 82L26 91"), 4.4), (line("M50 82L50 91"), 4.4), (line("M74 82L74 91"), 4.4)]
    return cased(bars, BRASS, INK)


def transfer() -> list[str]:
    ways = ("M10 91L10 74", "M10 60L10 42C10 36 11.2 31 13.6 26.6", "M22 16.4C26 13.6 30.4 11.6 35 10.4")
    left = [(line(way), 5.4) for way in ways]
    right = [(way.bent(lambda p: (100 - p[0], p[1])), wide) for way, wide in left]
    floor = [(line("M22 91L38 91"), 5.4), (line("M62 91L78 91"), 5.4)]
    arrow = line("M50 3L65 19L56.4 19L56.4 34L43.6 34L43.6 19L35 19Z")
    return [*cased([*left, *right, *floor], PAPER, INK), *leafed([arrow], PAPER, INK)]


def push(degrees: float) -> Callable[[], list[str]]:
    """Draw a bar behind the piece and two chevrons in front, in the direction of the push."""

    def paint() -> list[str]:
        turn = around(MIDDLE, degrees)
        lines = [(line("M6 30L6 70"), 6.0), (line("M75 30L92 50L75 70"), 7.0), (line("M63 36L75 50L63 64"), 5.6)]
        return cased([(way.bent(turn), wide) for way, wide in lines], INK)

    return paint


def sleep() -> list[str]:
    moon = line("M6 47C4 74 24 96 50 96C74 96 94 76 95 50C90 72 72 85 50 85C30 85 12 70 6 47Z")
    letters = [
        (line(f"M{x} {y}L{x + s} {y}L{x} {y + s}L{x + s} {y + s}"), wide)
        for x, y, s, wide in ((66.0, 20.0, 14.0, 4.6), (85.0, 6.0, 9.0, 3.6))
    ]
    return [*leafed([moon], NIGHT), *cased(letters, NIGHT)]


def steal() -> list[str]:
    arcs = [(arc(42, 200, 318), 6.6), (arc(42, 20, 138), 6.6)]
    ends = [(a, math.radians(a + 15)) for a in (321, 141)]
    tips = [head((50 + 42 * math.cos(turn), 50 + 42 * math.sin(turn)), a + 98, 17, 12) for a, turn in ends]
    edges = [stroke(tip, INK, CASE, 0.92) for tip in tips]
    return [*edges, *cased(arcs, PLUM, INK), *(fill(tip, PLUM) for tip in tips)]


def steal_light() -> list[str]:
    """Draw the mark of `steal`, small, in a corner."""
    disc = [fill(oval(84.6, 84.6, 12.6), INK, 0.8)]
    lines = [line("M77.4 81L90 81"), line("M91.8 88.2L79.2 88.2")]
    tips = [line("M87.6 77L92.4 81L87.6 85Z"), line("M81.6 84.2L76.8 88.2L81.6 92.2Z")]
    return [*disc, *(stroke(way, PLUM, 2.6, 1) for way in lines), *(fill(tip, PLUM) for tip in tips)]


def heal() -> list[str]:
    leaf = line("M38 6C48 1.4 60 4.4 66.4 14.6C56 20 44.6 16.6 38 6Z")
    return leafed((leaf.bent(around(MIDDLE, 45 * number)) for number in range(8)), LEAF, INK)


def ban() -> list[str]:
    foot = line(
        "M50 82C46.4 72 38.4 62.4 28.4 58.4C22 56 17 51 16 44C22 47 28 46 33 48C39 50.4 42.4 49.6 43.4 45"
        "C44.4 38 44 28 50 18C56 28 55.6 38 56.6 45C57.6 49.6 61 50.4 67 48C72 46 78 47 84 44C83 51 78 56 71.6 58.4"
        "C61.6 62.4 53.6 72 50 82Z"
    )
    return [*leafed([foot], INK), *cased([(line("M20 76L80 24"), 6.6)], OXBLOOD)]


# States ------------------------------------------------------------------------------------------------


def halo() -> list[str]:
    """Draw light with rays behind a Creeper that can't be touched."""
    rays = []
    for number in range(16):
        reach = 97 if number % 2 else 94.4
        ray = line(f"M86 50L{reach} 47.6L{reach} 52.4Z")
        rays.append(ray.bent(around(MIDDLE, 22.5 * number)))
    return [fill(oval(50, 50, 48), "url(#light)"), *leafed(rays, "#FFF3C4", "#7A5312")]


LOCK: Final = line(
    "M39.6 77.6L60.4 77.6C61.4 77.6 62 78.4 62 79.4L62 91.4C62 93.6 60.6 95 58.4 95L41.6 95"
    "C39.4 95 38 93.6 38 91.4L38 79.4C38 78.4 38.6 77.6 39.6 77.6Z"
)
BOW: Final = line("M43.6 79L43.6 73.4C43.6 65 56.4 65 56.4 73.4L56.4 79")
KEYHOLE: Final = line(
    "M50 83C52 83 53 84.4 53 85.6C53 86.6 52.4 87.4 51.6 87.8L52.4 91.6L47.6 91.6L48.4 87.8"
    "C47.6 87.4 47 86.6 47 85.6C47 84.4 48 83 50 83Z"
)


def chain() -> list[str]:
    links = []
    for number in range(9):
        x = 14.0 + 9.0 * number
        y = 68 + 9 * (1 - ((x - 50) / 36) ** 2)
        tilt = math.degrees(math.atan(-18 * (x - 50) / 36**2))
        links.append(oval(x, y, 5.6, 1.4 if number % 2 else 3.3).bent(around((x, y), tilt)))
    dark, steel = "#2A2420", "#D8D2C6"
    return [
        *(stroke(link, dark, 5.2) for link in links),
        *(stroke(link, steel, 2.4) for link in links),
        *(stroke(BOW, dark, 7), stroke(BOW, steel, 3.6)),
        *(stroke(LOCK, dark, 4.6), fill(LOCK, "url(#lock)"), fill(KEYHOLE, dark)),
    ]


GRADIENTS: Final = {
    "halo": glow(
        "light",
        MIDDLE,
        48,
        ((0, "#FFF6D2", 0.95), (62, "#FFE9A0", 0.85), (84, "#FFDF80", 0.35), (100, "#FFDF80", 0)),
    ),
    "chain": shading("lock", (38, 78), (62, 95), ((0, "#F6DC9A", 1), (45, "#D2A955", 1), (100, "#8D6A2C", 1))),
}
MARKS: Final[dict[str, Callable[[], list[str]]]] = {
    "mark-move": move,
    "mark-kill": kill,
    "mark-keep": keep,
    "mark-transfer": transfer,
    "mark-push-right": push(0),
    "mark-push-down": push(90),
    "mark-push-left": push(180),
    "mark-push-up": push(270),
    "mark-sleep": sleep,
    "mark-steal": steal,
    "mark-steal-light": steal_light,
    "mark-heal": heal,
    "mark-ban": ban,
    "halo": halo,
    "chain": chain,
}


def pictures() -> dict[str, str]:
    return {
        name: document(name.capitalize().replace("-", " "), "badges.py", GRADIENTS.get(name, ""), paint())
        for name, paint in MARKS.items()
    }
