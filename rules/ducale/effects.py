"""The cards on the table of Ducale, the visible effects of each move, and the gestures that make a move.

Targets are `stock`, `discard` and `felt`; `h0`, the hand of seat 0; `h0:7H#1`, a card of an open hand, where equal
cards are counted from 1; `m3`, meld 3; and `m3:7H`, a card in it (`m3:1H` for a low ace).
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from rules import contract
from rules.contract import Beat, Effect, Gesture, Seat, Slide, Table, Target, Token, Turn
from rules.ducale.cards import ACE, COPIES, HAND, HIDDEN, JOKER, PACK, TEXTS, Card, is_hidden, rank_of
from rules.ducale.melds import Meld, place_name
from rules.ducale.moves import Deal, Discard, Draw, Lay, LayOff, Move, Rebuild, Shuffle, Swap, Take, apply_lay_off
from rules.ducale.state import State

STOCK: Final[Target] = "stock"
DISCARD: Final[Target] = "discard"
FELT: Final[Target] = "felt"
TOKENS: Final = tuple(Token(look) for look in (*TEXTS[:HIDDEN], "back"))
BACK: Final = TOKENS[HIDDEN]
JOKERS: Final = tuple(Token(f"JK={text}") for text in TEXTS[:JOKER])  # by the face of the joker


def table(state: State) -> Table:
    """Return the tokens at each target, as the viewer of the state sees them."""
    tokens: dict[Target, tuple[Token, ...]] = {}
    stock_count = len(PACK) if state.phase == "deal" else len(state.stock)
    if stock_count:
        tokens[STOCK] = (BACK,) * stock_count
    if state.discard:
        tokens[DISCARD] = tuple(TOKENS[card] for card in state.discard)
    for seat, hand in enumerate(state.hands):
        if is_hidden(hand):
            tokens[f"h{seat}"] = (BACK,) * len(hand)
        else:
            tokens |= {target: (TOKENS[card],) for target, card in hand_targets(seat, hand)}
    for on_table in state.melds:
        meld = on_table.meld
        for index, face in enumerate(meld.faces):
            token = JOKERS[face] if index == meld.joker else TOKENS[face]
            tokens[f"m{on_table.id}:{place_name(meld, index)}"] = (token,)
    return tokens


def hand_targets(seat: Seat, hand: Sequence[Card]) -> list[tuple[Target, Card]]:
    """Return each card of an open hand with its target, in the order of the hand."""
    counts = [0] * len(COPIES)
    found = []
    for card in hand:
        counts[card] += 1
        found.append((card_target(seat, card, counts[card]), card))
    return found


def card_target(seat: Seat, card: Card, copy: int) -> Target:
    """Return the target of a card of an open hand; `copy` is its number among equal cards, counted from 1."""
    return f"h{seat}:{TEXTS[card]}#{copy}"


def source_targets(seat: Seat, hand: Sequence[Card], cards: Iterable[Card]) -> list[Target]:
    """Return the targets that these cards leave; the last of equal cards leaves first.

    All cards of a hidden hand have the same target.
    """
    if is_hidden(tuple(hand)):
        return [f"h{seat}" for _ in cards]
    left = list(hand)
    found = []
    for card in cards:
        found.append(card_target(seat, card, left.count(card)))
        left.remove(card)
    return found


def replace_by_last_copies(state: State, picked: Collection[Target]) -> frozenset[Target]:
    """Return `picked` with copies of a card replaced by as many of its last copies, the ones that gestures name."""
    tokens = table(state)
    counts = Counter(target.partition("#")[0] for target in picked if "#" in target)
    found = {target for target in picked if "#" not in target}
    for card, count in counts.items():
        held = sum(f"{card}#{copy}" in tokens for copy in range(1, 5))
        found |= {f"{card}#{copy}" for copy in range(held - count + 1, held + 1)}
    return frozenset(found)


def effects(state: State, move: Move) -> Sequence[Beat]:
    match move:
        case Draw():
            card = state.stock[0] if move.card is None else move.card
            end = _arrival_target(state, card)
            return ((Slide(STOCK, end), *(() if is_hidden(state.hand) else _turn_over(end, BACK, TOKENS[card]))),)
        case Take():
            card, end = state.discard[-1], _arrival_target(state, state.discard[-1])
            return ((Slide(DISCARD, end), *(_turn_over(end, TOKENS[card], BACK) if is_hidden(state.hand) else ())),)
        case Lay():
            return (_lay_beat(state, move, state.next_id, move.meld, range(len(move.meld.faces))),)
        case LayOff():
            meld = apply_lay_off(state.meld(move.id), move)
            return (_lay_beat(state, move, move.id, meld, _lay_off_indices(meld, move)),)
        case Swap():
            return (_swap_beat(state, move),)
        case Discard():
            (source,) = source_targets(move.seat, state.hand, (move.card,))
            turned = _turn_over(DISCARD, BACK, TOKENS[move.card]) if is_hidden(state.hand) else ()
            return ((Slide(source, DISCARD), *turned),)
        case Rebuild():
            return ()
        case Shuffle():
            return (_shuffle_beat(state),)
        case Deal():
            return (_gather_beat(state), *_deal_beats(state, move))


def _turn_over(at: Target, before: Token, after: Token) -> tuple[Effect, ...]:
    return () if before == after else (Turn(at, before, after),)


def _arrival_target(state: State, card: Card) -> Target:
    """Return the target that `card` gets when the seat to move adds it to its hand."""
    seat, hand = state.turn, state.hand
    return f"h{seat}" if is_hidden(hand) else card_target(seat, card, hand.count(card) + 1)


def _lay_off_indices(meld: Meld, move: LayOff) -> list[int]:
    """Return the index of each laid-off card in `meld`, which already holds them."""
    if meld.kind == "set":
        return [meld.faces.index(face) for face in move.faces]
    shift = len(meld.faces) - len(move.faces)
    lows = move.low_count
    return [lows - 1 - number if number < lows else shift + number for number in range(len(move.faces))]


def _lay_beat(state: State, move: Lay | LayOff, number: int, meld: Meld, indices: Sequence[int]) -> Beat:
    """Return the beat in which cards of the hand go to `indices` of meld `number`, and so make it `meld`."""
    effects: list[Effect] = []
    sources = source_targets(state.turn, state.hand, move.cards)
    for index, card, source in zip(indices, move.cards, sources, strict=True):
        target = f"m{number}:{place_name(meld, index)}"
        token = JOKERS[meld.faces[index]] if card == JOKER else TOKENS[card]
        effects += [
            Slide(source, target),
            *_turn_over(target, BACK if is_hidden(state.hand) else TOKENS[card], token),
        ]
    return tuple(effects)


def _joker_target(state: State, number: int) -> Target:
    meld = state.meld(number)
    assert meld.joker is not None
    return f"m{number}:{place_name(meld, meld.joker)}"


def _swap_beat(state: State, move: Swap) -> Beat:
    """Return the beat in which a card goes to the place of a joker, and the joker below it to the hand."""
    place, hidden = _joker_target(state, move.id), is_hidden(state.hand)
    end = _arrival_target(state, JOKER)
    (source,) = source_targets(move.seat, state.hand, (move.card,))
    return (
        Slide(source, place),
        *_turn_over(place, BACK if hidden else TOKENS[move.card], TOKENS[move.card]),
        Slide(place, end, below=1),
        *_turn_over(end, JOKERS[move.card], BACK if hidden else TOKENS[JOKER]),
    )


def _shuffle_beat(state: State) -> Beat:
    """Return the beat in which the discards are turned over and go to the stock."""
    count = len(state.rebuild_cards)
    below = len(state.discard) - count
    turns = [
        Turn(DISCARD, TOKENS[card], BACK, below + count - 1 - index) for index, card in enumerate(state.rebuild_cards)
    ]
    return (*turns, Slide(DISCARD, STOCK, count, below))


def _gather_beat(state: State) -> Beat:
    """Return the beat in which all cards are turned over and go to the stock."""
    effects: list[Effect] = []
    for target, tokens in table(state).items():
        if target != STOCK:
            top = len(tokens) - 1
            effects += [Turn(target, token, BACK, top - at) for at, token in enumerate(tokens) if token != BACK]
            effects.append(Slide(target, STOCK, len(tokens)))
    return tuple(effects)


def _deal_beats(state: State, deal: Deal) -> tuple[Beat, ...]:
    seats = state.seats
    hands: list[list[Card]] = [[] for _ in range(seats)]
    beats = []
    for number in range(HAND):
        beat: list[Effect] = []
        for offset in range(seats):
            seat, card = (deal.dealer + 1 + offset) % seats, deal.pack[number * seats + offset]
            hands[seat].append(card)
            if card == HIDDEN:
                beat.append(Slide(STOCK, f"h{seat}"))
            else:
                end = card_target(seat, card, hands[seat].count(card))
                beat += [Slide(STOCK, end), Turn(end, BACK, TOKENS[card])]
        beats.append(tuple(beat))
    first = TOKENS[deal.pack[seats * HAND]]
    return (*beats, (Slide(STOCK, DISCARD), Turn(DISCARD, BACK, first)))


def gesture(state: State, move: contract.Move) -> Gesture:
    """Return the gesture for a move: a pile, or cards of the hand and their target; empty for Nature's moves."""
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
            return Gesture(_picks(state, (move.card,)), _joker_target(state, move.id))
        case Discard():
            return Gesture(_picks(state, (move.card,)), DISCARD)
        case _:
            return Gesture(frozenset())


def _picks(state: State, cards: Sequence[Card]) -> frozenset[Target]:
    return frozenset(source_targets(state.turn, state.hand, cards))


def choice(state: State, move: contract.Move) -> Token:
    """Return the token that distinguishes a move from others with the same gesture.

    It shows at which end of a run a natural ace lies (`1H` low, `AH` high), or else the face of a joker (`JK=7H`, or
    `JK=1H` for a low ace).
    """
    if isinstance(move, Lay):
        meld, faces, joker, low_count = move.meld, move.meld.faces, move.meld.joker, 1
    elif isinstance(move, LayOff):
        meld, faces, joker, low_count = state.meld(move.id), move.faces, move.joker, move.low_count
    else:
        return Token(str(move))
    if meld.kind == "run":
        for index, face in enumerate(faces):
            if rank_of(face) == ACE and index != joker:
                return Token(("1" if index < low_count else "A") + TEXTS[face][-1])
    if joker is None:
        return TOKENS[faces[0]]
    is_low_ace = meld.kind == "run" and joker < low_count and rank_of(faces[joker]) == ACE
    return Token(f"JK=1{TEXTS[faces[joker]][-1]}") if is_low_ace else JOKERS[faces[joker]]
