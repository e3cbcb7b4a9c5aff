"""What a person has done of what there is to learn and to solve: kept by game and by the id of the task."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from scenes.app.storage import Storage

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
    """What of a file makes sense."""
    if not isinstance(found, dict):
        return {}
    return {task: day for task, day in found.items() if isinstance(day, str)}
