"""The scene of a lesson or puzzle: a match that is not saved, with the coach's panel instead of the score sheet."""

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
from scenes.table import shown_state
from scenes.table.runtime import TableRuntime
from scenes.table.scene import MatchScene
from scenes.table.session import Session
from scenes.table.state import Esc, TableState
from scenes.ui.base import Group
from scenes.ui.button import PRESS_KEYS, Button
from scenes.ui.form import Form
from scenes.ui.label import Label, Panel
from scenes.ui.layout import Column, Row, filler, fixed_size, space, stretch

VERDICT_COLOURS: Final = {"right": LEAF, "wrong": OXBLOOD}
TEXT_ROLES: Final[tuple[Role, ...]] = ("body", "small")  # of task and comment, the largest first
LEAVING_ACTIONS: Final = frozenset(("menu", "to-menu", "new"))  # leave the table; here all of them go back
ALLOWED_ACTIONS: Final = frozenset(
    (
        *("rules", "settings", "flip", "copy-position", "go-back", "let-go", "take-back"),
        *("lay", "discard", "stock", "take", "by-suit", "by-rank", "arrange", "score-sheet"),
    )
)
"""The actions that do the same as in a match; of all others, only leaving and "hint" do anything."""


class PracticeSession(Session):
    __slots__ = ()

    def score_result(self) -> bool:
        return False

    @property
    def has_programs(self) -> bool:
        """Whether programs choose moves; False, since the coach knows the moves of the other seats."""
        return False


class CoachPanel(Panel):
    def __init__(self, parent: Form, words: Words, coach: Coach, on_action: Callable[[str], object]) -> None:
        super().__init__(parent)
        exercise = coach.exercise
        self._words, self._coach = words, coach
        self._heading = Label(self, "", "small", SOFT_INK, valign="top")
        self._title = Label(self, exercise.title, "heading", valign="top")
        self._task = Label(self, "", "body", INK, valign="top")
        self._verdict = Label(self, "", "strong", INK, valign="top")
        self._comment = Label(self, "", "body", INK, valign="top")
        self._note = Label(self, "", "small", SOFT_INK, valign="top")
        self._button_group = Group(self)
        self.next_buttons: list[Button] = []  # shown once the exercise is solved
        self._help_buttons = self.make_help_buttons()
        self._rules_button = Button(self, words("coach.rules"), lambda: on_action("rules"), icon="book")
        self._back_button = Button(self, "", lambda: on_action("menu"), icon="back")

    def make_help_buttons(self) -> tuple[Button, ...]:
        return (Button(self, self._words("coach.hint"), self._coach.give_hint, icon="hint"),)

    def update_texts(self, note: str) -> None:
        words, coach = self._words, self._coach
        is_done = coach.state == "done"
        self._heading.text = coach.exercise.heading(coach.shown_step)
        self._task.text = "" if is_done else coach.exercise.task_text(coach.shown_step)
        self._verdict.text = verdict_word(words, coach.feedback)
        self._verdict.colour = VERDICT_COLOURS.get(coach.feedback, INK)
        self._comment.text = coach.comment
        self._note.text = (
            note if coach.state == "waits" else words("coach.stays") if coach.stays_on_wrong_turn else ""
        )
        for button in self._help_buttons:
            button.enabled, button.visible = coach.state == "waits", not is_done
        if is_done and not self.next_buttons:
            for number, step in enumerate(coach.next_steps):
                self.next_buttons.append(
                    Button(self._button_group, step.label, step.on_press, "plain" if number else "primary", step.icon)
                )
        if self.rect.width:
            self.place(self.rect)

    def name_esc(self, esc: Esc) -> None:
        """Show "(Esc)" on the button that leads back, if Esc does the same now."""
        self._back_button.text = self._words.with_esc("coach.back", esc == "menu")

    def place(self, room: pygame.Rect) -> None:
        theme, gap = self.theme, self.theme.gap
        self.rect = room
        inside = room.inflate(-2 * theme.px(2), -2 * theme.px(1.8))
        buttons = Column(*self.next_buttons, *self._help_buttons, self._rules_button, self._back_button, gap=gap // 2)
        width, height = inside.width, inside.height
        is_below_table = room.width > 1.5 * room.height
        if is_below_table:
            buttons_width = round(0.36 * inside.width)
            width -= buttons_width + 2 * gap
        else:
            height -= buttons.natural_height(inside.width) + gap
        texts = self._text_column()
        if theme.tight:
            self._task.role = self._comment.role = TEXT_ROLES[-1]
            self.lay(room, Column(texts, buttons, gap=2 * gap), (theme.px(1.6), theme.px(1.4)))
            return
        for self._task.role in TEXT_ROLES:  # the first that fits stays, or the smallest
            self._comment.role = self._task.role
            if texts.natural_height(width) <= height:
                break
        if is_below_table:
            Row(stretch(texts), space(2 * gap), fixed_size(Column(filler(), buttons), buttons_width)).place(inside)
        else:
            Column(stretch(texts), buttons, gap=gap).place(inside)

    def _text_column(self) -> Column:
        px = self.theme.px
        for label in (self._heading, self._title, self._task, self._verdict, self._comment, self._note):
            label.visible = bool(label.text)
        task = (self._heading, space(px(0.2)), self._title, space(px(1.0)), self._task)
        comment = space(px(0.3 if self._verdict.text else 1.6)), self._comment
        return Column(*task, space(px(1.6)), self._verdict, *comment, space(px(1.4)), self._note)


class CoachScene(MatchScene):
    """An exercise at the table. Esc goes back to the previous scene."""

    runtime_type: ClassVar[type[TableRuntime]] = CoachRuntime
    panel_type: ClassVar[type[CoachPanel]] = CoachPanel
    table: CoachRuntime

    def __init__(self, app: AppContext, exercise: Exercise) -> None:
        match = exercise.make_match()
        players = tuple(Player("person" if seat == exercise.seat else "computer") for seat in range(match.seats))
        super().__init__(app, PracticeSession("", Record(match, players), Series.begin(match.seats), is_kept=False))
        self.coach = self.table.begin(exercise)

    # --- the scene

    def enter(self) -> None:
        super().enter()
        self.sidebar.panel.visible = False
        form = self.sidebar.form
        self.coach_panel = self.panel_type(form, self.app.words, self.coach, self.act)
        form.children.append(form.children.pop(form.children.index(self.board_focus)))  # Tab comes to the board last

    def resize(self, size: tuple[int, int]) -> None:
        super().resize(size)
        self.coach_panel.place(self.sidebar.panel.rect)

    def update(self, dt: float) -> None:
        super().update(dt)
        self.coach.update(self.app.now())

    def name_esc(self, esc: Esc) -> None:
        self.coach_panel.name_esc(esc)

    def show_end(self) -> None:
        """Show no result: an exercise that ends the match has none."""

    def wait_seconds(self) -> float | None:
        waits = (super().wait_seconds(), self.coach.wait_seconds(self.app.now()))
        return min((wait for wait in waits if wait is not None), default=None)

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event; a click, Enter or Space on the table takes back a wrong turn that is still shown."""
        is_clicked = event.type == pygame.MOUSEBUTTONDOWN and not self.coach_panel.rect.collidepoint(event.pos)
        is_pressed = (
            event.type == pygame.KEYDOWN
            and event.key in PRESS_KEYS
            and self.sidebar.form.focus_on in (None, self.board_focus)
        )
        if self.coach.state == "wrong" and (is_clicked or is_pressed):
            self.stage.finish()
            self.coach.go_on()
            return True
        return super().handle(event)

    def act(self, action: str) -> None:
        if action in LEAVING_ACTIONS:
            self.app.stack.pop()
        elif action == "hint":
            self.coach.give_hint()
        elif action in ALLOWED_ACTIONS:
            super().act(action)

    def show(self, state: TableState) -> None:
        super().show(state)
        status = shown_state.status_of(self.table)
        self.coach_panel.update_texts(status.note if status.is_warning else "")
        if self.coach.state == "done":
            self.sidebar.form.default = self.coach_panel.next_buttons[0]
