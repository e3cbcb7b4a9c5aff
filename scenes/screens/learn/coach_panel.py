"""The panel beside the table of an exercise: what to do, what was right or wrong, and where to go on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from scenes.app.fonts import Role
from scenes.app.theme import INK, LEAF, OXBLOOD, SOFT_INK
from scenes.app.words import Words
from scenes.screens.learn.coach import Coach, verdict_word
from scenes.ui.base import Group
from scenes.ui.button import Button
from scenes.ui.form import Form
from scenes.ui.label import Label, Panel
from scenes.ui.layout import Column, Row, fixed, share, space, spring

COLOURS: Final = {"right": LEAF, "wrong": OXBLOOD}
"""Of the verdict."""
ROLES: Final[tuple[Role, ...]] = ("body", "small")
"""How the words are set: the first of these that there is room for."""


class CoachPanel(Panel):
    """A sheet in the place of the one beside a match. `place` lays it out, `tell` brings it up to date."""

    def __init__(self, parent: Form, words: Words, coach: Coach, act: Callable[[str], object]) -> None:
        """`act` does what a button of this name does at the table."""
        super().__init__(parent)
        exercise = coach.exercise
        self._words, self._coach = words, coach
        self._head = Label(self, exercise.head, "small", SOFT_INK, valign="top")
        self._title = Label(self, exercise.title, "heading", valign="top")
        self._say = Label(self, "", "body", INK, valign="top")
        self._verdict = Label(self, "", "strong", INK, valign="top")
        self._said = Label(self, "", "body", INK, valign="top")
        self._note = Label(self, "", "small", SOFT_INK, valign="top")
        self._ways = Group(self)
        self.keys: list[Button] = []
        """Where to go once the exercise is solved; the first is the usual one."""
        self._hint = Button(self, words("coach.hint"), coach.help, icon="hint")
        self._rules = Button(self, words("coach.rules"), lambda: act("rules"), icon="book")
        self._back = Button(self, words("coach.back"), lambda: act("menu"), icon="back")

    def tell(self, note: str) -> None:
        """Say how far the exercise is, and a warning of the table's own."""
        words, coach = self._words, self._coach
        done = coach.state == "done"
        self._say.text = coach.exercise.say(coach.told)
        self._verdict.text = verdict_word(words, coach.mood)
        self._verdict.colour = COLOURS.get(coach.mood, INK)
        self._said.text = coach.said
        self._note.text = note if coach.state == "waits" else ""
        self._hint.enabled = coach.state == "waits"
        self._hint.visible = not done
        if done and not self.keys:
            for number, step in enumerate(coach.exercise.next_steps()):
                self.keys.append(Button(self._ways, step.words, step.go, "plain" if number else "primary", step.icon))
        if self.rect.width:
            self.place(self.rect)

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
        for self._say.role in ROLES:
            self._said.role = self._say.role
            if told.natural_height(wide) <= high:
                break
        if low:
            Row(share(told), space(2 * gap), fixed(Column(spring(), keys), side)).place(inner)
        else:
            Column(share(told), keys, gap=gap).place(inner)

    def _told(self) -> Column:
        px = self.theme.px
        for label in (self._head, self._title, self._say, self._verdict, self._said, self._note):
            label.visible = bool(label.text)
        task = (self._head, space(px(0.2)), self._title, space(px(1.0)), self._say)
        said = space(px(0.3 if self._verdict.text else 1.6)), self._said
        return Column(*task, space(px(1.6)), self._verdict, *said, space(px(1.4)), self._note)
