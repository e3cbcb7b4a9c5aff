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
    """What is seen of chance on the table, and what the mouse does with it."""

    actions: Mapping[str, Callable[[], object]] = {}
    """What buttons and keys do that only this table has, by the names of their actions."""
    prompt: Prompt | None = None
    """What may be asked about chance."""

    def __init__(self, *parts: object) -> None:
        """It shows nothing on any part of the table."""

    @property
    def holding(self) -> bool:
        """Whether a cup is in the person's hand."""
        return False

    @property
    def offered(self) -> frozenset[Target]:
        """What waits for the person's hand: cups that may be taken."""
        return frozenset()

    def prepare(self) -> None:
        """The table has a new size, or is seen from another seat."""

    def film(self, change: Change, tempo: Tempo) -> Film | None:
        """How a change is seen; None where a board's usual animation does."""
        return None

    def again(self, change: Change, tempo: Tempo) -> Timeline | None:
        """How a change is seen that has happened before; None where a board's usual animation does."""
        return None

    def show_outcome(self, change: Change) -> None:
        """What chance decided lies on the table: say what it is called."""

    def handle(self, event: pygame.event.Event) -> bool:
        """Take an event that concerns chance; whether it was one."""
        return False

    def key_action(self, event: pygame.event.Event) -> str | None:
        """The action of a key that only this table has."""
        return None

    def put_back(self) -> bool:
        """Put back what is held; whether anything was."""
        return False

    def forget(self) -> None:
        """The match went another way: what was in the air is not."""

    def update(self, now: float) -> None:
        """Show what is due."""

    def pace(self, now: float) -> float | None:
        """Seconds until `update` is wanted; None: only after something else has happened."""
        return None
