"""The opponent of Duck Chess: its levels, and its search as a `Core`."""

from collections.abc import Sequence
from typing import Final, cast, final

from rules import contract
from rules.abilities import play_all
from rules.duck_chess.cells import with_duck
from rules.duck_chess.engine.board import Board
from rules.duck_chess.engine.mailbox import DUCK_SHIFT, STEP_MASK
from rules.duck_chess.engine.movegen import legal_moves, perft
from rules.duck_chess.engine.search import Search
from rules.duck_chess.moves import DuckMove, Move, PieceMove
from rules.duck_chess.position import Position
from rules.game import GameOpponent
from rules.search.level import Level
from rules.search.mailbox import CELLS, SQUARES
from rules.search.opponent import SearchingOpponent
from rules.search.stoppable_search import CoreOfSearch
from rules.teaching.review_by_search import judge_by_search

_PIECE_VALUES: Final = (0, 1, 3, 3, 5, 9, 0, 1, 3, 3, 5, 9, 0)  # code -> pawns; kings 0, as the search guards them


@final
class Engine(CoreOfSearch):
    def __init__(self, megabytes: int = 64) -> None:
        self._search = Search(megabytes)
        super().__init__(self._search)
        self._position: Position = Position(bytes(64), 0)

    def set_position(self, position: contract.Position, seed: int = 0, noise: int = 0, blind: int = 0) -> None:
        """Make `position` the root; `blind` out of every 256 attacks on a king near the horizon are overlooked."""
        assert isinstance(position, Position)
        self._position = position
        pending = position.board().step_of(position.pending.code) if position.pending is not None else 0
        self._search.set_position(position.keys, position.quiet, pending, seed, noise, blind)

    def replies(self) -> int:
        """Return the number of legal turns at the root, or of duck moves in mid-turn."""
        if self._position.pending is not None:
            return len(self._position.legal_moves())
        return perft(self._position.board(), 1)

    def exclude(self, turns: Sequence[Sequence[contract.Move]]) -> bool:
        # Lines must differ in the piece move; a different duck move isn't enough.
        board = self._position.board()
        if self._position.pending is not None:
            return not turns
        self._search.exclude([board.step_of(cast("PieceMove", turn[0]).code) for turn in turns])
        return not turns or len(turns) < len(legal_moves(board))

    def line(self) -> list[list[Move]]:
        turns: list[list[Move]] = []
        position = self._position
        found = self._search.line()
        for i, packed in enumerate(found):
            step, duck = packed & STEP_MASK, packed >> DUCK_SHIFT
            reply = found[i + 1] & STEP_MASK if i + 1 < len(found) else 0
            if position.outcome() is not None or (
                position.pending is None
                and position.board().move_of(step) not in [move.code for move in position.piece_moves()]
            ):
                break
            turn = self._make_turn(position, step, SQUARES[duck] if duck else -1, reply if i else 0)
            position = play_all(position, turn)
            turns.append(turn)
        return turns

    def first(self) -> list[Move]:
        board = self._position.board()
        return self._make_turn(self._position, board.step_of(legal_moves(board)[0]), -1, 0)

    def _make_turn(self, position: Position, step: int, duck: int, reply: int) -> list[Move]:
        """Return a turn, or in mid-turn its duck move, as moves of the game.

        `duck` is a square, or -1 for the most hindering square that doesn't stop the step `reply`.
        """
        moves: list[Move] = []
        mid_turn = position
        if position.pending is None:
            board = position.board()
            code = board.move_of(step)
            move = PieceMove.from_code(position.side, code)
            moves.append(move)
            if board.takes_king(code):
                return moves
            mid_turn = position.play(move)
        if duck < 0 or mid_turn.cells_on_table[duck] != 0:
            duck = most_hindering_square(mid_turn, reply)
        moves.append(DuckMove(position.side, mid_turn.duck, duck))
        return moves


def most_hindering_square(position: Position, reply: int) -> int:
    """Return the square where the duck, which is to move in mid-turn, hinders the opponent most.

    Squares where it would stop the step `reply` (0 for none) are left out; a square that repeats no position is
    preferred.
    """
    assert position.halfway is not None
    cells = position.cells_on_table
    lifted = with_duck(cells, None)
    enemy = Board(lifted, 1 - position.side, position.halfway.castling, position.halfway.crossed)
    own = Board(lifted, position.side, position.halfway.castling, -1)
    cost = [0] * 120
    for board, share in ((enemy, 4), (own, -1)):
        for move in legal_moves(board):
            step = board.step_of(move)
            target = board.grid[step >> 7 & 127]
            weight = share * (4 + 8 * _PIECE_VALUES[target] if target else 2)
            for cell in path_cells(board, step):
                cost[cell] += weight
    reply_cells = path_cells(enemy, reply) if reply else []
    earlier_boards = {key[:64] for key in position.keys}
    free = [at for at in range(64) if cells[at] == 0 and CELLS[at] not in reply_cells]
    return max(free, key=lambda at: (with_duck(cells, at) not in earlier_boards, cost[CELLS[at]], -at))


def path_cells(board: Board, step: int) -> list[int]:
    """Return the cells where a duck would stop a step, in no particular order."""
    start, end = step & 127, step >> 7 & 127
    up, across = SQUARES[end] // 8 - SQUARES[start] // 8, SQUARES[end] % 8 - SQUARES[start] % 8
    cells = [] if board.grid[end] != 0 else [end]
    if up == 0 or across == 0 or abs(up) == abs(across):
        length = max(abs(up), abs(across))
        cells += [start + (end - start) // length * i for i in range(1, length)]
    return cells


OPPONENT: Final = GameOpponent(
    levels=(
        Level(1, nodes=500, seconds=1.0, depth=1, noise=200, blind=200),
        Level(2, nodes=600, seconds=1.0, depth=1, noise=120, blind=90),
        Level(3, nodes=1_000, seconds=1.0, depth=2, noise=120, blind=90),
        Level(4, nodes=1_500, seconds=1.0, depth=2, noise=60, blind=30),
        Level(5, nodes=2_000, seconds=1.0, depth=3, noise=60, blind=20),
        Level(6, nodes=3_000, seconds=1.0, depth=4, noise=40, blind=8),
        Level(7, nodes=10_000, seconds=2.0),
        Level(8, nodes=100_000_000, seconds=2.0),
    ),
    create=lambda memory: SearchingOpponent(Engine(memory), scale=225.0),
    judge=judge_by_search,
    review_nodes=250_000,
)
