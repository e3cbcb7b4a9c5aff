"""Monte Carlo rollouts: the rest of a round is played from several states with the same deal (README.md, 16)."""

from collections.abc import Sequence
from typing import NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from rules.ducale.engine.match_equity import win_chances
from rules.ducale.engine.playout_state import PlayoutState
from rules.ducale.options import Options
from rules.ducale.scores import RAMI_SEC, UNOPENED, totals


class Unseen(NamedTuple):
    for_stock: Sequence[int]  # cards that may be in the stock or in a hand
    for_hands: Sequence[int]  # cards that can only be in a hand
    hidden: Sequence[int]  # number of unseen cards of each hand
    stock_size: int


class Rollout:
    def __init__(
        self,
        states: list[PlayoutState],
        winners: Sequence[int],
        unseen: Unseen,
        seat: int,
        rows: Sequence[Sequence[int]],
        options: Options,
    ) -> None:
        """Prepare rollouts of the seen parts of states, valued for `seat`.

        `winners` holds for each state the seat that has already gone out, or -1. `rows` are the points of the rounds
        before.
        """
        self.states = states
        self._winners = list(winners)
        self._for_stock = vec[i64](list(unseen.for_stock))
        self._for_hands = vec[i64](list(unseen.for_hands))
        self._hidden = vec[i64](list(unseen.hidden))
        self._stock_size: i64 = unseen.stock_size
        self._seat = seat
        self._seats: i64 = len(unseen.hidden)
        self._totals_before = list(totals(rows, len(unseen.hidden)))
        self._rounds = len(rows) + 1
        self._options = options
        self.work = PlayoutState(len(unseen.hidden), options.open_min)  # round being played
        self.points = 0  # total of the seat after the last playout of `value`

    def value(self, number: int, seed: int) -> float:
        """Play out state `number`; return the chance to win the match. `seed`, below 2**32, deals unseen cards."""
        after, options = self.totals(number, seed), self._options
        self.points = after[self._seat]
        return win_chances(after, self._rounds, options.target, options.rounds)[self._seat]

    def totals(self, number: int, seed: int) -> list[int]:
        """Play out state `number`; return the totals of the seats after the round."""
        work = self.work
        work.copy(self.states[number])
        work.piles.rng_state = seed
        self.deal()
        winner: i64 = self._winners[number]
        if winner < 0:
            winner = work.play()
        after = list(self._totals_before)
        if winner >= 0 or self._options.blocked != "void":
            unopened = self._unopened_points(winner)
            seat: i64 = 0
            while seat < self._seats:
                if seat != winner:
                    after[seat] += work.hands.points(seat) if work.opened[seat] else unopened
                seat += 1
        return after

    def deal(self) -> None:
        self.work.deal(self._for_stock, self._for_hands, self._hidden, self._stock_size)

    def _unopened_points(self, winner: i64) -> i64:
        """Return the points of a seat that has not opened; `winner` is -1 if the round was blocked."""
        if winner < 0 or self._options.rami_sec != "nobody_opened":
            return UNOPENED
        seat: i64 = 0
        while seat < self._seats:
            if seat != winner and self.work.opened[seat]:
                return UNOPENED
            seat += 1
        return RAMI_SEC
