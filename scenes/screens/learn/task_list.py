"""The tasks of a game on a sheet, lessons or puzzles, with a tick at those that are done."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from scenes.app.app import App
from scenes.app.theme import INK, LEAF, SOFT_INK
from scenes.screens.learn.coach import Exercise
from scenes.screens.learn.coach_scene import CoachScene
from scenes.screens.learn.tasks import Progress
from scenes.ui.label import Label
from scenes.ui.listing import Listing
from scenes.ui.sheet import PaperScene


class TaskListScene(PaperScene):
    """One task a line; the mark is on the one that comes next. A line that is opened is played at the table."""

    widest = 84.0

    def __init__(self, app: App, key: str, kind: str, tasks: Sequence[str]) -> None:
        """`kind` names words and progress; `tasks` are the ids of all those of the game with this key."""
        super().__init__(app)
        self.key = key
        self._kind, self._tasks = kind, tasks
        self.done: frozenset[str] = frozenset()
        """What is done of them, by id."""

    def title(self) -> str:
        return self.app.words(f"{self._kind}.title", game=self.app.words(f"games.{self.key}.name"))

    def named(self, line: int) -> tuple[str, str]:
        """What a task is called, and what is said of it at the right."""
        raise NotImplementedError

    def exercise(self, line: int) -> Exercise:
        """A task, to be played."""
        raise NotImplementedError

    def tell(self, following: int | None) -> None:
        """Bring the words up to date; `following` is the next task, None when all are done."""
        raise NotImplementedError

    def add_list(self) -> None:
        """Make what tells of all of them, and the list."""
        self.about = Label(self.sheet, "", "body", SOFT_INK, valign="top")
        self.list = Listing(self.sheet, self._paint_line, self.open, units=5.4)
        self.list.words = self._line

    def read(self) -> None:
        """Look what is done."""
        progress = Progress(self.app.storage, self._kind)
        following = progress.following(self.key, self._tasks)
        self.done = frozenset(progress.done(self.key)).intersection(self._tasks)
        self.tell(following)
        self.list.show(len(self._tasks), following or 0)

    def resumed(self, result: object) -> None:
        self.read()
        self.resize(self.app.size)

    def open(self, line: int) -> None:
        """Play a task."""
        self.app.stack.push(CoachScene(self.app, self.exercise(line)))

    def _paint_line(self, surface: pygame.Surface, line: int, rect: pygame.Rect) -> None:
        theme, (name, aside) = self.app.theme, self.named(line)
        side = max(18, theme.px(2.6))
        if self._tasks[line] in self.done:
            tick = self.app.assets.tinted("ui/check", side, LEAF)
            surface.blit(tick, tick.get_rect(midright=rect.midright))
        number = pygame.Rect(rect.left, rect.top, theme.px(4), rect.height)
        theme.text(surface, str(line + 1), "body", SOFT_INK, number, "right")
        words = pygame.Rect(number.right + theme.px(1.6), rect.top, 0, rect.height)
        words.width = rect.right - side - theme.gap - words.left
        if aside:
            theme.text(surface, aside, "body", SOFT_INK, words, "right")
            words.width -= theme.width(aside, "body") + theme.gap
        theme.text(surface, name, "strong", INK, words, ellipsis=True)

    def _line(self, line: int) -> str:
        name, aside = self.named(line)
        done = self.app.words("line.done") if self._tasks[line] in self.done else ""
        return ", ".join(filter(None, (f"{line + 1}. {name}", aside, done)))
