"""How long an engine of somebody else's may think about a turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Self

from scenes.app.words import Words

HEADER: Final = "Engine"
"""The record's header for the limit of a match's engine ("seconds 2", "nodes 100000")."""
_LONGEST: Final = 3600.0
_MOST: Final = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Limit:
    """Seconds or nodes for a turn, one of them."""

    seconds: float | None = None
    nodes: int | None = None

    def __str__(self) -> str:
        return f"nodes {self.nodes}" if self.nodes is not None else f"seconds {self.seconds:g}"

    @classmethod
    def read(cls, text: object) -> Self | None:
        """What `str` wrote; None where that makes no sense."""
        kind, _, number = str(text).partition(" ")
        try:
            if kind == "nodes" and number.isascii() and number.isdigit() and 1 <= int(number) <= _MOST:
                return cls(nodes=int(number))
            if kind == "seconds" and 0 < float(number) <= _LONGEST:
                return cls(seconds=float(number))
        except ValueError:
            pass
        return None

    def told(self, words: Words) -> str:
        """As people say it: "2 s a turn" or "10 000 nodes"."""
        if self.nodes is not None:
            return words("setup.limit_nodes", n=words.number(self.nodes))
        assert self.seconds is not None
        return words("setup.limit_seconds", n=words.number(self.seconds))


LIMITS: Final = (
    *(Limit(seconds=n) for n in (0.5, 1.0, 2.0, 5.0, 10.0)),
    *(Limit(nodes=n) for n in (10_000, 100_000, 500_000)),
)
"""Those to choose from."""
USUAL: Final = Limit(seconds=2.0)
