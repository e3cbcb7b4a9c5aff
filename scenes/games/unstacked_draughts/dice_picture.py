"""Pictures of dice in any orientation: cubes with round edges and drilled pips, made of flat facets.

They are lit from the upper left and seen a little from the front. As in `sprites/studio/bone.py`, units are
hundredths of a die's cell, x runs right, y down the table and z up; opposite faces make seven.
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
from scenes.games.unstacked_draughts.dice.turns import LEVEL, Turn, Vector, about, axes, then
from scenes.surfaces.clips import Sprite

HALF: Final = 30.0
ROUND: Final = 6.5
CORE: Final = HALF - ROUND
PIP: Final = 5.2
APART: Final = 14.1
"""Half the side of a die, radius of its edges, half the side of a flat face, radius of a pip, distance of pips."""
CANVAS: Final = 1.16  # side of the square that contains a die in any orientation, in cells
LIGHT: Final[Vector] = (-0.4609, -0.4208, 0.7815)
SLANT: Final = radians(17)
"""Angle of the view from the vertical."""
EYE: Final[Vector] = (0.0, sin(SLANT), cos(SLANT))
STOPS: Final = (0, 25, 50, 74, 100)
SHADE: Final = 40
"""Size in pixels of a shadow that is made anew in every frame."""
STEPS: Final = 2  # facets across a round edge
UP: Final[dict[str, Turn]] = {
    "0": LEVEL,
    "1": LEVEL,
    "2": about(1, 0, 0, pi / 2),
    "3": about(0, -1, 0, pi / 2),
    "4": about(0, 1, 0, pi / 2),
    "5": about(-1, 0, 0, pi / 2),
    "6": about(1, 0, 0, pi),
}
"""Rotation that turns each face up; 0 stands for unreadable faces."""
Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class DieSprite(Sprite):
    turn: Turn = LEVEL  # rotation from lying flat and straight with its face up


class DieColours(NamedTuple):
    """Colours of a die: from full shade to full light, and of its parts."""

    tones: tuple[pygame.Color, ...]
    contour: pygame.Color
    pip: pygame.Color
    floor: pygame.Color
    lip: pygame.Color
    vein: float


def _bone(tones: str, parts: str, vein: float) -> DieColours:
    colours = [pygame.Color(tone) for tone in tones.split()]
    found = []
    for level in range(101):
        number = max(n for n in range(4) if STOPS[n] <= level)
        part = (level - STOPS[number]) / (STOPS[number + 1] - STOPS[number])
        found.append(colours[number].lerp(colours[number + 1], part))
    contour, pip, floor, lip = (pygame.Color(part) for part in parts.split())
    return DieColours(tuple(found), contour, pip, floor, lip, vein)


BONES: Final = {
    "die": _bone("#5A4226 #94764A #CDB386 #EADBBB #FFFAEE", "#3B2815 #241811 #5B4431 #FFFFFF", 0.26),
    "lost": _bone("#332619 #56442F #776248 #938064 #AA997C", "#231811 #33271C #554533 #C9BA9C", 0.2),
    "used": _bone("#332619 #56442F #776248 #938064 #AA997C", "#231811 #33271C #554533 #C9BA9C", 0.2),
}
VEIN: Final = pygame.Color("#8A6A3C")
TICK: Final = (((66, 78), (69, 80), (71.3, 84), (73, 89), (77, 81), (83.5, 72), (92, 65)),)
"""The chalk mark on a used die, in its cell."""
CROSS: Final = (((66, 66), (79, 78), (91, 91)), ((91, 65), (79, 79), (66, 92)))
CHALKS: Final = {
    "used": (TICK, ((3.2, (27, 18, 11, 102)), (1.8, (244, 235, 221, 235)))),
    "lost": (CROSS, ((4.6, (244, 235, 221, 235)), (3.0, (142, 47, 43, 255)))),
}
"""Kind of a die -> the lines of its mark, and its radii and colours, the lower first."""
FACES: Final[dict[str, tuple[Vector, Vector, Vector]]] = {
    "1": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "6": ((1, 0, 0), (0, -1, 0), (0, 0, -1)),
    "2": ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
    "5": ((0, 0, 1), (-1, 0, 0), (0, -1, 0)),
    "3": ((0, 1, 0), (0, 0, 1), (1, 0, 0)),
    "4": ((0, 1, 0), (0, 0, -1), (-1, 0, 0)),
}
"""The vectors to the right, down and out of each face."""
PIPS: Final[dict[str, tuple[Point, ...]]] = {
    "0": ((-1, -1), (-1, 0), (-1, 1), (0, 0), (1, -1), (1, 0), (1, 1)),
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "5": ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    "6": ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
ROUNDS: Final = tuple((cos(2 * pi * n / 14), sin(2 * pi * n / 14)) for n in range(14))


def _facets() -> Iterator[tuple[Vector, list[Vector]]]:
    """Yield the facets of the round edges and corners: normal and corners."""
    arc = [(cos(pi / 4 * step / STEPS), sin(pi / 4 * step / STEPS)) for step in range(2 * STEPS + 1)]
    for axis, a, b, step in product(range(3), (-1, 1), (-1, 1), range(0, 2 * STEPS, 2)):

        def along(ahead: float, one: float, other: float, axis: int = axis) -> Vector:
            parts = [one, other]
            parts.insert(axis, ahead)
            return parts[0], parts[1], parts[2]

        ends = ((-CORE, step), (CORE, step), (CORE, step + 2), (-CORE, step + 2))
        c, s = arc[step + 1]
        yield (
            along(0, a * c, b * s),
            [along(end, a * (CORE + ROUND * arc[n][0]), b * (CORE + ROUND * arc[n][1])) for end, n in ends],
        )
    for x, y, z, i, j in product((-1, 1), (-1, 1), (-1, 1), range(0, 2 * STEPS, 2), range(0, 2 * STEPS, 2)):
        (c, s), (p, q) = arc[i + 1], arc[j + 1]
        ways = [(arc[m], arc[n]) for m, n in ((i, j), (i + 2, j), (i + 2, j + 2), (i, j + 2))]
        yield (
            (x * c * p, y * c * q, z * s),
            [
                (x * (CORE + ROUND * ch * ca), y * (CORE + ROUND * ch * sa), z * (CORE + ROUND * sh))
                for (ch, sh), (ca, sa) in ways
            ],
        )


FACETS: Final = tuple(_facets())
CORNERS: Final = tuple((x, y, z) for x, y, z in product((-CORE, CORE), repeat=3))


def _veins(face: str) -> list[tuple[Point, Point]]:
    random, found = Random(f"die {face}"), []
    for _ in range(9):
        x, y, long = random.uniform(-CORE, CORE), random.uniform(-CORE, 0.6 * CORE), random.uniform(4, 11)
        found.append(((x, y), (x + random.uniform(-0.6, 0.6), min(CORE, y + long))))
    return found


VEINS: Final = {face: _veins(face) for face in FACES}


def dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def view_axes(turn: Turn) -> tuple[Vector, Vector, Vector, Vector]:
    """Return right, down, towards the eye and up in the axes of a die with this rotation."""
    columns = axes(turn)
    right, back, up = ((columns[0][n], columns[1][n], columns[2][n]) for n in range(3))
    _, s, c = EYE
    down = (c * back[0] - s * up[0], c * back[1] - s * up[1], c * back[2] - s * up[2])
    eye = (s * back[0] + c * up[0], s * back[1] + c * up[1], s * back[2] + c * up[2])
    return right, down, eye, up


class _Painting:
    def __init__(self, bone: DieColours, turn: Turn, side: int, scale: float, middle: Point, clear: bool) -> None:
        self._bone, self._scale, self._middle, self._clear = bone, scale, middle, clear
        self.surface = pygame.Surface((side, side), pygame.SRCALPHA)
        self.surface.fill((*bone.contour[:3], 0))
        (a, b, c), (d, e, f), self._eye, self._up = view_axes(turn)
        self._right, self._down = (scale * a, scale * b, scale * c), (scale * d, scale * e, scale * f)
        columns = axes(turn)
        self._lamp = (dot(columns[0], LIGHT), dot(columns[1], LIGHT), dot(columns[2], LIGHT))
        lamp, eye = self._lamp, self._eye
        both = (lamp[0] + eye[0], lamp[1] + eye[1], lamp[2] + eye[2])
        length = sqrt(dot(both, both))
        self._mirror = (both[0] / length, both[1] / length, both[2] / length)

    def _at(self, a: Vector) -> Point:
        (x, y, z), (mx, my) = a, self._middle
        (rx, ry, rz), (dx, dy, dz) = self._right, self._down
        return mx + x * rx + y * ry + z * rz, my + x * dx + y * dy + z * dz

    def _tone(self, normal: Vector) -> pygame.Color:
        """Return the colour of a surface with this normal: ambient, diffuse and specular light."""
        light = 16 + 66 * max(0.0, dot(normal, self._lamp)) + 9 * max(0.0, dot(normal, self._up))
        return self._bone.tones[round(min(100.0, light + 12 * max(0.0, dot(normal, self._mirror)) ** 40))]

    def die(self) -> None:
        outline = _hull([self._at(corner) for corner in CORNERS])
        self._swollen(outline, (ROUND + 1) * self._scale, self._bone.contour)
        for normal, corners in FACETS:
            if dot(normal, self._eye) > 1e-6:
                pygame.draw.polygon(self.surface, self._tone(normal), [self._at(corner) for corner in corners])
        for face, (right, down, out) in FACES.items():
            if dot(out, self._eye) > 1e-6:
                self._face(face, right, down, out)

    def _swollen(self, outline: Sequence[Point], radius: float, colour: pygame.Color) -> None:
        pygame.draw.polygon(self.surface, colour, outline)
        for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
            far = hypot(bx - ax, by - ay) or 1.0
            dx, dy = (by - ay) / far * radius, (ax - bx) / far * radius
            side = [(ax + dx, ay + dy), (bx + dx, by + dy), (bx - dx, by - dy), (ax - dx, ay - dy)]
            pygame.draw.polygon(self.surface, colour, side)
            pygame.draw.circle(self.surface, colour, (ax, ay), radius)

    def _face(self, face: str, right: Vector, down: Vector, out: Vector) -> None:
        surface, bone, scale = self.surface, self._bone, self._scale
        mx, my = self._at((HALF * out[0], HALF * out[1], HALF * out[2]))
        (rx, ry), (dx, dy) = ((dot(way, self._right), dot(way, self._down)) for way in (right, down))
        tone = self._tone(out)

        def at(x: float, y: float) -> Point:
            return mx + x * rx + y * dx, my + x * ry + y * dy

        pygame.draw.polygon(surface, tone, [at(-CORE, -CORE), at(CORE, -CORE), at(CORE, CORE), at(-CORE, CORE)])
        vein, wide = tone.lerp(VEIN, bone.vein), max(1, round(0.6 * scale))
        for begin, end in VEINS[face]:
            pygame.draw.line(surface, vein, at(*begin), at(*end), wide)
        fx, fy = -dot(self._lamp, right), -dot(self._lamp, down)
        length = hypot(fx, fy) or 1.0
        lip, floor = tone.lerp(bone.lip, 0.75), bone.pip.lerp(bone.floor, 0.8)
        layers = [(0.9, PIP + 0.5, lip), (0.0, PIP, bone.pip), (1.3, 0.62 * PIP, floor)]
        if not self._clear:
            soft = ((PIP + 1.6, 0.1), (PIP, 0.2))
            face, layers = "0", [(0.0, radius, tone.lerp(bone.pip, dark)) for radius, dark in soft]
        for shift, radius, colour in layers:
            edge = [(radius * (c * rx + s * dx), radius * (c * ry + s * dy)) for c, s in ROUNDS]
            for px, py in PIPS[face]:
                x, y = at(APART * px + shift * fx / length, APART * py + shift * fy / length)
                pygame.draw.polygon(surface, colour, [(x + ex, y + ey) for ex, ey in edge])

    def draw_chalk(self, kind: str) -> None:
        lines, layers = CHALKS[kind]
        chalk = pygame.Surface(self.surface.get_size(), pygame.SRCALPHA)
        for radius, colour in layers:
            for (ax, ay), (bx, by) in chain.from_iterable(map(pairwise, lines)):
                for part in range(24):
                    x, y = ax + (bx - ax) * part / 23 - 50, ay + (by - ay) * part / 23 - 50
                    where = self._middle[0] + self._scale * x, self._middle[1] + self._scale * y
                    pygame.draw.circle(chalk, colour, where, radius * self._scale)
        self.surface.blit(chalk, (0, 0))


def _hull(points: Sequence[Point]) -> list[Point]:
    """Return the convex hull of points (Andrew's monotone chain)."""
    ordered, found = sorted(points), list[Point]()
    for run in (ordered, ordered[::-1]):
        half = list[Point]()
        for x, y in run:
            while len(half) > 1:
                (ax, ay), (bx, by) = half[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                half.pop()
            half.append((x, y))
        found += half[:-1]
    return found


def picture(kind: str, face: str, turn: Turn, cell: float, shift: Point = (0.0, 0.0)) -> pygame.Surface:
    """Return the picture of a die ("die", "used" or "lost") with that face up, or with blurred ones ("0").

    `cell` and the `shift` of its centre are in pixels.
    """
    side = 2 * round(CANVAS * cell / 2)
    finer = 4 if side < 60 else 3 if side < 110 else 2
    middle = finer * (side / 2 + shift[0]), finer * (side / 2 + shift[1])
    painting = _Painting(BONES[kind], then(UP[face], turn), finer * side, finer * cell / 100, middle, face != "0")
    painting.die()
    if kind in CHALKS:
        painting.draw_chalk(kind)
    return pygame.transform.smoothscale(painting.surface, (side, side))


class DicePainter:
    """Paints dice with their shadows, and caches the pictures of those at rest."""

    def __init__(self) -> None:
        self._cache = Cache(1_000_000)

    def paint(self, surface: pygame.Surface, die: DieSprite) -> None:
        """Paint a die; the ground under its shadow is as far below as the die is lifted."""
        kind, _, face = die.token.look.partition("-")
        cell, x, y = die.size * (1 + (LIFT - 1) * die.lift), int(die.x), int(die.y)
        key = (kind, face, die.turn, cell, die.x - x, die.y - y)
        body = self._cache.get(key, lambda: picture(kind, face, die.turn, cell, (die.x - x, die.y - y)))
        shade = self._cache.get((*key, die.lift), lambda: soft_shadow(body, die.lift, SHADE))
        for one in (shade, body):
            place = one.get_rect(center=(x, y))
            if die.alpha < 1:
                one = one.copy()
                one.set_alpha(round(255 * die.alpha))
            surface.blit(one, place)
