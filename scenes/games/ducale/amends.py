"""What would have been better at a card table, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from scenes.app.words import Words
from scenes.games.ducale.saying import card_name

DEEDS: Final = {"M": "lay", "L": "add", "X": "swap", "-": "discard"}
"""By the first letter of a move's text."""


def amends(words: Words, moves: Sequence[Any]) -> str:
    """Moves of one turn, one after the other."""
    return ", ".join(_deed(words, str(move)) for move in moves)


def _deed(words: Words, move: str) -> str:
    if move[0] not in DEEDS:
        return words(f"review.card.{'take' if move == '+D' else 'stock'}")
    faces = [face.strip("<>") for face in move.partition("[")[2].rstrip("]").split()] or [move[1:]]
    named = [card_name(words, "JK" if face.startswith("JK") else face) for face in faces]
    *others, last = named
    told = words("table.and", others=", ".join(others), last=last) if others else last
    return words(f"review.card.{DEEDS[move[0]]}", cards=told)
