"""The legal moves of a player, and whether a turn can be finished (README.md, sections 3 to 6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from rules.ducale.cards import JOKER, Card
from rules.ducale.engine.solver import best_opening_pure, solve
from rules.ducale.legality import end_violation, opening_violation, swap_violation, violation
from rules.ducale.moves import Act, Discard, Draw, Lay, Move, Rebuild, Swap, Take, lay_off_between
from rules.ducale.possible_melds import enlarged, melds_in
from rules.ducale.state import State

_Failed: TypeAlias = set[tuple[object, ...]]


def legal_moves(state: State) -> tuple[Move, ...]:
    """The moves of the seat whose turn it is; none where Nature is to move."""
    if state.phase == "act":
        return tuple(_acts_and_discards(state))
    if state.phase != "draw":
        return ()
    draw = Draw(state.turn) if state.stock else Rebuild(state.turn)
    return (draw, Take(state.turn)) if may_take(state) else (draw,)


def may_take(state: State) -> bool:
    """Whether the discard may be taken: some legal turn uses it (section 6)."""
    take = Take(state.turn)
    return violation(state, take) is None and can_finish(state.play(take))


def _acts_and_discards(state: State) -> Iterator[Act | Discard]:
    """The legal acts and discards, in a stable order. They may lead to where the turn can't be finished."""
    hand, seat = state.hand, state.turn
    for meld in melds_in(hand):
        lay = Lay(seat, meld)
        if violation(state, lay) is None:
            yield lay
    if state.may_lay_off:
        for lying in state.melds:
            for after in enlarged(lying.meld, hand):
                move = lay_off_between(seat, lying.id, lying.meld, after)
                if violation(state, move) is None:
                    yield move
            wanted = lying.meld.replaced
            if wanted in hand and wanted is not None and swap_violation(lying.meld, wanted) is None:
                yield Swap(seat, lying.id, wanted)
    if end_violation(state) is None:
        yield from (Discard(seat, card) for card in dict.fromkeys(hand))


def can_finish(state: State) -> bool:
    """Whether some acts settle every duty of a turn under way, complete its opening and let it end."""
    if state.phase != "act" or not state.owed:
        return state.phase != "act" or _can_end(state)
    if not state.opened[state.turn]:
        if not _can_open(state, state.hand):
            return False
        opened = tuple(seat == state.turn or has for seat, has in enumerate(state.opened))
        if not _can_settle(replace(state, opened=opened, opening=False), set()):
            return False
    return _can_settle(state, set())


def _can_open(state: State, rest: tuple[Card, ...]) -> bool:
    options = state.options
    melds = state.fresh_melds
    need = max(options.open_min - sum(meld.points for meld in melds), 0 if melds else 1)
    if options.open_pure_run and not any(meld.is_pure_run for meld in melds):
        pure = best_opening_pure(rest)
        return pure is not None and pure >= need
    return need <= 0 or solve(rest).best_opening >= need


def _can_settle(state: State, failed: _Failed) -> bool:
    """A depth-first search that settles the oldest duty first; `failed` holds states that were tried in vain."""
    if state.phase != "act":
        return True
    if not state.owed:
        return _can_end(state)
    key = (tuple(sorted(state.hand)), state.melds, state.owed, state.opened)
    if key in failed:
        return False
    for act in _useful_acts(state):
        after = state.play(act)
        if after.phase == "act" and not after.opened[after.turn] and not _can_open(after, after.hand):
            continue
        if _can_settle(after, failed):
            return True
    failed.add(key)
    return False


def _can_end(state: State) -> bool:
    if not state.fresh or state.opened[state.turn] or opening_violation(state) is None:
        return True
    hand = state.hand
    if state.options.go_out == "any":
        return _can_open(state, hand)
    return any(_can_open(state, hand[:at] + hand[at + 1 :]) for at in range(len(hand)))


def _useful_acts(state: State) -> Iterator[Act]:
    """Acts that lay the card owed first; then those that may make that possible: melds that open, swaps."""
    seat, hand, owed = state.turn, state.hand, state.owed[0]
    melds = [Lay(seat, meld) for meld in melds_in(hand)]
    others: list[Act] = []
    for lay in melds:
        if violation(state, lay) is None:
            if owed in lay.cards:
                yield lay
            elif not state.opened[seat]:
                others.append(lay)
    if state.may_lay_off:
        for lying in state.melds:
            for after in enlarged(lying.meld, hand):
                move = lay_off_between(seat, lying.id, lying.meld, after)
                if owed in move.cards and violation(state, move) is None:
                    yield move
            if lying.meld.joker is not None and lying.meld.replaced in hand:
                swap = Swap(seat, lying.id, lying.meld.faces[lying.meld.joker])
                if swap.card == owed:
                    yield swap
                elif owed != JOKER:
                    others.append(swap)
    yield from others
