"""Positions of Duck Chess (Tim Paulden, 2016): the frozen value over the board. Clauses are those of README.md.

A turn is two decisions, the piece and then the duck. Between them `pending` is the piece move, `halfway` what lies on
the table by then, and all else (`cells`, `side`, `board()`) still is as the turn began.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, TypeAlias

from rules import contract
from rules.common.squares import NAMES
from rules.contract import Beat, Gesture, Outcome, Put, Refusal, Remark, Seat, Slide, Table, Target, Token, Turn
from rules.duck_chess import refusals
from rules.duck_chess.engine.board import Board
from rules.duck_chess.engine.mailbox import BLACK, DUCK, KING, PAWN, PIECES, WHITE

QUIET_LIMIT: Final = 100
"""Turns without a capture or a pawn's move that make a drawn game (section 7.3)."""
QUIET_WARNING: Final = 60
"""From so many on the players are told."""

KINDS: Final = ("pawn", "knight", "bishop", "rook", "queen", "king")
TOKENS: Final = (*(Token(f"{side}-{kind}") for side in ("white", "black") for kind in KINDS), Token("duck"))
"""What a code looks like: that of code 1 comes first."""
TRAYS: Final[tuple[Target, Target]] = ("taken-0", "taken-1")
"""Where the taken men of each seat lie, in the order in which they were taken."""


@dataclass(frozen=True, slots=True)
class Options:
    """What is chosen before play: nothing (section 10)."""


@dataclass(frozen=True, slots=True)
class PieceMove:
    """The first half of a turn, or all of it when it takes the king. Squares are 0 (a1) to 63 (h8)."""

    seat: Seat
    start: int
    end: int
    promotion: int = 0
    """What a pawn becomes on its last row: 2 to 5 for N B R Q; 0 for none."""

    def __str__(self) -> str:
        return f"{NAMES[self.start]}{NAMES[self.end]}{'..nbrq'[self.promotion] if self.promotion else ''}"

    @property
    def code(self) -> int:
        """The move as `Board` writes it."""
        return self.start | self.end << 6 | self.promotion << 12


@dataclass(frozen=True, slots=True)
class DuckMove:
    """The second half of a turn; without a start the duck comes from outside (section 2)."""

    seat: Seat
    start: int | None
    end: int

    def __str__(self) -> str:
        return f"@{NAMES[self.end]}"


Half: TypeAlias = PieceMove | DuckMove


@dataclass(frozen=True, slots=True)
class Halfway:
    """What a piece move leads to, the duck where it was: cells, castling rights, the square just crossed or -1."""

    cells: bytes
    castling: int
    crossed: int


def owner(code: int) -> Seat | None:
    """Whose man a code is."""
    return None if code in (0, DUCK) else code > KING


def kind(code: int) -> int:
    """The kind of a man, 1 (pawn) to 6 (king); 0 for what is no man."""
    return 0 if code in (0, DUCK) else (code - 1) % KING + 1


def square_of(cells: bytes, code: int) -> int | None:
    """The first square that holds `code`."""
    at = cells.find(code)
    return None if at < 0 else at


def usable(cells: bytes, crossed: int, side: Seat) -> int:
    """`crossed` if a pawn of `side` could take there en passant, else -1 (section 6)."""
    if crossed < 0 or cells[crossed]:
        return -1
    landed = crossed - 8 if side == WHITE else crossed + 8
    pawn = PAWN if side == WHITE else PAWN + KING
    beside = (at for at in (landed - 1, landed + 1) if at // 8 == landed // 8)
    return crossed if any(cells[at] == pawn for at in beside) else -1


def with_duck(cells: bytes, at: int | None) -> bytes:
    """`cells` with the duck on a square, or nowhere."""
    bare = cells.replace(bytes((DUCK,)), b"\0")
    return bare if at is None else bare[:at] + bytes((DUCK,)) + bare[at + 1 :]


@lru_cache(maxsize=128)
def _piece_moves(cells: bytes, side: Seat, castling: int, ep: int) -> tuple[PieceMove, ...]:
    return tuple(
        PieceMove(side, code & 63, code >> 6 & 63, code >> 12) for code in Board(cells, side, castling, ep).moves()
    )


@lru_cache(maxsize=128)
def _halfway(cells: bytes, side: Seat, castling: int, ep: int, code: int) -> Halfway:
    board = Board(cells, side, castling, ep)
    board.play_piece(code)
    return Halfway(board.cells(), board.castling, board.ep)


@dataclass(frozen=True, slots=True)
class Position:
    """64 codes from a1 (`board.PIECES`), side to move (0 White, 1 Black), castling bits 1 2 4 8 for K Q k q, the
    square on which some pawn can take en passant (or -1), counters; and in mid-turn the piece move made."""

    cells: bytes
    side: Seat
    castling: int = 0
    ep: int = -1
    quiet: int = 0
    number: int = 1
    pending: PieceMove | None = None
    halfway: Halfway | None = field(default=None, compare=False, repr=False)
    """What lies on the table, in mid-turn and after a king's capture. Then the turn is over without a duck move: the
    text shows the duck on the square that the taker left (section 9), the table where it was."""
    keys: tuple[bytes, ...] = field(default=(), compare=False, repr=False)
    """What stood at the start of each turn since the last irreversible one, this one included (section 7.4)."""
    taken: tuple[bytes, bytes] = field(default=(b"", b""), compare=False, repr=False)
    """The codes of the men that each seat has lost since the match began, in order."""

    def __post_init__(self) -> None:
        if not self.keys:
            object.__setattr__(self, "keys", (self._key(),))

    def _key(self) -> bytes:
        return self.cells + bytes((self.side, self.castling, self.ep + 1))

    @property
    def to_move(self) -> Seat:
        return self.side

    @property
    def turn_started(self) -> bool:
        return self.pending is None

    @property
    def shown(self) -> bytes:
        """The cells as they lie on the table."""
        return self.cells if self.halfway is None else self.halfway.cells

    @property
    def duck(self) -> int | None:
        """The square where the duck stands on the table; None while it is off the board."""
        return square_of(self.shown, DUCK)

    def king(self, seat: Seat) -> int | None:
        """The square of a seat's king; None once it is taken."""
        return square_of(self.shown, KING + 6 * seat)

    def board(self) -> Board:
        """The fast core with this position on it, in mid-turn as it was when the turn began."""
        return Board(self.cells, self.side, self.castling, self.ep)

    def actors(self) -> frozenset[Seat]:
        return frozenset((self.side,))

    def piece_moves(self) -> tuple[PieceMove, ...]:
        """The piece moves with which a turn can begin here; none once a king is taken."""
        return _piece_moves(self.cells, self.side, self.castling, self.ep)

    def legal_moves(self, seat: Seat | None = None) -> tuple[Half, ...]:
        if seat is not None and seat != self.side:
            return ()
        if self.pending is None:
            return self.piece_moves()
        duck, shown = self.duck, self.shown
        return tuple(DuckMove(self.side, duck, at) for at in range(64) if shown[at] == 0)

    def play(self, move: contract.Move) -> Position:
        assert isinstance(move, Half)
        if isinstance(move, DuckMove):
            assert self.halfway is not None
            return self._end_turn(self.halfway, with_duck(self.halfway.cells, move.end))
        halfway = _halfway(self.cells, self.side, self.castling, self.ep, move.code)
        at = self._victim(move)
        taken = list(self.taken)
        if at is not None:
            taken[1 - self.side] += self.cells[at : at + 1]
        after = replace(self, pending=move, halfway=halfway, taken=(taken[0], taken[1]))
        if at is None or kind(self.cells[at]) != KING:
            return after
        return replace(after._end_turn(halfway, with_duck(halfway.cells, move.start)), halfway=halfway)

    def _victim(self, move: PieceMove) -> int | None:
        """The square of the man that a piece move takes."""
        if self.cells[move.end]:
            return move.end
        passing = kind(self.cells[move.start]) == PAWN and move.start % 8 != move.end % 8
        return 8 * (move.start // 8) + move.end % 8 if passing else None

    def _end_turn(self, halfway: Halfway, cells: bytes) -> Position:
        """The start of the other side's turn, with `cells` on the board."""
        move = self.pending
        assert move is not None
        irreversible = kind(self.cells[move.start]) == PAWN or self._victim(move) is not None
        other = 1 - self.side
        ended = Position(
            cells,
            other,
            halfway.castling,
            usable(cells, halfway.crossed, other),
            0 if irreversible else self.quiet + 1,
            self.number + (self.side == BLACK),
            taken=self.taken,
        )
        return ended if irreversible else replace(ended, keys=(*self.keys, *ended.keys))

    def outcome(self) -> Outcome | None:
        """Tested in the order of section 7, at the start of a turn for the side to move."""
        if self.pending is not None:
            return None
        if self.king(self.side) is None:
            return Outcome("king-captured", (1 - self.side,))
        if not self.piece_moves():
            return Outcome("stalemate", (self.side,))
        if self.quiet >= QUIET_LIMIT:
            return Outcome("50-moves")
        if self.keys.count(self.keys[-1]) >= 3:
            return Outcome("repetition")
        return None

    def text(self) -> str:
        if self.pending is not None:
            raise ValueError("a position has a text only at the start of a turn")
        rows = []
        for rank in range(7, -1, -1):
            row = "".join(PIECES[code] for code in self.cells[8 * rank : 8 * rank + 8])
            for run in range(8, 0, -1):
                row = row.replace("." * run, str(run))
            rows.append(row)
        castling = "".join(letter for bit, letter in enumerate("KQkq") if self.castling >> bit & 1)
        ep = NAMES[self.ep] if self.ep >= 0 else "-"
        return f"{'/'.join(rows)} {'wb'[self.side]} {castling or '-'} {ep} {self.quiet} {self.number}"

    def table(self) -> Table:
        table: dict[Target, tuple[Token, ...]] = {
            NAMES[at]: (TOKENS[code - 1],) for at, code in enumerate(self.shown) if code
        }
        for tray, codes in zip(TRAYS, self.taken, strict=True):
            if codes:
                table[tray] = tuple(TOKENS[code - 1] for code in codes)
        return table

    def effects(self, move: contract.Move) -> Sequence[Beat]:
        assert isinstance(move, Half)
        end = NAMES[move.end]
        if isinstance(move, DuckMove):
            return ((Put(end, TOKENS[DUCK - 1]) if move.start is None else Slide(NAMES[move.start], end),),)
        slide = Slide(NAMES[move.start], end)
        tray = TRAYS[1 - self.side]
        at = self._victim(move)
        code = self.cells[move.start]
        beats: list[Beat]
        if at == move.end:
            beats = [(Slide(end, tray), slide)]
        elif at is not None:
            beats = [(slide,), (Slide(NAMES[at], tray),)]
        elif kind(code) == KING and abs(move.end - move.start) == 2:
            beats = [(slide, _rook_slide(move))]
        else:
            beats = [(slide,)]
        if move.promotion:
            beats.append((Turn(end, TOKENS[code - 1], TOKENS[move.promotion + 6 * self.side - 1]),))
        return beats

    def gesture(self, move: contract.Move) -> Gesture:
        assert isinstance(move, Half)
        pick = frozenset[Target]() if move.start is None else frozenset((NAMES[move.start],))
        return Gesture(pick, NAMES[move.end])

    def forced(self) -> frozenset[Target]:
        if self.pending is None or self.duck is None:
            return frozenset()
        return frozenset((NAMES[self.duck],))

    def remarks(self) -> tuple[Remark, ...]:
        found = [*self._danger()]
        times = self.keys.count(self.keys[-1])
        if times > 1 and self.pending is None:
            found.append(Remark("repeated", (), {"times": str(times)}))
        if self.quiet >= QUIET_WARNING:
            found.append(Remark("quiet", (), {"left": str((QUIET_LIMIT - self.quiet + 1) // 2)}))
        return tuple(found)

    def _danger(self) -> tuple[Remark, ...]:
        """Whether the king of the side to move could be taken as things stand.

        In mid-turn the duck counts as lifted, for it must leave: the attackers are those that it has to stop.
        """
        king = self.king(self.side)
        if king is None:
            return ()
        lifted = self._attackers(with_duck(self.shown, None), king)
        standing = lifted if self.pending is not None else self._attackers(self.shown, king)
        attackers = standing or lifted
        if not attackers:
            return ()
        names = [NAMES[at] for at in attackers]
        facts = {"king": NAMES[king], "squares": ", ".join(names)}
        code = "king-in-danger" if standing else "king-shielded"
        return (Remark(code, (NAMES[king], *names), facts, aid=True),)

    def _attackers(self, cells: bytes, king: int) -> list[int]:
        """The squares of the other side's men that could take the king if it were their turn."""
        return sorted({move.start for move in _piece_moves(cells, 1 - self.side, 0, -1) if move.end == king})

    def refusal(self, gesture: Gesture) -> Refusal | None:
        return refusals.why(self, gesture)


def _rook_slide(move: PieceMove) -> Slide:
    """The rook's part of castling (section 5)."""
    row = move.start - move.start % 8
    if move.end > move.start:
        return Slide(NAMES[row + 7], NAMES[row + 5])
    return Slide(NAMES[row], NAMES[row + 3])
