"""The animation of a board that is turned by 180 degrees to show it from the other side."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING, Final

import pygame

if TYPE_CHECKING:
    from collections.abc import Callable

    from scenes.app.stack import AppContext

TURN_SECONDS: Final = 0.45


class BoardTurn:
    """Half a turn from one picture of the board to another of the same size; it begins when the object is made."""

    def __init__(self, app: AppContext, before: pygame.Surface, after: pygame.Surface, place: pygame.Rect) -> None:
        self._app, self._pictures, self.place = app, (before, after), place
        self._started_at = app.now()

    @classmethod
    def is_wanted(cls, app: AppContext) -> bool:
        return app.settings.animation != "off" and not app.settings.reduced_motion

    def update(self) -> bool:
        """Ask for a repaint, and return whether the turn is still running."""
        self._app.dirty(self.place)
        return self._progress() < 1

    def _progress(self) -> float:
        speed = 2.0 if self._app.settings.animation == "fast" else 1.0
        return min(1.0, (self._app.now() - self._started_at) * speed / TURN_SECONDS)

    def paint(
        self, surface: pygame.Surface, paint_around: Callable[[pygame.Surface], None] = lambda surface: None
    ) -> None:
        """Paint the turning board; `paint_around` paints the part of the surface outside `place`."""
        clip, place, (left, top, right, bottom) = surface.get_clip(), self.place, surface.get_rect()
        for strip in (
            (left, top, right, place.top),
            (left, place.bottom, right, bottom - place.bottom),
            (left, place.top, place.left, place.height),
            (place.right, place.top, right - place.right, place.height),
        ):
            surface.set_clip(clip.clip(strip))
            paint_around(surface)
        surface.set_clip(clip.clip(place))  # the turning picture may be a pixel wider than its place
        self._paint_board(surface)
        surface.set_clip(clip)

    def _paint_board(self, surface: pygame.Surface) -> None:
        """Paint the board at its current angle, reduced so that it stays within its place."""
        angle = pi * (1 - cos(pi * self._progress())) / 2  # from 0 to pi, slowly at both ends
        picture = self._pictures[angle > pi / 2]  # `after` from the middle of the turn on
        width, height = picture.get_size()
        sine, cosine = abs(sin(angle)), abs(cos(angle))
        scale = min(width / (width * cosine + height * sine), height / (width * sine + height * cosine))
        degrees = angle * 180 / pi
        turned = pygame.transform.rotozoom(picture, -degrees if angle <= pi / 2 else 180 - degrees, scale)
        surface.blit(turned, turned.get_rect(center=self.place.center))
