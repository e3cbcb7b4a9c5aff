"""Positions of Lines of Action: the board, the side to move, and the keys of earlier positions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from rules import contract
from rules.common.squares import INDEX, NAMES
from rules.contract import Beat, Gesture, Lift, Outcome, Refusal, Remark, Seat, Slide, Table, Token

EMPTY: Final = "."
MEN: Final = "bw"
"""The men of each seat; Black begins."""
TOKENS: Final = {"b": Token("black-man"), "w": Token("white-man")}
DIRECTIONS: Final = ((1, 0), (0, 1), (1, 1), (1, -1))
"""One direction of each of the four lines through a square, as (files, ranks)."""


@dataclass(frozen=True, slots=True)
class Options:
    setup: Literal["standard", "scrambled"] = "standard"
    """Scrambled: the men of both sides alternate around the board."""


@dataclass(frozen=True, slots=True)
class Move:
    """The move of a man from one square to another, given as indices."""

    seat: Seat
    start: int
    end: int

    def __str__(self) -> str:
        return f"{NAMES[self.start]}-{NAMES[self.end]}"


def line(square: int, direction: tuple[int, int]) -> Iterator[int]:
    file, rank = square % 8 + direction[0], square // 8 + direction[1]
    while 0 <= file < 8 and 0 <= rank < 8:
        yield file + 8 * rank
        file, rank = file + direction[0], rank + direction[1]


@dataclass(frozen=True, slots=True)
class Position:
    """A position; `cells` has a letter for each square from a1 ("b", "w" or "."), `keys` the earlier boards and
    sides."""

    cells: str
    side: Seat = 0
    keys: tuple[tuple[str, Seat], ...] = field(default=(), compare=False, repr=False)

    @property
    def to_move(self) -> Seat:
        return self.side

    @property
    def turn_started(self) -> bool:
        return True

    def actors(self) -> frozenset[Seat]:
        return frozenset((self.side,))

    def legal_moves(self, seat: Seat | None = None) -> tuple[Move, ...]:
        if seat not in (None, self.side) or self.outcome() is not None:
            return ()
        return self.moves()

    def moves(self) -> tuple[Move, ...]:
        """Return the moves of the side to move, even if the game is over."""
        own = MEN[self.side]
        starts = (square for square in range(64) if self.cells[square] == own)
        return tuple(Move(self.side, start, end) for start in starts for end in self._ends(start))

    def _ends(self, start: int) -> Iterator[int]:
        """Yield where a man may go: on each line as many squares as there are men on it, jumping only own men."""
        own = MEN[self.side]
        for direction in DIRECTIONS:
            ahead, behind = list(line(start, direction)), list(line(start, (-direction[0], -direction[1])))
            count = 1 + sum(self.cells[square] != EMPTY for square in ahead + behind)
            for way in (ahead, behind):
                if count > len(way) or self.cells[way[count - 1]] == own:
                    continue
                if all(self.cells[square] in (own, EMPTY) for square in way[: count - 1]):
                    yield way[count - 1]

    def play(self, move: contract.Move) -> Position:
        assert isinstance(move, Move)
        cells = list(self.cells)
        cells[move.end], cells[move.start] = cells[move.start], EMPTY
        return Position("".join(cells), 1 - self.side, (*self.keys, (self.cells, self.side)))

    def outcome(self) -> Outcome | None:
        for seat in (1 - self.side, self.side):  # who has just moved wins where both are connected
            if self.connected(seat):
                return Outcome("connected", (seat,))
        if self.keys.count((self.cells, self.side)) >= 2:
            return Outcome("repetition")
        return None if self.moves() else Outcome("no-moves", (1 - self.side,))

    def connected(self, seat: Seat) -> bool:
        """Whether the men of a seat form one group, diagonals included."""
        men = {square for square in range(64) if self.cells[square] == MEN[seat]}
        reached, waiting = set[int](), [min(men)]
        while waiting:
            square = waiting.pop()
            reached.add(square)
            near = (next(line(square, (x, y)), -1) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)
            waiting += [other for other in near if other in men and other not in reached]
        return reached == men

    def text(self) -> str:
        rows = [self.cells[8 * rank : 8 * rank + 8] for rank in range(7, -1, -1)]
        return f"{'/'.join(rows)} {MEN[self.side]}"

    def table(self) -> Table:
        return {NAMES[square]: (TOKENS[man],) for square, man in enumerate(self.cells) if man != EMPTY}

    def effects(self, move: contract.Move) -> Sequence[Beat]:
        assert isinstance(move, Move)
        start, end, taken = NAMES[move.start], NAMES[move.end], self.cells[move.end]
        captured = () if taken == EMPTY else (Lift(end, TOKENS[taken]),)
        return ((*captured, Slide(start, end)),)

    def gesture(self, move: contract.Move) -> Gesture:
        assert isinstance(move, Move)
        return Gesture(frozenset((NAMES[move.start],)), NAMES[move.end])

    def refusal(self, gesture: Gesture) -> Refusal | None:
        picked = [INDEX[target] for target in gesture.pick if target in INDEX]
        moves = [move for move in self.legal_moves() if [move.start] == picked]
        if not moves:
            return Remark("not-yours" if picked else "pick", tuple(sorted(gesture.pick)))
        if gesture.drop is None or any(NAMES[move.end] == gesture.drop for move in moves):
            return None
        return Remark("not-there", (gesture.drop,))


def start(options: Options, seats: int = 2) -> Position:
    cells = [EMPTY] * 64
    for number in range(1, 7):
        swapped = options.setup == "scrambled" and number % 2 == 0
        for square in (number, 56 + number):
            cells[square] = MEN[swapped]
        for square in (8 * number, 8 * number + 7):
            cells[square] = MEN[not swapped]
    return Position("".join(cells))
