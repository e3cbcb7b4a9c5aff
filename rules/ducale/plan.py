"""The best turn with the table: swaps, lay-offs and new melds together (README.md, section 15).

A joker that nothing needs goes to any meld that takes one, so jokers at the ends of lay-offs are not tried.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rules.ducale.cards import JOKER, VALUES, Card, hand_without
from rules.ducale.engine.solver import solve
from rules.ducale.legality import end_violation, violation
from rules.ducale.melds import Meld, swap_joker
from rules.ducale.moves import Act, Lay, LayOff, Swap, lay_off_between
from rules.ducale.possible_melds import list_enlargements, melds_in
from rules.ducale.state import OnTable, State


@dataclass(frozen=True, slots=True)
class Plan:
    acts: tuple[Act, ...]
    laid: int  # cards that leave the hand
    points: int  # points left in hand before the discard
    out: bool  # whether the round ends with this turn: no card is left, or one to discard

    @property
    def worth(self) -> tuple[bool, int, int]:
        """Key by which plans are compared: going out first, then fewer points, then more cards."""
        return self.out, -self.points, self.laid


@dataclass(frozen=True, slots=True)
class _TableUse:
    hand: tuple[Card, ...]
    melds: tuple[OnTable, ...]
    swaps: tuple[Swap, ...] = ()
    lay_offs: tuple[LayOff, ...] = ()


def best_plan(state: State) -> Plan | None:
    """Return the best acts between taking a card and discarding, perhaps none; None if a duty can't be settled."""
    best = None
    nothing = _TableUse(state.hand, state.melds)
    touching = state.options.same_turn or not state.opening
    for use in _table_uses(state, 0, nothing) if touching else (nothing,):
        for melds in _new_melds(state, use):
            plan = _plan(state, use, melds)
            if plan is not None and (best is None or plan.worth > best.worth):
                best = plan
    return best


def _table_uses(state: State, at: int, use: _TableUse) -> Iterator[_TableUse]:
    if at == len(use.melds):
        yield use
        return
    yield from _table_uses(state, at + 1, use)
    lying = use.melds[at]
    wanted = lying.meld.card_of_joker
    if wanted is not None and wanted in use.hand:
        freed = _with(use, at, swap_joker(lying.meld, wanted), (*hand_without(use.hand, (wanted,)), JOKER))
        freed = replace(freed, swaps=(*use.swaps, Swap(state.turn, lying.id, wanted)))
        yield from _table_uses(state, at + 1, freed)
        yield from _with_lay_offs(state, at, freed)
    yield from _with_lay_offs(state, at, use)


def _with(use: _TableUse, at: int, meld: Meld, hand: tuple[Card, ...]) -> _TableUse:
    lying = replace(use.melds[at], meld=meld)
    return replace(use, hand=hand, melds=(*use.melds[:at], lying, *use.melds[at + 1 :]))


def _with_lay_offs(state: State, at: int, use: _TableUse) -> Iterator[_TableUse]:
    lying = use.melds[at]
    for after in list_enlargements(lying.meld, use.hand):
        move = lay_off_between(state.turn, lying.id, lying.meld, after)
        if move.joker is not None and move.joker in (move.lows - 1, len(move.faces) - 1):
            continue
        laid = _with(use, at, after, hand_without(use.hand, move.cards))
        yield from _table_uses(state, at + 1, replace(laid, lay_offs=(*use.lay_offs, move)))


def _new_melds(state: State, use: _TableUse) -> Iterator[list[Meld]]:
    naturals = [card for card in state.owed if card != JOKER]
    used = [swap.card for swap in use.swaps] + [card for off in use.lay_offs for card in off.cards]
    missing = [card for card in naturals if card not in used]
    keeps = state.options.go_out == "discard"
    if not missing:
        yield from _solved(use.hand, keeps, state)
        return
    for meld in melds_in(use.hand):
        if missing[0] in meld.cards and len(use.hand) - len(meld.faces) >= keeps:
            for more in _solved(hand_without(use.hand, meld.cards), keeps, state):
                yield [meld, *more]


def _solved(hand: tuple[Card, ...], keeps: bool, state: State) -> Iterator[list[Meld]]:
    """Yield the solver's melds; if they take all cards but one must be kept, those without each card in turn."""
    yield []
    solution = solve(hand)
    if not solution.max_cards:
        return
    if keeps and solution.out_all:
        for card in dict.fromkeys(hand):
            yield solve(hand_without(hand, (card,))).least()
        return
    yield solution.least()
    if not state.opened[state.turn] and state.options.open_min:
        yield solution.opening()


def _plan(state: State, use: _TableUse, melds: Sequence[Meld]) -> Plan | None:
    """Return the acts in order: opening, swaps, lay-offs, other melds, jokers left; None if one is illegal."""
    seat, now = state.turn, state
    acts: list[Act] = []
    # first those without joker, so that jokers are laid after swaps; among these the ones with most points
    melds = sorted(melds, key=lambda meld: (meld.joker is not None, -meld.points))
    laying: list[Act] = [Lay(seat, meld) for meld in melds]
    touching: list[Act] = [*use.swaps, *use.lay_offs]
    while laying or touching:
        opened = now.opened[seat] or not laying
        act = (touching if touching and opened else laying).pop(0)
        if violation(now, act) is not None:
            return None
        now = now.play(act)
        acts.append(act)
    while JOKER in now.hand and now.phase == "act" and (spare := _place_for_joker(now)) is not None:
        now = now.play(spare)
        acts.append(spare)
    if now.phase == "act" and end_violation(now) is not None:
        return None
    left = now.hands[seat]
    return Plan(tuple(acts), len(state.hand) - len(left), sum(VALUES[card] for card in left), len(left) <= 1)


def _place_for_joker(state: State) -> LayOff | None:
    for lying in state.melds:
        if lying.meld.joker is not None:
            continue
        for after in list_enlargements(lying.meld, (JOKER,)):
            move = lay_off_between(state.turn, lying.id, lying.meld, after)
            if violation(state, move) is None:
                return move
    return None
