"""The scenes that list the puzzles of a game, or lead to its attention trainer."""

from __future__ import annotations

import time
from typing import Final

from rules.teaching.puzzles import Puzzle
from scenes.app.game_card import card_of
from scenes.app.stack import AppContext
from scenes.app.theme import SOFT_INK
from scenes.screens.learn.puzzle_exercise import PuzzleExercise, goal, puzzle_title
from scenes.screens.learn.task_list import TaskListScene, TasksScene
from scenes.screens.learn.tasks import DAY, PUZZLES, Progress, daily, puzzles, today
from scenes.table.parts import parts_of
from scenes.ui.button import Button
from scenes.ui.label import Label
from scenes.ui.layout import Cell, Column, Row, fixed, share, space, spring

CALM: Final = "-calm"  # suffix of a day on which the trainer was passed without a clock
HARD: Final = {"easy": 60, "medium": 90}  # puzzles missed less often, in percent, are called so


class PuzzlesScene(TaskListScene):
    """The list of a game's puzzles. Enter opens today's puzzle."""

    def __init__(self, app: AppContext, key: str) -> None:
        """Raise OSError if the game has no puzzles."""
        self._puzzles = puzzles(key)
        super().__init__(app, key, PUZZLES)

    def fill(self) -> None:
        super().fill()
        self._today = Button(self.sheet, "", lambda: self.open(daily(self.key)), "primary", icon="clock")
        self.form.default = self._today
        self.read()

    def tell(self) -> None:
        words, count, today = self.app.words, len(self.done), daily(self.key)
        about = "puzzles.about" if self._puzzles[0].goal == "win" else "puzzles.about_hands"
        told = about if not count else "puzzles.count" if self.following is not None else "puzzles.all_done"
        self.about.text = words(told, n=count, of=len(self._puzzles))
        solved = self._puzzles[today].id in self.done
        said = "puzzles.today_done" if solved else "puzzles.today"
        self._today.text = words(said, goal=goal(self.app, self.key, today))

    def named(self, line: int) -> tuple[str, str]:
        return puzzle_title(self.app, self.key, line), self.app.words(f"puzzles.{hardness(self._puzzles[line])}")

    def exercise(self, line: int) -> PuzzleExercise:
        return PuzzleExercise(self.app, self.key, line)

    def content(self) -> Cell:
        theme = self.app.theme
        today = Row(spring(), fixed(self._today, max(self._today.natural_width(), theme.px(40))))
        return Column(self.about, space(theme.px(1.4)), share(self.list), space(theme.px(1.6)), today)


def hardness(puzzle: Puzzle) -> str:
    """Return the hardness of a puzzle as a word of `puzzles`."""
    return next((word for word, most in HARD.items() if puzzle.missed < most), "hard")


class ExercisesScene(TasksScene):
    """The scene that leads to the trainer. A day without a miss or a false claim is recorded."""

    def __init__(self, app: AppContext, key: str) -> None:
        """Raise KeyError if the game has no trainer."""
        super().__init__(app, key, PUZZLES)
        if not card_of(key).trains:
            raise KeyError(key)
        self._parts = parts_of(key)

    def fill(self) -> None:
        super().fill()
        words = self.app.words
        self._about = Label(self.sheet, words("puzzles.rolls"), "body", SOFT_INK, valign="top")
        self._today = Button(self.sheet, "", self._practise_today, "primary", icon="clock")
        self._any = Button(self.sheet, words("puzzles.rolls_any"), self._practise, icon="play")
        self._days = Label(self.sheet, "", "body", SOFT_INK, valign="top")
        self.form.default = self._today
        self.read()

    def read(self) -> None:
        words = self.app.words
        done, day = Progress(self.app.storage, PUZZLES).done(self.key), time.strftime(DAY)
        solved = bool(done.keys() & {day, day + CALM})
        calm = sum(one.endswith(CALM) for one in done)
        told = {"rolls_days": len(done) - calm, "rolls_days_calm": calm}
        self._today.text = words("puzzles.rolls_today_done" if solved else "puzzles.rolls_today")
        self._days.text = " ".join(words(f"puzzles.{key}", n=n) for key, n in told.items() if n)

    def _practise_today(self) -> None:
        self.app.stack.push(self._parts.make_trainer(self.app, self.key, seed=today(), on_perfect=self._mark))

    def _practise(self) -> None:
        self.app.stack.push(self._parts.make_trainer(self.app, self.key))

    def _mark(self, timed: bool) -> None:
        Progress(self.app.storage, PUZZLES).mark(self.key, time.strftime(DAY) + ("" if timed else CALM))

    def content(self) -> Cell:
        theme = self.app.theme
        wide = max(theme.px(34), self._today.natural_width(), self._any.natural_width())
        keys = [Row(fixed(key, wide)) for key in (self._today, self._any)]
        days = fixed(self._days, 2 * theme.line("body"))
        return Column(self._about, space(theme.px(2.4)), *keys, space(theme.px(2.4)), days, gap=theme.px(1.2))
