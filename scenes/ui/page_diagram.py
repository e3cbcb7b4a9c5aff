"""The diagrams on a page of text; some have a button that plays a sequence of moves."""

from __future__ import annotations

from typing import Final, Protocol

import pygame

from scenes.app.theme import EDGE, SHADE
from scenes.ui.base import Group
from scenes.ui.button import Button

LEAST_ICON_WIDTH: Final = 26.0  # in u, of a figure; the button of a narrower one has no icon


class Show(Protocol):
    """The animation of a figure that is being played."""

    def update(self) -> bool:
        """Advance to the present time; return whether anything still moves."""

    def finish(self) -> None:
        """Skip to the end."""

    def picture(self) -> pygame.Surface:
        """Return the picture for the present time."""


class Figure(Protocol):
    """The content of a diagram: a position, and perhaps moves that can be played."""

    cells: tuple[float, float]  # width and height in cells

    @property
    def can_play(self) -> bool:
        """Whether the figure can be played."""

    def describe(self) -> str:
        """Return the figure described in words."""

    def picture(self, cell: int) -> pygame.Surface:
        """Return the picture of the figure, with cells of `cell` pixels. This is slow."""

    def play(self, cell: int, x: int) -> Show:
        """Start to play the figure with cells of `cell` pixels; its sounds come from `x`, in window pixels."""


class PageDiagram(Button):
    """A figure on a page, with a button if it can be played. The page places it and calls `update`.

    The button, or a click on the figure, plays it, skips to the end, or resets it.
    """

    def __init__(self, parent: Group, figure: Figure, tips: tuple[str, str]) -> None:
        super().__init__(parent, tips[0] if figure.can_play else "", self._play_skip_or_reset, icon="play")
        self.figure = figure
        self.spot = pygame.Rect(0, 0, 0, 0)  # place relative to the page's upper left corner; empty until placed
        self.focusable = figure.can_play
        self.takes_mouse = figure.can_play
        self._tips = tips  # before it is played, and from then on
        self._cell_size = self._button_room = self._button_height = 0  # the room includes the gap above the button
        self._description: str | None = None  # cached `figure.describe()`, which takes some milliseconds
        self._picture: pygame.Surface | None = None
        self._picture_cell_size = 0  # with which `_picture` was made
        self._show: Show | None = None
        self.is_running = False  # it is being played and hasn't reached its end

    @property
    def is_readable(self) -> bool:
        return self.figure.can_play

    def describe_value(self) -> str:
        if self._description is None:
            self._description = self.form.scene.app.words("line.diagram", what=self.figure.describe())
        return self._description

    def place_at(self, y: int, cell: int) -> None:
        """Place it at the left edge of the page, with the top at `y` and cells of `cell` pixels."""
        columns, rows = self.figure.cells
        if cell != self._cell_size:
            self._reset()
        self.is_icon_hidden = columns * cell < self.theme.px(LEAST_ICON_WIDTH)
        self._button_height = max(Button.natural_height(self, round(columns * cell)), self.theme.control)
        self._button_room = self._button_height + self.theme.gap if self.figure.can_play else 0
        self.spot = pygame.Rect(0, y, round(columns * cell), round(rows * cell) + self._button_room)
        self._cell_size = cell

    @property
    def has_no_picture(self) -> bool:
        return self._picture_cell_size != self._cell_size

    def make_picture(self) -> None:
        self._picture, self._picture_cell_size = self.figure.picture(self._cell_size), self._cell_size

    # --- playing

    @property
    def has_animation(self) -> bool:
        return self._show is not None

    def _play_skip_or_reset(self) -> None:
        if self._show is None:
            self._show, self.is_running = self.figure.play(self._cell_size, self.rect.centerx), True
            self.update()
            self._set_button(True)
        elif self.is_running:
            self._show.finish()
            self.update()
        else:
            self._reset()
        self.dirty()

    def press(self) -> None:
        """Press the button without the usual sound, because the pieces make sounds."""
        self._on_press()

    def _reset(self) -> None:
        if self._show is not None:
            self._show, self.is_running = None, False
            self._set_button(False)

    def _set_button(self, is_played: bool) -> None:
        self.label, self._icon = self._tips[is_played], ("play", "undo")[is_played]

    def update(self) -> None:
        if self._show is not None and self.is_running:
            self.is_running = self._show.update()
            self.dirty()

    # --- painting

    def paint(self, surface: pygame.Surface) -> None:
        place, picture = self.rect.copy(), self._show.picture() if self._show is not None else self._picture
        place.height -= self._button_room
        if picture is None:
            surface.fill(self.theme.colour_for(SHADE), place)
            pygame.draw.rect(surface, self.theme.colour_for(EDGE), place, 1)
        elif picture.get_size() == place.size:
            surface.blit(picture, place)
        else:
            surface.blit(pygame.transform.smoothscale(picture, place.size), place)
        if self.figure.can_play:
            button = pygame.Rect(place.left, self.rect.bottom - self._button_height, place.width, self._button_height)
            self.paint_in(surface, button)
