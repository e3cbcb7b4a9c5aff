"""Players meet: each random opening is played twice with colours changed, so that neither colour nor luck decides."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from multiprocessing import get_context
from random import Random
from statistics import fmean, stdev
from typing import Final, Protocol

from rules import find
from rules.ai.levels import Level, level
from rules.ai.opponents import opponent
from rules.contract import AnyGame, AnyPosition, Outcome

OPENING: Final = 6
"""Random turns at the start of a match."""


class Player(Protocol):
    """Somebody who can play."""

    @property
    def cap(self) -> float | None:
        """Seconds that a turn may take."""

    def turn(self, position: AnyPosition, rng: Random) -> AnyPosition:
        """The position after a turn of one's own."""


class Dabbler:
    """Plays any legal move."""

    cap = None

    def turn(self, position: AnyPosition, rng: Random) -> AnyPosition:
        seat = position.to_move
        while position.to_move == seat and position.outcome() is None:
            position = position.play(rng.choice(position.legal_moves()))
        return position


class Computer:
    """Plays at a level."""

    def __init__(self, key: str, strength: Level) -> None:
        self._opponent = opponent(key)
        self._level = strength
        self.cap = strength.seconds

    def turn(self, position: AnyPosition, rng: Random) -> AnyPosition:
        for move in self._opponent.choose(position, self._level, rng).moves:
            position = position.play(move)
        return position


@dataclass(frozen=True, slots=True)
class Played:
    """One match that was played out."""

    outcome: Outcome
    turns: int
    over: float
    """The most by which a turn overran its player's cap, in seconds; below zero if none did."""


def play_out(position: AnyPosition, players: Sequence[Player], rng: Random) -> Played:
    """Play on from `position`, `players` by seat, to the end."""
    turns, over = 0, -math.inf
    while (outcome := position.outcome()) is None:
        player = players[position.to_move]
        began = time.perf_counter()
        position = player.turn(position, rng)
        if player.cap is not None:
            over = max(over, time.perf_counter() - began - player.cap)
        turns += 1
    return Played(outcome, turns, over)


def opening(game: AnyGame, rng: Random, turns: int = OPENING) -> AnyPosition:
    """The start position after random turns; never one that is over."""
    dabbler = Dabbler()
    while True:
        position = game.start(game.options(), game.seats.start)
        for _ in range(turns):
            position = dabbler.turn(position, rng)
            if position.outcome() is not None:
                break
        else:
            return position


@dataclass(frozen=True, slots=True)
class Result:
    """How A did against B."""

    a: str
    b: str
    wins: int
    drawn: Counter[str]
    """Reason -> how many matches ended drawn by it."""
    losses: int
    share: float
    """A's part of the points; a drawn match is half a point."""
    error: float
    """The standard error of `share`, from the spread between openings."""
    turns: float
    """The mean length of a match."""
    over: float
    """The most by which a turn overran its cap, in seconds."""

    @property
    def matches(self) -> int:
        return self.wins + self.drawn.total() + self.losses

    def __str__(self) -> str:
        low, elo, high = (_elo(self.share + self.error * step) for step in (-1, 0, 1))
        drawn = ", ".join(f"{reason} {count}" for reason, count in self.drawn.most_common())
        lines = [
            f"{self.a} against {self.b}: {self.share:.1%} ± {self.error:.1%} of the points in {self.matches} matches",
            f"won {self.wins}, drawn {self.drawn.total()} ({drawn or 'none'}), lost {self.losses}",
            f"Elo {elo:+.0f} ({low:+.0f} to {high:+.0f}); {self.turns:.0f} turns a match",
        ]
        if math.isfinite(self.over):
            side = "over" if self.over > 0 else "within"
            lines.append(f"slowest turn: {1000 * abs(self.over):.0f} ms {side} its cap")
        return "\n".join(lines)


def _elo(share: float) -> float:
    """The difference in strength that a share of the points tells, within ±1200."""
    share = min(max(share, 0.001), 0.999)
    return 400 * math.log10(share / (1 - share))


def player(key: str, name: str, seconds: float | None = None) -> Player:
    """A level by its number, or "random"; `seconds` for a turn then take the place of nodes. Raises ValueError."""
    if name == "random":
        return Dabbler()
    if not name.isdecimal():
        raise ValueError(f'A player is a level or "random", not "{name[:40]}".')
    strength = level(key, int(name))
    if seconds is not None:
        strength = replace(strength, nodes=None, seconds=seconds)
    return Computer(key, strength)


def _pair(key: str, a: str, b: str, seconds: float | None, seed: int) -> tuple[Played, Played]:
    """One opening twice: A first as Black, seat 0, then as seat 1."""
    game = find(key)
    assert game is not None
    rng = Random(seed)
    start = opening(game, rng)
    one, other = player(key, a, seconds), player(key, b, seconds)
    return play_out(start, (one, other), rng), play_out(start, (other, one), rng)


def run(
    game: AnyGame, a: str, b: str, matches: int, *, seconds: float | None = None, jobs: int = 1, seed: int = 0
) -> Result:
    """`matches`, rounded up to an even number, of A against B on `jobs` processes; the same for the same `seed`

    as long as no cap on wall time bites. A player is a level or "random". Raises ValueError with a sentence.
    """
    for name in (a, b):
        player(game.key, name, seconds)
    if matches < 1 or jobs < 1:
        raise ValueError("There must be at least one match and one job.")
    play = partial(_pair, game.key, a, b, seconds)
    seeds = range(1000 * seed, 1000 * seed + (matches + 1) // 2)
    if jobs == 1:
        return tally(a, b, [play(number) for number in seeds])
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        return tally(a, b, list(pool.map(play, seeds)))


def tally(a: str, b: str, pairs: Sequence[tuple[Played, Played]]) -> Result:
    """The result of pairs of matches, A in seat 0 in the first of each pair and in seat 1 in the second."""
    points = [[_points(played.outcome, seat) for seat, played in enumerate(pair)] for pair in pairs]
    shares = [fmean(pair) for pair in points]
    all_points = list(chain.from_iterable(points))
    played = list(chain.from_iterable(pairs))
    return Result(
        a,
        b,
        wins=all_points.count(1.0),
        drawn=Counter(match.outcome.reason for match in played if not match.outcome.winners),
        losses=all_points.count(0.0),
        share=fmean(shares),
        error=stdev(shares) / math.sqrt(len(shares)) if len(shares) > 1 else 0.5,
        turns=fmean(match.turns for match in played),
        over=max(match.over for match in played),
    )


def _points(outcome: Outcome, seat: int) -> float:
    if not outcome.winners:
        return 0.5
    return 1.0 if seat in outcome.winners else 0.0
