"""Layout of a table: rectangles in window pixels, y downwards. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Self

from rules.contract import Target

LOW: Final = 56.0  # window height in u below which the panel is narrow and the margins are small
WIDE: Final = 1.25  # window width / height above which the panels are at the side


class Box(NamedTuple):
    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def centre(self) -> tuple[float, float]:
        return (self.x + self.w / 2, self.y + self.h / 2)

    def inset(self, by: float) -> Self:
        return type(self)(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)

    def ints(self) -> tuple[int, int, int, int]:
        """Return it in whole pixels; edges are rounded, so that neighbours still touch."""
        left, top = round(self.x), round(self.y)
        return (left, top, round(self.x + self.w) - left, round(self.y + self.h) - top)


@dataclass(frozen=True, slots=True)
class Spot:
    """The place of a target's tokens: the centre of the lowest, the step to the next one, and their size."""

    x: float
    y: float
    dx: float
    dy: float
    size: float
    box: Box
    places: Sequence[tuple[float, float]] = ()  # centres of tokens that lie close together, side by side
    order: Sequence[str] = ()  # the looks that may lie there; tokens of earlier ones come first
    covered: float = 1.0
    sunk: float = 0.0
    """Size of a token below others, and the offset of its centre downwards, as fractions of `size`."""

    def at(self, number: float) -> tuple[float, float]:
        """Return the centre of token `number`, counted from 0 at the bottom."""
        return (self.x + self.dx * number, self.y + self.dy * number)

    def place(self, looks: Sequence[str], number: int) -> tuple[float, float]:
        """Return the centre of token `number` of a stack with these looks, counted from the bottom."""
        if not self.places:
            return (self.x + self.dx * number, self.y + self.dy * number)
        ranked = sorted(range(len(looks)), key=lambda one: (self.order.index(looks[one]), one))
        return self.places[min(ranked.index(number), len(self.places) - 1)]

    def lie(self, looks: Sequence[str], number: int) -> tuple[float, float, float]:
        """Return the centre and the size of token `number` of a stack with these looks."""
        x, y = self.place(looks, number)
        if number == len(looks) - 1:
            return (x, y, self.size)
        return (x, y + self.sunk * self.size, self.covered * self.size)


Spots = Mapping[Target, Spot]


def hit(spots: Spots, x: float, y: float) -> Target | None:
    for target, spot in spots.items():
        left, top, wide, high = spot.box
        if left <= x < left + wide and top <= y < top + high:
            return target
    return None


def neighbour(spots: Spots, start: Target, dx: int, dy: int, among: Iterable[Target] | None = None) -> Target:
    """Return the nearest target in a direction (dx, dy of −1, 0, 1), or `start` itself at the edge."""
    here = spots[start]
    best, best_cost = start, float("inf")
    for target in spots if among is None else among:
        there = spots[target]
        along = (there.x - here.x) * dx + (there.y - here.y) * dy
        aside = abs((there.x - here.x) * dy) + abs((there.y - here.y) * dx)
        if along > 1 and along + 3 * aside < best_cost:
            best, best_cost = target, along + 3 * aside
    return best


class TableFrame(NamedTuple):
    area: Box
    panel: Box


def table_frame(size: tuple[int, int], ratio: float, u: float) -> TableFrame:
    """Lay board and panel side by side or stacked, for the larger board; `ratio` is its width / height."""
    (width, height), margin, gap, least = size, 2.5 * u, 2 * u, 34 * u
    if height < LOW * u:  # the board takes its share, the panel the rest
        margin, gap, least = u, u, 28 * u
    wide = min((height - 2 * margin) * ratio, width - 2 * margin - gap - max(least, 230.0))
    high = min((width - 2 * margin) / ratio, height - 2 * margin - gap - max(31 * u, 220.0))
    if wide / ratio >= high:
        rest = width - 2 * margin - wide - gap
        panel = min(rest, 62 * u)
        area = Box(margin + (rest - panel) / 2, (height - wide / ratio) / 2, wide, wide / ratio)
        return TableFrame(area, Box(area.right + gap, margin, panel, height - 2 * margin))
    area = Box((width - high * ratio) / 2, margin, high * ratio, high)
    top = area.bottom + gap
    return TableFrame(area, Box(margin, top, width - 2 * margin, height - margin - top))
