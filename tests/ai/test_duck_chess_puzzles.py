"""Fifty positions in which the king can be taken by force, and the engine at full strength takes it."""

from collections import Counter
from typing import TypedDict

import pytest

from rules.ai.opponents import are_engines_compiled, opponent
from rules.common.squares import NAMES
from rules.duck_chess.engine.movegen import legal_moves
from rules.duck_chess.moves import DuckMove, PieceMove
from rules.duck_chess.position import Position
from rules.duck_chess.text import read
from rules.search.budget import Budget
from rules.search.iterative_deepening import WIN
from rules.search.mailbox import CELLS
from tests.rows import cases_of


class Puzzle(TypedDict):
    fen: str
    n: int
    turns: dict[str, str]


PUZZLES: list[Puzzle] = cases_of("duck_chess_puzzles")["puzzles"]
NODES = {2: 20_000, 3: 60_000, 4: 400_000}
"""Turns to the king's capture -> nodes within which the way is found."""
SHARE = 1 if are_engines_compiled() else 5
"""Interpreted, every fifth is solved."""


def solve(puzzle: Puzzle) -> tuple[str, int]:
    position = read(puzzle["fen"])
    found = opponent("duck-chess").analyse(position, Budget(nodes=NODES[puzzle["n"]]))
    piece, duck = found.moves[:2]
    assert isinstance(piece, PieceMove)
    assert isinstance(duck, DuckMove)
    return f"{piece},{NAMES[duck.end]}", found.score


@pytest.mark.parametrize("puzzle", [puzzle for puzzle in PUZZLES if puzzle["n"] < 4][::SHARE], ids=lambda p: p["fen"])
def test_the_king_is_caught(puzzle: Puzzle) -> None:
    turn, score = solve(puzzle)
    assert score == WIN - (2 * puzzle["n"] - 1)
    assert turn in {f"{piece},{duck}" for piece, ducks in puzzle["turns"].items() for duck in ducks.split()}


@pytest.mark.compiled
@pytest.mark.parametrize("puzzle", [puzzle for puzzle in PUZZLES if puzzle["n"] == 4], ids=lambda p: p["fen"])
def test_the_king_is_caught_from_afar(puzzle: Puzzle) -> None:
    test_the_king_is_caught(puzzle)


def test_there_are_fifty_puzzles() -> None:
    assert len({puzzle["fen"] for puzzle in PUZZLES}) == 50
    assert Counter(puzzle["n"] for puzzle in PUZZLES).keys() == {2, 3, 4}


def _after(position: Position, move: int, duck: int) -> Position:
    middle = position.play(PieceMove(position.side, move & 63, move >> 6 & 63, move >> 12))
    return middle.play(DuckMove(position.side, middle.duck, duck))


def test_no_reply_saves_the_king_in_the_shortest() -> None:
    """One way through each of three puzzles in two turns, every reply tried with the rules alone."""
    for puzzle in [puzzle for puzzle in PUZZLES if puzzle["n"] == 2][::9]:
        position = read(puzzle["fen"])
        piece, ducks = next(iter(puzzle["turns"].items()))
        move = next(move for move in position.piece_moves() if str(move) == piece)
        reply = _after(position, move.code, NAMES.index(ducks.split()[0]))
        board = reply.board()
        assert legal_moves(board)
        for answer in legal_moves(board):
            assert not board.takes_king(answer)
            middle = reply.board()
            middle.play_piece(answer)
            for duck in [cell for cell in CELLS if middle.grid[cell] == 0]:
                last = reply.board()
                last.play_piece(answer)
                last.put_duck(duck)
                assert any(last.takes_king(taking) for taking in legal_moves(last))
