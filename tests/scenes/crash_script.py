"""Scripts that drive the app's real loop while faults are planted in its methods."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final
from unittest.mock import Mock

import pygame
import pytest

from scenes.app.navigation import open_screen
from scenes.app.settings import Settings
from scenes.app.storage import Storage
from scenes.screens.crash import message_box
from scenes.screens.crash.recovery import CrashRecovery
from scenes.screens.crash.scene import CrashScene
from scenes.screens.menu.scene import MenuScene
from scenes.table.scene import MatchScene
from scenes.table.screen_requests import OpenMatch
from scenes.table.session import Session
from scenes.ui.label import Label
from tests.hands import EventHands
from tests.scenes.driver import FRAME, Timed, form_of
from tests.scenes.matches import session
from tests.scenes.opponents import Mind

PLIES: Final = 8
"""Plies of the saved match; `open_table` plays one more, which isn't saved."""
LONGEST: Final = 600
"""Frames after which a script that hasn't ended fails."""
FAULT: Final = "ZeroDivisionError: a fault planted"


class ScriptedApp(Timed):
    """An app whose real loop advances a script by one step before each frame."""

    script: Iterator[None]
    script_failure: BaseException | None = None
    """The failure of the script; raised in the loop it would count as a fault of the app."""
    chore: Callable[[], object] | None = None
    steps = 0
    finished = False

    def wait_for_work(self) -> None:
        self.moment += FRAME
        self.steps += 1
        try:
            assert self.steps < LONGEST, "the script never ends"
            next(self.script)
        except StopIteration:
            self.finished = True
            self.quit()
        except BaseException as problem:
            self.script_failure = problem
            self.quit()
        chore, self.chore = self.chore, None
        if chore is not None:
            chore()


class PlantedFault:
    """A fault that a method of exactly one class raises while `is_active`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, kind: type[Any], method: str, problem: Any = None) -> None:
        self.is_active = False
        self.hits = 0
        original = getattr(kind, method)

        def fail(one: Any, *args: Any, **facts: Any) -> Any:
            if self.is_active and type(one) is kind:
                self.hits += 1
                raise problem or ZeroDivisionError("a fault planted")
            return original(one, *args, **facts)

        monkeypatch.setattr(kind, method, fail)


class ScriptRunner:
    """Runs a script in an app that shows the menu and has one saved match; raises the script's failure."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.plant = partial(PlantedFault, monkeypatch)
        save_test_match(Storage())
        monkeypatch.setattr("scenes.table.runtime.EngineClient", Mind)
        monkeypatch.setattr("scenes.screens.review.reviewer.EngineClient", Mind)
        monkeypatch.setattr("scenes.screens.learn.mistake_scenes.EngineClient", Mind)
        monkeypatch.setattr(message_box, "ask", Mock(side_effect=pygame.error("no message box in tests")))

    def __call__(
        self, script: Callable[[ScriptedApp], Iterator[None]], opened: Any = bool, cut: bool = False
    ) -> ScriptedApp:
        """Run a script to its end; `cut`: the app must end first. `opened` is called once the menu is open."""
        settings = Settings(language="en", window=(960, 600), animation="off")
        app = ScriptedApp(settings, Storage())
        app.script = script(app)
        app.on_fault = CrashRecovery(app).handle_fault
        app.run(MenuScene(app), lambda: opened(app))
        if app.script_failure is not None:
            raise app.script_failure
        assert app.finished != cut
        return app


def save_test_match(storage: Storage, match_id: str = "m") -> None:
    storage.save_match(match_id, session(storage, PLIES, match_id=match_id).text())


def count_saved_plies(match_id: str = "m") -> int:
    storage = Storage()
    found = storage.read_match(match_id, lambda text: Session.load(match_id, text))
    assert storage.notices == []
    return len(found.match.plies)


def read_log() -> str:
    path = Storage().log_file
    return path.read_text(encoding="utf-8") if path.exists() else ""


HANDS: Final = EventHands()
post_key = HANDS.strike


def wait_until(app: ScriptedApp, wanted: Callable[[], object]) -> Iterator[None]:
    while not wanted():
        yield


def is_crash_sheet_open(app: ScriptedApp) -> bool:
    return isinstance(app.stack.top, CrashScene)


def wait_for_fault(app: ScriptedApp, plant: PlantedFault) -> Iterator[None]:
    plant.is_active = True
    yield from wait_until(app, lambda: is_crash_sheet_open(app))
    plant.is_active = False


def leave_crash_sheet(app: ScriptedApp) -> Iterator[None]:
    post_key(pygame.K_RETURN)
    yield from wait_until(app, lambda: not is_crash_sheet_open(app))


def crash_sheet_text(app: ScriptedApp) -> str:
    return "\n".join(one.text for one in form_of(app.stack.top).iter_widgets() if isinstance(one, Label))


def sheet_of(app: ScriptedApp) -> CrashScene:
    scene = app.stack.top
    assert isinstance(scene, CrashScene)
    return scene


def offered_ways(app: ScriptedApp) -> tuple[str, ...]:
    return sheet_of(app).report.ways


def open_table(app: ScriptedApp) -> Iterator[None]:
    open_screen(app, OpenMatch("m"))
    yield
    play_one_ply(app)


def play_one_ply(app: ScriptedApp) -> None:
    scene = next(scene for scene in app.stack.scenes if isinstance(scene, MatchScene))
    scene.match.play(scene.match.position.legal_moves()[0], app.now())


def choose_way(app: ScriptedApp, way: str) -> None:
    sheet_of(app).on_answer(way)
