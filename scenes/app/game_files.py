"""Locations of the files of a game's folder in `scenes/games`: modules, words, rules, lessons; all are optional."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

import rules

GAMES_FOLDER: Final = Path(__file__).parents[1] / "games"
EXTERNAL_PACKAGES: Final[dict[str, str]] = {}
"""The packages of games outside `scenes.games`, by the game's key; their sprites are in a subfolder `sprites`."""


def game_module(key: str, name: str) -> ModuleType | None:
    """Import a module of a game's folder; return None if it has none. An error within the module propagates."""
    package = EXTERNAL_PACKAGES.get(key, f"scenes.games.{key.replace('-', '_')}")
    if key not in rules.REGISTRY:
        return None
    try:
        return import_module(f"{package}.{name}")
    except ModuleNotFoundError as missing:
        if missing.name in (package, f"{package}.{name}"):
            return None
        raise


def game_file(key: str, name: str) -> Path:
    if key in EXTERNAL_PACKAGES:
        (folder,) = import_module(EXTERNAL_PACKAGES[key]).__path__
        return Path(folder) / name
    return GAMES_FOLDER / key.replace("-", "_") / name


def external_folders() -> list[Path]:
    """Return the folders of the games outside `scenes.games`."""
    return [game_file(key, "") for key in EXTERNAL_PACKAGES]


def games_with(name: str) -> list[str]:
    """Return the keys of the games whose folder has a file `name`."""
    return [key for key in rules.KEYS if game_file(key, name).is_file()]
