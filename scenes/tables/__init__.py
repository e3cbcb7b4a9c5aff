"""The kinds of table that games are played on; which game lies on which is known here and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from scenes.tables.men import MenTable
from scenes.tables.squares import SquaresTable

TABLES: Final[dict[str, Callable[[], SquaresTable]]] = {
    "double-draughts": lambda: SquaresTable("double_draughts", ("ebony", "ivory"), bottom=1),
    "duck-chess": lambda: MenTable("duck_chess", ("white", "black"), living="duck"),
}

BOARDS: Final = {"double-draughts": "maple", "duck-chess": "green"}
"""The board that a game looks best on."""
POSES: Final = {"duck-chess": "rnbqkbnr/pppppppp/8/8/4*3/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}
"""The position in which a game lies on the menu, where the first one would leave out what makes it what it is."""


def table_of(key: str) -> SquaresTable:
    """The table that the game with this key is played on."""
    return TABLES[key]()


def board_of(key: str, wish: str) -> str:
    """The board that a game is played on by somebody who wishes for `wish`: "own", or one for all games."""
    return BOARDS[key] if wish == "own" else wish
