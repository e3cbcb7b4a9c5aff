"""A board that is turned round: for a moment its picture is seen on the way."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING, Final

import pygame

if TYPE_CHECKING:
    from collections.abc import Callable

    from scenes.app.stack import AppContext

SECONDS: Final = 0.45


class BoardTurn:
    """Half a turn from a picture of the board to another of the same size, from now on."""

    def __init__(self, app: AppContext, before: pygame.Surface, after: pygame.Surface, place: pygame.Rect) -> None:
        """`place`: where both lie in the window; nothing is painted beyond."""
        self._app, self._pictures, self.place = app, (before, after), place
        self._begun = app.now()

    @classmethod
    def wanted(cls, app: AppContext) -> bool:
        """Whether boards are to be seen turning."""
        return app.settings.animation != "off" and not app.settings.reduced_motion

    def goes_on(self) -> bool:
        """Ask for a repaint; whether the turn isn't over."""
        self._app.dirty(self.place)
        return self._part() < 1

    def _part(self) -> float:
        """How much of the turn is done, 0 to 1."""
        speed = 2.0 if self._app.settings.animation == "fast" else 1.0
        return min(1.0, (self._app.now() - self._begun) * speed / SECONDS)

    def paint(self, surface: pygame.Surface, around: Callable[[pygame.Surface], None] = lambda surface: None) -> None:
        """Paint the board on its way, and what lies around it as `around` does."""
        clip, place, (left, top, right, bottom) = surface.get_clip(), self.place, surface.get_rect()
        for strip in (
            (left, top, right, place.top),
            (left, place.bottom, right, bottom - place.bottom),
            (left, place.top, place.left, place.height),
            (place.right, place.top, right - place.right, place.height),
        ):
            surface.set_clip(clip.clip(strip))
            around(surface)
        surface.set_clip(clip.clip(place))  # its picture on the way may be a pixel wider
        self._paint_board(surface)
        surface.set_clip(clip)

    def _paint_board(self, surface: pygame.Surface) -> None:
        """The picture before for the first quarter, the other one for the second."""
        angle = pi * (1 - cos(pi * self._part())) / 2
        picture = self._pictures[angle > pi / 2]
        wide, high = picture.get_size()
        across, along = abs(sin(angle)), abs(cos(angle))
        scale = min(wide / (wide * along + high * across), high / (wide * across + high * along))
        degrees = angle * 180 / pi
        turned = pygame.transform.rotozoom(picture, -degrees if angle <= pi / 2 else 180 - degrees, scale)
        surface.blit(turned, turned.get_rect(center=self.place.center))
