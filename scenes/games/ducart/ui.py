"""Ducart on the screen."""

from __future__ import annotations

from functools import partial
from typing import Final

from scenes.table.game_ui import GameUI, Later

UI: Final = GameUI(
    view=partial(Later("scenes.games.ducart.gnomes.GnomesTable"), "ducart", ("gold", "blue")),
    letters={
        "w": "-sweeper",
        "k": "-keeper",
        "r": "-creeper",
        "z": "-sleeper",
        "h": "-healer",
        "v": "-stealer",
        "j": "-leaper",
    },
    ending=Later("scenes.games.ducart.ending.ending"),
    idle=Later("scenes.games.ducart.idle.idle_animation"),
)
