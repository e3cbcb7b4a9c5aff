"""The lessons of a game as exercises, the scene that lists them, and the summary at the end of the course."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import pygame

import rules
from rules.abilities import play_all
from rules.ai.opponents import levels_of
from rules.contract import Move, Position
from rules.teaching.exercise import PlannedMatch, Verdict
from rules.teaching.lessons import Task, judge, solutions
from scenes.app.navigation import open_screen, replace_screen
from scenes.app.stack import AppContext
from scenes.app.theme import LEAF
from scenes.screens.learn.coach import Hint, NextStep
from scenes.screens.learn.coach_scene import CoachScene
from scenes.screens.learn.task_list import TaskListScene
from scenes.screens.learn.tasks import LESSONS, PUZZLES, Progress, course, has_tasks, lesson_words, next_task
from scenes.screens.requests import OpenLessons, OpenPuzzles
from scenes.table.screen_requests import OpenRulebook, OpenSetup
from scenes.table.statistics_store import read_matches
from scenes.ui.button import Button
from scenes.ui.form_scene import PanelScene
from scenes.ui.label import Label, Picture
from scenes.ui.layout import Cell, Column, Fitting, Layers, Row, filler, fixed_size, space, stretch
from scenes.ui.scroll import Scrolled, ScrollGroup


class Lesson:
    """The lesson `number` of a game's course, counted from 0, as an exercise at the table."""

    def __init__(self, app: AppContext, key: str, number: int) -> None:
        self._app = app
        self._key = key
        self._number = number
        self._task: Task = course(key)[number]
        self.seat, self.lead_moves = self._task.seat, self._task.before

    def heading(self, step: int) -> str:
        words, step_count = self._app.words, len(self._task.steps)
        name = words.game_name(self._key)
        head = words("lessons.head", game=name, n=self._number + 1, of=len(course(self._key)))
        return head if step_count == 1 else words("lessons.step", head=head, n=step + 1, of=step_count)

    @property
    def title(self) -> str:
        return self._lesson_text("title")

    def make_match(self) -> PlannedMatch:
        return self._task.match()

    def task_text(self, step: int) -> str:
        return self._lesson_text("say", step)

    def judge(self, step: int, before: Position, moves: Sequence[Move]) -> Verdict:
        verdict = judge(self._task, step, before, moves)
        return replace(verdict, say=self._lesson_text(verdict.say, step)) if verdict.say else verdict

    def _lesson_text(self, name: str, step: int = 0) -> str:
        return lesson_words(self._app.words, self._key, self._task.id, name, step)

    def find_hint(self, step: int, before: Position, moves: Sequence[Move], hint_count: int) -> Hint:
        words, played = self._app.words, list(moves)
        for turn in solutions(self._task, step, before):
            if list(turn[: len(played)]) == played and len(turn) > len(played):
                remaining_moves = turn[len(played) :]
                gesture = play_all(before, played).gesture(remaining_moves[0])
                if gesture.drop is None and len(gesture.pick) == 1:
                    return Hint(words("lessons.hint_click"), remaining_moves, min(gesture.pick))
                return Hint(words("lessons.hint"), remaining_moves)
        return Hint(words("lessons.hint_back"))

    def record_solved(self) -> None:
        Progress(self._app.storage, LESSONS).mark_done(self._key, self._task.id)

    def next_steps(self) -> Sequence[NextStep]:
        words, stack = self._app.words, self._app.stack
        following = next_task(self._app, self._key, LESSONS, self._number)
        if following is not None:
            label = words("lessons.next" if following > self._number else "lessons.start", n=following + 1)
            return [NextStep(label, "next", lambda: stack.replace(lesson_scene(self._app, self._key, following)))]
        summary = SummaryScene(self._app, self._key)
        return [NextStep(words("lessons.summary"), "learn", lambda: stack.replace(summary))]


def lesson_scene(app: AppContext, key: str, number: int) -> CoachScene:
    return CoachScene(app, Lesson(app, key, number))


class LessonsScene(TaskListScene):
    """The list of a game's lessons, which ends with their summary. Enter opens the next lesson."""

    has_path = True

    def __init__(self, app: AppContext, key: str) -> None:
        super().__init__(app, key, LESSONS)

    def fill(self) -> None:
        super().fill()
        self._start_button = Button(self.sheet, "", lambda: self.open(self.initial_line), "primary", icon="play")
        self._rules_button = Button(self.sheet, self.app.words("setup.rules"), self._open_rulebook, icon="book")
        self.form.default = self._start_button
        self.read()

    @property
    def line_count(self) -> int:
        return len(course(self.key)) + 1

    @property
    def initial_line(self) -> int:
        return self.line_count - 1 if self.next_number is None else self.next_number

    def update_texts(self) -> None:
        words, done_count, number = self.app.words, len(self.done), self.initial_line + 1
        state = "all_done" if self.next_number is None else "go_on" if done_count else "begin"
        self.about.text = words(f"lessons.{state}", n=done_count, of=len(course(self.key)), next=number)
        self._start_button.text = words("lessons.summary" if self.next_number is None else "lessons.start", n=number)

    def line_texts(self, line: int) -> tuple[str, str]:
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
            self._open_rulebook()
            return True
        return super().handle(event)

    def _open_rulebook(self) -> None:
        open_screen(self.app, OpenRulebook(self.key))

    def content(self) -> Cell:
        theme = self.app.theme
        start = fixed_size(self._start_button, max(self._start_button.natural_width(), theme.px(30)))
        buttons = Row(self._rules_button, space(theme.gap), filler(), start)
        return Column(self.about, space(theme.px(1.4)), stretch(self.list), space(theme.px(1.6)), buttons)


def highest_level_beaten(app: AppContext, key: str) -> int:
    """Return the highest level of the computer that a person has beaten in this game; 0 if there is none."""
    return max(
        (
            player.level
            for match in read_matches(app.storage).values()
            if match.game == key and any(match.players[seat].kind == "person" for seat in match.winners)
            for player in match.players
            if player.kind == "computer"
        ),
        default=0,
    )


class SummaryScene(PanelScene):
    """The summary of a course. Enter opens the setup of a match against the level above the highest beaten."""

    max_width = 104.0
    fits_content = True

    def __init__(self, app: AppContext, key: str) -> None:
        super().__init__(app)
        self._key = key

    def title(self) -> str:
        return self.app.words("lessons.summary_of", game=self.app.words.game_name(self._key))

    def fill(self) -> None:
        words, key = self.app.words, self._key
        self._scroll_group = ScrollGroup(self.sheet)
        self._points = [
            (
                Picture(self._scroll_group, "ui/check", LEAF),
                Label(self._scroll_group, words(f"learnt.{key}.{point}"), valign="top"),
            )
            for point in words.words_below(f"learnt.{key}")
        ]
        self._head = Label(self._scroll_group, words("lessons.next_match"), "subheading")
        beaten, levels = highest_level_beaten(self.app, key), levels_of(key)
        level = levels[min(beaten, len(levels) - 1)].number  # of the level above, if there is one
        name, about = (words(f"level.{key}.{level}.{text}") for text in ("name", "about"))
        advice = words("lessons.level_next" if beaten else "lessons.level_first", name=name, won=beaten)
        level_text = f"{advice} {words('setup.level', n=level, of=len(levels), about=about)}"
        self._level = Label(self._scroll_group, level_text, valign="top")
        unfinished_games = [game for game in rules.KEYS if next_task(self.app, game, LESSONS) is not None]
        self._other_buttons: list[Button] = []
        if has_tasks(key, PUZZLES):
            solve = partial(replace_screen, self.app, OpenPuzzles(key))
            self._other_buttons.append(Button(self.sheet, words("menu.puzzles"), solve, icon="puzzle"))
        if unfinished_games:
            learn = partial(replace_screen, self.app, OpenLessons(unfinished_games[0]))
            title = words("lessons.title", game=words.game_name(unfinished_games[0]))
            self._other_buttons.append(Button(self.sheet, title, learn, icon="learn"))
        setup = OpenSetup(key, level=level)
        self._play_button = Button(
            self.sheet, words("lessons.play", name=name), lambda: open_screen(self.app, setup), "primary", icon="play"
        )
        self.form.default = self._play_button

    def content(self) -> Cell:
        px = self.app.theme.px
        ticks = [
            Row(fixed_size(Column(fixed_size(tick, px(2.6))), px(2.6)), space(px(1.2)), stretch(label))
            for tick, label in self._points
        ]
        texts = Column(*ticks, space(px(2.4)), self._head, space(px(0.8)), self._level, gap=px(1.2))
        others, play, gap = self._other_buttons, self._play_button, px(1.4)
        buttons = Fitting([Row(*others, filler(), play, gap=gap), Column(play, *others, gap=gap)])
        return Column(stretch(Scrolled(self._scroll_group, Layers(texts))), space(px(2)), buttons)
