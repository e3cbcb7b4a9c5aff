"""What the positions of games on 64 squares share."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.contract import Remark, Seat


@dataclass(frozen=True, slots=True)
class BoardPosition:
    """A board with the side to move, and the positions before it that count for repetition."""

    cells: bytes
    """64 codes of the game's engine, from a1 to h8."""
    side: Seat
    """The side to move."""
    keys: tuple[bytes, ...] = field(default=(), compare=False, repr=False, kw_only=True)
    """The positions at the start of each turn since the last irreversible one, this one last (`_key`)."""

    def __post_init__(self) -> None:
        if not self.keys:
            object.__setattr__(self, "keys", (self._key(),))

    def _key(self) -> bytes:
        return self.cells + bytes((self.side,))

    @property
    def to_move(self) -> Seat:
        return self.side

    @property
    def turn_started(self) -> bool:
        return True

    def actors(self) -> frozenset[Seat]:
        return frozenset((self.side,))

    @property
    def times(self) -> int:
        """How often this position has stood at the start of a turn."""
        return self.keys.count(self.keys[-1])

    def repetition_remarks(self) -> tuple[Remark, ...]:
        """What the players are told if the position stands again."""
        repeated = self.turn_started and self.times > 1
        return (Remark("repeated", (), {"times": str(self.times)}),) if repeated else ()
