"""The table scene: the computer's turns, hints and failures; undo and redo."""

import os
import signal
import time
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pygame
import pytest

from rules import GAMES
from rules.ai.questions import Answer
from rules.game import Game
from scenes.screens.pause import PauseScene
from scenes.screens.result import ResultScene
from scenes.surfaces.view import TableView
from scenes.table import events
from scenes.table.session import Session
from tests.scenes.driver import Driver, Tables, finished
from tests.scenes.matches import ANNA, BERT, COMPUTER, GAME, LAST_PIECE, ONE_CAPTURE, TWO_HOPS
from tests.scenes.opponents import Mind, broken, first_turn, pid_of, silent, turn_of

# --- the computer


def test_the_computer_answers_and_waits_a_breath(tables: Tables) -> None:
    drive = tables.table(ANNA, COMPUTER, clicks=("a6", "b5"))
    assert drive.status == "Regular is thinking" and drive.mind.asked[0].level == 2
    drive.until(lambda: drive.facts.model.engine.turn is not None)
    begun = drive.app.moment
    drive.until(lambda: len(drive.match.plies) == 2)
    assert drive.app.moment - begun == pytest.approx(TableView.move_delay, abs=0.05)
    drive.settle()
    assert drive.status == "Your turn"


def test_the_pointer_follows_when_the_computer_has_answered(tables: Tables) -> None:
    drive = tables.table(ANNA, COMPUTER)
    drive.mind.answer = silent
    drive.click("a6", "b5")
    drive.move(drive.at("c6"))
    assert drive.app.pointer == "arrow"
    drive.mind.answer = first_turn
    drive.until(lambda: len(drive.match.plies) == 2)
    assert drive.app.pointer == "grab"


def test_without_animation_the_computer_does_not_wait(tables: Tables) -> None:
    drive = tables.table(ANNA, COMPUTER, animation="off", clicks=("a6", "b5"))
    drive.run(0.1)
    assert len(drive.match.plies) == 2


def test_while_the_computer_thinks_a_click_on_a_piece_says_so(tables: Tables) -> None:
    drive = tables.table(COMPUTER, ANNA)
    drive.mind.answer = silent
    drive.step()
    drive.click("a3")
    assert drive.toast == "Regular is thinking" and not drive.picked
    drive.click("e4")
    assert drive.played() == []


def test_a_computer_that_has_given_up_is_reported(tables: Tables) -> None:
    drive = tables.table(ANNA, COMPUTER)
    drive.mind.answer = broken
    drive.click("a6", "b5")
    drive.settle()
    assert drive.status == "Regular to move"
    assert drive.note.startswith("The computer player has stopped working.")
    drive.mind.answer = first_turn
    drive.undo()
    assert drive.played() == [] and drive.note.startswith("Choose a piece")
    drive.click("a6", "b5")
    drive.settle()
    assert len(drive.match.plies) == 2


WRONG: Final = GAME.text.read(ONE_CAPTURE).legal_moves()[0]


def lawless(ask: Any) -> Answer:
    return first_turn(ask) if ask.position.turn_started else Answer(ask.id, (WRONG,))


def test_a_computer_that_takes_over_half_a_turn_that_leads_nowhere_begins_it_anew(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scenes.table.runtime.Thinker", lambda log, **others: Mind(log, lawless))
    app = tables.app(animation="off")
    session = Session.begin(app.storage, GAME, GAME.play.options(), (BERT, COMPUTER), None, GAME.text.read(TWO_HOPS))
    session.match.play(session.match.position.legal_moves()[0])
    drive = Driver(app, session)
    drive.until(lambda: len(drive.match.plies) == 2)
    assert [ask.position.turn_started for ask in drive.mind.asked] == [False, True]


def test_a_computer_whose_turn_is_against_the_rules_is_reported(tables: Tables) -> None:
    drive = tables.table(ANNA, COMPUTER)
    drive.mind.answer = lambda ask: Answer(ask.id, (WRONG,))
    drive.click("a6", "b5")
    drive.settle()
    assert len(drive.match.plies) == 1 and drive.note == drive.app.words("table.opponent_gone")


def test_a_hint_of_several_hops_shows_them_all_and_no_answer_to_them(tables: Tables) -> None:
    def line(ask: Any) -> Answer:
        mine = turn_of(ask.position)
        after = ask.position
        for move in mine:
            after = after.play(move)
        return Answer(ask.id, (*mine, *turn_of(after)))

    drive = tables.table(position=TWO_HOPS)
    drive.mind.answer = line
    drive.strike(pygame.K_h)
    drive.run(0.1)
    drive.strike(pygame.K_h)
    assert drive.marks.hint == ("b3", "d5", "f7")


def test_a_hint_that_can_not_be_found_is_reported(tables: Tables) -> None:
    drive = tables.table()
    drive.mind.answer = broken
    drive.strike(pygame.K_h)
    drive.run(0.1)
    assert drive.note == "There is no hint now." and drive.marks.hint == ()


def test_looking_back_gives_up_the_search_for_a_hint(tables: Tables) -> None:
    drive = tables.table(clicks=("a6", "b5"))
    drive.mind.answer = silent
    drive.strike(pygame.K_h)
    drive.strike(pygame.K_HOME)
    assert drive.mind.cancelled == 1
    drive.escape()
    assert drive.note != "Looking for a good move"


def test_a_move_made_while_a_hint_is_looked_for_cancels_it(tables: Tables) -> None:
    drive = tables.table()
    drive.mind.answer = silent
    drive.strike(pygame.K_h)
    drive.click("a6", "b5")
    assert drive.mind.open is None
    drive.mind.answer = first_turn
    drive.settle()
    assert drive.marks.hint == ()


def test_two_computers_play_at_their_pace_and_can_be_stopped(tables: Tables) -> None:
    drive = tables.table(COMPUTER, COMPUTER)
    drive.scene.session.record = replace(drive.scene.session.record, extra={"Pace": "2.0"})
    drive.until(lambda: len(drive.match.plies) == 1)
    begun = drive.app.moment
    drive.until(lambda: len(drive.match.plies) == 2)
    assert drive.app.moment - begun > 2.0
    drive.click_key("pause-play")
    plies = len(drive.match.plies)
    drive.run(5.0)
    assert len(drive.match.plies) == plies and drive.scene.pace() is None
    drive.click_key("pause-play")
    drive.until(lambda: len(drive.match.plies) > plies)


@pytest.mark.parametrize("pace", ["", "fast", "nan", "inf", "-3"])
def test_a_pace_that_makes_no_sense_is_the_usual_one_or_within_bounds(tables: Tables, pace: str) -> None:
    session = tables.table(COMPUTER, COMPUTER).scene.session
    session.record = replace(session.record, extra={"Pace": pace})
    drive = Driver(tables.app(), session)
    drive.until(lambda: drive.facts.model.engine.turn is not None)
    assert 0.0 <= drive.facts.model.engine.due - drive.app.moment <= 10.0


def test_two_computers_are_not_offered_what_only_a_person_can_do(tables: Tables) -> None:
    drive = tables.table(COMPUTER, COMPUTER)
    shown = [action for action, key in drive.scene.sidebar.keys.items() if key.visible]
    assert sorted(shown) == ["again", "flip", "menu", "pause-play"]
    drive.escape()
    assert isinstance(drive.above, PauseScene)
    assert not {"offer", "resign"} & set(drive.above.keys)


def test_a_match_against_the_real_process_goes_on_when_that_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = Tables(monkeypatch, mind=None)
    try:
        drive = tables.table(ANNA, replace(COMPUTER, level=1), animation="off")
        drive.click("a6", "b5")
        for number in range(3):
            if number == 1:
                os.kill(pid_of(drive.scene.table.thinker), signal.SIGKILL)
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


def test_against_a_friend_undo_takes_one_turn_back(tables: Tables) -> None:
    drive = tables.table(clicks=("a6", "b5", "a3", "b4"))
    drive.undo()
    assert drive.played() == ["a6-b5"]
    drive.undo()
    assert drive.played() == [] and drive.match.position == drive.match.start
    drive.redo()
    drive.redo()
    assert drive.played() == ["a6-b5", "a3-b4"]
    drive.settle()
    assert drive.scene.stage.table == drive.match.position.table()


def test_against_the_computer_undo_goes_to_the_persons_turn(tables: Tables) -> None:
    drive = tables.table(ANNA, COMPUTER, clicks=("a6", "b5"))
    drive.settle()
    drive.undo()
    drive.settle()
    assert drive.played() == [] and drive.facts.can_move
    drive.redo()
    drive.settle()
    assert len(drive.match.plies) == 2 and drive.facts.can_move
    assert len(drive.mind.asked) == 1


def test_undo_while_the_computer_thinks_cancels_and_redo_asks_again(tables: Tables) -> None:
    drive = tables.table(ANNA, COMPUTER)
    drive.mind.answer = silent
    drive.click("a6", "b5")
    drive.undo()
    assert drive.played() == [] and drive.mind.cancelled == 1 and drive.facts.can_move
    drive.redo()
    assert drive.played() == ["a6-b5"] and drive.mind.open is not None, "the computer thinks about its answer"


def test_undo_in_the_breath_before_the_computers_move_forgets_it(tables: Tables) -> None:
    drive = tables.table(ANNA, COMPUTER, clicks=("a6", "b5"))
    drive.until(lambda: drive.facts.model.engine.turn is not None)
    drive.undo()
    drive.run(2.0)
    assert drive.played() == [] and drive.facts.can_move


def test_undo_in_mid_turn_goes_to_its_beginning(tables: Tables) -> None:
    drive = tables.table(position=TWO_HOPS, clicks=("b3", "d5"))
    drive.undo()
    assert drive.played() == [] and drive.match.position == drive.match.start
    drive.redo()
    assert drive.played() == ["b3xd5"] and drive.picked == {"d5"}


def test_undo_of_a_turn_of_several_hops_takes_them_all_back(tables: Tables) -> None:
    drive = tables.table(position=TWO_HOPS, clicks=("b3", "d5", "f7"))
    drive.undo()
    assert drive.played() == []
    drive.settle()
    assert drive.scene.stage.table == drive.match.start.table()
    drive.redo()
    assert drive.played() == ["b3xd5", "d5xf7"]


def test_undo_is_pale_until_the_person_has_made_a_turn(tables: Tables) -> None:
    drive = tables.table(COMPUTER, ANNA)
    drive.settle()
    key = drive.key("undo")
    assert len(drive.match.plies) == 1 and not key.enabled
    drive.undo()
    assert len(drive.match.plies) == 1
    drive.click("a3", "b4")
    assert drive.key("undo").enabled


def test_a_new_move_forgets_what_was_undone(tables: Tables) -> None:
    drive = tables.table(clicks=("a6", "b5"))
    drive.undo()
    drive.click("c6", "d5")
    assert not drive.match.can_redo and not drive.key("redo").enabled


def test_a_resignation_can_be_undone(tables: Tables, tmp_path: Path) -> None:
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


def test_the_last_move_of_a_match_can_be_undone(tables: Tables, tmp_path: Path) -> None:
    drive = tables.table(position=LAST_PIECE, clicks=("c5", "a7"))
    drive.settle()
    assert len(drive.app.stack.scenes) == 2 and len(finished(tmp_path / "home")) == 1
    drive.escape()
    drive.undo()
    drive.settle()
    assert drive.app.stack.scenes == [drive.scene]
    assert drive.match.outcome() is None and finished(tmp_path / "home") == []


@pytest.mark.parametrize(("language", "told"), [("en", "You resigned."), ("fr", "Vous avez abandonné.")])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_whoever_plays_alone_is_spoken_to_when_it_is_over(
    tables: Tables, game: Game, language: str, told: str
) -> None:
    alone = tables.table(ANNA, COMPUTER, game=game, language=language, animation="off")
    alone.send(events.EndMatch("resigned", 0))
    assert alone.note.startswith(told)
    among = tables.table(ANNA, BERT, game=game, language=language, animation="off")
    among.send(events.EndMatch("resigned", 0))
    assert among.note.startswith("Anna ")


def test_the_last_piece_is_told_to_whoever_plays_alone(tables: Tables) -> None:
    drive = tables.table(ANNA, COMPUTER, position=LAST_PIECE, animation="off")
    drive.settle()
    assert "You have no piece left." in drive.note
