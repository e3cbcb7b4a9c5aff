"""A word that is stamped into leather on the table, stands there for a moment, and is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from scenes.surfaces.layout import Box
from scenes.surfaces.view import TableView

if TYPE_CHECKING:
    from scenes.app.app import App

STAMPED: Final = 1.9
PRESSED: Final = 0.16
"""Seconds that a word is there, and those in which it comes and goes."""


class Stamping:
    """It repaints only what the word covers, and only while that comes or goes."""

    def __init__(self, app: App, view: TableView) -> None:
        self._app = app
        self._view = view
        self.word: tuple[str, float, pygame.Rect] | None = None
        """The word, since when it is there, and where."""
        self._now = 0.0

    def stamp(self, text: str, area: Box) -> None:
        """Let a word be seen on the table that lies in `area`."""
        self.clear()
        self._now = self._app.now()
        self.word = (text, self._now, self._view.stamp_area(area))
        self._dirty()

    def clear(self) -> None:
        """Take it away."""
        self._dirty()
        self.word = None

    def update(self, now: float) -> None:
        """Go on to now."""
        before, self._now = self._seen(), now
        if self.word is not None and now - self.word[1] >= STAMPED:
            self.clear()
        elif self._seen() != before:
            self._dirty()

    def _seen(self) -> float:
        """How much of the word is to be seen, 0 to 1."""
        since = 0.0 if self.word is None else self._now - self.word[1]
        return max(0.0, min(1.0, since / PRESSED, (STAMPED - since) / PRESSED))

    def pace(self, now: float) -> float | None:
        """Seconds until `update` is wanted."""
        if self.word is None:
            return None
        since = now - self.word[1]
        return 0.0 if since < PRESSED or since > STAMPED - PRESSED else STAMPED - PRESSED - since

    def paint(self, surface: pygame.Surface) -> None:
        """Paint the word, as much of it as is to be seen."""
        if self.word is not None:
            text, _, rect = self.word
            self._view.paint_stamp(surface, self._app.assets, self._app.theme, rect, text, self._seen())

    def _dirty(self) -> None:
        if self.word is not None:
            rect = self.word[2]
            self._app.dirty(rect.inflate(round(0.2 * rect.width), round(0.2 * rect.height)))
