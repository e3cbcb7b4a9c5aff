"""Monte Carlo rollouts: a round played on from several states with the same cards (README.md, section 16)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from rules.ducale.engine.match_equity import win_chances
from rules.ducale.engine.playout_state import PlayoutState


class Unseen(NamedTuple):
    """The cards that a seat doesn't see, and where they are to be dealt."""

    for_stock: Sequence[int]
    """Cards that may lie in the stock or in a hand."""
    for_hands: Sequence[int]
    """Cards that can only be in a hand."""
    hidden: Sequence[int]
    """By seat, how many cards of its hand are not seen."""
    stock: int
    """How many cards the stock has."""


class Scoring(NamedTuple):
    """How the points of a round count in the match."""

    seat: int
    """Whose chance is asked for."""
    totals: Sequence[int]
    """By seat, the points of the rounds before."""
    rounds: int
    """Rounds that are over when this one is."""
    target: int
    """Points that end the match."""
    most_rounds: int
    """That many rounds end the match instead, if not 0."""
    unopened: int
    """Points of a loser who has not opened."""
    none_opened: int
    """The same where no loser has opened."""
    void: bool
    """Whether a blocked round counts nothing."""


class Rollout:
    """Several states that came of one view; the cards not seen are dealt alike for all."""

    def __init__(
        self, states: list[PlayoutState], winners: Sequence[int], unseen: Unseen, scoring: Scoring, need: int
    ) -> None:
        """`winners`: by state, the seat that has gone out with it, or -1; `need`: the points of an opening."""
        self.states = states
        """What is seen of each; what isn't is not dealt yet."""
        self._winners = list(winners)
        self._for_stock = vec[i64](list(unseen.for_stock))
        self._for_hands = vec[i64](list(unseen.for_hands))
        self._hidden = vec[i64](list(unseen.hidden))
        self._stock: i64 = unseen.stock
        self._scoring = scoring
        self._seats: i64 = len(scoring.totals)
        self.work = PlayoutState(len(scoring.totals), need)
        """The round being played."""

    def value(self, number: int, seed: int) -> float:
        """The chance to win the match after one playout from a state; `seed`, 0 to 2**32 - 1, is its cards."""
        scoring = self._scoring
        totals = self.totals(number, seed)
        return win_chances(totals, scoring.rounds, scoring.target, scoring.most_rounds)[scoring.seat]

    def totals(self, number: int, seed: int) -> list[int]:
        """By seat, the points after such a playout, those of the rounds before included."""
        work = self.work
        work.copy(self.states[number])
        work.piles.rng_state = seed
        self.deal()
        winner: i64 = self._winners[number]
        if winner < 0:
            winner = work.play()
        totals = list(self._scoring.totals)
        if winner >= 0 or not self._scoring.void:
            unopened = self._unopened_points(winner)
            seat: i64 = 0
            while seat < self._seats:
                if seat != winner:
                    totals[seat] += work.hands.points(seat) if work.opened[seat] else unopened
                seat += 1
        return totals

    def deal(self) -> None:
        """Deal what isn't seen of the round being played."""
        self.work.deal(self._for_stock, self._for_hands, self._hidden, self._stock)

    def _unopened_points(self, winner: i64) -> i64:
        """The points of a loser who has not opened; `winner` is -1 where the round was blocked."""
        if winner < 0:
            return self._scoring.unopened
        seat: i64 = 0
        while seat < self._seats:
            if seat != winner and self.work.opened[seat]:
                return self._scoring.unopened
            seat += 1
        return self._scoring.none_opened
