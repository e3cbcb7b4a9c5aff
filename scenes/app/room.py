"""Where a window has room on the screens there are, and what it is laid out for: plain geometry.

A point is a pixel of a screen of usual density. Positions and sizes of windows are in units of SDL's: points on macOS
and Wayland, else pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from pygame import Rect

SMALLEST: Final = (960, 600)
"""The least width and height that screens are laid out for, in points."""

LEAST_FIRST: Final = (1280, 800)
LARGEST_FIRST: Final = (2240, 1400)
"""Bounds of the first window's width and height, in points."""
_SHARE: Final = 0.88
"""How much of the screen the first window takes at most, in either direction."""

Size: TypeAlias = tuple[int, int]
Place: TypeAlias = tuple[int, int]


class Borders(NamedTuple):
    """What the system's frame takes around a window, in units."""

    left: int = 0
    top: int = 0
    right: int = 0
    bottom: int = 0

    def around(self, window: Rect) -> Rect:
        """A window with its frame."""
        wide, high = window.width + self.left + self.right, window.height + self.top + self.bottom
        return Rect(window.left - self.left, window.top - self.top, wide, high)

    def within(self, frame: Rect) -> Rect:
        """What a frame of that size leaves to the window."""
        return Borders(*(-side for side in self)).around(frame)

    def times(self, unit: float) -> Borders:
        """Those of a screen where so many units are a point."""
        return Borders(*(round(side * unit) for side in self))


class Opening(NamedTuple):
    """How a window opens."""

    size: Size
    place: Place
    filled: bool
    """It had better fill the screen, for the smallest size has no room."""


def opening(wanted: Size, place: Place, areas: Sequence[Rect], borders: Borders, least: Size) -> Opening:
    """How a window opens so that all of it lies on one screen, the one that has most of it if it opens at `place`;
    in the middle of the main screen, the first of the work areas, for a place that is on none."""
    frame = borders.around(Rect(place, wanted))
    area = area_of(frame, areas)
    room = borders.within(area)
    window = Rect(place, (min(wanted[0], room.width), min(wanted[1], room.height)))
    if not frame.colliderect(area):
        window.center = room.center
    window = window.clamp(room)
    return Opening(window.size, window.topleft, room.width < least[0] or room.height < least[1])


def first_size(area: Rect, borders: Borders, unit: float) -> Size:
    """Return the size in points of a window that nobody has sized yet, on a work area where `unit` units are a point.

    It has the shape of the least one. On a small screen that is larger than the room, which `opening` sees to.
    """
    room, (wide, high) = borders.within(area), LEAST_FIRST
    share = _SHARE / unit * min(room.width / wide, room.height / high)
    return times(LEAST_FIRST, min(max(1.0, share), LARGEST_FIRST[0] / wide))


def times(pair: tuple[float, float], factor: float) -> tuple[int, int]:
    """A size or a place, so many times as large, in whole numbers."""
    return round(pair[0] * factor), round(pair[1] * factor)


def area_of(frame: Rect, areas: Sequence[Rect]) -> Rect:
    """The work area that has most of a frame; the first one where none has any."""
    return max(areas, key=lambda area: frame.clip(area).width * frame.clip(area).height)


def laid_out(size: Size, density: float) -> tuple[Size, float]:
    """What a window of `size` pixels is laid out for: pixels, and how many of them are a point.

    A point has `density` pixels, or fewer where the smallest size has no room otherwise, but at least one. For a
    window that is smaller still, more is laid out than it has.
    """
    share = min(size[0] / SMALLEST[0], size[1] / SMALLEST[1])
    if share < 1.0:
        return (round(size[0] / share), round(size[1] / share)), 1.0
    return size, min(density, share)
