"""A match played by its controller alone: without a window, an event or a picture."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

import pytest

from rules.contract import Gesture
from rules.record import Player
from scenes.app.app import App
from scenes.app.settings import Settings
from scenes.app.storage import Storage
from scenes.app.words import Words
from scenes.table.chance import ChanceController
from scenes.table.controller import MatchController
from scenes.table.game_ui import ui_of
from scenes.table.listener import Listener
from scenes.table.session import Session
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


def watcher() -> Any:
    facts = {
        "settled": True,
        "coming": 0,
        "repeating": False,
        "uncovered": True,
        "choosing": False,
        "picked": frozenset(),
        "breath": 0.35,
    }
    return Mock(spec=[*dir(Listener), *facts], **facts)


class Played:
    def __init__(self, *players: Player) -> None:
        self.app = Services()
        self.watcher = watcher()
        session = Session.begin(self.app.storage, GAME, GAME.play.options(), players)
        view = ui_of(GAME.key).view()
        self.table = MatchController(cast(App, self.app), session, view, self.watcher, ChanceController)
        self.table.go_on()

    def play(self, text: str) -> None:
        offered = (move for moves in self.table.offered.values() for move in moves)
        self.table.play(next(move for move in offered if str(move) == text), {})

    def plies(self) -> list[str]:
        return [str(ply.move) for ply in self.table.match.plies]

    def run(self, seconds: float) -> None:
        for _ in range(round(seconds / 0.02)):
            self.app.moment += 0.02
            self.table.tick(self.app.moment)


def test_a_turn_is_played_told_saved_and_undone() -> None:
    here = Played(ANNA, BERT)
    here.play("a6-b5")
    (change, *_) = here.watcher.animate.call_args.args
    assert here.plies() == ["a6-b5"] == [str(change.move)] and here.app.saves == 1
    here.table.save()
    assert "a6-b5" in here.app.storage.load_match(here.table.session.id)
    state = here.table.state
    assert here.table.movers == {1} and state.turns == ["a6-b5"] and state.current == 0
    here.table.undo()
    assert here.plies() == [] and not here.watcher.animate.call_args.args[0].forward
    here.table.refuse(Gesture(frozenset({"a6"}), "a4"))
    here.watcher.shake.assert_called_once_with({"a6"})


def test_the_computer_answers_once_what_was_played_has_been_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scenes.table.programs.Thinker", Mind)
    here = Played(ANNA, COMPUTER)
    here.watcher.settled = False
    here.play("a6-b5")
    here.run(2.0)
    assert len(here.plies()) == 1, "something still moves"
    here.watcher.settled = True
    here.run(1.0)
    assert len(here.plies()) == 2 and here.table.movers == {0}


def test_two_persons_never_start_a_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scenes.table.programs.Thinker", Mock(side_effect=AssertionError("a program was asked")))
    here = Played(ANNA, BERT)
    here.play("a6-b5")
    here.play("h3-g4")
    here.run(1.0)
    here.table.leave()
