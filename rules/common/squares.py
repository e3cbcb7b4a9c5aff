"""Squares of an 8x8 board: "a1" … "h8", a1 at White's left. Index = file + 8 * rank, both counted from 0."""

from typing import Final

FILES: Final = "abcdefgh"
NAMES: Final[tuple[str, ...]] = tuple(f"{file}{rank}" for rank in range(1, 9) for file in FILES)
INDEX: Final[dict[str, int]] = {name: index for index, name in enumerate(NAMES)}


def list_between(start: int, end: int) -> range:
    """Return the squares between two different squares of a row, column or diagonal, the nearest to `start` first."""
    steps = max(abs(end % 8 - start % 8), abs(end // 8 - start // 8))
    stride = (end - start) // steps
    return range(start + stride, end, stride)
