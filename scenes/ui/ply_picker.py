"""A picture of a match from left to right, in which a place is picked by a click, or by arrows and Enter."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from scenes.ui.base import Group, Widget
from scenes.ui.button import PRESS_KEYS


class PlyPicker(Widget):
    """`on_pick` is told the place in the course, from 0, that was clicked, or that arrows went to and Enter took."""

    focusable = True
    pointer = "hand"

    def __init__(self, parent: Group, label: str, on_pick: Callable[[int], object]) -> None:
        super().__init__(parent, label)
        self._on_pick = on_pick
        self._marks: Sequence[int] = ()
        self._places = 0
        self._pointed: int | None = None
        self._here: int | None = None

    @property
    def here(self) -> int | None:
        """The place that is looked at, or None."""
        return self._here

    @here.setter
    def here(self, place: int | None) -> None:
        if place != self._here:
            self._here = place
            self.dirty()

    def field(self) -> pygame.Rect:
        """Where the course is drawn, without what is written beside it."""
        raise NotImplementedError

    def known(self) -> int:
        """The number of places of which something is known; those can be picked."""
        raise NotImplementedError

    def across(self, place: int) -> float:
        """How far to the right a place is, in pixels."""
        field = self.field()
        return field.left + place / max(1, self._places - 1) * (field.width - 1)

    def place_at(self, pos: tuple[int, int]) -> int | None:
        """The place nearest to a point: a marked one if it is near."""
        field = self.field()
        if not self.known() or not field.inflate(8, 8).collidepoint(pos):
            return None
        near = [mark for mark in self._marks if abs(self.across(mark) - pos[0]) <= self.theme.px(1.2)]
        if near:
            return min(near, key=lambda mark: abs(self.across(mark) - pos[0]))
        share = (pos[0] - field.left) / max(1, field.width - 1)
        return max(0, min(self.known() - 1, round(share * (self._places - 1))))

    def pointed(self) -> int | None:
        """The place under the mouse or the one that arrows went to, while either is here."""
        return self._pointed if self.hovered or self.focused else None

    def _key(self, key: int) -> bool:
        """Arrows go from place to place, Enter takes the one they are at."""
        if not self.known() or key not in (pygame.K_LEFT, pygame.K_RIGHT, *PRESS_KEYS):
            return False
        if key in PRESS_KEYS:
            if self._pointed is not None:
                self._on_pick(self._pointed)
            return True
        start = self._here or 0 if self._pointed is None else self._pointed
        self._pointed = max(0, min(self.known() - 1, start + (1 if key == pygame.K_RIGHT else -1)))
        self.dirty()
        return True

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            return self._key(event.key)
        if event.type == pygame.MOUSEMOTION:
            pointed = self.place_at(event.pos)
            if pointed != self._pointed:
                self._pointed = pointed
                self.dirty()
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            place = self.place_at(event.pos)
            if place is not None:
                self._on_pick(place)
        return event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
