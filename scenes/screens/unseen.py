"""An app without visible window or sound, with a temporary home: to test screens or paint them in advance."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from scenes.app.app import App
from scenes.app.settings import Settings
from scenes.app.stack import Scene
from scenes.app.storage import Storage

FRAMES: Final = 200
"""Frames after which a screen that is still busy counts as one that never rests."""


@contextmanager
def unseen(settings: Settings | None = None) -> Iterator[App]:
    """Open the app with `settings`, by default those of the first start; its home is deleted afterwards."""
    with tempfile.TemporaryDirectory(prefix="tablier-unseen-") as home:
        before = dict(os.environ)
        os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "TABLIER_HOME": home}
        app = App(settings or Settings(), Storage())
        try:
            yield app
        finally:
            app.close()
            os.environ.clear()
            os.environ.update(before)


def show(app: App, scene: Scene) -> bool:
    """Show a scene until it rests, and remove it; return whether it came to rest."""
    app.stack.push(scene)
    try:
        return any(_rests(app, scene) for _ in range(FRAMES))
    finally:
        app.stack.pop()


def _rests(app: App, scene: Scene) -> bool:
    app.frame()
    return scene.pace() != 0.0
