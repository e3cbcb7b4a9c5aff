"""A long match reviewed in the opponent's process, and how evenly the window goes on meanwhile."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Final, TypedDict

from rules.ai.levels import level
from rules.ai.opponents import compiled, opponent
from rules.game import Game
from rules.match import Match
from rules.record import Player
from scenes.bench.finding import BenchError, Finding, hundredth, works
from scenes.bench.laying import lay_open
from scenes.bench.running import environment, inside

TURNS: Final = 120
"""Sixty of each side."""
LEVEL: Final = 4
"""Who plays them."""
TRIES: Final = 60
LONGEST: Final = 20.0
"""Seconds of processor time that the review may take, where the searches are compiled: on a quiet machine as many
seconds."""
LATE: Final = 1.1
"""Times a bare loop's 99th percentile of the interval between frames."""


class Review(TypedDict):
    """Seconds: those of the whole review, and of each frame meanwhile its work and the time since the one before."""

    seconds: float
    processor: float
    """Of processor time that the opponent's process took."""
    work: list[float]
    interval: list[float]
    idle: list[float]
    """Intervals of a bare loop, before and after."""


def measure(home: Path, game: Game) -> Review:
    """The review of one match, in a home of its own, between two bare loops."""
    lay_open(home, long_match(game), (Player("person", "Ann"), Player("person", "Ben")))
    idle = list(inside("bare-loop", environment(home))["interval"])
    found: Review = inside("review", environment(home))
    found["idle"] = idle + inside("bare-loop", environment(home))["interval"]
    return found


def long_match(game: Game) -> Match:
    """A match of so many turns that nobody has won yet. `BenchError` if none comes about."""
    player, strength = opponent(game.key), level(game.key, LEVEL)
    for seed in range(TRIES):
        match, rng = Match(game.play), Random(seed)
        while match.outcome() is None and len(match.turns()) < TURNS:
            for move in player.choose(match.position, strength, rng).moves:
                match.play(move)
        if match.outcome() is None:
            return match
    raise BenchError(f"No match of {game.key} lasted {TURNS} turns.")


def findings(key: str, found: Review) -> list[Finding]:
    """How long it took, and the frames."""
    name = f"review, {key}"
    took = found["processor"]
    late, idle = (1000 * hundredth(found[kind]) for kind in ("interval", "idle"))
    return [
        Finding(
            f"{name}, {TURNS} turns, processor time, s",
            took,
            f"{took:.1f} (in {found['seconds']:.1f} s)",
            LONGEST if compiled() else None,
        ),
        Finding(f"{name}, work p99, ms", 1000 * hundredth(found["work"]), works(found["work"])),
        Finding(f"{name}, interval p99 / idle bare loop", late / idle, f"{late / idle:.2f} ({late:.2f} ms)", LATE),
    ]
