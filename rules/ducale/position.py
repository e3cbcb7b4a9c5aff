"""The position of Ducale as `Match` plays it: a `State` with the methods of `rules.contract`."""

from collections.abc import Sequence

from rules import contract
from rules.contract import NATURE, Beat, Seat
from rules.ducale import advice, dealing, effects, movegen, refusals, views
from rules.ducale.legality import violation
from rules.ducale.moves import Deal, Draw, Move, Shuffle
from rules.ducale.options import Options
from rules.ducale.state import State
from rules.ducale.text import read_nature, write_position


class Position(State):
    """A position of a match, or the view of a seat on one."""

    __slots__ = ()

    # functions of a state, which are methods here
    may_take = movegen.may_take
    sample = dealing.sample
    text = write_position
    seen_by = views.seen_by
    deal_hidden = views.determinize
    table = effects.table
    gesture = effects.gesture
    choice = effects.choice
    remarks = advice.remarks
    refusal = refusals.find_reason

    @property
    def to_move(self) -> Seat:
        return self.turn if self.phase in ("draw", "act") else NATURE

    @property
    def turn_started(self) -> bool:
        return self.phase in ("deal", "end", "blocked") or (self.phase == "draw" and not self.asked)

    def actors(self) -> frozenset[Seat]:
        return frozenset((self.to_move,))

    @property
    def score(self) -> tuple[tuple[int, ...], int]:
        return self.totals, self.options.target

    def legal_moves(self, seat: Seat | None = None) -> tuple[Move, ...]:
        """Return the moves of a player. Nature's can't be listed; `is_legal` checks them, and `sample` makes one."""
        return movegen.legal_moves(self) if seat in (None, self.turn) else ()

    def is_legal(self, move: contract.Move) -> bool:
        assert isinstance(move, Move)
        if isinstance(move, (Deal, Shuffle)):
            return self.phase != "draw" and violation(self, move) is None
        return move in self.legal_moves(move.seat)

    def read_move(self, seat: Seat, words: str) -> Move | None:
        """Return the legal move of a seat, or of Nature, with this text; None if there is none."""
        if seat != NATURE:
            return next((move for move in self.legal_moves(seat) if str(move) == words), None)
        move = read_nature(self, words)
        return move if move is not None and self.is_legal(move) else None

    def automatic_move(self) -> Move | None:
        return Draw(self.turn) if self.phase == "draw" and self.asked else None

    def redact(self, move: contract.Move, seat: Seat | None) -> Move:
        assert isinstance(move, Move)
        return views.redact_move(self, move, seat)

    def effects(self, move: contract.Move) -> Sequence[Beat]:
        assert isinstance(move, Move)
        return effects.effects(self, move)


def start(options: Options, seats: int) -> Position:
    return Position(((),) * seats, options)
