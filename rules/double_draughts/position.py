"""The position of Double Draughts as `Match` plays it, hop by hop. Sections are those of README.md."""

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
from rules.double_draughts.engine.board import GOES_ON, PIECES, QUIET_LIMIT, WHITE, Board, level_of, owner_of, squares
from rules.double_draughts.moves import Hop, hops
from rules.double_draughts.turns import list_paths

MAX_ROUTES: Final = 500  # number of turns above which a turn can't be given by its first and last square


@dataclass(frozen=True, slots=True)
class Position(BoardPosition):
    """A board of piece codes, indices of `board.PIECES`; `side`, which is to move, is 0 for Black and 1 for White."""

    levels: int = 2  # 3 with the option `third_level`
    quiet: int = 0  # plies since the last capture, Man move or promotion
    number: int = 1  # number of the turn, raised after each turn of White
    jumper: int | None = None  # square of the piece that must go on jumping
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
            return tuple(Hop(self.side, self.jumper, end, True) for end in squares(board.find_landings(self.jumper)))
        jumpers = squares(board.find_jumpers())
        if jumpers:
            return tuple(
                Hop(self.side, start, end, True) for start in jumpers for end in squares(board.find_landings(start))
            )
        return tuple(
            Hop(self.side, start, end, False)
            for start in squares(board.find_sliders())
            for end in squares(board.find_slides(start))
        )

    def play(self, move: contract.Move) -> Position:
        assert isinstance(move, Hop)
        board = self.board()
        level_before = level_of(self.cells[move.start])
        result = board.hop(move.start, move.end)
        taken = self.taken
        if move.jump:
            loser = 1 - self.side
            taken = (taken[0] + (loser == 0), taken[1] + (loser == 1))
        after = replace(self, cells=board.cells(), taken=taken, jumper=move.end if result == GOES_ON else None)
        if result == GOES_ON:
            return after
        is_promotion = level_of(after.cells[move.end]) != level_before
        quiet = 0 if move.jump or level_before == 1 or is_promotion else self.quiet + 1
        after = replace(
            after, side=1 - self.side, quiet=quiet, number=self.number + (self.side == WHITE), keys=(b"",)
        )
        return replace(after, keys=(*(self.keys if quiet else ()), after._key()))

    def outcome(self) -> Outcome | None:
        if self.jumper is not None:
            return None
        other = 1 - self.side
        if not any(owner_of(code) == self.side for code in self.cells):
            return Outcome("no-pieces", (other,))
        board = self.board()
        if board.find_jumpers() == 0 and board.find_sliders() == 0:
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
        """Return, by gesture, the captures of several jumps whose first and last square no other turn shares.

        A gesture picks the first square and drops on the last. Captures that end on their first square are left out,
        and all captures if there are more than `MAX_ROUTES` turns.
        """
        paths = tuple(islice(list_paths(self.board(), self.jumper), MAX_ROUTES + 1)) if self.forced_targets() else ()
        if len(paths) > MAX_ROUTES:
            return {}
        path_counts = Counter((path[0], path[-1]) for path in paths)
        return {
            Gesture(frozenset((NAMES[path[0]],)), NAMES[path[-1]]): tuple(hops(self.side, path))
            for path in paths
            if len(path) > 2 and path[0] != path[-1] and path_counts[path[0], path[-1]] == 1
        }

    def forced_targets(self) -> frozenset[Target]:
        if self.jumper is not None:
            return frozenset((NAMES[self.jumper],))
        return frozenset(NAMES[square] for square in squares(self.board().find_jumpers()))

    def remarks(self) -> tuple[Remark, ...]:
        found = self._repetition() if self.jumper is None else []
        if self.quiet >= QUIET_LIMIT // 2:
            found.append(Remark("quiet", (), {"left": str((QUIET_LIMIT - self.quiet + 1) // 2)}))
        return tuple(found)

    def refusal(self, gesture: Gesture) -> Refusal | None:
        return refusals.find_reason(self.board(), self.jumper, gesture)
