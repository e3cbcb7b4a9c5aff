"""A slow, independent implementation of Double Draughts: 64 named cells, by the tables of the digest.

Nothing here is shared with `rules/`; where the two disagree, one has misread the digest (sections 3, 4, 7, 8).
"""

from collections.abc import Iterator
from dataclasses import dataclass

Square = tuple[int, int]
"""File and rank, both from 1 to 8."""

DIAGONAL = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
STRAIGHT = [(-1, 0), (1, 0), (0, -1), (0, 1)]
FORWARD = {"w": 1, "b": -1}
HOME_ROW = {"w": 1, "b": 8}
LAST_ROW = {"w": 8, "b": 1}


@dataclass(frozen=True)
class Piece:
    """A piece: colour "w" or "b", and level 1 (Man), 2 (King) or 3 (Triple)."""

    colour: str
    level: int


ReadableCells = dict[Square, Piece]


def name(square: Square) -> str:
    """Return the name of a square, such as e4."""
    return "abcdefgh"[square[0] - 1] + str(square[1])


def read(ddfen: str) -> tuple[ReadableCells, str, int]:
    board, colour, levels, *_ = ddfen.split()
    cells: ReadableCells = {}
    for row, rank in zip(board.split("/"), range(8, 0, -1), strict=True):
        file = 1
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                cells[file, rank] = Piece("w" if letter.isupper() else "b", "MKT".index(letter.upper()) + 1)
                file += 1
    return cells, colour, int(levels)


def write_board(cells: ReadableCells) -> str:
    rows = []
    for rank in range(8, 0, -1):
        row, run = "", 0
        for file in range(1, 9):
            piece = cells.get((file, rank))
            if piece is None:
                run += 1
                continue
            letter = "MKT"[piece.level - 1]
            row += (str(run) if run else "") + (letter if piece.colour == "w" else letter.lower())
            run = 0
        rows.append(row + (str(run) if run else ""))
    return "/".join(rows)


def slide_directions(piece: Piece, levels: int) -> list[tuple[int, int]]:
    """Return the directions of the first table of section 3."""
    if piece.level == 1:
        return [(-1, FORWARD[piece.colour]), (1, FORWARD[piece.colour])]
    if piece.level == 2 and levels == 3:
        return DIAGONAL
    return DIAGONAL + STRAIGHT


def jump_directions(piece: Piece) -> list[tuple[int, int]]:
    """Return the directions of the second table of section 3."""
    if piece.level == 1:
        return [(-1, FORWARD[piece.colour]), (1, FORWARD[piece.colour])]
    return DIAGONAL + STRAIGHT


def arrived(piece: Piece, square: Square, levels: int) -> Piece:
    """Return the piece after its arrival on `square` (section 4)."""
    if piece.level == 1 and square[1] == LAST_ROW[piece.colour]:
        return Piece(piece.colour, 2)
    if piece.level == 2 and levels == 3 and square[1] == HOME_ROW[piece.colour]:
        return Piece(piece.colour, 3)
    return piece


def on_board(square: Square) -> bool:
    return 1 <= square[0] <= 8 and 1 <= square[1] <= 8


def jumps(
    cells: ReadableCells, at: Square, piece: Piece, levels: int
) -> Iterator[tuple[list[Square], ReadableCells]]:
    """Yield the landings and the board for every continuation of a jump from `at`; the jumper is off `cells`."""
    for dx, dy in jump_directions(piece):
        over, to = (at[0] + dx, at[1] + dy), (at[0] + 2 * dx, at[1] + 2 * dy)
        if not on_board(to) or to in cells or over not in cells or cells[over].colour == piece.colour:
            continue
        left = {square: other for square, other in cells.items() if square != over}
        risen = arrived(piece, to, levels)
        further = [] if risen != piece else list(jumps(left, to, piece, levels))
        if further:
            yield from (([to, *path], after) for path, after in further)
        else:
            yield [to], {**left, to: risen}


def turns(cells: ReadableCells, colour: str, levels: int) -> dict[str, str]:
    """Return the board after every legal turn, by the turn's full text."""
    jumped: dict[str, str] = {}
    slid: dict[str, str] = {}
    for at, piece in cells.items():
        if piece.colour != colour:
            continue
        lifted = {square: other for square, other in cells.items() if square != at}
        for path, after in jumps(lifted, at, piece, levels):
            jumped["x".join(map(name, [at, *path]))] = write_board(after)
        for dx, dy in slide_directions(piece, levels):
            to = (at[0] + dx, at[1] + dy)
            if on_board(to) and to not in cells:
                slid[f"{name(at)}-{name(to)}"] = write_board({**lifted, to: arrived(piece, to, levels)})
    return jumped or slid
