"""Reasons for which a gesture is no move in Ducale.

The codes are those of README.md, section 14, in small letters with hyphens.
"""

from collections.abc import Sequence

from rules.contract import Gesture, Refusal, Seat, Target
from rules.ducale.cards import JOKER, SUITS, TEXTS, Card, read
from rules.ducale.effects import DISCARD, FELT, STOCK, alike, gesture, table
from rules.ducale.legality import Violation, violation
from rules.ducale.melds import Meld, MeldError, extend_meld, joker_faces, meld_of, place_name
from rules.ducale.movegen import legal_moves, may_take
from rules.ducale.moves import Discard, Draw, Lay, LayOff, Rebuild, Swap, Take, lay_off_between
from rules.ducale.state import State


def find_reason(state: State, asked: Gesture) -> Refusal | None:
    """Return the reason against `asked`; None for a move, the beginning of one, or nothing like one."""
    reason = _violation(state, asked) if asked.pick else None
    if reason is None:
        return None
    targets = ((asked.drop,) if asked.drop is not None else ()) + tuple(sorted(asked.pick))
    return Refusal(reason.code.lower().replace("_", "-"), targets, reason.facts)


def _violation(state: State, asked: Gesture) -> Violation | None:
    if state.phase not in ("draw", "act"):
        return Violation("PHASE")
    pick = alike(state, asked.pick)
    if pick in (frozenset((STOCK,)), frozenset((DISCARD,))):
        return _against_pile(state, STOCK in pick)
    cards = _cards(state, pick)
    if cards is None:
        hands = {target.partition(":")[0] for target in asked.pick}
        others = all(hand.startswith("h") for hand in hands) and hands != {f"h{state.turn}"}
        return Violation("OTHER_TURN") if others else None
    if state.phase == "draw":
        return Violation("NO_DRAW")
    if asked.drop is None or any(gesture(state, move) == Gesture(pick, asked.drop) for move in legal_moves(state)):
        return None
    return _against_drop(state, cards, asked.drop)


def _against_pile(state: State, stock: bool) -> Violation | None:
    seat = state.turn
    if stock:
        return violation(state, Draw(seat) if state.stock else Rebuild(seat))
    found = violation(state, Take(seat))
    if found is None and not may_take(state):
        return Violation("NO_USE", {"card": TEXTS[state.discard[-1]]})
    return found


def _cards(state: State, pick: frozenset[Target]) -> list[Card] | None:
    head, here = f"h{state.turn}:", table(state)
    if any(not target.startswith(head) or target not in here for target in pick):
        return None
    return [read(target.removeprefix(head)) for target in sorted(pick)]


def _against_drop(state: State, cards: list[Card], drop: Target) -> Violation | None:
    seat: Seat = state.turn
    if drop == FELT:
        return _against_meld(state, seat, cards)
    if drop == DISCARD:
        return violation(state, Discard(seat, cards[0])) if len(cards) == 1 else Violation("ONE_DISCARD")
    name, _, at = drop.partition(":")
    lying = next((one for one in state.melds if f"m{one.id}" == name), None)
    if lying is None:
        return Violation("NO_SUCH_MELD", {"meld": name[1:]}) if name.startswith("m") else None
    meld = lying.meld
    if meld.joker is not None and at == place_name(meld, meld.joker):
        if len(cards) > 1:
            return Violation("WRONG_CARD", {"card": TEXTS[cards[0]], "wanted": TEXTS[meld.faces[meld.joker]]})
        return violation(state, Swap(seat, lying.id, cards[0]))
    return _against_lay_off(state, seat, cards, lying.id, meld)


def _against_meld(state: State, seat: Seat, cards: list[Card]) -> Violation | None:
    named = [(card, False) for card in cards if card != JOKER]
    jokers = len(cards) - len(named)
    faces = joker_faces(cards) if jokers == 1 else []
    try:
        meld = meld_of([*named, *([(faces[0], True)] if faces else [(JOKER, True)] * jokers)])
    except MeldError as problem:
        code = "NO_MELD" if problem.code == "JOKER_UNDECLARED" else problem.code
        return Violation(code, problem.facts)
    return violation(state, Lay(seat, meld))


def _against_lay_off(state: State, seat: Seat, cards: Sequence[Card], number: int, meld: Meld) -> Violation | None:
    """Return the reason for which these cards can't be laid off one by one: that of the first without a place."""
    early = violation(state, LayOff(seat, number, ()))
    if early is not None:
        return early
    if meld.kind == "set" and len(meld.faces) == len(SUITS) and meld.card_of_joker not in cards:
        return Violation("FULL")
    after, left = meld, [card for card in cards if card != JOKER]
    while left:
        problems: list[MeldError] = []
        for card in left:
            try:
                after = extend_meld(after, (card, False))
            except MeldError as problem:
                problems.append(problem)
            else:
                left.remove(card)
                break
        else:
            return Violation(problems[0].code, {"card": TEXTS[left[0]]})
    if JOKER in cards:
        code = "TWO_JOKERS" if after.joker is not None or cards.count(JOKER) > 1 else "NO_FIT"
        return Violation(code, {"card": TEXTS[JOKER]})
    return violation(state, lay_off_between(seat, number, meld, after))
