"""Move generation, list of turns and perft of Duck Chess (README.md, sections 2 to 6)."""

from mypy_extensions import i64

from rules.common.squares import NAMES
from rules.duck_chess.engine.board import Board
from rules.duck_chess.engine.mailbox import BISHOP, CASTLING, DOUBLE_STEP, EN_PASSANT, KING, KNIGHT, PAWN, QUEEN, ROOK
from rules.search.mailbox import CELLS, SQUARES


def legal_moves(board: Board) -> list[int]:
    """Return all legal piece moves, captures of a king among them; none once a king has been captured."""
    found: list[int] = []
    if board.men[0] == 0 or board.men[64] == 0:
        return found
    count = generate_steps(board, 0, False)
    i: i64 = 0
    while i < count:
        found.append(board.move_of(board.steps[i]))
        i += 1
    return found


def turn_texts(board: Board) -> list[str]:
    """Return the UCI texts of all legal turns, unordered; a capture of a king is `<from><to>,<to><from>`."""
    found: list[str] = []
    if board.men[0] == 0 or board.men[64] == 0:
        return found
    count = generate_steps(board, 0, False)
    grid = board.grid
    i: i64 = 0
    while i < count:
        step = board.steps[i]
        start = NAMES[SQUARES[step & 127]]
        end = NAMES[SQUARES[step >> 7 & 127]]
        promotion = step >> 14 & 7
        head = start + end + ("", "", "n", "b", "r", "q")[promotion] + "," + end
        target = grid[step >> 7 & 127]
        if target == KING or target == KING + 6:
            found.append(head + start)
        else:
            board.make(step)
            for square in range(64):
                if grid[CELLS[square]] == 0:
                    found.append(head + NAMES[square])
            board.unmake(step)
        i += 1
    return found


def perft(board: Board, depth: int) -> int:
    """Return the number of sequences of `depth` turns; a capture of a king ends the game, automatic draws don't."""
    if depth == 0:
        return 1
    if board.men[0] == 0 or board.men[64] == 0:
        return 0
    return _perft(board, depth, 0)


def _perft(board: Board, depth: i64, base: i64) -> i64:
    top = generate_steps(board, base, False)
    grid = board.grid
    squares: i64 = 64 if board.duck == 0 else 63
    man: i64 = 0
    while man < 128:
        if board.men[man] != 0:
            squares -= 1
        man += 1
    count: i64 = 0
    i = base
    while i < top:
        step = board.steps[i]
        i += 1
        target = grid[step >> 7 & 127]
        if target == KING or target == KING + 6:
            count += 1 if depth == 1 else 0
        elif depth == 1:
            count += squares
            if target != 0 or step >> 17 == EN_PASSANT:
                count += 1
        else:
            before = board.duck
            board.make(step)
            cell: i64 = 21
            while cell <= 98:
                if grid[cell] == 0 and cell != before:
                    board.put_duck(cell)
                    count += _perft(board, depth - 1, top)
                    board.put_duck(before)
                cell += 1
            board.unmake(step)
    return count


def generate_steps(board: Board, base: i64, captures_only: bool) -> i64:
    """List the legal steps in `Board.steps` from index `base` on; return the index after them.

    With `captures_only` only captures and promotions to queens are listed.
    """
    grid = board.grid
    men = board.men
    side = board.side
    last = (side << 6) + board.counts[side]
    next_index = base
    i = side << 6
    while i < last:
        start = men[i]
        i += 1
        if start == 0:
            continue
        kind = grid[start] - 6 * side
        if kind == PAWN:
            next_index = _list_pawn(board, start, next_index, captures_only)
        elif kind == KNIGHT:
            next_index = _list_jumps(board, start, 8, 16, next_index, captures_only)
        elif kind == KING:
            next_index = _list_jumps(board, start, 0, 8, next_index, captures_only)
            if not captures_only and board.castling >> (2 * side) & 3 != 0:
                next_index = _list_castling(board, start, next_index)
        elif kind == BISHOP:
            next_index = _list_slides(board, start, 4, 8, next_index, captures_only)
        elif kind == ROOK:
            next_index = _list_slides(board, start, 0, 4, next_index, captures_only)
        else:
            next_index = _list_slides(board, start, 0, 8, next_index, captures_only)
    return next_index


def _list_pawn(board: Board, start: i64, next_index: i64, captures_only: bool) -> i64:
    grid = board.grid
    steps = board.steps
    side = board.side
    lowest: i64 = 7 - 6 * side
    highest: i64 = 12 - 6 * side
    ahead: i64 = 10 - 20 * side
    home = 30 + 50 * side
    end = start + ahead
    on_last_row = end < 31 or end > 88
    if grid[end] == 0:
        if on_last_row:
            next_index = _list_promotions(board, start | end << 7, next_index, captures_only)
        elif not captures_only:
            steps[next_index] = start | end << 7
            next_index += 1
            if home < start and start < home + 9 and grid[end + ahead] == 0:
                steps[next_index] = start | (end + ahead) << 7 | DOUBLE_STEP << 17
                next_index += 1
    end -= 1
    beyond = end + 2
    while end <= beyond:
        target = grid[end]
        if target == 0:
            if end == board.ep_cell:
                steps[next_index] = start | end << 7 | EN_PASSANT << 17
                next_index += 1
        elif lowest <= target and target <= highest:
            if on_last_row:
                next_index = _list_promotions(board, start | end << 7, next_index, captures_only)
            else:
                steps[next_index] = start | end << 7
                next_index += 1
        end += 2
    return next_index


def _list_jumps(board: Board, start: i64, index: i64, end_index: i64, next_index: i64, captures_only: bool) -> i64:
    grid = board.grid
    steps = board.steps
    offsets = board.offsets
    lowest: i64 = 7 - 6 * board.side
    highest: i64 = 12 - 6 * board.side
    while index < end_index:
        end = start + offsets[index]
        target = grid[end]
        if (target == 0 and not captures_only) or (lowest <= target and target <= highest):
            steps[next_index] = start | end << 7
            next_index += 1
        index += 1
    return next_index


def _list_slides(board: Board, start: i64, index: i64, end_index: i64, next_index: i64, captures_only: bool) -> i64:
    grid = board.grid
    steps = board.steps
    offsets = board.offsets
    lowest: i64 = 7 - 6 * board.side
    highest: i64 = 12 - 6 * board.side
    while index < end_index:
        offset = offsets[index]
        end = start + offset
        target = grid[end]
        while target == 0:
            if not captures_only:
                steps[next_index] = start | end << 7
                next_index += 1
            end += offset
            target = grid[end]
        if lowest <= target and target <= highest:
            steps[next_index] = start | end << 7
            next_index += 1
        index += 1
    return next_index


def _list_promotions(board: Board, step: i64, next_index: i64, captures_only: bool) -> i64:
    steps = board.steps
    steps[next_index] = step | QUEEN << 14
    next_index += 1
    if not captures_only:
        steps[next_index] = step | KNIGHT << 14
        steps[next_index + 1] = step | ROOK << 14
        steps[next_index + 2] = step | BISHOP << 14
        next_index += 3
    return next_index


def _list_castling(board: Board, start: i64, next_index: i64) -> i64:
    grid = board.grid
    rights = board.castling >> (2 * board.side)
    if rights & 1 != 0 and grid[start + 1] == 0 and grid[start + 2] == 0:
        board.steps[next_index] = start | (start + 2) << 7 | CASTLING << 17
        next_index += 1
    if rights & 2 != 0 and grid[start - 1] == 0 and grid[start - 2] == 0 and grid[start - 3] == 0:
        board.steps[next_index] = start | (start - 2) << 7 | CASTLING << 17
        next_index += 1
    return next_index
