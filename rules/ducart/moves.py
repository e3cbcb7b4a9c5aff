"""Moves of Ducart: turns of a piece, missed turns and clock events (README.md, sections 3, 8 and 10)."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.contract import Seat
from rules.ducart.engine.mailbox import ACTOR_AT, HEAL, PUSH, TARGET_AT, THIRD_AT
from rules.search.mailbox import SQUARES


@dataclass(frozen=True, slots=True)
class Act:
    """A turn in which a piece moves or uses its Ability.

    `step` is the turn as a number (engine/mailbox.py), `sdn` its text (section 11.1).
    """

    seat: Seat
    step: int
    sdn: str

    def __str__(self) -> str:
        return self.sdn

    @property
    def kind(self) -> int:
        """One of `MOVE`, `PUSH`, `SLEEP`, `HEAL`, `STEAL` and `TRANSFER`; kills and keeps are moves."""
        return self.step & 15

    @property
    def actor(self) -> int:
        return SQUARES[self.step >> ACTOR_AT & 127]

    @property
    def target(self) -> int:
        """Square that is clicked second: the end of a move, else the square acted on; of a Healer its own."""
        return self.actor if self.kind == HEAL else SQUARES[self.step >> TARGET_AT & 127]

    @property
    def pushed_to(self) -> int | None:
        return SQUARES[self.step >> THIRD_AT] if self.kind == PUSH else None

    @property
    def waypoint(self) -> int | None:
        """Square at the end of the first step of a leap of two steps; None for any other turn."""
        return None if self.kind == PUSH or self.step >> THIRD_AT == 0 else SQUARES[self.step >> THIRD_AT]


@dataclass(frozen=True, slots=True)
class Pass:
    """A missed turn, because the side can do nothing (section 8)."""

    seat: Seat

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class ClockEvent:
    """An event of the clock in a timed game (README.md, section 10).

    `time`: the minute of a turn is over; `hour`: the hour of the game is over.
    """

    seat: Seat
    word: Literal["time", "hour"]

    def __str__(self) -> str:
        return self.word


Move: TypeAlias = Act | Pass | ClockEvent
