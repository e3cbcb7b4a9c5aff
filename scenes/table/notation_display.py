"""Turns as they stand on the screen: in the game's notation, with the signs of its table and the letters of the
person's language. Files, letters, the clipboard and the console have the notation as it is."""

from __future__ import annotations

import re
from functools import cache

from scenes.app.words import Words
from scenes.surfaces.view import TableView
from scenes.table.game_ui import ui_of


def rendered(words: Words, key: str, note: str) -> str:
    """A turn of the game with this key, given in its notation."""
    note, signs = view_of(key).written(note), words.below(f"written.{key}")
    return any_of(tuple(signs)).sub(lambda sign: signs[sign[0]], note) if signs else note


@cache
def any_of(signs: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, signs)))


@cache
def view_of(key: str) -> TableView:
    """A table of the game, to ask how turns are written there."""
    return ui_of(key).view()
