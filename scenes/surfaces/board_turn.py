"""The animation of a board that is turned round."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING, Final

import pygame

if TYPE_CHECKING:
    from collections.abc import Callable

    from scenes.app.stack import AppContext

TURN_SECONDS: Final = 0.45


class BoardTurn:
    """Half a turn from a picture of the board to another of the same size, from now on."""

    def __init__(self, app: AppContext, before: pygame.Surface, after: pygame.Surface, place: pygame.Rect) -> None:
        self._app, self._pictures, self.place = app, (before, after), place
        self._begun = app.now()

    @classmethod
    def is_wanted(cls, app: AppContext) -> bool:
        return app.settings.animation != "off" and not app.settings.reduced_motion

    def goes_on(self) -> bool:
        """Ask for a repaint; return whether the turn isn't over."""
        self._app.dirty(self.place)
        return self._part() < 1

    def _part(self) -> float:
        speed = 2.0 if self._app.settings.animation == "fast" else 1.0
        return min(1.0, (self._app.now() - self._begun) * speed / TURN_SECONDS)

    def paint(self, surface: pygame.Surface, around: Callable[[pygame.Surface], None] = lambda surface: None) -> None:
        """Paint the turning board, and the rest of the surface by `around`."""
        clip, place, (left, top, right, bottom) = surface.get_clip(), self.place, surface.get_rect()
        for strip in (
            (left, top, right, place.top),
            (left, place.bottom, right, bottom - place.bottom),
            (left, place.top, place.left, place.height),
            (place.right, place.top, right - place.right, place.height),
        ):
            surface.set_clip(clip.clip(strip))
            around(surface)
        surface.set_clip(clip.clip(place))  # the turning picture may be a pixel wider than its place
        self._paint_board(surface)
        surface.set_clip(clip)

    def _paint_board(self, surface: pygame.Surface) -> None:
        angle = pi * (1 - cos(pi * self._part())) / 2
        picture = self._pictures[angle > pi / 2]
        wide, high = picture.get_size()
        across, along = abs(sin(angle)), abs(cos(angle))
        scale = min(wide / (wide * along + high * across), high / (wide * across + high * along))
        degrees = angle * 180 / pi
        turned = pygame.transform.rotozoom(picture, -degrees if angle <= pi / 2 else 180 - degrees, scale)
        surface.blit(turned, turned.get_rect(center=self.place.center))
