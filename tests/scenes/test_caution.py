"""The question before a turn of Ducart that costs a Sweeper of one's own."""

import pygame
import pytest

from rules import get
from rules.ducart.options import Options
from scenes.table.prompts import NO, YES
from tests.scenes.driver import Driver, Tables
from tests.scenes.matches import ANNA, COMPUTER

DUCART = get("ducart")
LAST = "2h5/w3W3/8/8/8/8/8/7H g - g 0 0 -"
"""e7 is Gold's last Sweeper."""
TWO = "2h5/w3W3/8/8/8/8/W7/7H g - g 0 0 -"
"""e7 can be promoted and Gold has another."""
OWN = "2h5/w7/8/8/8/4W3/3W4/7H g - g 0 0 -"
"""d2 can kill e3, which is Gold's too."""
STEAL = "2h5/w7/8/8/8/4W3/8/T6H g - g 0 0 -"
"""a1 can change places with h1, which is Gold's too."""


def asked(drive: Driver) -> str:
    return drive.scene.question.label if drive.scene.question.visible else ""


def test_a_turn_that_loses_is_always_asked_about(tables: Tables) -> None:
    for setting in (True, False):
        drive = tables.table(game=DUCART, position=LAST, caution=setting)
        drive.click("e7", "e8")
        assert drive.played() == []
        assert asked(drive) == "Your last Sweeper would become a Leaper, and you would lose. Play it anyway?"


def test_yes_plays_it(tables: Tables) -> None:
    drive = tables.table(game=DUCART, position=LAST, clicks=("e7", "e8"))
    drive.click(drive.scene.question.buttons[0])
    assert drive.played() == ["We7-e8=L"]
    assert not asked(drive)
    assert drive.match.outcome().winners == (1,)


@pytest.mark.parametrize("way", ["no", "escape", "right button"])
def test_no_and_esc_leave_the_hand_free(tables: Tables, way: str) -> None:
    drive = tables.table(game=DUCART, position=LAST, clicks=("e7", "e8"))
    assert drive.picked == {"e7"} and drive.marks.hint == ("e7", "e8"), "it is seen what is asked about"
    if way == "no":
        drive.click(drive.scene.question.buttons[1])
    elif way == "escape":
        drive.escape()
    else:
        drive.right_click("a4")
    assert drive.played() == [] and not asked(drive)
    assert drive.picked == frozenset() and drive.marks.hint == () and drive.above is None
    drive.click("h1", "h4")
    assert drive.played() == ["Hh1-h4"]


def test_a_click_on_the_board_is_no_and_counts(tables: Tables) -> None:
    drive = tables.table(game=DUCART, position=LAST, clicks=("e7", "e8", "h1"))
    assert not asked(drive) and drive.picked == {"h1"}
    drive.click("h4")
    assert drive.played() == ["Hh1-h4"]


def test_a_piece_that_was_dragged_falls_back(tables: Tables) -> None:
    drive = tables.table(game=DUCART, position=LAST)
    drive.drag("e7", "e8")
    assert asked(drive) and drive.scene.stage.held is None
    assert "e7" in drive.scene.stage.table
    drive.escape()
    drive.drag("e7", "e8")
    drive.scene.prompts.answer(YES)
    assert drive.played() == ["We7-e8=L"]


@pytest.mark.parametrize(
    "position,clicks,told",
    [
        (TWO, ("e7", "e8"), "One of your Sweepers becomes a Leaper, and is no Sweeper any more. Sweepers left: 1."),
        (OWN, ("d2", "e3"), "It sweeps your own Sweeper on e3. Sweepers left: 1."),
        (STEAL, ("a1", "h1"), "Your Stealer changes places with your own piece on h1."),
    ],
)
def test_what_only_costs_a_sweeper_or_may_be_a_slip_is_asked_about_unless_that_is_switched_off(
    tables: Tables, position: str, clicks: tuple[str, str], told: str
) -> None:
    drive = tables.table(game=DUCART, position=position)
    drive.click(*clicks)
    assert asked(drive) == told and drive.played() == []
    drive.scene.prompts.answer(NO)
    assert drive.played() == []
    other = tables.table(game=DUCART, position=position, caution=False)
    other.click(*clicks)
    assert len(other.played()) == 1


def test_an_ordinary_turn_is_not_asked_about(tables: Tables) -> None:
    drive = tables.table(game=DUCART, position=TWO, clicks=("a2", "a3"))
    assert drive.played() == ["Wa2-a3"]


def test_the_question_goes_when_the_match_goes_another_way(tables: Tables) -> None:
    drive = tables.table(game=DUCART, position=TWO, clicks=("a2", "a3"))
    drive.click("c8", "c7")
    drive.click("e7", "e8")
    assert asked(drive)
    drive.undo()
    assert not asked(drive)
    assert drive.played() in ([], ["Wa2-a3"])


def test_time_goes_on_while_it_is_asked(tables: Tables) -> None:
    drive = tables.table(game=DUCART, position=TWO.replace("0 0 -", "0 0 t"), options=Options(timed=True))
    drive.click(drive.scene.cloth.button)
    drive.click("e7", "e8")
    assert asked(drive) and not drive.scene.cloth.visible
    drive.app.moment += 61
    drive.step()
    assert drive.played() == ["time"] and not asked(drive)


def test_computers_are_not_asked(tables: Tables) -> None:
    drive = tables.table(COMPUTER, ANNA, game=DUCART, position=LAST.replace("7H", "8"))
    drive.until(lambda: bool(drive.played()))
    assert not asked(drive)


def test_tab_reaches_the_answers(tables: Tables) -> None:
    drive = tables.table(game=DUCART, position=LAST, clicks=("e7", "e8"))
    drive.tab_to(drive.scene.question.buttons[1])
    drive.strike(pygame.K_RETURN)
    assert not asked(drive) and drive.played() == []
