"""The lessons of a game as exercises, and the scene that lists them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pygame

from rules.abilities import play_all
from rules.contract import Move, Position
from rules.teaching.exercise import Planned, Verdict
from rules.teaching.lessons import Task, judge, solutions
from scenes.app.navigation import go
from scenes.app.stack import AppContext
from scenes.screens.learn.coach import Help, NextStep
from scenes.screens.learn.coach_scene import CoachScene
from scenes.screens.learn.summary import SummaryScene
from scenes.screens.learn.task_list import TaskListScene
from scenes.screens.learn.tasks import LESSONS, Progress, course, lesson_words, next_task
from scenes.table.requests import OpenRulebook
from scenes.ui.button import Button
from scenes.ui.layout import Cell, Column, Row, fixed, share, space, spring


class Lesson:
    """The lesson `number` of a game's course, from 0, as an exercise at the table."""

    def __init__(self, app: AppContext, key: str, number: int) -> None:
        self._app = app
        self._key = key
        self._number = number
        self._task: Task = course(key)[number]
        self.seat = self._task.seat

    @property
    def before(self) -> Sequence[str]:
        return self._task.before

    def head(self, step: int) -> str:
        words, steps = self._app.words, len(self._task.steps)
        name = words(f"games.{self._key}.name")
        head = words("lessons.head", game=name, n=self._number + 1, of=len(course(self._key)))
        return head if steps == 1 else words("lessons.step", head=head, n=step + 1, of=steps)

    @property
    def title(self) -> str:
        return self._told("title")

    def match(self) -> Planned:
        return self._task.match()

    def say(self, step: int) -> str:
        return self._told("say", step)

    def judge(self, step: int, before: Position, moves: Sequence[Move]) -> Verdict:
        verdict = judge(self._task, step, before, moves)
        return replace(verdict, say=self._told(verdict.say, step)) if verdict.say else verdict

    def _told(self, name: str, step: int = 0) -> str:
        return lesson_words(self._app.words, self._key, self._task.id, name, step)

    def help(self, step: int, before: Position, moves: Sequence[Move], asked: int) -> Help:
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
        Progress(self._app.storage, LESSONS).mark(self._key, self._task.id)

    def next_steps(self) -> Sequence[NextStep]:
        words, stack = self._app.words, self._app.stack
        following = next_task(self._app, self._key, LESSONS, self._number)
        if following is not None:
            lesson = Lesson(self._app, self._key, following)
            to = words("lessons.next" if following > self._number else "lessons.start", n=following + 1)
            return [NextStep(to, "next", lambda: stack.replace(CoachScene(self._app, lesson)))]
        summary = SummaryScene(self._app, self._key)
        return [NextStep(words("lessons.summary"), "learn", lambda: stack.replace(summary))]


class LessonsScene(TaskListScene):
    """The course of a game as a path that ends with its summary. Enter opens the next lesson."""

    path = True

    def __init__(self, app: AppContext, key: str) -> None:
        super().__init__(app, key, LESSONS)

    def fill(self) -> None:
        super().fill()
        self._go = Button(self.sheet, "", lambda: self.open(self.first), "primary", icon="play")
        self._rules = Button(self.sheet, self.app.words("setup.rules"), self._read_rules, icon="book")
        self.form.default = self._go
        self.read()

    @property
    def count(self) -> int:
        return len(course(self.key)) + 1

    @property
    def first(self) -> int:
        return self.count - 1 if self.following is None else self.following

    def tell(self) -> None:
        words, count = self.app.words, len(self.done)
        told = "all_done" if self.following is None else "go_on" if count else "begin"
        self.about.text = words(f"lessons.{told}", n=count, of=len(course(self.key)), next=self.first + 1)
        self._go.text = words("lessons.start" if self.following is not None else "lessons.summary", n=self.first + 1)

    def named(self, line: int) -> tuple[str, str]:
        words = self.app.words
        if line == len(course(self.key)):
            return words("lessons.summary"), ""
        return lesson_words(words, self.key, course(self.key)[line].id, "title"), ""

    def exercise(self, line: int) -> Lesson:
        return Lesson(self.app, self.key, line)

    def open(self, line: int) -> None:
        if line == len(course(self.key)):
            self.app.stack.push(SummaryScene(self.app, self.key))
        else:
            super().open(line)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_F1:
            self._read_rules()
            return True
        return super().handle(event)

    def _read_rules(self) -> None:
        go(self.app, OpenRulebook(self.key))

    def content(self) -> Cell:
        theme = self.app.theme
        go = fixed(self._go, max(self._go.natural_width(), theme.px(30)))
        keys = Row(self._rules, space(theme.gap), spring(), go)
        return Column(self.about, space(theme.px(1.4)), share(self.list), space(theme.px(1.6)), keys)
