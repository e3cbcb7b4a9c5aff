"""Reasons for a turn, and remarks for the player during one (README.md).

Both use only cards that the seat to move can see, so its view gives the same answers as the whole position.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from rules.contract import Remark, Target
from rules.ducale.cards import CARD_POINTS, JOKER, TEXTS, Card, is_hidden, texts
from rules.ducale.effects import STOCK, card_target
from rules.ducale.legality import end_violation, violation
from rules.ducale.melds import joker_faces
from rules.ducale.movegen import can_finish, may_take
from rules.ducale.moves import Discard, Draw, Lay, LayOff, Move, Rebuild, Swap, Take
from rules.ducale.plan import best_plan
from rules.ducale.scores import hand_points
from rules.ducale.state import State
from rules.ducale.views import seen_by, unseen


def reasons(state: State, moves: Sequence[Move]) -> tuple[Remark, ...]:
    """Return remarks on a turn or the first moves of one, the most important first. Their facts name cards by text.

    - `goes-out`: the turn ends the round.
    - `takes` {cards}: the discard is taken; cards are the first ones that are laid with it.
    - `no-use` {card}: the discard is left, and no legal turn could use it.
    - `leaves` {card, cards}: the discard is left, and cards could be laid with it.
    - `waits` {cards}: cards could still be laid. `spares` {cards}: likewise, and one of them is discarded.
    - `opens`, `frees-jokers` {n}: the turn opens; it swaps n jokers.
    - `lays` {n, points}: n cards are laid, which would have cost points.
    - `lone` {card}: the discarded card fits no card in hand. `lone-too` {card, cards}: the same, but a kept card that
      fits none either costs more.
    - `dear` {card, points}: no card in hand costs more than the discarded one.
    - `keeps` {cards, wanted}: each unseen card of wanted would make two cards of the hand a meld.
    """
    if not moves or isinstance(moves[0], Rebuild) or state.phase not in ("draw", "act"):
        return ()
    found = [*_pile_remarks(state, moves)]
    if isinstance(moves[-1], Draw):
        return tuple(found)
    after = state
    laid: list[Card] = []
    for move in moves:
        before, after = after, after.play(move)
        if isinstance(move, (Lay, LayOff)):
            laid += move.cards
        if after.opened[state.turn] and not before.opened[state.turn]:
            found.append(Remark("opens"))
    swaps = [move for move in moves if isinstance(move, Swap)]
    if swaps:
        found.append(Remark("frees-jokers", tuple(f"m{move.id}" for move in swaps), {"n": str(len(swaps))}))
    if laid:
        found.append(Remark("lays", (), {"n": str(len(laid)), "points": str(hand_points(laid))}))
    if after.phase == "end":
        return (Remark("goes-out"), *found)
    if isinstance(moves[-1], Discard):
        found += _discard_remarks(before, after, moves[-1].card)
    return tuple(found)


def cards_to_lay(state: State, acts: Sequence[Move] | None = None) -> tuple[Card, ...]:
    """Return the cards that one of `acts` lays: the first act with the owed card, or if none is owed, the first act.

    By default the acts are those of the best plan. If there is no such act, the result is empty.
    """
    if acts is None:
        acts = plan.acts if (plan := best_plan(state)) else ()
    laid = [act.cards for act in acts if isinstance(act, (Lay, LayOff, Swap))]
    return next((cards for cards in laid if not state.owed or state.owed[0] in cards), ())


def _pile_remarks(state: State, moves: Sequence[Move]) -> Iterator[Remark]:
    take = Take(state.turn)
    if moves[0] == take:
        yield Remark("takes", ("discard",), {"cards": texts(cards_to_lay(state.play(take), moves[1:]))})
    elif isinstance(moves[0], Draw) and violation(state, take) is None:
        facts = {"card": TEXTS[state.discard[-1]]}
        if not may_take(state):
            yield Remark("no-use", ("discard",), facts)
        elif cards := cards_to_lay(state.play(take)):
            yield Remark("leaves", ("discard",), {**facts, "cards": texts(cards)})


def _discard_remarks(before: State, after: State, card: Card) -> Iterator[Remark]:
    """Yield remarks on the discard of `card`, which leads from `before` to `after`."""
    hand, facts = after.hands[before.turn], {"card": TEXTS[card]}
    if cards := cards_to_lay(before):
        yield Remark("spares" if card in cards else "waits", (), {"cards": texts(cards)})
    elif hand and card != JOKER:
        lone = [
            natural
            for natural in {card, *hand} - {JOKER}
            if not any(joker_faces((natural, partner, JOKER)) for partner in hand)
        ]
        costliest = max(lone, key=lambda natural: (CARD_POINTS[natural], natural == card), default=card)
        if card in lone:
            yield Remark(
                "lone" if costliest == card else "lone-too", ("discard",), {**facts, "cards": TEXTS[costliest]}
            )
    kept_values = [CARD_POINTS[kept] for kept in hand]
    if hand and max(kept_values) <= CARD_POINTS[card] > min(kept_values):
        yield Remark("dear", ("discard",), {**facts, "points": str(CARD_POINTS[card])})
    unknown = unseen(seen_by(after, before.turn))
    pairs = [
        (pair, [face for face in joker_faces((*pair, JOKER)) if unknown[face]]) for pair in combinations(hand, 2)
    ]
    pair, wanted = max(pairs, key=lambda entry: sum(unknown[face] for face in entry[1]), default=((), ()))
    if wanted and JOKER not in hand:  # with a joker the pair is a meld already
        yield Remark("keeps", (), {"cards": texts(pair), "wanted": texts(wanted)})


def remarks(state: State) -> tuple[Remark, ...]:
    """Return the remarks for the seat to move (README.md, section 14).

    They tell of its duties, what its opening lacks, a dead end, other players with one card, and an empty stock whose
    rebuilding would end the round.
    """
    found = []
    if state.phase == "act":
        found += _duty_remarks(state)
        if not state.owed and (lack := end_violation(state)) is not None:
            found.append(Remark(lack.reason, (), lack.facts))
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


def _duty_remarks(state: State) -> list[Remark]:
    naturals = [card for card in state.owed if card != JOKER]
    joker_count = len(state.owed) - len(naturals)
    found = [Remark("duty-card", _owed_targets(state, card), {"card": TEXTS[card]}) for card in naturals]
    if joker_count:
        found.append(Remark("duty-joker", _owed_targets(state, JOKER), {"count": str(joker_count)}))
    return found


def _owed_targets(state: State, card: Card) -> tuple[Target, ...]:
    copies = state.hand.count(card)
    return (card_target(state.turn, card, copies),) if copies else (f"h{state.turn}",)
