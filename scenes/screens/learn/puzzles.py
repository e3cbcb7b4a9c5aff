"""The puzzles of a game: the one of the day on top, below it all of them, from the easy ones to the hard ones."""

from __future__ import annotations

from typing import Final

from rules.teaching.puzzles import Puzzle
from scenes.app.app import App
from scenes.screens.learn.puzzle_exercise import PuzzleExercise, goal
from scenes.screens.learn.task_list import TaskListScene
from scenes.screens.learn.tasks import PUZZLES, daily, puzzles
from scenes.ui.button import Button
from scenes.ui.layout import Cell, Column, Row, fixed, share, space, spring

HARD: Final = {"easy": 60, "medium": 90}
"""Puzzles that are missed less often than this, of 100 times, are called so; the others are hard."""


class PuzzlesScene(TaskListScene):
    """Enter opens the one of the day."""

    def __init__(self, app: App, key: str) -> None:
        """Raises OSError where there are no puzzles for the game with this key."""
        self._puzzles = puzzles(key)
        super().__init__(app, key, PUZZLES, [puzzle.id for puzzle in self._puzzles])

    def fill(self) -> None:
        self._today = Button(self.sheet, "", lambda: self.open(daily(self.key)), "primary", icon="clock")
        self.add_list()
        self.form.default = self._today
        self.read()

    def tell(self, following: int | None) -> None:
        words, count, today = self.app.words, len(self.done), daily(self.key)
        about = "puzzles.about" if self._puzzles[0].goal == "win" else "puzzles.about_hands"
        if words.has(own := f"puzzles.{self.key}.about"):
            about = own
        told = about if not count else "puzzles.count" if following is not None else "puzzles.all_done"
        self.about.text = words(told, n=count, of=len(self._puzzles))
        solved = self._puzzles[today].id in self.done
        said = "puzzles.today_done" if solved else "puzzles.today"
        self._today.text = words(said, goal=goal(self.app, self.key, today))

    def named(self, line: int) -> tuple[str, str]:
        told = goal(self.app, self.key, line)
        return told[:1].upper() + told[1:], self.app.words(f"puzzles.{hardness(self._puzzles[line])}")

    def exercise(self, line: int) -> PuzzleExercise:
        return PuzzleExercise(self.app, self.key, line)

    def content(self) -> Cell:
        theme = self.app.theme
        today = Row(spring(), fixed(self._today, max(self._today.natural_width(), theme.px(40))), spring())
        return Column(self.about, space(theme.px(1.4)), today, space(theme.px(1.6)), share(self.list))


def hardness(puzzle: Puzzle) -> str:
    """How hard a puzzle is, as a word of `puzzles`."""
    return next((word for word, most in HARD.items() if puzzle.missed < most), "hard")
