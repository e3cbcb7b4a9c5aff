"""The user interface of a match of Unstacked Draughts: its view, buttons and animations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from scenes.table.game_ui import GameUI
from scenes.table.sidebar_buttons import LOOK, ButtonSets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rules.contract import Position
    from rules.unstacked_draughts.position import Position as GamePosition
    from scenes.surfaces.end_animation import End
    from scenes.surfaces.idle_animation import IdleAnimation
    from scenes.surfaces.timeline import Film
    from scenes.surfaces.view import TableView

BUTTONS: Final = ButtonSets(
    play=("undo", "redo", "again", "review", "chance-report", "flip", "menu"),
    look=(*LOOK[:-2], "chance-report", "menu"),  # without "flip"
    watch=("pause-play", "again", "chance-report", "flip", "menu"),
    tries=("again", "chance-report", "flip", "menu", "leave"),
    icons={"chance-report": "die"},
)


def _make_view() -> TableView:
    from scenes.games.unstacked_draughts.points_table import PointsTable

    return PointsTable("unstacked_draughts", ("white", "black"), bottom_seat=1)


def _make_ending(end: End) -> Film:
    from scenes.games.unstacked_draughts.ending import make_ending

    return make_ending(end)


def _make_idle_animation() -> IdleAnimation:
    from scenes.games.unstacked_draughts.idle import make_idle_animation

    return make_idle_animation()


def _measure_luck(positions: Sequence[Position]) -> tuple[float, ...] | None:
    from rules.unstacked_draughts.luck import luck

    return luck(cast("Sequence[GamePosition]", positions))


UI: Final = GameUI(
    view=_make_view,
    letters={"w": "^w[1-6]", "b": "^b[1-6]", "d": "cup"},
    buttons=BUTTONS,
    offers_draw=False,
    has_dice=True,
    ending=_make_ending,
    idle=_make_idle_animation,
    luck=_measure_luck,
)
