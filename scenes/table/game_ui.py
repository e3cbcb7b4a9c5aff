"""The user interface of a game as data: its table, buttons and letters, `UI` of the game's module `ui`.

The defaults suit a board game; a game without such a module gets plain pieces on plain squares. The parts of its
table are in `parts`, its sentences in `phrases`: the menu needs neither.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import TYPE_CHECKING, Final

from scenes.app.game_files import game_module

if TYPE_CHECKING:
    from rules.contract import Position
    from scenes.surfaces.end_animation import End
    from scenes.surfaces.idle_animation import IdleAnimation
    from scenes.surfaces.timeline import Film
    from scenes.surfaces.view import TableView

PLAY: Final = ("undo", "redo", "again", "hint", "flip", "menu")
LOOK: Final = ("first", "previous", "play", "next", "last", "review", "flip", "menu")
TRY: Final = ("undo", "redo", "again", "hint", "menu", "leave")
WATCH: Final = ("pause-play", "again", "flip", "menu")
ICONS: Final = {"again": "rematch", "leave": "back", "pause-play": "pause"}


@dataclass(frozen=True, slots=True)
class KeySets:
    """The buttons below the sidebar's text, as actions from left to right."""

    play: tuple[str, ...] = PLAY  # during a match
    look: tuple[str, ...] = LOOK  # during a replay
    watch: tuple[str, ...] = WATCH  # while computers play each other
    tries: tuple[str, ...] = TRY  # while variations are tried out
    shortcuts: Mapping[str, str] = field(default_factory=dict)  # this game's additional letters, and their actions
    icons: Mapping[str, str] = field(default_factory=dict)  # by action, where they aren't named like it

    def icon(self, action: str) -> str:
        return self.icons.get(action) or ICONS.get(action, action)


def plain_ending(end: End) -> Film:
    """Return the film of a match's end in which the winner's pieces rise."""
    from scenes.surfaces.end_animation import rising

    return rising(end)


@dataclass(frozen=True, slots=True)
class GameUI:
    """The user interface of a game; None in a field: nothing special."""

    view: Callable[[], TableView]
    letters: Mapping[str, str] = field(default_factory=dict)
    """Letters that move the cursor to the next piece of a kind, with patterns for `board_keys.matching`.

    Their words are under `letter.<game>.<letter>`.
    """
    keys: KeySets = KeySets()
    offers_draw: bool = True
    ending: Callable[[End], Film] = plain_ending
    idle: Callable[[], IdleAnimation] | None = None  # for a piece on the menu's picture
    luck: Callable[[Sequence[Position]], tuple[float, ...] | None] | None = None
    """Positions of a whole match -> luck by seat, in the game's unit; None where it isn't known."""

    @property
    def can_flip(self) -> bool:
        return "flip" in self.keys.play

    @property
    def has_dice(self) -> bool:
        """Whether dice decide what is played: then there are no hints, and each turn's text includes the throw."""
        return "hint" not in self.keys.play


def _plain_view(key: str) -> TableView:
    from scenes.surfaces.plain_men import plain_view

    return plain_view(key)


@cache
def ui_of(key: str) -> GameUI:
    """Return the interface of the game with this key, or that of plain pieces on plain squares."""
    module = game_module(key, "ui")
    if module is None:
        return GameUI(view=partial(_plain_view, key))
    ui: GameUI = module.UI
    return ui


@cache
def view_of(key: str) -> TableView:
    """Return a view of the game's table that answers questions and paints nothing."""
    return ui_of(key).view()
