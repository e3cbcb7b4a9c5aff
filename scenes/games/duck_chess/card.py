"""The menu's entry for Duck Chess, known before the game is loaded."""

from __future__ import annotations

from typing import Final

from scenes.app.game_card import MEN, GameCard

CARD: Final = GameCard(
    board="green",
    family=MEN,
    samples=("duck_chess/white-knight", "duck_chess/black-pawn"),
    pose="rnbqkbnr/pppppppp/8/8/4*3/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    emblem="duck_chess/duck",
)
