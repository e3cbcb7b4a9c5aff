"""The board of proofs for Ducart (see `proof`). Sections are those of the game's README.md.

The match ends as in section 8, rows 1, 2 and 6. The hundred-turn rule, clocks and sudden death are ignored; `sound`
tells whether they can't matter.
"""

from __future__ import annotations

from typing import Final, final

from rules.ducart.engine.grid import ROOM, Grid
from rules.ducart.engine.movegen import list_steps
from rules.ducart.engine.no_progress import QUIET_LIMIT
from rules.ducart.options import board_flags
from rules.ducart.position import Position
from rules.lab.proof import DRAWN, LOST, WON

MISSED: Final = -1  # step of a turn without a possible action


@final
class DucartProofBoard:
    """A `ProofBoard` whose steps are those of `Grid`."""

    def __init__(self, position: Position) -> None:
        self._grid = Grid(position.cells, position.side, position.fresh, board_flags(position.flags), ROOM)
        self._fresh: list[int] = []  # `Grid.fresh` before each missed turn

    def steps(self) -> list[int]:
        grid = self._grid
        count = list_steps(grid, 0)
        steps = grid.steps
        return [steps[i] for i in range(count)] or [MISSED]

    def make(self, step: int) -> int | None:
        grid = self._grid
        if step == MISSED:
            self._fresh.append(grid.fresh)
            grid.pass_turn()
            return DRAWN if list_steps(grid, 0) == 0 else None
        grid.make(step)
        sweepers = grid.sweepers
        side = grid.side
        if sweepers[side] == 0:
            return WON if sweepers[side ^ 1] else DRAWN
        return None if sweepers[side ^ 1] else LOST

    def unmake(self, step: int) -> None:
        grid = self._grid
        if step == MISSED:
            grid.pass_turn()
            grid.fresh = self._fresh.pop()
        else:
            grid.unmake(step)

    def key(self) -> tuple[bytes, int, int]:
        grid = self._grid
        return bytes(grid.cells), int(grid.side), int(grid.fresh)

    def hopeless(self, turns: int) -> bool:
        # a turn removes at most one Sweeper, and n turns of the attacker come with n - 1 of the other side
        return self._grid.sweepers[self._grid.side ^ 1] > 2 * turns - 1


def sound(position: Position, turns: int) -> bool:
    """Return whether within `turns` turns of each side no clock, sudden death or hundredth turn can end the match."""
    return not position.is_timed and not position.is_sudden_death and position.quiet + 2 * turns < QUIET_LIMIT
