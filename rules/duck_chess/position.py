"""Positions of Duck Chess, at the start of a turn and in mid-turn. Sections are those of README.md."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Self

from rules import contract
from rules.board_game import BoardPosition, add_piece_kinds, write_board
from rules.common.squares import NAMES
from rules.contract import Beat, Gesture, Outcome, Refusal, Remark, Seat, Table, Target
from rules.duck_chess import effects, refusals
from rules.duck_chess.cells import (
    KINDS,
    MidTurnBoard,
    attackers,
    captured_square,
    find_square,
    kind,
    piece_moves,
    play_piece,
    usable_en_passant,
    with_duck,
)
from rules.duck_chess.engine.board import QUIET_LIMIT, Board
from rules.duck_chess.engine.mailbox import BLACK, DUCK, KING, PAWN, PIECES
from rules.duck_chess.moves import DuckMove, Move, PieceMove

QUIET_WARNING: Final = 60  # quiet turns from which on the players are told how many are left


@dataclass(frozen=True, slots=True)
class Position(BoardPosition):
    """A position of Duck Chess; side 0 is White, 1 Black.

    In mid-turn, `pending` is the piece move made and `halfway` the board after it. Of the other fields only
    `taken` has changed.
    """

    castling: int = 0  # bits 1 2 4 8 for the rights K Q k q
    ep: int = -1  # square where some pawn can capture en passant, or -1
    quiet: int = 0  # turns in a row without a capture or a pawn's move
    number: int = 1  # number of the turn, which grows after each turn of Black
    pending: PieceMove | None = None
    halfway: MidTurnBoard | None = field(default=None, compare=False, repr=False)
    """The board on the table in mid-turn, and after a capture of a king.

    That capture ends the turn without a duck move: in `cells` the duck is on the square that the capturing man left
    (section 8), but on the table it stays on its old square.
    """
    taken: tuple[bytes, bytes] = field(default=(b"", b""), compare=False, repr=False)  # each seat's lost men in order

    def _key(self) -> bytes:
        return self.cells + bytes((self.side, self.castling, self.ep + 1))

    def pass_turn(self) -> Self:
        return replace(self, side=1 - self.side, ep=-1, keys=())

    @property
    def turn_started(self) -> bool:
        return self.pending is None

    @property
    def cells_on_table(self) -> bytes:
        """The cells as they are on the table, in mid-turn those after the piece move."""
        return self.cells if self.halfway is None else self.halfway.cells

    @property
    def duck(self) -> int | None:
        """The square of the duck on the table; None while the duck is off the board."""
        return find_square(self.cells_on_table, DUCK)

    def king(self, seat: Seat) -> int | None:
        return find_square(self.cells_on_table, KING + 6 * seat)

    def board(self) -> Board:
        """Return the engine's board with the position as it was when the turn began."""
        return Board(self.cells, self.side, self.castling, self.ep)

    def piece_moves(self) -> tuple[PieceMove, ...]:
        return piece_moves(self.cells, self.side, self.castling, self.ep)

    def legal_moves(self, seat: Seat | None = None) -> tuple[Move, ...]:
        if seat is not None and seat != self.side:
            return ()
        if self.pending is None:
            return self.piece_moves()
        duck, cells = self.duck, self.cells_on_table
        return tuple(DuckMove(self.side, duck, at) for at in range(64) if cells[at] == 0)

    def play(self, move: contract.Move) -> Position:
        assert isinstance(move, Move)
        if isinstance(move, DuckMove):
            assert self.halfway is not None
            return self._end_turn(self.halfway, with_duck(self.halfway.cells, move.end))
        halfway = play_piece(self.cells, self.side, self.castling, self.ep, move.code)
        at = captured_square(self.cells, move)
        taken = list(self.taken)
        if at is not None:
            taken[1 - self.side] += self.cells[at : at + 1]
        after = replace(self, pending=move, halfway=halfway, taken=(taken[0], taken[1]))
        if at is None or kind(self.cells[at]) != KING:
            return after
        return replace(after._end_turn(halfway, with_duck(halfway.cells, move.start)), halfway=halfway)

    def _end_turn(self, halfway: MidTurnBoard, cells: bytes) -> Position:
        move = self.pending
        assert move is not None
        irreversible = kind(self.cells[move.start]) == PAWN or captured_square(self.cells, move) is not None
        next_side = 1 - self.side
        after = Position(
            cells,
            next_side,
            halfway.castling,
            usable_en_passant(cells, halfway.crossed, next_side),
            0 if irreversible else self.quiet + 1,
            self.number + (self.side == BLACK),
            taken=self.taken,
        )
        return after if irreversible else replace(after, keys=(*self.keys, *after.keys))

    def outcome(self) -> Outcome | None:
        if self.pending is not None:
            return None
        if self.king(self.side) is None:
            return Outcome("king-captured", (1 - self.side,))
        if not self.piece_moves():
            return Outcome("stalemate", (self.side,))
        if self.quiet >= QUIET_LIMIT:
            return Outcome("50-moves")
        if self.occurrences >= 3:
            return Outcome("repetition")
        return None

    def text(self) -> str:
        """Return the FEN (section 8). Raises ValueError in mid-turn."""
        if self.pending is not None:
            raise ValueError("a position has a text only at the start of a turn")
        board = write_board([PIECES[code] for code in self.cells])
        castling = "".join(letter for bit, letter in enumerate("KQkq") if self.castling >> bit & 1)
        ep = NAMES[self.ep] if self.ep >= 0 else "-"
        return f"{board} {'wb'[self.side]} {castling or '-'} {ep} {self.quiet} {self.number}"

    def table(self) -> Table:
        return effects.table(self.cells_on_table, self.taken)

    def effects(self, move: contract.Move) -> Sequence[Beat]:
        assert isinstance(move, Move)
        return effects.effects(self.cells, self.side, move)

    def gesture(self, move: contract.Move) -> Gesture:
        assert isinstance(move, Move)
        start = effects.BESIDE if move.start is None else NAMES[move.start]
        return Gesture(frozenset((start,)), NAMES[move.end])

    def forced_targets(self) -> frozenset[Target]:
        if self.pending is None or self.duck is None:
            return frozenset()
        return frozenset((NAMES[self.duck],))

    def remarks(self) -> tuple[Remark, ...]:
        found = [*self._king_danger(), *(self._repetition() if self.pending is None else [])]
        if self.quiet >= QUIET_WARNING:
            found.append(Remark("quiet", (), {"left": str((QUIET_LIMIT - self.quiet + 1) // 2)}))
        return tuple(found)

    def _king_danger(self) -> tuple[Remark, ...]:
        king = self.king(self.side)
        if king is None:
            return ()
        lifted = attackers(with_duck(self.cells_on_table, None), 1 - self.side).get(king, ())
        standing = lifted if self.pending is not None else attackers(self.cells_on_table, 1 - self.side).get(king, ())
        found = standing or lifted
        if not found:
            return ()
        names = [NAMES[at] for at in found]
        facts = {"king": NAMES[king], "squares": ", ".join(names)}
        code = "king-in-danger" if standing else "king-shielded"
        return (Remark(code, (NAMES[king], *names), facts, aid=True),)

    def refusal(self, gesture: Gesture) -> Refusal | None:
        if self.pending is not None:
            refused = refusals.refuse_duck_move(self.cells_on_table, self.pending.end, gesture)
        else:
            refused = refusals.refuse_piece_move(self.cells, self.side, self.castling, self.piece_moves(), gesture)
        return (
            None
            if refused is None
            else add_piece_kinds(refused, lambda at: ("", *KINDS)[kind(self.cells_on_table[at])])
        )
