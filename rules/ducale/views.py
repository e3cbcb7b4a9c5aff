"""What a seat sees: other hands and the stock from behind (README.md, section 13)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rules.contract import NATURE, Seat
from rules.ducale.cards import HIDDEN, Card
from rules.ducale.moves import Deal, Draw, Move, Shuffle

if TYPE_CHECKING:
    from rules.ducale.position import Position

HAND = 13
"""Cards dealt to each."""


def is_hidden(cards: tuple[Card, ...]) -> bool:
    """Whether these are seen from behind."""
    return bool(cards) and cards[0] == HIDDEN


def behind(card: Card) -> Card:
    """Any card, as who doesn't see it sees it."""
    return HIDDEN


def hidden(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """As many cards from behind."""
    return (HIDDEN,) * len(cards)


def seen_by(position: Position, seat: Seat | None) -> Position:
    """What `seat` sees of a position; None: what everybody sees. Of a view, what is common to both."""
    viewer = NATURE if seat is None else seat
    return replace(
        position,
        hands=tuple(hand if other == viewer else hidden(hand) for other, hand in enumerate(position.hands)),
        stock=hidden(position.stock),
        viewer=viewer,
        begun=None,
        played=tuple(redacted(position, move, seat) for move in position.played),
    )


def redacted(position: Position, move: Move, seat: Seat | None) -> Move:
    """What `seat` sees of a move that is about to be played."""
    if isinstance(move, Draw):
        if move.seat != seat:
            return Draw(move.seat)
        return Draw(seat, position.stock[0] if move.card is None else move.card)
    if isinstance(move, Shuffle):
        return Shuffle(hidden(move.stock))
    if isinstance(move, Deal):
        seats = position.seats
        own = None if seat is None else (seat - move.dealer - 1) % seats
        dealt = seats * HAND
        return Deal(
            move.dealer,
            tuple(
                card if (place < dealt and place % seats == own) or place == dealt else HIDDEN
                for place, card in enumerate(move.pack)
            ),
            None if position.phase == "deal" else position.row(),
        )
    return move
