"""Who could take a man, and whether one duck can stop it.

Source: the digest (README.md), section 11. The duck is thought lifted: whoever has moved his piece still chooses
where it goes. A slider at a distance is stopped by a duck on its way; a man in contact, a knight, or two attackers
are not.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from rules.duck_chess.engine.board import Board
from rules.duck_chess.engine.mailbox import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, STEPS

SAFE: Final = 0
LOST: Final = -1
"""What `attacker` and `uncovered` answer beside the cell of the one slider that a duck can stop."""


def _stride_table() -> list[int]:
    """Difference of two cells + 128 -> the straight or diagonal stride that leads from the one to the other, or 0."""
    table = [0] * 256
    for stride in STEPS[:8]:
        for far in range(1, 8):
            table[128 + far * stride] = stride
    return table


STRIDES: Final = vec[i64](_stride_table())


def attacker(board: Board, cell: i64, side: i64) -> i64:
    """Who could take a man of `side` on `cell` with the duck lifted: `SAFE`, `LOST` or the cell of a lone slider."""
    grid = board.grid
    ways = board.ways
    foe = 6 - 6 * side
    enemy_king = KING + foe
    queen = QUEEN + foe
    knight = KNIGHT + foe
    duck = board.duck
    ahead: i64 = 10 - 20 * side
    pawn = PAWN + foe
    if grid[cell + ahead - 1] == pawn or grid[cell + ahead + 1] == pawn:
        return LOST
    found: i64 = SAFE
    rider = ROOK + foe
    way: i64 = 0
    while way < 8:
        if way == 4:
            rider = BISHOP + foe
        stride = ways[way]
        way += 1
        near = cell + stride
        at = near
        code = grid[at]
        while code == 0 or at == duck:
            at += stride
            code = grid[at]
        if code != queen and code != rider:
            if code == enemy_king and at == near:
                return LOST
            continue
        if at == near or found != SAFE:
            return LOST
        found = at
    while way < 16:
        if grid[cell + ways[way]] == knight:
            return LOST
        way += 1
    return found


def uncovered(board: Board, cell: i64, left: i64, strides: vec[i64], side: i64) -> i64:
    """The same as `attacker` for a man that was safe before another left the cell `left`; `strides` are `STRIDES`."""
    stride = strides[left - cell + 128]
    if stride == 0:
        return SAFE
    grid = board.grid
    duck = board.duck
    at = cell + stride
    code = grid[at]
    while code == 0 or at == duck:
        at += stride
        code = grid[at]
    foe = 6 - 6 * side
    rider = ROOK + foe
    if stride != 10 and stride != -10 and stride != 1 and stride != -1:
        rider = BISHOP + foe
    if code != QUEEN + foe and code != rider:
        return SAFE
    if at == cell + stride:
        return LOST
    return at


def aimed(board: Board, cell: i64, start: i64, end: i64, strides: vec[i64], side: i64) -> i64:
    """The same for a man that was safe before an enemy stepped from `start` to `end`, a step without promotion or
    anything special."""
    found = uncovered(board, cell, start, strides, side)
    if found == LOST:
        return LOST
    if found == end:
        return end
    grid = board.grid
    kind = grid[end] - 6 + 6 * side
    far = cell - end
    if kind == KNIGHT:
        if far == 21 or far == 19 or far == 12 or far == 8 or far == -8 or far == -12 or far == -19 or far == -21:
            return LOST
        return found
    if kind == PAWN:
        ahead: i64 = -10 + 20 * side
        if far - ahead == 1 or far - ahead == -1:
            return LOST
        return found
    stride = strides[far + 128]
    if stride == 0:
        return found
    straight = stride == 10 or stride == -10 or stride == 1 or stride == -1
    if kind < QUEEN and straight != (kind == ROOK):
        return found
    if far == stride:
        return LOST
    if kind == KING:
        return found
    duck = board.duck
    at = end + stride
    while at != cell and (grid[at] == 0 or at == duck):
        at += stride
    if at != cell:
        return found
    if found != SAFE:
        return LOST
    return end
