"""How attentive a player is where luck decides the rest: all that levels of the computer differ in there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Attention:
    """Chances to overlook, and times in seconds."""

    misses: float
    """The chance to miss a die that could be claimed, of a simple roll."""
    misses_double: float
    """And of a double, where the other throws again."""
    reaction: tuple[float, float]
    """Between these a claim takes."""
    pause: float
    """Before one's own second throw."""


PERFECT: Final = Attention(0.0, 0.0, (0.5, 1.0), 1.2)
"""Misses nothing; the best level."""
