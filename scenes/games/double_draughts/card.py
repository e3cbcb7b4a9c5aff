"""Double Draughts before it loads."""

from __future__ import annotations

from typing import Final

from scenes.app.game_card import GameCard

CARD: Final = GameCard(
    board="maple",
    family="men",
    samples=("double_draughts/ivory", "double_draughts/ebony"),
    emblem="double_draughts/ivory",
)
