"""The marks of Unstacked Draughts, by points, and its notation in the list of turns."""

from __future__ import annotations

import re
from typing import Final

from rules.contract import Table, Target
from scenes.surfaces.move_marks import MoveMarks

SIDES: Final = ("w", "b")
_ARROWS: Final = (("v", "↓"), ("^", "↑"), ("x", "×"), ("#w", "✓"), ("#b", "✓"))
_SIGNS: Final = {"w": "△", "b": "▲"}
"""Signs of the list of turns for uses of dice, and for the thrower."""
_FALSE_CLAIM: Final = re.compile(r"([wb])([1-6]\?)")
_PAIR: Final = re.compile(r"([1-6])([v^]?)( ?)([1-6])\2")
"""Two dice of a roll line, or the uses of two."""


class PointMarks(MoveMarks):
    def marked_target(self, target: Target) -> Target:
        """Return the target for hints and marks: numerals are at the foot of a point, with its stack."""
        return point_of(target) or target

    def clicked_target(self, target: Target | None, pickable: frozenset[Target]) -> Target | None:
        """Return the movable checker of the point that was clicked anywhere."""
        if target is None or target in pickable or target[0] not in SIDES or not target[1].isdigit():
            return target
        return next((other for other in (target[:2], f"{target[:2]}-down") if other in pickable), target)

    def is_empty(self, target: Target, table: Table) -> bool:
        point = target[0] in SIDES and target[1].isdigit()
        return point and not any(table.get(f"{target[:2]}{where}") for where in ("", "-down"))


def point_of(target: Target) -> Target | None:
    return target[:2] if target[0] in SIDES and target[1:2].isdigit() else None


def write_turn(turn: str) -> str:
    """Return the notation with arrows for uses, a sign for the thrower, and the higher die first.

    The dice that decide who begins keep their order.
    """
    if not turn.startswith("P"):
        turn = _PAIR.sub(lambda one: "{3}{1}{2}{0}{1}".format(*one.groups()) if one[1] < one[4] else one[0], turn)
    for letters, shown in _ARROWS:
        turn = turn.replace(letters, shown)
    side, blank, rest = _FALSE_CLAIM.sub(lambda claim: f"{_SIGNS[claim[1]]}{claim[2]}", turn).partition(" ")
    return f"{_SIGNS.get(side, side)}{blank}{rest}"
