"""The games and what they share. Nothing here knows a screen.

The rules of a game load when it is first asked for, so that nobody waits for those of the others; `KEYS` says which
games there are.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rules.contract import AnyGame

    GAMES: tuple[AnyGame, ...]
    """All games, in the order of `KEYS`. Whoever takes this loads the rules of every one of them."""

KEYS: Final = ("double-draughts", "duck-chess", "unstacked-draughts", "ducart", "ducale")
"""The key of each game, in the order in which people are offered them. Its rules are the package of that name."""


def find(key: str) -> AnyGame | None:
    """The game with this key."""
    return _load(key) if key in KEYS else None


def _load(key: str) -> AnyGame:
    game: AnyGame = import_module(f"rules.{key.replace('-', '_')}").GAME
    return game


if not TYPE_CHECKING:

    def __getattr__(name: str) -> tuple[AnyGame, ...]:
        """`GAMES`, made at the first look (PEP 562)."""
        if name != "GAMES":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        global GAMES
        GAMES = tuple(map(_load, KEYS))
        return GAMES
