"""A match played by its controller alone: without a window, an event or a picture."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Collection, Sequence
from typing import Any, cast

import pytest

from rules.contract import Gesture, Move, Table, Target
from rules.game import Game
from rules.match import Change
from rules.record import Player
from scenes.app.app import App
from scenes.app.settings import Settings
from scenes.app.storage import Storage
from scenes.app.words import Words
from scenes.table.controller import MatchController
from scenes.table.game_ui import ui_of
from scenes.table.programs import Trouble
from scenes.table.session import Session
from scenes.table.state import Held, TableState
from tests.scenes.matches import ANNA, BERT, COMPUTER, GAME, ONE_CAPTURE, TWO_HOPS
from tests.scenes.opponents import Mind


class Services:
    """What a match uses of an app, with a clock that the test sets."""

    def __init__(self) -> None:
        self.settings = Settings(language="en")
        self.storage = Storage()
        self.words = Words("en")
        self.moment = 0.0

    def now(self) -> float:
        return self.moment


class Watcher:
    """Writes down what it is told."""

    def __init__(self) -> None:
        self.settled = True
        self.uncovered = True
        self.breath = 0.35
        self.picked: frozenset[Target] = frozenset()
        self.choosing = False
        self.animated: list[Change] = []
        self.sounds: list[str] = []
        self.said: list[str] = []
        self.shaken: list[Target] = []
        self.saves = 0
        self.troubles: list[Trouble] = []
        self.state: TableState | None = None

    def lay(self, table: Table) -> None: ...
    def jump(self) -> None: ...
    def restart(self) -> None: ...
    def mark(self) -> None: ...
    def choose(self, gesture: Gesture, moves: Sequence[Move]) -> None: ...
    def put_down(self) -> None: ...
    def let_go(self) -> None: ...
    def turned(self) -> None: ...
    def hush(self) -> None: ...
    def offer(self) -> None: ...
    def act(self, action: str) -> None: ...
    def show_outcome(self, change: Change) -> None: ...

    def animate(self, change: Change, held: Held, chosen: bool) -> None:
        self.animated.append(change)

    def refresh(self, state: TableState) -> None:
        self.state = state

    def tell(self, state: TableState) -> None:
        self.state = state

    def show_time(self, state: TableState) -> None:
        self.state = state

    def pick(self, targets: frozenset[Target]) -> None:
        self.picked = targets

    def say(self, text: str, targets: Collection[Target] = (), code: str = "") -> None:
        self.said.append(text)

    def shake(self, targets: Collection[Target]) -> None:
        self.shaken.extend(targets)

    def sound(self, name: str) -> None:
        self.sounds.append(name)

    def ask_about(self, trouble: Trouble) -> None:
        self.troubles.append(trouble)

    def save_soon(self) -> None:
        self.saves += 1


class Played:
    """A match with its controller and who watches it."""

    def __init__(self, *players: Player, game: Game = GAME, position: str | None = None) -> None:
        self.app = Services()
        self.watcher = Watcher()
        start = None if position is None else game.text.read(position)
        seats = players or (ANNA, BERT)
        session = Session.begin(self.app.storage, game, game.play.options(), seats, None, start)
        ui = ui_of(game.key)
        self.table = MatchController(cast(App, self.app), session, ui, ui.view(), self.watcher)
        self.table.go_on()

    def move(self, text: str) -> Move:
        """The move with this text that is offered."""
        moves = {str(move): move for moves in self.table.offered.values() for move in moves}
        return moves[text]

    def play(self, *texts: str) -> None:
        for text in texts:
            self.table.play(self.move(text), {})

    def plies(self) -> list[str]:
        return [str(ply.move) for ply in self.table.match.plies]

    def run(self, seconds: float) -> None:
        """Let time pass, in frames."""
        for _ in range(round(seconds / 0.02)):
            self.app.moment += 0.02
            self.table.tick(self.app.moment)

    def over(self) -> bool:
        """Whether the match is shown as one that has ended."""
        return self.table.state.over

    def on(self, action: str) -> bool:
        """Whether a button does something now."""
        return next(button.enabled for button in self.table.state.buttons if button.action == action)


def test_no_window_is_wanted() -> None:
    """The controller and all that it needs load without pygame."""
    asked = "import sys; import scenes.table.controller; sys.exit('pygame' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked], check=False).returncode == 0


def test_a_turn_is_played_told_and_saved() -> None:
    here = Played()
    here.play("a6-b5")
    assert here.plies() == ["a6-b5"] and [str(change.move) for change in here.watcher.animated] == ["a6-b5"]
    assert here.watcher.saves == 1
    here.table.save()
    assert "a6-b5" in here.app.storage.load_match(here.table.session.id)
    state = here.watcher.state
    assert state is not None and here.table.movers == {1} and state.turns == ["a6-b5"] and state.current == 0


def test_what_may_be_done_is_offered_to_whoever_is_to_move() -> None:
    here = Played(position=ONE_CAPTURE)
    assert set(here.table.offered) == {Gesture(frozenset({"c5"}), "a7")}
    assert here.table.state.mine and here.table.state.live and not here.table.state.over


def test_a_turn_is_undone_and_done_again() -> None:
    here = Played()
    assert not here.on("undo") and not here.on("redo")
    here.play("a6-b5")
    assert here.on("undo")
    here.table.undo()
    assert here.plies() == [] and not here.watcher.animated[-1].forward and here.on("redo")
    here.table.redo()
    assert here.plies() == ["a6-b5"]


def test_a_hop_of_an_unfinished_turn_is_taken_back() -> None:
    here = Played(position=TWO_HOPS)
    here.play("b3xd5")
    assert len(here.plies()) == 1 and here.table.take_back() and here.plies() == []
    assert not here.table.take_back()


def test_a_gesture_that_is_no_move_is_refused_with_a_reason() -> None:
    here = Played()
    here.table.refuse(Gesture(frozenset({"a6"}), "a4"))
    assert here.watcher.shaken == ["a6"] and here.watcher.said and here.plies() == []


def test_resigning_ends_the_match_and_undoing_that_goes_on() -> None:
    here = Played()
    here.play("a6-b5")
    here.table.end("resigned", 1)
    assert here.over() and here.table.session.series.points == (1.0, 0.0)
    here.table.save()
    assert [entry.id for entry in here.app.storage.list_matches("finished")] == [here.table.session.id]
    here.table.undo()
    assert not here.over() and here.table.session.series.points == (0.0, 0.0)
    assert here.app.storage.list_matches("finished") == []


def test_one_looks_back_and_the_match_waits() -> None:
    here = Played()
    here.play("a6-b5", "h3-g4")
    here.table.look(1)
    assert not here.table.state.live and here.table.state.current == 0 and not here.table.movers
    assert here.table.state.position == here.table.match.positions[1]
    here.table.replay.last()
    assert here.table.state.live


def test_the_match_runs_as_a_replay() -> None:
    here = Played()
    here.play("a6-b5", "h3-g4")
    here.table.replay.toggle()
    assert here.table.cursor.ply == 0
    here.run(0.5)
    assert here.table.cursor.ply == 1
    here.run(1.5)
    assert here.table.state.live and here.table.replay.due is None


@pytest.fixture
def mind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scenes.table.programs.Thinker", Mind)


def test_the_computer_answers_once_what_was_played_has_been_seen(mind: None) -> None:
    here = Played(ANNA, COMPUTER)
    here.watcher.settled = False
    here.play("a6-b5")
    here.run(2.0)
    assert len(here.plies()) == 1, "something still moves"
    here.watcher.settled = True
    here.run(1.0)
    assert len(here.plies()) == 2 and here.table.movers == {0}


def test_a_hint_nudges_first_and_then_shows_the_move(mind: None) -> None:
    here = Played()
    press = here.table.actions()["hint"]
    press()
    here.run(0.1)
    assert here.table.state.nudge and not here.table.advice and here.watcher.said
    press()
    assert here.table.advice and not here.table.state.nudge
    press()
    assert not here.table.advice


def test_two_persons_never_start_a_program(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: Any) -> None:
        raise AssertionError("a program was asked")

    monkeypatch.setattr("scenes.table.programs.Thinker", never)
    here = Played()
    here.play("a6-b5", "h3-g4")
    here.run(1.0)
    here.table.leave()


def test_the_computers_stop_and_go_on(mind: None) -> None:
    here = Played(COMPUTER, COMPUTER)
    here.run(0.5)
    here.table.pause_play()
    played = len(here.plies())
    here.run(5.0)
    assert len(here.plies()) == played and here.table.paused
    here.table.pause_play()
    here.run(3.0)
    assert len(here.plies()) > played
