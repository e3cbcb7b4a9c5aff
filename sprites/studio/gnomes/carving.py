"""Draw and light figures of several woods, in SVG: the common base of Ducart's gnomes.

A figure is a pile of hand-drawn parts over a dark contour. Each part, from back to front, has its own lit edge and
its own wood. The lamp is at the upper left for any pose, since light is applied to the outlines after their
rotation.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from sprites.studio.pen import Bend, Line, Point, Stop, colour_at, document, fill, glow, line, shading, stroke

Side: TypeAlias = Literal["gold", "blue"]
SIDES: Final[tuple[Side, ...]] = ("gold", "blue")

CONTOUR: Final = 5.8
"""Width of the stroke under everything; half of it is visible."""
EDGE: Final = 3.6
RIM: Final = 1.9
"""Widths of the strokes around each part: a dark joint, and on it the lit edge."""
_STEPS: Final = 10


@dataclass(frozen=True, slots=True)
class Wood:
    """A wood: its tones from the lit to the shaded side, its joints, and its edge from the lamp to the shade."""

    tones: tuple[Stop, ...]
    dark: str
    edge: tuple[Stop, ...]


def wood(lit: str, body: str, shade: str, dark: str, edge: str, away: str) -> Wood:
    """Return a wood of three tones; `edge` faces the lamp and `away` doesn't."""
    return Wood(
        ((0, lit, 1), (26, lit, 1), (58, body, 1), (100, shade, 1)),
        dark,
        ((0, edge, 1), (40, edge, 1), (100, away, 1)),
    )


NATURAL: Final = {
    "skin": wood("#F7DDB2", "#E7BE87", "#BE8B56", "#4A2C16", "#FFF1D6", "#A3723F"),
    "nose": wood("#F8D3A4", "#E0A06B", "#B26F42", "#4A2C16", "#FFE6C4", "#95572F"),
    "ash": wood("#FFFBF0", "#EFE4CC", "#C4B08C", "#54422C", "#FFFFFF", "#A48F69"),
    "straw": wood("#F3D98E", "#D9B25A", "#A17A30", "#4A3310", "#FFEDB8", "#8A6524"),
    "stick": wood("#B98A5C", "#8A6343", "#5A3E2B", "#2E1C10", "#DDB486", "#4A301E"),
    "jute": wood("#DCC196", "#B89566", "#846238", "#3C2912", "#F2DDB4", "#6E4F2A"),
    "leaf": wood("#9FC480", "#5E8C4A", "#3B6331", "#1C3216", "#CDE6AE", "#2F5226"),
    "brass": wood("#F6DC9A", "#C8A25A", "#8D6A2C", "#3A2810", "#FFF2C8", "#7A5A22"),
    "mask": wood("#5B4A40", "#3A2E28", "#221A16", "#120C09", "#8C776A", "#1A1310"),
}
"""Materials that both sides share."""
WOODS: Final[dict[Side, dict[str, Wood]]] = {
    "gold": {
        "body": wood("#F2CF86", "#D2A24C", "#9C6C24", "#3F2609", "#FFEDC0", "#835618"),
        "hat": wood("#DC9E45", "#B4742A", "#7E4A14", "#38200A", "#F7CE86", "#6A3C0E"),
        "base": wood("#D9A850", "#AD7830", "#744713", "#331D08", "#FBDD9A", "#5E380E"),
        "deck": wood("#EBC77C", "#CF9F4E", "#B3812F", "#331D08", "#FFEDC0", "#835618"),
    },
    "blue": {
        "body": wood("#7FAACB", "#3E6C8F", "#244560", "#0D1D2B", "#BFE0F5", "#1F3D55"),
        "hat": wood("#54799B", "#2B5072", "#173049", "#0A1722", "#9FC6E2", "#142A3F"),
        "base": wood("#5E8BAE", "#30597B", "#1A364E", "#0A1722", "#A9D0EA", "#142C41"),
        "deck": wood("#79A5C6", "#4B7B9F", "#35617F", "#0A1722", "#BFE0F5", "#1F3D55"),
    },
}
INK: Final = "#2B2018"


@dataclass(frozen=True, slots=True)
class Mark:
    """A line cut or a shape let into a part: filled, or stroked if `wide` isn't 0.

    `paint` is a colour, or "dark" or "lit" of the part's wood. A `gleam` is dropped in a lying figure.
    """

    line: Line
    paint: str = "dark"
    wide: float = 0.0
    opacity: float = 1.0
    gleam: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a figure: its outline, the name of its wood, its cuts, and whether it is a ball."""

    outline: Line
    wood: str
    marks: tuple[Mark, ...] = ()
    ball: bool = False

    def bent(self, bend: Bend, upright: bool) -> Part:
        """Return the part moved; gleams are dropped unless `upright`."""
        marks = tuple(replace(m, line=m.line.bent(bend)) for m in self.marks if upright or not m.gleam)
        return replace(self, outline=self.outline.bent(bend), marks=marks)


Figure: TypeAlias = Sequence[Part]


# Outlines ----------------------------------------------------------------------------------------------


def limb(start: Point, handle: Point, end: Point, thick: float, thin: float) -> Line:
    """Return an arm or stick along a quadratic curve, round at the ends; `thick` and `thin` are half widths."""
    first = math.atan2(handle[1] - start[1], handle[0] - start[0])
    last = math.atan2(end[1] - handle[1], end[0] - handle[0])

    def beside(share: float, sign: int) -> tuple[Point, float]:
        rest = 1 - share
        x, y = (
            rest * rest * a + 2 * rest * share * b + share * share * c
            for a, b, c in zip(start, handle, end, strict=True)
        )
        dx, dy = (rest * (b - a) + share * (c - b) for a, b, c in zip(start, handle, end, strict=True))
        angle, by = math.atan2(dy, dx), thick + (thin - thick) * share
        return (x - sign * by * math.sin(angle), y + sign * by * math.cos(angle)), angle

    def edge(sign: int) -> list[Point]:
        """Return one side, without the points that would run back in a sharp elbow."""
        points: list[Point] = []
        for step in range(_STEPS + 1):
            (x, y), angle = beside(step / _STEPS, sign)
            if not points or (x - points[-1][0]) * math.cos(angle) + (y - points[-1][1]) * math.sin(angle) > 0.1:
                points.append((x, y))
        return points

    def cap(centre: Point, angle: float, radius: float) -> list[Point]:
        turns = (angle + math.pi * (0.5 - step / 8) for step in range(1, 8))
        return [(centre[0] + radius * math.cos(turn), centre[1] + radius * math.sin(turn)) for turn in turns]

    outline = [*edge(1), *cap(end, last, thin), *edge(-1)[::-1], *cap(start, first + math.pi, thick)]
    points = outline[:1]
    for point in outline[1:]:
        points += [points[-1], point, point]
    return Line(tuple(points), closed=True)


def moved(figure: Figure, bend: Bend, upright: bool = True) -> list[Part]:
    return [part.bent(bend, upright) for part in figure]


def cut(data: str, wide: float = 1.4, opacity: float = 0.75) -> Mark:
    return Mark(line(data), wide=wide, opacity=opacity)


def grain(*ways: str) -> tuple[Mark, ...]:
    return tuple(Mark(line(way), wide=0.9, opacity=0.26) for way in ways)


def gleam(data: str, wide: float = 1.6, opacity: float = 0.6) -> Mark:
    return Mark(line(data), "lit", wide, opacity, gleam=True)


# Light -------------------------------------------------------------------------------------------------


def painted(part: Part, woods: dict[str, Wood], name: str) -> tuple[str, str]:
    """Return the gradients of a part, whose ids begin with `name`, and the part."""
    grown = woods[part.wood]
    left, top, right, bottom = part.outline.bounds()
    wide, high = right - left, bottom - top
    start, end = (left + 0.1 * wide, top), (right - 0.1 * wide, bottom)
    defs = shading(f"{name}e", start, end, grown.edge)
    if part.ball:
        stops = tuple((at, colour_at(grown.tones, tone), 1.0) for at, tone in ((0, 0), (34, 34), (70, 66), (100, 98)))
        defs += glow(f"{name}l", (left + 0.34 * wide, top + 0.3 * high), 0.8 * max(wide, high), stops)
    else:
        defs += shading(f"{name}l", start, end, grown.tones)
    body = stroke(part.outline, grown.dark, EDGE) + stroke(part.outline, f"url(#{name}e)", RIM)
    body += fill(part.outline, f"url(#{name}l)")
    for mark in part.marks:
        paint = {"dark": grown.dark, "lit": grown.edge[0][1]}.get(mark.paint, mark.paint)
        body += (
            stroke(mark.line, paint, mark.wide, mark.opacity) if mark.wide else fill(mark.line, paint, mark.opacity)
        )
    return defs, body


def picture(title: str, figure: Figure, side: Side, above: Iterable[str] = ()) -> str:
    woods = NATURAL | WOODS[side]
    dark = woods["base"].dark
    contour = [fill(part.outline, dark) + stroke(part.outline, dark, CONTOUR) for part in figure]
    parts = [painted(part, woods, f"p{number}") for number, part in enumerate(figure)]
    return document(title, "gnomes", (defs for defs, _ in parts), [*contour, *(body for _, body in parts), *above])
