"""What there is to practise where a game asks for attention: ten rolls of the day, the same for everybody, or any."""

from __future__ import annotations

import time

from scenes.app.app import App
from scenes.app.theme import SOFT_INK
from scenes.screens.learn.tasks import DAY, PUZZLES, Progress, today
from scenes.table.game_ui import ui_of
from scenes.ui.button import Button
from scenes.ui.label import Label
from scenes.ui.layout import Cell, Column, Row, fixed, space, spring
from scenes.ui.sheet import PaperScene


class ExercisesScene(PaperScene):
    """Leads to the trainer. A day on which nothing was missed and nothing claimed wrongly is kept."""

    widest = 80.0
    snug = True

    def __init__(self, app: App, key: str) -> None:
        """Raises KeyError where attention can't be practised in the game with this key."""
        super().__init__(app)
        self._key = key
        trainer = ui_of(key).trainer
        if trainer is None:
            raise KeyError(key)
        self._trainer = trainer

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
        days = Progress(self.app.storage, PUZZLES).done(self._key)
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
        Progress(self.app.storage, PUZZLES).mark(self._key, time.strftime(DAY))

    def content(self) -> Cell:
        theme = self.app.theme
        wide = max(theme.px(34), self._today.natural_width(), self._any.natural_width())
        keys = [Row(spring(), fixed(key, wide), spring()) for key in (self._today, self._any)]
        days = fixed(self._days, theme.line("body"))
        rolls = Column(*keys, gap=theme.px(1.2))
        return Column(self._about, space(theme.px(2)), rolls, space(theme.px(2.2)), days, space(theme.px(1.6)))
