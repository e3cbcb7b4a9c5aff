"""Reasons for a turn of Duck Chess, found by the rules alone (README.md, sections 3 to 7)."""

from collections.abc import Iterator, Sequence
from typing import Final

from rules.abilities import play_all
from rules.common.squares import NAMES
from rules.contract import Remark
from rules.duck_chess.cells import KINDS, attackers, kind, owner, reaches, with_duck
from rules.duck_chess.engine.mailbox import BLACK, KING, PAWN, QUEEN
from rules.duck_chess.moves import Move, PieceMove
from rules.duck_chess.position import Position

_PIECE_VALUES: Final = (0, 1, 3, 3, 5, 9, 100)  # kind of man -> value, in pawns
_MIN_SQUARES: Final = 3  # fewest squares that a man must gain, or lose to the duck, to be reported
_NEAR_ROWS: Final = 3  # a pawn is reported as coming nearer if it has at most this number of rows to go


def reasons(position: Position, moves: Sequence[Move]) -> tuple[Remark, ...]:
    """Return the effects of one turn, the most important first; of a turn's duck move alone only the duck's effects.

    Facts are squares and kinds of men. The codes, with their facts:

    `wins` `draws` · `takes` {piece, square} · `promotes` {piece, square} · `shields-king` {duck, square, squares}:
    without the duck the own king could be taken from squares · `saves-king` {square}: the own king could be taken
    before and can't now · `attacks-king` {by, square, from} · `forks` {by, from, piece, square, other, second}: the
    man that moved could take either of two · `shields` {duck, piece, square}: without the duck the own man could be
    taken · `threatens` {by, from, piece, square}: a man that could be taken next by one worth less · `covered`
    {square, by, from}: the man that moved could be taken, and by could take back · `saves` {piece, square}: an
    own man could be taken before and can't now · `stops-pawn` {duck, square} · `attacks` {by, from, piece, square}:
    a man worth no more than the man that moved, which could take it next · `stifles` {piece, square, n}: the duck
    takes n squares from an enemy man · `castles` · `nearer` {n, square}: a pawn has n rows to go · `room` {piece,
    square, n, before}: the man can reach n squares, more than before · `safe`: no own man could be taken next.
    """
    after = play_all(position, moves)
    if not moves or not after.turn_started:
        return ()
    outcome = after.outcome()
    if outcome is not None:
        return (Remark("wins" if outcome.winners == (position.side,) else "draws"),)
    piece = next((move for move in (position.pending, *moves) if isinstance(move, PieceMove)), None)
    assert piece is not None, "a turn that has ended had a piece move"
    found = [*_report_capture(position, after, piece)] if isinstance(moves[0], PieceMove) else []
    found += _report_king(position, after)
    found += [*_report_threats(position, after, piece), *_report_protected(position, after), *_report_hindered(after)]
    found += _report_improvements(position, after, piece)
    if not attackers(after.cells, after.side):
        found.append(Remark("safe"))
    if not isinstance(moves[0], PieceMove):
        found = [remark for remark in found if "duck" in remark.facts]
    return tuple(sorted(found, key=lambda remark: _ORDER.index(f" {remark.code} ")))


_ORDER: Final = (
    " takes promotes shields-king saves-king attacks-king forks covered shields threatens saves stops-pawn attacks "
    "stifles castles nearer room safe "
)  # codes, the most important first, each between blanks


def _report_capture(position: Position, after: Position, move: PieceMove) -> Iterator[Remark]:
    lost = after.taken[1 - position.side][len(position.taken[1 - position.side]) :]
    if lost:
        passing = not position.cells[move.end]
        at = 8 * (move.start // 8) + move.end % 8 if passing else move.end
        yield _man_remark("takes", lost[0], at)
    if move.promotion:
        yield _man_remark("promotes", move.promotion, move.end)


def _report_king(position: Position, after: Position) -> Iterator[Remark]:
    seat, enemy = position.side, 1 - position.side
    king, old_king = after.king(seat), position.cells.find(KING + 6 * seat)
    assert king is not None, "a king that is taken ends the match"
    if king in attackers(after.cells, enemy):
        return
    without_duck = attackers(with_duck(after.cells, None), enemy).get(king, ())
    facts = {"square": NAMES[king]}
    if without_duck and after.duck is not None:
        squares = ", ".join(NAMES[at] for at in without_duck)
        yield Remark("shields-king", (NAMES[after.duck],), {**facts, "duck": NAMES[after.duck], "squares": squares})
    elif old_king in attackers(position.cells, enemy):
        yield Remark("saves-king", (NAMES[king],), facts)


def _report_threats(position: Position, after: Position, move: PieceMove) -> Iterator[Remark]:
    seat = position.side
    before, now = attackers(position.cells, seat), attackers(after.cells, seat)
    king = after.king(1 - seat)
    own_value = _value_on(after.cells, move.end)
    valuable = [at for at in now if move.end in now[at] and _value_on(after.cells, at) > own_value]
    valuable.sort(key=lambda at: -_value_on(after.cells, at))
    checked = king if king in now and king not in before and not (len(valuable) > 1 and valuable[0] == king) else None
    if checked is not None:
        yield Remark("attacks-king", (NAMES[checked],), {"square": NAMES[checked], **_by(after, now[checked][0])})
    if move.end in attackers(after.cells, after.side):
        taken = after.cells[: move.end] + bytes((PAWN + 6 * after.side,)) + after.cells[move.end + 1 :]
        recapturing = attackers(taken, seat).get(move.end)
        if recapturing:
            yield Remark("covered", (NAMES[move.end],), {"square": NAMES[move.end], **_by(after, recapturing[0])})
    if len(valuable) > 1:
        first, second = valuable[:2]
        facts = {"second": KINDS[kind(after.cells[second]) - 1], "other": NAMES[second], **_by(after, move.end)}
        yield _man_remark("forks", after.cells[first], first, **facts)
        return
    for at in sorted(now.keys() - before.keys(), key=lambda square: -_value_on(after.cells, square)):
        start = min(now[at], key=lambda square: _value_on(after.cells, square))
        if at != king and _value_on(after.cells, at) > _value_on(after.cells, start):
            yield _man_remark("threatens", after.cells[at], at, **_by(after, start))
            return
    attacked = [at for at in now if at != king and move.end in now[at] and move.start not in before.get(at, ())]
    if attacked and checked is None:
        at = max(attacked, key=lambda square: (_value_on(after.cells, square), -square))
        yield _man_remark("attacks", after.cells[at], at, **_by(after, move.end))


def _by(after: Position, at: int) -> dict[str, str]:
    return {"by": KINDS[kind(after.cells[at]) - 1], "from": NAMES[at]}


def _report_protected(position: Position, after: Position) -> Iterator[Remark]:
    seat, enemy = position.side, 1 - position.side
    before, now = attackers(position.cells, enemy), attackers(after.cells, enemy)
    without_duck = attackers(with_duck(after.cells, None), enemy)
    duck = after.duck
    men = [at for at, code in enumerate(after.cells) if owner(code) == seat and kind(code) not in (PAWN, KING)]
    safe = sorted((at for at in men if at not in now), key=lambda at: -_value_on(after.cells, at))
    shielded = next((at for at in safe if at in without_duck), None)
    if shielded is not None and duck is not None:
        yield _man_remark("shields", after.cells[shielded], shielded, duck=NAMES[duck])
    saved = next((at for at in safe if at not in without_duck and _old_square(position, after, at) in before), None)
    if saved is not None:
        yield _man_remark("saves", after.cells[saved], saved)


def _old_square(position: Position, after: Position, at: int) -> int:
    """Return the square on which the man that stands on `at` after the turn stood before it."""
    code = after.cells[at]
    if position.cells[at] == code:
        return at
    left = [square for square in range(64) if position.cells[square] == code != after.cells[square]]
    return left[0] if len(left) == 1 else at


def _report_hindered(after: Position) -> Iterator[Remark]:
    duck, side = after.duck, after.side
    if duck is None:
        return
    ahead = -8 if side == BLACK else 8
    behind = duck - ahead
    last = duck // 8 == (0 if side == BLACK else 7)
    if last and after.cells[behind] == PAWN + 6 * side:
        yield Remark("stops-pawn", (NAMES[duck],), {"duck": NAMES[duck], "square": NAMES[behind]})
    squares_without_duck = [start for start, _ in reaches(with_duck(after.cells, None), side)]
    left = [start for start, _ in reaches(after.cells, side)]
    costs = {start: squares_without_duck.count(start) - left.count(start) for start in set(squares_without_duck)}
    most = max(costs, key=lambda start: (costs[start], -start), default=None)
    if most is not None and costs[most] >= _MIN_SQUARES:
        yield _man_remark("stifles", after.cells[most], most, n=str(costs[most]), duck=NAMES[duck])


def _report_improvements(position: Position, after: Position, move: PieceMove) -> Iterator[Remark]:
    code, end = position.cells[move.start], move.end
    if kind(code) == KING and abs(end - move.start) == 2:
        yield Remark("castles", (NAMES[end],))
    rows = 7 - end // 8 if position.side != BLACK else end // 8
    if kind(code) == PAWN and 0 < rows <= _NEAR_ROWS:
        yield Remark("nearer", (NAMES[end],), {"n": str(rows), "square": NAMES[end]})
    squares = sum(start == end for start, _ in reaches(after.cells, position.side))
    before = sum(start == move.start for start, _ in reaches(position.cells, position.side))
    if PAWN < kind(code) <= QUEEN and squares >= before + _MIN_SQUARES:
        yield _man_remark("room", code, end, n=str(squares), before=str(before))


def _value_on(cells: bytes, at: int) -> int:
    return _PIECE_VALUES[kind(cells[at])]


def _man_remark(code: str, man: int, at: int, **facts: str) -> Remark:
    return Remark(code, (NAMES[at],), {"piece": KINDS[kind(man) - 1], "square": NAMES[at], **facts})
