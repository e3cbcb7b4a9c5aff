"""Tables of a mailbox, an 8x8 board within 10 x 12 cells: cell 21 is a1, 98 is h8, and 0 means no cell."""

from typing import Final

CELLS: Final = [21 + square % 8 + 10 * (square // 8) for square in range(64)]  # square, 0 (a1) to 63 (h8) -> cell
SQUARES: Final = [CELLS.index(cell) if cell in CELLS else -1 for cell in range(120)]
"""The square of each cell, -1 for the border."""
OFFSETS: Final = [10, -10, 1, -1, 11, 9, -9, -11, 21, 19, 12, 8, -8, -12, -19, -21]
"""The differences of cells: four straight directions, four diagonal ones, eight knight jumps."""
