"""Several games of Ducart in a row: who moves first, and the swap of Healer and Stealer (README.md, section 9)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from rules.ducart.position import Options


def toss(options: Options, rng: Random) -> Options:
    """With the coin tossed, if one is to be: who moves first is settled."""
    return replace(options, first=rng.choice(("gold", "blue"))) if options.first == "toss" else options


def again(options: Options) -> tuple[Options, ...]:
    """The options of the next game of the series: the other one moves first, whatever the result was.

    Where the first game had the swap every later one has it; where it hadn't, a later one may by agreement, which
    comes second.
    """
    usual = replace(options, first="gold" if options.first == "blue" else "blue")
    return (usual,) if options.swap else (usual, replace(usual, swap=True))
