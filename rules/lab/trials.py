"""Independent numbered trials, such as the matches of an arena.

They run on several processes, can be shared by several machines, and are stored in files with one line of JSON for
each trial. Such files may be concatenated. A line is on the disk before the next trial is reported, so a run can be
stopped at any time, and a later one continues with the missing trials.
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
_REPORT_SECONDS: Final = 60.0  # between two lines of progress if the output is no terminal


@dataclass(frozen=True, slots=True)
class TrialShare:
    """The share of one machine: the `part`th, counted from 1, of every `parts` successive groups of trials."""

    part: int = 1
    parts: int = 1

    @classmethod
    def of(cls, text: str) -> TrialShare:
        """Read a text such as "2/5". Raises ValueError with a sentence."""
        part, slash, parts = text.partition("/")
        if slash and _NUMBER.fullmatch(part) and _NUMBER.fullmatch(parts) and 1 <= int(part) <= int(parts):
            return cls(int(part), int(parts))
        raise ValueError(f"{quote(text)} is no part such as 1/4 to 4/4.")

    def has_group(self, group: int) -> bool:
        return group % self.parts == self.part - 1


def results(work: Callable[[int], Result], numbers: Sequence[int], jobs: int = 1) -> Iterator[Result]:
    """Yield the results of `work` for the numbers as they are finished, on `jobs` processes.

    Raises ValueError with a sentence if one of the processes died.
    """
    if jobs == 1:
        yield from map(work, numbers)
        return
    context = multiprocessing.get_context("spawn")
    workers, arguments = min(jobs, max(len(numbers), 1)), (dict(REGISTRY),)
    with ProcessPoolExecutor(workers, mp_context=context, initializer=set_up_process, initargs=arguments) as pool:
        try:
            for future in as_completed([pool.submit(work, number) for number in numbers]):
                yield future.result()
        except BrokenExecutor:
            raise ValueError("One of the processes has died; try it with fewer jobs.") from None
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def set_up_process(registry: Mapping[str, str] | None = None) -> None:
    """Give this process the games of its parent, and let it end with its parent."""
    REGISTRY.update(registry or {})
    parent = multiprocessing.parent_process()
    assert parent is not None

    def exit_with_parent() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=exit_with_parent, daemon=True).start()


def append(file: Path, data: Mapping[str, object]) -> None:
    """Add a trial to a file as one line, which is on the disk when this function returns."""
    text = json.dumps(data, ensure_ascii=False)
    with file.open("ab+") as out:
        if out.tell() > 0:
            out.seek(-1, os.SEEK_END)
            if out.read(1) != b"\n":  # an earlier run was interrupted within a line
                out.write(b"\n")
        out.write(f"{text}\n".encode())
        out.flush()
        os.fsync(out.fileno())


def lines(file: Path) -> Iterator[dict[str, object]]:
    """Yield the trials in a file, if it exists. Lines that are no JSON object are ignored."""
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
    """The progress of a run, as one changing line on a terminal, and elsewhere as a new line from time to time."""

    def __init__(self, out: TextIO | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._out = sys.stderr if out is None else out
        self._clock = clock
        self._last_report = clock()
        self._width = 0

    def report(self, text: str) -> None:
        if self._out is None:  # a window program has no error output
            return
        if self._out.isatty():
            self._out.write(f"\r{text:<{self._width}}")
            self._width = len(text)
        elif self._clock() - self._last_report >= _REPORT_SECONDS:
            self._last_report = self._clock()
            self._out.write(f"{text}\n")
        self._out.flush()

    def end(self) -> None:
        if self._width:
            self._out.write("\n")
            self._width = 0
