"""An exercise on the real table: a match that nobody keeps, with a coach in the place of the score sheet."""

from __future__ import annotations

from typing import ClassVar, Final

import pygame

from rules.record import Player, Record
from rules.series import Series
from scenes.app.app import App
from scenes.screens.learn.coach import CoachController, Exercise
from scenes.screens.learn.coach_panel import CoachPanel
from scenes.table import status_text
from scenes.table.controller import MatchController
from scenes.table.hand import ENTER
from scenes.table.scene import MatchScene
from scenes.table.session import Session
from scenes.table.state import TableState

BACK: Final = frozenset(("menu", "to-menu", "new"))
"""Actions that lead away from the table: all of them lead back."""
OURS: Final = frozenset(
    (
        *("rules", "settings", "flip", "copy-position", "go-back"),
        *("lay", "discard", "stock", "take", "by-suit", "by-rank", "arrange", "carnet"),
    )
)
"""Actions that mean here what they mean in a match; there are no others."""


class Practice(Session):
    """A match that is on no file and counts for nothing."""

    __slots__ = ()

    def score(self) -> bool:
        return False

    @property
    def programs(self) -> bool:
        """Nobody thinks here: the coach knows what the others play."""
        return False


class CoachScene(MatchScene):
    """An exercise at the table. Esc leads back to where the person came from."""

    controls: ClassVar[type[MatchController]] = CoachController
    controller: CoachController

    def __init__(self, app: App, exercise: Exercise) -> None:
        match = exercise.match()
        players = tuple(Player("person" if seat == exercise.seat else "computer") for seat in range(match.seats))
        super().__init__(app, Practice("", Record(match, players), Series.begin(match.seats), kept=False))
        self.coach = self.controller.begin(exercise, match)

    # --- the scene

    def enter(self) -> None:
        super().enter()
        self.sidebar.panel.visible = False
        self.paper = CoachPanel(self.sidebar.form, self.app.words, self.coach, self.act)

    def resize(self, size: tuple[int, int]) -> None:
        super().resize(size)
        self.paper.place(self.sidebar.panel.rect)

    def update(self, dt: float) -> None:
        super().update(dt)
        self.coach.update(self.app.now())

    def show_end(self) -> None:
        """An exercise that ends the match has no result."""

    def pace(self) -> float | None:
        wanted = (super().pace(), self.coach.pace(self.app.now()))
        return min((pause for pause in wanted if pause is not None), default=None)

    def handle(self, event: pygame.event.Event) -> bool:
        """A click on the table, or a key that does something there, doesn't wait until a wrong turn was seen."""
        clicked = event.type == pygame.MOUSEBUTTONDOWN and not self.paper.rect.collidepoint(event.pos)
        struck = event.type == pygame.KEYDOWN and event.key in ENTER and self.sidebar.form.focus_on is None
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

    def refresh(self, state: TableState) -> None:
        super().refresh(state)
        usual = status_text.said_of(self.controller)
        self.paper.tell(usual.note if usual.warning else "")
        if self.coach.state == "done":
            self.sidebar.form.default = self.paper.keys[0]
