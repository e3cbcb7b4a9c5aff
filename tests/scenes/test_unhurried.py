"""Who wants no hurry is waited for: messages, wrong turns, dice; and clocks stand still where all agree."""

import re
from typing import Any

import pygame
import pytest

from rules.clock import Control
from rules.record import Player
from scenes.games.unstacked_draughts.trainer import NO_LIMIT, TrainerScene
from scenes.screens.learn.coach_scene import CoachScene
from scenes.screens.learn.lessons import Lesson
from scenes.screens.learn.tasks import course
from scenes.screens.pause import PauseScene
from scenes.table import events
from scenes.ui.choice import Choice
from scenes.ui.dialog import Dialog
from tests.scenes.dice import HAWK, attentive, dice_table, load
from tests.scenes.driver import Driver, Tables, visit
from tests.scenes.matches import ANNA, BERT, COMPUTER

LONG_AGO = 600.0
"""Seconds after which whatever goes by itself has gone."""


@pytest.mark.parametrize("unhurried", [False, True])
def test_unhurried_message_stays_until_a_key_or_click(tables: Tables, unhurried: bool) -> None:
    drive = tables.table(unhurried=unhurried)
    said = "This is to be read."
    drive.scene.show_text(said)
    assert drive.toast == said
    drive.step(LONG_AGO)
    assert drive.toast == (said if unhurried else None)
    if unhurried:
        drive.strike(pygame.K_LCTRL)
        assert drive.toast == said
        drive.strike(pygame.K_RIGHT)
        assert drive.toast is None


def wrong(drive: Driver) -> Any:
    for number in range(len(course("double-draughts"))):
        scene = CoachScene(drive.app, Lesson(drive.app, "double-draughts", number))
        drive.open(scene)
        position = scene.match.position
        for move in position.legal_moves():
            scene.table.send(events.Play(move, {}))
            drive.run(3.0)
            if scene.coach.state == "wrong":
                return scene
            break
        drive.app.stack.pop()
    raise AssertionError("no lesson refuses a turn")


def test_unhurried_wrong_lesson_turn_stays_until_a_key() -> None:
    drive = visit(unhurried=True)
    scene = wrong(drive)
    drive.step(LONG_AGO)
    drive.run(1.0)
    assert scene.coach.state == "wrong" and scene.coach.wait_seconds(drive.app.now()) is None
    assert drive.app.words("coach.stays") in drive.words()
    drive.strike(pygame.K_SPACE)
    assert scene.coach.state != "wrong"


def test_unhurried_trainer_has_no_clock() -> None:
    drive = visit(unhurried=True)
    drive.open(TrainerScene(drive.app, "unstacked-draughts"))
    assert drive.the(Choice).value == f"{NO_LIMIT:g}"


@pytest.mark.parametrize("unhurried", [False, True])
def test_unhurried_computer_throws_on_command(tables: Tables, unhurried: bool) -> None:
    drive = dice_table(tables, ANNA, HAWK, mode="attentive", app=tables.app(unhurried=unhurried))
    drive.mind.answer = attentive
    load(drive, (4, 3), (6, 5))
    drive.click("w-cup")
    drive.until(lambda: not drive.chance.is_pending)
    drive.click("w4", "w3")
    drive.until(lambda: drive.facts.model.engine.is_busy)
    if not unhurried:
        drive.until(lambda: drive.played().count("throw") == 2)
        return
    drive.step(LONG_AGO)
    drive.run(2.0)
    assert drive.played().count("throw") == 1 and drive.app.words("dice.go_on") in drive.words()
    drive.strike(pygame.K_SPACE)
    drive.until(lambda: drive.played().count("throw") == 2)


def ask_for_pause(tables: Tables, other: Player) -> Driver:
    """A match with clocks in which the first player has asked for a pause."""
    drive = tables.table(ANNA, other, control=Control(10, 5), clicks=("a6", "b5"))
    drive.scene.act("menu")
    drive.frames()
    menu = drive.top
    assert isinstance(menu, PauseScene)
    menu.buttons["pause"].press()
    drive.frames()
    return drive


def test_agreed_pause_stops_the_clocks_and_covers_the_board(tables: Tables) -> None:
    drive = ask_for_pause(tables, BERT)
    drive.escape()
    drive.frames()
    assert not drive.is_covered() and drive.match.clock.is_running, "without agreement the clocks go on"
    drive = ask_for_pause(tables, BERT)
    assert isinstance(drive.top, Dialog)
    drive.top.buttons[-1].press()
    drive.frames()
    left = [drive.left(seat) for seat in (0, 1)]
    drive.step(LONG_AGO)
    assert drive.is_covered() and [drive.left(seat) for seat in (0, 1)] == left
    assert drive.status == drive.app.words("clock.still") and "Bert is thinking" not in drive.words()
    assert re.search(r"Bert has 9:5[0-9] left for the match", drive.scene.board_cover.note())
    assert not drive.facts.can_move
    drive.click(drive.scene.board_cover.button)
    drive.step(2.0)
    assert [drive.left(seat) for seat in (0, 1)] != left and not drive.is_covered()
    assert drive.status == drive.app.words("table.you_think", name="Bert")


def test_undo_does_nothing_during_a_pause(tables: Tables) -> None:
    """Bug: Ctrl+Z took back a turn that nobody saw, while the clocks stood still by agreement."""
    drive = ask_for_pause(tables, COMPUTER)
    assert drive.is_covered() and not drive.match.clock.is_running, "against the computer nobody is asked"
    before = drive.played()
    drive.undo()
    drive.frames()
    assert drive.played() == before and drive.is_covered() and not drive.match.clock.is_running
    drive.click(drive.scene.board_cover.button)
    drive.undo()
    drive.frames()
    assert drive.played() == before[:-2], "afterwards it is as ever"
