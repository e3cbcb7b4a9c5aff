"""The inner board of Ducart: a mailbox of codes with make and unmake on small ints.

Source: the digest (README.md), sections 3 to 7. Cells, codes and steps: mailbox.py. Typed for mypyc, equal when
interpreted.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from rules.ducart.engine.mailbox import (
    A_AT,
    ACTOR_AT,
    B_AT,
    BLUE_ON,
    CELLS,
    CREEPER,
    HEAL,
    KEEPER,
    LEAPER,
    MOVE,
    NEAR_ONLY,
    OWN_FLANK,
    PUSH,
    PUSH_ONLY,
    SLEEP,
    SLEPT,
    STEAL,
    SWEEPER,
    WALL,
    WAYS,
)

ROOM: Final = 1024
"""More than any position has steps."""
_UNDO: Final = 1536
"""Room for what takes back the steps made, six numbers each."""
SIDE_KEY: Final = 128 << 7
"""Where in `Grid.keys` the number for Blue to move is."""
FRESH_KEY: Final = SIDE_KEY + 1
"""From here on, by cell, the numbers for a fresh Creeper."""

_WAYS: Final = vec[i64](WAYS)
_NOTHING: Final = vec[i64]([0] * (129 << 7))


@final
class Grid:
    """Codes, side to move, the fresh Creeper's cell and how many pieces each side has."""

    def __init__(self, codes: bytes, side: int, fresh: int, flags: int, room: int) -> None:
        """`codes` are 64 from a1, `fresh` a square or -1, `flags` a sum of `NEAR_ONLY`, `OWN_FLANK` and `PUSH_ONLY`,
        `room` is for the steps of all positions on the way down a search."""
        self.side: i64 = side
        self.fresh: i64 = CELLS[fresh] if fresh >= 0 else 0
        """The cell of the fresh Creeper, or 0."""
        self.near = flags & NEAR_ONLY != 0
        self.own_flank = flags & OWN_FLANK != 0
        self.push_only = flags & PUSH_ONLY != 0
        self.cells = vec[i64]([WALL] * 120)
        """Cell -> code."""
        self.sweepers = vec[i64]([0, 0])
        """Side -> how many Sweepers it has."""
        self.pieces = vec[i64]([0, 0])
        """Side -> how many pieces it has, Sweepers and all."""
        self.steps = vec[i64]([0] * room)
        """What `list_steps` fills."""
        self.seen = vec[i64]([0] * 120)
        """Cell -> the `leap` in which it was reached last."""
        self.leap: i64 = 0
        self.ways = _WAYS
        """`WAYS`."""
        self.keys = _NOTHING
        """Code << 7 | cell -> number; then those of `SIDE_KEY` and `FRESH_KEY`."""
        self.values = _NOTHING
        """Code << 7 | cell -> what lies there counts in `total`."""
        self._censuses = _NOTHING
        self._rows = _NOTHING
        self.key: i64 = 0
        self.total: i64 = 0
        self.census: i64 = 0
        self.rows: i64 = 0
        """As census.py says."""
        self._undo = vec[i64]([0] * _UNDO)
        self._top: i64 = 0
        for square in range(64):
            code: i64 = codes[square]
            self.cells[CELLS[square]] = code
            if code & 15 != 0:
                self.pieces[code >> 3 & 1] += 1
                if code & 7 == SWEEPER:
                    self.sweepers[code >> 3 & 1] += 1
            if code >= 32:
                self.pieces[code >> 6] += 1

    def weigh(self, keys: vec[i64], values: vec[i64], censuses: vec[i64], rows: vec[i64]) -> None:
        """Keep `key`, `total`, `census` and `rows` by these tables from now on. Empty cells count 0 in all
        but `keys`."""
        self.keys = keys
        self.values = values
        self._censuses = censuses
        self._rows = rows
        self.key = 0
        self.total = 0
        self.census = 0
        self.rows = 0
        for square in range(64):
            cell: i64 = CELLS[square]
            at = self.cells[cell] << 7 | cell
            self.key ^= keys[at]
            self.total += values[at]
            self.census += censuses[at]
            self.rows += rows[at]
        if self.side != 0:
            self.key ^= keys[SIDE_KEY]
        if self.fresh != 0:
            self.key ^= keys[FRESH_KEY + self.fresh]

    def _put(self, cell: i64, code: i64) -> None:
        before = self.cells[cell] << 7 | cell
        after = code << 7 | cell
        self.key ^= self.keys[before] ^ self.keys[after]
        self.total += self.values[after] - self.values[before]
        self.census += self._censuses[after] - self._censuses[before]
        self.rows += self._rows[after] - self._rows[before]
        self.cells[cell] = code

    def _landed(self, cell: i64, code: i64) -> i64:
        """What a piece is once it stands on `cell`: a Sweeper on its far row has become a Leaper (section 6)."""
        if code & 7 != SWEEPER:
            return code
        owner = code >> 3 & 1
        if (cell > 90) if owner == 0 else (cell < 29):
            self.sweepers[owner] -= 1
            return LEAPER + 8 * owner
        return code

    def make(self, step: i64) -> None:
        """Make a legal step and pass the turn on."""
        cells = self.cells
        undo = self._undo
        actor = step >> ACTOR_AT & 127
        a = step >> A_AT & 127
        b = step >> B_AT & 127
        kind = step & 15
        top = self._top
        undo[top] = self.key
        undo[top + 1] = self.total
        undo[top + 2] = self.census
        undo[top + 3] = self.rows
        undo[top + 4] = (
            self.fresh
            | self.sweepers[0] << 8
            | self.sweepers[1] << 16
            | self.pieces[0] << 24
            | self.pieces[1] << 32
            | cells[actor] << 40
            | cells[a] << 48
        )
        self._top = top + 6
        if self.fresh != 0:
            self.key ^= self.keys[FRESH_KEY + self.fresh]
            self.fresh = 0
        if kind == MOVE:
            self._move(actor, a)
        elif kind == STEAL:
            code = cells[actor]
            self._put(actor, self._landed(actor, cells[a]))
            self._put(a, code)
        elif kind == SLEEP:
            self._put(a, cells[a] | SLEPT)
        elif kind == PUSH:
            code = cells[a]
            stays: i64 = 0
            if code >= 32:
                stays = KEEPER | SLEPT
                if code >= BLUE_ON:
                    stays += 8
                code &= 31
            self._put(b, self._landed(b, code))
            self._put(a, stays)
        elif kind == HEAL:
            undo[top + 5] = self._heal(actor)
        else:
            code = cells[a]
            self._put(a, code & 31)
            self._put(actor, cells[actor] | (code & 96))
        self.key ^= self.keys[SIDE_KEY]
        self.side ^= 1

    def _move(self, start: i64, end: i64) -> None:
        """A piece's own move, with what it kills or keeps."""
        side = self.side
        code = self.cells[start]
        stays: i64 = 0
        if code >= 32:
            stays = code & 31
            code = KEEPER + 8 * side
        target = self.cells[end]
        kind = code & 7
        if target != 0:
            if kind == KEEPER:
                code = target | 32 + 32 * side
            else:
                owner = target >> 3 & 1
                self.pieces[owner] -= 1
                if target & 7 == SWEEPER:
                    self.sweepers[owner] -= 1
        if kind == SWEEPER:
            code = self._landed(end, code)
        elif kind == CREEPER:
            self.fresh = end
            self.key ^= self.keys[FRESH_KEY + end]
        self._put(start, stays)
        self._put(end, code)

    def _heal(self, healer: i64) -> i64:
        """Wake the neighbours; returns a bit for each way in which one woke."""
        woken: i64 = 0
        bit: i64 = 1
        way: i64 = 0
        while way < 8:
            cell = healer + self.ways[way]
            code = self.cells[cell]
            if code & SLEPT != 0:
                self._put(cell, code ^ SLEPT)
                woken |= bit
            bit <<= 1
            way += 1
        return woken

    def unmake(self, step: i64) -> None:
        """Take back the last step made."""
        cells = self.cells
        undo = self._undo
        actor = step >> ACTOR_AT & 127
        kind = step & 15
        top = self._top - 6
        self._top = top
        kept = undo[top + 4]
        if kind == HEAL:
            woken = undo[top + 5]
            way: i64 = 0
            while woken != 0:
                if woken & 1 != 0:
                    cells[actor + self.ways[way]] |= SLEPT
                woken >>= 1
                way += 1
        else:
            if kind == PUSH:
                cells[step >> B_AT & 127] = 0
            cells[actor] = kept >> 40 & 255
            cells[step >> A_AT & 127] = kept >> 48
        self.key = undo[top]
        self.total = undo[top + 1]
        self.census = undo[top + 2]
        self.rows = undo[top + 3]
        self.fresh = kept & 255
        self.sweepers[0] = kept >> 8 & 255
        self.sweepers[1] = kept >> 16 & 255
        self.pieces[0] = kept >> 24 & 255
        self.pieces[1] = kept >> 32 & 255
        self.side ^= 1

    def flip(self) -> None:
        """Pass the turn on without a step: a missed turn. To take it back, put back `side`, `key` and `fresh`."""
        if self.fresh != 0:
            self.key ^= self.keys[FRESH_KEY + self.fresh]
            self.fresh = 0
        self.key ^= self.keys[SIDE_KEY]
        self.side ^= 1

    def forget(self) -> None:
        """The steps made so far will not be taken back."""
        self._top = 0
