"""Double Draughts on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scenes.table.game_ui import GameUI

if TYPE_CHECKING:
    from scenes.surfaces.idle_animation import IdleAnimation
    from scenes.surfaces.view import TableView


def _view() -> TableView:
    from scenes.surfaces.squares import SquaresTable

    return SquaresTable("double_draughts", ("ebony", "ivory"), bottom=1)


def _idle() -> IdleAnimation:
    from scenes.games.double_draughts.idle import IDLE

    return IDLE


UI: Final = GameUI(view=_view, idle=_idle)
