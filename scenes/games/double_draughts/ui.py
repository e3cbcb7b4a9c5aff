"""The user interface of Double Draughts, as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scenes.table.game_ui import GameUI

if TYPE_CHECKING:
    from scenes.surfaces.end_animation import End
    from scenes.surfaces.idle_animation import IdleAnimation
    from scenes.surfaces.timeline import Film
    from scenes.surfaces.view import TableView


def _make_view() -> TableView:
    from scenes.surfaces.squares import SquaresTable

    return SquaresTable("double_draughts", ("ebony", "ivory"), bottom=1)


def _ending(end: End) -> Film:
    from scenes.games.double_draughts.ending import ending

    return ending(end)


def _idle() -> IdleAnimation:
    from scenes.games.double_draughts.idle import idle_animation

    return idle_animation()


UI: Final = GameUI(view=_make_view, letters={"p": r"\.1$", "k": r"\.2$", "r": r"\.3$"}, ending=_ending, idle=_idle)
