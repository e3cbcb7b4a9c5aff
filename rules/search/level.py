"""How strong the computer plays: a budget of nodes with a cap on wall time, and how exactly it evaluates.

On nodes a level plays alike on every machine, interpreted or compiled, until the cap bites. In a game of dice, where
nothing is searched, a level is how attentively it plays; at cards it is a policy, and nodes are Monte Carlo playouts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from rules.search.budget import Budget


@dataclass(frozen=True, slots=True)
class Attention:
    """How attentive a player is where luck decides the rest: chances to overlook, and times in seconds."""

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


@dataclass(frozen=True, slots=True)
class Level:
    """One strength of the computer."""

    number: int
    """From 1, the weakest; 0 for a player that is no level."""
    nodes: int | None = None
    seconds: float | None = None
    """The cap on wall time for one turn."""
    depth: int = 48
    """Plies searched at most."""
    noise: int = 0
    """Centi-men by which each evaluation may be off, either way; a few vary the play of strong levels too."""
    blind: int = 0
    """Of 256 captures beyond the horizon of the search, how many it overlooks."""
    attention: Attention = PERFECT
    """In a game of attention, all that counts."""

    @property
    def budget(self) -> Budget:
        """What a search at this level may spend."""
        return Budget(self.nodes, self.seconds, self.depth)


def inattentive(misses: float, misses_double: float) -> Level:
    """The pace of the best level, with other chances to miss a claim."""
    return Level(0, attention=replace(PERFECT, misses=misses, misses_double=misses_double))


def unlimited(nodes: int | None = None, seconds: float | None = None) -> Level:
    """Full strength within a budget, the same every time."""
    return Level(0, nodes, seconds)
