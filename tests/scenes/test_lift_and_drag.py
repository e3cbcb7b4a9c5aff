"""What the pointer and the hand do to things: they rise under it, follow it softly, and go home when it lets go."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pygame
import pytest

from rules.contract import Token
from scenes.surfaces.clips import LIFT_SECONDS, PICK_LIFT, POINT_LIFT
from scenes.surfaces.drag import (
    MAX_LAG,
    MAX_TILT,
    RETURN_SECONDS,
    HeldTokens,
    PointerSpring,
    ReturnAnimation,
    TokenLifts,
)
from tests.scenes.dice import dice_table
from tests.scenes.driver import FRAME, Driver, Tables
from tests.scenes.gnomes import BUSY
from tests.scenes.gnomes import table as gnomes
from tests.scenes.matches import DUCK, MIDDLE
from tests.scenes.rummy import draw_card, hand_of

IVORY = Token("ivory")


def risen(drive: Driver) -> dict[str, float]:
    drive.until(lambda: not drive.stage.is_animating)
    return dict(drive.stage.lifts)


# --- in numbers


def test_rise_takes_80_ms_and_never_jumps() -> None:
    rising = TokenLifts()
    rising.set_wanted({"a1": 1.0}, 0.0)
    heights = [rising.at(LIFT_SECONDS * n / 20).get("a1", 0.0) for n in range(21)]
    assert heights[0] == 0.0 and heights[-1] == 1.0
    assert all(0 <= b - a < 0.15 for a, b in pairwise(heights))
    assert rising.is_moving(0.9 * LIFT_SECONDS) and not rising.is_moving(LIFT_SECONDS)


def test_sinking_piece_starts_from_its_present_height() -> None:
    rising = TokenLifts()
    rising.set_wanted({"a1": 1.0}, 0.0)
    high = rising.at(0.02)["a1"]
    rising.set_wanted({}, 0.02)
    assert rising.at(0.02)["a1"] == pytest.approx(high)
    assert rising.at(0.02 + LIFT_SECONDS) == {}


def test_lifted_piece_moves_from_its_place_to_the_pointer() -> None:
    held = HeldTokens("a1", (IVORY,), 100.0, 60.0, since=1.0, start_dx=-9.0, start_dy=7.0, start_lift=0.4)
    assert held.at(1.0) == pytest.approx((91.0, 67.0, 0.4))
    assert held.at(1.0 + LIFT_SECONDS) == pytest.approx((100.0, 60.0, 1.0))
    assert not held.is_at_rest(1.0) and held.is_at_rest(1.0 + LIFT_SECONDS)


@pytest.mark.parametrize(
    ("away", "seconds"), [(0.0, RETURN_SECONDS[0]), (80.0, RETURN_SECONDS[0] + 0.02), (4000.0, RETURN_SECONDS[1])]
)
def test_return_takes_longer_from_farther_and_ends_on_the_table(away: float, seconds: float) -> None:
    way = ReturnAnimation("a1", (IVORY,), ((away, 0.0),), ((0.0, 0.0, 80.0),), 5.0)
    assert way.seconds == pytest.approx(seconds)
    first, last = way.at(5.0)[0], way.at(5.0 + way.seconds)[0]
    assert (first.x, first.lift) == (away, 1.0)
    assert (last.x, last.y, last.lift, last.squash) == pytest.approx((0.0, 0.0, 0.0, 0.0), abs=1e-6)
    assert max(way.at(5.0 + way.seconds * n / 20)[0].squash for n in range(21)) > 0.9, "it settles"


# --- at the table


def test_only_movable_pieces_rise_under_the_pointer(tables: Tables) -> None:
    drive = tables.table()
    drive.move(drive.at("a6"))
    assert risen(drive) == {"a6": POINT_LIFT} and drive.app.pointer == "grab"
    drive.move(drive.at("c6"))
    assert risen(drive) == {"c6": POINT_LIFT}
    for nothing in ("d5", "a2", None):
        drive.move(drive.at(nothing))
        assert risen(drive) == {} and drive.app.pointer == "arrow"


def test_no_frame_is_painted_after_the_rise(tables: Tables) -> None:
    drive = tables.table()
    drive.move(drive.at("a6"))
    drive.run(0.2)
    frames: list[float] = []
    drive.app.on_frame = lambda work, since: frames.append(work)
    drive.run(1.0)
    assert frames == [] and drive.scene.wait_seconds() is None


def test_picked_piece_stands_higher_and_sinks_when_unpicked(tables: Tables) -> None:
    drive = tables.table(clicks=("a6",))
    assert risen(drive)["a6"] == PICK_LIFT
    drive.click("a6")
    drive.move(drive.at(None))
    assert risen(drive) == {}


@pytest.mark.parametrize(
    "leave", [lambda drive: drive.post(pygame.WINDOWLEAVE), lambda drive: drive.move(drive.key("undo").rect.center)]
)
def test_piece_sinks_when_the_pointer_leaves_the_table(tables: Tables, leave: Callable[[Driver], None]) -> None:
    drive = tables.table()
    drive.move(drive.at("a6"))
    leave(drive)
    assert risen(drive) == {}


@pytest.mark.parametrize("setting", [{"animation": "off"}, {"reduced_motion": True}])
def test_no_piece_rises_without_animation_or_with_reduced_motion(tables: Tables, setting: dict[str, Any]) -> None:
    drive = tables.table(**setting, clicks=("a6",))
    assert risen(drive) == {}
    drive.lift("a6")
    drive.release(None)
    assert not drive.scene.stage.is_animating


def test_no_piece_rises_where_hints_are_off(tables: Tables) -> None:
    attentive = dice_table(tables, mode="attentive")
    attentive.move(attentive.at("w6"))
    assert not attentive.scene.board_input.can_hint_by_pointer and risen(attentive) == {}


def test_cup_that_may_be_taken_rises(tables: Tables) -> None:
    drive = dice_table(tables)
    drive.move(drive.at("w-cup"))
    assert risen(drive) == {"w-cup": POINT_LIFT}


def test_piece_dropped_off_the_board_returns_while_clicks_take_effect(tables: Tables) -> None:
    drive = tables.table()
    drive.lift("a6")
    drive.move(drive.at(None), down=True)
    drive.release(None)
    assert drive.stage.held is None and not drive.picked
    (sprite,) = drive.stage.returning.at(drive.app.moment)
    assert sprite.x < drive.stage.spots["a6"].x - 10, "it is still on its way"
    drive.click("c6", "b5")
    assert drive.played() == ["c6-b5"]
    drive.until(lambda: not drive.stage.is_animating)
    assert drive.stage.returning is None


def test_refused_drag_returns_home_instead_of_shaking(tables: Tables) -> None:
    drive = tables.table()
    drive.lift("a6")
    drive.move(drive.at("c4"), down=True)
    drive.release("c4")
    assert drive.toast is not None and drive.stage.returning is not None and drive.stage.shaken is None
    drive.until(lambda: not drive.stage.is_animating)
    assert risen(drive) == {"a6": PICK_LIFT}, "it is picked still"


def test_move_animation_starts_from_the_raised_piece(tables: Tables) -> None:
    drive = tables.table(clicks=("a6",))
    drive.until(lambda: not drive.stage.is_animating)
    drive.press("b5")
    spot = drive.stage.spots["a6"]
    drive.step(0.0)
    (sprite,) = drive.stage.frame().sprites
    assert sprite.lift > 0.3 and sprite.y < spot.y + 0.5 * spot.size


def test_move_animation_of_the_duck_starts_from_its_raised_place(tables: Tables) -> None:
    drive = tables.table(position=MIDDLE, game=DUCK, clicks=("f3", "g5"))
    drive.settle()
    drive.click("d5")
    spot = drive.stage.spots["f4"]
    frame = drive.stage.frame()
    (duck,) = (sprite for sprite in frame.sprites if sprite.token.look == "duck")
    assert duck.lift > 0.3 and duck.y < spot.y - 0.02 * spot.size


def test_lifted_piece_leaves_a_pale_copy_on_its_square(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
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


def led(sway: PointerSpring, speed: float, seconds: float) -> list[PointerSpring]:
    """How a thing hangs while the pointer goes to the right, at pixels a second, 60 times a second."""
    ways = [sway]
    for _ in range(round(60 * seconds)):
        ways.append(ways[-1].after(1 / 60).after_pointer_move(speed / 60, 0.0))
    return ways


@pytest.mark.parametrize("speed", [200.0, 600.0, 1500.0, 30000.0])
def test_carried_piece_trails_and_leans_more_at_higher_speed(speed: float) -> None:
    carried = led(PointerSpring(80.0), speed, 0.5)
    assert all(-MAX_LAG * 80 < way.offset[0] <= 0 and 0 <= way.tilt < MAX_TILT for way in carried)
    tilts = [way.tilt for way in carried]
    assert tilts == sorted(tilts) and tilts[-1] > led(PointerSpring(80.0), speed / 2, 0.5)[-1].tilt
    assert speed > 2000 or max(b - a for a, b in pairwise(tilts)) < 0.25 * MAX_TILT, "nothing jumps"


def test_carried_piece_becomes_upright_without_overshoot() -> None:
    carried = led(PointerSpring(80.0), 900.0, 0.5)[-1]
    rests = led(carried, 0.0, 0.5)
    tilts, away = [way.tilt for way in rests[1:]], [way.offset[0] for way in rests[1:]]
    assert tilts[0] > 5 and tilts == sorted(tilts, reverse=True) and min(tilts) == 0.0
    assert away == sorted(away) and max(away) == 0.0
    assert rests[18] == PointerSpring(80.0), "after 300 ms nothing moves"


def carried(drive: Driver, target: str, way: tuple[int, int], steps: int = 6) -> tuple[int, int]:
    drive.lift(target)
    drive.until(lambda: not drive.stage.is_animating)
    x, y = drive.mouse
    for step in range(1, steps + 1):
        drive.move((x + way[0] * step // steps, y + way[1] * step // steps), down=True)
    return drive.mouse


@pytest.mark.parametrize("kind", ["draughts", "men", "gnomes", "cards"])
def test_carried_piece_leans_and_then_rests_without_repaints(tables: Tables, rummy: Tables, kind: str) -> None:
    if kind == "cards":
        drive = draw_card(rummy, animation="normal")
        target = hand_of(drive)[4]
    elif kind == "draughts":
        drive, target = tables.table(), "a6"
    elif kind == "men":
        drive, target = tables.table(position=MIDDLE, game=DUCK), "f3"
    else:
        drive, target = gnomes(tables, BUSY), "d4"
    at = carried(drive, target, (180, -60))
    assert drive.stage.held.tilt > 2 and (drive.stage.held.x, drive.stage.held.y) == at, "the pointer says where"
    drive.until(lambda: not drive.stage.is_animating)
    assert drive.stage.held.tilt == 0.0 and drive.stage.held.centre == at
    frames: list[float] = []
    drive.app.on_frame = lambda work, since: frames.append(work)
    drive.run(0.2)
    assert frames == []


@pytest.mark.parametrize("setting", [{"animation": "off"}, {"reduced_motion": True}])
def test_carried_piece_does_not_lean_without_animation_or_with_reduced_motion(
    tables: Tables, rummy: Tables, setting: dict[str, Any]
) -> None:
    cards = draw_card(rummy, **{"animation": "normal", **setting})
    for drive, target in ((tables.table(**setting), "a6"), (cards, hand_of(cards)[4])):
        at = carried(drive, target, (180, -60))
        assert drive.stage.held.tilt == 0.0 and drive.stage.held.centre == at and not drive.stage.is_animating


@pytest.mark.parametrize("end", ["b5", None])
def test_piece_dropped_at_speed_continues_from_its_place_and_tilt(tables: Tables, end: str | None) -> None:
    drive = tables.table()
    drive.lift("a6")
    for aside in (40, 20, 0):
        x, y = drive.at(end)
        drive.move((x - aside, y), down=True)
    held = drive.stage.held
    drive.app.moment -= FRAME  # it is let go in the same moment
    drive.release(end)
    sprite = drive.stage.frame().sprites[0] if end else drive.stage.returning.at(drive.app.moment)[0]
    assert (sprite.x, sprite.y) == pytest.approx(held.centre, abs=3) and abs(held.tilt) > 1
    assert sprite.tilt == pytest.approx(held.tilt, abs=0.6)
    drive.until(lambda: not drive.stage.is_animating and not drive.stage.is_busy)
