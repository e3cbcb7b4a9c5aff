"""Positions of Double Draughts (Rich Hutnik, 2011): the frozen value over the board. Clauses are those of README.md.

One decision is one hop: a slide, or a jump over one piece. While a capture is under way `jumper` is the square of the
piece that must go on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from rules import contract
from rules.common.squares import INDEX, NAMES
from rules.contract import (
    Beat,
    Effect,
    Gesture,
    Lift,
    Outcome,
    Put,
    Refusal,
    Remark,
    Seat,
    Slide,
    Table,
    Target,
    Token,
)
from rules.double_draughts.engine.board import GOES_ON, PIECES, WHITE, Board, squares

QUIET_LIMIT: Final = 80
"""Quiet plies that make a drawn game: 40 turns each (section 6)."""

CHECKERS: Final = (Token("ebony"), Token("ivory"))
"""The checker of each seat, and the crown that is laid on top."""
RINGED: Final = (Token("ebony-ring"), Token("ivory-ring"))
"""The checker that makes a King a Triple."""
TRAYS: Final[tuple[Target, Target]] = ("taken-0", "taken-1")
"""Where the taken pieces of each seat lie, one checker for each."""


@dataclass(frozen=True, slots=True)
class Options:
    """What is chosen before play."""

    setup: Literal["standard", "twelve"] = "standard"
    """24 pieces a side on all squares, or the 12 of Anglo-American checkers (section 2)."""
    third_level: bool = False
    """Kings that come home become Triples (section 4)."""


@dataclass(frozen=True, slots=True)
class Hop:
    """One slide or jump of one piece, between squares 0 (a1) to 63 (h8)."""

    seat: Seat
    start: int
    end: int
    jump: bool

    def __str__(self) -> str:
        return f"{NAMES[self.start]}{'x' if self.jump else '-'}{NAMES[self.end]}"

    @property
    def over(self) -> int:
        """The square that a jump passes: midway on file and rank, so midway in number too."""
        return (self.start + self.end) // 2


def level(code: int) -> int:
    """How many checkers high a piece is; 0 for an empty square."""
    return (code + 2) % 3 + 1 if code else 0


def owner(code: int) -> Seat | None:
    """Whose piece a code is."""
    return None if code == 0 else (1 if code > 3 else 0)


@dataclass(frozen=True, slots=True)
class Position:
    """64 piece codes from a1 (`board.PIECES`), side to move (0 Black, 1 White), rule switch and counters."""

    cells: bytes
    side: Seat
    levels: int = 2
    quiet: int = 0
    number: int = 1
    jumper: int | None = None
    keys: tuple[bytes, ...] = field(default=(), compare=False, repr=False)
    """What stood at the start of each turn since the last irreversible one, this one included (section 6.3)."""
    taken: tuple[int, int] = field(default=(0, 0), compare=False)
    """Pieces that each seat has lost since the match began."""

    def __post_init__(self) -> None:
        if not self.keys:
            object.__setattr__(self, "keys", (self._key(),))

    def _key(self) -> bytes:
        return self.cells + bytes((self.side,))

    @property
    def to_move(self) -> Seat:
        return self.side

    @property
    def turn_started(self) -> bool:
        return self.jumper is None

    def board(self) -> Board:
        """The fast core with this position on it."""
        return Board(self.cells, self.side, self.levels)

    def actors(self) -> frozenset[Seat]:
        return frozenset((self.side,))

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
        man = level(self.cells[move.start]) == 1
        answer = board.hop(move.start, move.end)
        taken = self.taken
        if move.jump:
            loser = 1 - self.side
            taken = (taken[0] + (loser == 0), taken[1] + (loser == 1))
        after = replace(self, cells=board.cells(), taken=taken, jumper=move.end if answer == GOES_ON else None)
        if answer == GOES_ON:
            return after
        # A level 2 piece changes its level only by the promotion that resets the count (section 6.4).
        risen = level(after.cells[move.end]) != level(self.cells[move.start])
        quiet = 0 if move.jump or man or risen else self.quiet + 1
        ended = replace(
            after, side=1 - self.side, quiet=quiet, number=self.number + (self.side == WHITE), keys=(b"",)
        )
        return replace(ended, keys=(*(self.keys if quiet else ()), ended._key()))

    def outcome(self) -> Outcome | None:
        """Tested in the order of section 6, at the start of a turn for the side to move."""
        if self.jumper is not None:
            return None
        other = 1 - self.side
        if not any(owner(code) == self.side for code in self.cells):
            return Outcome("no-pieces", (other,))
        board = self.board()
        if board.jumpers() == 0 and board.sliders() == 0:
            return Outcome("no-legal-move", (other,))
        if self.keys.count(self.keys[-1]) >= 3:
            return Outcome("repetition")
        if self.quiet >= QUIET_LIMIT:
            return Outcome("40-quiet-moves")
        return None

    def text(self) -> str:
        if self.jumper is not None:
            raise ValueError("a position has a text only at the start of a turn")
        rows = []
        for rank in range(7, -1, -1):
            row = "".join(PIECES[code] for code in self.cells[8 * rank : 8 * rank + 8])
            for run in range(8, 0, -1):
                row = row.replace("." * run, str(run))
            rows.append(row)
        return f"{'/'.join(rows)} {'bw'[self.side]} {self.levels} {self.quiet} {self.number}"

    def table(self) -> Table:
        table = {NAMES[at]: stack(code) for at, code in enumerate(self.cells) if code}
        for seat, tray in enumerate(TRAYS):
            if self.taken[seat]:
                table[tray] = (CHECKERS[seat],) * self.taken[seat]
        return table

    def effects(self, move: contract.Move) -> Sequence[Beat]:
        assert isinstance(move, Hop)
        code = self.cells[move.start]
        beats: list[Beat] = [(Slide(NAMES[move.start], NAMES[move.end], level(code)),)]
        if move.jump:
            beats.append(self._captured(move.over))
        after = self.play(move).cells[move.end]
        if level(after) > level(code):
            beats.append((Put(NAMES[move.end], stack(after)[-1]),))
        return beats

    def _captured(self, at: int) -> Beat:
        """A taken piece: its crowns go back into the box, its first checker into the tray."""
        code = self.cells[at]
        pile = stack(code)
        crowns: list[Effect] = [Lift(NAMES[at], token) for token in reversed(pile[1:])]
        return (*crowns, Slide(NAMES[at], TRAYS[1 - self.side]))

    def gesture(self, move: contract.Move) -> Gesture:
        assert isinstance(move, Hop)
        return Gesture(frozenset((NAMES[move.start],)), NAMES[move.end])

    def forced(self) -> frozenset[Target]:
        if self.jumper is not None:
            return frozenset((NAMES[self.jumper],))
        return frozenset(NAMES[at] for at in squares(self.board().jumpers()))

    def remarks(self) -> tuple[Remark, ...]:
        found = []
        times = self.keys.count(self.keys[-1])
        if times > 1 and self.jumper is None:
            found.append(Remark("repeated", (), {"times": str(times)}))
        if self.quiet >= QUIET_LIMIT // 2:
            found.append(Remark("quiet", (), {"left": str((QUIET_LIMIT - self.quiet + 1) // 2)}))
        return tuple(found)

    def refusal(self, gesture: Gesture) -> Refusal | None:
        if len(gesture.pick) != 1:
            return None
        (name,) = gesture.pick
        start = INDEX.get(name)
        if start is None:
            return None
        if gesture.drop is None:
            return self._refused_pick(start)
        end = INDEX.get(gesture.drop)
        if end is None or end == start:
            return None
        return self._refused_pick(start) or self._refused_drop(start, end)

    def _refused_pick(self, start: int) -> Refusal | None:
        name = NAMES[start]
        if self.jumper is not None and start != self.jumper:
            jumper = NAMES[self.jumper]
            return Refusal("must-go-on", (jumper,), {"square": jumper})
        if self.cells[start] == 0:
            return Refusal("empty", (name,), {"square": name})
        if owner(self.cells[start]) != self.side:
            return Refusal("not-yours", (name,), {"square": name})
        board = self.board()
        jumpers = squares(board.jumpers())
        if jumpers and start not in jumpers:
            return _must_capture(name, jumpers)
        if not jumpers and not squares(board.slides(start)):
            return Refusal("blocked", (name,), {"square": name})
        return None

    def _refused_drop(self, start: int, end: int) -> Refusal | None:
        if any(move.start == start and move.end == end for move in self.legal_moves()):
            return None
        names = {"square": NAMES[start], "target": NAMES[end]}
        here = (NAMES[end], NAMES[start])
        if owner(self.cells[end]) == self.side:
            return self._refused_pick(end) or Refusal("occupied", here, names)
        if self.cells[end] != 0:
            return Refusal("occupied", here, names)
        board = self.board()
        jumpers = squares(board.jumpers())
        if self.jumper is not None:
            return Refusal("must-go-on", here, {"square": NAMES[start]})
        if jumpers:
            if end in squares(board.slides(start)):
                return _must_capture(NAMES[start], jumpers, here)
            return Refusal("out-of-reach-capture", here, names)
        if level(self.cells[start]) == 1:
            return Refusal("man-reach", here, names)
        if level(self.cells[start]) == 2 and self.levels == 3:
            return Refusal("low-king-reach", here, names)
        return Refusal("king-reach", here, names)


def _must_capture(at: str, jumpers: Sequence[int], here: tuple[str, ...] | None = None) -> Refusal:
    """Section 3.1: if any piece can jump, the turn is a jump."""
    names = [NAMES[square] for square in jumpers]
    code = "must-capture" if len(names) == 1 else "must-capture-one-of"
    return Refusal(code, (*(here or (at,)), *names), {"square": at, "squares": ", ".join(names)})


def stack(code: int) -> tuple[Token, ...]:
    """A piece as checkers, bottom to top."""
    seat = 1 if code > 3 else 0
    return (CHECKERS[seat], CHECKERS[seat], RINGED[seat])[: level(code)]
