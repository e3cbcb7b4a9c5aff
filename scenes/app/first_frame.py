"""The first frame: a stored picture of the menu or match, shown before the modules that paint it are loaded.

The picture is stored when the app closes. Its key in the store names all that the picture depends on.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from scenes.app.app import App
from scenes.app.frame_painter import paint_layers
from scenes.app.picture_store import STORE
from scenes.app.stack import AppContext, Scene


def show_stored_picture(app: App, match_id: str | None) -> bool:
    """Show the stored picture of the match and delete it from the store; if there is none, show the menu's.

    Return whether the match is shown.
    """
    if app.spoken_line.is_shown:  # stored pictures don't have the line of words
        return False
    match_picture = None if match_id is None else STORE.take(_match_key(app, match_id))
    picture = STORE.find(_menu_key(app)) if match_picture is None else match_picture
    if picture is not None and picture.get_size() == app.window_size:
        app.show_picture(picture)
        return match_picture is not None
    return False


def store_picture(scene: Scene, end_animations: Callable[[], object], match_id: str | None = None) -> None:
    """Store a picture of `scene`, the menu or the match with this id, after a call of `end_animations`.

    The mouse is moved off the scene, so that nothing in the picture is highlighted.
    """
    app = scene.app
    if STORE.folder is None or app.spoken_line.is_shown or app.storage.notices or app.assets.resizing:
        return
    app.is_keyboard_used = False
    scene.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=(-1, -1), rel=(0, 0), buttons=(0, 0, 0)))
    end_animations()
    picture = pygame.Surface(app.window_size).convert()
    paint_layers(picture, [picture.get_rect()], [scene])
    STORE.write(_menu_key(app) if match_id is None else _match_key(app, match_id), picture)


def _menu_key(app: AppContext) -> str:
    storage = app.storage
    matches = [(entry.id, entry.mtime) for entry in storage.list_matches()]
    return f"menu {_appearance_key(app)} {matches} {storage.has_finished()}"


def _match_key(app: AppContext, match_id: str) -> str:
    return f"match {_appearance_key(app)} {match_id}"


def _appearance_key(app: AppContext) -> str:
    theme, settings = app.theme, app.settings
    parts = (app.window_size, theme.u, theme.table, *app.assets.looks, app.words.language, settings.four_colours)
    return f"{parts} {theme.control}"
