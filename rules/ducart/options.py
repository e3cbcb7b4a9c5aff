"""Options of a match of Ducart, and the flags that stand for them in a position text (README.md, 9 and 11.2)."""

from dataclasses import dataclass, replace
from itertools import chain
from random import Random
from typing import Final, Literal

from rules.common.options import option, traits_of, write_letters
from rules.ducart.engine.mailbox import NEAR_ONLY, OWN_FLANK, PUSH_ONLY

_BOARD_FLAGS: Final = {"a": NEAR_ONLY, "f": OWN_FLANK, "p": PUSH_ONLY}


@dataclass(frozen=True, slots=True)
class Options:
    first: Literal["gold", "blue", "toss"] = option("gold", preselected="toss")
    """The side that has the first turn, or the toss of a coin for it."""
    hundred: Literal["drawn", "counted", "endless"] = option(
        "drawn", letters={"endless": "n", "counted": "c"}, preselected="counted"
    )
    """The effect of 100 turns without a kill or a promotion; with "endless" repetition has no effect either."""
    swap: bool = option(False, letters={True: "h"})
    """Whether the first mover's Healer and Stealer change places in the start position."""
    timed: bool = option(False, letters={True: "t"})  # whether it is Ducart, with clocks
    late: Literal["passes", "loses"] = option("passes", is_outside_text=True)
    """The penalty for a side whose time for a turn runs out: it loses its turn, or the game."""
    near_steal: bool = option(False, letters={True: "a"}, is_rare=True)  # whether only a neighbour can be stolen
    lenient_flank: bool = option(False, letters={True: "f"}, is_rare=True)
    """Whether the flank ban binds only a Sweeper's own moves."""
    push_only: bool = option(False, letters={True: "p"}, is_rare=True)
    """Whether only a push frees a Keeper from a Stealer."""

    @property
    def flags(self) -> str:
        return write_letters(self)


_LETTERS: Final = traits_of(Options, "letters").values()
FLAGS: Final = "".join(sorted(("o", *chain(*(letters.values() for letters in _LETTERS)))))
"""The flags of a position text: the letters of the options, and o for sudden death."""


def board_flags(flags: str) -> int:
    """Return the flags that change what the pieces can do, as the sum of bits that `Grid` takes."""
    return sum(bit for flag, bit in _BOARD_FLAGS.items() if flag in flags)


# A series of matches (section 9)


def resolve_chance(options: Options, rng: Random) -> Options:
    """Return the options after a coin was tossed, if that decides who moves first."""
    return replace(options, first=rng.choice(("gold", "blue"))) if options.first == "toss" else options


def rematch_options(options: Options) -> tuple[Options, ...]:
    """Return the options of the next game, in which the other side moves first; a swap may be added, not dropped."""
    usual = replace(options, first="gold" if options.first == "blue" else "blue")
    return (usual,) if options.swap else (usual, replace(usual, swap=True))
