"""An exercise on the real table: a match that nobody keeps, with a coach beside the board instead of a score sheet.

Esc leads back to where the person came from. The table is the one of matches (match.py); what is different here is
who answers (the coach), who saves (nobody), and what the paper says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final

import pygame

from rules import abilities
from rules.contract import Seat
from rules.match import Change
from rules.record import Player, Record
from rules.series import Series
from scenes.app.storage import Storage
from scenes.screens.learn.coach import Coach, Exercise, Help
from scenes.screens.learn.coach_panel import CoachPanel, verdict_word
from scenes.table import status_text
from scenes.table.controller import MatchController
from scenes.table.hand import ENTER
from scenes.table.scene import MatchScene
from scenes.table.session import Session
from scenes.table.state import Said, TableState

if TYPE_CHECKING:
    from scenes.app.app import App

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

    def save(self, storage: Storage) -> None:
        """It isn't kept."""

    def set_current(self, storage: Storage) -> None:
        """The next start doesn't lay it on the table."""

    def reopen(self, storage: Storage) -> None:
        """It was never put away."""

    def score(self) -> bool:
        return False

    @property
    def programs(self) -> bool:
        """Nobody thinks here: the coach knows what the others play."""
        return False


class CoachController(MatchController):
    """A match in which a coach answers. Whoever practises is asked nothing: what is wrong is taken back."""

    coach: Coach

    def begin(self, coach: Coach) -> None:
        """The exercise begins."""
        self.coach = coach
        self.confirming = None

    @property
    def movers(self) -> frozenset[Seat]:
        return super().movers if self.coach.state == "waits" else frozenset()

    def go_on(self) -> None:
        self.coach.look()
        super().go_on()

    @property
    def moving(self) -> bool:
        return not self.settled

    @property
    def breath(self) -> float:
        return self.listener.breath

    def play_sound(self, name: str) -> None:
        self.listener.sound(name)

    def after_undo(self, changes: Sequence[Change]) -> None:
        """A wrong turn was taken back: as a film where that shows nothing that was hidden, else at once."""
        open_to_all = (
            abilities.may_undo(one) and not abilities.sealed(one)
            for change in changes
            for one in (change.before, change.after)
        )
        if changes and all(open_to_all):
            self.change_course(changes)
            return
        self.drop_plans()
        self.chance.forget()
        self.listener.restart()
        self.listener.lay(self.chance.table(self.match.position))
        self.go_on()

    def show_help(self, helped: Help) -> None:
        """Show a hint; what it points at stays marked until something else is shown."""
        self.advice = helped.moves
        arrow = bool(helped.moves) and self.match.position.gesture(helped.moves[0]).drop is not None
        self.hints.nudge = frozenset() if arrow or helped.at is None else frozenset((helped.at,))
        if helped.say and helped.at is not None:
            self.listener.say(helped.say, (helped.at,))
        self.refresh()

    def said(self) -> Said:
        """The task, or what the coach says of the last turn: for whoever doesn't look at the paper. In mid-turn what
        a match says."""
        coach, exercise = self.coach, self.coach.exercise
        if self.put is not None or self.choosing:
            return super().said()
        verdict = verdict_word(self.words, coach.mood)
        told = f"{verdict} {coach.said}".strip() if coach.said else exercise.say(coach.step)
        return Said(exercise.title, told, warning=coach.mood == "wrong")


class CoachScene(MatchScene):
    """An exercise at the table."""

    controls: ClassVar[type[MatchController]] = CoachController
    controller: CoachController

    def __init__(self, app: App, exercise: Exercise) -> None:
        match = exercise.match()
        others = Player("computer")
        players = tuple(Player() if seat == exercise.seat else others for seat in range(match.seats))
        super().__init__(app, Practice("", Record(match, players), Series.begin(match.seats)))
        self.coach = Coach(self.controller, exercise, match)
        self.controller.begin(self.coach)

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
