"""A plain reference search of Duck Chess: every piece move with every duck, to a fixed depth.

It shares the board and the judgement with the engine, and nothing else.
"""

from rules.duck_chess.engine.board import Board
from rules.duck_chess.engine.evaluation import evaluate
from rules.duck_chess.engine.mailbox import KING
from rules.duck_chess.engine.movegen import generate_steps
from rules.duck_chess.engine.search import Search
from rules.search.iterative_deepening import WIN
from rules.search.mailbox import CELLS

_LOWEST = -32000


def value(search: Search, depth: int, alpha: int, beta: int) -> int:
    """Return the value of the root of `search` if it is within the window, otherwise a bound."""
    return _value(search.board(), depth, alpha, beta, 0, 0)


def _takes_king(board: Board, base: int) -> bool:
    last = generate_steps(board, base, False)
    return any(board.grid[board.steps[i] >> 7 & 127] in (KING, KING + 6) for i in range(base, last))


def _value(board: Board, depth: int, alpha: int, beta: int, ply: int, base: int) -> int:
    if _takes_king(board, base):
        return WIN - ply - 1
    if depth == 0:
        return evaluate(board)
    last = generate_steps(board, base, False)
    if last == base:
        return WIN - ply
    best = _LOWEST
    before = board.duck
    for i in range(base, last):
        step = board.steps[i]
        board.make(step)
        for cell in CELLS:
            if board.grid[cell] != 0:
                continue
            board.put_duck(cell)
            best = max(best, -_value(board, depth - 1, -beta, -max(alpha, best), ply + 1, last))
            board.put_duck(before)
            if best >= beta:
                break
        board.unmake(step)
        if best >= beta:
            break
    return best
