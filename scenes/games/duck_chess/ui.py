"""The user interface of a match of Duck Chess: its view, letter keys and animations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scenes.table.game_ui import GameUI

if TYPE_CHECKING:
    from scenes.surfaces.end_animation import End
    from scenes.surfaces.idle_animation import IdleAnimation
    from scenes.surfaces.timeline import Film
    from scenes.surfaces.view import TableView


def _make_view() -> TableView:
    from scenes.games.duck_chess.men_table import MenTable

    return MenTable("duck_chess", ("white", "black"))


def _make_ending(end: End) -> Film:
    from scenes.games.duck_chess.ending import make_ending

    return make_ending(end)


def _make_idle_animation() -> IdleAnimation:
    from scenes.games.duck_chess.idle import make_idle_animation

    return make_idle_animation()


UI: Final = GameUI(
    view=_make_view,
    letters={"p": "-pawn", "n": "-knight", "b": "-bishop", "r": "-rook", "q": "-queen", "k": "-king", "d": "duck"},
    ending=_make_ending,
    idle=_make_idle_animation,
)
