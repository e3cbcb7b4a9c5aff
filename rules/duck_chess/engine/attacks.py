"""Attack detection: whether a man is attacked, and whether one duck could stop the attack (README.md, section 11).

The duck counts as lifted. It can stop a single slider that isn't next to the man, but neither a pawn, a knight, an
adjacent man nor two attackers.
"""

from typing import Final

from mypy_extensions import i64

from rules.duck_chess.engine.board import Board
from rules.duck_chess.engine.mailbox import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK

# Results other than the cell of an attacker.
SAFE: Final = 0  # there is no attacker
UNSTOPPABLE: Final = -1  # no duck can stop the attack


def find_attacker(board: Board, cell: i64, side: i64) -> i64:
    """Return the attack on a man of `side` on `cell`: `SAFE`, `UNSTOPPABLE`, or the cell of a lone distant slider."""
    grid = board.grid
    offsets = board.offsets
    enemy = 6 - 6 * side
    enemy_king = KING + enemy
    queen = QUEEN + enemy
    knight = KNIGHT + enemy
    duck = board.duck
    ahead: i64 = 10 - 20 * side
    pawn = PAWN + enemy
    if grid[cell + ahead - 1] == pawn or grid[cell + ahead + 1] == pawn:
        return UNSTOPPABLE
    found: i64 = SAFE
    rider = ROOK + enemy
    index: i64 = 0
    while index < 8:
        if index == 4:
            rider = BISHOP + enemy
        direction = offsets[index]
        index += 1
        near = cell + direction
        at = near
        code = grid[at]
        while code == 0 or at == duck:
            at += direction
            code = grid[at]
        if code != queen and code != rider:
            if code == enemy_king and at == near:
                return UNSTOPPABLE
            continue
        if at == near or found != SAFE:
            return UNSTOPPABLE
        found = at
    while index < 16:
        if grid[cell + offsets[index]] == knight:
            return UNSTOPPABLE
        index += 1
    return found


def discovered_attacker(board: Board, cell: i64, left: i64, side: i64) -> i64:
    """Return the same as `find_attacker` for a man on `cell` that was safe until another man left the cell `left`."""
    direction = board.directions[left - cell + 128]
    if direction == 0:
        return SAFE
    grid = board.grid
    duck = board.duck
    at = cell + direction
    code = grid[at]
    while code == 0 or at == duck:
        at += direction
        code = grid[at]
    enemy = 6 - 6 * side
    rider = ROOK + enemy
    if direction != 10 and direction != -10 and direction != 1 and direction != -1:
        rider = BISHOP + enemy
    if code != QUEEN + enemy and code != rider:
        return SAFE
    if at == cell + direction:
        return UNSTOPPABLE
    return at


def attacker_after(board: Board, cell: i64, start: i64, end: i64, side: i64) -> i64:
    """Return the same as `find_attacker` for a man that was safe until an enemy went from `start` to `end`.

    The enemy's step must be neither a promotion nor special (mailbox.py).
    """
    found = discovered_attacker(board, cell, start, side)
    if found == UNSTOPPABLE:
        return UNSTOPPABLE
    if found == end:
        return end
    grid = board.grid
    kind = grid[end] - 6 + 6 * side
    gap = cell - end
    if kind == KNIGHT:
        if gap == 21 or gap == 19 or gap == 12 or gap == 8 or gap == -8 or gap == -12 or gap == -19 or gap == -21:
            return UNSTOPPABLE
        return found
    if kind == PAWN:
        ahead: i64 = -10 + 20 * side
        if gap - ahead == 1 or gap - ahead == -1:
            return UNSTOPPABLE
        return found
    direction = board.directions[gap + 128]
    if direction == 0:
        return found
    straight = direction == 10 or direction == -10 or direction == 1 or direction == -1
    if kind < QUEEN and straight != (kind == ROOK):
        return found
    if gap == direction:
        return UNSTOPPABLE
    if kind == KING:
        return found
    duck = board.duck
    at = end + direction
    while at != cell and (grid[at] == 0 or at == duck):
        at += direction
    if at != cell:
        return found
    if found != SAFE:
        return UNSTOPPABLE
    return end
