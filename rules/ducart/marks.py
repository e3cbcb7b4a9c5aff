"""What a turn of Ducart is aimed at and what it touches, for whoever marks it on the board (README.md, section 4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.common.squares import INDEX, NAMES
from rules.contract import Target
from rules.ducart.effects import woken
from rules.ducart.engine.mailbox import HEAL, KEPT, LEAPER, MOVE, PUSH, SLEEP, SLEPT, STEAL, SWEEPER
from rules.ducart.moves import Act
from rules.ducart.position import Position

Aim: TypeAlias = Literal["move", "kill", "keep", "push", "sleep", "steal", "transfer", "heal"]


@dataclass(frozen=True, slots=True)
class Mark:
    """A turn as it is shown before it is played."""

    aim: Aim
    target: Target
    """The square of the second click."""
    squares: tuple[Target, ...] = ()
    """What else it touches: where a pushed piece goes, all that a Healer wakes, where a leap turns."""


def mark(position: Position, act: Act) -> Mark:
    """The mark of a legal turn."""
    target = NAMES[act.target]
    if act.kind == MOVE:
        return Mark(_moving(position, act), target, () if act.waypoint is None else (NAMES[act.waypoint],))
    if act.kind == PUSH:
        assert act.pushed_to is not None
        return Mark("push", target, (NAMES[act.pushed_to],))
    if act.kind == HEAL:
        return Mark("heal", target, tuple(NAMES[at] for at in woken(position.cells, act.actor)))
    if act.kind == SLEEP:
        return Mark("sleep", target)
    return Mark("steal" if act.kind == STEAL else "transfer", target)


def _moving(position: Position, act: Act) -> Aim:
    """What a piece's own move does where it ends."""
    if not position.cells[act.target]:
        return "move"
    return "kill" if act.sdn.startswith("W") else "keep"


def banned(position: Position, square: Target) -> frozenset[Target]:
    """The squares ahead that a Leaper beside them keeps the Sweeper on `square` from entering (section 6); none for
    other pieces, nor for one that couldn't move anyway."""
    at = INDEX[square]
    code = position.cells[at]
    if code & 7 != SWEEPER or code & (SLEPT | KEPT):
        return frozenset()
    row = at // 8 + (-1 if code & 8 else 1)
    ahead = [8 * row + file for file in range(max(0, at % 8 - 1), min(7, at % 8 + 1) + 1)] if 0 <= row < 8 else []
    return frozenset(NAMES[end] for end in ahead if _flanked(position, end))


def _flanked(position: Position, square: int) -> bool:
    beside = (at for at in (square - 1, square + 1) if at // 8 == square // 8)
    return any(position.cells[at] & 7 == LEAPER for at in beside)
