"""Where the part of a game on the screen lies: modules, words, pages, lessons and puzzles, all optional."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

import rules

FOLDER: Final = Path(__file__).parents[1] / "games"
ELSEWHERE: Final[dict[str, str]] = {}
"""Key -> package of a game that lies outside of `scenes.games`, with its sprites in the folder `sprites` there."""


def game_module(key: str, name: str) -> ModuleType | None:
    """The module `name` of a game's package; None where it has none, or where no game has this key."""
    package = ELSEWHERE.get(key, f"scenes.games.{key.replace('-', '_')}")
    if key not in rules.REGISTRY:
        return None
    try:
        return import_module(f"{package}.{name}")
    except ModuleNotFoundError as missing:
        if missing.name in (package, f"{package}.{name}"):
            return None
        raise


def game_file(key: str, name: str) -> Path:
    """The file `name` of the game with this key, whether or not there is one."""
    if key in ELSEWHERE:
        (folder,) = import_module(ELSEWHERE[key]).__path__
        return Path(folder) / name
    return FOLDER / key.replace("-", "_") / name


def games_with(name: str) -> list[str]:
    """The keys of the games that have a file `name`."""
    return [key for key in rules.KEYS if game_file(key, name).is_file()]
