"""Reasons for which a gesture is no move in Ducale, by the codes of README.md, section 14."""

from collections.abc import Sequence

from rules.contract import Gesture, Refusal, Seat, Target
from rules.ducale.cards import JOKER, SUITS, TEXTS, Card, read
from rules.ducale.effects import DISCARD, FELT, STOCK, gesture, replace_by_last_copies, table
from rules.ducale.legality import Violation, violation
from rules.ducale.melds import Meld, MeldError, extend_meld, joker_faces, make_meld, place_name
from rules.ducale.movegen import legal_moves, may_take
from rules.ducale.moves import Discard, Draw, Lay, LayOff, Rebuild, Swap, Take, lay_off_between
from rules.ducale.state import State


def find_reason(state: State, asked: Gesture) -> Refusal | None:
    """Return why the gesture `asked` is no move; None if it is one, can still become one, or resembles none."""
    problem = _violation(state, asked) if asked.pick else None
    if problem is None:
        return None
    targets = ((asked.drop,) if asked.drop is not None else ()) + tuple(sorted(asked.pick))
    return Refusal(problem.reason, targets, problem.facts)


def _violation(state: State, asked: Gesture) -> Violation | None:
    if state.phase not in ("draw", "act"):
        return Violation("PHASE")
    pick = replace_by_last_copies(state, asked.pick)
    if pick in (frozenset((STOCK,)), frozenset((DISCARD,))):
        return _pile_violation(state, STOCK in pick)
    cards = _picked_cards(state, pick)
    if cards is None:
        places = {target.partition(":")[0] for target in asked.pick}
        picks_other_hand = all(place.startswith("h") for place in places) and places != {f"h{state.turn}"}
        return Violation("OTHER_TURN") if picks_other_hand else None
    if state.phase == "draw":
        return Violation("NO_DRAW")
    if asked.drop is None or any(gesture(state, move) == Gesture(pick, asked.drop) for move in legal_moves(state)):
        return None
    return _drop_violation(state, cards, asked.drop)


def _pile_violation(state: State, is_stock: bool) -> Violation | None:
    seat = state.turn
    if is_stock:
        return violation(state, Draw(seat) if state.stock else Rebuild(seat))
    found = violation(state, Take(seat))
    if found is None and not may_take(state):
        return Violation("NO_USE", {"card": TEXTS[state.discard[-1]]})
    return found


def _picked_cards(state: State, pick: frozenset[Target]) -> list[Card] | None:
    """Return the cards picked from the hand of the seat to move; None if anything else is picked."""
    prefix, tokens = f"h{state.turn}:", table(state)
    if any(not target.startswith(prefix) or target not in tokens for target in pick):
        return None
    return [read(target.removeprefix(prefix)) for target in sorted(pick)]


def _drop_violation(state: State, cards: list[Card], drop: Target) -> Violation | None:
    seat: Seat = state.turn
    if drop == FELT:
        return _new_meld_violation(state, seat, cards)
    if drop == DISCARD:
        return violation(state, Discard(seat, cards[0])) if len(cards) == 1 else Violation("ONE_DISCARD")
    name, _, place = drop.partition(":")
    on_table = next((entry for entry in state.melds if f"m{entry.id}" == name), None)
    if on_table is None:
        return Violation("NO_SUCH_MELD", {"meld": name[1:]}) if name.startswith("m") else None
    meld = on_table.meld
    if meld.joker is not None and place == place_name(meld, meld.joker):
        if len(cards) > 1:
            return Violation("WRONG_CARD", {"card": TEXTS[cards[0]], "wanted": TEXTS[meld.faces[meld.joker]]})
        return violation(state, Swap(seat, on_table.id, cards[0]))
    return _lay_off_violation(state, seat, cards, on_table.id, meld)


def _new_meld_violation(state: State, seat: Seat, cards: list[Card]) -> Violation | None:
    naturals = [(card, False) for card in cards if card != JOKER]
    joker_count = len(cards) - len(naturals)
    faces = joker_faces(cards) if joker_count == 1 else []
    try:
        meld = make_meld([*naturals, *([(faces[0], True)] if faces else [(JOKER, True)] * joker_count)])
    except MeldError as problem:
        code = "NO_MELD" if problem.code == "JOKER_UNDECLARED" else problem.code
        return Violation(code, problem.facts)
    return violation(state, Lay(seat, meld))


def _lay_off_violation(state: State, seat: Seat, cards: Sequence[Card], number: int, meld: Meld) -> Violation | None:
    """Return why these cards can't be laid off one by one on meld `number`; None if they can."""
    problem = violation(state, LayOff(seat, number, ()))
    if problem is not None:
        return problem
    if meld.kind == "set" and len(meld.faces) == len(SUITS) and meld.card_of_joker not in cards:
        return Violation("FULL")
    after, left = meld, [card for card in cards if card != JOKER]
    while left:
        errors: list[MeldError] = []
        for card in left:
            try:
                after = extend_meld(after, (card, False))
            except MeldError as error:
                errors.append(error)
            else:
                left.remove(card)
                break
        else:
            return Violation(errors[0].code, {"card": TEXTS[left[0]]})
    if JOKER in cards:
        code = "TWO_JOKERS" if after.joker is not None or cards.count(JOKER) > 1 else "NO_FIT"
        return Violation(code, {"card": TEXTS[JOKER]})
    return violation(state, lay_off_between(seat, number, meld, after))
