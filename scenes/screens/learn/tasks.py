"""The lessons and puzzles of each game, and the progress stored for them."""

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
from rules.teaching.puzzles import Puzzle, puzzle_of_the_day
from rules.teaching.puzzles import read as read_puzzles
from scenes.app.game_card import card_of
from scenes.app.game_files import game_file
from scenes.app.storage import Storage
from scenes.app.words import Words
from scenes.table.match_summary import MatchSummary

if TYPE_CHECKING:
    from scenes.app.stack import AppContext

LESSONS: Final = "lessons"
PUZZLES: Final = "puzzles"
"""The kinds of tasks, and the names of the files for their contents and progress."""
DAY: Final = "%Y-%m-%d"  # for `time.strftime`


class Progress:
    """The stored progress in one kind of tasks. Nothing is cached, since several windows may use the same files."""

    def __init__(self, storage: Storage, kind: str) -> None:
        self._storage = storage
        self._kind = kind

    def days_of_done(self, key: str) -> dict[str, str]:
        """Return the ids of a game's done tasks, with the days on which they were first done."""
        return _valid_days(self._storage.load_data(self._kind).get(key))

    def mark_done(self, key: str, task_id: str) -> bool:
        """Record that a task is done; return whether that was the first time."""
        with self._storage.lock():
            data = self._storage.load_data(self._kind)
            days = _valid_days(data.get(key))
            if task_id in days:
                return False
            self._storage.save_data(self._kind, data | {key: days | {task_id: time.strftime(DAY)}})
        return True

    def next_open_task(self, key: str, ids: Sequence[str], number: int = -1) -> int | None:
        """Return the number of the first open task, searched after `number` and then from 0; None if all are done."""
        done = self.days_of_done(key)
        order = [*range(number + 1, len(ids)), *range(number + 1)]
        return next((one for one in order if ids[one] not in done), None)


def _valid_days(stored: object) -> dict[str, str]:
    if not isinstance(stored, dict):
        return {}
    return {task: day for task, day in stored.items() if isinstance(day, str)}


def has_tasks(key: str, kind: str) -> bool:
    """Return whether a game has tasks of a kind; a trainer counts as puzzles."""
    return game_file(key, f"{kind}.toml").is_file() or (kind == PUZZLES and card_of(key).trains_attention)


@cache
def course(key: str) -> tuple[Task, ...]:
    """Return the lessons of a game in their order. Raises OSError if there are none."""
    game = find(key)
    assert game is not None
    return read_lessons(game_file(key, f"{LESSONS}.toml").read_text(encoding="utf-8"), game)


def lesson_words(words: Words, key: str, task_id: str, name: str, step: int = 0) -> str:
    """Return the text `name`, such as "title" or "slip.1", of a step if it has its own, or else of its lesson."""
    stem = f"lesson.{key}.{task_id}"
    step_key = f"{stem}.step.{step + 1}.{name}"
    return words(step_key if words.has(step_key) else f"{stem}.{name}")


@cache
def task_ids(key: str, kind: str) -> tuple[str, ...]:
    """Return the ids of a game's tasks in their order, without loading the lessons; empty if there are none."""
    file = game_file(key, f"{kind}.toml")
    if not file.is_file():
        return ()
    if kind == PUZZLES:
        return tuple(puzzle.id for puzzle in puzzles(key))
    return tuple(re.findall(r'^id = "(.+)"$', file.read_text(encoding="utf-8"), re.MULTILINE))


def next_task(app: AppContext, key: str, kind: str, number: int = -1) -> int | None:
    """Return the number of the first open task, searched after `number` and then from 0; None if all are done."""
    return Progress(app.storage, kind).next_open_task(key, task_ids(key, kind), number)


def list_latest_games(app: AppContext, kind: str, games: Sequence[str]) -> list[str]:
    """Return the games in which a task is done; the one with the latest done task is first."""
    days = {key: Progress(app.storage, kind).days_of_done(key) for key in games}
    return sorted((key for key in days if days[key]), key=lambda key: max(days[key].values()), reverse=True)


def find_last_game(storage: Storage) -> list[str]:
    """Return a list with the game of the match last played; empty if there is none, or if it is unreadable."""
    entries = storage.list_matches()[:1] + storage.list_matches("finished")[:1]
    try:
        return [MatchSummary.read(storage.peek_record(max(entries, key=lambda entry: entry.mtime).path)).game]
    except (OSError, ValueError):
        return []


def find_begun_course(app: AppContext, games: Sequence[str]) -> tuple[str, int] | None:
    """Return the game whose unfinished course was used last and its next lesson, counted from 0, or None."""
    following = ((key, next_task(app, key, LESSONS)) for key in list_latest_games(app, LESSONS, games))
    return next(((key, number) for key, number in following if number is not None), None)


@cache
def puzzles(key: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game, easy ones first. Raises OSError if there are none."""
    return read_puzzles(game_file(key, f"{PUZZLES}.toml").read_text(encoding="utf-8"))


def today() -> int:
    """Return the local date as a day number, counted from 1 January of the year 1."""
    return date(*time.localtime()[:3]).toordinal()


def daily_number(key: str) -> int:
    """Return the number of the puzzle of today, counted from 0."""
    ids = [puzzle.id for puzzle in puzzles(key)]
    return ids.index(puzzle_of_the_day(ids, today()))
