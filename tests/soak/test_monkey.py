"""A monkey at the app (`tests.soak monkey`): whatever it does, no law is broken; what would break one is found."""

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
from tests.soak.monkey import outside
from tests.soak.monkey.cutting import as_python, cut
from tests.soak.monkey.living import LivingToken, live
from tests.soak.monkey.places import PLACES
from tests.soak.monkey.running import roam, screens, unseen
from tests.soak.monkey.scripts import Script, life, lives

SEEDS: Final = by_effort((1,), (1,), (1, 2))
"""Pixels are compared by the first. At length, and each time with another seed: `python -m tests.soak monkey`."""
EVENTS: Final = by_effort(300, 2_500, 5_000)
"""Of each run at least."""
ROOT: Final = Path(__file__).parents[2]


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_is_done_on_any_screen_no_law_is_broken(seed: int) -> None:
    everywhere = EVENTS >= 5_000
    tally = roam(seed, EVENTS, pictures=seed == SEEDS[0], everywhere=everywhere)
    assert not tally.faults, tally.faults[0]
    assert tally.events >= EVENTS
    assert not (everywhere and unseen(tally)), "the monkey never came there"


def test_a_run_begins_everywhere() -> None:
    places = tuple(PLACES)
    begun = {step[1] for number in range(lives(places)) for step in life(5, number, places) if step[0] == "lay"}
    assert begun == set(places)
    assert ("MatchScene", "ducale") in screens() and ("SettingsScene", "") in screens()


@pytest.mark.journey
@pytest.mark.parametrize("place", ["match, computer: double-draughts", "match, persons: ducale", "settings: looks"])
def test_whatever_is_done_from_outside_the_app_closes_when_it_is_told_to(place: str) -> None:
    """Real events of mouse, keyboard and window (`tests.soak monkey --outside`)."""
    sent, seen, faults = outside.lead(1, 0, place)
    assert faults == []
    assert sent > 100 and seen


# --- the same seed is the same run


def trace_of(seed: int) -> list[str]:
    lived = live(life(seed, 0, tuple(PLACES))[: by_effort(15, 400, 1000)], f"{seed} 0", traced=True)
    assert lived.fault is None
    return [*lived.trace]


def test_the_same_seed_is_the_same_run_wherever_it_is_made() -> None:
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
    """The third time that a key is struck is once too often."""
    struck, attend = [], app.line.on_event

    def counting(event: pygame.event.Event) -> None:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_q:
            struck.append(event)
            if len(struck) == 3:
                raise RuntimeError("once too often")
        attend(event)

    app.line.on_event = counting  # type: ignore[method-assign]


def test_a_script_that_shows_a_fault_is_cut_down_to_what_it_takes() -> None:
    q = ("key", "q", "")
    idle = [step for step in life(8, 0, tuple(PLACES)) if step[0] in ("move", "wheel", "wait", "target")]
    some = by_effort(1, 2, 2)
    script = (*idle[:some], q, *idle[2 : 2 + some], q, *idle[4 : 4 + some], q, q, *idle[6 : 6 + some])
    lived = live(script, "8", meddle=_thrice)
    assert lived.fault is not None and lived.fault.kind == "RuntimeError in app.py, _dispatch"
    short, thorough = cut(script, "8", lived, meddle=_thrice)
    assert short == (q, q, q) and thorough
    told = as_python(short, "8", lived.fault.kind)
    names: dict[str, Any] = {"Script": Script, "live": live}
    exec(compile(told, "pasted", "exec"), names)
    names["test_found_by_the_monkey"]()  # without the one who meddles nothing is wrong


# --- what would break a law is found


def _lived(*steps: Any, meddle: Callable[[App], object] | None = None) -> LivingToken:
    return live(steps, "9", thorough=True, meddle=meddle)


def _broken(*steps: Any, meddle: Callable[[App], object] | None = None) -> str:
    fault = present(_lived(*steps, meddle=meddle).fault, "fault")
    return fault.kind


@cache
def _check_scripts() -> None:
    for steps in (MENU, CARDS, DRAUGHTS):
        assert _lived(*steps).fault is None


@pytest.fixture
def patch(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Nothing is wrong with the scripts by themselves."""
    _check_scripts()
    return monkeypatch


MENU: Final = (("still",), ("key", "tab", ""), ("still",), ("key", "tab", ""), ("still",))
CARDS: Final = (("lay", "match, computer: ducale", 3), ("wait", 3.0), ("wait", 3.0), ("still",))
DRAUGHTS: Final = (("lay", "match, persons: double-draughts", 3), *[("turn", part / 9, "click") for part in range(9)])


def test_what_is_logged_as_a_fault_is_found(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(MenuScene, "on_cover", lambda self: self.app.storage.log("Traceback (most recent call last):"))
    assert _broken(*DRAUGHTS) == "nothing is swallowed"


def test_a_file_outside_the_home_is_found(patch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    patch.setattr(MenuScene, "on_cover", lambda self: (tmp_path / "stray").write_text("x"))
    assert _broken(*DRAUGHTS) == "nothing is swallowed"


def test_a_menu_on_the_menu_is_found(patch: pytest.MonkeyPatch) -> None:
    steps = (("lay", "dialog", 1), ("key", "escape", ""))
    patch.setattr(
        "scenes.screens.menu.scene.MenuScene.on_resume", lambda self, result: self.app.stack.push(MenuScene(self.app))
    )
    assert _broken(*steps) == "one menu is enough"


def test_a_repaint_that_is_left_out_is_found(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Widget, "dirty", lambda self: None)
    assert _broken(*MENU) == "what is painted is what is there"


def test_a_screen_that_never_rests_is_found(patch: pytest.MonkeyPatch) -> None:
    pace, update = MenuScene.pace, MenuScene.update
    patch.setattr(MenuScene, "update", lambda self, dt: (update(self, dt), self.dirty(pygame.Rect(0, 0, 9, 9))))
    patch.setattr(App, "seconds_to_next_frame", lambda self: None if self.stack.top is None else pace(self.stack.top))
    assert _broken(("wait", 3.0), ("still",)) == "a still screen asks for no frames"


def test_a_focus_that_nobody_sees_is_found(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("scenes.screens.menu.tiles.GameTile.showing", lambda self: pygame.Rect(0, 0, 1, 1))
    assert _broken(*[("key", "tab", "")] * 8) == "the focus is in sight"


def test_a_move_that_is_not_kept_is_found(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Storage, "save_match", lambda self, match_id, text: match_id)
    assert _broken(*DRAUGHTS) == "what is finished is on disk"


def test_a_hand_that_lies_open_is_found(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(CardRules, "redact_position", lambda self, position: position)
    assert _broken(*CARDS).startswith(("no other hand", "one hand"))


def test_what_stays_open_is_found(patch: pytest.MonkeyPatch) -> None:
    left: list[int] = []
    patch.setattr(MenuScene, "on_cover", lambda self: left.append(os.open(__file__, os.O_RDONLY)))
    assert _broken(*DRAUGHTS) == "nothing is left over"
    for number in left:
        os.close(number)
