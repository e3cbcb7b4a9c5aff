"""Positions to think about: random ones, and the same ones seen from the other side."""

from collections.abc import Iterator
from random import Random

from rules.double_draughts.options import Options
from rules.double_draughts.position import Position
from rules.double_draughts.text import read, start

EXPLOSION = "8/8/KKKK4/1K1K4/KKKKKK2/1K1KkK2/KKKKKK2/1K1K1K2 b 2 0 1"
"""60 718 368 capture paths (digest, section 10)."""


def at(text: str) -> Position:
    return read(text)


def random_positions(count: int, seed: int = 0) -> Iterator[Position]:
    """Positions from random play of all set-ups, none of them over; some are in the midst of a capture."""
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


def turned(position: Position) -> Position:
    """The same position with colours changed, the board turned by half a turn."""
    cells = bytes(code and (code + 2) % 6 + 1 for code in reversed(position.cells))
    jumper = None if position.jumper is None else 63 - position.jumper
    return Position(cells, 1 - position.side, position.levels, position.quiet, jumper=jumper)
