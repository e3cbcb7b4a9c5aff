"""Reasons for a turn of Double Draughts: what it captures, threatens, saves, forces (README.md, sections 3 to 6)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rules.abilities import play_all
from rules.common.squares import NAMES
from rules.contract import Remark, Seat
from rules.double_draughts.engine.board import GOES_ON, Board, level_of, owner_of, squares
from rules.double_draughts.moves import Hop
from rules.double_draughts.position import Position

MAX_CAPTURES: Final = 600
"""The most captures, finished or not, to list; an edited board may have millions, and then threats aren't named."""
NEAR: Final = 3  # most rows to go for a Man that has the reason `nearer`


@dataclass(frozen=True, slots=True)
class Captures:
    """The possible captures of a side in one turn."""

    targets: frozenset[int] = frozenset()  # squares of pieces that can be captured
    first_jumps: frozenset[tuple[int, int]] = frozenset()  # square of the jumping piece, square captured
    results: frozenset[bytes] = frozenset()  # cells after whole turns


def captures(cells: bytes, side: Seat, levels: int) -> Captures | None:
    """Return the captures of `side` if it were to move; None if there are more than `MAX_CAPTURES`."""
    board = Board(cells, side, levels)
    start_state = board.state()
    targets, first_jumps, results = set[int](), set[tuple[int, int]](), set[bytes]()
    unfinished = [(jumper, start_state) for jumper in squares(board.find_jumpers())]
    known = set(unfinished)
    while unfinished:
        jumper, state = unfinished.pop()
        board.restore(state, side)
        for end in squares(board.find_landings(jumper)):
            over = (jumper + end) // 2
            targets.add(over)
            if state == start_state:
                first_jumps.add((jumper, over))
            goes_on = board.hop(jumper, end) == GOES_ON
            capture = (end, board.state())
            if not goes_on:
                results.add(board.cells())
            elif capture not in known:
                known.add(capture)
                unfinished.append(capture)
            board.restore(state, side)
        if len(known) + len(results) > MAX_CAPTURES:
            return None
    return Captures(frozenset(targets), frozenset(first_jumps), frozenset(results))


def reasons(position: Position, moves: Sequence[Hop]) -> tuple[Remark, ...]:
    """Return remarks on the hops of a turn, or the last hops of one, the most important first.

    - `wins`, `draws`, `takes` {n, squares}, `crowns` and `triples` {square}.
    - `forks`, `forks-kings` {square, squares}: the piece threatens several pieces, and the other side can't capture.
    - `takes-back` {n}: whatever the other side captures, at least n pieces can be taken back for it.
    - `threatens` {n, squares}. `saves` {n, squares}: these pieces could be taken before, and no longer can.
    - `only-reply` {square, target}. `forces` {squares}: the pieces there must capture.
    - `nearer` {n, square}: a Man has n rows to go. `safe`: no piece of the mover can be taken.
    """
    after = play_all(position, moves)
    if not moves or not after.turn_started:
        return ()
    outcome = after.outcome()
    if outcome is not None:
        return (Remark("wins" if outcome.winners == (position.side,) else "draws"),)
    return (*_gains(position, moves, after), *_threats(position, moves, after))


def _gains(position: Position, moves: Sequence[Hop], after: Position) -> Iterator[Remark]:
    end = moves[-1].end
    taken = [hop.over for hop in moves if hop.jump]
    if taken:
        yield _remark("takes", taken)
    level = level_of(after.cells[end])
    if level != level_of(position.cells[moves[0].start]):
        yield Remark("crowns" if level == 2 else "triples", (NAMES[end],), {"square": NAMES[end]})


def _threats(position: Position, moves: Sequence[Hop], after: Position) -> Iterator[Remark]:
    """Yield remarks on the captures of both sides before and after the turn."""
    seat, other, levels = position.side, 1 - position.side, position.levels
    start, end = moves[0].start, moves[-1].end
    own_before, own = captures(position.cells, seat, levels), captures(after.cells, seat, levels)
    enemy_before, enemy = captures(position.cells, other, levels), captures(after.cells, other, levels)
    if own_before is None or own is None or enemy_before is None or enemy is None:
        return
    threatened = frozenset() if enemy.targets else own.targets - own_before.targets
    forked = sorted(over for jumper, over in own.first_jumps if jumper == end and over in threatened)
    if len(forked) > 1:
        are_kings = all(level_of(after.cells[over]) > 1 for over in forked)
        yield _remark("forks-kings" if are_kings else "forks", forked, square=NAMES[end])
    taken_back = _count_taken_back(after, enemy, seat)
    if taken_back:
        yield Remark("takes-back", (), {"n": str(taken_back)})
    if threatened and len(forked) < 2:
        yield _remark("threatens", sorted(threatened))
    once_in_danger = [end if square == start else square for square in enemy_before.targets]
    saved = sorted(
        square for square in once_in_danger if square not in enemy.targets and owner_of(after.cells[square]) == seat
    )
    if saved:
        yield _remark("saves", saved)
    yield from _reply_remarks(after, enemy)
    rows = 7 - end // 8 if seat else end // 8
    if level_of(after.cells[end]) == 1 and rows <= NEAR:
        yield Remark("nearer", (NAMES[end],), {"n": str(rows), "square": NAMES[end]})
    if not enemy.targets:
        yield Remark("safe")


def _reply_remarks(after: Position, enemy: Captures) -> Iterator[Remark]:
    replies = after.legal_moves()
    if len(replies) == 1:
        facts = {"square": NAMES[replies[0].start], "target": NAMES[replies[0].end]}
        yield Remark("only-reply", (facts["target"], facts["square"]), facts)
    elif enemy.targets:
        yield _remark("forces", sorted({hop.start for hop in replies}))


def _count_taken_back(after: Position, enemy: Captures, seat: Seat) -> int:
    """Return the number of pieces that `seat` can at least capture in reply, whatever the other side captures.

    The result is 0 if some capture costs more pieces than can be captured in reply.
    """
    least = 0
    for captured in enemy.results:
        replies = captures(captured, seat, after.levels)
        if replies is None or not replies.results:
            return 0
        gained = _count_pieces(captured, 1 - seat) - min(_count_pieces(cells, 1 - seat) for cells in replies.results)
        if gained < _count_pieces(after.cells, seat) - _count_pieces(captured, seat):
            return 0
        least = min(least, gained) if least else gained
    return least


def _count_pieces(cells: bytes, seat: Seat) -> int:
    return sum(owner_of(code) == seat for code in cells)


def _remark(code: str, squares: Sequence[int], **facts: str) -> Remark:
    names = tuple(NAMES[square] for square in squares)
    return Remark(code, names, {"n": str(len(names)), "squares": ", ".join(names), **facts})
