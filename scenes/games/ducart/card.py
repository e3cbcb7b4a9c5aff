"""The menu's entry for Ducart, known before the game is loaded."""

from __future__ import annotations

from typing import Final

from scenes.app.game_card import GameCard, LookFamily

GNOMES: Final = LookFamily(
    "gnomes",
    {
        "maple": ("honey", "azure"),
        "green": ("straw", "indigo"),
        "slate": ("honey", "indigo"),
        "contrast": ("sun", "navy"),
    },
    bold="mark-",
)
CARD: Final = GameCard(
    board="oak",
    family=GNOMES,
    samples=("ducart/gold-sweeper", "ducart/blue-healer"),
    pose="kczth1c1/www1ww1w/3z~4/5(kW)2/2l1C3/3W4/WWW2WWW/KCZHTZ1K b e4 g 0 12 -",
    emblem="ducart/gold-leaper",
    clock=False,
    timed="timed",
    clock_only_options=frozenset({"late"}),
)
