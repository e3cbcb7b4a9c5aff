"""The menu as it was left is on the screen before anything that makes it is loaded; what is painted then is the same.

It is a picture in the store, kept when the app closes, under all that decides what the menu looks like.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from scenes.app.painter import paint_layers
from scenes.app.picture_store import STORE

if TYPE_CHECKING:
    from scenes.app.app import App
    from scenes.screens.menu.scene import MenuScene


def show(app: App) -> None:
    """Show the menu's picture, if it is on file and nothing on the menu has changed since."""
    picture = None if app.line.shown else STORE.find(_name(app))
    if picture is not None and picture.get_size() == app.whole:
        app.show_picture(picture)


def keep(menu: MenuScene) -> None:
    """Keep the menu's picture as the next start will want it: at rest, and without mouse and keyboard."""
    app = menu.app
    if STORE.folder is None or app.line.shown or app.storage.notices or app.assets.resizing or not menu.whole:
        return
    app.keyboard = False
    menu.form.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=(-1, -1), rel=(0, 0), buttons=(0, 0, 0)))
    menu.resumed(None)
    menu.covered()
    menu.update(1.0)
    picture = pygame.Surface(app.whole).convert()
    paint_layers(picture, [picture.get_rect()], [menu])
    STORE.write(_name(app), picture)


def _name(app: App) -> str:
    storage, theme, settings = app.storage, app.theme, app.settings
    matches = [(entry.id, entry.mtime) for entry in storage.list_matches()]
    dress = (app.whole, theme.u, theme.table, *app.assets.looks, app.words.language, settings.four_colours)
    return f"menu {dress} {theme.control} {matches} {storage.has_finished()}"
