"""Actions of mouse and keyboard for scripts, in a real window or without one.

Scripts that run in the process of the app have `EventHands`, and speak of widgets and targets by `Driver`
(`tests/scenes/driver.py`); those at a real window have `Person` (`tests/journeys/driver.py`, by xdotool) or `Fingers`
(`tests/bench/screen.py`, the X server's own mouse).
"""

import time
from collections.abc import Callable
from typing import Any, Final, Protocol, TypeAlias, TypeVar

import pygame

Point: TypeAlias = tuple[float, float]
Pixel: TypeAlias = tuple[int, int]
T = TypeVar("T")

NUDGE: Final = (9, -7)
"""The least motion of the mouse in pixels when something is dragged."""


class Hands(Protocol):
    """Actions that scripts take in a real window as well as unseen; places are pixels of the window."""

    def move(self, pos: Point) -> None: ...
    def click_at(self, pos: Point, button: int = 1) -> None: ...
    def drag_at(self, start: Point, end: Point) -> None: ...
    def press_key(self, name: str) -> None: ...


class EventHands:
    """Hands that post events of pygame. `sent` is called after each, and may let time pass."""

    mouse: Pixel = (1, 1)

    def sent(self) -> None:
        """Do nothing: events wait for the next frame."""

    def post(self, kind: int, **facts: Any) -> None:
        pygame.event.post(pygame.event.Event(kind, **facts))
        self.sent()

    def move(self, pos: Point, down: bool = False) -> None:
        """Move the mouse; `down` with the left button held."""
        before, self.mouse = self.mouse, pixel(pos)
        rel = (self.mouse[0] - before[0], self.mouse[1] - before[1])
        self.post(pygame.MOUSEMOTION, pos=self.mouse, rel=rel, buttons=(int(down), 0, 0))

    def press_at(self, pos: Point, button: int = 1) -> None:
        self.mouse = pixel(pos)
        self.post(pygame.MOUSEBUTTONDOWN, pos=self.mouse, button=button)

    def release_at(self, pos: Point, button: int = 1) -> None:
        self.mouse = pixel(pos)
        self.post(pygame.MOUSEBUTTONUP, pos=self.mouse, button=button)

    def click_at(self, pos: Point, button: int = 1) -> None:
        self.move(pos)
        self.press_at(pos, button)
        self.release_at(pos, button)

    def drag_at(self, start: Point, end: Point) -> None:
        self.move(start)
        self.press_at(start)
        self.move((start[0] + NUDGE[0], start[1] + NUDGE[1]), down=True)
        self.move(end, down=True)
        self.release_at(end)

    def strike(self, key: int, mod: int = 0) -> None:
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            self.post(kind, key=key, mod=mod, unicode="", scancode=0)

    def press_key(self, name: str) -> None:
        self.strike(pygame.key.key_code(name))

    def write(self, text: str) -> None:
        self.post(pygame.TEXTINPUT, text=text)

    def resize(self, size: Pixel) -> None:
        pygame.display.set_mode(size, pygame.RESIZABLE)
        self.post(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1])


def pixel(pos: Point) -> Pixel:
    return round(pos[0]), round(pos[1])


def spot_of(stage: Any, target: str) -> Pixel:
    """Return the pixel in the middle of a target of the table."""
    return pixel(stage.spots[target].box.centre)


def wait_for(look: Callable[[], T | None], what: str, seconds: float, pause: float = 0.03) -> T:
    """Return what `look` finds, as soon as it is true. AssertionError when nothing comes in so many seconds."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        found = look()
        if found:
            return found
        time.sleep(pause)
    raise AssertionError(f"waited {seconds:.0f} s in vain: {what}")
