"""The best acts of a turn: swaps, lay-offs and new melds together (README.md, section 15).

The search skips lay-offs that put a joker at an end of a run, because a joker that is still held after all other acts
is laid off on any meld that takes one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rules.ducale.cards import CARD_POINTS, JOKER, Card, hand_without
from rules.ducale.engine.solver import solve
from rules.ducale.legality import end_violation, violation
from rules.ducale.melds import Meld, swap_joker
from rules.ducale.moves import Act, Lay, LayOff, Swap, lay_off_between
from rules.ducale.possible_melds import list_enlargements, melds_in
from rules.ducale.state import OnTable, State


@dataclass(frozen=True, slots=True)
class Plan:
    acts: tuple[Act, ...]
    laid_count: int  # number of cards that leave the hand
    points: int  # points left in hand before the discard
    goes_out: bool  # whether the round ends with this turn: no card is left, or one to discard

    @property
    def worth(self) -> tuple[bool, int, int]:
        """The key by which plans are compared: going out first, then fewer points, then more cards laid."""
        return self.goes_out, -self.points, self.laid_count


@dataclass(frozen=True, slots=True)
class _TableUse:
    """Swaps and lay-offs, and the hand and the melds after them."""

    hand: tuple[Card, ...]
    melds: tuple[OnTable, ...]
    swaps: tuple[Swap, ...] = ()
    lay_offs: tuple[LayOff, ...] = ()


def best_plan(state: State) -> Plan | None:
    """Return the best acts between taking a card and discarding; None if a duty can't be settled."""
    best = None
    no_use = _TableUse(state.hand, state.melds)
    may_use_table = state.options.same_turn or not state.opening
    for use in _table_uses(state, no_use) if may_use_table else (no_use,):
        for melds in _new_melds(state, use):
            plan = _make_plan(state, use, melds)
            if plan is not None and (best is None or plan.worth > best.worth):
                best = plan
    return best


def _table_uses(state: State, use: _TableUse) -> Iterator[_TableUse]:
    """Yield `use` with every combination of swaps and lay-offs. Swaps come first, so a joker may go to any meld."""
    for swapped in _with_swaps(state, 0, use):
        yield from _with_lay_offs(state, 0, swapped)


def _with_swaps(state: State, index: int, use: _TableUse) -> Iterator[_TableUse]:
    if index == len(use.melds):
        yield use
        return
    yield from _with_swaps(state, index + 1, use)
    on_table = use.melds[index]
    wanted = on_table.meld.card_of_joker
    if wanted is not None and wanted in use.hand:
        hand = (*hand_without(use.hand, (wanted,)), JOKER)
        swapped = _with_meld(use, index, swap_joker(on_table.meld, wanted), hand)
        swapped = replace(swapped, swaps=(*use.swaps, Swap(state.turn, on_table.id, wanted)))
        yield from _with_swaps(state, index + 1, swapped)


def _with_meld(use: _TableUse, index: int, meld: Meld, hand: tuple[Card, ...]) -> _TableUse:
    on_table = replace(use.melds[index], meld=meld)
    return replace(use, hand=hand, melds=(*use.melds[:index], on_table, *use.melds[index + 1 :]))


def _with_lay_offs(state: State, index: int, use: _TableUse) -> Iterator[_TableUse]:
    """Yield `use` with every combination of lay-offs on the melds from `index` on."""
    if index == len(use.melds):
        yield use
        return
    yield from _with_lay_offs(state, index + 1, use)
    on_table = use.melds[index]
    for after in list_enlargements(on_table.meld, use.hand):
        move = lay_off_between(state.turn, on_table.id, on_table.meld, after)
        if move.joker is not None and move.joker in (move.low_count - 1, len(move.faces) - 1):
            continue
        laid = _with_meld(use, index, after, hand_without(use.hand, move.cards))
        yield from _with_lay_offs(state, index + 1, replace(laid, lay_offs=(*use.lay_offs, move)))


def _new_melds(state: State, use: _TableUse) -> Iterator[list[Meld]]:
    """Yield lists of new melds from the hand after `use`; each list holds the owed card if `use` doesn't lay it."""
    naturals = [card for card in state.owed if card != JOKER]
    table_acts: tuple[Act, ...] = (*use.swaps, *use.lay_offs)
    used = [card for act in table_acts for card in act.cards]
    missing = [card for card in naturals if card not in used]
    must_keep_card = state.options.go_out == "discard"
    if not missing:
        yield from _solver_melds(use.hand, must_keep_card, state)
        return
    for meld in melds_in(use.hand):
        if missing[0] in meld.cards and len(use.hand) - len(meld.faces) >= must_keep_card:
            for further in _solver_melds(hand_without(use.hand, meld.cards), must_keep_card, state):
                yield [meld, *further]


def _solver_melds(hand: tuple[Card, ...], must_keep_card: bool, state: State) -> Iterator[list[Meld]]:
    """Yield an empty list, then lists of the melds that the solver finds in `hand`.

    If a card must be kept and the melds would use all cards, each card is left out in turn.
    """
    yield []
    solution = solve(hand)
    if not solution.max_cards:
        return
    if must_keep_card and solution.out_all:
        for card in dict.fromkeys(hand):
            yield solve(hand_without(hand, (card,))).list_costliest_melds()
        return
    yield solution.list_costliest_melds()
    if not state.opened[state.turn] and state.options.open_min:
        yield solution.list_opening_melds()


def _make_plan(state: State, use: _TableUse, melds: Sequence[Meld]) -> Plan | None:
    """Return the plan with these acts in order, and with lay-offs of the jokers that are left.

    The opening comes first, then swaps, lay-offs, other melds and jokers. The result is None if an act is illegal or
    the turn can't end after the acts.
    """
    seat, after = state.turn, state
    acts: list[Act] = []
    # melds with a joker come last, because a swapped joker must be laid after its swap; else the dearest come first
    melds = sorted(melds, key=lambda meld: (meld.joker is not None, -meld.points))
    new_melds: list[Act] = [Lay(seat, meld) for meld in melds]
    table_acts: list[Act] = [*use.swaps, *use.lay_offs]
    while new_melds or table_acts:
        opened = after.opened[seat] or not new_melds
        act = (table_acts if table_acts and opened else new_melds).pop(0)
        if violation(after, act) is not None:
            return None
        after = after.play(act)
        acts.append(act)
    while JOKER in after.hand and after.phase == "act" and (lay_off := _lay_off_joker(after)) is not None:
        after = after.play(lay_off)
        acts.append(lay_off)
    if after.phase == "act" and end_violation(after) is not None:
        return None
    left = after.hands[seat]
    return Plan(tuple(acts), len(state.hand) - len(left), sum(CARD_POINTS[card] for card in left), len(left) <= 1)


def _lay_off_joker(state: State) -> LayOff | None:
    for on_table in state.melds:
        if on_table.meld.joker is not None:
            continue
        for after in list_enlargements(on_table.meld, (JOKER,)):
            move = lay_off_between(state.turn, on_table.id, on_table.meld, after)
            if violation(state, move) is None:
                return move
    return None
