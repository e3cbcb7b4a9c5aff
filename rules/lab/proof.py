"""Proof of a win within a number of turns: every turn of one side is tried against every turn of the other.

The *attacker* wins *within n turns* if, against every defence, the match ends in its favour by its own nth turn or
before, by its own turn or the other's. The game determines what ends a match (`ProofBoard.make`). Automatic draws
are ignored, so the caller must check their counters.

Repetitions need no check: if the attacker wins within n turns, each of its turns reduces the number of turns left,
so no position repeats.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final, Protocol, TypeVar

S = TypeVar("S")

WON: Final = 1
DRAWN: Final = 0
LOST: Final = -1


class ProofBoard(Protocol[S]):
    """A board for proofs. The side to move changes with each `make` and `unmake`."""

    def steps(self) -> Sequence[S]:
        """Return all different turns of the side to move; never empty, because a missed turn is also a turn."""

    def make(self, step: S) -> int | None:
        """Make a turn: `WON`, `DRAWN` or `LOST` for the side that made it, None if the match continues."""

    def unmake(self, step: S) -> None:
        """Undo the last turn."""

    def key(self) -> Hashable:
        """Return a key for the whole position."""

    def hopeless(self, turns: int) -> bool:
        """Return whether the side to move certainly doesn't win within `turns` turns.

        False may be wrong, True must not be.
        """


class Proof:
    """Proofs on the boards of one game. Results are stored until `forget`."""

    def __init__(self) -> None:
        self._known: dict[tuple[Hashable, int], bool] = {}
        self._refutations: dict[int, object] = {}

    def forget(self) -> None:
        self._known.clear()
        self._refutations.clear()

    def wins(self, ground: ProofBoard[S], turns: int) -> bool:
        if turns < 1 or ground.hopeless(turns):
            return False
        key = (ground.key(), turns) if turns > 1 else None
        if key is not None and key in self._known:
            return self._known[key]
        steps = ground.steps()
        won = not ground.hopeless(1) and any(self._ends(ground, step) for step in steps)
        if not won and turns > 1:
            won = any(self._forces(ground, step, turns - 1) for step in steps)
        if key is not None:
            self._known[key] = won
        return won

    def _ends(self, ground: ProofBoard[S], step: S) -> bool:
        verdict = ground.make(step)
        ground.unmake(step)
        return verdict == WON

    def _forces(self, ground: ProofBoard[S], step: S, turns: int) -> bool:
        won = ground.make(step) is None and self.loses(ground, turns)
        ground.unmake(step)
        return won

    def loses(self, ground: ProofBoard[S], turns: int) -> bool:
        """Return whether the other side wins within `turns` turns of its own against every first turn."""
        steps = list(ground.steps())
        best = self._refutations.get(turns)
        if best in steps:
            steps.remove(best)
            steps.insert(0, best)
        for step in steps:
            verdict = ground.make(step)
            holds = verdict in (WON, DRAWN) or (verdict is None and not self.wins(ground, turns))
            ground.unmake(step)
            if holds:
                self._refutations[turns] = step
                return False
        return True
