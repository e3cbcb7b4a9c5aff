"""The geometry of Ducart's squares, 0 (a1) to 63 (h8): neighbours and reach (README.md, sections 1, 4 and 6)."""

from rules.ducart.engine.mailbox import LEAPER


def neighbours(square: int) -> list[int]:
    """Return the up to 8 squares around a square, in ascending order."""
    file, rank = square % 8, square // 8
    return [
        8 * y + x
        for y in range(max(0, rank - 1), min(7, rank + 1) + 1)
        for x in range(max(0, file - 1), min(7, file + 1) + 1)
        if 8 * y + x != square
    ]


def sweeper_targets(square: int, side: int) -> list[int]:
    """Return the up to 3 squares ahead of a Sweeper of a side; none on its far row."""
    row = square // 8 + 1 - 2 * side
    return [at for at in neighbours(square) if at // 8 == row]


def leaper_beside(cells: bytes, square: int) -> int | None:
    """Return the square of a Leaper to the left or right of a square, or None."""
    beside = (at for at in (square - 1, square + 1) if 0 <= at < 64 and at // 8 == square // 8)
    return next((at for at in beside if cells[at] & 7 == LEAPER), None)


def is_flanked(cells: bytes, square: int) -> bool:
    """Return whether a Leaper beside a square keeps Sweepers from entering it (section 6)."""
    return leaper_beside(cells, square) is not None


def is_knight_move(start: int, end: int) -> bool:
    return sorted((abs(start % 8 - end % 8), abs(start // 8 - end // 8))) == [1, 2]


def is_straight(start: int, end: int) -> bool:
    return start != end and (start % 8 == end % 8 or start // 8 == end // 8)


def are_straight_neighbours(start: int, end: int) -> bool:
    return is_straight(start, end) and end in neighbours(start)
