"""What the decisions of a match of Unstacked Draughts cost, by the exact chance (luck.py, prospects.py).

Little is left to decide: whether a die that the other one leaves is claimed, in attentive play, and whether a tilted
die shall count, with real dice. A claim that was made cost nothing. Costs are of the chance to win the
game under way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from rules.contract import NATURE
from rules.teaching.review import Cost, Judged
from rules.unstacked_draughts.luck import missed
from rules.unstacked_draughts.moves import Answer, Move, Use
from rules.unstacked_draughts.position import Position
from rules.unstacked_draughts.prospects import chance, match_chance


def judged(positions: Sequence[Position], moves: Sequence[Move], starts: Sequence[int]) -> Iterator[Judged]:
    """Each turn of a match, with White's chance to win the match. Raises TableError."""
    costs = [*_claims(positions, moves), *_answers(positions, moves)]
    for turn, (first, last) in enumerate(pairwise((*starts, len(moves)))):
        own = sorted((cost for cost in costs if first <= cost.ply < last), key=lambda cost: cost.ply)
        yield Judged(turn, first, 0, match_chance(positions[first]), tuple(own))
    yield Judged(len(starts), len(moves), 0, match_chance(positions[-1]))


def _claims(positions: Sequence[Position], moves: Sequence[Move]) -> Iterator[Cost]:
    """The dice that could be claimed: those that were missed with their price, those that were not with none."""
    for one in missed(positions):
        yield Cost(one.seat, one.ply, max(0.0, one.price))
    for ply, (position, move) in enumerate(zip(positions, moves, strict=False)):
        if isinstance(move, Use) and position.attentive and position.roll and move.seat != position.roll.thrower:
            yield Cost(move.seat, ply, 0.0)


def _answers(positions: Sequence[Position], moves: Sequence[Move]) -> Iterator[Cost]:
    """What was said of tilted dice: a gain that was refused, or a loss that was accepted."""
    for ply, (position, move) in enumerate(zip(positions, moves, strict=False)):
        if not isinstance(move, Answer) or move.seat == NATURE:
            continue
        gain = chance(position.accepted()) - chance(position)
        own = gain if move.seat == 0 else -gain
        lost = max(0.0, -own if move.yes else own)
        yield Cost(move.seat, ply, lost, (str(Answer(move.seat, not move.yes)),) if lost else ())
