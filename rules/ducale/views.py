"""The view of a seat on a state, and random deals of the cards hidden from it (README.md, section 13)."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import TypeVar

from rules.contract import NATURE, Seat
from rules.ducale.cards import COPIES, HAND, HIDDEN, Card, hide_cards, is_hidden
from rules.ducale.moves import Deal, Draw, Move, Shuffle
from rules.ducale.state import FULL, State

S = TypeVar("S", bound=State)


def seen_by(state: S, seat: Seat | None) -> S:
    """Return the view of `seat`; for None, the view of what all see. A view of a view shows only what both show."""
    viewer = NATURE if seat is None else seat
    return replace(
        state,
        hands=tuple(hand if owner == viewer else hide_cards(hand) for owner, hand in enumerate(state.hands)),
        stock=hide_cards(state.stock),
        viewer=viewer,
        begun=None,
        played=tuple(redact_move(state, move, seat) for move in state.played),
    )


def redact_move(state: State, move: Move, seat: Seat | None) -> Move:
    """Return a move of `state` with only what `seat` sees of it; for None, with only what all seats see."""
    if isinstance(move, Draw):
        if move.seat != seat:
            return Draw(move.seat)
        return Draw(seat, state.stock[0] if move.card is None else move.card)
    if isinstance(move, Shuffle):
        return Shuffle(hide_cards(move.stock))
    if isinstance(move, Deal):
        seats = state.seats
        offset = None if seat is None else (seat - move.dealer - 1) % seats
        dealt_count = seats * HAND
        return Deal(
            move.dealer,
            tuple(
                card if (index < dealt_count and index % seats == offset) or index == dealt_count else HIDDEN
                for index, card in enumerate(move.pack)
            ),
            None if state.phase == "deal" else state.row(),
        )
    return move


def unseen(state: State) -> Counter[Card]:
    """Return how many copies of each card are hidden in a view."""
    left = Counter(dict(enumerate(COPIES)))
    left.subtract(card for hand in state.hands for card in hand if card != HIDDEN)
    left.subtract(card for on_table in state.melds for card in on_table.meld.cards)
    left.subtract(state.discard)
    left.subtract(card for card in state.stock if card != HIDDEN)
    return +left


def determinize(state: S, rng: Random) -> S:
    """Return a view with its hidden cards dealt at random (a determinization).

    After a rebuild the stock gets only cards that went into the last new stock.
    """
    left = unseen(state)
    if is_hidden(state.stock):
        for_stock = left if state.pool is None else left & Counter(state.pool)
        stock = tuple(_shuffled(for_stock, rng)[: len(state.stock)])
        left -= Counter(stock)
    else:
        stock = state.stock
    rest = iter(_shuffled(left, rng))
    hands = tuple(tuple(next(rest) if card == HIDDEN else card for card in hand) for hand in state.hands)
    return replace(state, hands=hands, stock=stock, viewer=FULL)


def _shuffled(cards: Counter[Card], rng: Random) -> list[Card]:
    return rng.sample(sorted(cards.elements()), cards.total())
