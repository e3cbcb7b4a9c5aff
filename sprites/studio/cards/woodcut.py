"""Woodcut drawing for the cards of Ducale, as SVG: outlines, flat inks, wedges of shade and scattered patterns.

Shapes are path data (M, L, C, Q and Z, all absolute) in units of a card, 250 wide and 350 high. Clip paths aren't
used: a pattern keeps within its shape because only marks wholly inside it are drawn.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import Final

from sprites.studio.joinery import inside
from sprites.studio.pen import Point, line, number

INK: Final = "#2B2420"
OXBLOOD: Final = "#8E2F2B"
BRASS: Final = "#C8A25A"
PAPER: Final = "#FBF5E9"

_STEPS: Final = 7


def polygon(data: str) -> list[Point]:
    points = line(data).points
    corners = [points[0]]
    for i in range(1, len(points), 3):
        start, (one, two, end) = points[i - 1], points[i : i + 3]
        if (one, two) == (start, end):
            corners.append(end)
            continue
        for step in range(1, _STEPS + 1):
            t = step / _STEPS
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            corners.append(
                (
                    a * start[0] + b * one[0] + c * two[0] + d * end[0],
                    a * start[1] + b * one[1] + c * two[1] + d * end[1],
                )
            )
    return corners


def tidy(data: str) -> str:
    """Return path data with relative steps of a tenth of a unit, which takes the fewest characters."""
    text, x, y = "", 0, 0
    for command, rest in re.findall(r"([MLCQZ])([^MLCQZ]*)", data):
        values = [round(10 * float(value)) for value in re.findall(r"-?\d*\.?\d+", rest)]
        size = {"C": 6, "Q": 4}.get(command, 2)
        if command == "Z":
            text += "z"
        for at in range(0, len(values), size):
            group = values[at : at + size]
            steps = [value - (y if i % 2 else x) for i, value in enumerate(group)]
            lead = "M" if command == "M" and at == 0 else "l" if command == "M" else command.lower()
            text += lead + " ".join(_tenth(v) for v in (group if lead == "M" else steps))
            x, y = group[-2:]
    return text.replace(" -", "-")


def _tenth(value: int) -> str:
    whole, part = divmod(abs(value), 10)
    return ("-" if value < 0 else "") + (f"{whole or ''}.{part}" if part else str(whole))


def block(body: str) -> str:
    """Group shapes with ink lines, round ends and corners as defaults."""
    return f'<g fill="none" stroke="{INK}" stroke-linecap="round" stroke-linejoin="round">\n{body}</g>\n'


def area(data: str, paint: str) -> str:
    return f'<path d="{tidy(data)}" fill="{paint}" stroke="none"/>\n'


def cut(data: str, paint: str, width: float = 2.0) -> str:
    """Draw a flat area and the line around it, within a block."""
    return f'<path d="{tidy(data)}" fill="{paint}" stroke-width="{number(width)}"/>\n'


def lines(data: str, width: float = 1.4, ink: str = INK) -> str:
    of = "" if ink == INK else f' stroke="{ink}"'
    return f'<path d="{tidy(data)}"{of} stroke-width="{number(width)}"/>\n'


def dot(x: float, y: float, radius: float) -> str:
    k = 0.5523 * radius
    west, east, top, foot = x - radius, x + radius, y - radius, y + radius
    return (
        f"M{x} {top}C{x + k} {top} {east} {y - k} {east} {y}C{east} {y + k} {x + k} {foot} {x} {foot}"
        f"C{x - k} {foot} {west} {y + k} {west} {y}C{west} {y - k} {x - k} {top} {x} {top}Z"
    )


def _spans(shape: list[Point], degrees: float, gap: float, phase: float) -> Iterable[tuple[Point, Point]]:
    """Yield parallel chords of a shape, each from start to end in the direction of `degrees`."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    turned = [(c * x + s * y, c * y - s * x) for x, y in shape]
    low, high = min(y for _, y in turned), max(y for _, y in turned)
    y = math.ceil(low / gap) * gap + phase * gap
    while y < high:
        crossings = sorted(
            ax + (y - ay) * (bx - ax) / (by - ay)
            for (ax, ay), (bx, by) in zip(turned, [*turned[1:], turned[0]], strict=True)
            if (ay > y) != (by > y)
        )
        for start, end in zip(crossings[::2], crossings[1::2], strict=False):
            yield (c * start - s * y, s * start + c * y), (c * end - s * y, s * end + c * y)
        y += gap


def shade(
    data: str, degrees: float, gap: float, thick: float, reach: float, longest: float = 40.0, ink: str = INK
) -> str:
    """Draw wedges on the side of a shape where the direction `degrees` leaves it, tapering inwards.

    `gap` is the distance between wedges, `thick` a wedge's width at the foot, `reach` its length as a fraction of the
    way across the shape, and `longest` the maximum length in units; every second wedge is shorter.
    """
    text, short = "", False
    for start, end in _spans(polygon(data), degrees, gap, 0.5):
        whole = math.dist(start, end)
        if whole < 2 * thick:
            continue
        length = min(longest, whole * reach) * (0.62 if short else 1.0)
        short = not short
        ux, uy = (start[0] - end[0]) / whole, (start[1] - end[1]) / whole
        px, py = -uy * thick / 2, ux * thick / 2
        tip = end[0] + ux * length, end[1] + uy * length
        text += f"M{end[0] + px:.1f} {end[1] + py:.1f}L{tip[0]:.1f} {tip[1]:.1f} {end[0] - px:.1f} {end[1] - py:.1f}Z"
    return area(text, ink) if text else ""


def stripes(data: str, degrees: float, gap: float, width: float, ink: str = INK, phase: float = 0.5) -> str:
    text = "".join(
        f"M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}" for a, b in _spans(polygon(data), degrees, gap, phase)
    )
    return lines(text, width, ink) if text else ""


def strewn(data: str, mark: str, step: Point, size: float, paint: str, origin: Point = (125.0, 175.0)) -> str:
    """Repeat a mark of `MARKS` in rows offset by half a step, only where it fits wholly into a shape."""
    shape = polygon(data)
    left, right = min(x for x, _ in shape), max(x for x, _ in shape)
    top, foot = min(y for _, y in shape), max(y for _, y in shape)
    text, row = "", math.floor((top - origin[1]) / step[1])
    while (y := origin[1] + row * step[1]) < foot:
        column = math.floor((left - origin[0]) / step[0]) - 1
        while (x := origin[0] + (column + 0.5 * (row % 2)) * step[0]) < right:
            corners = ((size, 0), (-size, 0), (0, size), (0, -size))
            if all(inside(shape, x + dx, y + dy) for dx, dy in corners):
                text += placed(MARKS[mark], x, y, size)
            column += 1
        row += 1
    return area(text, paint) if text else ""


def placed(data: str, x: float, y: float, size: float, flat: float = 1.0) -> str:
    """Move and scale path data that is drawn around (0, 0) in units of 1; `flat` scales its height."""
    values = iter(range(1_000_000))

    def moved(found: re.Match[str]) -> str:
        value = float(found[0])
        return f"{x + size * value:.1f} " if next(values) % 2 == 0 else f"{y + size * flat * value:.1f} "

    return re.sub(r"-?\d*\.?\d+ ?", moved, data).replace(" Z", "Z").replace(" L", "L").replace(" C", "C")


MARKS: Final = {
    "lozenge": "M0 -1L0.62 0 0 1 -0.62 0Z",
    "dot": "M0 -0.7C0.39 -0.7 0.7 -0.39 0.7 0C0.7 0.39 0.39 0.7 0 0.7C-0.39 0.7 -0.7 0.39 -0.7 0"
    "C-0.7 -0.39 -0.39 -0.7 0 -0.7Z",
    "lily": "M0 -1C0.45 -0.5 0.3 -0.2 0.15 0.1C0.4 -0.5 1 -0.4 0.9 0.1C0.7 0.4 0.4 0.3 0.2 0.4L0.3 1 -0.3 1 -0.2 0.4"
    "C-0.4 0.3 -0.7 0.4 -0.9 0.1C-1 -0.4 -0.4 -0.5 -0.15 0.1C-0.3 -0.2 -0.45 -0.5 0 -1Z",
    "leaf": "M0 -1C0.6 -0.6 0.7 0.2 0 1C-0.7 0.2 -0.6 -0.6 0 -1Z",
    "cross": "M-0.25 -1L0.25 -1 0.25 -0.25 1 -0.25 1 0.25 0.25 0.25 "
    "0.25 1 -0.25 1 -0.25 0.25 -1 0.25 -1 -0.25 -0.25 -0.25Z",
    "star": "M0 -1L0.25 -0.25 1 0 0.25 0.25 0 1 -0.25 0.25 -1 0 -0.25 -0.25Z",
    "ermine": "M0 -0.9L0.18 0.1 0.55 0.95 0.14 0.6 0 1 -0.14 0.6 -0.55 0.95 -0.18 0.1Z",
}
"""Marks of a pattern, drawn around (0, 0), each within a lozenge with half diagonals of 1."""
