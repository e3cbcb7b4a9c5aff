"""The table of Ducale: places of cards, visible effects of a move, and the gestures that make it.

Targets: `stock`, `discard`, `felt`; `h0` a hand, also one seen from behind; `h0:7H#1` a card of an open hand, of
like ones #1, #2 and so on; `m3` a meld, `m3:7H` the place of a card in it (`m3:1H` a low ace).
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from rules import contract
from rules.contract import Beat, Effect, Gesture, Seat, Slide, Table, Target, Token, Turn
from rules.ducale.cards import ACE, COPIES, HAND, HIDDEN, JOKER, PACK, TEXTS, Card, is_hidden, rank_of
from rules.ducale.melds import Meld, place_name
from rules.ducale.moves import Deal, Discard, Draw, Lay, LayOff, Move, Rebuild, Shuffle, Swap, Take, laid_off
from rules.ducale.state import State

STOCK: Final[Target] = "stock"
DISCARD: Final[Target] = "discard"
FELT: Final[Target] = "felt"
TOKENS: Final = tuple(Token(look) for look in (*TEXTS[:HIDDEN], "back"))
BACK: Final = TOKENS[HIDDEN]
JOKERS: Final = tuple(Token(f"JK={text}") for text in TEXTS[:JOKER])  # face -> token of a joker that stands for it


def table(state: State) -> Table:
    """Return all tokens on the table; of a view, as that seat sees them."""
    lying: dict[Target, tuple[Token, ...]] = {}
    stock = len(PACK) if state.phase == "deal" else len(state.stock)
    if stock:
        lying[STOCK] = (BACK,) * stock
    if state.discard:
        lying[DISCARD] = tuple(TOKENS[card] for card in state.discard)
    for seat, hand in enumerate(state.hands):
        if is_hidden(hand):
            lying[f"h{seat}"] = (BACK,) * len(hand)
        else:
            lying |= {target: (TOKENS[card],) for target, card in places(seat, hand)}
    for one in state.melds:
        for number, face in enumerate(one.meld.faces):
            token = JOKERS[face] if number == one.meld.joker else TOKENS[face]
            lying[f"m{one.id}:{place_name(one.meld, number)}"] = (token,)
    return lying


def places(seat: Seat, hand: Sequence[Card]) -> list[tuple[Target, Card]]:
    seen = [0] * len(COPIES)
    found = []
    for card in hand:
        seen[card] += 1
        found.append((place(seat, card, seen[card]), card))
    return found


def place(seat: Seat, card: Card, copy: int) -> Target:
    """Return the target of a card of an open hand; `copy` counts like cards from 1."""
    return f"h{seat}:{TEXTS[card]}#{copy}"


def sources(seat: Seat, hand: Sequence[Card], cards: Iterable[Card]) -> list[Target]:
    """Return the targets that these cards leave, of like ones the last first; a hidden hand has one for all."""
    if is_hidden(tuple(hand)):
        return [f"h{seat}" for _ in cards]
    left = list(hand)
    found = []
    for card in cards:
        found.append(place(seat, card, left.count(card)))
        left.remove(card)
    return found


def alike(state: State, picked: Collection[Target]) -> frozenset[Target]:
    """Return the picked targets, with the last copies of like cards in open hands, which gestures name."""
    here = table(state)
    counts = Counter(target.partition("#")[0] for target in picked if "#" in target)
    found = {target for target in picked if "#" not in target}
    for head, count in counts.items():
        held = sum(f"{head}#{copy}" in here for copy in range(1, 5))
        found |= {f"{head}#{copy}" for copy in range(held - count + 1, held + 1)}
    return frozenset(found)


# Effects


def effects(state: State, move: Move) -> Sequence[Beat]:
    match move:
        case Draw():
            card = state.stock[0] if move.card is None else move.card
            end = _arrival(state, card)
            return ((Slide(STOCK, end), *(() if is_hidden(state.hand) else _turned(end, BACK, TOKENS[card]))),)
        case Take():
            card, end = state.discard[-1], _arrival(state, state.discard[-1])
            return ((Slide(DISCARD, end), *(_turned(end, TOKENS[card], BACK) if is_hidden(state.hand) else ())),)
        case Lay():
            number = state.next_id
            return (_laid(state, move.cards, number, move.meld, move.meld.faces),)
        case LayOff():
            meld = laid_off(state.meld(move.id), move)
            return (_laid(state, move.cards, move.id, meld, move.faces, move.lows),)
        case Swap():
            return _swapped(state, move)
        case Discard():
            (source,) = sources(move.seat, state.hand, (move.card,))
            turned = _turned(DISCARD, BACK, TOKENS[move.card]) if is_hidden(state.hand) else ()
            return ((Slide(source, DISCARD), *turned),)
        case Rebuild():
            return ()
        case Shuffle():
            return (_shuffled(state),)
        case Deal():
            return (_gathered(state), *_dealt(state, move))


def _turned(at: Target, before: Token, after: Token) -> tuple[Effect, ...]:
    return () if before == after else (Turn(at, before, after),)


def _arrival(state: State, card: Card) -> Target:
    seat, hand = state.turn, state.hand
    return f"h{seat}" if is_hidden(hand) else place(seat, card, hand.count(card) + 1)


def _laid(state: State, cards: Sequence[Card], number: int, meld: Meld, faces: Sequence[Card], lows: int = 0) -> Beat:
    """Move cards of the hand to their places in a meld; `lows` of `faces` to a run's low end, downwards."""
    hidden = is_hidden(state.hand)
    seen: list[Effect] = []
    for at, (card, source) in enumerate(zip(cards, sources(state.turn, state.hand, cards), strict=True)):
        if len(faces) == len(meld.faces):
            where = at
        elif meld.kind == "set":
            where = meld.faces.index(faces[at])
        else:
            where = lows - 1 - at if at < lows else len(meld.faces) - len(faces) + at
        target = f"m{number}:{place_name(meld, where)}"
        token = JOKERS[meld.faces[where]] if card == JOKER else TOKENS[card]
        seen += [Slide(source, target), *_turned(target, BACK if hidden else TOKENS[card], token)]
    return tuple(seen)


def _joker_place(state: State, number: int) -> Target:
    meld = state.meld(number)
    assert meld.joker is not None
    return f"m{number}:{place_name(meld, meld.joker)}"


def _swapped(state: State, move: Swap) -> tuple[Beat, ...]:
    where, hidden = _joker_place(state, move.id), is_hidden(state.hand)
    end = _arrival(state, JOKER)
    (source,) = sources(move.seat, state.hand, (move.card,))
    card = (Slide(source, where), *_turned(where, BACK if hidden else TOKENS[move.card], TOKENS[move.card]))
    return ((*card, Slide(where, end, below=1), *_turned(end, JOKERS[move.card], BACK if hidden else TOKENS[JOKER])),)


def _shuffled(state: State) -> Beat:
    count = len(state.rebuild_cards)
    below = len(state.discard) - count
    turns = [
        Turn(DISCARD, TOKENS[card], BACK, below + count - 1 - number)
        for number, card in enumerate(state.rebuild_cards)
    ]
    return (*turns, Slide(DISCARD, STOCK, count, below))


def _gathered(state: State) -> Beat:
    seen: list[Effect] = []
    for target, tokens in table(state).items():
        if target != STOCK:
            top = len(tokens) - 1
            seen += [Turn(target, token, BACK, top - at) for at, token in enumerate(tokens) if token != BACK]
            seen.append(Slide(target, STOCK, len(tokens)))
    return tuple(seen)


def _dealt(state: State, deal: Deal) -> tuple[Beat, ...]:
    seats = state.seats
    hands: list[list[Card]] = [[] for _ in range(seats)]
    beats = []
    for number in range(HAND):
        beat: list[Effect] = []
        for at in range(seats):
            seat, card = (deal.dealer + 1 + at) % seats, deal.pack[number * seats + at]
            hands[seat].append(card)
            if card == HIDDEN:
                beat.append(Slide(STOCK, f"h{seat}"))
            else:
                end = place(seat, card, hands[seat].count(card))
                beat += [Slide(STOCK, end), Turn(end, BACK, TOKENS[card])]
        beats.append(tuple(beat))
    first = TOKENS[deal.pack[seats * HAND]]
    return (*beats, (Slide(STOCK, DISCARD), Turn(DISCARD, BACK, first)))


# Gestures


def gesture(state: State, move: contract.Move) -> Gesture:
    """Return the pile, or the cards of the hand and their target; nothing for Nature's moves."""
    match move:
        case Draw() | Rebuild():
            return Gesture(frozenset((STOCK,)))
        case Take():
            return Gesture(frozenset((DISCARD,)))
        case Lay():
            return Gesture(_picks(state, move.cards), FELT)
        case LayOff():
            return Gesture(_picks(state, move.cards), f"m{move.id}")
        case Swap():
            return Gesture(_picks(state, (move.card,)), _joker_place(state, move.id))
        case Discard():
            return Gesture(_picks(state, (move.card,)), DISCARD)
        case _:
            return Gesture(frozenset())


def _picks(state: State, cards: Sequence[Card]) -> frozenset[Target]:
    return frozenset(sources(state.turn, state.hand, cards))


def choice(state: State, move: contract.Move) -> Token:
    """Return the token that distinguishes a move from others with the same gesture.

    It shows the end for a natural ace (`1H` low, `AH` high), or the face of a joker (`JK=7H`, `JK=1H`).
    """
    if isinstance(move, Lay):
        meld, faces, joker = move.meld, move.meld.faces, move.meld.joker
        lows = 1
    elif isinstance(move, LayOff):
        meld, faces, joker = laid_off(state.meld(move.id), move), move.faces, move.joker
        lows = move.lows
    else:
        return Token(str(move))
    if meld.kind == "run":
        for number, face in enumerate(faces):
            if rank_of(face) == ACE and number != joker:
                low = number < lows
                return Token(("1" if low else "A") + TEXTS[face][-1])
    if joker is None:
        return TOKENS[faces[0]]
    low = meld.kind == "run" and joker < lows and rank_of(faces[joker]) == ACE
    return Token(f"JK=1{TEXTS[faces[joker]][-1]}") if low else JOKERS[faces[joker]]
