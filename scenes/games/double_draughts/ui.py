"""Double Draughts on the screen."""

from __future__ import annotations

from functools import partial
from typing import Final

from scenes.table.game_ui import GameUI, Later

UI: Final = GameUI(
    view=partial(Later("scenes.surfaces.squares.SquaresTable"), "double_draughts", ("ebony", "ivory"), bottom=1),
    letters={"p": r"\.1$", "k": r"\.2$", "r": r"\.3$"},
    ending=Later("scenes.games.double_draughts.ending.ending"),
    idle=Later("scenes.games.double_draughts.idle.idle_animation"),
)
