"""Ducart on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scenes.table.game_ui import GameUI

if TYPE_CHECKING:
    from scenes.surfaces.idle_animation import IdleAnimation
    from scenes.surfaces.view import TableView


def _view() -> TableView:
    from scenes.games.ducart.gnomes import GnomesTable

    return GnomesTable("ducart", ("gold", "blue"))


def _idle() -> IdleAnimation:
    from scenes.games.ducart.idle import IDLE

    return IDLE


UI: Final = GameUI(view=_view, idle=_idle)
