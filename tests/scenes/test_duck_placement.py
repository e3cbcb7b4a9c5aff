"""What is put wherever one likes once a piece has moved: by mouse, by keys, by drag, and taken back."""

from __future__ import annotations

from typing import Any, Final

import pygame
import pytest

from rules.ai.questions import Choose
from rules.clock import Control
from rules.common.squares import NAMES
from scenes.table.session import Session
from tests.checks import present
from tests.rows import rows
from tests.scenes.driver import Driver, Tables
from tests.scenes.matches import ANNA, COMPUTER, DUCK, MIDDLE
from tests.scenes.opponents import silent
from tests.scenes.test_stage import Monkey

EMPTY_AFTER_E4: Final = {name for name in NAMES if name[1] in "356" or (name[1] == "4" and name != "e4")} | {"e2"}


def table(tables: Tables, position: str | None = None, *players: Any, **facts: Any) -> Driver:
    return tables.table(*players, position=position, game=DUCK, **facts)


def half_way(tables: Tables, **facts: Any) -> Driver:
    drive = table(tables, MIDDLE, **facts, clicks=("f3", "g5"))
    drive.settle()
    assert drive.played() == ["f3g5"]
    return drive


def has_prompt(drive: Driver) -> bool:
    return drive.scene.prompt.visible


# --- one click


def test_first_duck_waits_beside_the_board_and_may_go_to_every_empty_square(tables: Tables) -> None:
    drive = table(tables, clicks=("e2", "e4"))
    assert drive.moving() and not drive.marks.drops and not has_prompt(drive), "not before the pawn is there"
    drive.settle()
    assert has_prompt(drive) and drive.marks.drops == EMPTY_AFTER_E4 and drive.picked == {"beside"}
    assert drive.marks.token_to_put is not None and drive.marks.token_to_put.look == "duck"
    drive.click("e5")
    assert drive.played() == ["e2e4", "@e5"] and drive.match.position.to_move == 1
    assert drive.marks.token_to_put is None and not drive.marks.drops
    drive.settle()
    assert [token.look for token in drive.scene.stage.table["e5"]] == ["duck"]


def test_duck_may_go_to_the_square_that_the_piece_left(tables: Tables) -> None:
    drive = half_way(tables)
    assert drive.picked == {"f4"} and drive.marks.picked == {"f4"}
    assert "f4" not in drive.marks.drops and "g5" not in drive.marks.drops and "f3" in drive.marks.drops
    drive.click("d5")
    assert drive.played() == ["f3g5", "@d5"]


# --- drag


def from_card(drive: Driver, *ways: str | None) -> None:
    rect = drive.scene.prompt.rect
    corner = (rect.left + rect.height // 2, rect.centery)
    drive.move(corner)
    assert drive.app.pointer == "grab"
    drive.post(pygame.MOUSEBUTTONDOWN, pos=corner, button=1)
    drive.move((corner[0] + 9, corner[1] + 9), down=True)
    assert drive.held() and drive.app.pointer == "grabbing"
    assert drive.scene.prompt.is_picture_hidden, "the duck is in the hand, and not on the card as well"
    for way in ways:
        drive.move(drive.at(way), down=True)
    drive.release(ways[-1])


def test_duck_may_be_dragged_from_its_picture_on_the_prompt(tables: Tables) -> None:
    drive = half_way(tables)
    from_card(drive, "d5", None)
    assert not drive.scene.prompt.is_picture_hidden
    from_card(drive, "d5")
    assert drive.played() == ["f3g5", "@d5"] and not drive.held()


def test_first_duck_may_be_dragged_from_its_picture(tables: Tables) -> None:
    drive = table(tables, clicks=("e2", "e4"))
    drive.settle()
    for vain, words in ((None, None), ("d2", "The duck needs an empty square, and a pawn stands on d2.")):
        from_card(drive, "e6", vain)
        assert drive.played() == ["e2e4"] and not drive.held() and drive.toast == words
    from_card(drive, "e6", "d5")
    assert drive.played() == ["e2e4", "@d5"] and drive.marks.token_to_put is None
    drive.settle()
    assert [token.look for token in drive.scene.stage.table["d5"]] == ["duck"]


def test_click_on_the_picture_of_the_duck_does_nothing(tables: Tables) -> None:
    drive = half_way(tables)
    rect = drive.scene.prompt.rect
    drive.click_at((rect.left + rect.height // 2, rect.centery))
    assert drive.played() == ["f3g5"] and not drive.held() and drive.toast is None
    drive.click("d5")
    assert drive.played() == ["f3g5", "@d5"]


# --- where it would go


def test_pale_duck_is_painted_under_the_pointer_and_follows_it(tables: Tables) -> None:
    drive = half_way(tables)
    before = drive.app.surface.copy()
    square = pygame.Rect(drive.scene.stage.spots["d5"].box.ints())
    drive.move(drive.at("d5"))
    yellow = drive.app.surface.get_at(drive.at("d5"))
    assert yellow.r > 180 and yellow.b < yellow.g < yellow.r
    drive.move(drive.at("e5"))
    drive.run(0.1)
    assert drive.app.surface.subsurface(square).get_at((20, 20)) == before.subsurface(square).get_at((20, 20))


def test_pale_duck_vanishes_when_the_duck_is_lifted(tables: Tables) -> None:
    drive = half_way(tables)
    Monkey(drive, 0)
    drive.press("f4")
    drive.move(drive.at("d5"))
    drive.move((drive.at("d4")[0], drive.at("d4")[1] + 60), down=True)
    assert drive.held()


# --- the prompt


def test_prompt_lies_on_the_frame_off_the_squares(tables: Tables) -> None:
    drive = half_way(tables)
    rect, stage = drive.scene.prompt.rect, drive.scene.stage
    top = min(spot.box.y for name, spot in stage.spots.items() if name in NAMES)
    assert pygame.Rect((0, 0), drive.app.size).contains(rect) and rect.bottom <= top


def test_duck_hops_when_its_turn_comes(tables: Tables) -> None:
    drive = table(tables, MIDDLE, clicks=("f3", "g5"))
    highest = 0.0
    for _ in range(60):
        drive.step()
        highest = max(highest, drive.scene.stage.view.mood.hop)
    assert highest > 0.9 and drive.scene.stage.view.mood.hop == 0


@pytest.mark.parametrize("still", [{"animation": "off"}, {"reduced_motion": True}])
def test_duck_stands_still_without_animation(tables: Tables, still: dict[str, Any]) -> None:
    drive = table(tables, MIDDLE, **still, clicks=("f3", "g5"))
    for _ in range(30):
        drive.step()
        assert drive.scene.stage.view.mood.hop == 0


def test_no_prompt_for_the_computers_duck(tables: Tables) -> None:
    drive = table(tables, None, COMPUTER, ANNA)
    drive.until(lambda: len(drive.match.plies) == 2)
    assert len(drive.scene.stage.films) == 2 and not has_prompt(drive)
    drive.settle()
    assert drive.scene.stage.table == drive.match.position.table()


# --- taken back


def test_undone_half_turn_is_removed_from_the_file(tables: Tables) -> None:
    drive = table(tables, MIDDLE, clicks=("f3", "g5", "d5", "d8", "d7"))
    drive.escape()
    text = drive.app.storage.load_match(drive.scene.session.id)
    assert len(Session.load("x", text).match.plies) == 2


# --- the whole turn


def test_clock_opponent_and_turn_list_wait_for_the_duck(tables: Tables) -> None:
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


def test_half_turn_is_saved_and_can_be_continued(tables: Tables) -> None:
    drive = half_way(tables)
    text = drive.app.storage.load_match(drive.scene.session.id)
    again = tables.again(text)
    assert has_prompt(again) and again.picked == {"f4"} and again.marks.last == {"f3", "g5"}
    again.click("d5")
    assert again.played() == ["f3g5", "@d5"]


# --- refusals


@rows
def test_refused_click_shows_the_reason(tables: Tables, clicks: list[str], words: str | None) -> None:
    drive = table(tables, MIDDLE, clicks=clicks)
    assert drive.toast == words
    if "f4" in clicks:
        assert (drive.scene.stage.shaken or (None,))[0] == "f4"


def test_refusal_message_covers_no_square_it_speaks_of(tables: Tables) -> None:
    """Bug: "The duck on e6 is in the pawn's way" lay over the duck. Each is refused where the toast would lie."""
    for position, clicks, spoken in (
        ("4k3/8/4*3/4P3/8/8/8/4K3 w - - 0 1", ("e5",), ("e5", "e6")),
        ("4k3/8/8/8/8/R3*2p/8/4K3 w - - 0 1", ("a3", "h3"), ("e3", "h3")),
        ("4k3/8/8/4*3/4P3/8/8/4K3 w - - 0 1", ("e8",), ("e8", "e5")),
    ):
        drive = table(tables, position, clicks=clicks)
        toast = present(drive.scene.stage.toast_view.toast, "toast")
        for at in spoken:
            assert not toast.rect.colliderect(drive.scene.stage.spots[at].box.ints()), (toast.text, at)
