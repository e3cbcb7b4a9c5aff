"""Where the files of a game on the screen lie: words, pages, lessons and puzzles, in `scenes/games/<game>/`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import rules

FOLDER: Final = Path(__file__).parents[1] / "games"


def game_file(key: str, name: str) -> Path:
    """The file `name` of the game with this key, whether or not there is one."""
    return FOLDER / key.replace("-", "_") / name


def games_with(name: str) -> list[str]:
    """The keys of the games that have a file `name`."""
    return [key for key in rules.KEYS if game_file(key, name).is_file()]
