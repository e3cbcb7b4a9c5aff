"""The user interface of a game as data: its view, buttons and keys. `UI` in the game's module `ui`.

The defaults suit a board game; a game without such a module gets plain pieces on plain squares. A game's parts are in
`game_parts` and its sentences in `game_phrases`, as the menu needs neither.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import TYPE_CHECKING

from scenes.app.game_files import game_module
from scenes.table.sidebar_buttons import ButtonSets

if TYPE_CHECKING:
    from rules.contract import Position
    from scenes.surfaces.end_animation import End
    from scenes.surfaces.idle_animation import IdleAnimation
    from scenes.surfaces.timeline import Film
    from scenes.surfaces.view import TableView


def plain_ending(end: End) -> Film:
    """Return the usual film of a match's end."""
    from scenes.surfaces.end_animation import make_default_animation

    return make_default_animation(end)


@dataclass(frozen=True, slots=True)
class GameUI:
    """The user interface of a game. None in a field means that the game has nothing of the kind."""

    view: Callable[[], TableView]
    letters: Mapping[str, str] = field(default_factory=dict)
    """By letter, the pattern (`board_reader.find_matching_targets`) of the pieces to which it moves the cursor.

    The words for the letters are under `letter.<game>.<letter>`.
    """
    buttons: ButtonSets = field(default_factory=ButtonSets)
    shortcuts: Mapping[str, str] = field(default_factory=dict)  # further keys of this game, and their actions
    offers_draw: bool = True
    has_dice: bool = False  # a game of dice has no hints, and the text of each turn includes the throw
    ending: Callable[[End], Film] = plain_ending
    idle: Callable[[], IdleAnimation] | None = None  # makes the animation of the picture on the menu
    luck: Callable[[Sequence[Position]], tuple[float, ...] | None] | None = None
    """Return each seat's luck in a whole match, in the game's unit, given all positions; None if it isn't known."""

    @property
    def can_flip(self) -> bool:
        return "flip" in self.buttons.play


def _plain_view(key: str) -> TableView:
    from scenes.surfaces.plain_men import plain_view

    return plain_view(key)


@cache
def ui_of(key: str) -> GameUI:
    """Return the interface of the game with this key; if it has none, one with plain pieces and squares."""
    module = game_module(key, "ui")
    if module is None:
        return GameUI(view=partial(_plain_view, key))
    ui: GameUI = module.UI
    return ui


@cache
def view_of(key: str) -> TableView:
    """Return the shared view of the game's table, which only gives information and never paints."""
    return ui_of(key).view()
