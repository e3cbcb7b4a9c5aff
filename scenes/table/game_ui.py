"""The data that a game brings to the screen: its table, keys and letters, `UI` of its module `ui`.

The defaults are those of a board; a game without such a module gets plain men on plain squares. The parts of its
table are in `parts`, its sentences in `phrases`: the menu needs none of them.
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
    from scenes.surfaces.motion import Film
    from scenes.surfaces.view import TableView

PLAY: Final = ("undo", "redo", "again", "hint", "flip", "menu")
LOOK: Final = ("first", "previous", "play", "next", "last", "review", "flip", "menu")
TRY: Final = ("undo", "redo", "again", "hint", "menu", "leave")
WATCH: Final = ("pause-play", "again", "flip", "menu")
ICONS: Final = {"again": "rematch", "leave": "back", "pause-play": "pause"}


@dataclass(frozen=True, slots=True)
class KeySets:
    """The keys below the words beside the table: their actions, from the left."""

    play: tuple[str, ...] = PLAY
    """While the match is played."""
    look: tuple[str, ...] = LOOK
    """While one looks back."""
    watch: tuple[str, ...] = WATCH
    """While computers play each other."""
    tries: tuple[str, ...] = TRY
    """While something is tried out."""
    shortcuts: Mapping[str, str] = field(default_factory=dict)
    """Letters of the keyboard that only this table has, and their actions."""
    icons: Mapping[str, str] = field(default_factory=dict)
    """The icons of actions that no other game has, where they are not called as the action."""

    def icon(self, action: str) -> str:
        """Return the icon of a key."""
        return self.icons.get(action) or ICONS.get(action, action)


def plain_ending(end: End) -> Film:
    """Return the film of a match's end in which the winner's pieces rise."""
    from scenes.surfaces.end_animation import rising

    return rising(end)


@dataclass(frozen=True, slots=True)
class GameUI:
    """The record of a game for its table; None: nothing particular."""

    view: Callable[[], TableView]
    """Makes a new view of its table."""
    letters: Mapping[str, str] = field(default_factory=dict)
    """Letters that lead the keyboard from one thing to the next of its kind: the pattern of "place look.count" that
    each means. Their words are `letter.<game>.<letter>`."""
    keys: KeySets = KeySets()
    offers_draw: bool = True
    """Whether the players may agree on a draw."""
    ending: Callable[[End], Film] = plain_ending
    """Makes the film of a match's end, before its result is shown."""
    idle: Callable[[], IdleAnimation] | None = None
    """Makes what a thing on the menu's picture does by itself."""
    luck: Callable[[Sequence[Position]], tuple[float, ...] | None] | None = None
    """Positions of a whole match -> luck by seat, in the game's unit; None where it can't be looked up."""

    @property
    def flips(self) -> bool:
        """Whether the board may be turned."""
        return "flip" in self.keys.play

    @property
    def dice(self) -> bool:
        """Whether dice say what is played: a hint could tell nothing, and what was thrown is told with each turn."""
        return "hint" not in self.keys.play


def _plain_view(key: str) -> TableView:
    from scenes.surfaces.plain_men import plain_view

    return plain_view(key)


@cache
def ui_of(key: str) -> GameUI:
    """Return the record of the game with this key: its own, or that of a game with plain men on plain squares."""
    module = game_module(key, "ui")
    if module is None:
        return GameUI(view=partial(_plain_view, key))
    ui: GameUI = module.UI
    return ui
