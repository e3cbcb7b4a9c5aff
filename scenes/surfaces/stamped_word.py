"""A word that is stamped on the table for a moment, for example after a remarkable throw of dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from scenes.surfaces.constants import STAMP_FADE_SECONDS, STAMP_SECONDS
from scenes.surfaces.layout import Box
from scenes.surfaces.view import TableView

if TYPE_CHECKING:
    from scenes.app.stack import AppContext


class StampView:
    """The stamped word of a table, if one is shown; its rectangle is repainted only while it fades."""

    def __init__(self, app: AppContext, view: TableView) -> None:
        self._app = app
        self._view = view
        self.word: tuple[str, float, pygame.Rect] | None = None  # text, time of the stamp, rectangle
        self._now = 0.0

    def show_word(self, text: str, area: Box) -> None:
        """Stamp a word on the table in `area`, if the game has a stamp."""
        self.clear()
        self._now = self._app.now()
        if self._view.stamp is not None:
            self.word = (text, self._now, self._view.stamp.find_place(area))
        self._mark_dirty()

    def clear(self) -> None:
        self._mark_dirty()
        self.word = None

    def update(self, now: float) -> None:
        """Ask for a repaint while the word fades, and remove it when its time is over."""
        before, self._now = self._opacity(), now
        if self.word is not None and now - self.word[1] >= STAMP_SECONDS:
            self.clear()
        elif self._opacity() != before:
            self._mark_dirty()

    def _opacity(self) -> float:
        since = 0.0 if self.word is None else self._now - self.word[1]
        return max(0.0, min(1.0, since / STAMP_FADE_SECONDS, (STAMP_SECONDS - since) / STAMP_FADE_SECONDS))

    def wait_seconds(self, now: float) -> float | None:
        if self.word is None:
            return None
        since = now - self.word[1]
        fades_at = STAMP_SECONDS - STAMP_FADE_SECONDS
        return 0.0 if since < STAMP_FADE_SECONDS or since > fades_at else fades_at - since

    def paint(self, surface: pygame.Surface) -> None:
        if self.word is not None and self._view.stamp is not None:
            text, _, rect = self.word
            self._view.stamp.paint(surface, self._app.assets, self._app.theme, rect, text, self._opacity())

    def _mark_dirty(self) -> None:
        if self.word is not None:
            rect = self.word[2]
            self._app.dirty(rect.inflate(round(0.2 * rect.width), round(0.2 * rect.height)))
