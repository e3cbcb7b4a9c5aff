"""The menu's entry for Double Draughts, known before the game is loaded."""

from __future__ import annotations

from typing import Final

from scenes.app.game_card import MEN, GameCard

CARD: Final = GameCard(
    board="maple",
    family=MEN,
    samples=("double_draughts/ivory", "double_draughts/ebony"),
    emblem="double_draughts/ivory",
    emblems=("double_draughts/ebony", "double_draughts/ivory"),
)
