"""A diagram on a page. Its picture takes a while to make. Some are played by the button below; one more click resets
them."""

from __future__ import annotations

from typing import Final, Protocol

import pygame

from scenes.app.theme import EDGE, SHADE
from scenes.ui.base import Group
from scenes.ui.button import Button

BROAD: Final = 26.0
"""The width of a figure, in u, below which its button has words alone."""


class Show(Protocol):
    """A figure that is being played."""

    def update(self) -> bool:
        """Advance to now; whether anything still moves."""

    def finish(self) -> None:
        """Skip to the end."""

    def picture(self) -> pygame.Surface:
        """The picture of this moment."""


class Figure(Protocol):
    """What a page knows of a diagram."""

    cells: tuple[float, float]
    """Its width and its height, in cells."""

    @property
    def plays(self) -> bool:
        """Whether it can be played."""

    def told(self) -> str:
        """It in words."""

    def picture(self, cell: int) -> pygame.Surface:
        """Its picture with cells of so many pixels; takes a while."""

    def play(self, cell: int, x: int) -> Show:
        """Play it; its sounds come from `x` in the window."""


class Plate(Button):
    """The widget of a figure on a page, with a button where it can be played; a click on the figure does the same.

    The page places it and calls `update`."""

    def __init__(self, parent: Group, figure: Figure, tips: tuple[str, str]) -> None:
        """`tips` say what a click does: at first, and once it has been played."""
        super().__init__(parent, tips[0] if figure.plays else "", self._turn, icon="play")
        self.figure = figure
        self.spot = pygame.Rect(0, 0, 0, 0)
        """Its place from the page's upper left corner; empty until it is placed."""
        self.focusable = figure.plays
        self.touchable = figure.plays
        self._tips = tips
        self._cell = self._key = 0
        self._words: str | None = None
        """The figure in words, which take some milliseconds."""
        self._picture: pygame.Surface | None = None
        self._made_for = 0
        self._show: Show | None = None
        self.runs = False
        """Whether it is being played and not at its end yet."""

    @property
    def readable(self) -> bool:
        return self.figure.plays

    def valued(self) -> str:
        if self._words is None:
            self._words = self.form.scene.app.words("line.diagram", what=self.figure.told())
        return self._words

    def settle(self, y: int, cell: int) -> None:
        """Place it at the left of the page, from `y` down, with cells of so many pixels."""
        wide, high = self.figure.cells
        if cell != self._cell:
            self._drop()
        self._key = self.theme.control + self.theme.gap if self.figure.plays else 0
        self.bare = wide * cell < self.theme.px(BROAD)
        self.spot, self._cell = pygame.Rect(0, y, round(wide * cell), round(high * cell) + self._key), cell

    @property
    def waits(self) -> bool:
        """Whether it is placed and has no picture of that size yet."""
        return self._made_for != self._cell

    def make(self) -> None:
        self._picture, self._made_for = self.figure.picture(self._cell), self._cell

    # --- playing

    @property
    def played(self) -> bool:
        """Whether it is being played or has been played."""
        return self._show is not None

    def _turn(self) -> None:
        """Play the diagram, or skip to its end, or reset it."""
        if self._show is None:
            self._show, self.runs = self.figure.play(self._cell, self.rect.centerx), True
            self.update()
            self._tell(1)
        elif self.runs:
            self._show.finish()
            self.update()
        else:
            self._drop()
        self.dirty()

    def press(self) -> None:
        """The things on the board make the sound."""
        self._on_press()

    def _drop(self) -> None:
        if self._show is not None:
            self._show, self.runs = None, False
            self._tell(0)

    def _tell(self, which: int) -> None:
        self.label, self._icon = self._tips[which], ("play", "undo")[which]

    def update(self) -> None:
        """Advance what is being played to now."""
        if self._show is not None and self.runs:
            self.runs = self._show.update()
            self.dirty()

    # --- painting

    def paint(self, surface: pygame.Surface) -> None:
        place, picture = self.rect.copy(), self._show.picture() if self._show is not None else self._picture
        place.height -= self._key
        if picture is None:
            surface.fill(SHADE, place)
            pygame.draw.rect(surface, EDGE, place, 1)
        elif picture.get_size() == place.size:
            surface.blit(picture, place)
        else:
            surface.blit(pygame.transform.smoothscale(picture, place.size), place)
        if self.figure.plays:
            control = self.theme.control
            self.paint_in(surface, pygame.Rect(place.left, self.rect.bottom - control, place.width, control))
