"""Which keys stand below the words beside the table: sets of actions with their icons. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

Keys: TypeAlias = tuple[tuple[str, str], ...]
"""Action and icon of each key, from the left."""

PLAY: Final[Keys] = (("undo", "undo"), ("redo", "redo"), ("hint", "hint"), ("flip", "flip"), ("menu", "menu"))
LOOK: Final[Keys] = (
    ("first", "first"),
    ("previous", "previous"),
    ("play", "play"),
    ("next", "next"),
    ("last", "last"),
    ("review", "review"),
    ("flip", "flip"),
    ("menu", "menu"),
)
TRY: Final[Keys] = (("undo", "undo"), ("redo", "redo"), ("hint", "hint"), ("menu", "menu"), ("leave", "back"))
WATCH: Final[Keys] = (("pause-play", "pause"), ("flip", "flip"), ("menu", "menu"))


@dataclass(frozen=True, slots=True)
class KeySets:
    """The keys of a game."""

    play: Keys = PLAY
    """While the match is played."""
    look: Keys = LOOK
    """While one looks back."""
    watch: Keys = WATCH
    """While computers play each other."""
    tries: Keys = TRY
    """While something is tried out."""


BOARD_KEYS: Final = KeySets()
