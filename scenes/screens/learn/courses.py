"""The courses of lessons, one for each game that has a file of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from rules import find
from rules.teaching.lessons import Task, read
from scenes.app.game_files import game_file
from scenes.app.words import LANGUAGES
from scenes.screens.learn.progress import Progress

if TYPE_CHECKING:
    from scenes.app.app import App

FILE: Final = "lessons.toml"
KIND: Final = "lessons"
"""The name of what is kept of them (`scenes.screens.learn.progress`)."""


def taught(key: str) -> bool:
    """Whether there are lessons for the game with this key."""
    return game_file(key, FILE).is_file()


@cache
def course(key: str) -> tuple[Task, ...]:
    """The lessons of a game, in the order in which they are taught. Raises OSError where there are none."""
    game = find(key)
    assert game is not None
    return read(game_file(key, FILE).read_text(encoding="utf-8"), game, tuple(LANGUAGES))


def next_lesson(app: App, key: str, number: int = -1) -> int | None:
    """The next lesson after `number` that isn't done, or the first such; None: all are."""
    return Progress(app.storage, KIND).following(key, [task.id for task in course(key)], number)


def begun(app: App, games: Sequence[str]) -> tuple[str, int] | None:
    """Of these games the one whose course was begun last and isn't done, and its next lesson, from 0."""
    done = {key: Progress(app.storage, KIND).done(key) for key in games if taught(key)}
    latest = sorted((key for key in done if done[key]), key=lambda key: max(done[key].values()), reverse=True)
    following = ((key, next_lesson(app, key)) for key in latest)
    return next(((key, number) for key, number in following if number is not None), None)
