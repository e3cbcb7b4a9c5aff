"""Short runs of `tests.soak monkey`, and the broken laws that it finds."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

import pygame
import pytest

from scenes.app.app import App
from scenes.app.storage import Storage
from scenes.games.ducale.chance import CardRules
from scenes.screens.menu.scene import MenuScene
from scenes.ui.base import Widget
from tests.checks import present
from tests.effort import by_effort
from tests.rows import cases_of
from tests.soak.monkey import outside
from tests.soak.monkey.life import Life, run_script
from tests.soak.monkey.places import PLACES
from tests.soak.monkey.running import run_lives, screens, unseen
from tests.soak.monkey.script_shrinking import as_python, shrink_script
from tests.soak.monkey.scripts import Script, count_lives, make_script

SEEDS: Final = by_effort((1,), (1,), (1, 2))
"""Pixels are compared with the first. For a long run with a new seed: `python -m tests.soak monkey`."""
EVENTS: Final = by_effort(150, 2_500, 5_000)
"""The least number of events of each run."""
ROOT: Final = Path(__file__).parents[2]
FOUND: Final[dict[str, Any]] = cases_of("monkey")
"""Fault found earlier -> the seed, and the shrunk steps that showed it."""


@pytest.mark.parametrize("seed", SEEDS)
def test_random_input_on_every_screen_breaks_no_law(seed: int) -> None:
    everywhere = EVENTS >= 5_000
    tally = run_lives(seed, EVENTS, pictures=seed == SEEDS[0], everywhere=everywhere)
    assert not tally.faults, tally.faults[0]
    assert tally.events >= EVENTS
    assert not (everywhere and unseen(tally)), "the monkey never came there"


def test_runs_begin_in_every_place() -> None:
    places = tuple(PLACES)
    begun = {
        step[1]
        for number in range(count_lives(places))
        for step in make_script(5, number, places)
        if step[0] == "lay"
    }
    assert begun == set(places)
    assert ("MatchScene", "ducale") in screens() and ("SettingsScene", "") in screens()


@pytest.mark.journey
@pytest.mark.parametrize("place", ["match, computer: double-draughts", "match, persons: ducale", "settings: looks"])
def test_the_app_closes_on_request_after_any_outside_interference(place: str) -> None:
    """Real events of mouse, keyboard and window (`tests.soak monkey --outside`)."""
    sent, seen, faults = outside.run_life_outside(1, 0, place)
    assert faults == []
    assert sent > 100 and seen


# --- the same seed is the same run


def trace_of(seed: int) -> list[str]:
    lived = run_script(make_script(seed, 0, tuple(PLACES))[: by_effort(6, 400, 1000)], f"{seed} 0", traced=True)
    assert lived.fault is None
    return [*lived.trace]


def test_the_same_seed_gives_the_same_run_in_another_process() -> None:
    """Also where sets of words have another order."""
    here = trace_of(6)
    code = "import json; from tests.soak.test_monkey import trace_of; print(json.dumps(trace_of(6)))"
    there = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(there.stdout.splitlines()[-1]) == here, "another process lives otherwise"
    assert trace_of(6) == here != trace_of(7)


# --- cutting down


def _thrice(app: App) -> None:
    """Make the app fail when a key is struck for the third time."""
    struck, attend = [], app.spoken_line.on_event

    def counting(event: pygame.event.Event) -> None:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_q:
            struck.append(event)
            if len(struck) == 3:
                raise RuntimeError("once too often")
        attend(event)

    app.spoken_line.on_event = counting  # type: ignore[method-assign]


def test_a_script_with_a_fault_is_shrunk_to_its_necessary_steps() -> None:
    q = ("key", "q", "")
    idle = [step for step in make_script(8, 0, tuple(PLACES)) if step[0] in ("move", "wheel", "wait", "target")]
    some = by_effort(0, 2, 2)
    script = (*idle[: some or 1], q, *idle[2 : 2 + some], q, *idle[4 : 4 + some], q, q, *idle[6 : 6 + some])
    lived = run_script(script, "8", meddle=_thrice)
    assert lived.fault is not None and lived.fault.kind == "RuntimeError in app.py, handle_event"
    short, thorough = shrink_script(script, "8", lived, meddle=_thrice)
    assert short == (q, q, q) and thorough
    told = as_python(short, "8", lived.fault.kind)
    names: dict[str, Any] = {"Script": Script, "run_script": run_script}
    exec(compile(told, "pasted", "exec"), names)
    names["test_found_by_the_monkey"]()  # without the one who meddles nothing is wrong


# --- faults found earlier


@pytest.mark.parametrize("name", sorted(FOUND)[:: by_effort(2, 1, 1)])
def test_earlier_findings_stay_fixed(name: str) -> None:
    seed, *steps = FOUND[name]
    fault = run_script(tuple(map(tuple, steps)), seed, thorough=True).fault
    assert fault is None, fault


@pytest.mark.parametrize("key", ["double-draughts", "duck-chess"])
def test_a_turn_can_be_made_in_a_try_out(key: str) -> None:
    """From the midst of a turn a try-out began where nothing could be written down."""
    for seed in range(by_effort(2, 6, 6)):
        script: Script = (
            ("lay", f"try-out begun: {key}", seed),
            ("wait", 0.4),
            *[("turn", part / 7, "click") for part in range(7)],
        )
        fault = run_script(script, f"{seed}", thorough=True).fault
        assert fault is None, fault


# --- what would break a law is found


def _lived(*steps: Any, meddle: Callable[[App], object] | None = None) -> Life:
    return run_script(steps, "9", thorough=True, meddle=meddle)


def _broken(*steps: Any, meddle: Callable[[App], object] | None = None) -> str:
    fault = present(_lived(*steps, meddle=meddle).fault, "fault")
    return fault.kind


@cache
def _check_scripts() -> None:
    for steps in (MENU, CARDS, DRAUGHTS):
        assert _lived(*steps).fault is None


@pytest.fixture
def patch(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Provide a monkeypatch after checking that the scripts alone show no fault."""
    _check_scripts()
    return monkeypatch


MENU: Final = (("still",), ("key", "tab", ""), ("still",), ("key", "tab", ""), ("still",))
CARDS: Final = (("lay", "match, computer: ducale", 3), ("wait", 3.0), ("wait", 3.0), ("still",))
DRAUGHTS: Final = (("lay", "match, persons: double-draughts", 3), *[("turn", part / 9, "click") for part in range(9)])


def test_a_logged_fault_is_found(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(MenuScene, "on_cover", lambda self: self.app.storage.log("Traceback (most recent call last):"))
    assert _broken(*DRAUGHTS) == "nothing is swallowed"


def test_a_file_outside_the_home_is_found(patch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    patch.setattr(MenuScene, "on_cover", lambda self: (tmp_path / "stray").write_text("x"))
    assert _broken(*DRAUGHTS) == "nothing is swallowed"


def test_a_menu_above_the_menu_is_found(patch: pytest.MonkeyPatch) -> None:
    steps = (("lay", "dialog", 1), ("key", "escape", ""))
    patch.setattr(
        "scenes.screens.menu.scene.MenuScene.on_resume", lambda self, result: self.app.stack.push(MenuScene(self.app))
    )
    assert _broken(*steps) == "one menu is enough"


def test_a_missing_repaint_is_found(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Widget, "dirty", lambda self: None)
    assert _broken(*MENU) == "what is painted is what is there"


def test_a_screen_that_is_never_idle_is_found(patch: pytest.MonkeyPatch) -> None:
    wait_seconds, update = MenuScene.wait_seconds, MenuScene.update
    patch.setattr(MenuScene, "update", lambda self, dt: (update(self, dt), self.dirty(pygame.Rect(0, 0, 9, 9))))
    patch.setattr(
        App, "seconds_to_next_frame", lambda self: None if self.stack.top is None else wait_seconds(self.stack.top)
    )
    assert _broken(("wait", 3.0), ("still",)) == "a still screen asks for no frames"


def test_an_invisible_focus_is_found(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("scenes.screens.menu.tiles.GameTile.visible_area", lambda self: pygame.Rect(0, 0, 1, 1))
    assert _broken(*[("key", "tab", "")] * 8) == "the focus is in sight"


def test_an_unsaved_move_is_found(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Storage, "save_match", lambda self, match_id, text: match_id)
    assert _broken(*DRAUGHTS) == "what is finished is on disk"


def test_an_exposed_hand_is_found(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(CardRules, "redact_position", lambda self, position: position)
    assert _broken(*CARDS).startswith(("no other hand", "one hand"))


@pytest.mark.skipif(sys.platform == "win32", reason="open files are listed in /proc")
def test_a_file_descriptor_left_open_is_found(patch: pytest.MonkeyPatch) -> None:
    left: list[int] = []
    patch.setattr(MenuScene, "on_cover", lambda self: left.append(os.open(__file__, os.O_RDONLY)))
    assert _broken(*DRAUGHTS) == "nothing is left over"
    for number in left:
        os.close(number)
