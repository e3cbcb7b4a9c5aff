"""Geometry of the window: its size, its place on the screens, and the size of its layout. No window is touched.

A point is a pixel on a screen of usual density. Positions and sizes of windows are in SDL's units, which are points
on macOS and Wayland and pixels elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from pygame import Rect

SMALLEST_LAYOUT: Final = (960, 600)  # the least width and height of a layout, in points

SMALLEST_FIRST_SIZE: Final = (1280, 800)  # bounds of the size of the window at the very first start, in points
LARGEST_FIRST_SIZE: Final = (2240, 1400)
_SCREEN_SHARE: Final = 0.88  # largest fraction of the screen's width and height for the first window

Size: TypeAlias = tuple[int, int]
Place: TypeAlias = tuple[int, int]  # left, top


class Borders(NamedTuple):
    """The widths of a window's frame, in SDL's units or in points."""

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
        """Convert widths in points to SDL's units; `unit` is the number of these in a point."""
        return Borders(*(round(side * unit) for side in self))


class WindowPlace(NamedTuple):
    size: Size
    place: Place
    fills_screen: bool  # fill the screen, because the smallest size doesn't fit


def place_window(wanted: Size, place: Place, areas: Sequence[Rect], borders: Borders, smallest: Size) -> WindowPlace:
    """Return the size and place at which a window fits on the screen that has most of its frame at `place`.

    It should fill the screen if there is no room for `smallest`. If `place` is on no screen, the window is centred on
    the main screen, the first of the work areas.
    """
    frame = borders.frame_around(Rect(place, wanted))
    area = area_of(frame, areas)
    available = borders.window_within(area)
    window = Rect(place, (min(wanted[0], available.width), min(wanted[1], available.height)))
    if not frame.colliderect(area):
        window.center = available.center
    window = window.clamp(available)
    return WindowPlace(window.size, window.topleft, available.width < smallest[0] or available.height < smallest[1])


def first_size(area: Rect, borders: Borders, unit: float) -> Size:
    """Return the size in points of the window at the very first start; `unit`: SDL's units in a point.

    The size has the proportions of `SMALLEST_FIRST_SIZE`. On a small screen it is too large; `place_window` corrects
    that.
    """
    available, (width, height) = borders.window_within(area), SMALLEST_FIRST_SIZE
    scale = _SCREEN_SHARE / unit * min(available.width / width, available.height / height)
    return scale_size(SMALLEST_FIRST_SIZE, min(max(1.0, scale), LARGEST_FIRST_SIZE[0] / width))


def scale_size(pair: tuple[float, float], factor: float) -> tuple[int, int]:
    return round(pair[0] * factor), round(pair[1] * factor)


def area_of(frame: Rect, areas: Sequence[Rect]) -> Rect:
    """Return the work area that contains most of `frame`; the first one if none contains any of it."""
    return max(areas, key=lambda area: frame.clip(area).width * frame.clip(area).height)


def layout_size(size: Size, density: float) -> tuple[Size, float]:
    """Return the size in pixels of the layout for a window of `size` pixels, and the layout's pixels per point.

    The layout has the size of the window and the pixels per point are `density`, or fewer if the smallest layout
    wouldn't fit otherwise. If it doesn't fit even with 1 pixel per point, the layout is larger than the window.
    """
    largest_density = min(size[0] / SMALLEST_LAYOUT[0], size[1] / SMALLEST_LAYOUT[1])  # at which that layout fits
    if largest_density < 1.0:
        return (round(size[0] / largest_density), round(size[1] / largest_density)), 1.0
    return size, min(density, largest_density)
