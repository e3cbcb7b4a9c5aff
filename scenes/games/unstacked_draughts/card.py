"""The menu's entry for Unstacked Draughts, known before the game is loaded."""

from __future__ import annotations

from typing import Final

from scenes.app.game_card import GameCard, LookFamily

TABLIER: Final = LookFamily(
    "tablier",
    {"oak": ("", "rosewood"), "slate": ("porcelain", "midnight"), "contrast": ("white", "black")},
    frozenset({"tablier", "rack"}),
)
CARD: Final = GameCard(
    ratio=1.76,
    columns=1,
    board="",
    family=TABLIER,
    samples=("unstacked_draughts/tablier", "unstacked_draughts/white", "unstacked_draughts/black"),
    pose="UD1 d110122 d011212 w 0-0/3 [b 5- 2-]",
    emblem="unstacked_draughts/die-5-15",
    clock=False,
    trains_attention=True,
)
