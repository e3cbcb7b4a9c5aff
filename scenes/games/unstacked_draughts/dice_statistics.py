"""What a match with dice adds up to: the throws in their order, and who heeded what."""

from __future__ import annotations

from dataclasses import dataclass

from rules.contract import NATURE, Seat
from rules.match import Match


def throws(match: Match) -> tuple[tuple[int, ...], ...]:
    """The faces seen of each throw: one die thrown for who begins, none of dice that were covered or didn't count."""
    words = [(ply.move.seat, str(ply.move)) for ply in match.plies]
    return tuple(
        tuple(int(letter) for letter in word if seat == NATURE and letter.isdigit())
        for seat, word in words
        if seat == NATURE or word.endswith("-cover")
    )


@dataclass(frozen=True, slots=True)
class Heed:
    """How a player paid attention: the claims made, the covers, and those without a right."""

    claims: int = 0
    covers: int = 0
    alarms: int = 0


def heed(match: Match, seat: Seat) -> Heed:
    """How `seat` paid attention in a match."""
    claims = covers = alarms = 0
    thrower: Seat | None = None
    for ply in match.plies:
        word, mover = str(ply.move), ply.move.seat
        if word == "throw":
            flyer = mover
        elif mover == NATURE and word.isdigit():
            thrower = flyer
        elif mover == seat:
            claims += word[1:2].isdigit() and thrower not in (None, seat)
            covers += word.endswith("-cover")
            alarms += word.endswith("-alarm")
    return Heed(claims, covers, alarms)
