"""Searches to a fixed depth by the engine of any game, and turns played by their texts."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from rules.contract import Move
from rules.double_draughts.options import Options
from rules.double_draughts.position import Position
from rules.double_draughts.text import read, start
from rules.search.budget import never
from rules.search.iterative_deepening import Core

WIDEST: Final = 32000


def search(engine: Core, position: Any, depth: int) -> tuple[int, str]:
    engine.set_position(position)
    score = engine.search(depth, -WIDEST, WIDEST, 1 << 60, never)
    line = engine.line()
    return score, " ".join(str(move) for move in line[0]) if line else ""


def played(position: Any, *turns: str) -> Any:
    for text in " ".join(turns).split():
        (move,) = (move for move in position.legal_moves() if str(move) == text)
        position = position.play(move)
    return position


def assert_legal(position: Any, line: Sequence[Sequence[Move]]) -> None:
    for turn in line:
        seat = position.to_move
        for move in turn:
            assert position.to_move == seat
            assert move in position.legal_moves()
            position = position.play(move)
        assert position.turn_started


# Positions to think about

EXPLOSION = "8/8/KKKK4/1K1K4/KKKKKK2/1K1KkK2/KKKKKK2/1K1K1K2 b 2 0 1"
"""60 718 368 capture paths (digest, section 10)."""


def at(text: str) -> Position:
    return read(text)


def random_positions(count: int, seed: int = 0) -> Iterator[Position]:
    """Yield unfinished positions of random play from all set-ups, some of them in mid-capture."""
    rng = Random(seed)
    for number in range(count):
        options = Options("standard" if number % 4 < 2 else "twelve", number % 2 == 1)
        while True:
            position = start(options)
            for _ in range(rng.randrange(150)):
                if position.outcome() is not None:
                    break
                position = position.play(rng.choice(position.legal_moves()))
            if position.outcome() is None:
                break
        yield position


def rotated(position: Position) -> Position:
    """Return the position with exchanged colours on a board turned by 180 degrees."""
    cells = bytes(code and (code + 2) % 6 + 1 for code in reversed(position.cells))
    jumper = None if position.jumper is None else 63 - position.jumper
    return Position(cells, 1 - position.side, position.levels, position.quiet, jumper=jumper)
