"""Layout of a table: where board, panel and each target's tokens are, in window pixels, y downwards. No pygame."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Self

from rules.contract import Target

LOW_WINDOW_HEIGHT: Final = 56.0  # in u; in a lower window the panel is narrow and the margins are small


class Box(NamedTuple):
    """A rectangle whose edges may lie between pixels: left, top, width and height."""

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

    @classmethod
    def around(cls, boxes: Sequence[Box]) -> Self:
        """Return the smallest box that contains all `boxes`."""
        left, top = min(box.x for box in boxes), min(box.y for box in boxes)
        return cls(left, top, max(box.right for box in boxes) - left, max(box.bottom for box in boxes) - top)

    def inset(self, by: float) -> Self:
        return type(self)(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)

    def ints(self) -> tuple[int, int, int, int]:
        """Return left, top, width and height in whole pixels; edges are rounded, so that neighbours still touch."""
        left, top = round(self.x), round(self.y)
        return (left, top, round(self.x + self.w) - left, round(self.y + self.h) - top)


@dataclass(frozen=True, slots=True)
class Spot:
    """The place of a target's tokens: the centre of the lowest, the step to the next one, their size, and a box.

    The box is the area of the target that can be clicked.
    """

    x: float
    y: float
    dx: float
    dy: float
    size: float
    box: Box
    places: Sequence[tuple[float, float]] = ()  # centres of tokens that lie side by side, instead of in a stack
    order: Sequence[str] = ()  # looks of the tokens at `places`, in the order of these places
    covered_size: float = 1.0
    covered_dy: float = 0.0
    """Size of a token below others, and the downward offset of its centre, as fractions of `size`."""

    def at(self, number: float) -> tuple[float, float]:
        """Return the centre of token `number`, counted from 0 at the bottom."""
        return (self.x + self.dx * number, self.y + self.dy * number)

    def place(self, looks: Sequence[str], number: int) -> tuple[float, float]:
        """Return the centre of token `number` of a stack with these looks, counted from 0 at the bottom."""
        if not self.places:
            return self.at(number)
        ranked = sorted(range(len(looks)), key=lambda one: (self.order.index(looks[one]), one))
        return self.places[min(ranked.index(number), len(self.places) - 1)]

    def token_place(self, looks: Sequence[str], number: int) -> tuple[float, float, float]:
        """Return the centre and the size of token `number` of a stack with these looks."""
        x, y = self.place(looks, number)
        if number == len(looks) - 1:
            return (x, y, self.size)
        return (x, y + self.covered_dy * self.size, self.covered_size * self.size)


Spots = Mapping[Target, Spot]


def hit(spots: Spots, x: float, y: float) -> Target | None:
    """Return the target at a point, or None."""
    for target, spot in spots.items():
        left, top, width, height = spot.box
        if left <= x < left + width and top <= y < top + height:
            return target
    return None


def neighbour(spots: Spots, start: Target, dx: int, dy: int, among: Iterable[Target] | None = None) -> Target:
    """Return the nearest of `among` (by default, all targets) towards dx, dy (−1, 0, 1); if none, `start`."""
    origin = spots[start]
    best, best_cost = start, float("inf")  # the cost: the distance in this direction plus thrice the one across
    for target in spots if among is None else among:
        spot = spots[target]
        distance = (spot.x - origin.x) * dx + (spot.y - origin.y) * dy
        deviation = abs((spot.x - origin.x) * dy) + abs((spot.y - origin.y) * dx)
        if distance > 1 and distance + 3 * deviation < best_cost:
            best, best_cost = target, distance + 3 * deviation
    return best


class TableFrame(NamedTuple):
    """The areas of the board and of the panel in the window."""

    area: Box
    panel: Box


def table_frame(size: tuple[int, int], ratio: float, u: float) -> TableFrame:
    """Place board and panel side by side or above each other, whichever gives the larger board.

    `ratio` is the board's width / height; `u` is the art's unit in pixels.
    """
    (width, height), margin, gap, min_panel_width = size, 2.5 * u, 2 * u, 34 * u
    if height < LOW_WINDOW_HEIGHT * u:
        margin, gap, min_panel_width = u, u, 28 * u
    board_width = min((height - 2 * margin) * ratio, width - 2 * margin - gap - max(min_panel_width, 230.0))
    board_height = min((width - 2 * margin) / ratio, height - 2 * margin - gap - max(31 * u, 220.0))
    if board_width / ratio >= board_height:
        rest = width - 2 * margin - board_width - gap
        panel = min(rest, 62 * u)
        top = (height - board_width / ratio) / 2
        area = Box(margin + (rest - panel) / 2, top, board_width, board_width / ratio)
        return TableFrame(area, Box(area.right + gap, margin, panel, height - 2 * margin))
    area = Box((width - board_height * ratio) / 2, margin, board_height * ratio, board_height)
    top = area.bottom + gap
    return TableFrame(area, Box(margin, top, width - 2 * margin, height - margin - top))
