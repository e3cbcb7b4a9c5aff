"""Registry of the games. The rules of a game are imported at first use; `rules` never imports a screen."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rules.game import Game

    KEYS: tuple[str, ...]  # keys of all games, in menu order
    GAMES: tuple[Game, ...]  # in the order of `KEYS`; reading this imports the rules of all games

REGISTRY: Final[dict[str, str]] = {
    "double-draughts": "rules.double_draughts",
    "duck-chess": "rules.duck_chess",
    "unstacked-draughts": "rules.unstacked_draughts",
    "ducart": "rules.ducart",
    "ducale": "rules.ducale",
}
"""Game key -> package that defines `GAME`. The opponent's process gets a copy of this."""


def find(key: str) -> Game | None:
    return get(key) if key in REGISTRY else None


def get(key: str) -> Game:
    """Return the game with this key. Raises KeyError if there is none."""
    found: Game = import_module(REGISTRY[key]).GAME
    return found


if not TYPE_CHECKING:

    def __getattr__(name: str) -> tuple[object, ...]:
        """Compute `KEYS` and `GAMES` from the registry at each access (PEP 562)."""
        if name == "KEYS":
            return tuple(REGISTRY)
        if name == "GAMES":
            return tuple(map(get, REGISTRY))
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
