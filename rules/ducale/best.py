"""Melds that a hand can lay, as plain data for the console (README.md, section 15)."""

from typing import Final

from rules.ducale.cards import COPIES, TEXTS, CardError, read
from rules.ducale.engine.solver import solve

MOST: Final = 14  # cards of a hand


def best(words: str) -> dict[str, object]:
    """Return the exact answers for some cards, with melds that reach them. Raises ValueError with a sentence."""
    try:
        cards = [read(word) for word in words.split()]
    except CardError as problem:
        raise ValueError(str(problem)) from None
    if len(cards) > MOST:
        raise ValueError(f"A hand has {MOST} cards at most; these are {len(cards)}.")
    often = next((card for card in cards if cards.count(card) > COPIES[card]), None)
    if often is not None:
        raise ValueError(f"There are not so many {TEXTS[often]} in the game.")
    found = solve(cards)
    return {
        "max_cards": found.max_cards,
        "min_points": found.min_points,
        "out_with_discard": found.out_with_discard,
        "out_all": found.out_all,
        "best_opening": found.best_opening,
        "most": [str(meld) for meld in found.most()],
        "least": [str(meld) for meld in found.least()],
        "opening": [str(meld) for meld in found.opening()],
    }
