"""Pictures of dice in any rotation: cubes with round edges and drilled pips, made of flat facets.

They are lit from the upper left and seen a little from the front. As in `sprites/studio/bone.py`, units are
hundredths of a die's cell; x runs right, y down the table, and z up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise, product
from math import cos, hypot, pi, radians, sin, sqrt
from random import Random
from typing import Final, NamedTuple, TypeAlias

import pygame

from scenes.app.assets import LIFT, Cache, soft_shadow
from scenes.games.unstacked_draughts.dice.rotations import LEVEL, Rotation, Vector, axes, axis_rotation, compose
from scenes.surfaces.clips import Sprite

HALF: Final = 30.0  # half the edge of a die
ROUND: Final = 6.5  # radius of its round edges
CORE: Final = HALF - ROUND  # half the side of a flat face
PIP: Final = 5.2  # radius of a pip
APART: Final = 14.1  # distance of pips, in x and in y
PICTURE_SIDE: Final = 1.16  # of the square that contains a die in any rotation, in cells
LAMP: Final[Vector] = (-0.4609, -0.4208, 0.7815)  # direction towards the light
VIEW_ANGLE: Final = radians(17)  # from the vertical
EYE: Final[Vector] = (0.0, sin(VIEW_ANGLE), cos(VIEW_ANGLE))  # direction towards the viewer
TONE_LEVELS: Final = (0, 25, 50, 74, 100)  # brightness of the five given tones; those between are interpolated
SHADOW_PIXELS: Final = 40  # size, before scaling, of a shadow, which is made anew in every frame
EDGE_FACETS: Final = 2  # facets across a round edge
UP: Final[dict[str, Rotation]] = {
    "0": LEVEL,
    "1": LEVEL,
    "2": axis_rotation(1, 0, 0, pi / 2),
    "3": axis_rotation(0, -1, 0, pi / 2),
    "4": axis_rotation(0, 1, 0, pi / 2),
    "5": axis_rotation(-1, 0, 0, pi / 2),
    "6": axis_rotation(1, 0, 0, pi),
}
"""Rotation that turns each face up; "0" stands for a die whose faces are unreadable."""
Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class DieSprite(Sprite):
    rotation: Rotation = LEVEL  # from the position in which the die lies flat and straight with its face up


class DieColours(NamedTuple):
    """The colours of a die: `tones` of its surface from full shade to full light, in 101 steps, then of its parts."""

    tones: tuple[pygame.Color, ...]
    contour: pygame.Color
    pip: pygame.Color
    floor: pygame.Color  # of a pip
    lip: pygame.Color  # of a pip, on the side away from the light
    vein: float  # strength of the veins, 0 to 1


def _make_colours(tone_codes: str, part_codes: str, vein: float) -> DieColours:
    """Return the colours of a die from the codes of five tones, and of its contour, pips, pip floors and pip lips."""
    given_tones = [pygame.Color(code) for code in tone_codes.split()]
    tones = []
    for level in range(101):
        stop = max(n for n in range(4) if TONE_LEVELS[n] <= level)
        share = (level - TONE_LEVELS[stop]) / (TONE_LEVELS[stop + 1] - TONE_LEVELS[stop])
        tones.append(given_tones[stop].lerp(given_tones[stop + 1], share))
    contour, pip, floor, lip = (pygame.Color(code) for code in part_codes.split())
    return DieColours(tuple(tones), contour, pip, floor, lip, vein)


_DARK: Final = _make_colours("#332619 #56442F #776248 #938064 #AA997C", "#231811 #33271C #554533 #C9BA9C", 0.2)
DIE_COLOURS: Final = {
    "die": _make_colours("#5A4226 #94764A #CDB386 #EADBBB #FFFAEE", "#3B2815 #241811 #5B4431 #FFFFFF", 0.26),
    "lost": _DARK,
    "used": _DARK,
}
VEIN_COLOUR: Final = pygame.Color("#8A6A3C")
TICK_LINES: Final = (((66, 78), (69, 80), (71.3, 84), (73, 89), (77, 81), (83.5, 72), (92, 65)),)
"""Points of the chalk mark on a used die; the origin is the upper left corner of its cell."""
CROSS_LINES: Final = (((66, 66), (79, 78), (91, 91)), ((91, 65), (79, 79), (66, 92)))
CHALK_MARKS: Final = {
    "used": (TICK_LINES, ((3.2, (27, 18, 11, 102)), (1.8, (244, 235, 221, 235)))),
    "lost": (CROSS_LINES, ((4.6, (244, 235, 221, 235)), (3.0, (142, 47, 43, 255)))),
}
"""By kind of die, the lines of its chalk mark, and the (radius, colour) of each layer, the lower first."""
FACES: Final[dict[str, tuple[Vector, Vector, Vector]]] = {
    "1": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "6": ((1, 0, 0), (0, -1, 0), (0, 0, -1)),
    "2": ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
    "5": ((0, 0, 1), (-1, 0, 0), (0, -1, 0)),
    "3": ((0, 1, 0), (0, 0, 1), (1, 0, 0)),
    "4": ((0, 1, 0), (0, 0, -1), (-1, 0, 0)),
}
"""Vectors to the right, down and out of each face; opposite faces make seven."""
PIPS: Final[dict[str, tuple[Point, ...]]] = {
    "0": ((-1, -1), (-1, 0), (-1, 1), (0, 0), (1, -1), (1, 0), (1, 1)),
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "5": ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    "6": ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
UNIT_CIRCLE: Final = tuple((cos(2 * pi * n / 14), sin(2 * pi * n / 14)) for n in range(14))


def _make_facets() -> Iterator[tuple[Vector, list[Vector]]]:
    """Yield the (normal, corners) of each facet of the round edges and corners."""
    arc = [(cos(pi / 4 * n / EDGE_FACETS), sin(pi / 4 * n / EDGE_FACETS)) for n in range(2 * EDGE_FACETS + 1)]
    signs, steps = (-1, 1), range(0, 2 * EDGE_FACETS, 2)  # even points of the arc bound facets
    for axis, first_sign, second_sign, step in product(range(3), signs, signs, steps):  # the edges

        def vector_along(ahead: float, first: float, second: float, axis: int = axis) -> Vector:
            coordinates = [first, second]
            coordinates.insert(axis, ahead)
            return coordinates[0], coordinates[1], coordinates[2]

        ends = ((-CORE, step), (CORE, step), (CORE, step + 2), (-CORE, step + 2))
        c, s = arc[step + 1]
        yield (
            vector_along(0, first_sign * c, second_sign * s),
            [
                vector_along(end, first_sign * (CORE + ROUND * arc[n][0]), second_sign * (CORE + ROUND * arc[n][1]))
                for end, n in ends
            ],
        )
    for x, y, z, i, j in product(signs, signs, signs, steps, steps):  # the corners
        (c, s), (p, q) = arc[i + 1], arc[j + 1]  # (cosine, sine) of the facet's middle
        corners = [(arc[m], arc[n]) for m, n in ((i, j), (i + 2, j), (i + 2, j + 2), (i, j + 2))]
        yield (
            (x * c * p, y * c * q, z * s),
            [
                (x * (CORE + ROUND * ch * ca), y * (CORE + ROUND * ch * sa), z * (CORE + ROUND * sh))
                for (ch, sh), (ca, sa) in corners
            ],
        )


FACETS: Final = tuple(_make_facets())
CORNERS: Final = tuple((x, y, z) for x, y, z in product((-CORE, CORE), repeat=3))


def _make_veins(face: str) -> list[tuple[Point, Point]]:
    random, veins = Random(f"die {face}"), []
    for _ in range(9):
        x, y, length = random.uniform(-CORE, CORE), random.uniform(-CORE, 0.6 * CORE), random.uniform(4, 11)
        veins.append(((x, y), (x + random.uniform(-0.6, 0.6), min(CORE, y + length))))
    return veins


VEINS: Final = {face: _make_veins(face) for face in FACES}


def dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def view_axes(rotation: Rotation) -> tuple[Vector, Vector, Vector, Vector]:
    """Return the directions right, down, towards the eye, and up, in the axes of a die with this rotation."""
    columns = axes(rotation)
    right, back, up = ((columns[0][n], columns[1][n], columns[2][n]) for n in range(3))
    _, s, c = EYE
    down = (c * back[0] - s * up[0], c * back[1] - s * up[1], c * back[2] - s * up[2])
    eye = (s * back[0] + c * up[0], s * back[1] + c * up[1], s * back[2] + c * up[2])
    return right, down, eye, up


class _DiePainting:
    """A picture of one die that is being painted."""

    def __init__(
        self, colours: DieColours, rotation: Rotation, side: int, scale: float, centre: Point, is_readable: bool
    ) -> None:
        self._colours, self._scale, self._centre, self._is_readable = colours, scale, centre, is_readable
        self.surface = pygame.Surface((side, side), pygame.SRCALPHA)
        self.surface.fill((*colours.contour[:3], 0))
        (a, b, c), (d, e, f), self._eye, self._up = view_axes(rotation)
        self._right, self._down = (scale * a, scale * b, scale * c), (scale * d, scale * e, scale * f)
        columns = axes(rotation)
        self._light = light = (dot(columns[0], LAMP), dot(columns[1], LAMP), dot(columns[2], LAMP))
        halfway = (light[0] + self._eye[0], light[1] + self._eye[1], light[2] + self._eye[2])
        length = sqrt(dot(halfway, halfway))
        self._highlight = (halfway[0] / length, halfway[1] / length, halfway[2] / length)

    def _project(self, point: Vector) -> Point:
        (x, y, z), (mx, my) = point, self._centre
        (rx, ry, rz), (dx, dy, dz) = self._right, self._down
        return mx + x * rx + y * ry + z * rz, my + x * dx + y * dy + z * dz

    def _shade_surface(self, normal: Vector) -> pygame.Color:
        """Return the colour of a surface with this normal, in ambient, diffuse and specular light."""
        light = 16 + 66 * max(0.0, dot(normal, self._light)) + 9 * max(0.0, dot(normal, self._up))
        return self._colours.tones[round(min(100.0, light + 12 * max(0.0, dot(normal, self._highlight)) ** 40))]

    def paint_die(self) -> None:
        outline = _hull([self._project(corner) for corner in CORNERS])
        self._fill_widened(outline, (ROUND + 1) * self._scale, self._colours.contour)
        for normal, corners in FACETS:
            if dot(normal, self._eye) > 1e-6:
                points = [self._project(corner) for corner in corners]
                pygame.draw.polygon(self.surface, self._shade_surface(normal), points)
        for face, (right, down, out) in FACES.items():
            if dot(out, self._eye) > 1e-6:
                self._paint_face(face, right, down, out)

    def _fill_widened(self, outline: Sequence[Point], radius: float, colour: pygame.Color) -> None:
        """Fill a convex polygon widened by `radius`, with round corners."""
        pygame.draw.polygon(self.surface, colour, outline)
        for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
            length = hypot(bx - ax, by - ay) or 1.0
            dx, dy = (by - ay) / length * radius, (ax - bx) / length * radius
            band = [(ax + dx, ay + dy), (bx + dx, by + dy), (bx - dx, by - dy), (ax - dx, ay - dy)]
            pygame.draw.polygon(self.surface, colour, band)
            pygame.draw.circle(self.surface, colour, (ax, ay), radius)

    def _paint_face(self, face: str, right: Vector, down: Vector, out: Vector) -> None:
        surface, colours, scale = self.surface, self._colours, self._scale
        mx, my = self._project((HALF * out[0], HALF * out[1], HALF * out[2]))
        (rx, ry), (dx, dy) = ((dot(axis, self._right), dot(axis, self._down)) for axis in (right, down))
        tone = self._shade_surface(out)

        def pixel_at(x: float, y: float) -> Point:
            return mx + x * rx + y * dx, my + x * ry + y * dy

        square = [pixel_at(x, y) for x, y in ((-CORE, -CORE), (CORE, -CORE), (CORE, CORE), (-CORE, CORE))]
        pygame.draw.polygon(surface, tone, square)
        vein, width = tone.lerp(VEIN_COLOUR, colours.vein), max(1, round(0.6 * scale))
        for begin, end in VEINS[face]:
            pygame.draw.line(surface, vein, pixel_at(*begin), pixel_at(*end), width)
        fx, fy = -dot(self._light, right), -dot(self._light, down)
        length = hypot(fx, fy) or 1.0
        lip, floor = tone.lerp(colours.lip, 0.75), colours.pip.lerp(colours.floor, 0.8)
        # (shift away from the light, radius, colour) of the circles of a pip, the lowest first
        layers = [(0.9, PIP + 0.5, lip), (0.0, PIP, colours.pip), (1.3, 0.62 * PIP, floor)]
        if not self._is_readable:
            blurred = ((PIP + 1.6, 0.1), (PIP, 0.2))
            face, layers = "0", [(0.0, radius, tone.lerp(colours.pip, darkness)) for radius, darkness in blurred]
        for shift, radius, colour in layers:
            edge = [(radius * (c * rx + s * dx), radius * (c * ry + s * dy)) for c, s in UNIT_CIRCLE]
            for px, py in PIPS[face]:
                x, y = pixel_at(APART * px + shift * fx / length, APART * py + shift * fy / length)
                pygame.draw.polygon(surface, colour, [(x + ex, y + ey) for ex, ey in edge])

    def draw_chalk_mark(self, kind: str) -> None:
        lines, layers = CHALK_MARKS[kind]
        chalk = pygame.Surface(self.surface.get_size(), pygame.SRCALPHA)
        for radius, colour in layers:
            for (ax, ay), (bx, by) in chain.from_iterable(map(pairwise, lines)):
                for step in range(24):
                    x, y = ax + (bx - ax) * step / 23 - 50, ay + (by - ay) * step / 23 - 50
                    point = self._centre[0] + self._scale * x, self._centre[1] + self._scale * y
                    pygame.draw.circle(chalk, colour, point, radius * self._scale)
        self.surface.blit(chalk, (0, 0))


def _hull(points: Sequence[Point]) -> list[Point]:
    """Return the convex hull of points (Andrew's monotone chain)."""
    ordered, hull = sorted(points), list[Point]()
    for direction in (ordered, ordered[::-1]):
        half = list[Point]()
        for x, y in direction:
            while len(half) > 1:
                (ax, ay), (bx, by) = half[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                half.pop()
            half.append((x, y))
        hull += half[:-1]
    return hull


def make_picture(kind: str, face: str, rotation: Rotation, cell: float, shift: Point = (0.0, 0.0)) -> pygame.Surface:
    """Return the picture of a die ("die", "used" or "lost") with this face up; "0" makes its faces unreadable.

    The size `cell` and the `shift` of its centre are in pixels.
    """
    side = 2 * round(PICTURE_SIDE * cell / 2)
    oversampling = 4 if side < 60 else 3 if side < 110 else 2
    centre = oversampling * (side / 2 + shift[0]), oversampling * (side / 2 + shift[1])
    colours, whole_rotation, scale = DIE_COLOURS[kind], compose(UP[face], rotation), oversampling * cell / 100
    painting = _DiePainting(colours, whole_rotation, oversampling * side, scale, centre, face != "0")
    painting.paint_die()
    if kind in CHALK_MARKS:
        painting.draw_chalk_mark(kind)
    return pygame.transform.smoothscale(painting.surface, (side, side))


class DicePainter:
    """The painter of dice and their shadows, with a cache of their pictures."""

    def __init__(self) -> None:
        self._cache = Cache(1_000_000)

    def paint(self, surface: pygame.Surface, die: DieSprite) -> None:
        """Paint a die and its shadow, whose distance grows with the lift of the die."""
        kind, _, face = die.token.look.partition("-")
        cell, x, y = die.size * (1 + (LIFT - 1) * die.lift), int(die.x), int(die.y)
        key = (kind, face, die.rotation, cell, die.x - x, die.y - y)
        body = self._cache.get(key, lambda: make_picture(kind, face, die.rotation, cell, (die.x - x, die.y - y)))
        shadow = self._cache.get((*key, die.lift), lambda: soft_shadow(body, die.lift, SHADOW_PIXELS))
        for picture in (shadow, body):
            place = picture.get_rect(center=(x, y))
            if die.alpha < 1:
                picture = picture.copy()
                picture.set_alpha(round(255 * die.alpha))
            surface.blit(picture, place)
