"""Legal moves of a player, and whether a turn can be finished (README.md, sections 3 to 6)."""

from collections.abc import Iterator
from dataclasses import replace

from rules.ducale.cards import JOKER, Card
from rules.ducale.engine.solver import best_opening_pure, solve
from rules.ducale.legality import end_violation, opening_violation, violation
from rules.ducale.moves import Act, Discard, Draw, Lay, Move, Rebuild, Swap, Take, lay_off_between
from rules.ducale.possible_melds import list_enlargements, melds_in
from rules.ducale.state import State


def legal_moves(state: State) -> tuple[Move, ...]:
    """Return the moves of the seat to move; none if Nature is to move."""
    if state.phase == "act":
        cards = dict.fromkeys(state.hand) if end_violation(state) is None else ()
        return (*_list_acts(state), *(Discard(state.turn, card) for card in cards))
    if state.phase != "draw":
        return ()
    draw = Draw(state.turn) if state.stock else Rebuild(state.turn)
    return (draw, Take(state.turn)) if may_take(state) else (draw,)


def may_take(state: State) -> bool:
    """Return whether the discard may be taken: some legal turn uses it (section 6)."""
    take = Take(state.turn)
    return violation(state, take) is None and can_finish(state.play(take))


def _list_acts(state: State) -> Iterator[Act]:
    """Yield the legal acts in a fixed order, also those after which the turn can't be finished."""
    hand, seat = state.hand, state.turn
    for meld in melds_in(hand):
        lay = Lay(seat, meld)
        if violation(state, lay) is None:
            yield lay
    for on_table in state.melds if state.may_lay_off else ():
        for after in list_enlargements(on_table.meld, hand):
            move = lay_off_between(seat, on_table.id, on_table.meld, after)
            if violation(state, move) is None:
                yield move
        wanted = on_table.meld.card_of_joker
        if wanted is not None and wanted in hand:
            yield Swap(seat, on_table.id, wanted)


def can_finish(state: State) -> bool:
    """Return whether some acts settle every duty of the turn, complete its opening and let it end."""
    if state.phase == "act" and state.owed and not state.opened[state.turn]:
        # two quick necessary conditions: the hand can open, and the duty could be settled by a seat that has opened
        if not _can_open(state, state.hand):
            return False
        opened = tuple(seat == state.turn or has_opened for seat, has_opened in enumerate(state.opened))
        if not _can_settle(replace(state, opened=opened, opening=False), set()):
            return False
    return _can_settle(state, set())


def _can_open(state: State, rest: tuple[Card, ...]) -> bool:
    """Return whether melds of the cards `rest` would complete the opening of this turn."""
    options = state.options
    melds = state.fresh_melds
    need = max(options.open_min - sum(meld.points for meld in melds), 0 if melds else 1)
    if options.open_pure_run and not any(meld.is_pure_run for meld in melds):
        pure = best_opening_pure(rest)
        return pure is not None and pure >= need
    return need <= 0 or solve(rest).best_opening >= need


def _can_settle(state: State, failed: set[tuple[object, ...]]) -> bool:
    """Return whether acts settle the duties and let the turn end; `failed` collects states in which none do."""
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
    return any(_can_open(state, hand[:index] + hand[index + 1 :]) for index in range(len(hand)))


def _useful_acts(state: State) -> Iterator[Act]:
    """Yield acts that lay the first owed card, then melds and swaps that may make that possible."""
    owed, opened = state.owed[0], state.opened[state.turn]
    others: list[Act] = []
    for act in _list_acts(state):
        if owed in act.cards:
            yield act
        elif (isinstance(act, Lay) and not opened) or (isinstance(act, Swap) and owed != JOKER):
            others.append(act)
    yield from others
