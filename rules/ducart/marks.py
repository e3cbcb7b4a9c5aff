"""What a turn of Ducart aims at and which squares it touches, as the board marks it (README.md, section 4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.common.squares import INDEX, NAMES
from rules.contract import Target
from rules.ducart.effects import woken
from rules.ducart.engine.mailbox import HEAL, KEPT, MOVE, PUSH, SLEEP, SLEPT, STEAL, SWEEPER
from rules.ducart.geometry import flanked, sweeper_targets
from rules.ducart.moves import Act
from rules.ducart.position import Position

Aim: TypeAlias = Literal["move", "kill", "keep", "push", "sleep", "steal", "transfer", "heal"]


@dataclass(frozen=True, slots=True)
class Mark:
    """A turn as the board marks it before it is played."""

    aim: Aim
    target: Target
    """The square of the second click."""
    squares: tuple[Target, ...] = ()
    """What else it touches: where a pushed piece goes, all that a Healer wakes, the waypoint of a leap."""


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
    if not position.cells[act.target]:
        return "move"
    return "kill" if act.sdn.startswith("W") else "keep"


def banned(position: Position, square: Target) -> frozenset[Target]:
    """The squares ahead of the Sweeper on `square` that it may not enter because of a Leaper beside them (section 6);
    none for other pieces, nor for a slept or kept Sweeper."""
    at = INDEX[square]
    code = position.cells[at]
    if code & 7 != SWEEPER or code & (SLEPT | KEPT):
        return frozenset()
    ahead = sweeper_targets(at, code >> 3 & 1)
    return frozenset(NAMES[end] for end in ahead if flanked(position.cells, end))
