"""What somebody plays who wants to see all of Duck Chess in one match: castle, promote, and only then take the king.

A cautious player of its own, for an engine that sees the king within reach cares for nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rules.ai.levels import unlimited
from rules.ai.opponents import Analysis, opponent
from rules.ai.search import SURE
from rules.duck_chess import GAME
from rules.duck_chess.board import DUCK, KING, KNIGHT, PAWN, WHITE, Board
from rules.duck_chess.position import DuckMove, Half, PieceMove, Position, kind

NODES: Final = 2_000
"""What each look ahead may cost."""
ENOUGH: Final = 500
"""Hundredths of a pawn: who is so far ahead can afford a detour."""
SLACK: Final = 30
"""What a detour may cost who isn't."""
DETOURS: Final = 5
"""So many wishes are looked into before the best turn is played."""
WORTH: Final = (0, 250, 300, 310, 500, 900, 10_000)
"""Kind -> what a man is worth."""
CASTLING: Final = 2_000
"""What it is worth to see it, and a promotion."""
ADVANCE: Final = (0, 0, 10, 25, 60, 120, 300, 0)
"""What it is worth to have a pawn on a row."""


@dataclass(slots=True)
class Plan:
    """What has been seen so far of what shall be seen."""

    castled: bool = False
    promoted: bool = False

    def turn(self, position: Position) -> list[Half]:
        """The person's whole turn."""
        taking = [move for move in position.piece_moves() if takes_king(position, move)]
        best = _look(position)
        turn: list[Half]
        if self.castled and self.promoted:
            turn = [taking[0]] if taking else [half for half in best.line[:2] if half.seat == position.side]
        else:
            turn = self._detour(position, best)
        move = turn[0]
        assert isinstance(move, PieceMove)
        self.castled = self.castled or castles(position, move)
        self.promoted = self.promoted or move.promotion > 0
        return turn

    def _detour(self, position: Position, best: Analysis) -> list[Half]:
        """What the person would like most of what costs little by the engine's judgement, leaving the king alone."""
        wishes = []
        for number, move in enumerate(position.piece_moves()):
            if not takes_king(position, move):
                risk, duck = _cover(position, move)
                hope = self._wish(position, move) + WORTH[kind(position.cells[move.end])]
                if move == best.line[0]:
                    hope += 30
                wishes.append((hope - risk, -number, move, duck))
        wishes.sort(reverse=True)
        bar = min(best.score - SLACK, ENOUGH)
        found = []
        for _, _, move, duck in wishes[:DETOURS]:
            middle = position.play(move)
            seen = _look(middle)
            put = seen.line[0]
            if seen.score > SURE:
                put = DuckMove(position.side, middle.duck, duck)
            if seen.score >= bar:
                return [move, put]
            found.append((seen.score, [move, put]))
        if takes_king(position, best.line[0]):
            return max(found, key=lambda one: one[0])[1]
        return [half for half in best.line[:2] if half.seat == position.side]

    def _wish(self, position: Position, move: PieceMove) -> int:
        """How much the person would like a move, beside what it takes and risks."""
        if move.promotion:
            return CASTLING + WORTH[move.promotion]
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


def _look(position: Position) -> Analysis:
    return opponent(GAME.key).analyse(position, unlimited(NODES).budget)


def castles(position: Position, move: PieceMove) -> bool:
    """Whether a move is a castling: the king's two steps."""
    return kind(position.cells[move.start]) == KING and abs(move.end - move.start) == 2


def takes_king(position: Position, move: PieceMove) -> bool:
    """Whether a move ends the match."""
    return kind(position.cells[move.end]) == KING


def _cover(position: Position, move: PieceMove) -> tuple[int, int]:
    """What the other side could win after a move whose duck is put as well as may be, and where that is."""
    after = position.play(move)
    free = [half.end for half in after.legal_moves()]
    board = position.board()
    board.play_piece(move.code)
    lifted = board.cells().replace(bytes((DUCK,)), b"\0")
    other = 1 - position.side
    threats = _threats(lifted, other)
    tries = {free[len(free) // 2]}
    for _, start, end in threats[:2]:
        tries.update(at for at in _between(lifted, start, end) if at in free)
    covers = []
    for at in sorted(tries):
        left = _threats(lifted[:at] + bytes((DUCK,)) + lifted[at + 1 :], other)
        second = next((gain for gain, _, end in left if end != left[0][2]), 0)
        covers.append((left[0][0] + second // 4 if left else 0, at))
    return min(covers)


def _threats(cells: bytes, side: int) -> list[tuple[int, int, int]]:
    """What `side` could win by taking once, the most first: how much, from where, on which square."""
    return _takings(cells, side, KING + 6 * side, 3)


def _takings(cells: bytes, side: int, spared: int, depth: int) -> list[tuple[int, int, int]]:
    found = []
    for code in Board(cells, side, 0, -1).moves():
        start, end = code & 63, code >> 6 & 63
        if cells[end] and cells[end] != spared:
            gain = WORTH[kind(cells[end])]
            if depth > 1 and gain < WORTH[KING]:
                taken = bytearray(cells)
                taken[end], taken[start] = taken[start], 0
                bare = bytes(taken).replace(bytes((DUCK,)), b"\0")
                gain -= max((one[0] for one in _takings(bare, 1 - side, spared, depth - 1)), default=0)
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
