"""Proof of a win within a number of turns: every turn of one side is tried against every turn of the other.

The *attacker* wins *within n turns* if, against every defence, the match ends in its favour with its own nth turn or
before. `ProofBoard.make` tells whether a turn ends the match. Automatic draws are ignored, so the caller must check
their counters.

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
        """Return all different turns of the side to move; if it has none, the step that misses a turn."""

    def make(self, step: S) -> int | None:
        """Make a turn; return `WON`, `DRAWN` or `LOST` for the side that made it, or None if the match continues."""

    def unmake(self, step: S) -> None:
        """Undo the last turn."""

    def key(self) -> Hashable:
        """Return a key for the whole position."""

    def hopeless(self, turns: int) -> bool:
        """Return whether it is certain that the side to move can't win within `turns` turns."""


class Proof:
    """Proofs on the boards of one game. Results are kept until `forget`."""

    def __init__(self) -> None:
        self._known: dict[tuple[Hashable, int], bool] = {}
        self._refutations: dict[int, object] = {}

    def forget(self) -> None:
        self._known.clear()
        self._refutations.clear()

    def wins(self, board: ProofBoard[S], turns: int) -> bool:
        """Return whether the side to move wins within `turns` turns, including this one."""
        if turns < 1 or board.hopeless(turns):
            return False
        key = (board.key(), turns) if turns > 1 else None
        if key is not None and key in self._known:
            return self._known[key]
        steps = board.steps()
        won = not board.hopeless(1) and any(self._wins_at_once(board, step) for step in steps)
        if not won and turns > 1:
            won = any(self._forces_win(board, step, turns - 1) for step in steps)
        if key is not None:
            self._known[key] = won
        return won

    def _wins_at_once(self, board: ProofBoard[S], step: S) -> bool:
        verdict = board.make(step)
        board.unmake(step)
        return verdict == WON

    def _forces_win(self, board: ProofBoard[S], step: S, turns: int) -> bool:
        """Return whether a turn leads to a win within `turns` further turns."""
        won = board.make(step) is None and self.loses(board, turns)
        board.unmake(step)
        return won

    def loses(self, board: ProofBoard[S], turns: int) -> bool:
        """Return whether the other side wins within `turns` turns of its own against every first turn."""
        steps = list(board.steps())
        best = self._refutations.get(turns)
        if best in steps:
            steps.remove(best)
            steps.insert(0, best)
        for step in steps:
            verdict = board.make(step)
            holds = verdict in (WON, DRAWN) or (verdict is None and not self.wins(board, turns))
            board.unmake(step)
            if holds:
                self._refutations[turns] = step
                return False
        return True
