"""Make the table of endings of Double Draughts (rules/double_draughts/endgames.bin), or a larger one.

    python -m rules.lab endgames                      all positions of two and three pieces, into the table that ships
    python -m rules.lab endgames --check              the same, compared with the table that is there
    python -m rules.lab endgames --pieces 4 FILE      all positions of up to four pieces, into FILE
    python -m rules.lab endgames --ask DDFEN [FILE]   who wins a position, and after how many plies

Four pieces are out of reach without compiled rules. The same table comes out every time: see
rules/lab/retrograde.py.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Final

from rules.double_draughts.engine.endgames import Endgames, pack, unpack
from rules.double_draughts.text import SIDES, read
from rules.lab.retrograde import solve

TABLE: Final = Path("rules/double_draughts/endgames.bin")


def main(arguments: list[str]) -> None:
    """Make, check or ask a table. Ends with code 1 and a sentence where it differs from what it should be."""
    parser = argparse.ArgumentParser(prog="python -m rules.lab endgames", description="Make the table of endings.")
    parser.add_argument("file", nargs="?", type=Path, help="the table; without it the one that ships")
    parser.add_argument("--pieces", type=int, choices=(2, 3, 4), default=3, help="how many at most")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="compare with the table that is there")
    what.add_argument("--ask", metavar="DDFEN", help="look a position up")
    options = parser.parse_args(arguments)
    if options.pieces != 3 and options.file is None:
        parser.error("the table that ships has three pieces: name a FILE for another one")
    file = options.file or TABLE
    if options.ask:
        ask(file, options.pieces, options.ask)
    else:
        make(file, options.pieces, options.check)


def ask(file: Path, pieces: int, text: str) -> None:
    """Print the result of a position."""
    ending = Endgames(unpack(file.read_bytes(), pieces), pieces).probe(read(text).board())
    if ending is None:
        raise SystemExit(f"The position isn't in a table of up to {pieces} pieces.")
    print("drawn" if ending.winner is None else f"{SIDES[ending.winner]} wins in {ending.plies} plies")


def make(file: Path, pieces: int, check: bool) -> None:
    """Solve all positions and write the table, or compare it with the one that is there."""
    began = time.process_time()
    solver = solve(pieces, lambda material: print(f"{sum(material)} pieces {material} solved", flush=True))
    seconds = time.process_time() - began
    both = solver.positions + solver.twins
    print(f"{both} positions with one side to move, {solver.positions} but for mirror images: {seconds:.1f} s of CPU")
    values = bytes(solver.values)
    print(f"the longest win takes {max(values) - 1} plies")
    data = pack(values)
    if check:
        if file.read_bytes() != data:
            raise SystemExit(f"{file} holds something else.")
        print(f"{file} holds the same")
        return
    file.write_bytes(data)
    print(f"{file}: {len(data)} bytes")
