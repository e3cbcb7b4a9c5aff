"""Options of a match of Unstacked Draughts (README.md, section 11)."""

from dataclasses import dataclass
from typing import Literal

from rules.common.options import option


@dataclass(frozen=True, slots=True)
class Options:
    mode: Literal["assisted", "attentive"] = option("assisted", is_outside_text=True)
    """Whether leftovers go to the other player automatically, or only if that player claims them."""
    dice: Literal["valid", "real", "own"] = option("valid", is_outside_text=True)
    """Dice whose throws are always valid, dice whose throws may fail, or real dice on the players' table."""
    goal: Literal[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] = 3  # points that win the match
    loser_begins: bool = option(False, is_outside_text=True)
    """Whether the loser of a game throws first in the next; otherwise they throw for priority."""
    first: Literal["white", "black", "priority"] = option("white", preselected="priority")
    """The side that throws first in the first game, or a throw for priority to decide this."""
    far_border: bool = option(False, is_outside_text=True, needs=("dice", "real"))
    """Whether a throw of `real` dice must touch the far border to be valid."""
    false_claims: Literal["free", "lock"] = option(
        "free", is_later=True, is_outside_text=True, needs=("mode", "attentive"), preselected="lock"
    )
    """The effect of a false claim in attentive play: none, or the seat can't claim anything more of that roll.

    In records without this option it is `free`.
    """
