"""A match played by its runtime alone: without a window, an event or a picture."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import cast
from unittest.mock import Mock

import pytest

from rules.contract import Gesture, Move, Target
from rules.record import Player
from scenes.app.app import App
from scenes.app.settings import Settings
from scenes.app.storage import Storage
from scenes.app.words import Words
from scenes.table import events
from scenes.table.events import Output
from scenes.table.game_ui import ui_of
from scenes.table.model import ViewState
from scenes.table.runtime import TableRuntime
from scenes.table.session import Session
from scenes.table.state import TableState
from scenes.ui.base import Group, Widget
from tests.scenes.matches import ANNA, BERT, COMPUTER, GAME
from tests.scenes.opponents import Mind


class Services:
    def __init__(self) -> None:
        self.settings = Settings(language="en")
        self.storage = Storage()
        self.words = Words("en")
        self.moment = 0.0
        self.saves = 0
        self.each_second: list[Callable[[], object]] = []
        self.sound = SimpleNamespace(play=lambda name: None)

    def after_frame(self, act: Callable[[], object]) -> None:
        self.saves += 1

    def now(self) -> float:
        return self.moment


class RecordingView:
    """A view that keeps the outputs of a match."""

    def __init__(self) -> None:
        self.view = ViewState(move_delay=0.35)
        self.outputs: list[Output] = []

    def perform(self, outputs: Sequence[Output]) -> ViewState:
        self.outputs = [*outputs]
        return self.view

    def show(self, state: TableState) -> None:
        pass

    def show_time(self, state: TableState) -> None:
        pass

    def update_marks(self) -> None:
        pass

    def choose(self, gesture: Gesture, moves: Sequence[Move]) -> None:
        pass

    def act(self, action: str) -> None:
        pass

    def show_text(self, text: str, targets: Collection[Target] = (), code: str = "") -> None:
        pass

    def make_board_stop(self, form: Group) -> Widget:
        raise NotImplementedError


class Played:
    def __init__(self, *players: Player) -> None:
        self.app = Services()
        self.view = RecordingView()
        session = Session.begin(self.app.storage, GAME, GAME.play.options(), players)
        self.table = TableRuntime(cast(App, self.app), session, ui_of(GAME.key).view(), self.view)
        self.table.send(events.Command.ADVANCE)

    def play(self, text: str) -> None:
        offered = (move for moves in self.table.facts.legal_gestures.values() for move in moves)
        self.table.send(events.Play(next(move for move in offered if str(move) == text), {}))

    def plies(self) -> list[str]:
        return [str(ply.move) for ply in self.table.facts.match.plies]

    def animated(self) -> events.Animate:
        (output,) = (one for one in self.view.outputs if isinstance(one, events.Animate))
        return output

    def report(self, view: ViewState) -> None:
        self.view.view = view
        self.table.send(events.ViewChanged(view))

    def run(self, seconds: float) -> None:
        for _ in range(round(seconds / 0.02)):
            self.app.moment += 0.02
            self.table.tick(self.app.moment)


def test_a_turn_is_played_saved_and_undone() -> None:
    here = Played(ANNA, BERT)
    here.play("a6-b5")
    assert here.plies() == ["a6-b5"] == [str(here.animated().change.move)] and here.app.saves == 1
    here.table.save()
    assert "a6-b5" in here.app.storage.load_match(here.table.session.id)
    state = here.table.state
    assert here.table.facts.movers == {1} and state.turns == ["a6-b5"] and state.current == 0
    here.table.send(events.Command.UNDO)
    assert here.plies() == [] and not here.animated().change.forward
    here.table.send(events.Refuse(Gesture(frozenset({"a6"}), "a4")))
    assert here.view.outputs[0] == events.ShakeTokens(frozenset({"a6"}))


def test_the_computer_answers_once_what_was_played_has_been_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scenes.table.runtime.EngineClient", Mind)
    here = Played(ANNA, COMPUTER)
    here.view.view = moving = replace(here.view.view, is_idle=False)
    here.play("a6-b5")
    here.run(2.0)
    assert len(here.plies()) == 1, "something still moves"
    here.report(replace(moving, is_idle=True))
    here.run(1.0)
    assert len(here.plies()) == 2 and here.table.facts.movers == {0}


def test_two_persons_never_start_a_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scenes.table.runtime.EngineClient", Mock(side_effect=AssertionError("a program was asked")))
    here = Played(ANNA, BERT)
    here.play("a6-b5")
    here.play("h3-g4")
    here.run(1.0)
    here.table.leave()
