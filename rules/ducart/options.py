"""The options of a match of Ducart, and the flags of a position text that they stand for (README.md, 9 and 11.2)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Final, Literal

from rules.ducart.engine.mailbox import NEAR_ONLY, OWN_FLANK, PUSH_ONLY

FLAGS: Final = "acfhnopt"
"""All flags of a position text (section 11.2)."""
_BOARD_FLAGS: Final = {"a": NEAR_ONLY, "f": OWN_FLANK, "p": PUSH_ONLY}


@dataclass(frozen=True, slots=True)
class Options:
    """What is chosen before play; the flags are those of section 11.2."""

    first: Literal["gold", "blue", "toss"] = "gold"
    """Who makes the first turn; where no coin is tossed, Gold."""
    hundred: Literal["drawn", "counted", "endless"] = "drawn"
    """What 100 turns without a kill or a promotion are: drawn, decided by the count (c), nothing; then repetition is
    nothing either (n)."""
    swap: bool = False
    """Healer and Stealer of the first mover change places in the start position (h)."""
    timed: bool = False
    """Ducart: with clocks (t)."""
    late: Literal["passes", "loses"] = "passes"
    """What a minute that runs out costs: the turn, or the game."""
    near_steal: bool = False
    """Only a neighbour can be stolen (a)."""
    lenient_flank: bool = False
    """The flank ban binds only a Sweeper's own moves (f)."""
    push_only: bool = False
    """Only a push frees a Keeper from a Stealer (p)."""

    @property
    def flags(self) -> str:
        """The flags of the position that a match with these options begins with."""
        on = {
            "a": self.near_steal,
            "c": self.hundred == "counted",
            "f": self.lenient_flank,
            "h": self.swap,
            "n": self.hundred == "endless",
            "p": self.push_only,
            "t": self.timed,
        }
        return "".join(flag for flag, is_on in on.items() if is_on)


def board_flags(flags: str) -> int:
    """The flags of a position text that change what the pieces can do, as the sum of bits that `Board` takes."""
    return sum(bit for flag, bit in _BOARD_FLAGS.items() if flag in flags)


# A series of matches (section 9)


def resolve_chance(options: Options, rng: Random) -> Options:
    """The same options; if a coin decides who moves first, it has been tossed."""
    return replace(options, first=rng.choice(("gold", "blue"))) if options.first == "toss" else options


def rematch_options(options: Options) -> tuple[Options, ...]:
    """The options of the next game: the other side moves first. The swap may be added by agreement, never dropped."""
    usual = replace(options, first="gold" if options.first == "blue" else "blue")
    return (usual,) if options.swap else (usual, replace(usual, swap=True))
