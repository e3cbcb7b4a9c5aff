"""What stands on a square of Ducart and in what state, for whoever says it in words (README.md, section 1)."""

from __future__ import annotations

from rules.common.squares import INDEX, NAMES
from rules.contract import Remark, Target
from rules.ducart import refusals
from rules.ducart.effects import KINDS, SIDES, rider
from rules.ducart.engine.mailbox import SLEPT
from rules.ducart.position import Position


def state(position: Position, square: Target) -> tuple[Remark, ...]:
    """What there is to say of a square, the most important first; all facts are words of section 1 or squares.

    `empty` {square} · `piece` {side, piece, square}, then of it `slept`, `fresh` · `stack` {side, keeper, piece,
    square}, where `keeper` is the side of the Keeper, then `slept` of the piece below and `locked` of the Keeper, or
    `locked-push` where only a push frees it (option p).
    """
    at = INDEX[square]
    code = position.cells[at]
    if code == 0:
        return (Remark("empty", (square,), {"square": square}),)
    facts = {"square": square, "side": SIDES[code >> 3 & 1], "piece": KINDS[code & 7]}
    keeper = rider(code)
    said = [Remark("piece", (square,), facts)]
    if keeper:
        said = [Remark("stack", (square,), {**facts, "keeper": SIDES[keeper >> 3]})]
    if code & SLEPT:
        said.append(Remark("slept", (square,), facts))
    if at == position.fresh:
        said.append(Remark("fresh", (square,), facts))
    if refusals.locked(position, at):
        said.append(Remark("locked-push" if "p" in position.flags else "locked", (square,), facts))
    return tuple(said)


def ability(position: Position, kind: str) -> str:
    """What a piece of a kind can do, as a code: the kind, or `stealer-near` where it steals only neighbours (a)."""
    return "stealer-near" if kind == "stealer" and "a" in position.flags else kind


def fresh(position: Position) -> Target | None:
    """The square of the Creeper that has just moved."""
    return NAMES[position.fresh] if position.fresh >= 0 else None


def locked(position: Position) -> frozenset[Target]:
    """The squares on which a Keeper can't leave a Stealer."""
    return frozenset(NAMES[at] for at in range(64) if refusals.locked(position, at))
