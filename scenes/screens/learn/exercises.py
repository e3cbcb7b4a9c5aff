"""What there is to practise where a game asks for attention: ten rolls of the day, the same for everybody, or any."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pygame

from scenes.app.theme import SOFT_INK
from scenes.screens.learn.progress import DAY, Progress
from scenes.screens.learn.puzzlebook import KIND, today
from scenes.table.game_ui import Trainer, ui_of
from scenes.ui.button import Button
from scenes.ui.label import Label
from scenes.ui.paper import PaperScene

if TYPE_CHECKING:
    from scenes.app.app import App


class ExercisesScene(PaperScene):
    """Leads to the trainer. A day on which nothing was missed and nothing claimed wrongly is kept."""

    widest = 80.0

    def __init__(self, app: App, key: str) -> None:
        """Raises KeyError where attention can't be practised in the game with this key."""
        super().__init__(app)
        self._key = key
        trainer = ui_of(key).trainer
        if trainer is None:
            raise KeyError(key)
        self._trainer: Trainer = trainer

    def title(self) -> str:
        return self.app.words("puzzles.title", game=self.app.words(f"games.{self._key}.name"))

    def fill(self) -> None:
        words = self.app.words
        self._about = Label(self.sheet, words("puzzles.rolls"), "body", SOFT_INK, valign="top")
        self._today = Button(self.sheet, "", self._practise_today, "primary", icon="clock")
        self._any = Button(self.sheet, words("puzzles.rolls_any"), self._practise, icon="play")
        self._days = Label(self.sheet, "", "body", SOFT_INK, "centre", "top")
        self.form.default = self._today
        self._read()

    def _read(self) -> None:
        words = self.app.words
        days = Progress(self.app.storage, KIND).done(self._key)
        solved = time.strftime(DAY) in days
        self._today.text = words("puzzles.rolls_today_done" if solved else "puzzles.rolls_today")
        self._days.text = words("puzzles.rolls_days", n=len(days)) if days else ""

    def resumed(self, result: object) -> None:
        self._read()
        self.resize(self.app.size)

    def _practise_today(self) -> None:
        self.app.stack.push(self._trainer(self.app, self._key, seed=today(), on_perfect=self._mark))

    def _practise(self) -> None:
        self.app.stack.push(self._trainer(self.app, self._key))

    def _mark(self) -> None:
        """All of today's was seen."""
        Progress(self.app.storage, KIND).mark(self._key, time.strftime(DAY))

    def around(self, size: tuple[int, int]) -> pygame.Rect:
        """No higher than what is on it needs."""
        theme = self.app.theme
        sheet = super().around(size)
        width = sheet.width - 2 * theme.px(3)
        high = self._about.natural_height(width) + 3 * theme.control + theme.line("body") + theme.px(14)
        low = pygame.Rect(0, 0, sheet.width, min(sheet.height, high))
        low.center = sheet.center
        return low

    def place(self, inner: pygame.Rect) -> None:
        theme = self.app.theme
        high = self._about.natural_height(inner.width)
        self._about.rect = pygame.Rect(inner.left, inner.top, inner.width, high)
        top = self._about.rect.bottom + theme.px(2)
        wide = min(inner.width, max(theme.px(34), self._today.natural_width(), self._any.natural_width()))
        for key in (self._today, self._any):
            key.rect = pygame.Rect(inner.centerx - wide // 2, top, wide, theme.control)
            top = key.rect.bottom + theme.px(1.2)
        self._days.rect = pygame.Rect(inner.left, top + theme.px(1), inner.width, theme.line("body"))
