"""The kinds of table that games are played on; which game lies on which is known here and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from scenes.tables.squares import SquaresTable

TABLES: Final[dict[str, Callable[[], SquaresTable]]] = {
    "double-draughts": lambda: SquaresTable("double_draughts", ("ebony", "ivory"), bottom=1),
}


def table_of(key: str) -> SquaresTable:
    """The table that the game with this key is played on."""
    return TABLES[key]()
