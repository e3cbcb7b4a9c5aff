"""Options of a match of Unstacked Draughts (README.md, section 11)."""

from dataclasses import dataclass, field
from typing import Literal

from rules.contract import LATER


@dataclass(frozen=True, slots=True)
class Options:
    mode: Literal["assisted", "attentive"] = "assisted"  # leftovers go over automatically, or are lost unless claimed
    dice: Literal["valid", "real", "own"] = "valid"  # dice that lie well, that may fail, or the players' real ones
    goal: Literal[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] = 3  # points that win the match
    loser_begins: bool = False  # whether a game's loser throws first in the next; else there is a throw for it
    first: Literal["white", "black", "priority"] = "white"  # side that throws first in the first game
    far_border: bool = False  # whether real dice have to touch the far border
    false_claims: Literal["free", "lock"] = field(default="free", metadata=LATER)
    """Effect of a false claim in attentive play: none, or the seat can claim nothing more of that roll.

    A record that was written before there was this option has `free`.
    """
