"""What a match with dice adds up to: which faces came, whether they are the sealed ones, who heeded what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.common.dice import Check, check
from rules.common.dice_fairness import Counts
from rules.contract import NATURE, Move, Seat
from rules.match import Match
from rules.unstacked_draughts.luck import Missed


@dataclass(frozen=True, slots=True)
class DiceStatistics:
    """The throws of a match in their order: the faces that were seen; one die thrown for who begins, none unseen."""

    throws: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, match: Match) -> DiceStatistics:
        """Those of a match."""
        return cls(tuple(faces for ply in match.plies if (faces := _faces(ply.move)) is not None))

    @property
    def counts(self) -> Counts:
        """How often what came, of the throws of two dice."""
        return Counts.of((throw[0], throw[1]) for throw in self.throws if len(throw) == 2)

    def check(self, seed: str, hash_shown: str, since: int = 0) -> Check:
        """Whether these are the dice of the opened seed, the first `since` of them left out."""
        return check(seed, hash_shown, self.throws, since)


@dataclass(frozen=True, slots=True)
class Heed:
    """How a player paid attention."""

    claims: int
    missed: tuple[Missed, ...]
    """`ply`, `seat`, `die` and `price` of each claim that was missed."""
    alarms: int
    """Covers without a right."""
    covers: int

    @property
    def price(self) -> float:
        """What the missed claims cost, in games."""
        return float(sum(one.price for one in self.missed))


def heed(match: Match, seat: Seat, missed: Sequence[Missed]) -> Heed:
    """How `seat` paid attention in a match; `missed` are the claims that both missed."""
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
    return Heed(claims, tuple(one for one in missed if one.seat == seat), alarms, covers)


def _faces(move: Move) -> tuple[int, ...] | None:
    """What a move says of a throw: the faces seen, none of one that nobody saw; None if it says nothing of one."""
    word = str(move)
    if move.seat != NATURE:
        return () if word.endswith("-cover") else None
    return tuple(int(letter) for letter in word if letter.isdigit())
