"""The moves of Ducart: a piece acts, a turn is missed, a time is over (README.md, sections 3, 8 and 10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.contract import Seat
from rules.ducart.engine.mailbox import A_AT, ACTOR_AT, B_AT, HEAL, PUSH
from rules.search.mailbox import SQUARES


@dataclass(frozen=True, slots=True)
class Act:
    """A piece moves or uses its Ability: one turn. `step` is the turn as a number (engine/mailbox.py), `sdn` its text
    (section 11.1)."""

    seat: Seat
    step: int
    sdn: str

    def __str__(self) -> str:
        return self.sdn

    @property
    def kind(self) -> int:
        """`MOVE`, `PUSH`, `SLEEP`, `HEAL`, `STEAL` or `TRANSFER` of engine/mailbox.py; a kill or a keep is a move."""
        return self.step & 15

    @property
    def actor(self) -> int:
        """The square, 0 (a1) to 63 (h8), of the piece that acts."""
        return SQUARES[self.step >> ACTOR_AT & 127]

    @property
    def target(self) -> int:
        """The square that is clicked second: the end of a move, else what is acted on; of a Healer its own."""
        return self.actor if self.kind == HEAL else SQUARES[self.step >> A_AT & 127]

    @property
    def pushed_to(self) -> int | None:
        """The square to which a push sends its target; None for any other turn."""
        return SQUARES[self.step >> B_AT] if self.kind == PUSH else None

    @property
    def waypoint(self) -> int | None:
        """The square on which a leap of two steps ends its first; None for any other turn."""
        return None if self.kind == PUSH or self.step >> B_AT == 0 else SQUARES[self.step >> B_AT]


@dataclass(frozen=True, slots=True)
class Pass:
    """The turn is missed, because the side can do nothing (section 8)."""

    seat: Seat

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class ClockEvent:
    """What the clock of a timed game does: `time`, the minute of a turn is over, or `hour`, the hour of the game is
    (README.md, section 10)."""

    seat: Seat
    """Who is to move."""
    word: Literal["time", "hour"]

    def __str__(self) -> str:
        return self.word


Move: TypeAlias = Act | Pass | ClockEvent
