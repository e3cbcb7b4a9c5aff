"""Positions of Double Draughts (Rich Hutnik, 2011). One decision is one hop. Clauses are those of README.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Final, Self

from rules import contract
from rules.board_game import BoardPosition, write_board
from rules.common.squares import NAMES
from rules.contract import Beat, Gesture, Outcome, Refusal, Remark, Seat, Table, Target
from rules.double_draughts import effects, refusals
from rules.double_draughts.engine.board import GOES_ON, PIECES, WHITE, Board, level_of, owner_of, squares
from rules.double_draughts.moves import Hop, hops
from rules.double_draughts.turns import paths

QUIET_LIMIT: Final = 80  # quiet plies that make a drawn game: 40 turns each (section 6)
MOST_ROUTES: Final = 500  # largest number of turns at which a turn may be given by its two ends alone


@dataclass(frozen=True, slots=True)
class Position(BoardPosition):
    """A board with codes of `board.PIECES`, side to move (0 Black, 1 White), rule switch and counters."""

    levels: int = 2
    quiet: int = 0
    number: int = 1
    jumper: int | None = None
    taken: tuple[int, int] = field(default=(0, 0), compare=False)  # pieces lost by each seat in the match

    def _key(self) -> bytes:
        return self.cells + bytes((self.side,))

    def pass_turn(self) -> Self:
        return replace(self, side=1 - self.side, keys=())

    @property
    def turn_started(self) -> bool:
        return self.jumper is None

    def board(self) -> Board:
        return Board(self.cells, self.side, self.levels)

    def legal_moves(self, seat: Seat | None = None) -> tuple[Hop, ...]:
        if seat is not None and seat != self.side:
            return ()
        board = self.board()
        if self.jumper is not None:
            return tuple(Hop(self.side, self.jumper, end, True) for end in squares(board.landings(self.jumper)))
        jumpers = squares(board.jumpers())
        if jumpers:
            return tuple(Hop(self.side, at, end, True) for at in jumpers for end in squares(board.landings(at)))
        return tuple(
            Hop(self.side, at, end, False) for at in squares(board.sliders()) for end in squares(board.slides(at))
        )

    def play(self, move: contract.Move) -> Position:
        assert isinstance(move, Hop)
        board = self.board()
        man = level_of(self.cells[move.start]) == 1
        answer = board.hop(move.start, move.end)
        taken = self.taken
        if move.jump:
            loser = 1 - self.side
            taken = (taken[0] + (loser == 0), taken[1] + (loser == 1))
        after = replace(self, cells=board.cells(), taken=taken, jumper=move.end if answer == GOES_ON else None)
        if answer == GOES_ON:
            return after
        # A level 2 piece changes its level only by the promotion that resets the count (section 6.4).
        risen = level_of(after.cells[move.end]) != level_of(self.cells[move.start])
        quiet = 0 if move.jump or man or risen else self.quiet + 1
        ended = replace(
            after, side=1 - self.side, quiet=quiet, number=self.number + (self.side == WHITE), keys=(b"",)
        )
        return replace(ended, keys=(*(self.keys if quiet else ()), ended._key()))

    def outcome(self) -> Outcome | None:
        if self.jumper is not None:
            return None
        other = 1 - self.side
        if not any(owner_of(code) == self.side for code in self.cells):
            return Outcome("no-pieces", (other,))
        board = self.board()
        if board.jumpers() == 0 and board.sliders() == 0:
            return Outcome("no-legal-move", (other,))
        if self.occurrences >= 3:
            return Outcome("repetition")
        if self.quiet >= QUIET_LIMIT:
            return Outcome("40-quiet-moves")
        return None

    def text(self) -> str:
        if self.jumper is not None:
            raise ValueError("a position has a text only at the start of a turn")
        board = write_board([PIECES[code] for code in self.cells])
        return f"{board} {'bw'[self.side]} {self.levels} {self.quiet} {self.number}"

    def table(self) -> Table:
        return effects.table(self.cells, self.taken)

    def effects(self, move: contract.Move) -> Sequence[Beat]:
        assert isinstance(move, Hop)
        return effects.effects(self.cells, move, self.play(move).cells[move.end])

    def gesture(self, move: contract.Move) -> Gesture:
        assert isinstance(move, Hop)
        return Gesture(frozenset((NAMES[move.start],)), NAMES[move.end])

    def routes(self) -> dict[Gesture, tuple[Hop, ...]]:
        """Return the captures of several jumps that are the only turn between their two squares."""
        found = tuple(islice(paths(self.board(), self.jumper), MOST_ROUTES + 1)) if self.forced_targets() else ()
        ways = Counter((path[0], path[-1]) for path in found)
        return {
            Gesture(frozenset((NAMES[path[0]],)), NAMES[path[-1]]): tuple(hops(self.side, path))
            for path in found
            if len(found) <= MOST_ROUTES and len(path) > 2 and path[0] != path[-1] and ways[path[0], path[-1]] == 1
        }

    def forced_targets(self) -> frozenset[Target]:
        if self.jumper is not None:
            return frozenset((NAMES[self.jumper],))
        return frozenset(NAMES[at] for at in squares(self.board().jumpers()))

    def remarks(self) -> tuple[Remark, ...]:
        found = self._repetition() if self.jumper is None else []
        if self.quiet >= QUIET_LIMIT // 2:
            found.append(Remark("quiet", (), {"left": str((QUIET_LIMIT - self.quiet + 1) // 2)}))
        return tuple(found)

    def refusal(self, gesture: Gesture) -> Refusal | None:
        return refusals.find_reason(self.board(), self.jumper, gesture)
