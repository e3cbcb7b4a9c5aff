"""A move that a person chooses while a program thinks, at the table; see also tests/table/stories.json."""

from dataclasses import replace
from typing import Any

import pygame
import pytest

import rules
from rules.ai.questions import Answer
from rules.contract import Token
from scenes.surfaces.mark_rules import MoveMarks
from scenes.table.game_ui import view_of
from tests.scenes.coach_driver import open_drill
from tests.scenes.driver import Driver, Tables
from tests.scenes.matches import ANNA, COMPUTER, DUCK
from tests.scenes.opponents import silent
from tests.table.story import COMPUTER as PROGRAM
from tests.table.story import PERSON, Story, act, seen


def thinking(tables: Tables, turn: tuple[str, str] = ("a6", "b5"), **facts: Any) -> Driver:
    """Return a match of Double Draughts in which the computer thinks about its first turn."""
    drive = tables.table(ANNA, COMPUTER, **facts)
    drive.mind.answer = silent
    drive.click(*turn)
    drive.until(lambda: not drive.moving())
    return drive


def answering(*texts: str) -> Any:
    """Return an answer function that plays a turn of these moves."""

    def answer(question: Any) -> Answer:
        position, moves = question.position, []
        for text in texts:
            moves.append(next(move for move in position.legal_moves() if str(move) == text))
            position = position.play(moves[-1])
        return Answer(question.id, tuple(moves))

    return answer


def premove(drive: Driver) -> str | None:
    gesture = drive.facts.model.premove
    assert drive.marks.premove == (() if gesture is None else (*gesture.pick, gesture.drop))
    return None if gesture is None else f"{min(gesture.pick)}-{gesture.drop}"


def test_premove_is_dragged_told_and_played_when_the_computer_has_moved(tables: Tables) -> None:
    drive = thinking(tables)
    drive.move(drive.at("e6"))
    assert drive.app.pointer == "grab"
    drive.drag("e6", "d5")
    assert premove(drive) == "e6-d5" and not drive.picked and drive.played() == ["a6-b5"]
    assert drive.status == "Regular is thinking"
    assert drive.note == drive.app.words("table.premove", start="e6", end="d5")
    drive.mind.answer = answering("a3-b4")
    drive.until(lambda: len(drive.match.plies) > 1)
    drive.mind.answer = silent
    assert drive.played() == ["a6-b5", "a3-b4", "e6-d5"] and premove(drive) is None
    assert drive.stage.pending_count == 2  # both are animated, the computer's first
    drive.until(lambda: not drive.moving())
    assert drive.marks.last == {"e6", "d5"}


def test_premove_leaves_the_delay_of_the_answer_as_it_is(tables: Tables) -> None:
    moments = []
    for targets in ((), ("e6", "d5")):
        drive = thinking(tables)
        drive.click(*targets)
        drive.run(1.0)
        drive.mind.answer = answering("a3-b4")
        begun = drive.app.moment
        drive.until(lambda drive=drive: len(drive.match.plies) > 1)  # type: ignore[misc]
        moments.append(round(drive.app.moment - begun, 3))
    assert moments[0] == moments[1] > 0.3


def test_premove_is_clicked_and_another_pick_drops_it(tables: Tables) -> None:
    drive = thinking(tables)
    drive.click("e6", "d5")
    assert premove(drive) == "e6-d5"
    drive.click("c6")
    assert premove(drive) is None and drive.picked == {"c6"}
    assert drive.marks.drops == frozenset() and drive.note == drive.app.words("table.premove_dropped")
    drive.click("h6")  # another piece of one's own that can move is picked instead
    assert premove(drive) is None and drive.picked == {"h6"}
    drive.click("e3")
    assert premove(drive) == "h6-e3"


def test_premove_goes_to_a_square_of_ones_own_piece(tables: Tables) -> None:
    """By a drag; by clicks only if that piece can't be picked."""
    drive = thinking(tables)
    drive.drag("e6", "c6")
    assert premove(drive) == "e6-c6"
    drive.click("e6", "e8")
    assert premove(drive) == "e6-e8"


@pytest.mark.parametrize("way", ["escape", "right", "empty", "other", "beside"])
def test_premove_is_let_go(tables: Tables, way: str) -> None:
    drive = thinking(tables)
    drive.click("e6", "d5")
    if way == "escape":
        assert drive.scene.esc_action == "let-go"
        drive.escape()
    elif way == "right":
        drive.right_click("e4")
    else:
        drive.click({"empty": "e4", "other": "a3", "beside": None}[way])
    assert premove(drive) is None and drive.above is None and not drive.marks.drawings
    assert drive.note == drive.app.words("table.premove_dropped")
    assert drive.toast == ("Regular is thinking" if way == "other" else None)
    assert drive.scene.esc_action == "menu"


def test_picked_piece_is_put_back_before_the_turn_by_escape_and_right_click(tables: Tables) -> None:
    drive = thinking(tables)
    for put_back in (drive.escape, lambda: drive.right_click("e4"), lambda: drive.click("e6")):
        drive.click("e6")
        assert drive.picked == {"e6"} and drive.scene.esc_action == "let-go"
        put_back()
        assert not drive.picked and premove(drive) is None and drive.above is None


def test_premove_on_hidden_or_bare_places_puts_the_piece_back(tables: Tables) -> None:
    drive = thinking(tables)
    drive.drag("e6", None)
    assert not drive.picked and premove(drive) is None
    drive.drag("e6", "taken-0")
    assert premove(drive) is None and drive.toast is None


def test_piece_held_when_the_turn_comes_stays_held_and_is_dropped_as_a_move(tables: Tables) -> None:
    drive = thinking(tables)
    drive.lift("e6")
    drive.mind.answer = answering("a3-b4")
    drive.until(lambda: len(drive.match.plies) > 1)
    assert drive.held() and drive.picked == {"e6"} and drive.facts.can_move
    drive.move(drive.at("d5"), down=True)
    drive.release("d5")
    drive.mind.answer = silent
    assert drive.played() == ["a6-b5", "a3-b4", "e6-d5"] and premove(drive) is None and not drive.held()


def test_piece_held_when_it_may_not_move_is_put_back(tables: Tables) -> None:
    """The computer's turn leaves a capture, which must be made."""
    drive = thinking(tables, ("d6", "c5"), position="8/7m/3m4/8/8/4M3/8/7M b 2 0 1")
    drive.lift("h7")
    assert drive.held()
    drive.mind.answer = answering("e3-d4")
    drive.until(lambda: len(drive.match.plies) > 1)
    assert not drive.held() and not drive.picked and drive.facts.can_move


def test_premove_is_made_by_keys_and_announced(tables: Tables) -> None:
    drive = thinking(tables, line_of_words=True, animation="off")
    board_input = drive.scene.board_input
    drive.strike(pygame.K_UP)
    for target in ("e6", "d5"):
        board_input.set_cursor(target)
        drive.strike(pygame.K_RETURN)
    assert premove(drive) == "e6-d5"
    assert drive.app.words("table.premove", start="e6", end="d5") in drive.app.spoken_line.news
    drive.strike(pygame.K_RETURN)  # d5 has no piece to pick
    assert premove(drive) is None
    assert drive.app.words("table.premove_dropped") in drive.app.spoken_line.news


def test_premove_that_is_illegal_is_let_go_without_a_refusal(tables: Tables) -> None:
    drive = thinking(tables, animation="off")
    drive.click("e6", "e3")
    drive.mind.answer = answering("a3-b4")
    drive.until(lambda: len(drive.match.plies) > 1)
    drive.settle()
    assert drive.played() == ["a6-b5", "a3-b4"] and drive.toast is None and drive.stage.shaken is None
    assert drive.status == "Your turn" and drive.app.words("table.premove_dropped") in drive.note


def test_duck_is_placed_by_hand_after_a_premove(tables: Tables) -> None:
    drive = tables.table(ANNA, COMPUTER, game=DUCK, animation="off")
    drive.mind.answer = silent
    drive.click("e2", "e4", "e6")
    drive.step()
    drive.drag("g1", "f3")
    drive.mind.answer = answering("d7d5", "@h4")
    drive.until(lambda: len(drive.match.plies) > 3)
    drive.settle()
    assert drive.played()[-1] == "g1f3" and drive.marks.token_to_put is not None
    drive.mind.answer = silent
    drive.click("e3")
    assert drive.played()[-1] == "@e3"


def test_screens_above_the_table_let_a_premove_go(tables: Tables) -> None:
    drive = thinking(tables)
    drive.click("e6", "d5")
    drive.scene.act("menu")
    drive.step()
    assert drive.above is not None and drive.facts.model.premove is None


@pytest.mark.parametrize("key", rules.KEYS)
def test_only_games_in_which_a_turn_can_be_passed_have_premoves(tables: Tables, key: str) -> None:
    table = Story(key, (PROGRAM, PERSON), animation="off")
    assert bool(table.facts.premove_picks) == (key in ("double-draughts", "duck-chess", "ducart"))


def test_lessons_have_no_premoves(tables: Tables) -> None:
    drive = open_drill(tables)
    assert drive.facts.premove_picks == frozenset()
    drive.click("d4", "e5")
    assert drive.facts.position.to_move == 1 and drive.facts.premove_picks == frozenset()


def test_premove_promotes_to_the_piece_that_would_be_offered_first() -> None:
    class KnightsFirst(MoveMarks):
        def choice_rank(self, token: Token) -> int:
            return 0 if token.look.endswith("knight") else 1

    for marks, move in ((view_of("duck-chess").move_marks, "a7a8q"), (KnightsFirst(), "a7a8n")):
        table = Story("duck-chess", (PERSON, PROGRAM), "4k3/P7/8/8/8/8/8/4K3 b - - 0 1")
        table.model = replace(table.model, move_marks=marks)
        for line in ("premove a7 a8", "answer e8e7 @h3", "wait 5"):
            act(table, line)
        assert seen(table, "plies") == f"e8e7 @h3 {move}"
