"""Searches to a fixed depth by the engine of any game, and turns played by their texts."""

from collections.abc import Sequence
from typing import Any, Final

from rules.contract import Move
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
