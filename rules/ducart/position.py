"""Positions of Ducart (with clocks) and Ducarté (without), where a move is a whole turn. Sections: README.md."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, Self

from rules import contract
from rules.abilities import Limits
from rules.board_game import BoardPosition, write_board
from rules.common.squares import NAMES
from rules.contract import Beat, Gesture, Outcome, Remark, Seat, Table
from rules.ducart import effects, refusals
from rules.ducart.engine import turns
from rules.ducart.engine.grid import ROOM, Grid
from rules.ducart.engine.mailbox import BLUE_ON, GOLD_ON, KEEPER, KEPT, LETTERS, SLEPT, SWEEPER
from rules.ducart.engine.no_progress import QUIET_LIMIT
from rules.ducart.moves import Act, ClockEvent, Move, Pass
from rules.ducart.options import board_flags
from rules.search.mailbox import SQUARES

QUIET_WARNING: Final = 60  # quiet turns from which on the players are told how many are left
# Seconds of a turn, of a game, and of a turn in sudden death (section 10).
MINUTE: Final = 60.0
HOUR: Final = 3600.0
SUDDEN_DEATH_SECONDS: Final = 10.0

_SWEEPERS: Final = tuple(bytes(code & 15 == SWEEPER + 8 * seat for code in range(256)) for seat in (0, 1))
_PIECES: Final = tuple(
    bytes(
        (code & 15 != 0 and code >> 3 & 1 == seat) + (code & KEPT == (GOLD_ON, BLUE_ON)[seat]) for code in range(256)
    )
    for seat in (0, 1)
)
"""Tables for `bytes.translate`, by seat, from a code to the number of the seat's pieces that it stands for.

`_SWEEPERS` has the same for Sweepers alone.
"""


@lru_cache(maxsize=128)
def _list_acts(cells: bytes, side: Seat, fresh: int, flags: int) -> tuple[Act, ...]:
    grid = Grid(cells, side, fresh, flags, ROOM)
    return tuple(sorted((Act(side, step, turns.step_text(grid, step)) for step in turns.legal_steps(grid)), key=str))


@lru_cache(maxsize=512)
def _board_after(cells: bytes, side: Seat, fresh: int, flags: int, step: int) -> tuple[bytes, int, bool]:
    """Return the cells, the square of the fresh Creeper or -1, and whether a piece was killed or promoted."""
    grid = Grid(cells, side, fresh, flags, ROOM)
    before = [*grid.pieces, *grid.sweepers]
    grid.make(step)
    return grid.codes(), SQUARES[grid.fresh], [*grid.pieces, *grid.sweepers] != before


@dataclass(frozen=True, slots=True)
class Position(BoardPosition):
    """A position of Ducart, whose cells are codes of engine/mailbox.py; side 0 is Gold, 1 Blue."""

    fresh: int = -1
    first: Seat = 0  # side that had the first turn
    quiet: int = 0
    number: int = 0
    flags: str = ""  # flags that are on (section 11.2)
    forfeits: bool = False  # whether a lost minute loses the game; not in the text
    hour_decided: bool = False  # whether the hour is over and the count has decided; not in the text
    minute_lost: bool = False  # whether the side to move has lost because its minute ran out; not in the text
    taken: tuple[bytes, bytes] = field(default=(b"", b""), compare=False, repr=False)
    """The codes of the pieces that each side has lost since the first position; not in the text."""

    def _key(self) -> bytes:
        return self.cells + bytes((self.side, self.fresh + 1))

    def pass_turn(self) -> Self:
        return replace(self, side=1 - self.side, fresh=-1, keys=())

    @property
    def turn_started(self) -> bool:
        return True

    @property
    def is_timed(self) -> bool:
        return "t" in self.flags

    @property
    def is_sudden_death(self) -> bool:
        return "o" in self.flags

    @property
    def is_endless(self) -> bool:
        """Whether neither quiet turns nor repetition end the game (flag n)."""
        return "n" in self.flags

    @property
    def may_undo(self) -> bool:
        return not self.is_timed

    @property
    def limits(self) -> Limits | None:
        if not self.is_timed:
            return None
        return (
            Limits(SUDDEN_DEATH_SECONDS, 0.0, self.forfeits)
            if self.is_sudden_death
            else Limits(MINUTE, HOUR, self.forfeits)
        )

    def without_clock(self) -> Position:
        return replace(self, flags=self.flags.replace("t", ""), forfeits=False)

    def grid(self, room: int = ROOM) -> Grid:
        return Grid(self.cells, self.side, self.fresh, board_flags(self.flags), room)

    def sweepers(self, seat: Seat) -> int:
        return sum(self.cells.translate(_SWEEPERS[seat]))

    def pieces(self, seat: Seat) -> int:
        """Return the number of a side's pieces, Sweepers included, in any state."""
        return sum(self.cells.translate(_PIECES[seat]))

    # Possible turns

    def acts(self) -> tuple[Act, ...]:
        """Return the turns that the side to move could play on this board, even if a counter has ended the game."""
        return _list_acts(self.cells, self.side, self.fresh, board_flags(self.flags))

    def legal_moves(self, seat: Seat | None = None) -> tuple[Move, ...]:
        if seat not in (None, self.side) or self.outcome_without_repetition() is not None:
            return ()
        return self.acts() or (Pass(self.side),)

    def automatic_move(self) -> Move | None:
        moves = self.legal_moves()
        return moves[0] if moves and isinstance(moves[0], Pass) else None

    def clock_events(self) -> tuple[ClockEvent, ...]:
        if not self.is_timed or self.outcome() is not None:
            return ()
        minute = ClockEvent(self.side, "time")
        return (minute,) if self.is_sudden_death else (minute, ClockEvent(self.side, "hour"))

    def play(self, move: contract.Move) -> Position:
        assert isinstance(move, Move)
        if isinstance(move, Act):
            flags = board_flags(self.flags)
            cells, fresh, progress = _board_after(self.cells, self.side, self.fresh, flags, move.step)
            return self._end_turn(cells, fresh, progress, effects.find_swept(self.cells, move))
        if isinstance(move, ClockEvent) and move.word == "time" and self.forfeits:
            return replace(self, minute_lost=True)
        if isinstance(move, Pass) or move.word == "time":
            return self._end_turn(self.cells, -1, False)
        if self._find_leader() is not None:
            return replace(self, hour_decided=True)
        return replace(self, flags="".join(sorted(f"{self.flags}o")), quiet=0, keys=())

    def _end_turn(self, cells: bytes, fresh: int, progress: bool, swept: int = 0) -> Position:
        """Return the position after a turn; `swept` is the code of a killed piece. With flag n no keys are kept."""
        taken = list(self.taken)
        if swept:
            taken[swept >> 3 & 1] += bytes((swept,))
        after = Position(
            cells,
            1 - self.side,
            fresh,
            self.first,
            0 if progress else self.quiet + 1,
            self.number + 1,
            self.flags,
            self.forfeits,
            taken=(taken[0], taken[1]),
        )
        return after if progress or self.is_endless else replace(after, keys=(*self.keys, *after.keys))

    # End of the game

    def _find_leader(self) -> Seat | None:
        gold, blue = ((self.sweepers(seat), self.pieces(seat)) for seat in (0, 1))
        return None if gold == blue else int(blue > gold)

    def outcome(self) -> Outcome | None:
        ended = self.outcome_without_repetition()
        if ended is None and self.occurrences >= 3:
            return Outcome("repetition")
        return ended

    def outcome_without_repetition(self) -> Outcome | None:
        """Return the outcome, tested in the order of section 8.

        Repetition, which depends on earlier positions, is left out.
        """
        sweepers = self.sweepers(0), self.sweepers(1)
        if 0 in sweepers:
            winner = int(sweepers[0] == 0)
            return Outcome("sweepers", (winner,)) if any(sweepers) else Outcome("no-sweepers")
        if self.minute_lost:
            return Outcome("time-out", (1 - self.side,))
        if self.hour_decided:
            return self._outcome_by_count("hour")
        if self.is_sudden_death and self.pieces(0) != self.pieces(1):
            return self._outcome_by_count("sudden-death")
        if self.quiet >= QUIET_LIMIT and not self.is_endless:
            return self._outcome_by_count("no-progress") if "c" in self.flags else Outcome("no-progress")
        if not self.acts() and not _list_acts(self.cells, 1 - self.side, -1, board_flags(self.flags)):
            return Outcome("blocked")
        return None

    def _outcome_by_count(self, reason: str) -> Outcome:
        leader = self._find_leader()
        return Outcome(reason, () if leader is None else (leader,))

    def remarks(self) -> tuple[Remark, ...]:
        found = []
        if self.is_sudden_death:
            found.append(Remark("sudden"))
        if self.automatic_move() is not None:
            found.append(Remark("missed"))
        found += self._repetition()
        if self.quiet >= QUIET_WARNING and not self.is_endless:
            code = "quiet-counted" if "c" in self.flags else "quiet"
            found.append(Remark(code, (), {"left": str(QUIET_LIMIT - self.quiet)}))
        return tuple(found)

    # Text, table and gestures

    def text(self) -> str:
        board = write_board([square_text(code) for code in self.cells])
        fresh = NAMES[self.fresh] if self.fresh >= 0 else "-"
        sides = f"{'gb'[self.side]} {fresh} {'gb'[self.first]}"
        return f"{board} {sides} {self.quiet} {self.number} {self.flags or '-'}"

    def table(self) -> Table:
        return effects.table(self.cells, self.taken)

    def effects(self, move: contract.Move) -> Sequence[Beat]:
        assert isinstance(move, Move)
        return effects.beats(self.cells, move) if isinstance(move, Act) else ()

    def gesture(self, move: contract.Move) -> Gesture:
        """Return the two clicks of a turn, both on the Healer if it heals; empty for a missed turn or clock event."""
        assert isinstance(move, Move)
        if isinstance(move, Act):
            return Gesture(frozenset((NAMES[move.actor],)), NAMES[move.target])
        return Gesture(frozenset())

    refusal = refusals.find_refusal


def square_text(code: int) -> str:
    """Return the text of a square with this code in a position text; "." is an empty square."""
    if code & 15 == 0:
        return "."
    piece = piece_letter(code & 15) + ("~" if code & SLEPT else "")
    if not code & KEPT:
        return piece
    return f"({piece_letter(KEEPER if code & GOLD_ON else KEEPER + 8)}{piece})"


def piece_letter(piece: int) -> str:
    letter = LETTERS[piece & 7]
    return letter if piece < 8 else letter.lower()


def perft(position: Position, depth: int) -> list[int]:
    """Return the numbers of sequences of 1 to `depth` turns, by the engine's board if no counter can end the game."""
    are_counters_irrelevant = not position.is_sudden_death and (
        position.is_endless or position.quiet + depth <= QUIET_LIMIT
    )
    if are_counters_irrelevant and position.outcome_without_repetition() is None:
        grid = position.grid((2 * depth + 1) * ROOM)
        return [turns.perft(grid, length) for length in range(1, depth + 1)]
    return [_count_sequences(position, length) for length in range(1, depth + 1)]


def _count_sequences(position: Position, depth: int) -> int:
    moves = position.legal_moves()
    return len(moves) if depth == 1 else sum(_count_sequences(position.play(move), depth - 1) for move in moves)
