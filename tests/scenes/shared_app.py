"""An app that the tests of a module share, since an app takes long to open, and the texts that its screens paint."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pygame
import pytest

from scenes.app.app import App
from scenes.app.fonts import Lettering, Role
from scenes.app.settings import Settings
from scenes.app.storage import Storage
from tests.scenes.catalogue import SCENES


@contextmanager
def shared_app(folder: Path, **settings: Any) -> Iterator[App]:
    """Open an app with a home folder, for a fixture of a module."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SDL_VIDEODRIVER", "dummy")
        patch.setenv("SDL_AUDIODRIVER", "dummy")
        patch.setenv("TABLIER_HOME", str(folder))
        app = App(Settings(animation="off", **settings), Storage())
        yield app
        app.close()


def reset_app(app: App, folder: Path, monkeypatch: pytest.MonkeyPatch, **settings: Any) -> None:
    """Give a shared app the home folder and settings of a test, and no screen."""
    monkeypatch.setenv("TABLIER_HOME", str(folder))
    app.storage = Storage()
    app.settings = Settings(animation="off", **settings)
    app.stack.scenes.clear()
    app.apply_settings()


def paint_screen(app: App, name: str, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, set[str]]:
    """Open and paint a screen of the catalogue; return it with the lines of text that were rendered."""
    painted: set[str] = set()
    app.theme.cache.clear()  # some hold text
    rendered = Lettering.render_text

    def noted(self: Lettering, line: str, role: Role, colour: pygame.Color) -> pygame.Surface:
        painted.add(line)
        return rendered(self, line, role, colour)

    monkeypatch.setattr(Lettering, "render_text", noted)
    scene = SCENES[name](app)
    app.stack.push(scene)
    scene.update(0.02)
    scene.paint(app.surface)
    assert painted
    return scene, painted
