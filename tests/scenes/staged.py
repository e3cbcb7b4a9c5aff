"""The app's real loop led by a script, in which faults are planted."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final
from unittest.mock import Mock

import pygame
import pytest

from scenes.app.assets import Assets
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
from tests.scenes.driver import FRAME, Timed, form_of
from tests.scenes.matches import session
from tests.scenes.opponents import Mind

PLIES: Final = 8
"""Of the match that is on file; one more was played, and isn't saved yet when something fails."""
LONGEST: Final = 600
"""Frames after which a script is taken for one that never ends."""
FAULT: Final = "ZeroDivisionError: a fault planted"
_ASSETS: Final = Assets()


class Staged(Timed):
    """An app whose real loop runs; a script does its next step before each frame."""

    script: Iterator[None]
    broken: BaseException | None = None
    """What the script found wrong, which mustn't be taken for a fault of the app's."""
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
            self.broken = problem
            self.quit()
        chore, self.chore = self.chore, None
        if chore is not None:
            chore()


class Plant:
    def __init__(self, monkeypatch: pytest.MonkeyPatch, kind: type[Any], method: str, problem: Any = None) -> None:
        self.there = False
        self.hits = 0
        whole = getattr(kind, method)

        def fail(one: Any, *args: Any, **facts: Any) -> Any:
            if self.there and type(one) is kind:
                self.hits += 1
                raise problem or ZeroDivisionError("a fault planted")
            return whole(one, *args, **facts)

        monkeypatch.setattr(kind, method, fail)


class Stage:
    """Runs a script in an app on the menu, with a match on file; raises what the script finds wrong."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.plant = partial(Plant, monkeypatch)
        lay(Storage())
        monkeypatch.setattr("scenes.table.runtime.EngineClient", Mind)
        monkeypatch.setattr("scenes.screens.review.reviewer.EngineClient", Mind)
        monkeypatch.setattr(message_box, "ask", Mock(side_effect=pygame.error("nobody is asked")))

    def __call__(self, script: Callable[[Staged], Iterator[None]], opened: Any = bool, cut: bool = False) -> Staged:
        """`cut`: the app ends before the script does."""
        kept = Settings(language="en", window=(960, 600), animation="off")
        app = Staged(kept, Storage())
        app.assets = _ASSETS
        app.script = script(app)
        app.on_fault = CrashRecovery(app).handle_fault
        app.run(MenuScene(app), lambda: opened(app))
        if app.broken is not None:
            raise app.broken
        assert app.finished != cut
        return app


def lay(storage: Storage, match_id: str = "m") -> None:
    storage.save_match(match_id, session(storage, PLIES, match_id=match_id).text())


def on_file(match_id: str = "m") -> int:
    storage = Storage()
    found = storage.read_match(match_id, lambda text: Session.load(match_id, text))
    assert storage.notices == []
    return len(found.match.plies)


def log() -> str:
    path = Storage().log_file
    return path.read_text(encoding="utf-8") if path.exists() else ""


def post(kind: int, **facts: Any) -> None:
    pygame.event.post(pygame.event.Event(kind, **facts))


def strike(key: int) -> None:
    post(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0)
    post(pygame.KEYUP, key=key, mod=0, unicode="", scancode=0)


def until(app: Staged, wanted: Callable[[], object]) -> Iterator[None]:
    while not wanted():
        yield


def rescued(app: Staged) -> bool:
    return isinstance(app.stack.top, CrashScene)


def fails(app: Staged, plant: Plant) -> Iterator[None]:
    plant.there = True
    yield from until(app, lambda: rescued(app))
    plant.there = False


def goes_on(app: Staged) -> Iterator[None]:
    strike(pygame.K_RETURN)
    yield from until(app, lambda: not rescued(app))


def told(app: Staged) -> str:
    return "\n".join(one.text for one in form_of(app.stack.top).iter_widgets() if isinstance(one, Label))


def sheet_of(app: Staged) -> CrashScene:
    scene = app.stack.top
    assert isinstance(scene, CrashScene)
    return scene


def ways(app: Staged) -> tuple[str, ...]:
    return sheet_of(app).report.ways


def at_table(app: Staged) -> Iterator[None]:
    open_screen(app, OpenMatch("m"))
    yield
    play_on(app)


def play_on(app: Staged) -> None:
    scene = next(scene for scene in app.stack.scenes if isinstance(scene, MatchScene))
    scene.match.play(scene.match.position.legal_moves()[0], app.now())


def answer(app: Staged, way: str) -> None:
    sheet_of(app).answer(way)
