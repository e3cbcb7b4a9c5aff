"""Options of a match of Unstacked Draughts (README.md, section 11)."""

from dataclasses import dataclass
from typing import Literal

from rules.common.options import option


@dataclass(frozen=True, slots=True)
class Options:
    mode: Literal["assisted", "attentive"] = option("assisted", is_outside_text=True)
    """Leftovers go over automatically, or are lost unless claimed."""
    dice: Literal["valid", "real", "own"] = option("valid", is_outside_text=True)
    """Dice that lie well, that may fail, or the players' real ones."""
    goal: Literal[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] = 3  # points that win the match
    loser_begins: bool = option(False, is_outside_text=True)
    """Whether a game's loser throws first in the next; else there is a throw for it."""
    first: Literal["white", "black", "priority"] = option("white", preselected="priority")
    """Side that throws first in the first game."""
    far_border: bool = option(False, is_outside_text=True, needs=("dice", "real"))
    """Whether real dice have to touch the far border."""
    false_claims: Literal["free", "lock"] = option(
        "free", is_later=True, is_outside_text=True, needs=("mode", "attentive"), preselected="lock"
    )
    """Effect of a false claim in attentive play: none, or the seat can claim nothing more of that roll.

    A record that was written before there was this option has `free`.
    """
