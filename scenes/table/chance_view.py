"""The view of chance on the table: dice and cards. Here is what holds for a game that leaves nothing to chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from rules.contract import Target
from rules.match import Change

if TYPE_CHECKING:
    import pygame

    from scenes.surfaces.motion import Film, Tempo, Timeline
    from scenes.table.prompts import Prompt


class ChanceView:
    """The view of chance on one table, and its handling of the mouse."""

    actions: Mapping[str, Callable[[], object]] = {}
    """The functions of buttons and keys that only this table has, by action."""
    prompt: Prompt | None = None

    def __init__(self, *parts: object) -> None:
        """Take no part of the table: nothing is shown."""

    @property
    def holding(self) -> bool:
        """Whether a cup is in the person's hand."""
        return False

    @property
    def offered(self) -> frozenset[Target]:
        """The targets that wait for the person's hand: cups that may be taken."""
        return frozenset()

    def prepare(self) -> None:
        """Prepare for a new size of the table, or another bottom seat."""

    def film(self, change: Change, tempo: Tempo) -> Film | None:
        """Return the animation of a change; None for the usual one of a board."""
        return None

    def again(self, change: Change, tempo: Tempo) -> Timeline | None:
        """Return the animation of a change that is shown again; None for the usual one of a board."""
        return None

    def show_outcome(self, change: Change) -> None:
        """Announce what chance decided, which lies on the table."""

    def handle(self, event: pygame.event.Event) -> bool:
        """Take an event that concerns chance; return whether it was one."""
        return False

    def key_action(self, event: pygame.event.Event) -> str | None:
        """Return the action of a key that only this table has, or None."""
        return None

    def put_back(self) -> bool:
        """Put back what is held; return whether anything was."""
        return False

    def forget(self) -> None:
        """Remove what flies, since the match takes another course."""

    def update(self, now: float) -> None:
        """Show what is due at `now`."""

    def pace(self, now: float) -> float | None:
        """Return the seconds until `update` is wanted; None while nothing is due."""
        return None
