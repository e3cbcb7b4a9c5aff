"""Options of a match of Unstacked Draughts (README.md, section 11)."""

from dataclasses import dataclass, field
from typing import Literal

from rules.contract import LATER


@dataclass(frozen=True, slots=True)
class Options:
    """The mode, the dice, the points of the match and who begins."""

    mode: Literal["assisted", "attentive"] = "assisted"
    """Whether leftovers go over automatically, or are lost unless claimed."""
    dice: Literal["valid", "real", "own"] = "valid"
    """Dice that always lie well, dice that may fail, or real ones on the players' own table."""
    goal: Literal[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] = 3  # points that win the match
    loser_begins: bool = False
    """Whether the loser of a game throws first in the next one; otherwise there is a throw for it."""
    first: Literal["white", "black", "priority"] = "white"  # side that throws first in the first game
    far_border: bool = False  # whether real dice have to touch the far border
    false_claims: Literal["free", "lock"] = field(default="free", metadata=LATER)
    """Effect of a false claim in attentive play: none, or the seat can claim nothing more of that roll.

    A record that was written before there was this option has `free`.
    """
