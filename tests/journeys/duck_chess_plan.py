"""What somebody plays who wants to see all of Duck Chess in one match: castle, promote, and only then take the king.

A cautious player of its own, for an engine that sees the king within reach cares for nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rules.ai.opponents import opponent
from rules.duck_chess import GAME
from rules.duck_chess.cells import kind
from rules.duck_chess.engine.board import Board
from rules.duck_chess.engine.mailbox import DUCK, KING, KNIGHT, PAWN, WHITE
from rules.duck_chess.engine.movegen import legal_moves
from rules.duck_chess.moves import DuckMove, Move, PieceMove
from rules.duck_chess.position import Position
from rules.search.iterative_deepening import SURE
from rules.search.level import unlimited

NODES: Final = 2_000
"""What each look ahead may cost."""
DETOURS: Final = 8
"""So many of the moves wished for are looked into."""
ENOUGH: Final = 600
"""Hundredths of a pawn: who is so far ahead looks rather for what is wished."""
SHARE: Final = 4
"""What is beyond it counts this part of itself."""
WORTH: Final = (0, 300, 300, 310, 500, 900, 10_000)
"""Kind -> what a man is worth that may be lost: who wants to promote guards the pawns."""
PRIZE: Final = (0, 100, 300, 310, 500, 900, 10_000)
"""Kind -> what it is worth to take a man."""
CASTLING: Final = 500
PROMOTION: Final = 2_000
"""What it is worth to see them."""
ADVANCE: Final = (0, 0, 20, 50, 100, 200, 400, 0)
"""What it is worth to have a pawn on a row."""


@dataclass(slots=True)
class Plan:
    """What has been seen so far of what shall be seen."""

    castled: bool = False
    promoted: bool = False

    def turn(self, position: Position) -> list[Move]:
        """The person's whole turn. Without a pawn there is nothing to wait for: another match is begun."""
        taking = [move for move in position.piece_moves() if takes_king(position, move)]
        hopeless = not self.promoted and PAWN + KING * position.side not in position.cells
        seen = hopeless or (self.castled and self.promoted)
        if taking and (seen or len(taking) == len(position.piece_moves())):
            return [taking[0]]
        turn = _look(position)[1] if seen else self._detour(position)
        move = turn[0]
        assert isinstance(move, PieceMove)
        self.castled = self.castled or castles(position, move)
        self.promoted = self.promoted or move.promotion > 0
        return turn

    def _detour(self, position: Position) -> list[Move]:
        """The turn that is both wished for and sound, leaving the king alone."""
        wishes: list[tuple[int, int, PieceMove, int | None]] = []
        sound = _look(position)[1][0]
        for number, move in enumerate(position.piece_moves()):
            if not takes_king(position, move):
                risk, duck = _cover(position, move)
                hope = self._wish(position, move) + PRIZE[kind(position.cells[move.end])] - risk
                wishes.append((hope, -number, move, duck))
        wishes.sort(reverse=True)
        found: list[tuple[int, list[Move]]] = []
        for number, (hope, _, move, duck) in enumerate(wishes):
            if number < DETOURS or move == sound:
                middle = position.play(move)
                score, turn = _look(middle)
                if duck is not None:
                    turn = [DuckMove(position.side, middle.duck, duck)]
                found.append((hope + _tempered(score), [move, *turn]))
        return max(found, key=lambda one: one[0])[1]

    def _wish(self, position: Position, move: PieceMove) -> int:
        """How much the person would like a move, beside what it takes and risks."""
        if move.promotion:
            return PROMOTION + WORTH[move.promotion]
        if castles(position, move):
            return CASTLING
        if not self.castled:
            return _towards_castling(position, move)
        if kind(position.cells[move.start]) == PAWN:
            return _advance(position, move.end) - _advance(position, move.start)
        return 0


def _towards_castling(position: Position, move: PieceMove) -> int:
    """Most for a man that leaves the way between king and rook, less for a pawn that lets the bishop out."""
    row = 56 * position.side
    if kind(position.cells[move.start]) == KING or move.start in (row, row + 7):
        return -200
    if move.start in (row + 5, row + 6):
        return 60
    return 40 if kind(position.cells[move.start]) == PAWN and move.start % 8 in (4, 6) else 0


def _advance(position: Position, at: int) -> int:
    """What a pawn is worth on a square, by how near it is to its last row and how free its way is."""
    up = position.side == WHITE
    rows = range(at + 8, 64, 8) if up else range(at - 8, -1, -8)
    blocked = any(position.cells[ahead] for ahead in rows)
    return ADVANCE[at // 8 if up else 7 - at // 8] // (2 if blocked else 1)


def _look(position: Position) -> tuple[int, list[Move]]:
    """The engine's score, and the turn, or the rest of one, that it thinks best."""
    found = opponent(GAME.key).analyse(position, unlimited(NODES).budget)
    turn: list[Move] = []
    for half in found.moves[: 2 if position.turn_started else 1]:
        assert isinstance(half, PieceMove | DuckMove)
        if half.seat == position.side:
            turn.append(half)
    return found.score, turn


def _tempered(score: int) -> int:
    """The engine's score as it matters to somebody who doesn't want to win yet."""
    if score > SURE:
        return ENOUGH
    return score if score <= ENOUGH else ENOUGH + (score - ENOUGH) // SHARE


def castles(position: Position, move: PieceMove) -> bool:
    """Whether a move is a castling: the king's two steps."""
    return kind(position.cells[move.start]) == KING and abs(move.end - move.start) == 2


def takes_king(position: Position, move: PieceMove) -> bool:
    """Whether a move ends the match."""
    return kind(position.cells[move.end]) == KING


def _cover(position: Position, move: PieceMove) -> tuple[int, int | None]:
    """What the other side could win after a move whose duck is put as well as may be, and where that is; None where
    nothing needs it."""
    after = position.play(move)
    free = [half.end for half in after.legal_moves()]
    board = position.board()
    board.play_piece(move.code)
    lifted = board.cells().replace(bytes((DUCK,)), b"\0")
    other = 1 - position.side
    threats = _threats(lifted, other)
    if not threats:
        return 0, None
    tries = {free[len(free) // 2]}
    for _, start, end in threats[:2]:
        tries.update(at for at in _between(lifted, start, end) if at in free)
    covers = []
    for at in sorted(tries):
        left = _threats(lifted[:at] + bytes((DUCK,)) + lifted[at + 1 :], other)
        second = next((gain for gain, _, end in left if end != left[0][2]), 0)
        covers.append((left[0][0] + second // 2 if left else 0, at))
    return min(covers)


def _threats(cells: bytes, side: int, on: int | None = None) -> list[tuple[int, int, int]]:
    """What `side` could win by taking, the most first: how much, from where, on which square.

    Both go on taking on that square (`on`: on this one only). A king that takes isn't taken back, for the person
    leaves the other one's alone.
    """
    found = []
    for code in legal_moves(Board(cells, side, 0, -1)):
        start, end = code & 63, code >> 6 & 63
        if cells[end] and on in (None, end):
            gain = WORTH[kind(cells[end])]
            if gain < WORTH[KING] and kind(cells[start]) != KING:
                taken = bytearray(cells)
                taken[end], taken[start] = taken[start], 0
                bare = bytes(taken).replace(bytes((DUCK,)), b"\0")
                back = _threats(bare, 1 - side, end)
                gain -= back[0][0] if back else 0
            if gain > 0:
                found.append((gain, start, end))
    return sorted(found, reverse=True)


def _between(cells: bytes, start: int, end: int) -> list[int]:
    """The squares on which a duck stops a man on its way; none for a knight."""
    if kind(cells[start]) == KNIGHT:
        return []
    rows, files = end // 8 - start // 8, end % 8 - start % 8
    steps = max(abs(rows), abs(files))
    return [start + (8 * rows + files) // steps * step for step in range(1, steps)]
