"""What a match scene is to the chance of its match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rules import abilities
from rules.contract import Gesture, Move, Seat, Target
from rules.match import Change, Match
from scenes.app.settings import Settings
from scenes.app.storage import Storage
from scenes.app.words import Words
from scenes.table.ply_cursor import PlyCursor
from scenes.table.session import Session

if TYPE_CHECKING:
    from scenes.table.scene import MatchScene


class SceneHost:
    """The host of a chance controller and its view, and the moves that the table makes by itself."""

    def __init__(self, scene: MatchScene) -> None:
        self._scene = scene
        self._due: float | None = None

    @property
    def session(self) -> Session:
        return self._scene.sitting

    @property
    def match(self) -> Match:
        return self._scene.match

    @property
    def cursor(self) -> PlyCursor:
        return self._scene.course

    @property
    def settings(self) -> Settings:
        return self._scene.app.settings

    @property
    def storage(self) -> Storage:
        return self._scene.app.storage

    @property
    def words(self) -> Words:
        return self._scene.app.words

    @property
    def movers(self) -> frozenset[Seat]:
        return self._scene.movers

    @property
    def automatic_move(self) -> Move | None:
        """The move that the table makes now without asking anybody."""
        if self.match.outcome() is not None or self.match.full:
            return None
        move = abilities.automatic_move(self.match.position)
        return None if move is None or self._scene.chance.leaves(move) else move

    @property
    def note(self) -> str | None:
        return self._scene.note

    @property
    def advice(self) -> tuple[Move, ...]:
        return self._scene.advice

    @property
    def picked(self) -> frozenset[Target]:
        pick: frozenset[Target] = self._scene.hand.selection.pick
        return pick

    @property
    def choosing(self) -> bool:
        return self._scene.choosing.strip is not None

    @property
    def goes_on(self) -> bool:
        scene = self._scene
        return self.settled and not scene.paused and scene.course.live and not scene.hourglass.stopped

    @property
    def settled(self) -> bool:
        return not self._scene.stage.moving

    def now(self) -> float:
        return self._scene.app.now()

    def computer(self, seat: Seat) -> bool:
        return self._scene.opposition.computer(seat)

    def play(self, move: Move, held: Mapping[Target, tuple[float, float]], chosen: bool = False) -> None:
        self._scene.play(move, held, chosen)

    def carry_out(self, move: Move) -> None:
        self._due = None
        self._scene.carry_out(move)

    def refuse(self, gesture: Gesture) -> None:
        self._scene.refuse(gesture)

    def show(self, changes: list[Change]) -> None:
        self._scene.show(changes)
        self._scene.keep()

    def show_outcome(self, change: Change) -> None:
        self._scene.settled(change)

    def turn_to(self, seat: Seat) -> None:
        self._scene.bottom = seat
        self._scene.chance_view.prepare()

    def act(self, action: str) -> None:
        self._scene.act(action)

    def go_on(self) -> None:
        self._scene.go_on()

    def refresh(self) -> None:
        self._scene.refresh()

    @property
    def waiting(self) -> bool:
        """Whether the match waits for nobody but chance and the table."""
        chance = self._scene.chance
        return chance.pending or self.automatic_move is not None or chance.opening_move() is not None

    def update(self, now: float) -> None:
        """What the table does by itself happens after a pause."""
        move = self.automatic_move if self.goes_on else None
        if move is None:
            self._due = None
        elif self._due is None:
            self._due = now + self._scene.chance.beat()
        elif now >= self._due:
            self.carry_out(move)

    def pace(self, now: float) -> float | None:
        """Seconds until `update` is wanted."""
        if not self.goes_on or self.automatic_move is None:
            return None
        return 0.0 if self._due is None else max(0.0, self._due - now)
