"""Whole turns of Double Draughts, listed lazily or counted: a board can have 60 million capture paths."""

from collections.abc import Iterator

from rules.double_draughts.engine.board import GOES_ON, Board, State, squares


def paths(board: Board, jumper: int | None = None) -> Iterator[tuple[int, ...]]:
    """Yield every legal turn, or the rest of `jumper`'s, as its start square and landing squares.

    `board` is unchanged whenever a path is yielded.
    """
    side, state = board.side, board.state()
    jumpers = board.jumpers()
    if jumpers == 0:
        for start in squares(board.sliders()):
            for end in squares(board.slides(start)):
                yield (start, end)
        return
    for start in squares(jumpers) if jumper is None else (jumper,):
        for path in _jumps(board, (start,), state, int(side)):
            board.restore(state, side)
            yield path
    board.restore(state, side)


def _jumps(board: Board, path: tuple[int, ...], state: State, side: int) -> Iterator[tuple[int, ...]]:
    board.restore(state, side)
    for end in squares(board.landings(path[-1])):
        board.restore(state, side)
        longer = (*path, end)
        if board.hop(path[-1], end) == GOES_ON:
            yield from _jumps(board, longer, board.state(), side)
        else:
            yield longer


def results(board: Board) -> dict[State, int]:
    """Return the boards after each legal turn -> number of paths to each. `board` is unchanged afterwards."""
    side, state = board.side, board.state()
    ends: dict[State, int] = {}
    jumpers = board.jumpers()
    if jumpers == 0:
        for start in squares(board.sliders()):
            for end in squares(board.slides(start)):
                board.hop(start, end)
                ends[board.state()] = 1
                board.restore(state, side)
        return ends
    going = {(start, state): 1 for start in squares(jumpers)}
    while going:  # one capture further in each round, so that paths which meet do so in the same round
        further: dict[tuple[int, State], int] = {}
        for (start, before), ways in going.items():
            board.restore(before, side)
            for end in squares(board.landings(start)):
                board.restore(before, side)
                if board.hop(start, end) == GOES_ON:
                    key = (end, board.state())
                    further[key] = further.get(key, 0) + ways
                else:
                    after = board.state()
                    ends[after] = ends.get(after, 0) + ways
        going = further
    board.restore(state, side)
    return ends


def count(board: Board) -> int:
    if board.jumpers() == 0:
        return sum(len(squares(board.slides(start))) for start in squares(board.sliders()))
    return sum(results(board).values())


def perft(board: Board, depth: int) -> list[int]:
    """Count the sequences of 1 … `depth` turns; equal positions are expanded once."""
    side, state = board.side, board.state()
    level = {state: 1}
    counts: list[int] = []
    for number in range(1, depth + 1):
        mover = side if number % 2 else side ^ 1
        below: dict[State, int] = {}
        total = 0
        for before, ways in level.items():
            board.restore(before, mover)
            if number == depth:
                total += ways * count(board)
                continue
            for after, paths_to in results(board).items():
                below[after] = below.get(after, 0) + ways * paths_to
                total += ways * paths_to
        counts.append(total)
        level = below
    board.restore(state, side)
    return counts


def between(board: Board, start: int, last: int) -> list[tuple[int, ...]]:
    """Return at most two legal turns from `start` to `last`, enough to decide if the short text is unambiguous.

    Jump states that didn't lead to `last` are not tried again.
    """
    side, state = board.side, board.state()
    if board.jumpers() == 0:
        return [(start, last)] if last in squares(board.slides(start)) else []
    found: list[tuple[int, ...]] = []
    barren: set[tuple[int, State]] = set()

    def walk(path: tuple[int, ...], before: State) -> bool:
        reached = False
        board.restore(before, side)
        for end in squares(board.landings(path[-1])):
            board.restore(before, side)
            longer = (*path, end)
            if board.hop(path[-1], end) == GOES_ON:
                after = board.state()
                if (end, after) not in barren:
                    reached |= walk(longer, after)
            elif end == last:
                found.append(longer)
                reached = True
            if len(found) > 1:
                return True
        if not reached:
            barren.add((path[-1], before))
        return reached

    walk((start,), state)
    board.restore(state, side)
    return found
