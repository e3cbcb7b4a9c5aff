"""A fault in any scene, in whatever it does: it is told, the match is kept, and the app goes on."""

from collections.abc import Iterator
from itertools import product
from typing import Final

import pygame
import pytest

from scenes.app.stack import Scene
from scenes.screens.crash.scene import CrashScene
from scenes.screens.menu.scene import MenuScene
from scenes.start import SCREENS
from scenes.table.scene import MatchScene
from tests.effort import by_effort
from tests.scenes.catalogue import ROWS, every_kind
from tests.scenes.crash_script import (
    FAULT,
    PLIES,
    ScriptedApp,
    ScriptRunner,
    count_saved_plies,
    crash_sheet_text,
    is_crash_sheet_open,
    leave_crash_sheet,
    open_table,
    post_key,
    read_log,
    wait_until,
)

METHODS: Final = ("handle", "update", "paint", "enter", "leave", "resize")


MAKERS: Final = {row.kind: row.make for row in reversed(ROWS) if row.kind not in (MenuScene, CrashScene)}
"""How each scene comes to lie on the table; the menu, the table itself and the sheet about a fault are there."""


def test_catalogue_has_every_screen() -> None:
    assert {row.kind for row in ROWS} | {MatchScene} == every_kind()
    names = (name.rpartition(".")[2] for name in SCREENS.values())
    registered = {name for name in names if name[0].isupper()}  # a function makes one of several kinds
    assert registered <= {row.kind.__name__ for row in ROWS}


EVERYWHERE = list(product((*MAKERS, MatchScene, MenuScene), METHODS))


@pytest.mark.parametrize(("kind", "method"), EVERYWHERE[:: by_effort(8, 2, 1)])
def test_fault_in_any_scene_is_reported_and_the_app_goes_on(
    staged: ScriptRunner, kind: type[Scene], method: str
) -> None:
    plant = staged.plant(kind, method)

    def script(app: ScriptedApp) -> Iterator[None]:
        yield
        if kind is not MenuScene:
            yield from open_table(app)
        made = MAKERS[kind](app) if kind in MAKERS else app.stack.top
        assert made is not None and type(made) is kind
        above = kind in MAKERS
        if above and method not in ("enter", "resize"):
            app.stack.push(made)
            yield
        plant.is_active = True
        if method in ("enter", "resize"):
            app.after_frame(lambda: app.stack.push(made))
        elif method == "leave":
            app.after_frame(app.stack.pop if kind is not MenuScene else lambda: app.stack.replace_all(MenuScene(app)))
        elif method == "handle":
            post_key(pygame.K_F7)
        app.dirty()
        yield from wait_until(app, lambda: is_crash_sheet_open(app))
        assert app.stack.scenes == [app.stack.top] and plant.hits
        plant.is_active = False
        assert app.words("rescue.title") in crash_sheet_text(app) and "fault of its own" in crash_sheet_text(app)
        assert read_log().count(FAULT) == 1
        assert count_saved_plies() == PLIES + (kind is not MenuScene)
        yield
        yield from leave_crash_sheet(app)
        yield
        top = app.stack.top
        assert isinstance(app.stack.scenes[0], MenuScene)
        if kind is MenuScene:
            assert top is app.stack.scenes[0]
        else:
            assert isinstance(top, MatchScene | MenuScene)

    app = staged(script)
    assert not app.crashed and read_log().count(FAULT) == 1
    assert count_saved_plies() == PLIES + (kind is not MenuScene)
