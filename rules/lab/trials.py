"""Trials that know nothing of one another, such as the matches of an arena, each with a number: on several processes,
in parts for several machines, and kept in files, a line of JSON a trial.

Such files may be put one after the other. A line is on the disk before the next trial is told, so that a run may be
stopped at any moment and goes on with what its file lacks.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TextIO, TypeVar

from rules import REGISTRY
from rules.common.quoting import quoted

Result = TypeVar("Result")
_NUMBER: Final = re.compile(r"[0-9]{1,6}")
_SELDOM: Final = 60.0
"""Seconds between two lines of progress that go into a file."""


@dataclass(frozen=True, slots=True)
class Part:
    """The share of one machine: of every `parts` groups of trials the one numbered `part`, from 1."""

    part: int = 1
    parts: int = 1

    @classmethod
    def of(cls, text: str) -> Part:
        """From "2/5". Raises ValueError with a sentence."""
        part, slash, parts = text.partition("/")
        if slash and _NUMBER.fullmatch(part) and _NUMBER.fullmatch(parts) and 1 <= int(part) <= int(parts):
            return cls(int(part), int(parts))
        raise ValueError(f"{quoted(text)} is no part such as 1/4 to 4/4.")

    def has(self, group: int) -> bool:
        """Whether a group of trials, from 0, falls to it."""
        return group % self.parts == self.part - 1


def results(work: Callable[[int], Result], numbers: Sequence[int], jobs: int = 1) -> Iterator[Result]:
    """What `work` makes of each number, as they are done, on `jobs` processes.

    Raises ValueError with a sentence if one of the processes died.
    """
    if jobs == 1:
        yield from map(work, numbers)
        return
    context = multiprocessing.get_context("spawn")
    workers, known = min(jobs, max(len(numbers), 1)), (dict(REGISTRY),)
    with ProcessPoolExecutor(workers, mp_context=context, initializer=follow, initargs=known) as pool:
        try:
            for future in as_completed([pool.submit(work, number) for number in numbers]):
                yield future.result()
        except BrokenExecutor:
            raise ValueError("One of the processes has died; try it with fewer jobs.") from None
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def follow(registry: Mapping[str, str] | None = None) -> None:
    """Prepare a process of the pool: it knows the same games, and ends when the one that started it was killed."""
    REGISTRY.update(registry or {})
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def append(file: Path, data: Mapping[str, object]) -> None:
    """Add a trial to a file, as one line that is on the disk when this returns."""
    text = json.dumps(data, ensure_ascii=False)
    with file.open("ab+") as out:
        if out.tell() > 0:
            out.seek(-1, os.SEEK_END)
            if out.read(1) != b"\n":  # a run was broken off in the midst of a line
                out.write(b"\n")
        out.write(f"{text}\n".encode())
        out.flush()
        os.fsync(out.fileno())


def lines(file: Path) -> Iterator[dict[str, object]]:
    """The trials in a file, if it is there; lines that were broken off, or are none of ours, are passed over."""
    if not file.exists():
        return
    with file.open("rb") as rows:
        for row in rows:
            try:
                data = json.loads(row)
            except (ValueError, RecursionError):
                continue
            if isinstance(data, dict):
                yield data


class Progress:
    """A line that says how far a run has come: written anew on a terminal, else added now and then."""

    def __init__(self, out: TextIO | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._out = sys.stderr if out is None else out
        self._clock = clock
        self._told = clock()
        self._wide = 0

    def tell(self, text: str) -> None:
        """How it stands now."""
        if self._out is None:  # a window program has no error output
            return
        if self._out.isatty():
            self._out.write(f"\r{text:<{self._wide}}")
            self._wide = len(text)
        elif self._clock() - self._told >= _SELDOM:
            self._told = self._clock()
            self._out.write(f"{text}\n")
        self._out.flush()

    def end(self) -> None:
        """What comes next begins a line of its own."""
        if self._wide:
            self._out.write("\n")
            self._wide = 0
