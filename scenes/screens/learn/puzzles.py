"""The puzzles of a game: the one of the day on top, below it all of them, with what is solved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from rules.teaching.puzzles import Puzzle
from scenes.app.theme import INK, LEAF, SOFT_INK
from scenes.screens.learn.coach_scene import CoachScene
from scenes.screens.learn.progress import Progress
from scenes.screens.learn.puzzle_exercise import PuzzleExercise, goal, next_puzzle
from scenes.screens.learn.puzzlebook import KIND, daily, puzzles
from scenes.ui.button import Button
from scenes.ui.label import Label
from scenes.ui.layout import Cell, Column, Row, fixed, share, space, spring
from scenes.ui.listing import Listing
from scenes.ui.sheet import PaperScene

if TYPE_CHECKING:
    from scenes.app.app import App

HARD: Final = {"easy": 60, "medium": 90}
"""Puzzles that are missed less often than this, of 100 times, are called so; the others are hard."""


class PuzzlesScene(PaperScene):
    """One puzzle a line, from the easy ones to the hard ones, those that are solved with a tick."""

    widest = 84.0

    def __init__(self, app: App, key: str) -> None:
        """Raises OSError where there are no puzzles for the game with this key."""
        super().__init__(app)
        self._key = key
        self._puzzles = puzzles(key)
        self._done: frozenset[str] = frozenset()

    def title(self) -> str:
        return self.app.words("puzzles.title", game=self.app.words(f"games.{self._key}.name"))

    def fill(self) -> None:
        self._about = Label(self.sheet, "", "body", SOFT_INK, valign="top")
        self._today = Button(self.sheet, "", lambda: self._open(daily(self._key)), "primary", icon="clock")
        self._list = Listing(self.sheet, self._paint_line, self._open, units=5.4)
        self._list.words = self._line
        self.form.default = self._today
        self._read()

    def _read(self) -> None:
        """Bring what is solved up to date; the mark is on what comes next."""
        words = self.app.words
        self._done = frozenset(Progress(self.app.storage, KIND).done(self._key))
        count = sum(puzzle.id in self._done for puzzle in self._puzzles)
        about = "puzzles.about" if self._puzzles[0].goal == "win" else "puzzles.about_hands"
        if words.has(own := f"puzzles.{self._key}.about"):
            about = own
        told = about if not count else "puzzles.count" if count < len(self._puzzles) else "puzzles.all_done"
        self._about.text = words(told, n=count, of=len(self._puzzles))
        number = daily(self._key)
        solved = self._puzzles[number].id in self._done
        self._today.text = words(
            "puzzles.today_done" if solved else "puzzles.today", goal=goal(self.app, self._key, number)
        )
        self._list.show(len(self._puzzles), next_puzzle(self.app, self._key, -1) or 0)

    def resumed(self, result: object) -> None:
        self._read()
        self.resize(self.app.size)

    def _open(self, line: int) -> None:
        self.app.stack.push(CoachScene(self.app, PuzzleExercise(self.app, self._key, line)))

    # --- how it looks

    def _paint_line(self, surface: pygame.Surface, line: int, rect: pygame.Rect) -> None:
        theme, puzzle = self.app.theme, self._puzzles[line]
        side = max(18, theme.px(2.6))
        if puzzle.id in self._done:
            tick = self.app.assets.tinted("ui/check", side, LEAF)
            surface.blit(tick, tick.get_rect(midright=rect.midright))
        number = pygame.Rect(rect.left, rect.top, theme.px(4), rect.height)
        theme.text(surface, str(line + 1), "body", SOFT_INK, number, "right")
        words = pygame.Rect(number.right + theme.px(1.6), rect.top, 0, rect.height)
        words.width = rect.right - side - theme.gap - words.left
        hard = self.app.words(f"puzzles.{hardness(puzzle)}")
        told = goal(self.app, self._key, line)
        theme.text(surface, hard, "body", SOFT_INK, words, "right")
        words.width -= theme.width(hard, "body") + theme.gap
        theme.text(surface, told[:1].upper() + told[1:], "strong", INK, words, ellipsis=True)

    def _line(self, line: int) -> str:
        """Its number, what is to be done, how hard it is, and whether it is done."""
        words, puzzle = self.app.words, self._puzzles[line]
        done = words("line.done") if puzzle.id in self._done else ""
        told = (f"{line + 1}. {goal(self.app, self._key, line)}", words(f"puzzles.{hardness(puzzle)}"), done)
        return ", ".join(filter(None, told))

    def content(self) -> Cell:
        theme = self.app.theme
        today = Row(spring(), fixed(self._today, max(self._today.natural_width(), theme.px(40))), spring())
        return Column(self._about, space(theme.px(1.4)), today, space(theme.px(1.6)), share(self._list))


def hardness(puzzle: Puzzle) -> str:
    """How hard a puzzle is, as a word of `puzzles`."""
    return next((word for word, most in HARD.items() if puzzle.missed < most), "hard")
