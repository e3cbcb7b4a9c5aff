"""Attentive play: several may act at once, nothing tells what could be claimed, and flying dice can be covered."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import hypot, sqrt
from random import Random
from typing import Any, Final

import pygame
import pytest

from rules.ai.questions import Answer
from rules.contract import Token
from scenes.games.unstacked_draughts.dice.rotations import LEVEL
from scenes.games.unstacked_draughts.dice_view import MIN_COVER_SECONDS
from scenes.games.unstacked_draughts.points_table import DIE_EDGE, DieRest, PointsTable
from scenes.surfaces.timeline import Frame
from scenes.table import events
from tests.scenes.dice import HAWK, attentive, dice_table, lies, load, throw
from tests.scenes.driver import Driver, Tables
from tests.scenes.matches import ANNA
from tests.scenes.opponents import silent

BLACK_CAN_CLAIM: Final = "UD1 d011222 d111222 w 0-0/1"
"""White can't use a 1, and Black can."""
BOTH_ARE_BLACK_S: Final = "UD1 d110222 d111222 w 0-0/1"
"""White can use no 3, and Black one."""


def table(tables: Tables, *players: Any, **facts: Any) -> Driver:
    drive = dice_table(tables, *players, mode="attentive", **facts)
    drive.mind.answer = silent
    return drive


def claimable(tables: Tables, position: str = BLACK_CAN_CLAIM, **facts: Any) -> Driver:
    """White has thrown 1-4 and played the 4; the 1 is Black's, if it is claimed."""
    drive = table(tables, position=position, **facts)
    throw(drive, 0, 1, 4)
    drive.click("w4")
    drive.settle()
    assert drive.played() == ["throw", "14", "w4v"]
    return drive


def doubled(tables: Tables, *players: Any, **facts: Any) -> Driver:
    """White has thrown Ternes and throws again; a 3 is Black's."""
    drive = table(tables, *players, position=BOTH_ARE_BLACK_S, **facts)
    throw(drive, 0, 3, 3)
    load(drive, (6, 5), (2, 1), (5, 4))
    drive.click("w-cup")
    assert drive.played() == ["throw", "33", "throw"]
    return drive


def fly(drive: Driver) -> None:
    drive.until(lambda: not drive.facts.chance.is_pending)


def frames(drive: Driver, seconds: float) -> Iterator[Frame]:
    for _ in range(round(60 * seconds)):
        drive.step(1 / 60)
        yield drive.scene.stage.frame()


@pytest.mark.parametrize("mode", ["attentive", "assisted"])
def test_claimed_die_moves_in_a_ring_of_the_claimers_material(tables: Tables, mode: str) -> None:
    drive = claimable(tables) if mode == "attentive" else dice_table(tables, position=BLACK_CAN_CLAIM)
    if mode == "attentive":
        drive.click("b1")
    else:
        load(drive, (1, 4))
        drive.click("w-cup")
        drive.until(lambda: drive.played()[-1] == "b1v")
    stage = drive.scene.stage
    begin, end = stage.spots["die-0"], stage.spots["b-die-0"]
    seen = [(frame, one) for frame in frames(drive, 0.7) for one in frame.sprites if one.token.look == "die-1"]
    lies_there = [one for frame, one in seen if (one.x, one.y) == (end.x, end.y)]
    assert 0.3 < len(seen) / 60 < 0.6 and lies_there
    assert all({prop.token.look for prop in frame.under} <= {"unstacked_draughts/black-ring"} for frame, _ in seen)
    assert sum(bool(frame.under) for frame, _ in seen) > 20
    way = hypot(end.x - begin.x, end.y - begin.y)
    steps = [hypot(b.x - a.x, b.y - a.y) for (_, a), (_, b) in pairwise(seen)]
    assert max(steps) < 0.15 * way + 0.1 * begin.size, "it jumps nowhere"
    assert stage.table["b-die-0"] == (Token("used-1"),) and "die-0" not in stage.table
    assert end.y > drive.at("tray")[1], "that is at Black's border"


def test_claimed_dice_overlap_neither_each_other_nor_thrown_dice(tables: Tables) -> None:
    drive = table(tables)
    view = drive.scene.stage.view
    assert isinstance(view, PointsTable)
    random = Random(4)
    for _ in range(500):
        first, second = (DieRest(random.uniform(550, 930), random.uniform(70, 555), LEVEL) for _ in range(2))
        view.rests = {"die-0": first, "die-1": second}
        for side in "wb":
            taken = view.rests_of_taken_dice(side, flipped=False)
            for a, b in ((taken[0], taken[1]), (taken[0], second), (taken[1], first)):
                assert hypot(a.x - b.x, a.y - b.y) > sqrt(2) * DIE_EDGE


@pytest.mark.parametrize("settings", [{}, {"animation": "fast"}, {"reduced_motion": True}])
def test_missed_die_is_crossed_out_while_the_match_goes_on(tables: Tables, settings: dict[str, Any]) -> None:
    drive = claimable(tables, app=tables.app(**settings))
    load(drive, (6, 5))
    drive.click("b-cup")
    fly(drive)
    above, seen = drive.scene.stage.sprites_above, list[str]()
    for _ in frames(drive, 0.2):
        seen += [sprite.token.look for sprite in above.get("missed", ())]
    assert seen[0] == "die-1" and seen[-1] == "lost-1"
    drive.click("b6")
    assert drive.played()[-1] == "b6v", "meanwhile the match goes on"
    drive.run(0.6)
    assert "missed" not in above
    assert drive.scene.wait_seconds() != 0.0, "and nothing more moves"


def test_die_that_could_not_be_claimed_is_not_shown_as_missed(tables: Tables) -> None:
    drive = claimable(tables, "UD1 d011222 d011222 w 0-0/1")
    load(drive, (6, 5))
    drive.click("b-cup")
    fly(drive)
    assert not any("missed" in drive.scene.stage.sprites_above for _ in frames(drive, 0.7))


def points(side: str) -> set[str]:
    return {f"{side}{point}{where}" for point in range(1, 7) for where in ("", "-down")}


@pytest.mark.parametrize("black", ["d111222", "d110222"])
def test_after_a_double_all_points_and_then_the_tray_are_lit_with_and_without_a_claim(
    tables: Tables, black: str
) -> None:
    """Bug: nothing was lit where a claim is made and a throw is covered."""
    drive = table(tables, HAWK, ANNA, position=f"UD1 d110222 {black} w 0-0/1")
    load(drive, (3, 3), (6, 5))
    drive.mind.answer = attentive
    drive.until(lambda: drive.played() == ["throw", "33"] and lies(drive))
    assert drive.marks.forced == points("b")
    drive.until(lambda: drive.played()[-1] == "throw")
    drive.step()
    assert drive.marks.forced == {"tray"}


def test_claimable_points_are_not_lit_like_points_of_own_dice(
    tables: Tables,
) -> None:
    """Bug: gold meant what could be played, and a moment later all six points, though nothing could be claimed."""
    drive = claimable(tables)
    place = drive.at("b2-down")
    before = drive.app.surface.get_at(place)
    drive.click("b1")
    drive.settle()
    assert drive.app.surface.get_at(place) == before
    throw(drive, 1, 2, 3)
    assert "b2" in drive.marks.forced and drive.app.surface.get_at(place) != before


@pytest.mark.parametrize("settings", [{}, {"animation": "fast"}, {"animation": "off"}, {"reduced_motion": True}])
def test_no_click_or_key_shortens_a_flight_that_may_be_covered(tables: Tables, settings: dict[str, Any]) -> None:
    drive = doubled(tables, app=tables.app(**settings))
    begun = drive.app.moment
    for target in ("b1", "w-cup", "b-cup", "w4", None):
        drive.click(target)
    for key in (pygame.K_HOME, pygame.K_f, pygame.K_PAGEUP, pygame.K_SPACE):
        drive.strike(key)
    assert drive.facts.chance.is_pending and drive.facts.cursor.is_live
    fly(drive)
    assert drive.app.moment - begun >= MIN_COVER_SECONDS


def test_computer_is_asked_again_with_the_same_seed_after_every_change(tables: Tables) -> None:
    drive = table(tables, ANNA, HAWK)
    drive.mind.answer = attentive
    load(drive, (4, 3), (2, 2), (6, 5))
    drive.click("w-cup")
    fly(drive)
    drive.click("w4", "w3")
    drive.until(lambda: drive.played().count("throw") == 3)
    assert len(drive.mind.asked) >= 4
    assert len({str(ask.position) for ask in drive.mind.asked}) == len(drive.mind.asked)
    assert len({ask.seed for ask in drive.mind.asked}) == 1
    assert {ask.seat for ask in drive.mind.asked} == {1}


def test_computer_moves_after_the_delay_of_its_answer(tables: Tables) -> None:
    drive = table(tables, ANNA, HAWK)
    throw(drive, 0, 4, 3)
    drive.click("w4", "w3")

    def later(question: Any) -> Answer:
        moves = tuple(question.position.legal_moves(question.seat))
        return Answer(question.id, moves[:1], delay=2.0)

    drive.mind.answer = later
    drive.send(events.ScreenClosed())
    drive.send(events.Command.ADVANCE)
    begun = drive.app.moment
    drive.until(lambda: drive.played()[-1] == "throw")
    assert drive.app.moment - begun == pytest.approx(2.0, abs=0.1)


def test_strong_computer_covers_a_throw_that_it_has_a_claim_on(tables: Tables) -> None:
    drive = doubled(tables, ANNA, HAWK)
    drive.mind.answer = attentive
    drive.send(events.ScreenClosed())
    drive.send(events.Command.ADVANCE)
    drive.until(lambda: drive.played()[-1] in ("b-cover", "65"))
    assert drive.played()[-1] == "b-cover"
    drive.until(lambda: drive.played()[-1] == "b3v")


def test_computer_that_does_nothing_is_asked_only_once(tables: Tables) -> None:
    drive = table(tables, ANNA, HAWK)
    drive.mind.answer = lambda question: Answer(question.id)
    drive.run(1)
    asked = len(drive.mind.asked)
    drive.run(3)
    assert len(drive.mind.asked) == asked
    assert drive.scene.wait_seconds() is None


def test_person_may_claim_while_the_computer_pauses(tables: Tables) -> None:
    drive = table(tables, ANNA, HAWK, position="UD1 d111222 d110222 b 0-0/1")
    drive.mind.answer = attentive
    load(drive, (3, 3), (6, 5))
    drive.until(lambda: drive.played() == ["throw", "33"])
    drive.click("w3")
    assert drive.played()[-1] == "w3v"


def test_computer_delay_starts_again_after_a_menu(tables: Tables) -> None:
    drive = table(tables, ANNA, HAWK)
    drive.mind.answer = attentive
    throw(drive, 0, 4, 3)
    drive.click("w4", "w3")
    drive.run(0.1)
    drive.escape()
    drive.run(30)
    drive.escape()
    begun = drive.app.moment
    drive.until(lambda: drive.played()[-1] == "throw")
    assert drive.app.moment - begun > 0.3
