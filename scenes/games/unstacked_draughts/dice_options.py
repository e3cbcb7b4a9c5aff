"""How the dice of a match are thrown, by its options, and why they can't be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from scenes.app.words import Words


@dataclass(frozen=True, slots=True)
class Dice:
    """How dice are thrown in a match."""

    kind: Literal["valid", "real", "own"]
    """Always valid · real ones, which may fail · told by the players, who throw their own."""
    far: bool = False
    """Whether they have to touch the border that is far from the thrower."""


def dice_of(options: Any) -> Dice:
    """The dice of a match with these options."""
    return Dice(options.dice, options.far_border)


def trouble(words: Words, dice: Dice) -> str:
    """Why dice can't be thrown as they should be; empty if they can."""
    if dice.kind != "real":
        return ""
    from scenes.games.unstacked_draughts.dice import real_dice  # loads pymunk, for those who want it

    try:
        real_dice.ready()
    except real_dice.PhysicsError as problem:
        return words(f"dice.{problem.code.lower()}")
    return ""
