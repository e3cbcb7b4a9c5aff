"""The exact chance of the side next to throw, in any position that has a text."""

from __future__ import annotations

from rules.common.packed import TableError
from rules.unstacked_draughts.position import Position


def odds(position: Position) -> float:
    """The chance to win this game if all that can be used of a lying roll will be. Raises ValueError, a sentence."""
    from rules.unstacked_draughts.prospects import chance  # only those who ask need the table

    if position.next is None:
        raise ValueError("Nobody is next to throw: who begins has not been thrown for.")
    try:
        white = chance(position)
    except TableError as problem:
        raise ValueError(str(problem)) from None
    return white if position.next == 0 else 1.0 - white
