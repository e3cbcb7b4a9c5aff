"""A round played on in thought after what might be done (README.md, section 16)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from rules.ducale.dealing import unseen
from rules.ducale.engine.match_equity import chances
from rules.ducale.engine.packing import RUN, SET
from rules.ducale.engine.playout_state import NEVER, Sketch
from rules.ducale.melds import Meld
from rules.ducale.patience import CLOSE
from rules.ducale.scores import RAMI_SEC, UNOPENED
from rules.ducale.views import is_hidden

if TYPE_CHECKING:
    from rules.ducale.position import Position


class Trial:
    """Several positions that came of one view, to be played on with the same cards for all."""

    def __init__(self, view: Position, afters: Sequence[Position]) -> None:
        """`afters` are seen by the seat whose turn it is in `view`."""
        left = unseen(view)
        may = left if view.pool is None else left & Counter(view.pool)
        self._may = vec[i64](sorted(may.elements()))
        self._others = vec[i64](sorted((left - may).elements()))
        self._hidden = vec[i64]([len(hand) if is_hidden(hand) else 0 for hand in view.hands])
        self._stock: i64 = len(view.stock)
        self._seat: i64 = view.turn
        self._seats: i64 = view.seats
        self._totals = [sum([row[seat] for row in view.scores]) for seat in range(view.seats)]
        self._rounds = len(view.scores) + 1
        self._options = view.options
        self._flat = RAMI_SEC if view.options.rami_sec == "nobody_opened" else UNOPENED
        self._void = view.options.blocked == "void"
        self.bases = [sketched(after, view.turn) for after in afters]
        """The positions, nothing dealt yet of what isn't seen."""
        self._winners = [-1 if after.winner is None else after.winner for after in afters]
        """By position, who has gone out with it, or -1."""
        self.work = Sketch(view.seats, view.options.open_min)
        """The round being worked on."""

    def value(self, number: int, seed: int) -> float:
        """The chance to win the match after one way in which the round may go on from a position."""
        return chances(self._options, self.totals(number, seed), self._rounds)[self._seat]

    def totals(self, number: int, seed: int) -> list[int]:
        """The points of every seat after such a round, those of the rounds before included."""
        work = self.work
        work.copy(self.bases[number])
        work.piles.chance = seed
        self.deal()
        winner: i64 = self._winners[number]
        if winner < 0:
            winner = work.play()
        totals = list(self._totals)
        if winner >= 0 or not self._void:
            flat = self._loss(winner)
            seat: i64 = 0
            while seat < self._seats:
                if seat != winner:
                    totals[seat] += work.hands.cost(seat) if work.opened[seat] else flat
                seat += 1
        return totals

    def deal(self) -> None:
        """Fill in what isn't seen of the round being worked on."""
        self.work.deal(self._may, self._others, self._hidden, self._stock)

    def _loss(self, winner: i64) -> i64:
        """What who hasn't opened scores."""
        if winner < 0:
            return UNOPENED
        seat: i64 = 0
        while seat < self._seats:
            if seat != winner and self.work.opened[seat]:
                return UNOPENED
            seat += 1
        return self._flat


def sketched(position: Position, me: int) -> Sketch:
    """What is seen of a round between turns; the seat `me` keeps its melds and jokers for a while."""
    sketch = Sketch(position.seats, position.options.open_min)
    for seat, hand in enumerate(position.hands):
        if not is_hidden(hand):
            for card in hand:
                sketch.hands.give(seat, card)
        sketch.opened[seat] = int(position.opened[seat])
        sketch.meld_patience[seat] = sketch.joker_patience[seat] = CLOSE if seat == me else NEVER
    for lying in position.melds:
        _lay(sketch, lying.meld)
    for card in position.discard:
        sketch.piles.put(card)
    sketch.turn = position.turn
    sketch.rebuilds = position.rebuilds
    return sketch


def _lay(sketch: Sketch, meld: Meld) -> None:
    joker = -1 if meld.replaced is None else meld.replaced
    if meld.kind == "set":
        sketch.spread.add(SET, meld.low, sum([1 << face // 13 for face in meld.faces]), 0, joker)
    else:
        sketch.spread.add(RUN, meld.faces[0] // 13, meld.low, meld.high, joker)
