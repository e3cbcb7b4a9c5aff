"""The console's command `best`: which melds a hand can lay at best (README.md, section 15)."""

from typing import Final

from rules.ducale.cards import COPIES, TEXTS, CardError, read
from rules.ducale.engine.solver import solve

MAX_CARDS: Final = 14  # of a hand


def describe_best_melds(words: str) -> dict[str, object]:
    """Return, as plain data, what the solver finds for the cards in `words`. Raises ValueError with a sentence."""
    try:
        cards = [read(word) for word in words.split()]
    except CardError as problem:
        raise ValueError(str(problem)) from None
    if len(cards) > MAX_CARDS:
        raise ValueError(f"A hand has {MAX_CARDS} cards at most; these are {len(cards)}.")
    excess = next((card for card in cards if cards.count(card) > COPIES[card]), None)
    if excess is not None:
        raise ValueError(f"There are not so many {TEXTS[excess]} in the game.")
    solution = solve(cards)
    return {
        "max_cards": solution.max_cards,
        "min_points": solution.min_points,
        "out_with_discard": solution.out_with_discard,
        "out_all": solution.out_all,
        "best_opening": solution.best_opening,
        "most": [str(meld) for meld in solution.list_longest_melds()],
        "least": [str(meld) for meld in solution.list_costliest_melds()],
        "opening": [str(meld) for meld in solution.list_opening_melds()],
    }
