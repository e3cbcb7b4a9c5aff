"""Reasons for a use of dice in Unstacked Draughts: what it brings down, bears off or wins (README.md, 2 to 5)."""

from collections.abc import Sequence

from rules.contract import Remark
from rules.unstacked_draughts.engine.board import FULL
from rules.unstacked_draughts.moves import LETTERS, Move, Use
from rules.unstacked_draughts.position import Position
from rules.unstacked_draughts.state import Phase


def reasons(position: Position, moves: Sequence[Move]) -> tuple[Remark, ...]:
    """Return remarks on the uses of dice among moves, the most important first; throws have no reasons.

    - `wins` the match, `wins-game`; `all-down`: the side has no stack any more.
    - `point-off`, `point-down` {point}: the last checker of a point is borne off, or brought down.
    - `left-over` {die}: its thrower couldn't use the die.
    - `off`, `down` {point, n}: a checker is, and n are left on the point to go the same way.
    """
    ranked: list[tuple[int, Remark]] = []
    for move in moves:
        before, position = position, position.play(move)
        if isinstance(move, Use):
            ranked += _ranked_remarks(before, move, position)
    remarks: list[Remark] = []
    for _, remark in sorted(ranked, key=lambda entry: entry[0]):
        if remark not in remarks:
            remarks.append(remark)
    return tuple(remarks)


def _ranked_remarks(before: Position, move: Use, after: Position) -> list[tuple[int, Remark]]:
    """Return the remarks on one use, each with its rank; 0 is the most important."""
    at = (f"{LETTERS[move.seat]}{move.die}",)
    facts = {"point": str(move.die), "die": str(move.die)}
    found = []
    state = after.sides[move.seat]
    if after.winner == move.seat:
        found.append((0, Remark("wins" if after.phase is Phase.OVER else "wins-game")))
    if move.kind == "v" and state == FULL:
        found.append((1, Remark("all-down", at, facts)))
    left = 0 if move.kind == "v" and state == FULL else int(state[move.die])
    direction = "down" if move.kind == "v" else "off"
    if left == 0:
        found.append((2, Remark(f"point-{direction}", at, facts)))
    assert before.roll is not None
    if before.roll.thrower != move.seat:
        found.append((3, Remark("left-over", at, facts)))
    if left:
        found.append((4, Remark(direction, at, {**facts, "n": str(left)})))
    return found
