"""The puzzles on file, one collection for each game that has some."""

from __future__ import annotations

import time
from functools import cache
from typing import Final

from rules.teaching.puzzles import Puzzle, of_the_day, read
from scenes.app.game_card import card_of
from scenes.app.game_files import game_file

FILE: Final = "puzzles.toml"
KIND: Final = "puzzles"
"""The name of what is kept of them (`scenes.screens.learn.progress`)."""


def puzzled(key: str) -> bool:
    """Whether there is something to solve in the game with this key: puzzles, or attention to practise."""
    return card_of(key).trains or game_file(key, FILE).is_file()


@cache
def puzzles(key: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, the easy ones first. Raises OSError where there are none."""
    return read(game_file(key, FILE).read_text(encoding="utf-8"))


def today() -> int:
    """The day by the clock on the wall, counted from 1 January of the year 1."""
    now = time.localtime()
    year = now.tm_year - 1
    return 365 * year + year // 4 - year // 100 + year // 400 + now.tm_yday


def daily(key: str) -> int:
    """The number of today's puzzle, from 0."""
    ids = [puzzle.id for puzzle in puzzles(key)]
    return ids.index(of_the_day(ids, today()))
