"""How likely does a score win? Fits the curve of rules/ai/review.py to matches of our engine against itself.

    python build/winning.py GAME [--matches N] [--nodes N] [--judged N] [--options "hundred=counted"]

Each match begins with a random opening of the arena and is played to its end, at most `MOST` turns, by as many nodes
a turn; `JUDGED` of its positions, by chance, are searched with the nodes of a review. The scale of the logistic curve
is that of the greatest likelihood, draws counting as half a win and half a loss; its error is the spread over matches
drawn anew. Run it where the rules are compiled:

    PYTHONPATH=var/engine/compiled python -P build/winning.py duck-chess
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import exp, log
from random import Random
from statistics import stdev
from typing import Final, NamedTuple

from rules import find
from rules.ai.levels import Level
from rules.ai.opponents import CORES, opponent
from rules.ai.review import NODES
from rules.contract import Position
from rules.lab.arena import STYLES, opening
from rules.record import read_options
from rules.search.iterative_deepening import SURE, Budget

MOST: Final = 400
"""Turns after which a match is called drawn."""
NOISE: Final = 20
DRAWN_ANEW: Final = 200
RANGE: Final = (20.0, 3000.0)
"""Between these, in centi-men, the scale is looked for."""


class Seen(NamedTuple):
    """A position with what came of it, both for the seat to move."""

    score: int
    result: float


def play(key: str, number: int, nodes: int, judged: int, wanted: str) -> list[Seen]:
    """A match, and some positions of it."""
    game, player = find(key), opponent(key)
    assert game is not None
    rng = Random(number)
    options = read_options(game.play.options, wanted)
    level = Level(0, nodes=nodes, noise=NOISE)
    position = opening(game, rng, STYLES.get(key, "random"), options)
    course: list[Position] = []
    while position.outcome() is None and len(course) < MOST:
        course.append(position)
        for move in player.choose(position, level, rng).moves:
            position = position.play(move)
    outcome = position.outcome()
    winners = () if outcome is None else outcome.winners
    found = []
    for one in rng.sample(course, min(judged, len(course))):
        score = player.analyse(one, Budget(NODES[key])).score
        if abs(score) < SURE:
            found.append(Seen(score, 0.5 if not winners else float(one.to_move in winners)))
    return found


def likelihood(seen: Sequence[Seen], scale: float) -> float:
    """The logarithm of how likely the results are by the curve of a scale."""
    total = 0.0
    for one in seen:
        win = min(max(1 / (1 + exp(-one.score / scale)), 1e-9), 1 - 1e-9)
        total += one.result * log(win) + (1 - one.result) * log(1 - win)
    return total


def fit(seen: Sequence[Seen]) -> float:
    """The scale of the greatest likelihood, by golden sections of its logarithm."""
    low, high = (log(end) for end in RANGE)
    part = (5**0.5 - 1) / 2
    while high - low > 1e-3:
        one, other = high - part * (high - low), low + part * (high - low)
        if likelihood(seen, exp(one)) < likelihood(seen, exp(other)):
            low = one
        else:
            high = other
    return exp((low + high) / 2)


def main() -> None:
    parser = argparse.ArgumentParser(description="fit the chance to win to scores")
    parser.add_argument("game", choices=sorted(CORES))
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--nodes", type=int, default=3000)
    parser.add_argument("--judged", type=int, default=6)
    parser.add_argument("--options", default="", help="what is played under, as the arena takes it")
    options = parser.parse_args()
    spent = options.nodes, options.judged, options.options
    matches = [play(options.game, number, *spent) for number in range(options.matches)]
    seen = [one for match in matches for one in match]
    rng = Random(0)
    scales = [
        fit([one for match in rng.choices(matches, k=len(matches)) for one in match]) for _ in range(DRAWN_ANEW)
    ]
    scale = fit(seen)
    told = f"{len(seen)} positions of {len(matches)} matches"
    print(f"{options.game}: {scale:.0f} ± {stdev(scales):.0f} centi-men, {told}")
    for low, high in ((-SURE, -300), (-300, -100), (-100, -30), (-30, 30), (30, 100), (100, 300), (300, SURE)):
        inside = [one for one in seen if low <= one.score < high]
        if inside:
            came = sum(one.result for one in inside) / len(inside)
            said = sum(1 / (1 + exp(-one.score / scale)) for one in inside) / len(inside)
            print(f"  {low:6} to {high:5}: {len(inside):5} positions, said {said:.3f}, came {came:.3f}")


if __name__ == "__main__":
    main()
