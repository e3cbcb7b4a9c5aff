"""Resumable tasks: a generator that yields its progress, from 0 to 1, and returns the result."""

from collections.abc import Generator
from typing import TypeAlias, TypeVar

T = TypeVar("T")

# Each step may raise the exceptions of the task. A task that is closed before its end has changed nothing.
ResumableTask: TypeAlias = Generator[float, None, T]


def run_to_end(work: ResumableTask[T]) -> T:
    while True:
        try:
            next(work)
        except StopIteration as done:
            found: T = done.value
            return found


def subtask(work: ResumableTask[T], start: float, end: float) -> ResumableTask[T]:
    """Run `work` as part of a larger task, whose progress goes from `start` to `end` meanwhile."""
    while True:
        try:
            done = next(work)
        except StopIteration as over:
            found: T = over.value
            return found
        yield start + done * (end - start)
