"""The list of the person's mistakes, and an exercise for each, in which the computer judges as in a review."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import ClassVar

import pygame

import rules
from rules.abilities import play_all
from rules.common.resumable import ResumableTask
from rules.contract import Move, Position, Target
from rules.teaching.exercise import OPEN, PlannedMatch, Verdict, is_turn_end
from rules.teaching.mistakes import is_accepted
from rules.teaching.review import Judged
from scenes.app.stack import AppContext
from scenes.app.theme import INK, LEAF, SOFT_INK
from scenes.screens.constants import MATCH_READING_SECONDS
from scenes.screens.learn.coach import CoachRuntime, Hint, NextStep
from scenes.screens.learn.coach_scene import CoachPanel, CoachScene
from scenes.screens.learn.mistakes import MISTAKES, SavedMistake, read_mistakes
from scenes.screens.learn.tasks import Progress
from scenes.screens.review.reviewer import review_question
from scenes.table.engine_client import EngineClient
from scenes.table.match_text import seat_name
from scenes.table.runtime import TableRuntime
from scenes.table.turn_text import notate_turn, plain_turn_text
from scenes.ui.button import Button
from scenes.ui.choice import Choice
from scenes.ui.form_scene import PanelScene
from scenes.ui.label import Label
from scenes.ui.layout import Cell, Column, Row, filler, fixed_size, space, stretch
from scenes.ui.listing import Listing
from scenes.ui.progress_dialog import RunningTask

TABS = ("open", "solved")


class MistakeExercise:
    """The mistake `number` of `mistakes`, counted from 0, as an exercise; `close` ends the judging process."""

    lead_moves: Sequence[str] = ()

    def __init__(self, app: AppContext, mistakes: Sequence[SavedMistake], number: int) -> None:
        self._app, self._mistakes, self._number = app, mistakes, number
        self._saved = mistakes[number]
        self._game = rules.get(self._saved.key)
        self.seat = self._saved.mistake.seat
        self._engine = EngineClient(app.storage.log, engines=app.storage.engines)
        self._engine.start()
        self._asked_moves: tuple[Move, ...] = ()  # the turn that is being judged
        self._judged: list[Judged] = []

    def close(self) -> None:
        self._engine.close()

    # --- texts

    @property
    def title(self) -> str:
        return self._app.words("mistakes.goal")

    def heading(self, step: int) -> str:
        words = self._app.words
        name, count = words.game_name(self._saved.key), len(self._mistakes)
        return words("mistakes.head", game=name, n=self._number + 1, of=count)

    def task_text(self, step: int) -> str:
        words, saved = self._app.words, self._saved
        seat = seat_name(words, saved.key, self.seat, len(saved.head.players))
        return words("mistakes.say", seat=seat, turn=saved.turn_text, share=self._share(saved.mistake.loss))

    def _share(self, loss: float) -> str:
        return self._app.words.format_percent(round(100 * loss))

    # --- judging

    def make_match(self) -> PlannedMatch:
        return PlannedMatch(self._game.play, self._saved.before, self._saved.options)

    def judge(self, step: int, before: Position, moves: Sequence[Move]) -> Verdict:
        words, after = self._app.words, play_all(before, moves)
        if not is_turn_end(after):
            return OPEN
        if after == play_all(before, self._saved.better):
            return Verdict("done", words("mistakes.right"))
        if after == play_all(before, self._saved.played):
            return Verdict("wrong", words("mistakes.same", share=self._share(self._saved.mistake.loss)))
        if self._asked_moves != tuple(moves):
            self._asked_moves, self._judged = tuple(moves), []
            self._engine.ask(review_question(self._app, self._saved.key, before, self._asked_moves))
        while (answer := self._engine.poll()) is not None:
            self._judged += [] if answer.judged is None else [answer.judged]
            if answer.is_final:
                self._asked_moves = ()
                if answer.error is not None or len(self._judged) < 2:
                    self._app.storage.log(f"A turn was not judged: {answer.error}")
                    return Verdict("wrong", words("mistakes.failed"))
                return self._judge_reviewed(*self._judged)
        return Verdict("judging", words("mistakes.judging"))

    def _judge_reviewed(self, before: Judged, after: Judged) -> Verdict:
        (cost,), won = before.costs, float(self.seat == 0)
        is_best = not cost.better  # the search would have played it
        accepted = is_accepted(cost.loss, before.value == won, is_best or after.value == won)
        share, gives_nothing = self._share(cost.loss), self._share(cost.loss) == self._share(0)
        key = ("right" if gives_nothing else "right_share") if accepted else ("not_won" if gives_nothing else "wrong")
        return Verdict("done" if accepted else "wrong", self._app.words(f"mistakes.{key}", share=share))

    # --- the solution

    def find_hint(self, step: int, before: Position, moves: Sequence[Move], hint_count: int) -> Hint:
        words, better = self._app.words, self._saved.better
        text = plain_turn_text(words, self._saved.key, before, better)
        text = text or notate_turn(words, self._game, before, better)
        return Hint(words("review.better", turn=text), better, is_solution=True)

    def record_solved(self) -> None:
        Progress(self._app.storage, MISTAKES).mark_done(self._saved.key, self._saved.id)

    def next_steps(self) -> Sequence[NextStep]:
        words, stack, skip = self._app.words, self._app.stack, self.skip
        again = NextStep(words("mistakes.again"), "rematch", self._opener(self._number))
        if skip is None:
            return [NextStep(words("mistakes.over"), "list", lambda: stack.pop()), again]
        return [NextStep(words("mistakes.next"), "next", skip), again]

    @property
    def skip(self) -> Callable[[], object] | None:
        count, storage = len(self._mistakes), self._app.storage
        following = ((self._number + step) % count for step in range(1, count))
        return next((self._opener(one) for one in following if not self._mistakes[one].is_solved(storage)), None)

    def _opener(self, number: int) -> Callable[[], object]:
        return lambda: self._app.stack.replace(MistakeScene(self._app, self._mistakes, number))


class MistakePanel(CoachPanel):
    def make_help_buttons(self) -> tuple[Button, ...]:
        words, exercise = self._words, self._coach.exercise
        view = Button(self, words("mistakes.view"), self._coach.give_hint, icon="eye")
        skip = exercise.skip if isinstance(exercise, MistakeExercise) else None
        return (view,) if skip is None else (view, Button(self, words("mistakes.skip"), skip, icon="next"))


class MistakeRuntime(CoachRuntime):
    @property
    def named_targets(self) -> frozenset[Target]:
        # the task names the squares of the turn in the match, which would mislead
        return super().named_targets if self.coach.state == "done" else frozenset()


class MistakeScene(CoachScene):
    runtime_type: ClassVar[type[TableRuntime]] = MistakeRuntime
    panel_type: ClassVar[type[CoachPanel]] = MistakePanel

    def __init__(self, app: AppContext, mistakes: Sequence[SavedMistake], number: int) -> None:
        self._exercise = MistakeExercise(app, mistakes, number)
        super().__init__(app, self._exercise)

    def leave(self) -> None:
        super().leave()
        self._exercise.close()

    def abandon(self) -> None:
        super().abandon()
        self._exercise.close()


def first_mistake_scene(app: AppContext, mistakes: Sequence[SavedMistake]) -> MistakeScene:
    unsolved = (number for number, mistake in enumerate(mistakes) if not mistake.is_solved(app.storage))
    return MistakeScene(app, mistakes, next(unsolved, 0))


class MistakesScene(PanelScene):
    """The list of mistakes, the newest match first, in two tabs; the matches are read while it is shown."""

    max_width = 112.0
    title_key = "mistakes.title"

    def __init__(self, app: AppContext) -> None:
        super().__init__(app)
        self._tab = "open"
        self._mistakes: list[SavedMistake] = []
        self._lines: list[int] = []  # numbers of the mistakes in the tab
        self._reading: RunningTask[None] | None = None

    def fill(self) -> None:
        words = self.app.words
        tabs = [(tab, words(f"mistakes.{tab}")) for tab in TABS]
        self._tabs = Choice(self.sheet, "", tabs, self._tab, self._show_tab)
        self._about = Label(self.sheet, "", "body", SOFT_INK, "centre", "top")
        self._about.is_announced = True
        self.list = Listing(self.sheet, self._paint_line, self._open)
        self.list.describe_line = self._spoken_line
        self._mistakes = []
        self._reading = RunningTask(self.app, self._read_all())
        self._update_list()
        self.form.focus(self.list)

    def _read_all(self) -> ResumableTask[None]:
        for entry in self.app.storage.list_matches("finished"):
            self._mistakes += yield from read_mistakes(self.app.words, self.app.storage, entry)
            yield 0.0

    def update(self, dt: float) -> None:
        super().update(dt)
        if self._reading is not None:
            count, is_over = len(self._mistakes), self._reading.work_on(MATCH_READING_SECONDS)
            if is_over:
                self._reading = None
            if is_over or len(self._mistakes) > count:
                self._show_changes()

    def wait_seconds(self) -> float | None:
        return super().wait_seconds() if self._reading is None else 0.0

    def on_resume(self, result: object) -> None:
        self._show_changes()

    # --- the list

    def _show_tab(self, tab: str) -> None:
        self._tab = tab
        self.list.here = self.list.scroll.offset = 0
        self._show_changes()

    def _show_changes(self) -> None:
        self._update_list()
        self.resize(self.app.size)

    def _update_list(self) -> None:
        progress, is_solved_tab = Progress(self.app.storage, MISTAKES), self._tab == "solved"
        done = {key: progress.days_of_done(key) for key in {saved.key for saved in self._mistakes}}
        self._lines = [n for n, saved in enumerate(self._mistakes) if (saved.id in done[saved.key]) == is_solved_tab]
        self._about.text = self.app.words("mistakes.reading" if self._reading else f"mistakes.none_{self._tab}")
        self._about.visible, self.list.visible = not self._lines, bool(self._lines)
        self.list.show(len(self._lines), self.list.here)

    def _open(self, line: int) -> None:
        self.app.stack.push(MistakeScene(self.app, tuple(self._mistakes), self._lines[line]))

    def _line_texts(self, line: int) -> tuple[str, str, str, str]:
        words, saved = self.app.words, self._mistakes[self._lines[line]]
        lost = words("review.lost_chance", share=words.format_percent(round(100 * saved.mistake.loss)))
        when = saved.head.format_begun(words, time.localtime())
        return f"{saved.turn_text}  {lost}", words.game_name(saved.key), saved.head.list_players(words), when

    def _paint_line(self, surface: pygame.Surface, line: int, rect: pygame.Rect) -> None:
        theme, (turn, game, players, when) = self.app.theme, self._line_texts(line)
        height = theme.line("strong") + theme.line("small")
        area = pygame.Rect(rect.left, rect.centery - height // 2, rect.width, height)
        if self._tab == "solved":
            icon = self.app.assets.tinted_icon("ui/check", theme.px(2.6), theme.colour_for(LEAF))
            surface.blit(icon, icon.get_rect(midleft=area.midleft))
            area.left, area.width = area.left + theme.px(4), area.width - theme.px(4)
        left = pygame.Rect(area.left, area.top, area.width // 2 - theme.gap, height)
        right = pygame.Rect(left.right + theme.gap, area.top, area.right - left.right - theme.gap, height)
        theme.text(surface, turn, "strong", INK, left, valign="top", ellipsis=True)
        theme.text(surface, game, "small", SOFT_INK, left, valign="bottom", ellipsis=True)
        theme.text(surface, players, "body", INK, right, valign="top", ellipsis=True)
        theme.text(surface, when, "small", SOFT_INK, right, valign="bottom", ellipsis=True)

    def _spoken_line(self, line: int) -> str:
        done = self.app.words("line.done") if self._tab == "solved" else ""
        return ", ".join(filter(None, (*self._line_texts(line), done)))

    def content(self) -> Cell:
        px = self.app.theme.px
        return Column(
            Row(filler(), fixed_size(self._tabs, px(44)), filler()),
            space(px(1.4)),
            stretch(self.list),
            stretch(Row(space(px(4)), stretch(self._about), space(px(4)))),
        )
