"""What the pointer and the hand do to things: they rise under it, follow it softly, and go home when it lets go."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pygame
import pytest

from rules.contract import Token
from scenes.surfaces.clips import (
    HOME_SECONDS,
    MAX_LAG,
    MAX_TILT,
    PICK_LIFT,
    POINT_LIFT,
    RISE,
    Held,
    ReturnAnimation,
    Sway,
    TokenLifts,
)
from tests.scenes.dice import dice_table
from tests.scenes.driver import FRAME, Driver, Tables
from tests.scenes.gnomes import BUSY
from tests.scenes.gnomes import table as gnomes
from tests.scenes.matches import DUCK, MIDDLE
from tests.scenes.rummy import drawn, hand_of

IVORY = Token("ivory")


def risen(drive: Driver) -> dict[str, float]:
    drive.until(lambda: not drive.stage.stirring)
    return dict(drive.stage.lifts)


# --- in numbers


def test_a_rise_takes_80_ms_and_never_jumps() -> None:
    rising = TokenLifts()
    rising.set_targets({"a1": 1.0}, 0.0)
    heights = [rising.at(RISE * n / 20).get("a1", 0.0) for n in range(21)]
    assert heights[0] == 0.0 and heights[-1] == 1.0
    assert all(0 <= b - a < 0.15 for a, b in pairwise(heights))
    assert rising.is_moving(0.9 * RISE) and not rising.is_moving(RISE)


def test_what_sinks_again_sinks_from_where_it_is() -> None:
    rising = TokenLifts()
    rising.set_targets({"a1": 1.0}, 0.0)
    high = rising.at(0.02)["a1"]
    rising.set_targets({}, 0.02)
    assert rising.at(0.02)["a1"] == pytest.approx(high)
    assert rising.at(0.02 + RISE) == {}


def test_what_is_taken_up_comes_to_the_pointer_from_its_place() -> None:
    held = Held("a1", (IVORY,), 100.0, 60.0, since=1.0, dx=-9.0, dy=7.0, level=0.4)
    assert held.at(1.0) == pytest.approx((91.0, 67.0, 0.4))
    assert held.at(1.0 + RISE) == pytest.approx((100.0, 60.0, 1.0))
    assert not held.is_at_rest(1.0) and held.is_at_rest(1.0 + RISE)


@pytest.mark.parametrize(
    ("away", "seconds"), [(0.0, HOME_SECONDS[0]), (80.0, HOME_SECONDS[0] + 0.02), (4000.0, HOME_SECONDS[1])]
)
def test_the_way_home_is_the_longer_the_farther_and_ends_on_the_table(away: float, seconds: float) -> None:
    way = ReturnAnimation("a1", (IVORY,), ((away, 0.0),), ((0.0, 0.0, 80.0),), 5.0)
    assert way.seconds == pytest.approx(seconds)
    first, last = way.at(5.0)[0], way.at(5.0 + way.seconds)[0]
    assert (first.x, first.lift) == (away, 1.0)
    assert (last.x, last.y, last.lift, last.squash) == pytest.approx((0.0, 0.0, 0.0, 0.0), abs=1e-6)
    assert max(way.at(5.0 + way.seconds * n / 20)[0].squash for n in range(21)) > 0.9, "it settles"


# --- at the table


def test_what_can_be_taken_rises_under_the_pointer_and_nothing_else_does(tables: Tables) -> None:
    drive = tables.table()
    drive.move(drive.at("a6"))
    assert risen(drive) == {"a6": POINT_LIFT} and drive.app.pointer == "grab"
    drive.move(drive.at("c6"))
    assert risen(drive) == {"c6": POINT_LIFT}
    for nothing in ("d5", "a2", None):
        drive.move(drive.at(nothing))
        assert risen(drive) == {} and drive.app.pointer == "arrow"


def test_after_the_rise_nothing_is_painted(tables: Tables) -> None:
    drive = tables.table()
    drive.move(drive.at("a6"))
    drive.run(0.2)
    frames: list[float] = []
    drive.app.on_frame = lambda work, since: frames.append(work)
    drive.run(1.0)
    assert frames == [] and drive.scene.pace() is None


def test_what_is_picked_stands_higher_and_sinks_when_it_is_let_go(tables: Tables) -> None:
    drive = tables.table(clicks=("a6",))
    assert risen(drive)["a6"] == PICK_LIFT
    drive.click("a6")
    drive.move(drive.at(None))
    assert risen(drive) == {}


@pytest.mark.parametrize(
    "leave", [lambda drive: drive.post(pygame.WINDOWLEAVE), lambda drive: drive.move(drive.key("undo").rect.center)]
)
def test_nothing_stays_raised_when_the_pointer_leaves_the_table(
    tables: Tables, leave: Callable[[Driver], None]
) -> None:
    drive = tables.table()
    drive.move(drive.at("a6"))
    leave(drive)
    assert risen(drive) == {}


@pytest.mark.parametrize("setting", [{"animation": "off"}, {"reduced_motion": True}])
def test_nothing_rises_where_nothing_should_move(tables: Tables, setting: dict[str, Any]) -> None:
    drive = tables.table(**setting, clicks=("a6",))
    assert risen(drive) == {}
    drive.lift("a6")
    drive.release(None)
    assert not drive.scene.stage.stirring


def test_where_nothing_is_told_nothing_rises(tables: Tables) -> None:
    attentive = dice_table(tables, mode="attentive")
    attentive.move(attentive.at("w6"))
    assert not attentive.scene.hand.can_hint_by_pointer and risen(attentive) == {}


def test_the_cup_that_may_be_taken_rises_too(tables: Tables) -> None:
    drive = dice_table(tables)
    drive.move(drive.at("w-cup"))
    assert risen(drive) == {"w-cup": POINT_LIFT}


def test_a_piece_let_go_beside_the_board_goes_home_and_the_next_click_counts_meanwhile(tables: Tables) -> None:
    drive = tables.table()
    drive.lift("a6")
    drive.move(drive.at(None), down=True)
    drive.release(None)
    assert drive.stage.held is None and not drive.picked
    (sprite,) = drive.stage.returning.at(drive.app.moment)
    assert sprite.x < drive.stage.spots["a6"].x - 10, "it is still on its way"
    drive.click("c6", "b5")
    assert drive.played() == ["c6-b5"]
    drive.until(lambda: not drive.stage.stirring)
    assert drive.stage.returning is None


def test_a_piece_refused_goes_home_instead_of_shaking(tables: Tables) -> None:
    drive = tables.table()
    drive.lift("a6")
    drive.move(drive.at("c4"), down=True)
    drive.release("c4")
    assert drive.toast is not None and drive.stage.returning is not None and drive.stage.shaken is None
    drive.until(lambda: not drive.stage.stirring)
    assert risen(drive) == {"a6": PICK_LIFT}, "it is picked still"


def test_a_film_goes_on_from_where_the_raised_piece_is(tables: Tables) -> None:
    drive = tables.table(clicks=("a6",))
    drive.until(lambda: not drive.stage.stirring)
    drive.press("b5")
    spot = drive.stage.spots["a6"]
    drive.step(0.0)
    (sprite,) = drive.stage.frame().sprites
    assert sprite.lift > 0.3 and sprite.y < spot.y + 0.5 * spot.size


def test_what_stands_raised_to_be_put_goes_on_from_there(tables: Tables) -> None:
    drive = tables.table(position=MIDDLE, game=DUCK, clicks=("f3", "g5"))
    drive.settle()
    drive.click("d5")
    spot = drive.stage.spots["f4"]
    frame = drive.stage.frame()
    (duck,) = (sprite for sprite in frame.sprites if sprite.token.look == "duck")
    assert duck.lift > 0.3 and duck.y < spot.y - 0.02 * spot.size


def test_in_the_hand_a_piece_leaves_a_pale_one_where_it_came_from(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    for drive, target in ((tables.table(), "a6"), (gnomes(tables, BUSY), "d4"), (tables.table(game=DUCK), "e2")):
        box = pygame.Rect(drive.scene.stage.spots[target].box.ints()).inflate(-30, -30)
        drive.lift(target)
        drive.move(drive.at(None), down=True)
        drive.run(0.1)
        pale = pygame.image.tobytes(drive.app.surface.subsurface(box), "RGB")
        monkeypatch.setattr(drive.scene.stage.view, "_paint_absent", lambda *facts: None)
        drive.app.dirty()
        drive.step()
        assert pygame.image.tobytes(drive.app.surface.subsurface(box), "RGB") != pale


# --- what hangs from the hand


def led(sway: Sway, speed: float, seconds: float) -> list[Sway]:
    """How a thing hangs while the pointer goes to the right, at pixels a second, 60 times a second."""
    ways = [sway]
    for _ in range(round(60 * seconds)):
        ways.append(ways[-1].after(1 / 60).after_pointer_move(speed / 60, 0.0))
    return ways


@pytest.mark.parametrize("speed", [200.0, 600.0, 1500.0, 30000.0])
def test_what_is_carried_trails_a_little_and_leans_the_more_the_faster_the_hand(speed: float) -> None:
    carried = led(Sway(80.0), speed, 0.5)
    assert all(-MAX_LAG * 80 < way.beside[0] <= 0 and 0 <= way.tilt < MAX_TILT for way in carried)
    tilts = [way.tilt for way in carried]
    assert tilts == sorted(tilts) and tilts[-1] > led(Sway(80.0), speed / 2, 0.5)[-1].tilt
    assert speed > 2000 or max(b - a for a, b in pairwise(tilts)) < 0.25 * MAX_TILT, "nothing jumps"


def test_when_the_hand_stops_it_comes_to_rest_upright_without_swinging_over() -> None:
    carried = led(Sway(80.0), 900.0, 0.5)[-1]
    rests = led(carried, 0.0, 0.5)
    tilts, away = [way.tilt for way in rests[1:]], [way.beside[0] for way in rests[1:]]
    assert tilts[0] > 5 and tilts == sorted(tilts, reverse=True) and min(tilts) == 0.0
    assert away == sorted(away) and max(away) == 0.0
    assert rests[18] == Sway(80.0), "after 300 ms nothing moves"


def carried(drive: Driver, target: str, way: tuple[int, int], steps: int = 6) -> tuple[int, int]:
    drive.lift(target)
    drive.until(lambda: not drive.stage.stirring)
    x, y = drive.mouse
    for step in range(1, steps + 1):
        drive.move((x + way[0] * step // steps, y + way[1] * step // steps), down=True)
    return drive.mouse


@pytest.mark.parametrize("kind", ["draughts", "men", "gnomes", "cards"])
def test_a_carried_piece_leans_with_the_hand_and_then_nothing_is_painted(
    tables: Tables, rummy: Tables, kind: str
) -> None:
    if kind == "cards":
        drive = drawn(rummy, animation="normal")
        target = hand_of(drive)[4]
    elif kind == "draughts":
        drive, target = tables.table(), "a6"
    elif kind == "men":
        drive, target = tables.table(position=MIDDLE, game=DUCK), "f3"
    else:
        drive, target = gnomes(tables, BUSY), "d4"
    at = carried(drive, target, (180, -60))
    assert drive.stage.held.tilt > 2 and (drive.stage.held.x, drive.stage.held.y) == at, "the pointer says where"
    drive.until(lambda: not drive.stage.stirring)
    assert drive.stage.held.tilt == 0.0 and drive.stage.held.place == at
    frames: list[float] = []
    drive.app.on_frame = lambda work, since: frames.append(work)
    drive.run(0.2)
    assert frames == []


@pytest.mark.parametrize("setting", [{"animation": "off"}, {"reduced_motion": True}])
def test_where_nothing_should_move_a_carried_piece_hangs_still(
    tables: Tables, rummy: Tables, setting: dict[str, Any]
) -> None:
    cards = drawn(rummy, **{"animation": "normal", **setting})
    for drive, target in ((tables.table(**setting), "a6"), (cards, hand_of(cards)[4])):
        at = carried(drive, target, (180, -60))
        assert drive.stage.held.tilt == 0.0 and drive.stage.held.place == at and not drive.stage.stirring


@pytest.mark.parametrize("end", ["b5", None])
def test_let_go_in_full_swing_a_piece_goes_on_from_where_and_as_it_hangs(tables: Tables, end: str | None) -> None:
    drive = tables.table()
    drive.lift("a6")
    for aside in (40, 20, 0):
        x, y = drive.at(end)
        drive.move((x - aside, y), down=True)
    held = drive.stage.held
    drive.app.moment -= FRAME  # it is let go in the same moment
    drive.release(end)
    sprite = drive.stage.frame().sprites[0] if end else drive.stage.returning.at(drive.app.moment)[0]
    assert (sprite.x, sprite.y) == pytest.approx(held.place, abs=3) and abs(held.tilt) > 1
    assert sprite.tilt == pytest.approx(held.tilt, abs=0.6)
    drive.until(lambda: not drive.stage.stirring and not drive.stage.busy)
