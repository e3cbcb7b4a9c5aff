"""Whole turns of Double Draughts: lists and counts. A board can have 60 million capture paths."""

from collections.abc import Iterator

from rules.double_draughts.engine.board import GOES_ON, Board, State, squares


def list_paths(board: Board, jumper: int | None = None) -> Iterator[tuple[int, ...]]:
    """Yield the squares of every legal turn, or of every completion of the turn that the piece on `jumper` has begun.

    `board` is in its original state whenever a path is yielded.
    """
    side, state = board.side, board.state()
    jumpers = board.find_jumpers()
    if jumpers == 0:
        for start in squares(board.find_sliders()):
            for end in squares(board.find_slides(start)):
                yield (start, end)
        return
    for start in squares(jumpers) if jumper is None else (jumper,):
        for path in _list_jumps(board, (start,), state, int(side)):
            board.restore(state, side)
            yield path
    board.restore(state, side)


def _list_jumps(board: Board, path: tuple[int, ...], state: State, side: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to complete `path`, which has led to `state`."""
    board.restore(state, side)
    for end in squares(board.find_landings(path[-1])):
        board.restore(state, side)
        longer = (*path, end)
        if board.hop(path[-1], end) == GOES_ON:
            yield from _list_jumps(board, longer, board.state(), side)
        else:
            yield longer


def path_counts(board: Board) -> dict[State, int]:
    """Return the number of paths to each state after a legal turn. `board` is unchanged afterwards."""
    side, state = board.side, board.state()
    counts: dict[State, int] = {}
    jumpers = board.find_jumpers()
    if jumpers == 0:
        for start in squares(board.find_sliders()):
            for end in squares(board.find_slides(start)):
                board.hop(start, end)
                counts[board.state()] = 1
                board.restore(state, side)
        return counts
    unfinished = {(start, state): 1 for start in squares(jumpers)}
    while unfinished:  # each round adds one capture, so paths that meet do so in the same round
        following: dict[tuple[int, State], int] = {}
        for (start, before), count in unfinished.items():
            board.restore(before, side)
            for end in squares(board.find_landings(start)):
                board.restore(before, side)
                if board.hop(start, end) == GOES_ON:
                    key = (end, board.state())
                    following[key] = following.get(key, 0) + count
                else:
                    after = board.state()
                    counts[after] = counts.get(after, 0) + count
        unfinished = following
    board.restore(state, side)
    return counts


def _count_turns(board: Board) -> int:
    if board.find_jumpers() == 0:
        return sum(len(squares(board.find_slides(start))) for start in squares(board.find_sliders()))
    return sum(path_counts(board).values())


def perft(board: Board, depth: int) -> list[int]:
    """Return the numbers of sequences of 1, 2 … `depth` turns; equal positions are expanded once."""
    side, state = board.side, board.state()
    sequence_counts = {state: 1}
    totals: list[int] = []
    for ply in range(1, depth + 1):
        mover = side if ply % 2 else side ^ 1
        following: dict[State, int] = {}
        total = 0
        for before, sequence_count in sequence_counts.items():
            board.restore(before, mover)
            if ply == depth:
                total += sequence_count * _count_turns(board)
                continue
            for after, path_count in path_counts(board).items():
                following[after] = following.get(after, 0) + sequence_count * path_count
                total += sequence_count * path_count
        totals.append(total)
        sequence_counts = following
    board.restore(state, side)
    return totals


def paths_between(board: Board, start: int, last: int) -> list[tuple[int, ...]]:
    """Return at most two legal turns from `start` to `last`, enough to decide if the short text is unambiguous."""
    side, state = board.side, board.state()
    if board.find_jumpers() == 0:
        return [(start, last)] if last in squares(board.find_slides(start)) else []
    found: list[tuple[int, ...]] = []
    dead_ends: set[tuple[int, State]] = set()  # unfinished captures that don't lead to `last`

    def complete(path: tuple[int, ...], before: State) -> bool:
        """Add completions of `path` to `found` until it holds two; return whether there are any."""
        reached = False
        board.restore(before, side)
        for end in squares(board.find_landings(path[-1])):
            board.restore(before, side)
            longer = (*path, end)
            if board.hop(path[-1], end) == GOES_ON:
                after = board.state()
                if (end, after) not in dead_ends:
                    reached |= complete(longer, after)
            elif end == last:
                found.append(longer)
                reached = True
            if len(found) > 1:
                return True
        if not reached:
            dead_ends.add((path[-1], before))
        return reached

    complete((start,), state)
    board.restore(state, side)
    return found
