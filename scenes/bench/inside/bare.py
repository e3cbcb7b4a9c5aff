"""What the least takes that shows the same: pictures laid without thinking, and loops without an app."""

from __future__ import annotations

import threading
import time
from itertools import pairwise
from typing import Any, Final

import pygame

from scenes.app.wait import wait
from scenes.bench.inside.watching import MOTIONS

SIZE: Final = (2560, 1440)
LOOP_FRAMES: Final = 300
FOLLOWED: Final = 4.0
"""Seconds that the mouse moves."""


class Recorder(pygame.Surface):
    """A surface that writes down which pictures were laid on it, and where."""

    def __init__(self, like: pygame.Surface) -> None:
        """As large, and of the same format, as another."""
        super().__init__(like.get_size(), 0, like)
        self.laid: list[tuple[Any, ...]] = []
        """What `blit` was told, of every picture that could be seen."""

    def blit(
        self, source: pygame.Surface, dest: Any = (0, 0), area: Any = None, special_flags: int = 0
    ) -> pygame.Rect:
        """Lay a picture, and remember it."""
        seen = super().blit(source, dest, area, special_flags)
        if seen.width and seen.height:
            self.laid.append((source, dest, area, special_flags))
        return seen

    def lay(self, surface: pygame.Surface) -> None:
        """The same pictures on another surface, and it is shown."""
        for told in self.laid:
            surface.blit(*told)
        pygame.display.flip()


def loop() -> dict[str, Any]:
    """Intervals of a loop that does nothing: sixty times a second one small rectangle."""
    screen = _screen()
    clock, shown = pygame.time.Clock(), []
    for number in range(LOOP_FRAMES):
        clock.tick(60)
        pygame.event.get()
        shown.append(_spot(screen, (40, 40), number))
    return {"interval": [b - a for a, b in pairwise(shown[1:])]}


def follower() -> dict[str, Any]:
    """Intervals of a loop that sleeps until the mouse moves, as the app does, and then shows one small rectangle."""
    screen, done = _screen(), threading.Event()
    shown: list[float] = []
    threading.Thread(target=_mouse, args=(done,), daemon=True).start()
    while not done.is_set():
        wait(0.1)
        for event in pygame.event.get():
            if event.type == pygame.MOUSEMOTION:
                shown.append(_spot(screen, event.pos, len(shown)))
    return {"interval": [b - a for a, b in pairwise(shown[1:])]}


def _screen() -> pygame.Surface:
    pygame.display.init()
    return pygame.display.set_mode(SIZE, pygame.RESIZABLE)


def _spot(screen: pygame.Surface, pos: tuple[int, int], number: int) -> float:
    """Paint and show a square; the moment at which it was shown."""
    spot = pygame.Rect(*pos, 80, 80)
    screen.fill((51 + number % 8, 36, 27), spot)
    pygame.display.update(spot)
    return time.perf_counter()


def _mouse(done: threading.Event) -> None:
    """Move the mouse as it is moved while something is dragged."""
    time.sleep(0.5)
    begun = time.perf_counter()
    for number in range(round(FOLLOWED * MOTIONS)):
        pos = (200 + number % 1000, 200 + number % 800)
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(1, 0, 0)))
        time.sleep(max(0.0, begun + (number + 1) / MOTIONS - time.perf_counter()))
    done.set()
