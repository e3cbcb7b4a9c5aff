"""Dice that lie: a roll with what has been made of it, and dice of which one is tilted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rules.contract import Seat
from rules.unstacked_draughts.moves import LETTERS

FREE: Final = "-"
"""The mark of a die that nobody has used."""


@dataclass(frozen=True, slots=True)
class Lying:
    """Two dice on the table as they are named; `marks` say for each `-`, or who used it how: `wv`, `b^`."""

    thrower: Seat
    """`NATURE` for two dice thrown for priority."""
    dice: tuple[int, int]
    marks: tuple[str, str] = (FREE, FREE)
    covers: int = 0
    """Throws that were covered since."""
    locked: bool = False
    """A cover has locked the cup until its claims are taken."""

    @property
    def double(self) -> bool:
        return self.dice[0] == self.dice[1]

    @property
    def free(self) -> list[int]:
        """The numbers, 0 and 1, of the dice that nobody has used."""
        return [at for at in (0, 1) if self.marks[at] == FREE]

    def used(self, at: int, mark: str) -> Lying:
        """The same once die number `at` is used."""
        marks = (mark, self.marks[1]) if at == 0 else (self.marks[0], mark)
        return Lying(self.thrower, self.dice, marks, self.covers, self.locked)

    def text(self) -> str:
        """As it stands at the end of a position text (section 10)."""
        words = [LETTERS[self.thrower], *(f"{die}{mark}" for die, mark in zip(self.dice, self.marks, strict=True))]
        words += [f"c{self.covers}"] if self.covers else []
        words += ["!"] if self.locked else []
        return f"[{' '.join(words)}]"


@dataclass(frozen=True, slots=True)
class Dispute:
    """Dice of which one is tilted, and what White and then Black have said."""

    dice: tuple[int, ...]
    slides: bool
    answers: tuple[bool, ...] = ()
