"""The user interface of a match of Double Draughts: its view, letter keys and animations."""

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

    return SquaresTable("double_draughts", ("ebony", "ivory"), bottom_seat=1)


def _make_ending(end: End) -> Film:
    from scenes.games.double_draughts.ending import make_ending

    return make_ending(end)


def _make_idle_animation() -> IdleAnimation:
    from scenes.games.double_draughts.idle import make_idle_animation

    return make_idle_animation()


UI: Final = GameUI(
    view=_make_view,
    letters={"p": r"\.1$", "k": r"\.2$", "r": r"\.3$"},
    ending=_make_ending,
    idle=_make_idle_animation,
)
