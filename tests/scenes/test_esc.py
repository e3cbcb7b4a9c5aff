"""Esc takes one step back, and at last leads to the menu; the button that does the same says so, and no other."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

import pygame
import pytest

from rules import KEYS, get
from rules.ducale.policies import greedy
from scenes.screens.pause import PauseScene
from scenes.screens.result import ResultScene
from scenes.screens.setup.scene import SetupScene
from scenes.table import events
from scenes.table.scene import MatchScene
from scenes.ui.button import Pressable
from tests.scenes.coach_driver import CoachDriver, open_drill
from tests.scenes.driver import Driver, Tables
from tests.scenes.gnomes import DUCART
from tests.scenes.matches import DUCK, GAME, PAWNS_ON_THE_SEVENTH, TWO_HOPS
from tests.scenes.rummy import alone, hand_of, make_move

LAST: Final = "2h5/w3W3/8/8/8/8/8/7H g - g 0 0 -"
"""e7 is Gold's last Sweeper: its promotion is asked about."""
MENU, BACK, STEP = "Menu (Esc)", "Back to the match (Esc)", "Undo the turn (Ctrl+Z), or its last step (Esc)"


def told(drive: Driver) -> set[str]:
    buttons = [one for one in drive.form.iter_widgets() if isinstance(one, Pressable)]
    return {text for one in buttons for text in (one.label, one.tip) if "(Esc)" in text}


def clicked(*things: str, **facts: Any) -> Callable[[Tables], Driver]:
    return lambda tables: tables.table(clicks=things, **facts)


def lifted(tables: Tables) -> Driver:
    drive = tables.table(game=DUCK)
    drive.lift("e2")
    return drive


def looking_back(tables: Tables) -> Driver:
    drive = tables.play_four()
    drive.strike(pygame.K_HOME)
    return drive


def laid(tables: Tables) -> Driver:
    drive = alone(tables)
    for move in greedy(drive.match.position.seen_by(0), Random(1)):
        if str(move)[0] == "-":
            break
        make_move(drive, move)
        drive.settle()
    drive.click(hand_of(drive)[0])
    return drive


STEPS: Final[dict[str, tuple[Callable[[Tables], Driver], list[set[str]]]]] = {
    "nothing": (clicked(game=get("unstacked-draughts")), [{MENU}]),
    "picked": (clicked("a6", game=GAME), [set(), {MENU}]),
    "held": (lifted, [set(), {MENU}]),
    "jumps": (clicked("b3", "d5", position=TWO_HOPS), [{STEP}, {MENU}]),
    "duck": (clicked("e2", "e4", game=DUCK), [{STEP, "Take the move back (Esc)"}, {MENU}]),
    "promotion": (clicked("c7", "d8", game=DUCK, position=PAWNS_ON_THE_SEVENTH), [set(), {MENU}]),
    "question": (clicked("e7", "e8", game=DUCART, position=LAST), [{"Take it back (Esc)"}, {MENU}]),
    "gnome": (clicked("b2", game=DUCART), [set(), {MENU}]),
    "looking back": (looking_back, [{BACK}, {MENU}]),
    "cards": (laid, [set(), {STEP}, {STEP}, {STEP}, {STEP}, {MENU}]),
}


@pytest.mark.parametrize("state", STEPS)
def test_each_esc_takes_one_step_back_and_one_button_says_so(rummy: Tables, state: str) -> None:
    begin, steps = STEPS[state]
    drive = begin(rummy)
    for number, expected in enumerate(steps):
        drive.settle()
        assert told(drive) == expected, number
        plies = len(drive.match.plies)
        drive.escape()
        assert isinstance(drive.above, PauseScene) is (MENU in expected)
        assert len(drive.match.plies) == plies - (STEP in expected)
    drive.escape()
    assert drive.above is None and told(drive) == {MENU}


def test_leave_button_of_a_lesson_says_esc_only_while_esc_leaves(tables: Tables) -> None:
    coached: CoachDriver = open_drill(tables)
    assert told(coached) == {"Leave (Esc)"}
    coached.click("d4")
    assert told(coached) == set()
    coached.escape()
    assert told(coached) == {"Leave (Esc)"} and coached.app.stack.scenes
    coached.escape()
    assert not coached.app.stack.scenes


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("key", KEYS)
def test_esc_in_the_setup_of_another_match_returns_to_the_present_match(tables: Tables, key: str, over: bool) -> None:
    """Bug: it led to the main menu."""
    drive = tables.table(game=get(key), animation="off")
    drive.settle()
    if over:
        drive.send(events.EndMatch("resigned", 0))
        drive.settle()
        assert isinstance(drive.above, ResultScene)
        drive.click("New match")
    else:
        drive.scene.act("new")
        drive.step()
    assert isinstance(drive.above, SetupScene)
    drive.escape()
    assert isinstance(drive.above, ResultScene) if over else drive.top is drive.scene
    drive.click("New match") if over else drive.scene.act("new")
    drive.step()
    drive.click("Start")
    drive.frames()
    (scene,) = [one for one in drive.app.stack.scenes if isinstance(one, MatchScene)]
    assert scene is drive.top is not drive.scene
