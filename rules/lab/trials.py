"""Independent numbered trials, such as the matches of an arena.

They run on several processes, in parts for several machines, and are stored in files with one line of JSON for each
trial. Such files may be concatenated. A line is on the disk before the next trial is reported, so that a run can be
stopped at any time and later continue with the missing trials.
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
from rules.common.quoting import quote

Result = TypeVar("Result")
_NUMBER: Final = re.compile(r"[0-9]{1,6}")
_SELDOM: Final = 60.0  # seconds between two lines of progress that go into a file


@dataclass(frozen=True, slots=True)
class TrialShare:
    """The share of one machine: of each `parts` groups of trials the group with number `part`, from 1."""

    part: int = 1
    parts: int = 1

    @classmethod
    def of(cls, text: str) -> TrialShare:
        """Read a text such as "2/5". Raises ValueError with a sentence."""
        part, slash, parts = text.partition("/")
        if slash and _NUMBER.fullmatch(part) and _NUMBER.fullmatch(parts) and 1 <= int(part) <= int(parts):
            return cls(int(part), int(parts))
        raise ValueError(f"{quote(text)} is no part such as 1/4 to 4/4.")

    def has(self, group: int) -> bool:
        return group % self.parts == self.part - 1


def results(work: Callable[[int], Result], numbers: Sequence[int], jobs: int = 1) -> Iterator[Result]:
    """Yield the results of `work` for the numbers as they are finished, on `jobs` processes.

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
    """Give this process the same games as its parent, and end it when its parent has been killed."""
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
            if out.read(1) != b"\n":  # a run was interrupted within a line
                out.write(b"\n")
        out.write(f"{text}\n".encode())
        out.flush()
        os.fsync(out.fileno())


def lines(file: Path) -> Iterator[dict[str, object]]:
    """Yield the trials in a file, if it exists; incomplete lines and lines of other kinds are ignored."""
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


class ProgressLine:
    """The progress of a run: rewritten on a terminal, else a new line every `_SELDOM` seconds."""

    def __init__(self, out: TextIO | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._out = sys.stderr if out is None else out
        self._clock = clock
        self._told = clock()
        self._wide = 0

    def report(self, text: str) -> None:
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
        if self._wide:
            self._out.write("\n")
            self._wide = 0
