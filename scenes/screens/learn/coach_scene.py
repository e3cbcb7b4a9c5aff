"""An exercise on the real table: a match that is not saved, with a coach in place of the score sheet."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

import pygame

from rules.record import Player, Record
from rules.series import Series
from scenes.app.fonts import Role
from scenes.app.stack import AppContext
from scenes.app.theme import INK, LEAF, OXBLOOD, SOFT_INK
from scenes.app.words import Words
from scenes.screens.learn.coach import Coach, CoachRuntime, Exercise, verdict_word
from scenes.table import status_text
from scenes.table.runtime import TableRuntime
from scenes.table.scene import MatchScene
from scenes.table.session import Session
from scenes.table.state import Esc, TableState
from scenes.ui.base import Group
from scenes.ui.button import PRESS_KEYS, Button
from scenes.ui.form import Form
from scenes.ui.label import Label, Panel
from scenes.ui.layout import Column, Row, fixed_size, share, space, spring

COLOURS: Final = {"right": LEAF, "wrong": OXBLOOD}
ROLES: Final[tuple[Role, ...]] = ("body", "small")  # the first that fits is used
BACK: Final = frozenset(("menu", "to-menu", "new"))  # these would leave the table, and here go back
OURS: Final = frozenset(
    (
        *("rules", "settings", "flip", "copy-position", "go-back", "let-go", "take-back"),
        *("lay", "discard", "stock", "take", "by-suit", "by-rank", "arrange", "score-sheet"),
    )
)
"""Actions that mean the same as in a match; all others are ignored."""


class PracticeSession(Session):
    """A match that is not saved and not scored."""

    __slots__ = ()

    def score_result(self) -> bool:
        return False

    @property
    def has_programs(self) -> bool:
        """Whether programs choose moves: no, the coach knows the moves of the others."""
        return False


class CoachPanel(Panel):
    """The sheet of the coach, in place of the one beside a match."""

    def __init__(self, parent: Form, words: Words, coach: Coach, act: Callable[[str], object]) -> None:
        super().__init__(parent)
        exercise = coach.exercise
        self._words, self._coach = words, coach
        self._head = Label(self, "", "small", SOFT_INK, valign="top")
        self._title = Label(self, exercise.title, "heading", valign="top")
        self._say = Label(self, "", "body", INK, valign="top")
        self._verdict = Label(self, "", "strong", INK, valign="top")
        self._said = Label(self, "", "body", INK, valign="top")
        self._note = Label(self, "", "small", SOFT_INK, valign="top")
        self._ways = Group(self)
        self.keys: list[Button] = []  # lead on from a solved exercise; the first is the usual one
        self._hint = Button(self, words("coach.hint"), coach.help, icon="hint")
        self._rules = Button(self, words("coach.rules"), lambda: act("rules"), icon="book")
        self._back = Button(self, "", lambda: act("menu"), icon="back")

    def update_texts(self, note: str) -> None:
        words, coach = self._words, self._coach
        done = coach.state == "done"
        self._head.text = coach.exercise.heading(coach.told)
        self._say.text = "" if done else coach.exercise.task_text(coach.told)
        self._verdict.text = verdict_word(words, coach.mood)
        self._verdict.colour = COLOURS.get(coach.mood, INK)
        self._said.text = coach.said
        self._note.text = (
            note if coach.state == "waits" else words("coach.stays") if coach.stays_on_wrong_turn else ""
        )
        self._hint.enabled = coach.state == "waits"
        self._hint.visible = not done
        if done and not self.keys:
            for number, step in enumerate(coach.next_steps):
                self.keys.append(Button(self._ways, step.words, step.go, "plain" if number else "primary", step.icon))
        if self.rect.width:
            self.place(self.rect)

    def tell_esc(self, esc: Esc) -> None:
        self._back.text = self._words.with_esc("coach.back", esc == "menu")

    def place(self, room: pygame.Rect) -> None:
        theme, gap = self.theme, self.theme.gap
        self.rect = room
        inner = room.inflate(-2 * theme.px(2), -2 * theme.px(1.8))
        keys = Column(*self.keys, self._hint, self._rules, self._back, gap=gap // 2)
        wide, high = inner.width, inner.height
        low = room.width > 1.5 * room.height
        if low:  # below the table
            side = round(0.36 * inner.width)
            wide -= side + 2 * gap
        else:
            high -= keys.natural_height(inner.width) + gap
        told = self._told()
        if theme.tight:
            self._say.role = self._said.role = ROLES[-1]
            self.lay(room, Column(told, keys, gap=2 * gap), (theme.px(1.6), theme.px(1.4)))
            return
        for self._say.role in ROLES:
            self._said.role = self._say.role
            if told.natural_height(wide) <= high:
                break
        if low:
            Row(share(told), space(2 * gap), fixed_size(Column(spring(), keys), side)).place(inner)
        else:
            Column(share(told), keys, gap=gap).place(inner)

    def _told(self) -> Column:
        px = self.theme.px
        for label in (self._head, self._title, self._say, self._verdict, self._said, self._note):
            label.visible = bool(label.text)
        task = (self._head, space(px(0.2)), self._title, space(px(1.0)), self._say)
        said = space(px(0.3 if self._verdict.text else 1.6)), self._said
        return Column(*task, space(px(1.6)), self._verdict, *said, space(px(1.4)), self._note)


class CoachScene(MatchScene):
    """An exercise at the table. Esc goes back to the previous scene."""

    runtime_type: ClassVar[type[TableRuntime]] = CoachRuntime
    table: CoachRuntime

    def __init__(self, app: AppContext, exercise: Exercise) -> None:
        match = exercise.match()
        players = tuple(Player("person" if seat == exercise.seat else "computer") for seat in range(match.seats))
        super().__init__(app, PracticeSession("", Record(match, players), Series.begin(match.seats), is_kept=False))
        self.coach = self.table.begin(exercise)

    # --- the scene

    def enter(self) -> None:
        super().enter()
        self.sidebar.panel.visible = False
        form = self.sidebar.form
        self.paper = CoachPanel(form, self.app.words, self.coach, self.act)
        form.children.append(form.children.pop(form.children.index(self.board)))  # Tab comes to the board last

    def resize(self, size: tuple[int, int]) -> None:
        super().resize(size)
        self.paper.place(self.sidebar.panel.rect)

    def update(self, dt: float) -> None:
        super().update(dt)
        self.coach.update(self.app.now())

    def tell_esc(self, esc: Esc) -> None:
        self.paper.tell_esc(esc)

    def show_end(self) -> None:
        """Show no result: an exercise that ends the match has none."""

    def pace(self) -> float | None:
        wanted = (super().pace(), self.coach.pace(self.app.now()))
        return min((pause for pause in wanted if pause is not None), default=None)

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event; a click on the table or a press key there ends the pause after a wrong turn."""
        clicked = event.type == pygame.MOUSEBUTTONDOWN and not self.paper.rect.collidepoint(event.pos)
        struck = (
            event.type == pygame.KEYDOWN
            and event.key in PRESS_KEYS
            and self.sidebar.form.focus_on in (None, self.board)
        )
        if self.coach.state == "wrong" and (clicked or struck):
            self.stage.finish()
            self.coach.go_on()
            return True
        return super().handle(event)

    def act(self, action: str) -> None:
        if action in BACK:
            self.app.stack.pop()
        elif action == "hint":
            self.coach.help()
        elif action in OURS:
            super().act(action)

    def show(self, state: TableState) -> None:
        super().show(state)
        usual = status_text.status_of(self.table)
        self.paper.update_texts(usual.note if usual.warning else "")
        if self.coach.state == "done":
            self.sidebar.form.default = self.paper.keys[0]
