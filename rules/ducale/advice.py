"""What a turn of Ducale does, found by the rules alone (README.md, sections 3 to 8): why one would play it.

Nothing is looked at that the seat to move can't see, so a view answers as the whole position does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from rules.contract import Remark
from rules.ducale.cards import COPIES, JOKER, TEXTS, VALUES, Card, rank_of, suit_of
from rules.ducale.legality import objection
from rules.ducale.looks import place
from rules.ducale.melds import MeldError, declarations, extended
from rules.ducale.moves import Discard, Draw, Lay, LayOff, Move, Rebuild, Swap, Take
from rules.ducale.position import Position
from rules.ducale.scores import hand_points

_CLOSE: Final = 2
"""Cards of a suit no further apart than this may share a run of three."""


def reasons(position: Position, moves: Sequence[Move]) -> tuple[Remark, ...]:
    """What the moves, a turn or a part of it, do; the most telling first. Cards are facts by their texts.

    `goes-out` · `takes` {card}: it is laid in this turn · `no-use` {card}: no legal turn could use the discard ·
    `opens` {points} · `frees-jokers` {n} · `lays` {n, points}: cards laid, and what they would have cost ·
    `keeps` {cards, n}: two cards of the hand that n cards, still unseen, would make a meld · `useless` {card}: what
    is discarded fits no meld on the table · `dear` {card, points}: nothing in the hand would have cost more ·
    `left` {n, points}: what the hand still holds.
    """
    if not moves or isinstance(moves[0], Rebuild) or position.phase not in ("draw", "act"):
        return ()
    found = [*_drawn(position, moves[0])]
    if isinstance(moves[-1], Draw):
        return tuple(found)
    now = position
    laid: list[Card] = []
    for move in moves:
        before, now = now, now.play(move)
        if isinstance(move, (Lay, LayOff)):
            laid += move.cards
        if now.opened[position.turn] and not before.opened[position.turn]:
            points = sum(now.meld(number).points for number in now.fresh)
            found.append(Remark("opens", (), {"points": str(points)}))
    swaps = [move for move in moves if isinstance(move, Swap)]
    if swaps:
        found.append(Remark("frees-jokers", tuple(f"m{move.id}" for move in swaps), {"n": str(len(swaps))}))
    if laid:
        facts = {"n": str(len(laid)), "points": str(hand_points(laid))}
        found.append(Remark("lays", (), facts))
    if now.phase == "end":
        return (Remark("goes-out"), *found)
    if isinstance(moves[-1], Discard):
        found += _discarded(before, now, moves[-1].card)
    hand = now.hands[position.turn]
    found.append(Remark("left", (f"h{position.turn}",), {"n": str(len(hand)), "points": str(hand_points(hand))}))
    return tuple(found)


def _drawn(position: Position, move: Move) -> Iterator[Remark]:
    """Why this pile."""
    if not position.discard:
        return
    facts = {"card": TEXTS[position.discard[-1]]}
    if isinstance(move, Take):
        yield Remark("takes", ("discard",), facts)
    elif isinstance(move, Draw) and objection(position, Take(position.turn)) is None and not position.may_take():
        yield Remark("no-use", ("discard",), facts)


def _discarded(before: Position, after: Position, card: Card) -> Iterator[Remark]:
    """What the card costs that is discarded, who could use it on the table, and what is kept."""
    seat = before.turn
    hand = after.hands[seat]
    pair = _waiting(after, hand)
    if pair is not None:
        cards, outs = pair
        at = tuple(place(seat, one, 1) for one in cards)
        yield Remark("keeps", at, {"cards": " ".join(TEXTS[one] for one in cards), "n": str(outs)})
    facts = {"card": TEXTS[card]}
    if after.melds and not any(_fits(after, number, card) for number in after.ids):
        yield Remark("useless", ("discard",), facts)
    if hand and VALUES[card] >= max(VALUES[one] for one in hand) and VALUES[card] > min(VALUES[one] for one in hand):
        yield Remark("dear", ("discard",), {**facts, "points": str(VALUES[card])})


def _fits(position: Position, number: int, card: Card) -> bool:
    """Whether a card could be added to a meld, or swapped for its joker."""
    meld = position.meld(number)
    if card == JOKER:
        return meld.joker is None
    if card == meld.replaced:
        return True
    try:
        extended(meld, (card, False))
    except MeldError:
        return False
    return True


def _waiting(position: Position, hand: Sequence[Card]) -> tuple[tuple[Card, Card], int] | None:
    """The two cards in hand that most cards, which haven't been seen, would make a meld of three; None if there are
    none. Jokers are left out: they go with anything."""
    seen = Counter(hand) + Counter(position.discard)
    for lying in position.melds:
        seen += Counter(lying.meld.cards)
    best: tuple[tuple[Card, Card], int] | None = None
    for pair in combinations(sorted(set(hand) - {JOKER}), 2):
        if not _related(*pair):
            continue
        outs = sum(COPIES[face] - seen[face] for face in declarations((*pair, JOKER)))
        if outs > (0 if best is None else best[1]):
            best = pair, outs
    return best


def _related(one: Card, other: Card) -> bool:
    """Whether two different cards may lie in one meld of three."""
    if rank_of(one) == rank_of(other):
        return True
    apart = abs(rank_of(one) - rank_of(other))
    return suit_of(one) == suit_of(other) and (apart <= _CLOSE or apart >= 13 - _CLOSE)
