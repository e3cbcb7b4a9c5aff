"""Duck Chess on the screen."""

from __future__ import annotations

from functools import partial
from typing import Final

from scenes.table.game_ui import GameUI, Later

UI: Final = GameUI(
    view=partial(Later("scenes.games.duck_chess.men.MenTable"), "duck_chess", ("white", "black"), living="duck"),
    letters={"p": "-pawn", "n": "-knight", "b": "-bishop", "r": "-rook", "q": "-queen", "k": "-king", "d": "duck"},
    ending=Later("scenes.games.duck_chess.ending.ending"),
    idle=Later("scenes.games.duck_chess.idle.idle_animation"),
)
