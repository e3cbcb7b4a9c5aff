"""The points of a round of Ducale, and the totals and ranks of a match (README.md, sections 8 and 9)."""

from collections.abc import Sequence

from rules.contract import Seat
from rules.ducale.cards import CARD_POINTS, Card
from rules.ducale.options import Options

UNOPENED = 100  # points of a loser who has not opened
RAMI_SEC = 200  # points of every loser if only the winner has opened


def hand_points(hand: Sequence[Card]) -> int:
    """Return what a hand costs at the end of a round if its player has opened."""
    return sum(CARD_POINTS[card] for card in hand)


def round_points(
    options: Options, hands: Sequence[Sequence[Card]], opened: Sequence[bool], winner: Seat | None, one_turn: bool
) -> tuple[int, ...]:
    """Return the points of each seat. A round without a winner was blocked; `one_turn` is defined in `State`."""
    if winner is None and options.blocked == "void":
        return (0,) * len(hands)
    may_be_rami_sec = options.rami_sec == "nobody_opened" or (options.rami_sec == "one_turn" and one_turn)
    others_opened = any(has_opened for seat, has_opened in enumerate(opened) if seat != winner)
    is_rami_sec = may_be_rami_sec and winner is not None and not others_opened
    unopened = RAMI_SEC if is_rami_sec else UNOPENED
    return tuple(
        0 if seat == winner else hand_points(hand) if opened[seat] else unopened for seat, hand in enumerate(hands)
    )


def totals(rows: Sequence[Sequence[int]], seats: int) -> tuple[int, ...]:
    return tuple(sum(row[seat] for row in rows) for seat in range(seats))


def is_over(options: Options, rows: Sequence[Sequence[int]]) -> bool:
    if options.rounds:
        return len(rows) >= options.rounds
    return bool(rows) and max(totals(rows, len(rows[0]))) >= options.target


def ranks(points: Sequence[int]) -> tuple[int, ...]:
    """Return the rank of each seat: 1 for the fewest points; equal totals share a rank."""
    return tuple(1 + sum(other < own for other in points) for own in points)
