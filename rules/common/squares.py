"""Names of the squares of an 8x8 board: "a1" … "h8", a1 at White's left. Index = file + 8 * rank, from 0."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

FILES: Final = "abcdefgh"
NAMES: Final[tuple[str, ...]] = tuple(f"{file}{rank}" for rank in range(1, 9) for file in FILES)
INDEX: Final[dict[str, int]] = {name: index for index, name in enumerate(NAMES)}


def with_pieces(facts: Mapping[str, str], kind_at: Callable[[int], str]) -> dict[str, str]:
    """Add the kinds of pieces to the facts of a refusal, "" for an empty square.

    `piece` is the kind on `square`; `other` is the kind on the opposing square: `blocker`, the only one of
    `squares`, or `target`. `kind_at` returns the kind on a square.
    """
    against = next((facts[name] for name in ("blocker", "squares", "target") if facts.get(name) in INDEX), "")
    places = {"piece": facts.get("square", ""), "other": against}
    return {**{name: kind_at(INDEX[at]) for name, at in places.items() if at in INDEX}, **facts}
