"""Painting of screens before they are opened, and the hidden app that this needs, without a window or sound.

A process of its own opens the setup and the table of every game at the size of this window, and stores the pictures
in files. Tests use the hidden app too.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from multiprocessing import get_context, parent_process
from pathlib import Path
from typing import Final

import pygame

from rules import KEYS, get
from rules.record import Player
from scenes.app.app import App
from scenes.app.constants import HALF_WRITTEN_SECONDS
from scenes.app.picture_store import STORE
from scenes.app.settings import Settings
from scenes.app.stack import AppContext, Scene
from scenes.app.storage import Storage
from scenes.screens.constants import PAINTER_NICENESS

_HOME_PREFIX: Final = "tablier-unseen-"
MAX_FRAMES: Final = 200  # number of frames after which a screen that still moves counts as one that never rests


def start_painter(app: AppContext) -> None:
    """Start the process that paints screens, unless their pictures are stored or the picture store is closed."""
    folder = STORE.folder
    if folder is not None and STORE.is_missing(_store_key(app)):
        settings = replace(app.settings, window=app.window_size, full_screen=False, animation="off")
        with contextlib.suppress(OSError):  # there may be no memory for another process
            get_context("spawn").Process(target=paint_screens, args=(folder, settings), daemon=True).start()


def paint_screens(folder: Path, settings: Settings) -> None:
    """Paint the setup and table of each game into the store in `folder`; stop when the parent process has ended."""
    from scenes.screens.setup.scene import SetupScene
    from scenes.table.scene import MatchScene
    from scenes.table.session import Session

    if hasattr(os, "nice"):
        os.nice(PAINTER_NICENESS)
    remove_old_homes()
    STORE.open(folder)
    with open_hidden_app(settings) as app:
        for key in KEYS:
            game = get(key)
            players = tuple(Player("person", f"{seat}") for seat in range(game.play.seats.start))
            for scene in (
                SetupScene(app, key),
                MatchScene(app, Session.begin(app.storage, game, game.play.options(), players)),
            ):
                show_until_rest(app, scene)
                while STORE.has_work:
                    STORE.write_next()
                parent = parent_process()
                if parent is not None and not parent.is_alive():
                    return
        STORE.write(_store_key(app), pygame.Surface((1, 1)).convert())


def _store_key(app: AppContext) -> str:
    """Return the name of the picture that marks the pictures of this window and these settings as complete."""
    settings = app.settings
    return f"ahead {app.window_size} {app.theme.u} {app.assets.looks} {settings.language} {settings.four_colours}"


def remove_old_homes() -> None:
    """Delete the homes of hidden apps that were ended by force, as Windows does to painters when the app closes."""
    for home in Path(tempfile.gettempdir()).glob(f"{_HOME_PREFIX}*"):
        with contextlib.suppress(OSError):
            if time.time() - home.lstat().st_mtime > HALF_WRITTEN_SECONDS:
                shutil.rmtree(home)


@contextlib.contextmanager
def open_hidden_app(settings: Settings | None = None) -> Iterator[App]:
    """Open a hidden app with `settings`, by default those of the first start; its home is deleted afterwards."""
    with tempfile.TemporaryDirectory(prefix=_HOME_PREFIX) as home:
        before = dict(os.environ)
        os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "TABLIER_HOME": home}
        app = App(settings or Settings(), Storage())
        try:
            yield app
        finally:
            app.close()
            os.environ.clear()
            os.environ.update(before)


def show_until_rest(app: App, scene: Scene) -> bool:
    """Show a scene until nothing moves, for up to `MAX_FRAMES`, and remove it; return whether it came to rest."""
    app.stack.push(scene)
    try:
        for _ in range(MAX_FRAMES):
            app.frame()
            if scene.wait_seconds() != 0.0:
                return True
        return False
    finally:
        app.stack.pop()
