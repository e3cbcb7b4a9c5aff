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

_PIECE_VALUES: Final = (0, 1, 3, 3, 5, 9, 100)  # kind of man -> value in pawns
_LEAST_SQUARES: Final = 3  # fewest squares that a man must gain, or lose to the duck, to be reported
_NEAR: Final = 3  # most rows from the last one at which a pawn is reported as coming nearer


def reasons(position: Position, moves: Sequence[Move]) -> tuple[Remark, ...]:
    """Return the effects of one turn or its rest, the most important first; of a rest only the duck's.

    Facts are squares and kinds of men.

    `wins` `draws` · `takes` {piece, square} · `promotes` {piece, square} · `shields-king` {duck, square, squares}:
    without the duck the own king could be taken from there · `saves-king` {square}: it could have been taken and no
    longer can · `attacks-king` {by, square, from} · `forks` {by, from, piece, square, other, second}: the man that
    moved could take either · `shields` {duck, piece, square}: without the duck the man could be taken · `threatens`
    {by, from, piece, square}: a man worth more than the one that could take it next · `covered` {square, by, from}:
    the man that moved could be taken, and another take back · `saves` {piece, square} · `stops-pawn` {duck, square}
    · `attacks` {by, from, piece, square}: what the man that moved could take next where it attacks no king, worth
    less than itself · `stifles` {piece, square, n}: the duck takes so many squares from it · `castles` · `nearer`
    {n, square} · `room` {piece, square, n, before} · `safe`: nothing of the mover's could be taken next.
    """
    after = play_all(position, moves)
    if not moves or not after.turn_started:
        return ()
    outcome = after.outcome()
    if outcome is not None:
        return (Remark("wins" if outcome.winners == (position.side,) else "draws"),)
    piece = next((move for move in (position.pending, *moves) if isinstance(move, PieceMove)), None)
    assert piece is not None, "a turn that has ended had a piece move"
    found = [*_taken(position, after, piece)] if isinstance(moves[0], PieceMove) else []
    found += _about_the_king(position, after)
    found += [*_threats(position, after, piece), *_shielded(position, after), *_hindered(after)]
    found += _improved(position, after, piece)
    if not attackers(after.cells, after.side):
        found.append(Remark("safe"))
    if not isinstance(moves[0], PieceMove):
        found = [one for one in found if "duck" in one.facts]
    return tuple(sorted(found, key=lambda remark: _ORDER.index(f" {remark.code} ")))


_ORDER: Final = (
    " takes promotes shields-king saves-king attacks-king forks covered shields threatens saves stops-pawn attacks "
    "stifles castles nearer room safe "
)  # codes, the most important first, each between blanks


def _taken(position: Position, after: Position, move: PieceMove) -> Iterator[Remark]:
    lost = after.taken[1 - position.side][len(position.taken[1 - position.side]) :]
    if lost:
        passing = not position.cells[move.end]
        at = 8 * (move.start // 8) + move.end % 8 if passing else move.end
        yield _about_man("takes", lost[0], at)
    if move.promotion:
        yield _about_man("promotes", move.promotion, move.end)


def _about_the_king(position: Position, after: Position) -> Iterator[Remark]:
    seat, other = position.side, 1 - position.side
    king, was = after.king(seat), position.cells.find(KING + 6 * seat)
    assert king is not None, "a king that is taken ends the match"
    if king in attackers(after.cells, other):
        return
    lifted = attackers(with_duck(after.cells, None), other).get(king, ())
    facts = {"square": NAMES[king]}
    if lifted and after.duck is not None:
        squares = ", ".join(NAMES[at] for at in lifted)
        yield Remark("shields-king", (NAMES[after.duck],), {**facts, "duck": NAMES[after.duck], "squares": squares})
    elif was in attackers(position.cells, other):
        yield Remark("saves-king", (NAMES[king],), facts)


def _threats(position: Position, after: Position, move: PieceMove) -> Iterator[Remark]:
    seat = position.side
    before, now = attackers(position.cells, seat), attackers(after.cells, seat)
    king = after.king(1 - seat)
    own = _value(after.cells, move.end)
    worthy = [at for at in now if move.end in now[at] and _value(after.cells, at) > own]
    worthy.sort(key=lambda at: -_value(after.cells, at))
    checks = king if king in now and king not in before and not (len(worthy) > 1 and worthy[0] == king) else None
    if checks is not None:
        yield Remark("attacks-king", (NAMES[checks],), {"square": NAMES[checks], **_by(after, now[checks][0])})
    if move.end in attackers(after.cells, after.side):
        taken = after.cells[: move.end] + bytes((PAWN + 6 * after.side,)) + after.cells[move.end + 1 :]
        back = attackers(taken, seat).get(move.end)
        if back:
            yield Remark("covered", (NAMES[move.end],), {"square": NAMES[move.end], **_by(after, back[0])})
    if len(worthy) > 1:
        one, two = worthy[:2]
        facts = {"second": KINDS[kind(after.cells[two]) - 1], "other": NAMES[two], **_by(after, move.end)}
        yield _about_man("forks", after.cells[one], one, **facts)
        return
    for at in sorted(now.keys() - before.keys(), key=lambda square: -_value(after.cells, square)):
        start = min(now[at], key=lambda square: _value(after.cells, square))
        if at != king and _value(after.cells, at) > _value(after.cells, start):
            yield _about_man("threatens", after.cells[at], at, **_by(after, start))
            return
    aims = [at for at in now if at != king and move.end in now[at] and move.start not in before.get(at, ())]
    if aims and checks is None:
        at = max(aims, key=lambda square: (_value(after.cells, square), -square))
        yield _about_man("attacks", after.cells[at], at, **_by(after, move.end))


def _by(after: Position, at: int) -> dict[str, str]:
    return {"by": KINDS[kind(after.cells[at]) - 1], "from": NAMES[at]}


def _shielded(position: Position, after: Position) -> Iterator[Remark]:
    seat, other = position.side, 1 - position.side
    before, now = attackers(position.cells, other), attackers(after.cells, other)
    lifted = attackers(with_duck(after.cells, None), other)
    duck = after.duck
    men = [at for at, code in enumerate(after.cells) if owner(code) == seat and kind(code) not in (PAWN, KING)]
    safe = sorted((at for at in men if at not in now), key=lambda at: -_value(after.cells, at))
    kept = next((at for at in safe if at in lifted), None)
    if kept is not None and duck is not None:
        yield _about_man("shields", after.cells[kept], kept, duck=NAMES[duck])
    saved = next((at for at in safe if at not in lifted and _came_from(position, after, at) in before), None)
    if saved is not None:
        yield _about_man("saves", after.cells[saved], saved)


def _came_from(position: Position, after: Position, at: int) -> int:
    if position.cells[at] == after.cells[at]:
        return at
    code = after.cells[at]
    left = [one for one in range(64) if position.cells[one] == code != after.cells[one]]
    return left[0] if len(left) == 1 else at


def _hindered(after: Position) -> Iterator[Remark]:
    duck, side = after.duck, after.side
    if duck is None:
        return
    ahead = -8 if side == BLACK else 8
    behind = duck - ahead
    last = duck // 8 == (0 if side == BLACK else 7)
    if last and after.cells[behind] == PAWN + 6 * side:
        yield Remark("stops-pawn", (NAMES[duck],), {"duck": NAMES[duck], "square": NAMES[behind]})
    free = [start for start, _ in reaches(with_duck(after.cells, None), side)]
    left = [start for start, _ in reaches(after.cells, side)]
    costs = {start: free.count(start) - left.count(start) for start in set(free)}
    most = max(costs, key=lambda start: (costs[start], -start), default=None)
    if most is not None and costs[most] >= _LEAST_SQUARES:
        yield _about_man("stifles", after.cells[most], most, n=str(costs[most]), duck=NAMES[duck])


def _improved(position: Position, after: Position, move: PieceMove) -> Iterator[Remark]:
    code, end = position.cells[move.start], move.end
    if kind(code) == KING and abs(end - move.start) == 2:
        yield Remark("castles", (NAMES[end],))
    rows = 7 - end // 8 if position.side != BLACK else end // 8
    if kind(code) == PAWN and 0 < rows <= _NEAR:
        yield Remark("nearer", (NAMES[end],), {"n": str(rows), "square": NAMES[end]})
    squares = sum(start == end for start, _ in reaches(after.cells, position.side))
    before = sum(start == move.start for start, _ in reaches(position.cells, position.side))
    if PAWN < kind(code) <= QUEEN and squares >= before + _LEAST_SQUARES:
        yield _about_man("room", code, end, n=str(squares), before=str(before))


def _value(cells: bytes, at: int) -> int:
    return _PIECE_VALUES[kind(cells[at])]


def _about_man(code: str, man: int, at: int, **facts: str) -> Remark:
    return Remark(code, (NAMES[at],), {"piece": KINDS[kind(man) - 1], "square": NAMES[at], **facts})
