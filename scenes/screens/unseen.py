"""An app that nobody sees or hears, with a home of its own: for what looks at screens or paints them beforehand."""

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
"""Frames after which a screen that is still at work is taken for one that never ends."""


@contextmanager
def unseen(settings: Settings | None = None) -> Iterator[App]:
    """The app, as `settings` ask, or else as at the first start; its home goes afterwards."""
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
    """Lay a scene on top, let it come to rest, and take it away again; whether it came to rest."""
    app.stack.push(scene)
    try:
        return any(_rests(app, scene) for _ in range(FRAMES))
    finally:
        app.stack.pop()


def _rests(app: App, scene: Scene) -> bool:
    app.frame()
    return scene.pace() != 0.0
