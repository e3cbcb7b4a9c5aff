"""The board of Ducart for the other modules of the game: legal turns, playing them, their text, perft.

Source: README.md, sections 3 to 7 and 11.1. Squares, codes and turns are those of outside (mailbox.py). The board
knows no counters, history, draws or clocks. A side that can do nothing has no turns here.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from rules.ducart.engine.grid import ROOM, Grid
from rules.ducart.engine.mailbox import (
    A_AT,
    ACTOR_AT,
    B_AT,
    CELLS,
    HEAL,
    KEEPER,
    LETTERS,
    MOVE,
    NAMES,
    PUSH,
    SLEEP,
    SQUARES,
    STEAL,
    SWEEPER,
    TRANSFER,
)
from rules.ducart.engine.movegen import list_steps

_SIGNS: Final = {SLEEP: "~", STEAL: "<>", TRANSFER: "<"}


@final
class Board:
    """A position at the start of a turn."""

    def __init__(self, cells: bytes, side: int, fresh: int, flags: int) -> None:
        """`cells` are 64 codes from a1; `fresh` is the square of the fresh Creeper or -1; `flags` is a sum of
        `NEAR_ONLY`, `OWN_FLANK` and `PUSH_ONLY`. The caller keeps the invariants of section 5."""
        self._grid = Grid(cells, side, fresh, flags, ROOM)
        self._flags = flags

    @property
    def side(self) -> int:
        """The side to move: 0 Gold, 1 Blue."""
        return self._grid.side

    @property
    def fresh(self) -> int:
        """The square of the fresh Creeper, or -1."""
        return SQUARES[self._grid.fresh]

    def cells(self) -> bytes:
        """The 64 codes from a1, as `__init__` takes them."""
        return bytes([self._grid.cells[cell] for cell in CELLS])

    def sweepers(self, seat: int) -> int:
        """How many Sweepers a side has, in any state."""
        return self._grid.sweepers[seat]

    def pieces(self, seat: int) -> int:
        """How many pieces a side has, Sweepers and all, in any state."""
        return self._grid.pieces[seat]

    def moves(self) -> list[int]:
        """All legal turns, in no order; none once a side has no Sweeper, or if there is nothing to do."""
        grid = self._grid
        count = list_steps(grid, 0)
        return [outside(grid.steps[i]) for i in range(count)]

    def play(self, move: int) -> None:
        """Play a legal turn, for good."""
        self._grid.make(inside(move))
        self._grid.clear_undo()

    def kills(self, move: int) -> bool:
        """Whether a legal turn kills a piece."""
        code = self._grid.cells[CELLS[move >> 4 & 63]]
        return move & 15 == MOVE and code < 32 and code & 7 == SWEEPER and self._target(move) != 0

    def promotes(self, move: int) -> bool:
        """Whether a legal turn makes a Sweeper of either side a Leaper."""
        actor = CELLS[move >> 4 & 63]
        kind = move & 15
        if kind == MOVE:
            code = self._grid.cells[actor]
            return code < 32 and _promoted(code, CELLS[move >> 10 & 63])
        if kind == STEAL:
            return _promoted(self._target(move), actor)
        return kind == PUSH and _promoted(self._target(move), CELLS[move >> 16 & 63])

    def _target(self, move: int) -> i64:
        return self._grid.cells[CELLS[move >> 10 & 63]]

    def text(self, move: int) -> str:
        """A legal turn in Standard Ducart Notation."""
        kind = move & 15
        actor = NAMES[move >> 4 & 63]
        a = NAMES[move >> 10 & 63]
        code = self._grid.cells[CELLS[move >> 4 & 63]]
        letter = LETTERS[KEEPER if code >= 32 else code & 7]
        promotion = "=L" if self.promotes(move) else ""
        if kind == HEAL:
            return f"{letter}{actor}+"
        if kind == PUSH:
            return f"{letter}{actor}>{a}-{NAMES[move >> 16 & 63]}{promotion}"
        if kind != MOVE:
            return f"{letter}{actor}{_SIGNS[kind]}{a}{promotion}"
        if move >> 16 != 0:
            return f"{letter}{actor}-{NAMES[(move >> 16) - 1]}-{a}"
        sign = "-" if self._target(move) == 0 else "^" if letter == "K" else "x"
        return f"{letter}{actor}{sign}{a}{promotion}"

    def turns(self) -> list[str]:
        """All legal turns as text, sorted by character code."""
        return sorted([self.text(move) for move in self.moves()])

    def perft(self, depth: int) -> int:
        """The number of sequences of `depth` turns. A missed turn is one; the game is over where neither side can do
        anything, or a side has no Sweeper (section 8). Counters are ignored."""
        if depth == 0:
            return 1
        grid = Grid(self.cells(), self.side, self.fresh, self._flags, (2 * depth + 1) * ROOM)
        return _perft(grid, depth, 0)


def _promoted(code: i64, end: i64) -> bool:
    """Whether the piece of a code, the lower one of a stack, becomes a Leaper on the cell `end`."""
    return code & 7 == SWEEPER and (end > 90 if code & 8 == 0 else end < 29)


def _perft(grid: Grid, depth: i64, base: i64) -> i64:
    """`Board.perft`, with its steps listed from index `base` on."""
    top = list_steps(grid, base)
    if top == base:
        return _perft_pass(grid, depth, base)
    if depth == 1:
        return top - base
    count: i64 = 0
    at = base
    while at < top:
        step = grid.steps[at]
        at += 1
        grid.make(step)
        count += _perft(grid, depth - 1, top)
        grid.unmake(step)
    return count


def _perft_pass(grid: Grid, depth: i64, base: i64) -> i64:
    """`_perft` if the side to move can do nothing."""
    fresh = grid.fresh
    grid.pass_turn()
    count: i64 = 0
    if list_steps(grid, base) != base:
        count = 1 if depth == 1 else _perft(grid, depth - 1, base)
    grid.pass_turn()
    grid.fresh = fresh
    return count


def outside(step: i64) -> int:
    """A step as a turn of squares."""
    kind: i64 = step & 15
    actor: i64 = SQUARES[step >> ACTOR_AT & 127]
    move = kind | actor << 4
    if kind != HEAL:
        a: i64 = SQUARES[step >> A_AT & 127]
        move |= a << 10
    b: i64 = step >> B_AT
    if b != 0:
        b = SQUARES[b]
        if kind == MOVE:
            b += 1
        move |= b << 16
    return move


def inside(move: int) -> i64:
    """A turn of squares as a step."""
    kind: i64 = move & 15
    actor: i64 = CELLS[move >> 4 & 63]
    step = kind | actor << ACTOR_AT
    if kind != HEAL:
        a: i64 = CELLS[move >> 10 & 63]
        step |= a << A_AT
    b: i64 = move >> 16
    if kind == PUSH:
        b = CELLS[b]
        step |= b << B_AT
    elif b != 0:
        b = CELLS[b - 1]
        step |= b << B_AT
    return step
