"""How fast this machine is: rules, search and record of every game, and whether they run compiled."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

from rules import GAMES, record
from rules.ai.levels import LEVELS
from rules.ai.opponents import opponent
from rules.ai.search import Budget
from rules.contract import AnyGame
from rules.double_draughts import board
from rules.match import Match

SECONDS: Final = 1.0
"""How long each speed is measured for, at least."""
_PERFT_DEPTH: Final = 4


def compiled() -> bool:
    """Whether the boards and engines of this run are compiled."""
    return not board.__file__.endswith((".py", ".pyc"))


def _rate(work: Callable[[], int]) -> float:
    """Units of `work`, which says how many it did, in a second."""
    units, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < SECONDS:
        units += work()
    return units / spent


def _random_match(game: AnyGame) -> Match:
    rng = Random(1)
    match = Match(game)
    while match.outcome() is None:
        match.play(rng.choice(match.position.legal_moves()), 0.0)
    return match


def measure(game: AnyGame) -> dict[str, float]:
    """Name of a speed -> how many in a second."""
    start = game.start(game.options(), game.seats.start)
    text = record.write(record.Record(_random_match(game), (record.Player(),) * game.seats.start))

    def replay() -> int:
        record.read(text, GAMES)
        return 1

    speeds = {"perft turns": _rate(lambda: game.perft(start, _PERFT_DEPTH)[-1]), "records replayed": _rate(replay)}
    if game.key in LEVELS:
        player = opponent(game.key)
        speeds["search nodes"] = _rate(lambda: player.analyse(start, Budget(seconds=SECONDS)).nodes)
    return speeds


def run(file: str | None = None) -> None:
    """Print the speeds, a line each, and write them to `file` as JSON if one is named."""
    kind = "compiled" if compiled() else "interpreted"
    print(f"This run is {kind}.")
    figures: dict[str, object] = {"run": kind}
    for game in GAMES:
        speeds = measure(game)
        figures[game.key] = {name: round(speed, 1) for name, speed in speeds.items()}
        for name, speed in speeds.items():
            print(f"{game.key}: {speed:,.0f} {name} a second".replace(",", " "))
    if file is not None:
        Path(file).write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
