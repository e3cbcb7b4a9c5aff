"""Play many rounds of Ducale and look whether every law of its rules is kept.

    python build/rounds.py --rounds 2000 [--player random|greedy] [--seats 4] [--seed 1]

The options change from round to round. Ends with code 1 at the first fault, and tells the round that showed it.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import get_args, get_type_hints

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from rules.ducale.options import Options
from rules.ducale.position import start
from rules.lab.ducale_simulation import PLAYERS, faults, play_round


def options(rng: Random) -> Options:
    """Any options."""
    hints = get_type_hints(Options)
    return Options(**{name: rng.choice(get_args(hint) or (False, True)) for name, hint in hints.items()})


def main() -> None:
    """Print how the rounds ended."""
    parser = argparse.ArgumentParser(prog="build/rounds.py", description="Play many rounds and look for faults.")
    parser.add_argument("--rounds", type=int, default=2000)
    parser.add_argument("--player", choices=sorted(PLAYERS), default="random")
    parser.add_argument("--seats", type=int, default=0, help="2 to 6; 0 for any number, another in each round")
    parser.add_argument("--usual", action="store_true", help="the usual options in every round")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    began, ends, moves = time.perf_counter(), Counter[str](), 0
    for number in range(given.rounds):
        rng = Random(f"{given.seed} {number}")
        seats = given.seats or rng.randint(2, 6)
        before = start(Options() if given.usual else options(rng), seats)
        for move, after in play_round(before, PLAYERS[given.player], rng):
            wrong = faults(before, after)
            if wrong:
                sys.exit(f"Round {number}, {move}: {' '.join(wrong)}\n{before.text()}")
            before, moves = after, moves + 1
        ends[before.phase] += 1
    told = ", ".join(f"{count} {phase}" for phase, count in sorted(ends.items()))
    print(f"{given.rounds} rounds, {moves} moves, no fault: {told}; {time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
