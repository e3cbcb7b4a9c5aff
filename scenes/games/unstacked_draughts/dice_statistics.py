"""The throws of a match with dice in order, and its players' claims and covers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from rules.contract import NATURE, Seat
from rules.match import Match
from rules.unstacked_draughts.moves import Cover, FalseClaim, Roll, Throw, Use
from rules.unstacked_draughts.position import Position


def throws(match: Match) -> tuple[tuple[int, ...], ...]:
    """Return the faces of each throw: one where it decides who begins, none for covered or invalid throws."""
    words = [(ply.move.seat, str(ply.move)) for ply in match.plies]
    return tuple(
        tuple(int(letter) for letter in word if seat == NATURE and letter.isdigit())
        for seat, word in words
        if seat == NATURE or word.endswith("-cover")
    )


@dataclass(frozen=True, slots=True)
class Reaction:
    """A claim or a cover, right or false."""

    ply: int
    """The number of positions before it."""
    kind: Literal["claim", "false_claim", "cover", "false_alarm"]
    die: int
    """The claimed die; 0 for a cover."""
    seconds: float
    """Seconds since the dice lay still, or since the throw for a cover."""


def list_reactions(match: Match, seat: Seat) -> list[Reaction]:
    found: list[Reaction] = []
    thrower: Seat | None = None
    since_roll = since_throw = 0.0
    for number, (ply, position) in enumerate(zip(match.plies, match.positions, strict=False)):
        move = ply.move
        since_roll, since_throw = since_roll + ply.seconds, since_throw + ply.seconds
        if isinstance(move, Throw):
            since_throw = 0.0
        elif isinstance(move, Roll):
            thrower, since_roll = cast("Position", position).flyer, 0.0
        elif move.seat != seat:
            continue
        elif isinstance(move, Cover):
            found.append(Reaction(number, "cover" if move.right else "false_alarm", 0, since_throw))
        elif isinstance(move, FalseClaim):
            found.append(Reaction(number, "false_claim", move.die, since_roll))
        elif isinstance(move, Use) and thrower not in (None, seat):
            found.append(Reaction(number, "claim", move.die, since_roll))
    return found
