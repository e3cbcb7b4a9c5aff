"""Why a gesture is no move in Ducale. The codes are those of README.md, section 14, in small letters with hyphens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rules.contract import Gesture, Refusal, Seat, Target
from rules.ducale.cards import JOKER, TEXTS, Card, read
from rules.ducale.legality import Objection, between, objection
from rules.ducale.looks import DISCARD, FELT, STOCK, alike, gesture
from rules.ducale.melds import Meld, MeldError, declarations, extended, meld_of, place_name
from rules.ducale.moves import Discard, Draw, Lay, LayOff, Rebuild, Swap, Take

if TYPE_CHECKING:
    from rules.ducale.position import Position


def why(position: Position, asked: Gesture) -> Refusal | None:
    """Why `asked` is no move; None if it is one, the beginning of one, or nothing that could be one."""
    if not asked.pick:
        return None
    if position.phase not in ("draw", "act"):
        return _refusal(asked, Objection("PHASE"))
    pick = alike(position, asked.pick)
    if pick in (frozenset((STOCK,)), frozenset((DISCARD,))):
        return _refusal(asked, _against_pile(position, STOCK in pick))
    cards = _cards(position, pick)
    if cards is None:
        return _refusal(asked, Objection("OTHER_TURN")) if _of_another(position, asked.pick) else None
    if position.phase == "draw":
        return _refusal(asked, Objection("NO_DRAW"))
    if asked.drop is None or any(
        gesture(position, move) == Gesture(pick, asked.drop) for move in position.legal_moves()
    ):
        return None
    return _refusal(asked, _against_drop(position, cards, asked.drop))


def _refusal(asked: Gesture, reason: Objection | None) -> Refusal | None:
    if reason is None:
        return None
    targets = ((asked.drop,) if asked.drop is not None else ()) + tuple(sorted(asked.pick))
    return Refusal(reason.code.lower().replace("_", "-"), targets, reason.facts)


def _against_pile(position: Position, stock: bool) -> Objection | None:
    seat = position.turn
    if stock:
        return objection(position, Draw(seat) if position.stock else Rebuild(seat))
    found = objection(position, Take(seat))
    if found is None and not position.may_take():
        return Objection("NO_USE", {"card": TEXTS[position.discard[-1]]})
    return found


def _of_another(position: Position, pick: frozenset[Target]) -> bool:
    """Whether it is a hand, or cards of one, that isn't that of whoever plays."""
    hands = {target.partition(":")[0] for target in pick}
    return all(hand.startswith("h") for hand in hands) and hands != {f"h{position.turn}"}


def _cards(position: Position, pick: frozenset[Target]) -> list[Card] | None:
    """The cards picked, if they all lie in the hand of whoever plays."""
    head, here = f"h{position.turn}:", position.table()
    if any(not target.startswith(head) or target not in here for target in pick):
        return None
    return [read(target.removeprefix(head)) for target in sorted(pick)]


def _against_drop(position: Position, cards: list[Card], drop: Target) -> Objection | None:
    seat: Seat = position.turn
    if drop == FELT:
        return _against_meld(position, seat, cards)
    if drop == DISCARD:
        return objection(position, Discard(seat, cards[0])) if len(cards) == 1 else Objection("ONE_DISCARD")
    name, _, at = drop.partition(":")
    lying = next((one for one in position.melds if f"m{one.id}" == name), None)
    if lying is None:
        return Objection("NO_SUCH_MELD", {"meld": name[1:]}) if name.startswith("m") else None
    meld = lying.meld
    if meld.joker is not None and at == place_name(meld, meld.joker):
        if len(cards) > 1:
            return Objection("WRONG_CARD", {"card": TEXTS[cards[0]], "wanted": TEXTS[meld.faces[meld.joker]]})
        return objection(position, Swap(seat, lying.id, cards[0]))
    return _against_lay_off(position, seat, cards, lying.id, meld)


def _against_meld(position: Position, seat: Seat, cards: list[Card]) -> Objection | None:
    """Why these cards can't be laid as a new meld, whatever a joker stands for."""
    named = [(card, False) for card in cards if card != JOKER]
    jokers = len(cards) - len(named)
    faces = declarations(cards) if jokers == 1 else []
    try:
        meld = meld_of([*named, *([(faces[0], True)] if faces else [(JOKER, True)] * jokers)])
    except MeldError as problem:
        code = "NO_MELD" if problem.code == "JOKER_UNDECLARED" else problem.code
        return Objection(code, problem.facts)
    return objection(position, Lay(seat, meld))


def _against_lay_off(
    position: Position, seat: Seat, cards: Sequence[Card], number: int, meld: Meld
) -> Objection | None:
    """Why these cards can't be laid off one by one: the reason of the first that fits nowhere."""
    early = objection(position, LayOff(seat, number, ()))
    if early is not None:
        return early
    after, left = meld, [card for card in cards if card != JOKER]
    while left:
        reasons: list[Objection] = []
        for card in left:
            try:
                after = extended(after, (card, False))
            except MeldError as problem:
                reasons.append(Objection(problem.code, {"card": TEXTS[card]}))
            else:
                left.remove(card)
                break
        if len(reasons) and len(reasons) == len(left):
            return reasons[0]
    if JOKER in cards:
        code = "TWO_JOKERS" if after.joker is not None or cards.count(JOKER) > 1 else "NO_FIT"
        return Objection(code, {"card": TEXTS[JOKER]})
    return objection(position, between(seat, number, meld, after))
