"""Reasons for a turn and cautions during one, found by the rules alone (README.md).

Only cards that the seat to move can see are used, so a view gives the same answers as the whole position.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from rules.contract import Remark, Target
from rules.ducale.cards import JOKER, TEXTS, VALUES, Card, is_hidden, texts
from rules.ducale.effects import STOCK, place
from rules.ducale.legality import end_violation, violation
from rules.ducale.melds import joker_faces
from rules.ducale.movegen import can_finish, may_take
from rules.ducale.moves import Discard, Draw, Lay, LayOff, Move, Rebuild, Swap, Take
from rules.ducale.plan import best_plan
from rules.ducale.scores import hand_points
from rules.ducale.state import State
from rules.ducale.views import seen_by, unseen


def reasons(state: State, moves: Sequence[Move]) -> tuple[Remark, ...]:
    """Return the effects of a turn or a part of it, the most telling first. Cards are facts by their texts.

    `goes-out` · `takes` {cards}: the first that are laid with the discard · `no-use` {card}: no legal turn could
    use it · `leaves` {card, cards}: they could be laid with it · `waits` {cards}: they could still be laid ·
    `spares` {cards}: the same where one of them is discarded · `opens` · `frees-jokers` {n} · `lays` {n, points}:
    cards laid, and what they would have cost · `lone` {card}: what is discarded goes with no card in hand ·
    `lone-too` {card, cards}: nor does a dearer one that is kept · `dear` {card, points}: nothing in the hand would
    have cost more · `keeps` {cards, wanted}: two cards of the hand, and those, still unseen, that would make them a
    meld.
    """
    if not moves or isinstance(moves[0], Rebuild) or state.phase not in ("draw", "act"):
        return ()
    found = [*_of_the_pile(state, moves)]
    if isinstance(moves[-1], Draw):
        return tuple(found)
    now = state
    laid: list[Card] = []
    for move in moves:
        before, now = now, now.play(move)
        if isinstance(move, (Lay, LayOff)):
            laid += move.cards
        if now.opened[state.turn] and not before.opened[state.turn]:
            found.append(Remark("opens"))
    swaps = [move for move in moves if isinstance(move, Swap)]
    if swaps:
        found.append(Remark("frees-jokers", tuple(f"m{move.id}" for move in swaps), {"n": str(len(swaps))}))
    if laid:
        found.append(Remark("lays", (), {"n": str(len(laid)), "points": str(hand_points(laid))}))
    if now.phase == "end":
        return (Remark("goes-out"), *found)
    if isinstance(moves[-1], Discard):
        found += _of_the_discard(before, now, moves[-1].card)
    return tuple(found)


def could_lay(state: State, acts: Sequence[Move] | None = None) -> tuple[Card, ...]:
    """Return the cards of the first of `acts` that lays the card owed, or any if none is owed.

    By default `acts` is the best plan. Returns no cards if there is nothing to lay.
    """
    if acts is None:
        acts = plan.acts if (plan := best_plan(state)) else ()
    laying = [act for act in acts if isinstance(act, (Lay, LayOff, Swap))]
    found = [(act.card,) if isinstance(act, Swap) else act.cards for act in laying]
    return next((cards for cards in found if not state.owed or state.owed[0] in cards), ())


def _of_the_pile(state: State, moves: Sequence[Move]) -> Iterator[Remark]:
    take = Take(state.turn)
    if moves[0] == take:
        yield Remark("takes", ("discard",), {"cards": texts(could_lay(state.play(take), moves[1:]))})
    elif isinstance(moves[0], Draw) and violation(state, take) is None:
        facts = {"card": TEXTS[state.discard[-1]]}
        if not may_take(state):
            yield Remark("no-use", ("discard",), facts)
        elif cards := could_lay(state.play(take)):
            yield Remark("leaves", ("discard",), {**facts, "cards": texts(cards)})


def _of_the_discard(before: State, after: State, card: Card) -> Iterator[Remark]:
    hand, facts = after.hands[before.turn], {"card": TEXTS[card]}
    if cards := could_lay(before):
        yield Remark("spares" if card in cards else "waits", (), {"cards": texts(cards)})
    elif hand and card != JOKER:
        lone = [one for one in {card, *hand} - {JOKER} if not any(joker_faces((one, two, JOKER)) for two in hand)]
        dear = max(lone, key=lambda one: (VALUES[one], one == card), default=card)
        if card in lone:
            yield Remark("lone" if dear == card else "lone-too", ("discard",), {**facts, "cards": TEXTS[dear]})
    if hand and VALUES[card] >= max(VALUES[one] for one in hand) and VALUES[card] > min(VALUES[one] for one in hand):
        yield Remark("dear", ("discard",), {**facts, "points": str(VALUES[card])})
    left = unseen(seen_by(after, before.turn))
    pairs = [(pair, [face for face in joker_faces((*pair, JOKER)) if left[face]]) for pair in combinations(hand, 2)]
    pair, wanted = max(pairs, key=lambda one: sum(left[face] for face in one[1]), default=((), ()))
    if wanted and JOKER not in hand:  # with a joker they are a meld already
        yield Remark("keeps", (), {"cards": texts(pair), "wanted": texts(wanted)})


# Remarks


def remarks(state: State) -> tuple[Remark, ...]:
    """Return remarks on duties, the opening, dead ends, players with one card, and a stock not to be rebuilt."""
    found = []
    if state.phase == "act":
        found += _duties(state)
        if not state.owed and (lack := end_violation(state)) is not None:
            found.append(Remark(lack.code.lower().replace("_", "-"), (), lack.facts))
        if found and not is_hidden(state.hand) and not can_finish(state):
            found.append(Remark("dead-end"))
    if state.phase in ("draw", "act"):
        found += [
            Remark("one-card", (f"h{seat}",), {"seat": str(seat)})
            for seat, hand in enumerate(state.hands)
            if len(hand) == 1 and seat != state.turn
        ]
    if state.phase == "draw" and state.is_blocking:
        found.append(Remark("blocks", (STOCK,)))
    return tuple(found)


def _duties(state: State) -> list[Remark]:
    naturals = [card for card in state.owed if card != JOKER]
    jokers = len(state.owed) - len(naturals)
    found = [Remark("duty-card", _where(state, card), {"card": TEXTS[card]}) for card in naturals]
    if jokers:
        found.append(Remark("duty-joker", _where(state, JOKER), {"count": str(jokers)}))
    return found


def _where(state: State, card: Card) -> tuple[Target, ...]:
    copies = state.hand.count(card)
    return (place(state.turn, card, copies),) if copies else (f"h{state.turn}",)
