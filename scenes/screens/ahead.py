"""Pictures of the next screens, painted in advance by a process of its own and stored in files.

That process opens setup and table of every game at the size of this window, without showing them.
"""

from __future__ import annotations

import contextlib
import os
from dataclasses import replace
from multiprocessing import get_context, parent_process
from pathlib import Path
from typing import Final

import pygame

from rules import KEYS, get
from rules.record import Player
from scenes.app.picture_store import STORE
from scenes.app.settings import Settings
from scenes.app.stack import AppContext

_POLITE: Final = 10  # added to the process's niceness


def begin(app: AppContext) -> None:
    """Start the process, unless its pictures are stored already or the store is closed."""
    folder = STORE.folder
    if folder is not None and STORE.lacks(_mark(app)):
        settings = replace(app.settings, window=app.whole, full_screen=False, animation="off")
        with contextlib.suppress(OSError):  # no room for one more process
            get_context("spawn").Process(target=paint, args=(folder, settings), daemon=True).start()


def paint(folder: Path, settings: Settings) -> None:
    """Paint setup and table of each game into the store in `folder`; stop when the parent process has ended."""
    from scenes.screens.setup.scene import SetupScene
    from scenes.screens.unseen import show, unseen
    from scenes.table.scene import MatchScene
    from scenes.table.session import Session

    if hasattr(os, "nice"):
        os.nice(_POLITE)
    STORE.open(folder)
    with unseen(settings) as app:
        for key in KEYS:
            game = get(key)
            people = tuple(Player("person", f"{seat}") for seat in range(game.play.seats.start))
            for scene in (
                SetupScene(app, key),
                MatchScene(app, Session.begin(app.storage, game, game.play.options(), people)),
            ):
                show(app, scene)
                while STORE.due:
                    STORE.work()
                waiting = parent_process()
                if waiting is not None and not waiting.is_alive():
                    return
        STORE.write(_mark(app), pygame.Surface((1, 1)).convert())


def _mark(app: AppContext) -> str:
    settings = app.settings
    return f"ahead {app.whole} {app.theme.u} {app.assets.looks} {settings.language} {settings.four_colours}"
