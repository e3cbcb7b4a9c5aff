"""The diagrams of a page, whose pictures are slow to make; some are played by a button."""

from __future__ import annotations

from typing import Final, Protocol

import pygame

from scenes.app.theme import EDGE, SHADE
from scenes.ui.base import Group
from scenes.ui.button import Button

BROAD: Final = 26.0  # width of a figure in u below which its button has no icon


class Show(Protocol):
    def update(self) -> bool:
        """Advance to the present; return whether anything still moves."""

    def finish(self) -> None:
        """Skip to the end."""

    def picture(self) -> pygame.Surface:
        """Return the picture of this moment."""


class Figure(Protocol):
    cells: tuple[float, float]  # width and height in cells

    @property
    def can_play(self) -> bool:
        """Whether it can be played."""

    def describe(self) -> str:
        """Return the diagram in words."""

    def picture(self, cell: int) -> pygame.Surface:
        """Return its picture with cells of `cell` pixels; slow."""

    def play(self, cell: int, x: int) -> Show:
        """Play it; its sounds come from `x` in the window."""


class Plate(Button):
    """A figure on a page, with a button if it can be played; the page places it and calls `update`.

    A click on the figure does the same as the button: play, skip to the end, reset.
    """

    def __init__(self, parent: Group, figure: Figure, tips: tuple[str, str]) -> None:
        super().__init__(parent, tips[0] if figure.can_play else "", self._turn, icon="play")
        self.figure = figure
        self.spot = pygame.Rect(0, 0, 0, 0)  # place relative to the page's upper left corner; empty until placed
        self.focusable = figure.can_play
        self.touchable = figure.can_play
        self._tips = tips
        self._cell = self._key = self._high = 0
        self._words: str | None = None  # `figure.told()`, which takes some milliseconds
        self._picture: pygame.Surface | None = None
        self._made_for = 0
        self._show: Show | None = None
        self.runs = False  # being played and not at its end yet

    @property
    def is_readable(self) -> bool:
        return self.figure.can_play

    def describe_value(self) -> str:
        if self._words is None:
            self._words = self.form.scene.app.words("line.diagram", what=self.figure.describe())
        return self._words

    def place_at(self, y: int, cell: int) -> None:
        """Place it at the left of the page, from `y` down, with cells of `cell` pixels."""
        wide, high = self.figure.cells
        if cell != self._cell:
            self._drop()
        self.bare = wide * cell < self.theme.px(BROAD)
        self._high = max(Button.natural_height(self, round(wide * cell)), self.theme.control)
        self._key = self._high + self.theme.gap if self.figure.can_play else 0
        self.spot, self._cell = pygame.Rect(0, y, round(wide * cell), round(high * cell) + self._key), cell

    @property
    def has_no_picture(self) -> bool:
        return self._made_for != self._cell

    def make_picture(self) -> None:
        self._picture, self._made_for = self.figure.picture(self._cell), self._cell

    # --- playing

    @property
    def has_animation(self) -> bool:
        return self._show is not None

    def _turn(self) -> None:
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
        # without a button's sound: the pieces make their own
        self._on_press()

    def _drop(self) -> None:
        if self._show is not None:
            self._show, self.runs = None, False
            self._tell(0)

    def _tell(self, which: int) -> None:
        self.label, self._icon = self._tips[which], ("play", "undo")[which]

    def update(self) -> None:
        if self._show is not None and self.runs:
            self.runs = self._show.update()
            self.dirty()

    # --- painting

    def paint(self, surface: pygame.Surface) -> None:
        place, picture = self.rect.copy(), self._show.picture() if self._show is not None else self._picture
        place.height -= self._key
        if picture is None:
            surface.fill(self.theme.colour_for(SHADE), place)
            pygame.draw.rect(surface, self.theme.colour_for(EDGE), place, 1)
        elif picture.get_size() == place.size:
            surface.blit(picture, place)
        else:
            surface.blit(pygame.transform.smoothscale(picture, place.size), place)
        if self.figure.can_play:
            key = pygame.Rect(place.left, self.rect.bottom - self._high, place.width, self._high)
            self.paint_in(surface, key)
