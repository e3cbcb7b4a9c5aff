"""An exercise on the real table: a match that nobody keeps, with a coach beside the board instead of a score sheet.

Esc leads back to where the person came from. The table is the one of matches (match.py); what is different here is
who answers (the coach), who saves (nobody), and what the paper says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import pygame

from rules import abilities
from rules.contract import Move, Seat, Target
from rules.match import Change
from rules.record import Player, Record
from rules.series import Series
from scenes.app.storage import Storage
from scenes.screens.learn.coach import Coach, Exercise, Help
from scenes.screens.learn.coach_panel import CoachPanel, verdict_word
from scenes.table.answers import Answers
from scenes.table.confirm_move import Caution
from scenes.table.end_sequence import Finale
from scenes.table.hand import ENTER, Held
from scenes.table.hints import Hinting
from scenes.table.scene import MatchScene
from scenes.table.session import Session
from scenes.table.state import Said

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

    def lie_open(self, storage: Storage) -> None:
        """The next start doesn't lay it on the table."""

    def reopen(self, storage: Storage) -> None:
        """It was never put away."""

    def score(self) -> bool:
        return False


class _Silent(Answers):
    """Nobody thinks here: the coach knows what the others play."""

    def ask(self) -> None:
        """Nobody is asked."""

    def advise(self) -> None:
        """Hints are the coach's."""


class _Calm(Finale):
    """An exercise that ends the match has no result."""

    def update(self) -> None:
        """Nothing is shown."""


class _Unasked(Caution):
    """Whoever practises is not asked: what is wrong is taken back."""

    def holds(self, move: Move, held: Held, chosen: bool) -> bool:
        return False


class _Pointing(Hinting):
    """The coach gives the hints; what it points at stays marked until something else is shown."""

    at: Target | None = None

    @property
    def nudge(self) -> frozenset[Target]:
        return frozenset() if self.at is None or not self._scene.mine else frozenset((self.at,))

    def forget(self) -> None:
        super().forget()
        self.at = None


class CoachScene(MatchScene):
    """An exercise at the table."""

    def __init__(self, app: App, exercise: Exercise) -> None:
        match = exercise.match()
        others = Player("computer")
        players = tuple(Player() if seat == exercise.seat else others for seat in range(match.seats))
        super().__init__(app, Practice("", Record(match, players), Series.begin(match.seats)))
        self.coach = Coach(self, exercise, match)
        self.answers = _Silent(self)
        self.hinting: _Pointing = _Pointing(self)
        self.finale = _Calm(self)
        self.caution = _Unasked(self)

    @property
    def movers(self) -> frozenset[Seat]:
        return super().movers if self.coach.state == "waits" else frozenset()

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

    # --- what happens

    def go_on(self) -> None:
        self.coach.look()
        super().go_on()

    @property
    def moving(self) -> bool:
        return self.stage.moving

    @property
    def breath(self) -> float:
        return self.stage.breath

    def now(self) -> float:
        return self.app.now()

    def play_sound(self, name: str) -> None:
        self.app.sound.play(name)

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
        self.chance_view.forget()
        self.stage.finish()
        self.stage.show(self.chance.table(self.match.position))
        self.go_on()

    def show_help(self, helped: Help) -> None:
        """Show a hint."""
        self.advice = helped.moves
        arrow = bool(helped.moves) and self.match.position.gesture(helped.moves[0]).drop is not None
        self.hinting.at = None if arrow else helped.at
        if helped.say and helped.at is not None:
            self.stage.say(helped.say, helped.at)
        self.refresh()

    # --- what is shown

    def said(self) -> Said:
        """The task, or what the coach says of the last turn: for whoever doesn't look at the paper. In mid-turn what
        a match says."""
        coach, exercise = self.coach, self.coach.exercise
        if self.hand.put is not None or self.choosing.strip is not None:
            return super().said()
        verdict = verdict_word(self.app.words, coach.mood)
        told = f"{verdict} {coach.said}".strip() if coach.said else exercise.say(coach.step)
        return Said(exercise.title, told, warning=coach.mood == "wrong")

    def refresh(self) -> None:
        super().refresh()
        usual = super().said()
        self.paper.tell(usual.note if usual.warning else "")
        if self.coach.state == "done":
            self.sidebar.form.default = self.paper.keys[0]
