"""The registry of the games, whose rules load when they are first asked for. Nothing in `rules` knows a screen."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rules.game import Game

    KEYS: tuple[str, ...]
    """The keys of all games, in the order in which people are offered them."""
    GAMES: tuple[Game, ...]
    """All games, in the order of `KEYS`. Asking for this loads the rules of every one of them."""

REGISTRY: Final[dict[str, str]] = {
    "double-draughts": "rules.double_draughts",
    "duck-chess": "rules.duck_chess",
    "unstacked-draughts": "rules.unstacked_draughts",
    "ducart": "rules.ducart",
    "ducale": "rules.ducale",
}
"""The key of each game -> its package, which has `GAME`. The opponent's process gets a copy of this."""


def find(key: str) -> Game | None:
    """The game with this key, or None."""
    return get(key) if key in REGISTRY else None


def get(key: str) -> Game:
    """The game with this key. Raises KeyError if there is none."""
    found: Game = import_module(REGISTRY[key]).GAME
    return found


if not TYPE_CHECKING:

    def __getattr__(name: str) -> tuple[object, ...]:
        """`KEYS` and `GAMES`, made of the registry at each look (PEP 562)."""
        if name == "KEYS":
            return tuple(REGISTRY)
        if name == "GAMES":
            return tuple(map(get, REGISTRY))
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
