"""A fault in any scene, in whatever it does: it is told, the match is kept, and the app goes on."""

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any, Final

import pygame
import pytest

import scenes
from rules.record import Player
from scenes.app.stack import Scene
from scenes.games.ducale.score_sheet import ScoreSheet
from scenes.screens.editor.scene import EditorScene
from scenes.screens.file_dialog import EngineFolderScene
from scenes.screens.learn.coach_scene import CoachScene
from scenes.screens.learn.lessons import Lesson
from scenes.screens.menu.scene import MenuScene
from scenes.table.scene import MatchScene
from scenes.table.session import Session
from tests.effort import by_effort
from tests.scenes import test_fit
from tests.scenes.matches import GAME
from tests.scenes.rummy import DUCALE
from tests.scenes.staged import (
    FAULT,
    PLIES,
    Stage,
    Staged,
    at_table,
    goes_on,
    log,
    on_file,
    rescued,
    strike,
    told,
    until,
)

METHODS: Final = ("handle", "update", "paint", "enter", "leave", "resize")


def every_scene() -> list[type[Scene]]:
    for module in pkgutil.walk_packages(scenes.__path__, "scenes."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    found: set[type[Scene]] = set()
    waiting: list[type[Scene]] = [Scene]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        if kind.__module__.startswith("scenes.") and kind.__name__ not in (
            "Scene",
            "FormScene",
            "OverlayScene",
            "PaperScene",
            "TabbedScene",
            "FolderScene",
            "TasksScene",
            "TaskListScene",
        ):
            found.add(kind)
    return sorted(found, key=lambda kind: kind.__name__)


def _score_sheet(app: Any) -> Scene:
    players = (Player("person", "Carla"), Player("person", "Dora"))
    table = MatchScene(app, Session.begin(app.storage, DUCALE, DUCALE.play.options(), players))
    app.stack.push(table)
    return ScoreSheet(app, table.session, table.match.position, between=False)


MAKERS: Final[dict[str, Callable[[Any], Scene]]] = {
    "ArchiveScene": test_fit.SCENES["archive"],
    "ScoreSheet": _score_sheet,
    "CoachScene": lambda app: CoachScene(app, Lesson(app, GAME.key, 0)),
    "Dialog": test_fit.SCENES["ask"],
    "EditorScene": lambda app: EditorScene(app, GAME.key),
    "KeysScene": test_fit.SCENES["keys"],
    "MatchListScene": test_fit.SCENES["matches in a file"],
    "VersionScene": test_fit.SCENES["versions of a match"],
    "EngineFolderScene": lambda app: EngineFolderScene(app, Path("/")),
    "ExchangeScene": test_fit.SCENES["exchange"],
    "ExercisesScene": test_fit.SCENES["rolls of the day"],
    "ChanceReportScene": test_fit.SCENES["chance report, dice"],
    "LessonsScene": test_fit.SCENES["lessons"],
    "LicencesScene": test_fit.SCENES["licences"],
    "OpenScene": test_fit.SCENES["open"],
    "PauseScene": test_fit.SCENES["short pause"],
    "PuzzlesScene": test_fit.SCENES["puzzles"],
    "ReadingScene": test_fit.SCENES["a giant being read"],
    "ResultScene": test_fit.SCENES["result"],
    "ReviewScene": test_fit.SCENES["review"],
    "RulebookScene": test_fit.SCENES[f"rules of {GAME.key}"],
    "SaveScene": test_fit.SCENES["save"],
    "SettingsScene": test_fit.SCENES["settings, table"],
    "SetupScene": test_fit.SCENES["setup"],
    "SummaryScene": test_fit.SCENES[f"summary of {GAME.key}"],
    "StatisticsScene": test_fit.SCENES["statistics of nothing"],
    "TrainerScene": test_fit.SCENES["attention trainer"],
    "TryoutScene": test_fit.SCENES["try-out"],
}
"""How each scene comes to lie on the table; the menu, the table itself and the sheet about a fault are there."""


def test_all_scenes_are_tried() -> None:
    here = ("MenuScene", "MatchScene", "CrashScene")
    assert {kind.__name__ for kind in every_scene()} == {*MAKERS, *here}


EVERYWHERE = list(product((*MAKERS, "MatchScene", "MenuScene"), METHODS))


@pytest.mark.parametrize(("name", "method"), EVERYWHERE[:: by_effort(8, 2, 1)])
def test_a_fault_in_any_scene_is_told_and_the_app_goes_on(staged: Stage, name: str, method: str) -> None:
    kind = next(kind for kind in every_scene() if kind.__name__ == name)
    plant = staged.plant(kind, method)

    def script(app: Staged) -> Iterator[None]:
        yield
        if name != "MenuScene":
            yield from at_table(app)
        made = MAKERS[name](app) if name in MAKERS else app.stack.top
        assert made is not None and type(made) is kind
        above = name in MAKERS
        if above and method not in ("enter", "resize"):
            app.stack.push(made)
            yield
        plant.there = True
        if method in ("enter", "resize"):
            app.after_frame(lambda: app.stack.push(made))
        elif method == "leave":
            app.after_frame(app.stack.pop if name != "MenuScene" else lambda: app.stack.clear(MenuScene(app)))
        elif method == "handle":
            strike(pygame.K_F7)
        app.dirty()
        yield from until(app, lambda: rescued(app))
        assert app.stack.scenes == [app.stack.top] and plant.hits
        plant.there = False
        assert app.words("rescue.title") in told(app) and "fault of its own" in told(app)
        assert log().count(FAULT) == 1
        assert on_file() == PLIES + (name != "MenuScene")
        yield
        yield from goes_on(app)
        yield
        top = app.stack.top
        assert isinstance(app.stack.scenes[0], MenuScene)
        if name == "MenuScene":
            assert top is app.stack.scenes[0]
        else:
            assert isinstance(top, MatchScene | MenuScene)

    app = staged(script)
    assert not app.crashed and log().count(FAULT) == 1
    assert on_file() == PLIES + (name != "MenuScene")
