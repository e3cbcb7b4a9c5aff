"""Reasons for a turn of Double Draughts, found by the rules alone (README.md, sections 3 to 6)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rules.abilities import play_all
from rules.common.squares import NAMES
from rules.contract import Remark, Seat
from rules.double_draughts.engine.board import GOES_ON, Board, level_of, owner_of, squares
from rules.double_draughts.moves import Hop
from rules.double_draughts.position import Position

MOST: Final = 600
"""Most captures under way that are tried; an editor's board may have millions, and then no reason is given."""
NEAR: Final = 3  # most rows to its last one at which a Man has the reason `nearer`


@dataclass(frozen=True, slots=True)
class Captures:
    """The possible captures of a side in one turn: prey, first jumps, and the cells after whole turns."""

    prey: frozenset[int] = frozenset()
    first: frozenset[tuple[int, int]] = frozenset()  # square of the jumping piece, square of the one it takes
    ends: frozenset[bytes] = frozenset()


def captures(cells: bytes, side: Seat, levels: int) -> Captures | None:
    """Return the captures of `side` if it were its turn, or None if there are more than `MOST`."""
    board = Board(cells, side, levels)
    begun = board.state()
    prey, first, ends = set[int](), set[tuple[int, int]](), set[bytes]()
    waiting = [(at, begun) for at in squares(board.jumpers())]
    known = set(waiting)
    while waiting:
        at, state = waiting.pop()
        board.restore(state, side)
        for end in squares(board.landings(at)):
            over = (at + end) // 2
            prey.add(over)
            if state == begun:
                first.add((at, over))
            goes_on = board.hop(at, end) == GOES_ON
            now = (end, board.state())
            if not goes_on:
                ends.add(board.cells())
            elif now not in known:
                known.add(now)
                waiting.append(now)
            board.restore(state, side)
        if len(known) + len(ends) > MOST:
            return None
    return Captures(frozenset(prey), frozenset(first), frozenset(ends))


def reasons(position: Position, moves: Sequence[Hop]) -> tuple[Remark, ...]:
    """Return the effects of the hops, the rest of one turn; the most telling first.

    `wins` `draws` · `takes` {n, squares} · `crowns` `triples` {square} · `forks` `forks-kings` {square, squares}:
    the piece could jump either of several next, if the other side, which needn't capture, did nothing ·
    `takes-back` {n}: whatever the other side then has to capture, at least as many can be taken back · `threatens`
    {n, squares} · `saves` {n, squares}: what could have been taken no longer can · `only-reply` {square, target} ·
    `forces` {squares} · `nearer` {n, square} · `safe`: nothing of the mover's can be taken.
    """
    after = play_all(position, moves)
    if not moves or not after.turn_started:
        return ()
    outcome = after.outcome()
    if outcome is not None:
        return (Remark("wins" if outcome.winners == (position.side,) else "draws"),)
    return (*_own(position, moves, after), *_between(position, moves, after))


def _own(position: Position, moves: Sequence[Hop], after: Position) -> Iterator[Remark]:
    end = moves[-1].end
    taken = [hop.over for hop in moves if hop.jump]
    if taken:
        yield _remark("takes", taken)
    risen = level_of(after.cells[end]) - level_of(position.cells[moves[0].start])
    if risen:
        code = "crowns" if level_of(after.cells[end]) == 2 else "triples"
        yield Remark(code, (NAMES[end],), {"square": NAMES[end]})


def _between(position: Position, moves: Sequence[Hop], after: Position) -> Iterator[Remark]:
    seat, other, levels = position.side, 1 - position.side, position.levels
    start, end = moves[0].start, moves[-1].end
    mine_before, mine = captures(position.cells, seat, levels), captures(after.cells, seat, levels)
    theirs_before, theirs = captures(position.cells, other, levels), captures(after.cells, other, levels)
    if mine_before is None or mine is None or theirs_before is None or theirs is None:
        return
    new = frozenset() if theirs.prey else mine.prey - mine_before.prey
    forked = sorted(over for at, over in mine.first if at == end and over in new)
    if len(forked) > 1:
        kings = all(level_of(after.cells[over]) > 1 for over in forked)
        yield _remark("forks-kings" if kings else "forks", forked, square=NAMES[end])
    back = _taken_back(after, theirs, seat)
    if back:
        yield Remark("takes-back", (), {"n": str(back)})
    if new and len(forked) < 2:
        yield _remark("threatens", sorted(new))
    now = {at: end if at == start else at for at in theirs_before.prey}
    saved = sorted(at for at in now.values() if at not in theirs.prey and owner_of(after.cells[at]) == seat)
    if saved:
        yield _remark("saves", saved)
    yield from _replies(after, theirs)
    rows = 7 - end // 8 if seat else end // 8
    if level_of(after.cells[end]) == 1 and rows <= NEAR:
        yield Remark("nearer", (NAMES[end],), {"n": str(rows), "square": NAMES[end]})
    if not theirs.prey:
        yield Remark("safe")


def _replies(after: Position, theirs: Captures) -> Iterator[Remark]:
    answers = after.legal_moves()
    if len(answers) == 1:
        facts = {"square": NAMES[answers[0].start], "target": NAMES[answers[0].end]}
        yield Remark("only-reply", (facts["target"], facts["square"]), facts)
    elif theirs.prey:
        yield _remark("forces", sorted({hop.start for hop in answers}))


def _taken_back(after: Position, theirs: Captures, seat: Seat) -> int:
    """Return the fewest pieces that `seat` can take back after any capture of the other side.

    0 if some capture costs more than can be taken back.
    """
    least = 0
    for taken in theirs.ends:
        answers = captures(taken, seat, after.levels)
        if answers is None or not answers.ends:
            return 0
        gained = _count(taken, 1 - seat) - min(_count(end, 1 - seat) for end in answers.ends)
        if gained < _count(after.cells, seat) - _count(taken, seat):
            return 0
        least = min(least, gained) if least else gained
    return least


def _count(cells: bytes, seat: Seat) -> int:
    return sum(owner_of(code) == seat for code in cells)


def _remark(code: str, at: Sequence[int], **facts: str) -> Remark:
    names = tuple(NAMES[one] for one in at)
    return Remark(code, names, {"n": str(len(names)), "squares": ", ".join(names), **facts})
