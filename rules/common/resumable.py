"""Long work in steps: a generator that yields how much is done, from 0 to 1, and returns the result.

A program that may wait asks for it `complete`; a window does some steps of it between two frames.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias, TypeVar

T = TypeVar("T")

ResumableTask: TypeAlias = Generator[float, None, T]
"""It raises what the work raises, at any step. Closed early it has changed nothing."""


def complete(work: ResumableTask[T]) -> T:
    """The result, with all steps done at once."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            found: T = done.value
            return found


def subtask(work: ResumableTask[T], start: float, end: float) -> ResumableTask[T]:
    """Work that is a part of a larger task, from `start` to `end` of it."""
    while True:
        try:
            done = next(work)
        except StopIteration as over:
            found: T = over.value
            return found
        yield start + done * (end - start)
