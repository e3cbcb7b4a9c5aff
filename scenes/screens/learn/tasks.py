"""What there is to learn and to solve, the lessons and puzzles of each game, and what a person has done of it."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Final

from rules import find
from rules.teaching.lessons import Task
from rules.teaching.lessons import read as read_lessons
from rules.teaching.puzzles import Puzzle, of_the_day
from rules.teaching.puzzles import read as read_puzzles
from scenes.app.game_card import card_of
from scenes.app.game_files import game_file
from scenes.app.storage import Storage
from scenes.app.words import Words
from scenes.table.record_headers import Head

if TYPE_CHECKING:
    from scenes.app.stack import AppContext

LESSONS: Final = "lessons"
PUZZLES: Final = "puzzles"
"""The kinds of tasks: names of a game's files, and of what is kept of them."""
DAY: Final = "%Y-%m-%d"
"""How a day is written, as for `time.strftime`."""


class Progress:
    """What is done of one kind of tasks. Nothing is remembered here: two windows may be open on the same files."""

    def __init__(self, storage: Storage, kind: str) -> None:
        """`kind` names the file: "lessons", "puzzles"."""
        self._storage = storage
        self._kind = kind

    def done(self, key: str) -> dict[str, str]:
        """Ids of the tasks of a game that are done, with the day on which they first were."""
        return _days(self._storage.load_data(self._kind).get(key))

    def mark(self, key: str, task: str) -> bool:
        """A task of a game is done; whether it was the first time."""
        with self._storage.alone():
            data = self._storage.load_data(self._kind)
            days = _days(data.get(key))
            if task in days:
                return False
            self._storage.save_data(self._kind, data | {key: days | {task: time.strftime(DAY)}})
        return True

    def following(self, key: str, tasks: Sequence[str], number: int = -1) -> int | None:
        """The next of a game's tasks after this one that isn't done, or the first such, from 0; None: all are."""
        done = self.done(key)
        order = [*range(number + 1, len(tasks)), *range(number + 1)]
        return next((one for one in order if tasks[one] not in done), None)


def _days(found: object) -> dict[str, str]:
    if not isinstance(found, dict):
        return {}
    return {task: day for task, day in found.items() if isinstance(day, str)}


def taught(key: str) -> bool:
    """Whether there are lessons for the game with this key."""
    return game_file(key, f"{LESSONS}.toml").is_file()


@cache
def course(key: str) -> tuple[Task, ...]:
    """The lessons of a game, in the order in which they are taught. Raises OSError where there are none."""
    game = find(key)
    assert game is not None
    return read_lessons(game_file(key, f"{LESSONS}.toml").read_text(encoding="utf-8"), game)


def lesson_words(words: Words, key: str, task: str, name: str, step: int = 0) -> str:
    """A sentence of a lesson by its name, "title", "say", "done", "wrong" or "slip.1"; a step may have its own."""
    stem = f"lesson.{key}.{task}"
    own = f"{stem}.step.{step + 1}.{name}"
    return words(own if words.has(own) else f"{stem}.{name}")


@cache
def task_ids(key: str, kind: str) -> tuple[str, ...]:
    """The ids of a game's tasks of one kind, in their order, without loading the game; empty where it has none."""
    file = game_file(key, f"{kind}.toml")
    if not file.is_file():
        return ()
    if kind == PUZZLES:
        return tuple(puzzle.id for puzzle in puzzles(key))
    return tuple(re.findall(r'^id = "(.+)"$', file.read_text(encoding="utf-8"), re.MULTILINE))


def next_task(app: AppContext, key: str, kind: str, number: int = -1) -> int | None:
    """The next task of a kind after `number` that isn't done, or the first such; None: all are."""
    return Progress(app.storage, kind).following(key, task_ids(key, kind), number)


def latest(app: AppContext, kind: str, games: Sequence[str]) -> list[str]:
    """Of these games those of which something is done, the last first."""
    done = {key: Progress(app.storage, kind).done(key) for key in games}
    return sorted((key for key in done if done[key]), key=lambda key: max(done[key].values()), reverse=True)


def played(storage: Storage) -> list[str]:
    """The game of the match on file that was played last; none where there is none, or it can't be read."""
    entries = storage.list_matches()[:1] + storage.list_matches("finished")[:1]
    try:
        return [Head.read(storage.glance(max(entries, key=lambda entry: entry.mtime).path)).game]
    except (OSError, ValueError):
        return []


def begun(app: AppContext, games: Sequence[str]) -> tuple[str, int] | None:
    """Of these games the one whose course was begun last and isn't done, and its next lesson, from 0."""
    following = ((key, next_task(app, key, LESSONS)) for key in latest(app, LESSONS, games))
    return next(((key, number) for key, number in following if number is not None), None)


def puzzled(key: str) -> bool:
    """Whether there is something to solve in the game with this key: puzzles, or attention to practise."""
    return card_of(key).trains or game_file(key, f"{PUZZLES}.toml").is_file()


@cache
def puzzles(key: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, the easy ones first. Raises OSError where there are none."""
    return read_puzzles(game_file(key, f"{PUZZLES}.toml").read_text(encoding="utf-8"))


def today() -> int:
    """The day by the clock on the wall, counted from 1 January of the year 1."""
    return date(*time.localtime()[:3]).toordinal()


def daily(key: str) -> int:
    """The number of today's puzzle, from 0."""
    ids = [puzzle.id for puzzle in puzzles(key)]
    return ids.index(of_the_day(ids, today()))
