"""Chance in a match: dice and cards. A game with chance brings a controller and its view; other games have neither.

The controller knows outcomes, the seal, who may see what and what is due by itself; it imports no pygame. The view
shows it: cups, flights, deals. Both get what they use from the match controller (`ChanceHost`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Protocol

from rules.contract import Gesture, Move, Position, Remark, Seat, Table, Target
from rules.match import Change, Match
from scenes.app.settings import Settings
from scenes.app.storage import Storage
from scenes.app.words import Words
from scenes.table.ply_cursor import PlyCursor
from scenes.table.session import Session
from scenes.table.state import CoverCard, Said

if TYPE_CHECKING:
    import pygame

    from scenes.surfaces.motion import Film
    from scenes.table.prompts import Prompt


BEATS: Final = {"normal": 0.5, "fast": 0.22, "off": 0.0}
"""Seconds between two moves that the table makes by itself, by the speed of the animation."""


class ChanceHost(Protocol):
    """The match that a chance controller and its view belong to."""

    @property
    def session(self) -> Session: ...

    @property
    def match(self) -> Match: ...

    @property
    def cursor(self) -> PlyCursor: ...

    @property
    def settings(self) -> Settings: ...

    @property
    def storage(self) -> Storage: ...

    @property
    def words(self) -> Words: ...

    @property
    def movers(self) -> frozenset[Seat]:
        """The persons here who may move now."""

    @property
    def automatic_move(self) -> Move | None:
        """The move that the table makes now without asking anybody."""

    @property
    def note(self) -> str | None:
        """Something that must be said beside whose turn it is."""

    @property
    def advice(self) -> tuple[Move, ...]:
        """The moves that the hint shows."""

    @property
    def picked(self) -> frozenset[Target]:
        """What the person has picked."""

    @property
    def choosing(self) -> bool:
        """Whether the person is asked which of several moves is meant."""

    @property
    def goes_on(self) -> bool:
        """Whether what is due by itself may happen: the match is shown as it stands, nothing moves, nobody has paused
        it, and no clock waits for the players."""

    @property
    def settled(self) -> bool:
        """Whether nothing on the table moves."""

    def now(self) -> float:
        """Seconds."""

    def computer(self, seat: Seat) -> bool:
        """Whether a program plays a seat."""

    def play(self, move: Move, held: Mapping[Target, tuple[float, float]], chosen: bool = False) -> None:
        """A person's move; `held`: where the pointer let go of what."""

    def carry_out(self, move: Move) -> None:
        """Play a move that nobody has to decide, and show it."""

    def refuse(self, gesture: Gesture) -> None:
        """Say why a gesture is no move."""

    def show(self, changes: Sequence[Change]) -> None:
        """Animate changes of the match, save it and go on."""

    def show_outcome(self, change: Change) -> None:
        """What chance decided lies on the table already: save the match and go on."""

    def turn_to(self, seat: Seat) -> None:
        """Show the table from a seat."""

    def act(self, action: str) -> None:
        """Do what a button or key of this name does."""

    def go_on(self) -> None:
        """Whatever is next: somebody's turn, or the end."""

    def refresh(self) -> None:
        """Bring everything that is shown up to date."""


class ChanceController(Protocol):
    """Nature's part in one match, and that of whoever only carries out what is settled."""

    @property
    def pending(self) -> bool:
        """Whether the match waits for Nature: dice fly, or cards are to be dealt or shuffled."""

    @property
    def must_finish(self) -> bool:
        """Whether dice fly that have to be seen to their end."""

    @property
    def between_rounds(self) -> bool:
        """Whether a round is over and the next one is still to be dealt."""

    @property
    def covers(self) -> bool:
        """Whether the table is covered until the next person is there."""

    @property
    def hides_texts(self) -> bool:
        """Whether a copy of the match would tell what is still hidden."""

    @property
    def can_repeat(self) -> bool:
        """Whether the last turns can be shown again."""

    def leaves(self, move: Move) -> bool:
        """Whether an automatic move is left to the hand of the person whose it is."""

    def beat(self) -> float:
        """Seconds between two moves that the table makes by itself."""

    def opening_move(self) -> Move | None:
        """The move that only opens the next game."""

    def seen(self, position: Position) -> Position:
        """A position as whoever looks may see it now."""

    def table(self, position: Position) -> Table:
        """What is seen of a position on the table."""

    def share(self) -> float | None:
        """The first seat's chance to win in the position shown, 0 to 1; None where that isn't told."""

    def said(self) -> Said | None:
        """What is to be read first; None where the usual words do."""

    def named(self, remark: Remark) -> Remark:
        """A remark with its facts as people say them."""

    def cover_card(self) -> CoverCard | None:
        """What stands on the cover that waits for the next person."""

    def uncover(self) -> None:
        """The next person is there."""

    def next_round(self) -> None:
        """Begin the next round."""

    def update_seal(self) -> None:
        """Reveal the seed in the record of a match that is over, and hide it while the match goes on."""

    def forget(self) -> None:
        """The match went another way: nothing is due any more."""

    def update(self, now: float) -> None:
        """Do what is due."""

    def pace(self, now: float) -> float | None:
        """Seconds until `update` is wanted; None: only after something else has happened."""


class ChanceView(Protocol):
    """What is seen of chance on the table, and what the mouse does with it."""

    @property
    def holding(self) -> bool:
        """Whether a cup is in the person's hand."""

    @property
    def offered(self) -> frozenset[Target]:
        """What waits for the person's hand: cups that may be taken."""

    @property
    def actions(self) -> Mapping[str, Callable[[], object]]:
        """What buttons and keys do that only this table has, by the names of their actions."""

    @property
    def prompt(self) -> Prompt | None:
        """What may be asked about chance."""

    def prepare(self) -> None:
        """The table has a new size, or is seen from another seat."""

    def film(self, change: Change) -> Film | None:
        """How a change is seen; None where a board's usual animation does."""

    def show_outcome(self, change: Change) -> None:
        """What chance decided lies on the table: say what it is called."""

    def handle(self, event: pygame.event.Event) -> bool:
        """Take an event that concerns chance; whether it was one."""

    def key_action(self, event: pygame.event.Event) -> str | None:
        """The action of a key that only this table has."""

    def put_back(self) -> bool:
        """Put back what is held; whether anything was."""

    def repeat(self) -> None:
        """Show the last turns again, or stop that."""

    def forget(self) -> None:
        """The match went another way: what was in the air is not."""

    def update(self, now: float) -> None:
        """Show what is due."""

    def pace(self, now: float) -> float | None:
        """Seconds until `update` is wanted; None: only after something else has happened."""


class NoChance:
    """A game in which everything is decided by somebody."""

    def __init__(self, host: ChanceHost) -> None:
        self._host = host

    pending = must_finish = between_rounds = covers = hides_texts = can_repeat = False

    def leaves(self, move: Move) -> bool:
        return False

    def beat(self) -> float:
        return BEATS[self._host.settings.animation]

    def opening_move(self) -> Move | None:
        return None

    def seen(self, position: Position) -> Position:
        return position

    def table(self, position: Position) -> Table:
        return position.table()

    def share(self) -> float | None:
        return None

    def said(self) -> Said | None:
        return None

    def named(self, remark: Remark) -> Remark:
        return remark

    def cover_card(self) -> CoverCard | None:
        return None

    def uncover(self) -> None:
        """Nothing is covered."""

    def next_round(self) -> None:
        """There are no rounds."""

    def update_seal(self) -> None:
        """Nothing is sealed."""

    def forget(self) -> None:
        """Nothing is due."""

    def update(self, now: float) -> None:
        """Nothing is due."""

    def pace(self, now: float) -> float | None:
        return None


class NoChanceView:
    """There is nothing to be seen of it."""

    def __init__(self, *parts: object) -> None:
        """It shows nothing on any part of the table."""

    holding = False
    offered: frozenset[Target] = frozenset()
    actions: Mapping[str, Callable[[], object]] = {}
    prompt = None

    def prepare(self) -> None:
        """Nothing depends on the size."""

    def film(self, change: Change) -> Film | None:
        return None

    def show_outcome(self, change: Change) -> None:
        """Nothing is left to chance."""

    def handle(self, event: pygame.event.Event) -> bool:
        return False

    def key_action(self, event: pygame.event.Event) -> str | None:
        return None

    def put_back(self) -> bool:
        return False

    def repeat(self) -> None:
        """Nothing is hidden that would have to be shown again."""

    def forget(self) -> None:
        """Nothing is in the air."""

    def update(self, now: float) -> None:
        """Nothing is due."""

    def pace(self, now: float) -> float | None:
        return None
