"""Make the endgame table of Double Draughts (rules/double_draughts/data/endgames.bin), or a larger one.

    python -m rules.lab endgames                      all positions of two and three pieces, into the shipped table
    python -m rules.lab endgames --check              compare them with the existing table
    python -m rules.lab endgames --pieces 4 FILE      all positions of up to four pieces, into FILE
    python -m rules.lab endgames --ask DDFEN [FILE]   print the winner of a position and the plies to the end

Four pieces need compiled rules. The program always makes the same table (`retrograde`).
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rules.common import packed
from rules.double_draughts.engine.board import WHITE, Board
from rules.double_draughts.engine.endgames import FILE, MAGIC, Endgames, load, unpack
from rules.double_draughts.text import SIDES, read
from rules.lab.retrograde import solve

TABLE: Final = Path("rules/double_draughts") / FILE


@dataclass(frozen=True, slots=True)
class Ending:
    """The result of a position after the shortest win against the longest defence."""

    winner: int | None  # None if neither side can force a win
    plies: int  # until the loser has no piece or no move; 0 if neither side can force a win


def probe(board: Board, table: Endgames | None = None) -> Ending | None:
    """Look up a position at the start of a turn, by default in the packaged table. Raises TableError.

    Return None if it isn't in the table. The result ignores repetition and the limit of 80 quiet plies.
    """
    table = table or load()
    pieces = sum(code != 0 for code in board.cells())
    if board.levels != 2 or pieces > table.max_pieces or board.black == 0 or board.white == 0:
        return None
    own, enemy = (board.white, board.black) if board.side == WHITE else (board.black, board.white)
    value = table.value(own, enemy, board.kings, board.side)
    if value == 0:
        return Ending(None, 0)
    return Ending(board.side if value % 2 == 0 else 1 - board.side, value - 1)


def pack(values: bytes) -> bytes:
    return packed.pack(MAGIC, values)


def main(arguments: list[str]) -> None:
    """Make, check or query a table. Exits with code 1 and a sentence if it is wrong."""
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
    table = Endgames(unpack(file.read_bytes(), pieces), pieces)
    ending = probe(read(text).board(), table)
    if ending is None:
        raise SystemExit(f"The position isn't in a table of up to {pieces} pieces.")
    print("drawn" if ending.winner is None else f"{SIDES[ending.winner]} wins in {ending.plies} plies")


def make(file: Path, pieces: int, check: bool) -> None:
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
