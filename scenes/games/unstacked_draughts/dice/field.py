"""Where dice fly: the board's measures. Origin is the board's outer upper left corner, y runs towards the viewer."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from typing import Final, Literal, NamedTuple, TypeAlias

Edge: TypeAlias = Literal["top", "bottom"]
"""One of the long borders."""
REACH: Final = sqrt(0.5)
"""How far a corner of a die is from its centre, in edges of the die."""
_MOUTH: Final = 1.5
"""How far from the walls the cup's mouth is, in edges: two dice side by side leave it and touch nothing."""


class Area(NamedTuple):
    """A rectangle of the table, in mm."""

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, x: float, y: float, inset: float = 0.0) -> bool:
        """Whether a point lies in it, at least `inset` from its edges."""
        return self.left + inset <= x <= self.right - inset and self.top + inset <= y <= self.bottom - inset

    def nearest(self, x: float, y: float, inset: float = 0.0) -> tuple[float, float]:
        """The point nearest to (x, y) that it holds."""
        return (
            min(max(x, self.left + inset), self.right - inset),
            min(max(y, self.top + inset), self.bottom - inset),
        )


class Disc(NamedTuple):
    """Checkers lying on each other: centre, radius, and how high the topmost one's face is over the baize."""

    x: float
    y: float
    radius: float
    top: float


@dataclass(frozen=True, slots=True)
class Field:
    """A board of two compartments with a bar between; the right one is the tray. All in mm.

    `ValueError` where the tray is too small for two dice and a cup, or something has no size.
    """

    width: float
    height: float
    """Of the board, outside."""
    border: float
    bar: float
    """The breadth of the four borders, and of the bar."""
    wall: float
    """How high borders and bar stand over the baize."""
    die: float
    """A die's edge."""
    base: float
    """How high the baize lies over the table around the board."""
    margin: float
    """How much of that table is there: no die goes farther."""
    checkers: tuple[Disc, ...] = ()
    """What lies in the left compartment."""

    outside: Area = field(init=False, compare=False)
    """The whole board."""
    tray: Area = field(init=False, compare=False)
    """The floor of the right compartment."""
    home: Area = field(init=False, compare=False)
    """The floor of the left compartment."""
    table: Area = field(init=False, compare=False)
    """The board and the table around it."""
    reach: float = field(init=False, compare=False)
    """How far a die's corner is from its centre."""

    def __post_init__(self) -> None:
        if min(self.border, self.bar, self.wall, self.die) <= 0 or self.base < 0:
            raise ValueError("borders, bar, wall and die have a size")
        wide, high, border, margin = self.width, self.height, self.border, self.margin
        tray = Area((wide + self.bar) / 2, border, wide - border, high - border)
        if min(tray.right - tray.left, tray.bottom - tray.top) < 4 * self.die:
            raise ValueError("the tray is too small for the dice")
        if margin < 1.5 * self.die:
            raise ValueError("a die that leaves the board has to lie beside it")
        for name, value in (
            ("outside", Area(0.0, 0.0, wide, high)),
            ("tray", tray),
            ("home", Area(border, border, (wide - self.bar) / 2, high - border)),
            ("table", Area(-margin, -margin, wide + margin, high + margin)),
            ("reach", self.die * REACH),
        ):
            object.__setattr__(self, name, value)

    def mouth(self, x: float, y: float) -> tuple[float, float]:
        """Where the dice leave a cup that is held at (x, y): the nearest place over the tray with room around."""
        return self.tray.nearest(x, y, _MOUTH * self.die)
