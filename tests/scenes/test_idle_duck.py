"""The small life of the duck: what it does by itself, and when."""

from itertools import pairwise
from typing import Any, Final

import pygame
import pytest

from scenes.surfaces.constants import (
    BLINK_INTERVAL_SECONDS,
    BLINK_SECONDS,
    CRY_DELAY_SECONDS,
    DOZE_AFTER_SECONDS,
    HOP_SECONDS,
    QUACK_SECONDS,
    TRACE_FADE_SECONDS,
)
from scenes.surfaces.living_tokens import LivingToken
from tests.scenes.driver import Driver, Tables
from tests.scenes.driver import painted as repainted
from tests.scenes.matches import ANNA, COMPUTER, DUCK, MIDDLE
from tests.scenes.opponents import turn_of
from tests.scenes.test_stage import Monkey, Sounds

STEP: Final = 0.02


def acts(
    life: LivingToken, start: float, seconds: float, cries: bool = True, blinks: bool = True
) -> list[tuple[float, str]]:
    found = [(start, "")]
    for step in range(round(seconds / STEP)):
        now = start + step * STEP
        act = life.advance_act(now, cries, blinks)
        if act != found[-1][1]:
            found.append((now, act))
    return found[1:]


# --- when


def test_duck_blinks_rarely_and_stops_without_input() -> None:
    life = LivingToken()
    life.note_input(10.0)
    blinks = [now for now, act in acts(life, 10.0, 100.0) if act == "blink"]
    assert len(blinks) >= 4 and blinks[0] >= 10.0 + BLINK_INTERVAL_SECONDS[0]
    assert all(later - earlier >= BLINK_INTERVAL_SECONDS[0] for earlier, later in pairwise(blinks))
    assert blinks[-1] <= 10.0 + DOZE_AFTER_SECONDS + BLINK_SECONDS and life.wait_seconds(110.0, True, True) is None


def test_blink_is_short() -> None:
    life = LivingToken()
    life.note_input(0.0)
    (begun, _), (ended, _) = acts(life, 0.0, 7.0)[:2]
    assert ended - begun == pytest.approx(BLINK_SECONDS, abs=2 * STEP)


def test_duck_cries_once_after_landing() -> None:
    life = LivingToken()
    life.note_landing(5.0, True)
    assert [act for _, act in acts(life, 5.0, 2.0, blinks=False)] == ["quack", ""]
    life.note_landing(9.0, True)
    heard = [step for step in range(100) if life.take_due_cry(9.0 + step * STEP)]
    assert len(heard) == 1 and heard[0] * STEP == pytest.approx(CRY_DELAY_SECONDS, abs=STEP)


def test_duck_requests_frames_only_when_it_changes() -> None:
    life = LivingToken()
    assert life.wait_seconds(0.0, True, True) is None
    life.note_landing(1.0, True)
    moments: list[float] = []
    now = 1.0
    while (pause := life.wait_seconds(now, True, False)) is not None and len(moments) < 9:
        now += pause + 1e-6
        moments.append(now - 1.0)
        life.take_due_cry(now)
    assert moments == [
        pytest.approx(moment, abs=1e-4) for moment in (CRY_DELAY_SECONDS, CRY_DELAY_SECONDS + QUACK_SECONDS)
    ]


def test_mark_of_the_old_place_fades_in_and_out() -> None:
    """Bug: it was there, and gone, from one frame to the next."""
    life = LivingToken()
    one, other = frozenset({"f4"}), frozenset({"d5"})
    assert life.update_traces(one, 1.0, is_still=False) == {"f4": pytest.approx(0.0)}
    assert life.wait_seconds(1.0, True, False) == 0.0, "it changes with every frame"
    assert life.update_traces(one, 1.0 + TRACE_FADE_SECONDS / 4, is_still=False) == {"f4": pytest.approx(0.25)}
    assert (
        life.update_traces(one, 1.0 + TRACE_FADE_SECONDS, is_still=False) == {"f4": 1.0}
        and life.wait_seconds(1.0 + TRACE_FADE_SECONDS, True, False) is None
    )
    life.update_traces(other, 9.0, is_still=False)
    assert life.update_traces(other, 9.0 + TRACE_FADE_SECONDS / 2, is_still=False) == pytest.approx(
        {"f4": 0.5, "d5": 0.5}
    )
    assert life.update_traces(other, 9.0 + TRACE_FADE_SECONDS, is_still=False) == {"d5": 1.0}
    assert life.update_traces(one, 20.0, is_still=True) == {"f4": 1.0}, "nothing fades where nothing moves"


def test_hop_goes_up_and_comes_down() -> None:
    life = LivingToken()
    life.schedule_hop(2.0)
    assert (
        life.hop(2.0) == 0
        and life.hop(2.0 + HOP_SECONDS / 2) == pytest.approx(1)
        and life.hop(2.01 + HOP_SECONDS) == 0
    )
    assert life.wait_seconds(2.1, True, True) == 0


def test_hop_is_over_when_no_further_frame_is_due() -> None:
    """A hop from 0.24 on was at 0.58 a rounding error above the board, and no frame was due that would end it."""
    moments = [0.24, *(number * 0.013 for number in range(1000))]
    for begun in moments:
        life = LivingToken()
        life.schedule_hop(begun)
        assert life.hop(begun + HOP_SECONDS) == 0 and life.wait_seconds(begun + HOP_SECONDS, True, True) is None


# --- on the table


def awake(tables: Tables, **facts: Any) -> Driver:
    drive = tables.table(position=MIDDLE, game=DUCK, **facts)
    drive.move((3, 3))
    drive.run(0.3)
    return drive


def painted(drive: Driver, seconds: float) -> list[pygame.Rect]:
    return repainted(drive.app, lambda: drive.run(seconds))


def test_blink_repaints_only_the_rectangle_of_the_duck(tables: Tables) -> None:
    drive = awake(tables)
    rects = painted(drive, 12.0)
    spot = drive.scene.stage.spots["f4"]
    own = pygame.Rect(spot.box.ints()).inflate(round(0.75 * spot.size), round(0.75 * spot.size))
    assert 2 <= len(rects) <= 8 and all(own.contains(rect) for rect in rects)


def test_duck_sleeps_after_thirty_seconds_without_input(tables: Tables) -> None:
    drive = awake(tables)
    assert painted(drive, DOZE_AFTER_SECONDS + 1)
    assert painted(drive, 60.0) == [] and drive.top.wait_seconds() is None
    drive.move((5, 5))
    assert painted(drive, BLINK_INTERVAL_SECONDS[1] + 1)


@pytest.mark.parametrize("setting", [{"small_life": False}, {"reduced_motion": True}, {"animation": "off"}])
def test_idle_duck_can_be_switched_off(tables: Tables, setting: dict[str, Any]) -> None:
    drive = awake(tables, **setting)
    assert painted(drive, DOZE_AFTER_SECONDS) == [] and drive.top.wait_seconds() is None


def test_table_without_idle_animations_sleeps_at_once(tables: Tables) -> None:
    drive = tables.table()
    drive.move((3, 3))
    drive.run(0.3)
    pause = drive.app.seconds_to_next_frame()
    assert (
        drive.top.wait_seconds() is None and pause is not None
    )  # but for a look, each second, at whose the match is


@pytest.mark.parametrize("pause", [0.0, 0.05, 0.1, 0.2])
def test_standing_duck_is_repainted_correctly_while_pieces_move(tables: Tables, pause: float) -> None:
    drive = tables.table(ANNA, COMPUTER, position=MIDDLE, game=DUCK, clicks=("f3", "g5", "d5"))
    drive.until(lambda: len(drive.match.plies) == 4 and not drive.moving())  # the duck has just been put down
    drive.run(pause)
    Monkey(drive, 0)
    drive.play(*turn_of(drive.match.position))
    for _ in range(60):
        drive.step(0.01)


def heard(tables: Tables, monkeypatch: pytest.MonkeyPatch, **facts: Any) -> list[str]:
    drive = awake(tables, **facts)
    drive.click("f3", "g5")
    drive.settle()
    sounds = Sounds(drive, monkeypatch)
    drive.click("d5")
    drive.run(3.0)
    return sounds.names


@pytest.mark.parametrize(
    ("setting", "names"),
    [
        *((setting, ["pat", "quack"]) for setting in ({}, {"animation": "off"}, {"animation": "fast"})),
        ({"reduced_motion": True}, ["pat", "quack"]),
        ({"quack": False}, ["pat"]),
    ],
)
def test_duck_quacks_once_after_landing_unless_switched_off(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, setting: dict[str, Any], names: list[str]
) -> None:
    assert heard(tables, monkeypatch, **setting) == names


def test_dragged_duck_quacks_even_if_a_click_ends_its_animation(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    drive = awake(tables)
    drive.click("f3", "g5")
    drive.settle()
    sounds = Sounds(drive, monkeypatch)
    drive.drag("f4", "d5")
    drive.press("h7")
    drive.release("h7")
    drive.run(1.0)
    assert sounds.names.count("quack") == 1


def test_undo_plays_no_quack(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    drive = awake(tables)
    drive.click("f3", "g5", "d5")
    drive.run(2.0)
    sounds = Sounds(drive, monkeypatch)
    drive.undo()
    drive.run(2.0)
    assert "quack" not in sounds.names


def test_duck_quacks_for_the_computer_too(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    drive = tables.table(COMPUTER, COMPUTER, game=DUCK)
    sounds = Sounds(drive, monkeypatch)
    drive.until(lambda: len(drive.match.plies) >= 2)
    drive.scene.act("pause-play")
    drive.run(3.0)
    assert sounds.names.count("quack") == 1


@pytest.mark.parametrize(("quack", "sound"), [(True, "mutter"), (False, "refuse")])
def test_duck_clicked_before_its_turn_mutters(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, quack: bool, sound: str
) -> None:
    drive = awake(tables, quack=quack)
    sounds = Sounds(drive, monkeypatch)
    drive.click("f4", "a7")
    assert [name for name in sounds.names if name != "slip"] == [sound, "refuse"]


def test_lifted_duck_mutters_and_a_lifted_piece_plays_the_lift_sound(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    drive = awake(tables)
    sounds = Sounds(drive, monkeypatch)
    drive.lift("f3")
    assert sounds.names == ["lift"]
    drive.release("g5")
    drive.settle()
    sounds.heard.clear()
    drive.lift("f4")
    assert sounds.names == ["mutter"]
