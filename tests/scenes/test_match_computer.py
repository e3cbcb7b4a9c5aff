"""The table scene: the computer's turns and failures; undo and redo. More of both: tests/table."""

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from rules.ai.questions import Answer
from scenes.screens.pause import PauseScene
from scenes.screens.result import ResultScene
from scenes.table.constants import MOVE_DELAYS_SECONDS
from scenes.table.session import Session
from tests.scenes.driver import Driver, Tables, finished
from tests.scenes.matches import ANNA, BERT, COMPUTER, GAME, LAST_PIECE, ONE_CAPTURE, TWO_HOPS
from tests.scenes.opponents import Mind, first_turn, kill_process, silent

# --- the computer


def test_computer_moves_after_a_short_delay(tables: Tables) -> None:
    drive = tables.table(ANNA, COMPUTER, clicks=("a6", "b5"))
    assert drive.status == "Regular is thinking" and drive.mind.asked[0].level == 2
    drive.until(lambda: drive.facts.model.engine.answered_turn is not None)
    begun = drive.app.moment
    drive.until(lambda: len(drive.match.plies) == 2)
    assert drive.app.moment - begun == pytest.approx(MOVE_DELAYS_SECONDS["normal"], abs=0.05)
    drive.settle()
    assert drive.status == "Your turn"


def test_pointer_changes_when_the_computer_has_moved(tables: Tables) -> None:
    """It leaves a capture, so that the piece under the pointer may not move."""
    drive = tables.table(ANNA, COMPUTER, position="8/7m/3m4/8/8/4M3/8/8 b 2 0 1")
    drive.mind.answer = silent
    drive.click("d6", "c5")
    drive.move(drive.at("h7"))
    assert drive.app.pointer == "grab"
    drive.mind.answer = first_turn
    drive.until(lambda: len(drive.match.plies) == 2)
    assert drive.played()[-1] == "e3-d4" and drive.app.pointer == "arrow"


def test_computer_moves_at_once_without_animation(tables: Tables) -> None:
    drive = tables.table(ANNA, COMPUTER, animation="off", clicks=("a6", "b5"))
    drive.run(0.1)
    assert len(drive.match.plies) == 2


def test_click_while_the_computer_thinks_shows_its_status(tables: Tables) -> None:
    drive = tables.table(COMPUTER, ANNA)
    drive.mind.answer = silent
    drive.step()
    drive.click("b1")  # a man of one's own that couldn't move: others are picked for a premove
    assert drive.toast == "Regular is thinking" and not drive.picked
    drive.click("e4")
    assert drive.played() == []


def test_computer_taking_over_an_illegal_half_turn_restarts_it(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = GAME.text.read(ONE_CAPTURE).legal_moves()[:1]

    def lawless(ask: Any) -> Answer:
        return first_turn(ask) if ask.position.turn_started else Answer(ask.id, tuple(wrong))

    monkeypatch.setattr("scenes.table.runtime.EngineClient", lambda log, **others: Mind(log, lawless))
    app = tables.app(animation="off")
    session = Session.begin(app.storage, GAME, GAME.play.options(), (BERT, COMPUTER), None, GAME.text.read(TWO_HOPS))
    session.match.play(session.match.position.legal_moves()[0])
    drive = Driver(app, session)
    drive.until(lambda: len(drive.match.plies) == 2)
    assert [ask.position.turn_started for ask in drive.mind.asked] == [False, True]


def test_match_of_two_computers_can_be_paused_and_has_no_person_actions(tables: Tables) -> None:
    drive = tables.table(COMPUTER, COMPUTER)
    shown = [action for action, key in drive.scene.sidebar.buttons.items() if key.visible]
    assert sorted(shown) == ["again", "flip", "menu", "pause-play"]
    drive.click_key("pause-play")
    drive.run(5.0)
    assert drive.played() == [] and drive.scene.wait_seconds() is None
    drive.click_key("pause-play")
    drive.until(lambda: bool(drive.played()))
    drive.escape()
    assert isinstance(drive.above, PauseScene)
    assert not {"offer", "resign"} & set(drive.above.buttons)


def test_computer_answers_in_a_minimised_window_and_then_the_app_sleeps(tables: Tables, home: Path) -> None:
    drive = tables.table(ANNA, COMPUTER, clicks=("a6", "b5"))
    drive.post(pygame.WINDOWMINIMIZED)
    drive.until(lambda: len(drive.match.plies) == 2)
    drive.settle()
    assert drive.scene.wait_seconds() is None and drive.facts.can_move
    (saved,) = (home / "matches").glob("*.tablier")
    assert len(Session.load("again", saved.read_text(encoding="utf-8")).match.plies) == 2


def test_match_goes_on_after_the_engine_process_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = Tables(monkeypatch, mind=None)
    try:
        drive = tables.table(ANNA, replace(COMPUTER, level=1), animation="off")
        drive.click("a6", "b5")
        for number in range(3):
            if number == 1:
                kill_process(drive.scene.table.engine_client)
            for _ in range(3000):
                drive.step()
                if drive.facts.can_move:
                    break
                time.sleep(0.01)
            assert len(drive.match.plies) >= 2 * number + 2 and drive.facts.can_move
            drive.play_turn()
        assert "was started again" in (drive.app.storage.logs / "tablier.log").read_text(encoding="utf-8")
    finally:
        tables.clear()


# --- undo and redo


def test_resignation_can_be_undone(tables: Tables, tmp_path: Path) -> None:
    drive = tables.table(ANNA, COMPUTER, confirm_resign=False, clicks=("a6", "b5"))
    drive.settle()
    drive.scene.act("resign")
    drive.settle()
    assert isinstance(drive.above, ResultScene) and len(finished(tmp_path / "home")) == 1
    drive.escape()
    drive.undo()
    assert drive.match.outcome() is None and drive.facts.can_move and len(drive.match.plies) == 2
    assert drive.scene.session.series.points == (0.0, 0.0)
    assert finished(tmp_path / "home") == [] and len(drive.app.storage.list_matches()) == 1
    drive.scene.act("resign")
    drive.settle()
    assert isinstance(drive.above, ResultScene) and drive.scene.session.series.points == (0.0, 1.0)


def test_last_move_of_a_match_can_be_undone(tables: Tables, tmp_path: Path) -> None:
    drive = tables.table(position=LAST_PIECE, clicks=("c5", "a7"))
    drive.settle()
    assert len(drive.app.stack.scenes) == 2 and len(finished(tmp_path / "home")) == 1
    drive.escape()
    drive.undo()
    drive.settle()
    assert drive.app.stack.scenes == [drive.scene]
    assert drive.match.outcome() is None and finished(tmp_path / "home") == []
