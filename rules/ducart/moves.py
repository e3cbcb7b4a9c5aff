"""Moves of Ducart: turns of a piece, missed turns and clock events (README.md, sections 3, 8 and 10)."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.contract import Seat
from rules.ducart.engine.mailbox import ACTOR_AT, HEAL, PUSH, TARGET_AT, THIRD_AT
from rules.search.mailbox import SQUARES


@dataclass(frozen=True, slots=True)
class Act:
    """A turn in which a piece moves or uses its Ability.

    `step` is the turn as the engine's number (engine/mailbox.py), `sdn` is its text (section 11.1).
    """

    seat: Seat
    step: int
    sdn: str

    def __str__(self) -> str:
        return self.sdn

    @property
    def kind(self) -> int:
        """The kind of the turn: `MOVE` (also for kills and keeps), `PUSH`, `SLEEP`, `HEAL`, `STEAL` or `TRANSFER`."""
        return self.step & 15

    @property
    def actor(self) -> int:
        return SQUARES[self.step >> ACTOR_AT & 127]

    @property
    def target(self) -> int:
        """The square of the second click: the end of a move, the square acted on, or the Healer's own for a heal."""
        return self.actor if self.kind == HEAL else SQUARES[self.step >> TARGET_AT & 127]

    @property
    def pushed_to(self) -> int | None:
        return SQUARES[self.step >> THIRD_AT] if self.kind == PUSH else None

    @property
    def waypoint(self) -> int | None:
        """The square where the first step of a leap of two steps ends; None for any other turn."""
        return None if self.kind == PUSH or self.step >> THIRD_AT == 0 else SQUARES[self.step >> THIRD_AT]


@dataclass(frozen=True, slots=True)
class Pass:
    """A missed turn of a side that can do nothing (section 8)."""

    seat: Seat

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class ClockEvent:
    """An event of the clock in a timed game: the time of a turn, or the game's hour, is over (section 10)."""

    seat: Seat
    word: Literal["time", "hour"]

    def __str__(self) -> str:
        return self.word


Move: TypeAlias = Act | Pass | ClockEvent
