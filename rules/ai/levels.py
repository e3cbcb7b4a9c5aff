"""The levels of the computer in each game."""

from __future__ import annotations

from rules.ai.opponents import opponent_of
from rules.search.level import Level


def levels_of(key: str) -> tuple[Level, ...]:
    """The levels of a game, weakest first. Raises ValueError with a sentence if there is no such game."""
    return opponent_of(key).levels


def level(key: str, number: int) -> Level:
    """The level of a game with this number, from 1. Raises ValueError with a sentence if there is none."""
    levels = levels_of(key)
    if not 1 <= number <= len(levels):
        raise ValueError(f"There is no level {number} of {key}; the levels go from 1 to {len(levels)}.")
    return levels[number - 1]
