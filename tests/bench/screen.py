"""What a screen shows after something was done, until it is at rest."""

import time
from collections.abc import Callable
from typing import Final, NamedTuple

import pygame

from tests.bench.finding import BenchError
from tests.screen import Screen, Size

_PAUSE: Final = 0.001
"""Seconds between two looks."""
_ALIKE: Final = 0.99
"""The share of a picture's pixels that are as they stay when it counts as whole."""


class Shot(NamedTuple):
    """What was on the screen from a moment on (monotonic clock, ns), four bytes a pixel."""

    at: int
    pixels: bytes


def film(screen: Screen, act: Callable[[], int], still: float, longest: float) -> tuple[int, list[Shot]]:
    """What `act` returns, and what is shown before and after it, until that stays so for `still` seconds.

    `BenchError` when nothing changes, or doesn't come to rest, within `longest` seconds.
    """
    shots = [Shot(0, screen.look())]
    begun = act()
    last = limit = time.monotonic() + longest
    while (now := time.monotonic()) < last:
        at, pixels = time.monotonic_ns(), screen.look()
        if pixels != shots[-1].pixels:
            shots.append(Shot(at, pixels))
            last = min(limit, now + still)
        time.sleep(_PAUSE)
    if len(shots) == 1 or last == limit:
        raise BenchError(f"The screen {'stays as it is' if len(shots) == 1 else 'does not come to rest'}.")
    return begun, shots


def whole(shots: list[Shot], screen: Size, window: Size) -> int:
    """When all but 1 % of the window's pixels were as in the last shot, and stayed so; ns of the monotonic clock."""
    last = pygame.image.frombuffer(shots[-1].pixels, screen, "BGRA")
    for earlier, shot in zip(shots[-2::-1], shots[:0:-1], strict=True):
        picture = pygame.image.frombuffer(earlier.pixels, screen, "BGRA")
        alike = pygame.transform.threshold(None, picture, None, (0, 0, 0, 0), None, 0, last)
        if screen[0] * screen[1] - alike > (1 - _ALIKE) * window[0] * window[1]:
            return shot.at
    return shots[0].at
