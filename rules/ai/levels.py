"""How strong the computer plays. A level is a budget of nodes with a cap on wall time, and how clearly it sees.

On nodes a level plays alike on every machine, interpreted or compiled, until the cap bites. Where nothing is searched
a level is how attentively it plays; at cards it is a manner of play, and nodes are rounds played to their end in
thought.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from rules.search.attention import PERFECT, Attention
from rules.search.iterative_deepening import Budget


@dataclass(frozen=True, slots=True)
class Level:
    """One strength of the computer."""

    number: int
    """From 1, the weakest; 0 for a player that is no level."""
    nodes: int | None = None
    seconds: float | None = None
    """The cap on wall time for one turn."""
    depth: int = 48
    """Plies looked ahead at most."""
    noise: int = 0
    """Centi-men by which each judgement may be off, either way; a few vary the play of strong levels too."""
    blind: int = 0
    """Of 256 captures just beyond what it looks ahead, how many it overlooks."""
    attention: Attention = PERFECT
    """In a game of attention, all that counts."""

    @property
    def budget(self) -> Budget:
        """What a search at this level may spend."""
        return Budget(self.nodes, self.seconds, self.depth)


LEVELS: Final[dict[str, tuple[Level, ...]]] = {
    "double-draughts": (
        Level(1, nodes=500, seconds=1.0, depth=1, noise=200, blind=200),
        Level(2, nodes=1_000, seconds=1.0, depth=1, noise=90, blind=110),
        Level(3, nodes=1_200, seconds=1.0, depth=1, noise=60, blind=64),
        Level(4, nodes=1_500, seconds=1.0, depth=2, noise=60, blind=52),
        Level(5, nodes=2_000, seconds=1.0, depth=3, noise=40, blind=20),
        Level(6, nodes=3_000, seconds=1.0, noise=10),
        Level(7, nodes=10_000, seconds=2.0, noise=3),
        Level(8, nodes=60_000, seconds=2.0),
        Level(9, nodes=100_000_000, seconds=2.0),
    ),
    "duck-chess": (
        Level(1, nodes=500, seconds=1.0, depth=1, noise=200, blind=200),
        Level(2, nodes=600, seconds=1.0, depth=1, noise=120, blind=90),
        Level(3, nodes=1_000, seconds=1.0, depth=2, noise=120, blind=90),
        Level(4, nodes=1_500, seconds=1.0, depth=2, noise=60, blind=30),
        Level(5, nodes=2_000, seconds=1.0, depth=3, noise=60, blind=20),
        Level(6, nodes=3_000, seconds=1.0, depth=4, noise=40, blind=8),
        Level(7, nodes=10_000, seconds=2.0),
        Level(8, nodes=100_000_000, seconds=2.0),
    ),
    "ducart": (
        Level(1, nodes=1_000, seconds=1.0, depth=1, noise=250, blind=200),
        Level(2, nodes=1_500, seconds=1.0, depth=1, noise=120, blind=80),
        Level(3, nodes=2_000, seconds=1.0, depth=2, noise=120, blind=60),
        Level(4, nodes=3_000, seconds=1.0, depth=3, noise=60, blind=20),
        Level(5, nodes=10_000, seconds=1.5, noise=10),
        Level(6, nodes=300_000, seconds=2.0, noise=3),
    ),
    "ducale": (Level(1), Level(2), Level(3), Level(4, nodes=400, seconds=0.45)),
    "unstacked-draughts": (
        Level(1, attention=Attention(0.50, 0.60, (2.5, 4.0), 4.0)),
        Level(2, attention=Attention(0.25, 0.35, (1.5, 3.0), 3.0)),
        Level(3, attention=Attention(0.08, 0.15, (0.8, 2.0), 2.0)),
        Level(4, attention=PERFECT),
    ),
}
"""Game key -> its levels, the weakest first."""


def level(key: str, number: int) -> Level:
    """A level of a game. Raises ValueError, with a sentence, if there is none."""
    levels = LEVELS.get(key, ())
    if not 1 <= number <= len(levels):
        raise ValueError(f"There is no level {number} of {key}; the levels go from 1 to {len(levels)}.")
    return levels[number - 1]


def inattentive(misses: float, misses_double: float) -> Level:
    """The pace of the best level, with other chances to miss a claim."""
    return Level(0, attention=replace(PERFECT, misses=misses, misses_double=misses_double))


def unlimited(nodes: int | None = None, seconds: float | None = None) -> Level:
    """Full strength within a budget, the same every time."""
    return Level(0, nodes, seconds)
