"""Parts that several gnomes share: bases, hats, faces, hands and boots, and the sleeping pose."""

from __future__ import annotations

from collections.abc import Sequence

from sprites.studio.gnomes.carving import INK, Figure, Mark, Part, Side, cut, gleam, grain, moved
from sprites.studio.pen import Point, around, line, oval, stroke


def base(side: Side, half: float, middle: float = 50) -> list[Part]:
    """Return a base of half width `half`: round for Gold, notched for Blue."""
    left, right = middle - half, middle + half
    k = 0.5523 * half
    deck = f"C{right} 79.6 {middle + k} 77.6 {middle} 77.6C{middle - k} 77.6 {left} 79.6 {left} 82.6"
    if side == "gold":
        foot = line(
            f"M{left} 82.6C{left - 3.4} 84.4 {left - 2.6} 90.6 {left + 7} 91.6"
            f"C{left + 16} 92.8 {right - 16} 92.8 {right - 7} 91.6"
            f"C{right + 2.6} 90.6 {right + 3.4} 84.4 {right} 82.6{deck}Z"
        )
        marks = (
            *grain(f"M{left + 9} 90C{middle - 10} 91.4 {middle} 91.4 {middle + 16} 90.8"),
            cut(f"M{left - 0.6} 87.6C{left + 12} 90.2 {right - 12} 90.2 {right + 0.6} 87.6", 1.3, 0.55),
        )
    else:
        foot = line(f"M{left - 1} 82{_teeth(left - 1, right + 1)}L{right + 1} 82{deck}Z")
        marks = grain(f"M{left + 2} 86.4C{middle - 10} 87 {middle} 86.8 {middle + 14} 86.4")
    top = oval(middle, 82.2, half - 1.6, 4.4)
    return [Part(foot, "base", marks), Part(top, "deck")]


def _teeth(left: float, right: float) -> str:
    count = 2 * max(3, round((right - left) / 15)) - 1
    step = (right - left) / count
    way = f"L{left} 92"
    for number in range(count):
        low, end = number % 2 == 0, left + (number + 1) * step
        if low:
            way += f"L{end} 92"
        else:
            start = end - step
            way += f"L{start + 0.8} 87.4L{end - 0.8} 87.4L{end} 92"
    return way


def bobble(side: Side, x: float, y: float, size: float = 4.4) -> Part:
    """Return the tip of a hat: a ball for Gold, a block with corners for Blue."""
    if side == "gold":
        return Part(oval(x, y, size), "body", ball=True)
    s = 1.18 * size
    return Part(line(f"M{x} {y - s}L{x + s} {y}L{x} {y + s}L{x - s} {y}Z"), "body")


def band(side: Side, outline: str, spots: Sequence[Point]) -> Part:
    """Return the brim of a hat, with round beads for Gold and notches for Blue at the spots."""
    if side == "gold":
        marks = [Mark(oval(x, y, 1.5), opacity=0.8) for x, y in spots]
    else:
        marks = [
            Mark(line(f"M{x - 1.9} {y - 1.9}L{x} {y + 1.7}L{x + 1.9} {y - 1.9}"), wide=1.3, opacity=0.9)
            for x, y in spots
        ]
    return Part(line(outline), "body", tuple(marks))


def eyes(y: float, *xs: float, closed: bool = False, size: float = 1.0) -> tuple[Mark, ...]:
    if closed:
        return tuple(
            Mark(line(f"M{x - 3.2 * size} {y - 0.4}Q{x} {y + 3.4 * size} {x + 3.2 * size} {y - 0.4}"), INK, 1.7)
            for x in xs
        )
    marks: list[Mark] = []
    for x in xs:
        marks.append(Mark(oval(x, y, 2.3 * size, 2.9 * size), INK))
        marks.append(Mark(oval(x - 0.8 * size, y - 1.1 * size, 0.9 * size), "#FFFFFF"))
    return tuple(marks)


def nose(x: float, y: float, size: float = 4.6) -> Part:
    return Part(
        oval(x, y, 1.08 * size, size),
        "nose",
        (gleam(f"M{x - 2} {y - 1.4}L{x - 1.2} {y - 2.2}", 1.3, 0.9),),
        ball=True,
    )


def hand(x: float, y: float, size: float = 4.8) -> Part:
    return Part(oval(x, y, size, 0.94 * size), "skin", ball=True)


def boots(y: float, *xs: float) -> list[Part]:
    return [Part(oval(x, y, 8, 5), "stick", ball=True) for x in xs]


def laid(figure: Figure) -> list[Part]:
    """Return the figure fallen over to the left, on the line on which it stood."""
    turn = around((50, 50), -90)
    down = moved(figure, turn, upright=False)
    boxes = [part.outline.bounds() for part in down]
    dx = 50 - (min(box[0] for box in boxes) + max(box[2] for box in boxes)) / 2
    dy = 91.6 - max(box[3] for box in boxes)
    return moved(down, lambda p: (p[0] + dx, p[1] + dy), upright=False)


def zzz(x: float, y: float) -> list[str]:
    letters = []
    for left, top, size in ((x, y, 11.0), (x + 14, y - 10, 7.6)):
        letter = line(f"M{left} {top}L{left + size} {top}L{left} {top + size}L{left + size} {top + size}")
        letters += [stroke(letter, INK, 5.6), stroke(letter, "#FFF6E4", 2.6)]
    return letters
