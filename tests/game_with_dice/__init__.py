"""Pig (described by John Scarne, 1945): a game with dice, rules alone, kept out of the app.

The player to move rolls a die as often as they like: its points are theirs once they hold, and lost with a 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final, Literal

from rules import contract
from rules.common.quoting import quote
from rules.contract import NATURE, Beat, Gesture, Outcome, Refusal, Remark, Seat, Slide, Table, Token, Turn
from rules.errors import PositionError, TurnError
from rules.game import game
from rules.match import GamePlay
from rules.record import GameText

KEY: Final = "pig"
DIE: Final = "d4"
GOALS: Final = {"twenty": 20, "hundred": 100}
FACES: Final = ("1", "2", "3", "4", "5", "6")


@dataclass(frozen=True, slots=True)
class Options:
    goal: Literal["hundred", "twenty"] = "hundred"


@dataclass(frozen=True, slots=True)
class Move:
    """A player's decision, "roll" or "hold", or Nature's face of the die."""

    seat: Seat
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Position:
    goal: int
    points: tuple[int, int] = (0, 0)
    pot: int = 0  # points of the turn, which a 1 takes away
    die: int = 6
    side: Seat = 0
    is_rolling: bool = False

    @property
    def to_move(self) -> Seat:
        return NATURE if self.is_rolling else self.side

    @property
    def turn_started(self) -> bool:
        return True

    def actors(self) -> frozenset[Seat]:
        return frozenset((self.to_move,))

    def legal_moves(self, seat: Seat | None = None) -> tuple[Move, ...]:
        if seat not in (None, self.to_move) or self.outcome() is not None:
            return ()
        return tuple(Move(self.to_move, text) for text in (FACES if self.is_rolling else ("roll", "hold")))

    def play(self, move: contract.Move) -> Position:
        match str(move):
            case "roll":
                return replace(self, is_rolling=True)
            case "hold":
                return replace(self, points=self._held(), pot=0, side=1 - self.side)
            case "1":
                return replace(self, die=1, pot=0, side=1 - self.side, is_rolling=False)
            case face:
                return replace(self, die=int(face), pot=self.pot + int(face), is_rolling=False)

    def _held(self) -> tuple[int, int]:
        """Return the points of both after the pot has been taken."""
        first, second = self.points
        return (first + self.pot, second) if self.side == 0 else (first, second + self.pot)

    def sample(self, rng: Random) -> Move:
        return Move(NATURE, rng.choice(FACES))

    def chances(self) -> Sequence[tuple[Move, int]]:
        return [(Move(NATURE, face), 1) for face in FACES]

    def outcome(self) -> Outcome | None:
        best = max(self.points)
        return Outcome("goal", (self.points.index(best),), self.points) if best >= self.goal else None

    def text(self) -> str:
        return " ".join(map(str, (self.goal, *self.points, self.pot, self.die, self.side, int(self.is_rolling))))

    def table(self) -> Table:
        men = {_square(self, seat): (Token(f"{name}-man"),) for seat, name in enumerate(("first", "second"))}
        return {**men, DIE: (Token(f"die-{self.die}"),)}

    def effects(self, move: contract.Move) -> Sequence[Beat]:
        after = self.play(move)
        start, end = _square(self, self.side), _square(after, self.side)
        slides = (Slide(start, end),) if start != end else ()
        turns = (Turn(DIE, self.table()[DIE][0], after.table()[DIE][0]),) if self.die != after.die else ()
        return ((*slides, *turns),) if slides or turns else ()

    def gesture(self, move: contract.Move) -> Gesture:
        return Gesture(frozenset((_square(self, self.side) if str(move) == "hold" else DIE,)))

    def refusal(self, gesture: Gesture) -> Refusal | None:
        possible = [self.gesture(move) for move in self.legal_moves(self.side)]
        return None if gesture in possible else Remark("pick", tuple(sorted(gesture.pick)))


def _square(position: Position, seat: Seat) -> str:
    """Return the square of a player's man: it goes along its edge with the points."""
    return "abcdefgh"[min(7, 7 * position.points[seat] // position.goal)] + "18"[seat]


def read(text: str) -> Position:
    numbers = [int(word) for word in text.split() if word.isascii() and word.isdecimal() and len(word) < 4]
    if len(numbers) != 7 or text != " ".join(map(str, numbers)):
        raise PositionError(f"{quote(text)} is no position: write seven numbers.")
    goal, first, second, pot, die, side, rolling = numbers
    if goal not in GOALS.values() or not 1 <= die <= 6 or max(side, rolling) > 1:
        raise PositionError(f"{quote(text)} is no position of Pig.")
    return Position(goal, (first, second), pot, die, side, bool(rolling))


def read_turn(position: Position, text: str) -> tuple[Move, ...]:
    found = tuple(move for move in position.legal_moves() if str(move) == text)
    if not found:
        raise TurnError("ILLEGAL", f"{quote(text)} can't be played here.")
    return found


def write_turn(position: Position, moves: Sequence[Move]) -> str:
    return str(moves[0])


def list_turns(position: Position) -> Iterator[str]:
    yield from map(str, position.legal_moves())


def perft(position: Position, depth: int) -> list[int]:
    counts, places = [], [position]
    for _ in range(depth):
        places = [place.play(move) for place in places for move in place.legal_moves()]
        counts.append(len(places))
    return counts


GAME: Final = game(
    play=GamePlay(
        key=KEY,
        options=Options,
        start=lambda options, seats: Position(GOALS[options.goal]),
        turns=list_turns,
        perft=perft,
    ),
    text=GameText(read=read, read_turn=read_turn, write_turn=write_turn, notate=write_turn),
)
