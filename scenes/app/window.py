"""Opening SDL's window, its size and full screen."""

from __future__ import annotations

import os
import signal
import warnings
from typing import TYPE_CHECKING, Final

import pygame

from scenes.app.assets import ROOT, rasterise

if TYPE_CHECKING:
    from scenes.app.settings import Settings
    from scenes.app.words import Words

SMALLEST: Final = (960, 600)
"""The window's smallest width and height in pixels."""
LEAST_BITS: Final = 24
"""Bits of a pixel; pictures of fewer can't be scaled smoothly."""
_LARGE: Final = 10_000_000
"""A window of more pixels than this is opened only as large as the screens are: the system may choke on it."""


class NoDisplay(RuntimeError):  # noqa: N818 - named as people say it
    """There is no screen to open a window on; the message is a sentence for whoever started the app."""


def open_window(settings: Settings, words: Words) -> tuple[pygame.Surface, pygame.Window]:
    """The window's surface, and the window. Raises NoDisplay."""
    try:
        if _open_display():
            surface, window = _open(settings)
            if surface.get_bitsize() < LEAST_BITS:
                raise NoDisplay(words("app.few_colours", n=surface.get_bitsize()))
            return surface, window
    except pygame.error as error:
        raise NoDisplay(words("app.no_screen", why=f"{error}.")) from error
    raise NoDisplay(words("app.no_screen", why=words("app.no_screen_here")))


def fill_screen(window: pygame.Window) -> None:
    """Go into full screen. The size is set as well, since without a window manager nobody else does it."""
    window.size = pygame.display.get_desktop_sizes()[0]
    window.set_fullscreen(True)


def leave_full_screen(window: pygame.Window, size: tuple[int, int]) -> None:
    """Go back into a window of `size` pixels."""
    window.set_windowed()
    window.size = at_least_smallest(size)


def set_icon() -> None:
    """Give the window its icon."""
    pygame.display.set_icon(rasterise(ROOT / "sprites" / "ui" / "logo.svg", (64, 64)))


def at_least_smallest(size: tuple[int, int]) -> tuple[int, int]:
    """A size in pixels, but no side shorter than that of the smallest window."""
    return max(size[0], SMALLEST[0]), max(size[1], SMALLEST[1])


def _open_display() -> bool:
    """Open SDL's video and fonts, and nothing else; False when that is a screen that nobody sees."""
    # Under X11 desktop files and tools know the window by this; importing pygame has set it to the script's name.
    os.environ["SDL_VIDEO_X11_WMCLASS"] = "tablier"
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    # SDL takes over a signal that has its default handler: then Ctrl+C, like SIGTERM, wakes it from its wait and
    # arrives as QUIT. Python's own handler would only run once the wait is over.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    pygame.display.init()
    driver = pygame.display.get_driver()
    if driver in ("offscreen", "dummy") and "SDL_VIDEODRIVER" not in os.environ:
        return False
    if driver == "x11":
        # Without a GPU SDL would show a plain window through emulated OpenGL, ten times slower.
        os.environ["SDL_FRAMEBUFFER_ACCELERATION"] = "0"
    pygame.font.init()
    pygame.key.set_repeat(400, 40)
    return True


def _open(settings: Settings) -> tuple[pygame.Surface, pygame.Window]:
    pygame.display.set_caption("Tablier")
    surface = pygame.display.set_mode(_first_size(settings.window), pygame.RESIZABLE)
    with warnings.catch_warnings():
        # pygame would rather have the whole window made by this class, which can't show single rectangles.
        warnings.simplefilter("ignore", DeprecationWarning)
        window = pygame.Window.from_display_module()
    window.minimum_size = SMALLEST
    if settings.full_screen:
        fill_screen(window)
    return pygame.display.get_surface() or surface, window


def _first_size(size: tuple[int, int]) -> tuple[int, int]:
    """The size when the window was last open; one that is out of all proportion is cut down to the screens."""
    wide, high = size
    if wide * high > _LARGE:
        desktops = pygame.display.get_desktop_sizes()
        wide = min(wide, max(width for width, _ in desktops))
        high = min(high, max(height for _, height in desktops))
    return at_least_smallest((wide, high))
