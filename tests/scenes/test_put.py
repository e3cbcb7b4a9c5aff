"""What is put wherever one likes once a piece has moved: by mouse, by keys, by drag, and taken back."""

from __future__ import annotations

from typing import Any, Final

import pygame
import pytest

from rules.ai.questions import Choose
from rules.clock import Control
from rules.common.squares import NAMES
from scenes.screens.pause import PauseScene
from scenes.screens.result import ResultScene
from scenes.table.session import Session
from tests.checks import present
from tests.rows import rows
from tests.scenes.driver import Driver, Tables
from tests.scenes.matches import ANNA, BERT, COMPUTER, DUCK, MIDDLE
from tests.scenes.opponents import silent
from tests.scenes.test_stage import Monkey

EMPTY_AFTER_E4: Final = {name for name in NAMES if name[1] in "356" or (name[1] == "4" and name != "e4")} | {"e2"}

STAYS: Final = "The duck must move: it can’t stay on f4."


def table(tables: Tables, position: str | None = None, *players: Any, **facts: Any) -> Driver:
    return tables.table(*players, position=position, game=DUCK, **facts)


def half_way(tables: Tables, **facts: Any) -> Driver:
    drive = table(tables, MIDDLE, **facts, clicks=("f3", "g5"))
    drive.settle()
    assert drive.played() == ["f3g5"]
    return drive


def prompted(drive: Driver) -> bool:
    return drive.scene.prompt.visible


# --- one click


def test_on_the_first_turn_every_empty_square_is_dotted_and_the_duck_waits_beside_the_board(tables: Tables) -> None:
    drive = table(tables, clicks=("e2", "e4"))
    assert drive.moving() and not drive.marks.drops and not prompted(drive), "not before the pawn is there"
    drive.settle()
    assert prompted(drive) and drive.marks.drops == EMPTY_AFTER_E4 and drive.picked == {"beside"}
    assert drive.marks.put is not None and drive.marks.put.look == "duck"
    drive.click("e5")
    assert drive.played() == ["e2e4", "@e5"] and drive.match.position.to_move == 1
    assert drive.marks.put is None and not drive.marks.drops
    drive.settle()
    assert [token.look for token in drive.scene.stage.table["e5"]] == ["duck"]


def test_the_duck_is_in_the_hand_already_and_one_click_puts_it(tables: Tables) -> None:
    drive = half_way(tables)
    assert drive.picked == {"f4"} and drive.marks.picked == {"f4"}
    assert "f4" not in drive.marks.drops and "g5" not in drive.marks.drops and "f3" in drive.marks.drops
    drive.click("d5")
    assert drive.played() == ["f3g5", "@d5"]


def test_the_duck_may_be_clicked_before_the_piece_has_landed(tables: Tables) -> None:
    drive = table(tables, MIDDLE, clicks=("f3", "g5"))
    assert drive.moving()
    drive.click("d5")
    assert drive.played() == ["f3g5", "@d5"]


def test_two_fast_clicks_on_one_square_put_no_duck(tables: Tables) -> None:
    drive = table(tables, MIDDLE, clicks=("f3", "g5", "g5"))
    assert drive.played() == ["f3g5"] and drive.toast == "The duck needs an empty square, and a knight stands on g5."


def test_no_square_is_lit_where_targets_are_not_wanted_but_the_ghost_is_there(tables: Tables) -> None:
    drive = table(tables, MIDDLE, legal_targets=False, clicks=("f3",))
    drive.move(drive.at("g5"))
    assert drive.scene.hand.aim == "g5" and drive.marks.aim is None
    drive.click("g5")
    drive.settle()
    drive.move(drive.at("d5"))
    assert not drive.marks.drops
    assert drive.marks.aim == "d5"


# --- drag


@pytest.mark.parametrize("place", ["f4", None, "taken-0"])
def test_a_duck_dropped_where_it_was_or_beside_the_board_is_still_to_be_put(
    tables: Tables, place: str | None
) -> None:
    drive = half_way(tables)
    drive.drag("f4", place)
    assert drive.played() == ["f3g5"] and drive.picked == {"f4"} and drive.toast == STAYS


def test_a_click_on_the_duck_or_a_press_of_enter_there_says_that_it_must_move(tables: Tables) -> None:
    """Bug: nothing answered."""
    drive = half_way(tables)
    drive.click("f4")
    assert drive.played() == ["f3g5"] and drive.picked == {"f4"} and drive.toast == STAYS
    drive.scene.stage.clear_message()
    drive.scene.hand.set_cursor("f4")
    drive.strike(pygame.K_RETURN)
    assert drive.picked == {"f4"} and drive.toast == STAYS


def test_a_duck_dropped_on_a_piece_goes_back_and_says_why(tables: Tables) -> None:
    drive = half_way(tables)
    drive.drag("f4", "e5")
    assert drive.played() == ["f3g5"] and drive.toast == "The duck needs an empty square, and a pawn stands on e5."


def test_piece_and_duck_may_both_be_dragged(tables: Tables) -> None:
    drive = table(tables, MIDDLE)
    drive.drag("f3", "g5")
    drive.drag("f4", "d5")
    assert drive.played() == ["f3g5", "@d5"] and not drive.held()


def from_card(drive: Driver, *ways: str | None) -> None:
    rect = drive.scene.prompt.rect
    corner = (rect.left + rect.height // 2, rect.centery)
    drive.move(corner)
    assert drive.app.pointer == "grab"
    drive.post(pygame.MOUSEBUTTONDOWN, pos=corner, button=1)
    drive.move((corner[0] + 9, corner[1] + 9), down=True)
    assert drive.held() and drive.app.pointer == "grabbing"
    assert drive.scene.prompt.lifted, "the duck is in the hand, and not on the card as well"
    for way in ways:
        drive.move(drive.at(way), down=True)
    drive.release(ways[-1])


def test_the_duck_may_be_dragged_from_its_picture_on_the_prompt(tables: Tables) -> None:
    drive = half_way(tables)
    from_card(drive, "d5", None)
    assert not drive.scene.prompt.lifted
    from_card(drive, "d5")
    assert drive.played() == ["f3g5", "@d5"] and not drive.held()


def test_the_first_duck_may_be_dragged_from_its_picture_though_it_stands_nowhere_yet(tables: Tables) -> None:
    drive = table(tables, clicks=("e2", "e4"))
    drive.settle()
    for vain, words in ((None, None), ("d2", "The duck needs an empty square, and a pawn stands on d2.")):
        from_card(drive, "e6", vain)
        assert drive.played() == ["e2e4"] and not drive.held() and drive.toast == words
    from_card(drive, "e6", "d5")
    assert drive.played() == ["e2e4", "@d5"] and drive.marks.put is None
    drive.settle()
    assert [token.look for token in drive.scene.stage.table["d5"]] == ["duck"]


@pytest.mark.parametrize("position", [None, MIDDLE])
def test_the_duck_may_be_dragged_from_any_mark_of_where_it_may_go(tables: Tables, position: str | None) -> None:
    drive = table(tables, position, clicks=("d2", "d4") if position is None else ("f3", "g5"))
    drive.settle()
    drive.lift("h5")
    assert drive.held() and len(drive.match.plies) == 1, "it isn't put before it is let go"
    drive.move(drive.at("a5"), down=True)
    assert drive.scene.hand.aim == "a5"
    drive.release("a5")
    assert drive.played()[-1] == "@a5"


def test_a_click_on_the_picture_takes_nothing_up_and_puts_nothing(tables: Tables) -> None:
    drive = half_way(tables)
    rect = drive.scene.prompt.rect
    drive.click_at((rect.left + rect.height // 2, rect.centery))
    assert drive.played() == ["f3g5"] and not drive.held() and drive.toast is None
    drive.click("d5")
    assert drive.played() == ["f3g5", "@d5"]


# --- keys


def test_arrows_and_enter_put_the_duck(tables: Tables) -> None:
    drive = half_way(tables)
    drive.strike(pygame.K_DOWN)
    assert (drive.marks.focus, drive.marks.aim) == ("f4", None)
    drive.strike(pygame.K_DOWN)
    assert drive.marks.aim == "f3"
    drive.strike(pygame.K_RETURN)
    assert drive.played() == ["f3g5", "@f3"]


def test_a_whole_first_turn_by_keys(tables: Tables) -> None:
    drive = table(tables)
    drive.strike(pygame.K_DOWN)
    start = drive.marks.focus
    drive.strike(pygame.K_RETURN)
    assert drive.picked == {start}
    target = min(drive.marks.drops)
    drive.scene.hand.set_cursor(target)
    for key in (pygame.K_RETURN, pygame.K_UP, pygame.K_RETURN):
        drive.strike(key)
    assert len(drive.match.plies) == 2 and drive.match.position.to_move == 1


# --- where it would go


def test_it_is_seen_where_the_duck_would_go(tables: Tables) -> None:
    drive = half_way(tables)
    seen = {}
    for target in ("d5", "e5", "f4", None):
        drive.move(drive.at(target))
        seen[target] = (drive.marks.aim, drive.app.pointer)
    assert seen == {"d5": ("d5", "hand"), "e5": (None, "arrow"), "f4": (None, "grab"), None: (None, "arrow")}
    drive.move(drive.at("d5"))
    drive.click("d5")
    assert drive.marks.aim is None, "it is put"


def test_a_ghost_is_painted_under_the_pointer_and_goes_with_it(tables: Tables) -> None:
    drive = half_way(tables)
    before = drive.app.surface.copy()
    square = pygame.Rect(drive.scene.stage.spots["d5"].box.ints())
    drive.move(drive.at("d5"))
    yellow = drive.app.surface.get_at(drive.at("d5"))
    assert yellow.r > 180 and yellow.b < yellow.g < yellow.r
    drive.move(drive.at("e5"))
    drive.run(0.1)
    assert drive.app.surface.subsurface(square).get_at((20, 20)) == before.subsurface(square).get_at((20, 20))


def test_the_ghost_gives_way_when_the_duck_is_taken_up(tables: Tables) -> None:
    drive = half_way(tables)
    Monkey(drive, 0)
    drive.press("f4")
    drive.move(drive.at("d5"))
    drive.move((drive.at("d4")[0], drive.at("d4")[1] + 60), down=True)
    assert drive.held()


# --- the prompt


def test_it_is_said_twice_what_is_to_be_done(tables: Tables) -> None:
    drive = table(tables)
    assert not prompted(drive)
    drive.click("e2", "e4")
    words = "Now put the duck on an empty square."
    assert drive.status == words and "Esc" in drive.note
    drive.settle()
    assert prompted(drive) and drive.scene.prompt.label == words
    drive.click("e5")
    assert not prompted(drive) and drive.status == "Bert, it is your turn."


def test_the_prompt_lies_on_the_frame_and_off_the_squares(tables: Tables) -> None:
    drive = half_way(tables)
    rect, stage = drive.scene.prompt.rect, drive.scene.stage
    top = min(spot.box.y for name, spot in stage.spots.items() if name in NAMES)
    assert pygame.Rect((0, 0), drive.app.size).contains(rect) and rect.bottom <= top


def test_the_key_on_the_prompt_takes_the_piece_back(tables: Tables) -> None:
    drive = half_way(tables)
    drive.click(drive.scene.prompt.button)
    assert drive.played() == [] and not prompted(drive)


def test_the_duck_hops_when_its_turn_comes(tables: Tables) -> None:
    drive = table(tables, MIDDLE, clicks=("f3", "g5"))
    highest = 0.0
    for _ in range(60):
        drive.step()
        highest = max(highest, drive.scene.stage.view.mood.hop)
    assert highest > 0.9 and drive.scene.stage.view.mood.hop == 0


@pytest.mark.parametrize("still", [{"animation": "off"}, {"reduced_motion": True}])
def test_it_stands_where_nothing_should_move(tables: Tables, still: dict[str, Any]) -> None:
    drive = table(tables, MIDDLE, **still, clicks=("f3", "g5"))
    for _ in range(30):
        drive.step()
        assert drive.scene.stage.view.mood.hop == 0


def test_nobody_is_prompted_for_the_computers_duck(tables: Tables) -> None:
    drive = table(tables, None, COMPUTER, ANNA)
    drive.until(lambda: len(drive.match.plies) == 2)
    assert len(drive.scene.stage.films) == 2 and not prompted(drive)
    drive.settle()
    assert drive.scene.stage.table == drive.match.position.table()


def test_looking_back_nobody_is_prompted(tables: Tables) -> None:
    drive = half_way(tables)
    drive.strike(pygame.K_HOME)
    assert not prompted(drive) and drive.marks.put is None
    drive.escape()
    assert prompted(drive) and drive.picked == {"f4"}


# --- taken back


def test_escape_takes_the_piece_back_and_then_opens_the_menu(tables: Tables) -> None:
    drive = half_way(tables)
    drive.escape()
    assert drive.played() == [] and drive.app.stack.top is drive.scene and not prompted(drive)
    drive.settle()
    assert drive.scene.stage.table == drive.match.position.table() and "f3" in drive.scene.stage.table
    drive.escape()
    assert isinstance(drive.above, PauseScene)


@pytest.mark.parametrize("place", ["e5", "d5", "f4", None])
def test_a_right_click_anywhere_takes_the_piece_back(tables: Tables, place: str | None) -> None:
    drive = half_way(tables)
    drive.right_click(place)
    assert drive.played() == [] and not drive.picked


@pytest.mark.parametrize("way", ["escape", "right_click"])
def test_what_is_held_is_put_back_first(tables: Tables, way: str) -> None:
    drive = half_way(tables)
    for plies in (1, 0):
        if plies:
            drive.lift("f4")
        if way == "escape":
            drive.escape()
        else:
            drive.right_click("e5")
        assert len(drive.match.plies) == plies and not drive.held()


def test_the_first_piece_is_taken_back_before_any_duck_is_there(tables: Tables) -> None:
    drive = table(tables, clicks=("e2", "e4"))
    drive.right_click("e5")
    assert drive.played() == []
    drive.click("d2", "d4", "d5")
    assert drive.played() == ["d2d4", "@d5"]


def test_undo_takes_back_the_half_turn_and_redo_brings_it_again(tables: Tables) -> None:
    drive = half_way(tables)
    drive.undo()
    assert drive.played() == []
    drive.redo()
    drive.settle()
    assert drive.played() == ["f3g5"] and prompted(drive)


def test_what_was_taken_back_is_not_on_file_any_more(tables: Tables) -> None:
    drive = table(tables, MIDDLE, clicks=("f3", "g5", "d5", "d8", "d7"))
    drive.escape()
    text = drive.app.storage.load_match(drive.scene.session.id)
    assert len(Session.load("x", text).match.plies) == 2


@pytest.mark.parametrize(("square", "pointer"), [("e2", "arrow"), ("f3", "grab"), ("d5", "arrow")])
@pytest.mark.parametrize("way", ["escape", "right_click"])
def test_the_pointer_follows_when_the_piece_is_taken_back(
    tables: Tables, way: str, square: str, pointer: str
) -> None:
    drive = half_way(tables)
    drive.move(drive.at(square))
    assert drive.app.pointer == "hand"
    if way == "escape":
        drive.escape()
    else:
        drive.right_click(square)
    assert drive.played() == [] and drive.app.pointer == pointer


def test_the_pointer_follows_when_the_prompt_goes_from_under_it(tables: Tables) -> None:
    drive = half_way(tables)
    drive.move(drive.scene.prompt.button.rect.center)
    assert drive.app.pointer == "hand"
    drive.escape()
    assert not prompted(drive) and drive.app.pointer == "arrow"


# --- the whole turn


def test_clock_opponent_and_list_wait_for_the_duck(tables: Tables) -> None:
    drive = table(tables, MIDDLE, ANNA, COMPUTER, control=Control(5, 3))
    drive.mind.answer = silent
    drive.click("f3", "g5")
    drive.settle()
    before = drive.left(0)
    drive.run(2.0)
    assert drive.left(0) == pytest.approx(before - 2.0, abs=0.05) and drive.left(1) == 300
    assert drive.mind.asked == [] and drive.turns() == ["Ng5 …"]
    drive.click("d5")
    assert [type(ask) for ask in drive.mind.asked] == [Choose]
    assert drive.turns() == ["Ng5@d5"] and drive.left(0) > before


def test_every_half_turn_is_saved_and_goes_on_where_it_was(tables: Tables) -> None:
    drive = half_way(tables)
    text = drive.app.storage.load_match(drive.scene.session.id)
    again = tables.again(text)
    assert prompted(again) and again.picked == {"f4"} and again.marks.last == {"f3", "g5"}
    again.click("d5")
    assert again.played() == ["f3g5", "@d5"]


def test_a_king_that_is_taken_ends_the_match_without_a_duck(tables: Tables) -> None:
    drive = table(tables, "4k3/8/8/8/4Q*2/8/8/4K3 w - - 0 1", ANNA, BERT, clicks=("e4", "e8"))
    assert drive.match.outcome().reason == "king-captured" and drive.marks.put is None
    assert not prompted(drive) and drive.app.stack.top is drive.scene
    drive.settle()
    drive.step()
    assert isinstance(drive.above, ResultScene)


# --- refusals


@rows
def test_it_is_said_why_not(tables: Tables, clicks: list[str], words: str | None) -> None:
    drive = table(tables, MIDDLE, clicks=clicks)
    assert drive.toast == words
    if "f4" in clicks:
        assert (drive.scene.stage.shaken or (None,))[0] == "f4"


def test_a_piece_clicked_before_the_first_duck_is_there_is_no_place_for_it(tables: Tables) -> None:
    drive = table(tables, clicks=("e2", "e4", "d2"))
    assert drive.toast == "The duck needs an empty square, and a pawn stands on d2."
    assert drive.played() == ["e2e4"]


def test_the_first_duck_is_dragged_from_beside_the_board(tables: Tables) -> None:
    """Bug: it was nowhere until it was put."""
    drive = table(tables)
    drive.click("beside")
    assert drive.toast == "First move a piece, then the duck."
    drive.click("e2", "e4")
    assert drive.status == "Now put the duck on an empty square."
    drive.drag("beside", "e6")
    assert drive.played() == ["e2e4", "@e6"] and "beside" not in drive.scene.stage.table
    drive.click("d7", "d5")
    drive.settle()
    assert drive.status == "Now move the duck to an empty square."


def test_a_refusal_hides_neither_the_duck_nor_what_it_speaks_of(tables: Tables) -> None:
    """Bug: "The duck on e6 is in the pawn's way" lay over the duck. Each is refused where the toast would lie."""
    for position, clicks, spoken in (
        ("4k3/8/4*3/4P3/8/8/8/4K3 w - - 0 1", ("e5",), ("e5", "e6")),
        ("4k3/8/8/8/8/R3*2p/8/4K3 w - - 0 1", ("a3", "h3"), ("e3", "h3")),
        ("4k3/8/8/4*3/4P3/8/8/4K3 w - - 0 1", ("e8",), ("e8", "e5")),
    ):
        drive = table(tables, position, clicks=clicks)
        toast = present(drive.scene.stage.speech.toast, "toast")
        for at in spoken:
            assert not toast.rect.colliderect(drive.scene.stage.spots[at].box.ints()), (toast.text, at)
