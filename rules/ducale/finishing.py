"""Whether a turn with a duty can be finished: what is_legal the discard to be taken (README.md, section 6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from rules.ducale.cards import JOKER, Card
from rules.ducale.engine.solver import best_opening_pure, solve
from rules.ducale.legality import between, objection, unfinished_opening
from rules.ducale.movegen import enlarged, melds_in
from rules.ducale.moves import Act, Lay, Swap

if TYPE_CHECKING:
    from rules.ducale.position import Position

_Failed: TypeAlias = set[tuple[object, ...]]


def finishes(position: Position) -> bool:
    """Whether some acts settle every duty of a turn under way, complete its opening and let it end."""
    if position.phase != "act" or not position.owed:
        return position.phase != "act" or _ends(position)
    if not position.opened[position.turn]:
        if not _opens(position, position.hand):
            return False
        opened = tuple(seat == position.turn or has for seat, has in enumerate(position.opened))
        if not _settles(replace(position, opened=opened, opening=False), set()):
            return False
    return _settles(position, set())


def _opens(position: Position, rest: tuple[Card, ...]) -> bool:
    """Whether the cards of `rest`, with the new melds of the turn, are enough for an opening."""
    options = position.options
    melds = [position.meld(number) for number in position.fresh]
    need = max(options.open_min - sum(meld.points for meld in melds), 0 if melds else 1)
    if options.open_pure_run and not any(meld.kind == "run" and meld.joker is None for meld in melds):
        pure = best_opening_pure(rest)
        return pure is not None and pure >= need
    return need <= 0 or solve(rest).best_opening >= need


def _settles(position: Position, failed: _Failed) -> bool:
    """Depth first, the duty that is owed longest first; what failed once is not tried again."""
    if position.phase != "act":
        return True
    if not position.owed:
        return _ends(position)
    key = (tuple(sorted(position.hand)), position.melds, position.owed, position.opened)
    if key in failed:
        return False
    for act in _ways(position):
        after = position.play(act)
        if after.phase == "act" and not after.opened[after.turn] and not _opens(after, after.hand):
            continue
        if _settles(after, failed):
            return True
    failed.add(key)
    return False


def _ends(position: Position) -> bool:
    """Whether a turn without duties can be ended: opened, or by melds that open and leave a card if one must stay."""
    if not position.fresh or position.opened[position.turn] or unfinished_opening(position) is None:
        return True
    hand = position.hand
    if position.options.go_out == "any":
        return _opens(position, hand)
    return any(_opens(position, hand[:at] + hand[at + 1 :]) for at in range(len(hand)))


def _ways(position: Position) -> Iterator[Act]:
    """Acts that lay the card owed first; then those that may make that possible: melds that open, swaps."""
    seat, hand, owed = position.turn, position.hand, position.owed[0]
    melds = [Lay(seat, meld) for meld in melds_in(hand)]
    others: list[Act] = []
    touching = position.opened[seat] and (position.options.same_turn or not position.opening)
    for lay in melds:
        if objection(position, lay) is None:
            if owed in lay.cards:
                yield lay
            elif not position.opened[seat]:
                others.append(lay)
    if touching:
        for lying in position.melds:
            for after in enlarged(lying.meld, hand):
                move = between(seat, lying.id, lying.meld, after)
                if owed in move.cards and objection(position, move) is None:
                    yield move
            if lying.meld.joker is not None and lying.meld.replaced in hand:
                swap = Swap(seat, lying.id, lying.meld.faces[lying.meld.joker])
                if swap.card == owed:
                    yield swap
                elif owed != JOKER:
                    others.append(swap)
    yield from others
