"""What lives on the menu's table: when, where, and when not."""

from itertools import pairwise
from typing import Any, Final

import pygame
import pytest

from rules import KEYS
from scenes.screens.constants import IDLE_FRAME_SECONDS
from scenes.screens.menu.idle_schedule import IdleSchedule
from scenes.screens.menu.scene import MenuScene
from scenes.screens.settings import SettingsScene
from scenes.surfaces.constants import BLINK_INTERVAL_SECONDS, DOZE_AFTER_SECONDS
from scenes.table.game_ui import ui_of
from tests.checks import check_alike
from tests.scenes.driver import Tables, Timed, painted

LENGTHS: Final = (0.6, 2.6, 0.9)


def _watched(
    schedule: IdleSchedule, until: float, greeted: tuple[float, ...] = (0.0,)
) -> list[tuple[float, int, float]]:
    """When something began, which, and for how long it was seen; looked at every 20 ms."""
    seen: list[tuple[float, int, float]] = []
    before: tuple[int, float] | None = None
    for tick in range(round(until / 0.02)):
        now = tick * 0.02
        if now in greeted:
            schedule.note_activity(now)
        stirred = schedule.advance(now)
        if stirred is not None:
            begun = (stirred[0], now - stirred[1])
            if before is None or abs(begun[1] - before[1]) > 0.01:
                seen.append((begun[1], begun[0], 0.0))
            seen[-1] = (*seen[-1][:2], stirred[1])
            before = begun
    return seen


# --- when


@pytest.mark.parametrize("seed", range(5))
def test_one_idle_animation_at_a_time_and_at_most_every_three_seconds(seed: int) -> None:
    schedule = IdleSchedule(LENGTHS)
    schedule._random.seed(seed)
    seen = _watched(schedule, 40.0)
    assert seen[0][0] >= BLINK_INTERVAL_SECONDS[0] == 3.0
    for (start, one, lasted), (following, other, _) in pairwise(seen):
        assert following - start >= BLINK_INTERVAL_SECONDS[0] - 0.02 and one != other
        assert lasted <= LENGTHS[one] <= lasted + 0.05


def test_idle_animations_stop_half_a_minute_after_the_last_input() -> None:
    schedule = IdleSchedule(LENGTHS)
    seen = _watched(schedule, 90.0)
    assert len(seen) >= 3 and seen[-1][0] <= DOZE_AFTER_SECONDS == 30.0
    assert schedule.wait_seconds(90.0) is None
    schedule.note_activity(90.0)
    assert schedule.wait_seconds(90.0) is not None, "something moves again once somebody is there"


def test_schedule_sleeps_between_two_idle_animations() -> None:
    schedule = IdleSchedule(LENGTHS)
    schedule.note_activity(0.0)
    pause = schedule.wait_seconds(0.0)
    assert pause is not None and pause >= BLINK_INTERVAL_SECONDS[0]
    assert schedule.advance(pause) is not None and schedule.wait_seconds(pause) == IDLE_FRAME_SECONDS


def test_idle_animation_does_not_start_when_a_long_open_sheet_closes() -> None:
    schedule = IdleSchedule(LENGTHS)
    schedule.note_activity(0.0)
    late = DOZE_AFTER_SECONDS + 1.0
    assert schedule.advance(late) is None and schedule.wait_seconds(late) is None


def test_schedule_without_animations_starts_none() -> None:
    schedule = IdleSchedule((0.0, 0.0))
    schedule.note_activity(0.0)
    assert schedule.advance(20.0) is None


# --- what


def _table(tables: Tables, **settings: Any) -> tuple[Timed, MenuScene]:
    app = tables.app(**settings)
    menu = MenuScene(app)
    app.stack.push(menu)
    _pass(app, 1.0)
    while app.chores:
        app.chores.popleft()()
    _pass(app, 2.0)
    return app, menu


def _pass(app: Timed, seconds: float, step: float = 0.04) -> None:
    for _ in range(round(seconds / step)):
        app.moment += step
        app.frame()


def test_every_game_has_an_idle_animation() -> None:
    idle = [ui_of(key).idle for key in KEYS]
    assert all(make is not None and 0.4 <= make().seconds <= 3.0 for make in idle)


@pytest.mark.parametrize("number", range(len(KEYS)))
def test_idle_animation_repaints_its_own_area_and_leaves_no_trace(tables: Tables, number: int) -> None:
    app, menu = _table(tables, animation="fast")
    picture = menu._tiles[number].picture
    app.paint()
    before = app.surface.copy()
    changed = 0
    for step in range(13):
        picture.animate(step / 12)
        rects = painted(app, app.paint)
        area = rects[0]
        assert len(rects) == 1 and area.width < 0.4 * picture.rect.height
        assert picture.rect.inflate(8, 8).contains(area)
        app.dirty()
        app.paint()
        differs = pygame.mask.from_threshold(app.surface, (0, 0, 0), (1, 1, 1, 255), othersurface=before)
        differs.invert()
        boxes = differs.get_bounding_rects()
        changed += bool(boxes)
        assert all(area.contains(box) for box in boxes)
    assert changed >= 4
    picture.animate(None)
    app.paint()
    check_alike(before, app.surface, "the menu at rest")


def test_menu_animates_only_after_recent_input(tables: Tables) -> None:
    app, menu = _table(tables, animation="normal")
    frames = 0
    schedule: set[int] = set()
    for _ in range(round(28 / 0.04)):
        app.moment += 0.04
        app.frame()
        now = [number for number, tile in enumerate(menu._tiles) if tile.picture._animation_progress is not None]
        assert len(now) <= 1
        schedule |= set(now)
        frames += bool(now)
    assert len(schedule) >= 2 and frames >= 20
    _pass(app, 12.0)
    assert all(tile.picture._animation_progress is None for tile in menu._tiles) and menu.wait_seconds() is None


@pytest.mark.parametrize(
    "settings", [{"small_life": False}, {"reduced_motion": True}, {"animation": "off"}], ids=lambda one: str(one)
)
def test_idle_animations_can_be_switched_off(tables: Tables, settings: dict[str, Any]) -> None:
    app, menu = _table(tables, **settings)
    assert menu.wait_seconds() is None
    for _ in range(500):
        app.moment += 0.04
        app.frame()
        assert all(tile.picture._animation_progress is None for tile in menu._tiles)


def test_no_idle_animation_under_another_screen(tables: Tables) -> None:
    app, menu = _table(tables, animation="normal")
    while all(tile.picture._animation_progress is None for tile in menu._tiles):
        _pass(app, 0.04)
    app.stack.push(SettingsScene(app))
    assert all(tile.picture._animation_progress is None for tile in menu._tiles)


def test_idle_animation_waits_for_its_resized_picture(tables: Tables) -> None:
    """Bug: what lies below a thing that stirs was looked for in the picture of another size."""
    app = tables.app(animation="normal")
    menu = MenuScene(app)
    app.stack.push(menu)
    _pass(app, 1.0)
    for tile in menu._tiles:
        tile.picture.place(pygame.Rect(0, 0, 150, 150))
        tile.picture.prepare_animation()
    assert all(tile.picture.needs_preparation for tile in menu._tiles)
