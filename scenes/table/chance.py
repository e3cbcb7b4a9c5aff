"""Chance in a match: dice and cards. Here is what a game does in which everything is decided by somebody.

A game with chance brings a controller and its view, with these as their bases. The controller knows outcomes, the
seal, who may see what and what is due by itself; it imports no pygame. The view shows it: cups, flights, deals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from rules.contract import NATURE, Move, Position, Remark, Table, Target
from rules.match import Change
from scenes.surfaces.motion import PACES
from scenes.table.state import CoverCard, Said

if TYPE_CHECKING:
    import pygame

    from scenes.surfaces.motion import Film, Tempo, Timeline
    from scenes.table.facts import MatchHost
    from scenes.table.prompts import Prompt


BEATS: Final = {"normal": 0.5, "fast": 0.22, "off": 0.0}
"""Seconds between two moves that the table makes by itself, by the speed of the animation."""


class ChanceController:
    """Nature's part in one match, and that of whoever only carries out what is settled."""

    def __init__(self, host: MatchHost) -> None:
        self._host = host

    @property
    def pending(self) -> bool:
        """Whether the match waits for Nature: dice fly, or cards are to be dealt or shuffled."""
        match = self._host.match
        return match.position.to_move == NATURE and match.outcome() is None

    @property
    def must_finish(self) -> bool:
        """Whether dice fly that have to be seen to their end."""
        return False

    @property
    def between_rounds(self) -> bool:
        """Whether a round is over and the next one is still to be dealt."""
        return False

    @property
    def covers(self) -> bool:
        """Whether the table is covered until the next person is there."""
        return False

    @property
    def hides_texts(self) -> bool:
        """Whether a copy of the match would tell what is still hidden."""
        return False

    def leaves(self, move: Move) -> bool:
        """Whether an automatic move is left to the hand of the person whose it is."""
        return False

    def beat(self) -> float:
        """Seconds between two moves that the table makes by itself; the others' go at their pace."""
        settings, move = self._host.settings, self._host.automatic_move
        other = move is not None and move.seat not in self._host.session.persons
        pace = PACES[settings.card_pace][0] if other else 1.0
        return BEATS[settings.animation] / pace if pace else 0.0

    def opening_move(self) -> Move | None:
        """The move that only opens the next game."""
        return None

    def seen(self, position: Position) -> Position:
        """A position as whoever looks may see it now."""
        return position

    def table(self, position: Position) -> Table:
        """What is seen of a position on the table."""
        return self.seen(position).table()

    def share(self) -> float | None:
        """The first seat's chance to win in the position shown, 0 to 1; None where that isn't told."""
        return None

    def said(self) -> Said | None:
        """What is to be read first; None where the usual words do."""
        return None

    def named(self, remark: Remark) -> Remark:
        """A remark with its facts as people say them."""
        return remark

    def cover_card(self) -> CoverCard | None:
        """What stands on the cover that waits for the next person."""
        return None

    def uncover(self) -> None:
        """The next person is there."""

    def update_seal(self) -> None:
        """Reveal the seed in the record of a match that is over, and hide it while the match goes on."""

    def forget(self) -> None:
        """The match went another way: nothing is due any more."""

    def update(self, now: float) -> None:
        """Do what is due."""

    def pace(self, now: float) -> float | None:
        """Seconds until `update` is wanted; None: only after something else has happened."""
        return None


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
