"""The settings of a computer level: a node budget, a time limit, and evaluation noise or attention.

The levels of a game are rows of its module `opponent`.

Because of the node budget a level plays the same on every machine, unless it reaches the time limit. In card games
nodes are Monte Carlo playouts.
"""

from dataclasses import dataclass
from typing import Final

from rules.search.budget import Budget


@dataclass(frozen=True, slots=True)
class Attention:
    """A player's attention in a game where dice must be claimed: probabilities from 0 to 1, and times in seconds."""

    miss_probability: float  # probability of missing a claimable die of a roll that is no double
    misses_double: float  # the same for a double, after which its thrower throws again
    reaction: tuple[float, float]
    pause: float
    false_claims: float = 0.0  # probability of claiming a die that can't be used


PERFECT: Final = Attention(0.0, 0.0, (0.5, 1.0), 1.2)


@dataclass(frozen=True, slots=True)
class Level:
    number: int  # counted from 1, the weakest; 0 for a player that isn't one of the game's levels
    nodes: int | None = None
    seconds: float | None = None
    depth: int = 48
    noise: int = 0  # largest error of an evaluation in hundredths of a man; strong levels use a few for variety
    blind: int = 0  # how many out of every 256 captures or other tactical moves at the horizon are overlooked
    attention: Attention = PERFECT  # the only field used in a game where dice must be claimed, unused in others

    @property
    def budget(self) -> Budget:
        return Budget(self.nodes, self.seconds, self.depth)


def full_strength(nodes: int | None = None, seconds: float | None = None) -> Level:
    """Return a level of full strength within a budget, without evaluation noise."""
    return Level(0, nodes, seconds)
