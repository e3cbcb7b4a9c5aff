"""The state of squares and pieces of Ducart, as facts for the words of the table (README.md, section 1)."""

from __future__ import annotations

from rules.common.squares import INDEX, NAMES
from rules.contract import Remark, Target
from rules.ducart import refusals
from rules.ducart.effects import KINDS, SIDES, keeper_above
from rules.ducart.engine.mailbox import SLEPT
from rules.ducart.position import Position


def state(position: Position, square: Target) -> tuple[Remark, ...]:
    """The facts about a square, the most important first: words of section 1, or squares.

    `empty` {square} · `piece` {side, piece, square}, then of it `slept`, `fresh` · `stack` {side, keeper, piece,
    square}, where `keeper` is the side of the Keeper, then `slept` of the piece below and `locked` of the Keeper, or
    `locked-push` where only a push frees it (option p).
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
    if refusals.locked(position, at):
        found.append(Remark("locked-push" if "p" in position.flags else "locked", (square,), facts))
    return tuple(found)


def ability(position: Position, kind: str) -> str:
    """The code of what a kind of piece can do: the kind, or `stealer-near` if it steals only neighbours (flag a)."""
    return "stealer-near" if kind == "stealer" and "a" in position.flags else kind


def fresh(position: Position) -> Target | None:
    """The square of the fresh Creeper, or None."""
    return NAMES[position.fresh] if position.fresh >= 0 else None


def locked(position: Position) -> frozenset[Target]:
    """The squares on which a Keeper can't leave a Stealer."""
    return frozenset(NAMES[at] for at in range(64) if refusals.locked(position, at))
