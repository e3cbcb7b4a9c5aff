"""The marks of Unstacked Draughts on its board, which are for whole points, and the signs of its notation."""

from __future__ import annotations

import re
from typing import Final

from rules.contract import Table, Target
from scenes.surfaces.mark_rules import MoveMarks

SIDES: Final = ("w", "b")
_USE_SIGNS: Final = (("v", "↓"), ("^", "↑"), ("x", "×"), ("#w", "✓"), ("#b", "✓"))
_SIDE_SIGNS: Final = {"w": "△", "b": "▲"}
"""Signs in the list of turns for uses of dice, and for sides."""
_FALSE_CLAIM: Final = re.compile(r"([wb])([1-6]\?)")
_TWO_DICE: Final = re.compile(r"([1-6])([v^]?)( ?)([1-6])\2")
"""Two dice, or the same use of two dice, in the notation of a turn; groups: die, use, space, die."""


class PointMarks(MoveMarks):
    def marked_target(self, target: Target) -> Target:
        """Return the target at which hints and marks are shown: the stack of a point, where its numeral is."""
        return point_of(target) or target

    def clicked_target(self, target: Target | None, pickable: frozenset[Target]) -> Target | None:
        """Return the movable checker on the point of a clicked target, or that target itself if there is none."""
        if target is None or target in pickable or target[0] not in SIDES or not target[1].isdigit():
            return target
        return next((other for other in (target[:2], f"{target[:2]}-down") if other in pickable), target)

    def is_empty(self, target: Target, table: Table) -> bool:
        is_point = target[0] in SIDES and target[1].isdigit()
        return is_point and not any(table.get(f"{target[:2]}{where}") for where in ("", "-down"))


def point_of(target: Target) -> Target | None:
    """Return the stack of the point that a target belongs to; None if it isn't on a point."""
    return target[:2] if target[0] in SIDES and target[1:2].isdigit() else None


def write_turn(turn: str) -> str:
    """Return a turn with arrows for uses, signs for sides, and the higher die first.

    The dice of a throw for the first turn keep their order.
    """
    if not turn.startswith("P"):
        turn = _TWO_DICE.sub(lambda two: "{3}{1}{2}{0}{1}".format(*two.groups()) if two[1] < two[4] else two[0], turn)
    for letters, sign in _USE_SIGNS:
        turn = turn.replace(letters, sign)
    side, space, rest = _FALSE_CLAIM.sub(lambda claim: f"{_SIDE_SIGNS[claim[1]]}{claim[2]}", turn).partition(" ")
    return f"{_SIDE_SIGNS.get(side, side)}{space}{rest}"
