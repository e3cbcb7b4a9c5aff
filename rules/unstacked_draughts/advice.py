"""Reasons for a use of the dice in Unstacked Draughts, found by the rules alone (README.md, sections 2 to 5)."""

from collections.abc import Sequence

from rules.contract import Remark
from rules.unstacked_draughts.engine.board import FULL
from rules.unstacked_draughts.moves import LETTERS, Move, Use
from rules.unstacked_draughts.position import Position
from rules.unstacked_draughts.state import Phase


def reasons(position: Position, moves: Sequence[Move]) -> tuple[Remark, ...]:
    """Return the effects of the dice that are used, the most telling first; throws have no reasons.

    `wins` the match, `wins-game` · `all-down`: nothing of the side is stacked any more · `point-off`, `point-down`
    {point}: the last checker there is borne off, or down · `left-over` {die}: its thrower could not use it ·
    `off`, `down` {point, n}: one is, and so many are left there to go the same way.
    """
    found: list[tuple[int, Remark]] = []
    for move in moves:
        before, position = position, position.play(move)
        if isinstance(move, Use):
            found += _used(before, move, position)
    told: list[Remark] = []
    for _, remark in sorted(found, key=lambda one: one[0]):
        if remark not in told:
            told.append(remark)
    return tuple(told)


def _used(before: Position, move: Use, after: Position) -> list[tuple[int, Remark]]:
    at = (f"{LETTERS[move.seat]}{move.die}",)
    facts = {"point": str(move.die), "die": str(move.die)}
    found = []
    state = after.sides[move.seat]
    if after.winner == move.seat:
        found.append((0, Remark("wins" if after.phase is Phase.OVER else "wins-game")))
    if move.kind == "v" and state == FULL:
        found.append((1, Remark("all-down", at, facts)))
    left = 0 if move.kind == "v" and state == FULL else int(state[move.die])
    way = "down" if move.kind == "v" else "off"
    if left == 0:
        found.append((2, Remark(f"point-{way}", at, facts)))
    assert before.roll is not None, "a die that is used lies there"
    if before.roll.thrower != move.seat:
        found.append((3, Remark("left-over", at, facts)))
    if left:
        found.append((4, Remark(way, at, {**facts, "n": str(left)})))
    return found
