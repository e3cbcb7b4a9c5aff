"""A picture on a page that takes a while to make, with something in its place until there has been time."""

from __future__ import annotations

from typing import Protocol

import pygame

from scenes.theme import EDGE, SHADE


class Figure(Protocol):
    """What a diagram is to the page that it stands on."""

    cells: tuple[float, float]
    """Its width and its height, in cells."""

    def picture(self, cell: int) -> pygame.Surface:
        """It with cells of so many pixels; takes a while."""


class Plate:
    """The place of a figure on a page, and its picture."""

    def __init__(self, figure: Figure) -> None:
        self.figure = figure
        self.rect = pygame.Rect(0, 0, 0, 0)
        """From the page's upper left corner; empty until it is placed."""
        self._cell = 0
        self._picture: pygame.Surface | None = None
        self._made_for = 0

    def place(self, y: int, cell: int) -> None:
        """Lay it at the left, from `y` down, with cells of so many pixels."""
        wide, high = self.figure.cells
        self.rect, self._cell = pygame.Rect(0, y, round(wide * cell), round(high * cell)), cell

    @property
    def waits(self) -> bool:
        """Whether it is placed and has no picture of that size yet."""
        return self._made_for != self._cell

    def make(self) -> None:
        """Make its picture."""
        self._picture, self._made_for = self.figure.picture(self._cell), self._cell

    def paint(self, surface: pygame.Surface, place: pygame.Rect) -> None:
        """Paint its picture, stretched if it is of another size, or paper of another shade."""
        if self._picture is None:
            surface.fill(SHADE, place)
            pygame.draw.rect(surface, EDGE, place, 1)
        elif self._picture.get_size() == place.size:
            surface.blit(self._picture, place)
        else:
            surface.blit(pygame.transform.smoothscale(self._picture, place.size), place)
