"""Geometry of windows: their place on the screens, and the size that they are laid out for.

A point is a pixel of a screen of usual density. Positions and sizes of windows are in SDL's units: points on macOS
and Wayland, else pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from pygame import Rect

SMALLEST_LAYOUT: Final = (960, 600)  # the least width and height of a layout, in points

SMALLEST_FIRST_SIZE: Final = (1280, 800)  # bounds of the first window's width and height, in points
LARGEST_FIRST_SIZE: Final = (2240, 1400)
_SCREEN_SHARE: Final = 0.88  # largest share of the screen for the first window, in either direction

Size: TypeAlias = tuple[int, int]
Place: TypeAlias = tuple[int, int]


class Borders(NamedTuple):
    """Widths of a window's frame, in SDL's units."""

    left: int = 0
    top: int = 0
    right: int = 0
    bottom: int = 0

    def frame_around(self, window: Rect) -> Rect:
        width, height = window.width + self.left + self.right, window.height + self.top + self.bottom
        return Rect(window.left - self.left, window.top - self.top, width, height)

    def window_within(self, frame: Rect) -> Rect:
        return Borders(*(-side for side in self)).frame_around(frame)

    def scale(self, unit: float) -> Borders:
        """Convert widths in points, `unit` units each."""
        return Borders(*(round(side * unit) for side in self))


class WindowPlace(NamedTuple):
    size: Size
    place: Place
    fills_screen: bool  # fill the screen, because the smallest size doesn't fit


def place_window(wanted: Size, place: Place, areas: Sequence[Rect], borders: Borders, least: Size) -> WindowPlace:
    """Place a new window on one screen, as a whole: on that with most of it at `place`.

    If `place` is on no screen it is centred on the main one, the first of the work areas.
    """
    frame = borders.frame_around(Rect(place, wanted))
    area = area_of(frame, areas)
    available = borders.window_within(area)
    window = Rect(place, (min(wanted[0], available.width), min(wanted[1], available.height)))
    if not frame.colliderect(area):
        window.center = available.center
    window = window.clamp(available)
    return WindowPlace(window.size, window.topleft, available.width < least[0] or available.height < least[1])


def first_size(area: Rect, borders: Borders, unit: float) -> Size:
    """Return the size in points of the very first window, on a work area where `unit` units are a point.

    It has the shape of `SMALLEST_FIRST_SIZE`, and is larger than a small screen, which `place_window` corrects.
    """
    available, (width, height) = borders.window_within(area), SMALLEST_FIRST_SIZE
    share = _SCREEN_SHARE / unit * min(available.width / width, available.height / height)
    return scale_size(SMALLEST_FIRST_SIZE, min(max(1.0, share), LARGEST_FIRST_SIZE[0] / width))


def scale_size(pair: tuple[float, float], factor: float) -> tuple[int, int]:
    return round(pair[0] * factor), round(pair[1] * factor)


def area_of(frame: Rect, areas: Sequence[Rect]) -> Rect:
    """Return the work area with most of `frame`; the first one if none has any."""
    return max(areas, key=lambda area: frame.clip(area).width * frame.clip(area).height)


def layout_size(size: Size, density: float) -> tuple[Size, float]:
    """Return the layout size in pixels for a window of `size` pixels, and the layout's pixels a point.

    That is `density`, or less, but at least 1, for the smallest layout to fit. In a window that is smaller still
    the layout is larger than the window.
    """
    share = min(size[0] / SMALLEST_LAYOUT[0], size[1] / SMALLEST_LAYOUT[1])
    if share < 1.0:
        return (round(size[0] / share), round(size[1] / share)), 1.0
    return size, min(density, share)
