"""Marks on the board for turns of Ducart not played yet, and facts about its squares (README.md, 1 and 4)."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.common.squares import INDEX, NAMES
from rules.contract import Remark, Target
from rules.ducart import refusals
from rules.ducart.effects import KINDS, SIDES, keeper_above, list_woken
from rules.ducart.engine.mailbox import HEAL, KEPT, MOVE, PUSH, SLEEP, SLEPT, STEAL, SWEEPER
from rules.ducart.geometry import is_flanked, sweeper_targets
from rules.ducart.moves import Act
from rules.ducart.position import Position

Aim: TypeAlias = Literal["move", "kill", "keep", "push", "sleep", "steal", "transfer", "heal"]


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark on the board for a turn before it is played."""

    aim: Aim
    target: Target
    squares: tuple[Target, ...] = ()  # further squares: a push's end, the pieces that a heal wakes, a waypoint


def mark(position: Position, act: Act) -> Mark:
    target = NAMES[act.target]
    if act.kind == MOVE:
        return Mark(_move_aim(position, act), target, () if act.waypoint is None else (NAMES[act.waypoint],))
    if act.kind == PUSH:
        assert act.pushed_to is not None
        return Mark("push", target, (NAMES[act.pushed_to],))
    if act.kind == HEAL:
        return Mark("heal", target, tuple(NAMES[at] for at in list_woken(position.cells, act.actor)))
    if act.kind == SLEEP:
        return Mark("sleep", target)
    return Mark("steal" if act.kind == STEAL else "transfer", target)


def _move_aim(position: Position, act: Act) -> Aim:
    if not position.cells[act.target]:
        return "move"
    return "kill" if act.sdn.startswith("W") else "keep"


def banned_targets(position: Position, square: Target) -> frozenset[Target]:
    """Return the squares ahead of a Sweeper that it may not enter because of a Leaper beside them (section 6).

    There are none for other pieces, nor for a slept or kept Sweeper.
    """
    at = INDEX[square]
    code = position.cells[at]
    if code & 7 != SWEEPER or code & (SLEPT | KEPT):
        return frozenset()
    return frozenset(NAMES[end] for end in sweeper_targets(at, code >> 3 & 1) if is_flanked(position.cells, end))


def state(position: Position, square: Target) -> tuple[Remark, ...]:
    """Return remarks on the state of a square, the most important first.

    `empty` {square}; or `piece` {side, piece, square}, then perhaps `slept` or `fresh`; or `stack` {side, keeper,
    piece, square}, where `keeper` is the side of the Keeper, then perhaps `slept` for the piece below it, and
    `locked` for the Keeper, or `locked-push` if only a push frees it (option p).
    """
    at = INDEX[square]
    code = position.cells[at]
    if code == 0:
        return (Remark("empty", (square,), {"square": square}),)
    facts = {"square": square, "side": SIDES[code >> 3 & 1], "piece": KINDS[code & 7]}
    keeper = keeper_above(code)
    found = [Remark("piece", (square,), facts)]
    if keeper:
        found = [Remark("stack", (square,), {**facts, "keeper": SIDES[keeper >> 3]})]
    if code & SLEPT:
        found.append(Remark("slept", (square,), facts))
    if at == position.fresh:
        found.append(Remark("fresh", (square,), facts))
    if refusals.is_keeper_locked(position, at):
        found.append(Remark("locked-push" if "p" in position.flags else "locked", (square,), facts))
    return tuple(found)


def locked_keepers(position: Position) -> frozenset[Target]:
    """Return the squares of the Keepers that can't leave their Stealer (section 7)."""
    return frozenset(NAMES[at] for at in range(64) if refusals.is_keeper_locked(position, at))
