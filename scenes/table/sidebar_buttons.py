"""The buttons of the sidebar by the situation: during a match, a replay, a match of computers, or a try-out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

PLAY: Final = ("undo", "redo", "again", "hint", "flip", "menu")
LOOK: Final = ("first", "previous", "play", "next", "last", "review", "flip", "menu")
TRY: Final = ("undo", "redo", "again", "hint", "menu", "leave")
WATCH: Final = ("pause-play", "again", "flip", "menu")
"""The usual actions of the buttons in the sidebar (`ButtonSets`)."""
ICONS: Final = {"again": "rematch", "leave": "back", "pause-play": "pause"}  # action -> icon, where names differ


@dataclass(frozen=True, slots=True)
class ButtonSets:
    """The buttons of the sidebar, as actions from left to right."""

    play: tuple[str, ...] = PLAY  # the buttons during a match
    look: tuple[str, ...] = LOOK  # the buttons during a replay
    watch: tuple[str, ...] = WATCH  # while computers play each other
    tries: tuple[str, ...] = TRY  # while variations are tried out
    icons: Mapping[str, str] = field(default_factory=dict)  # action -> icon, where it isn't the usual one

    def icon(self, action: str) -> str:
        return self.icons.get(action) or ICONS.get(action, action)
