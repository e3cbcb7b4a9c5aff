"""The whole score pad: what each round cost and why, the totals, and their course as a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pygame

from scenes.cards.pad import Pad
from scenes.cards.saying import sitters
from scenes.paper import PaperScene
from scenes.widgets.button import Button

if TYPE_CHECKING:
    from scenes.match import MatchScene


class CarnetScene(PaperScene):
    """The sheet with the points of a match at a card table; from the end of a round it leads to the next."""

    widest = 96.0

    def __init__(self, match: MatchScene) -> None:
        super().__init__(match.app)
        self._match = match

    def title(self) -> str:
        return self.app.words("carnet.title")

    def fill(self) -> None:
        scene = self._match
        position: Any = scene.match.position
        self._pad = Pad(self.sheet, lambda: None)
        people = sitters(scene)
        self._pad.show([people[seat].name for seat in range(scene.match.seats)], position)
        between = scene.fate.holds and position.phase in ("end", "blocked") and scene.match.outcome() is None
        words = self.app.words("carnet.next" if between else "carnet.close")
        self._go = Button(self.sheet, words, self._on, "primary", icon="play" if between else "back")
        self._between = between
        self.form.default = self._go

    def _on(self) -> None:
        self.app.stack.pop("next-round" if self._between else None)

    def place(self, inner: pygame.Rect) -> None:
        theme = self.app.theme
        wide = self._go.natural_width() + theme.px(3)
        self._go.rect = pygame.Rect(inner.right - wide, inner.bottom - theme.control, wide, theme.control)
        self._pad.rect = pygame.Rect(inner.left, inner.top, inner.width, self._go.rect.top - theme.px(2) - inner.top)
