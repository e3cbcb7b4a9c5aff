"""Pictures of the marks on a board, as SVG.

Brass marks the picked piece, pieces that must move, the last turn and the focus; ink or paper the legal targets;
oxblood captures and danger; sea blue hints. `tests/test_colours.py` checks that people with any kind of colour
blindness can distinguish them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from scenes.surfaces.constants import BRASS, CASE, INK, OXBLOOD, PAPER, SEA

_HIGH_CONTRAST_FACTOR: Final = 1.4  # factor of line widths with high contrast


@dataclass(frozen=True, slots=True)
class Pen:
    """A maker of SVG elements for a cell of `w` × `h` pixels; its arguments are lengths in cell widths."""

    w: int
    h: int
    is_bold: bool = False  # for high contrast

    def stroke_width(self, cells: float) -> float:
        return cells * self.w * (_HIGH_CONTRAST_FACTOR if self.is_bold else 1.0)

    def effective_opacity(self, opacity: float) -> float:
        return min(1.0, opacity * 1.5) if self.is_bold else opacity

    def fill_cell(self, colour: str, opacity: float) -> str:
        return f'<rect width="{self.w}" height="{self.h}" fill="{colour}" fill-opacity="{opacity:.3f}"/>'

    def disc(self, radius: float, colour: str, opacity: float) -> str:
        return (
            f'<circle cx="{self.w / 2}" cy="{self.h / 2}" r="{radius * self.w}" fill="{colour}" '
            f'fill-opacity="{opacity:.3f}"/>'
        )

    def ring(self, radius: float, colour: str, stroke: float, opacity: float = 1.0, dash: str = "") -> str:
        return (
            f'<circle cx="{self.w / 2}" cy="{self.h / 2}" r="{radius * self.w}" fill="none" stroke="{colour}" '
            f'stroke-width="{self.stroke_width(stroke):.2f}" '
            f'stroke-opacity="{self.effective_opacity(opacity):.3f}"{dash}/>'
        )

    def frame(self, colour: str, stroke: float, opacity: float = 1.0) -> str:
        inset = (0.063 if self.is_bold else 0.045) * self.w
        return (
            f'<rect x="{inset:.2f}" y="{inset:.2f}" width="{self.w - 2 * inset:.2f}" '
            f'height="{self.h - 2 * inset:.2f}" rx="{0.06 * self.w:.2f}" fill="none" stroke="{colour}" '
            f'stroke-width="{self.stroke_width(stroke):.2f}" stroke-opacity="{self.effective_opacity(opacity):.3f}"/>'
        )

    def lines(self, data: str, colour: str, stroke: float, opacity: float = 1.0) -> str:
        return (
            f'<path d="{data}" fill="none" stroke="{colour}" stroke-width="{self.stroke_width(stroke):.2f}" '
            f'stroke-opacity="{self.effective_opacity(opacity):.3f}" stroke-linecap="round" stroke-linejoin="round"/>'
        )

    def dashes(self, dash: float, gap: float) -> str:
        return f' stroke-dasharray="{dash * self.w:.2f} {gap * self.w:.2f}"'

    def around(self, points: list[tuple[float, float]]) -> str:
        """Return SVG path data of a line through `points` and of its copies turned by 90, 180 and 270 degrees."""
        data = ""
        for cosine, sine in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            turned = [
                (cosine * (x - 0.5) - sine * (y - 0.5), sine * (x - 0.5) + cosine * (y - 0.5)) for x, y in points
            ]
            places = [f"{(x + 0.5) * self.w:.2f} {(y + 0.5) * self.h:.2f}" for x, y in turned]
            data += "M" + "L".join(places)
        return data


def _last_turn(colour: str, edge_colour: str) -> Callable[[Pen], str]:
    return lambda pen: pen.fill_cell(colour, 0.62) + (pen.frame(edge_colour, 0.04) if pen.is_bold else "")


def _picked(pen: Pen) -> str:
    return pen.fill_cell("#F2CB74", 0.14) + pen.frame(CASE, 0.12, 0.8) + pen.frame(BRASS, 0.08)


def _corner_marks(pen: Pen, edge_colour: str, colour: str, points: list[tuple[float, float]]) -> str:
    corners = pen.around(points)
    return pen.lines(corners, edge_colour, 0.11) + pen.lines(corners, colour, 0.07)


def _focus(pen: Pen) -> str:
    dashes = "".join(pen.around([(start, 0.055), (start + 0.13, 0.055)]) for start in (0.14, 0.435, 0.73))
    return pen.lines(dashes, CASE, 0.095, 0.9) + pen.lines(dashes, BRASS, 0.06)


def _premove(pen: Pen) -> str:
    square = pen.around([(0.11, 0.11), (0.89, 0.11)])
    return pen.lines(square, CASE, 0.07, 0.9) + pen.lines(square, BRASS, 0.04)


def _dot(colour: str, radius: float, opacity: float) -> Callable[[Pen], str]:
    bold = (1.15 * radius, colour, 1.1 * opacity)
    return lambda pen: pen.disc(*bold) if pen.is_bold else pen.disc(radius, colour, opacity)


def _aim(colour: str, opacity: float, cell_opacity: float) -> Callable[[Pen], str]:
    """Return the painter of the mark under the pointer: a tint, and a bar at each edge of the cell."""

    def paint(pen: Pen) -> str:
        bars = pen.around([(0.36, 0.06), (0.64, 0.06)])
        bar_opacity = opacity / (1.12 if pen.is_bold else 1)
        return pen.fill_cell(colour, cell_opacity) + pen.lines(bars, colour, 0.085, bar_opacity)

    return paint


def _danger(pen: Pen) -> str:
    teeth = pen.around([(0.5, 0.06), (0.5, 0.16)]) + pen.around([(0.19, 0.19), (0.255, 0.255)])
    edge = pen.ring(0.445, PAPER, 0.1, 0.85) + pen.lines(teeth, PAPER, 0.11, 0.85)
    return pen.disc(0.46, OXBLOOD, 0.1) + edge + pen.ring(0.445, OXBLOOD, 0.07) + pen.lines(teeth, OXBLOOD, 0.08)


def _threat(pen: Pen) -> str:
    dashes, edge_dashes = pen.dashes(0.16, 0.1234), pen.dashes(0.19, 0.0934)
    edge = pen.ring(0.45, PAPER, 0.1, 0.85, edge_dashes)
    return pen.disc(0.46, OXBLOOD, 0.07) + edge + pen.ring(0.45, OXBLOOD, 0.065, 1.0, dashes)


def _hint(pen: Pen) -> str:
    heads = pen.around([(0.38, 0.05), (0.62, 0.05), (0.5, 0.19), (0.38, 0.05), (0.62, 0.05)])
    filled = f'<path d="{heads}" fill="{SEA}"/>'
    return pen.fill_cell(SEA, 0.1) + pen.lines(heads, PAPER, 0.1, 0.9) + filled + pen.lines(heads, SEA, 0.05)


MARKS: Final[dict[str, Callable[[Pen], str]]] = {
    "last-light": _last_turn("#DAA238", CASE),
    "last-dark": _last_turn("#EFC65A", PAPER),
    "picked": _picked,
    "must": lambda pen: _corner_marks(pen, CASE, BRASS, [(0.07, 0.26), (0.07, 0.07), (0.26, 0.07)]),
    "named": lambda pen: _corner_marks(pen, PAPER, SEA, [(0.07, 0.22), (0.22, 0.07)]),
    "focus": _focus,
    "premove": _premove,
    "dot-light": _dot(INK, 0.14, 0.47),
    "dot-dark": _dot(PAPER, 0.14, 0.9),
    "place-light": _dot(INK, 0.1, 0.47),
    "place-dark": _dot(PAPER, 0.1, 0.9),
    "aim-light": _aim(INK, 0.42, 0.09),
    "aim-dark": _aim(PAPER, 0.9, 0.1),
    "ring": lambda pen: pen.ring(0.41, PAPER, 0.11, 0.9) + pen.ring(0.41, OXBLOOD, 0.08),
    "danger": _danger,
    "threat": _threat,
    "hint": _hint,
}
"""The painters of the marks by name; names in -light and -dark are for marks on light and on dark squares."""
