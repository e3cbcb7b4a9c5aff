"""Make the table of the exact chances of Unstacked Draughts (rules/unstacked_draughts/data/chances.bin).

    python -m rules.lab chances             solve all 178 229 joint states and write the table
    python -m rules.lab chances --check     solve them and compare with the existing table

It takes about ten seconds and always makes the same table (`chance_solver`). Before it is written, it is compared
with the chances and rolls in tests/cases/unstacked_draughts.json.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Final

from rules.lab.chance_solver import Solution, solve
from rules.unstacked_draughts.engine import chance
from rules.unstacked_draughts.engine.board import START
from rules.unstacked_draughts.engine.joint import joint_states, number_of

TABLE: Final = Path("rules/unstacked_draughts") / chance.FILE
CASES: Final = Path("tests/cases/unstacked_draughts.json")


def largest_differences(solution: Solution) -> tuple[float, float]:
    """Return the largest differences from the cases, in chances and in rolls."""
    wins, rolls = [], []
    for case in json.loads(CASES.read_text(encoding="utf-8"))["states"]:
        _, white, black, thrower, _ = case["position"].split()
        number = number_of(white, black) if thrower == "w" else number_of(black, white)
        wins.append(abs(solution.wins[number] - case["win"]))
        rolls.append(abs(solution.rolls[number] - case["rolls"]))
    return max(wins), max(rolls)


def main(arguments: list[str]) -> None:
    """Make or check the table. Exits with code 1 and a sentence if it is wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m rules.lab chances", description="Make the table of exact chances."
    )
    parser.add_argument("--check", action="store_true", help="compare with the table that is there")
    check = parser.parse_args(arguments).check
    began = time.perf_counter()
    solution = solve()
    print(f"{sum(1 for _ in joint_states())} joint states solved in {time.perf_counter() - began:.1f} s")
    start = number_of(START, START)
    print(f"from the start: {solution.wins[start]:.9f} for the first thrower, {solution.rolls[start]:.5f} rolls")
    wins, rolls = largest_differences(solution)
    print(f"from the cases at most {wins:.1e} in chances and {rolls:.1e} in rolls")
    if max(wins, rolls) > 1e-7:
        raise SystemExit("The cases say otherwise.")
    chances = [round(win * chance.SURE) for win in solution.wins]
    if check:
        if list(chance.unpack(TABLE.read_bytes())) != chances:
            raise SystemExit(f"{TABLE} holds other chances.")
        print(f"{TABLE} holds the same")
        return
    data = chance.pack(chances)
    TABLE.write_bytes(data)
    print(f"{TABLE}: {len(data)} bytes; the start is {chances[start] / chance.SURE:.6f}")
