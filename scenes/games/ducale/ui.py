"""The user interface of a match of Ducale: its view, buttons, shortcuts and animations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from scenes.table.game_ui import GameUI
from scenes.table.sidebar_buttons import LOOK, ButtonSets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rules.contract import Position
    from rules.ducale.position import Position as GamePosition
    from scenes.surfaces.end_animation import End
    from scenes.surfaces.idle_animation import IdleAnimation
    from scenes.surfaces.timeline import Film
    from scenes.surfaces.view import TableView

PLAY: Final = ("undo", "redo", "again", "hint", "score-sheet", "menu")
BUTTONS: Final = ButtonSets(
    play=PLAY,
    look=(*LOOK[:-2], "score-sheet", "menu"),  # a card table can't be flipped
    watch=("pause-play", "again", "score-sheet", "menu"),
    tries=(*PLAY, "leave"),
    icons={"score-sheet": "list"},
)


def _make_view() -> TableView:
    from scenes.games.ducale.card_table import CardTable

    return CardTable("ducale")


def _make_ending(end: End) -> Film:
    from scenes.games.ducale.ending import make_ending

    return make_ending(end)


def _make_idle_animation() -> IdleAnimation:
    from scenes.games.ducale.idle import make_idle_animation

    return make_idle_animation()


def _measure_luck(positions: Sequence[Position]) -> tuple[float, ...] | None:
    from rules.ducale.luck import luck

    return luck(cast("Sequence[GamePosition]", positions))


UI: Final = GameUI(
    view=_make_view,
    letters={"h": "^h", "d": "^(stock|discard)", "b": "^m[^:]*$"},
    buttons=BUTTONS,
    shortcuts={
        "n": "stock",
        "t": "take",
        "l": "lay",
        "x": "discard",
        "s": "by-suit",
        "r": "by-rank",
        "a": "arrange",
        "c": "score-sheet",
    },
    offers_draw=False,
    ending=_make_ending,
    idle=_make_idle_animation,
    luck=_measure_luck,
)
