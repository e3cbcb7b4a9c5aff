"""Positions and turns of Lines of Action as text: eight rows from the top and the side, "b1-b3"."""

from collections.abc import Iterator, Sequence

from rules.common.quoting import quote
from rules.errors import PositionError, TurnError
from tests.sixth_game.position import EMPTY, MEN, Move, Position


def read(text: str) -> Position:
    """Return the position of a text. Raises PositionError."""
    board, _, side = text.partition(" ")
    rows = board.split("/")
    if len(rows) != 8 or any(len(row) != 8 for row in rows) or side not in tuple(MEN):
        raise PositionError(f"{quote(text)} is no position: write eight rows of eight, then b or w.")
    cells = "".join(reversed(rows))
    if not set(cells) <= {*MEN, EMPTY} or any(man not in cells for man in MEN):
        raise PositionError("A row has b, w and dots, and each side has a man.", "men")
    return Position(cells, MEN.index(side))


def list_turns(position: Position) -> Iterator[str]:
    """Return the legal turns, without regard to repetition."""
    over = position.outcome()
    if over is None or over.reason == "repetition":
        yield from map(str, position.moves())


def read_turn(position: Position, text: str) -> tuple[Move, ...]:
    """Return the move of a turn's text. Raises TurnError."""
    found = tuple(move for move in position.moves() if str(move) == text)
    if not found:
        raise TurnError("ILLEGAL", f"{quote(text)} can't be played here.")
    return found


def write_turn(position: Position, moves: Sequence[Move]) -> str:
    return str(moves[0])


def perft(position: Position, depth: int) -> list[int]:
    counts, places = [], [position]
    for _ in range(depth):
        places = [place.play(move) for place in places if place.outcome() is None for move in place.moves()]
        counts.append(len(places))
    return counts
