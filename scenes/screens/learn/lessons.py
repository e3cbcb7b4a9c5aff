"""The course of a game: its lessons in order, with what is done of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from rules.abilities import play_all
from rules.contract import Move, Position
from rules.teaching.exercise import Planned, Verdict
from rules.teaching.lessons import Task, judge, solutions
from scenes.app.navigation import go, go_instead
from scenes.app.theme import INK, LEAF, SOFT_INK
from scenes.screens.learn.coach import Help, NextStep
from scenes.screens.learn.coach_scene import CoachScene
from scenes.screens.learn.courses import KIND, course, next_lesson
from scenes.screens.learn.progress import Progress
from scenes.table.requests import OpenRulebook, OpenSetup
from scenes.ui.button import Button
from scenes.ui.label import Label
from scenes.ui.layout import Cell, Column, Row, fixed, share, space, spring
from scenes.ui.listing import Listing
from scenes.ui.sheet import PaperScene

if TYPE_CHECKING:
    from scenes.app.app import App


class Lesson:
    """A lesson as an exercise at the table: the one with this number of its game's course, from 0."""

    def __init__(self, app: App, key: str, number: int) -> None:
        self._app = app
        self._key = key
        self._number = number
        self._task: Task = course(key)[number]
        self.seat = self._task.seat

    @property
    def _language(self) -> str:
        return self._app.words.language

    @property
    def before(self) -> Sequence[str]:
        return self._task.before

    @property
    def head(self) -> str:
        name = self._app.words(f"games.{self._key}.name")
        return self._app.words("lessons.head", game=name, n=self._number + 1, of=len(course(self._key)))

    @property
    def title(self) -> str:
        return self._task.word("title", self._language)

    def match(self) -> Planned:
        return self._task.match()

    def say(self, step: int) -> str:
        return self._task.word("say", self._language, step)

    def judge(self, step: int, before: Position, moves: Sequence[Move]) -> Verdict:
        return judge(self._task, step, before, moves, self._language)

    def help(self, step: int, before: Position, moves: Sequence[Move], asked: int) -> Help:
        """The first solution, as far as it is still to be played; what is marked by no arrow is pointed at."""
        words, made = self._app.words, list(moves)
        for turn in solutions(self._task, step, before):
            if list(turn[: len(made)]) == made and len(turn) > len(made):
                rest = turn[len(made) :]
                gesture = play_all(before, made).gesture(rest[0])
                if gesture.drop is None and len(gesture.pick) == 1:
                    return Help(words("lessons.hint_click"), rest, min(gesture.pick))
                return Help(words("lessons.hint"), rest)
        return Help(words("lessons.hint_back"))

    def solved(self) -> None:
        Progress(self._app.storage, KIND).mark(self._key, self._task.id)

    def next_steps(self) -> Sequence[NextStep]:
        words, stack = self._app.words, self._app.stack
        following = next_lesson(self._app, self._key, self._number)
        if following is not None:
            lesson = Lesson(self._app, self._key, following)
            return [NextStep(words("lessons.next"), "next", lambda: stack.replace(CoachScene(self._app, lesson)))]
        first = OpenSetup(self._key, easiest=True)
        return [NextStep(words("lessons.play"), "play", lambda: go_instead(self._app, first))]


class LessonsScene(PaperScene):
    """The lessons of a game, one on a line, those that are done with a tick; the next one is on top of the keys."""

    widest = 84.0

    def __init__(self, app: App, key: str) -> None:
        """Raises OSError where there are no lessons for the game with this key."""
        super().__init__(app)
        self._key = key
        self._tasks = course(key)
        self._done: frozenset[str] = frozenset()

    def title(self) -> str:
        return self.app.words("lessons.title", game=self.app.words(f"games.{self._key}.name"))

    def fill(self) -> None:
        words = self.app.words
        self._about = Label(self.sheet, "", "body", SOFT_INK, valign="top")
        self._list = Listing(self.sheet, self._paint_line, self._open, units=5.4)
        self._list.words = self._line
        self._go = Button(self.sheet, "", self._go_on, "primary", icon="play")
        self._rules = Button(self.sheet, words("setup.rules"), self._read_rules, icon="book")
        self.form.default = self._go
        self._read()

    def _read(self) -> None:
        """Bring what is done up to date; the mark is on what comes next."""
        words = self.app.words
        self._done = frozenset(Progress(self.app.storage, KIND).done(self._key))
        count = sum(task.id in self._done for task in self._tasks)
        following = next_lesson(self.app, self._key, -1)
        told = "lessons.begin" if not count else "lessons.go_on" if following is not None else "lessons.all_done"
        self._about.text = words(told, n=count, of=len(self._tasks))
        self._go.text = words("lessons.play") if following is None else words("lessons.start", n=following + 1)
        self._list.show(len(self._tasks), following or 0)

    def resumed(self, result: object) -> None:
        self._read()
        self.resize(self.app.size)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_F1:
            self._read_rules()
            return True
        return super().handle(event)

    # --- what happens

    def _open(self, line: int) -> None:
        self.app.stack.push(CoachScene(self.app, Lesson(self.app, self._key, line)))

    def _go_on(self) -> None:
        """The next lesson, or once all are done the first match."""
        following = next_lesson(self.app, self._key, -1)
        if following is None:
            go(self.app, OpenSetup(self._key, easiest=True))
        else:
            self._open(following)

    def _read_rules(self) -> None:
        go(self.app, OpenRulebook(self._key))

    # --- how it looks

    def _paint_line(self, surface: pygame.Surface, line: int, rect: pygame.Rect) -> None:
        """Its number and name, and a tick where it is done."""
        theme, task = self.app.theme, self._tasks[line]
        done = task.id in self._done
        side = theme.px(3)
        if done:
            tick = self.app.assets.tinted("ui/check", side, LEAF)
            surface.blit(tick, tick.get_rect(midright=rect.midright))
        number = pygame.Rect(rect.left, rect.top, theme.px(4), rect.height)
        theme.text(surface, str(line + 1), "body", SOFT_INK, number, "right")
        name = pygame.Rect(number.right + theme.px(1.6), rect.top, 0, rect.height)
        name.width = rect.right - side - theme.gap - name.left
        theme.text(surface, task.word("title", self.app.words.language), "strong", INK, name, ellipsis=True)

    def _line(self, line: int) -> str:
        """Its number and name, and whether it is done."""
        task = self._tasks[line]
        done = self.app.words("line.done") if task.id in self._done else ""
        return ", ".join(filter(None, (f"{line + 1}. {task.word('title', self.app.words.language)}", done)))

    def content(self) -> Cell:
        theme = self.app.theme
        go = fixed(self._go, max(self._go.natural_width(), theme.px(34)))
        keys = Row(self._rules, space(theme.gap), spring(), go)
        return Column(self._about, space(theme.px(1.4)), share(self._list), space(theme.px(1.6)), keys)

    def place(self, inner: pygame.Rect) -> None:
        super().place(inner)
        self._list.reveal_here()
