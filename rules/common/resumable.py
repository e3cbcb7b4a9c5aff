"""Long work in portions: a generator that yields how much is done, from 0 to 1, and returns what came of it.

Whoever has time to lose asks for the `whole`; a window goes on with it a little between two frames.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias, TypeVar

T = TypeVar("T")

Portions: TypeAlias = Generator[float, None, T]
"""It raises what the work raises, at any portion. Closed early it has changed nothing."""


def whole(work: Portions[T]) -> T:
    """All of it at once."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            found: T = done.value
            return found


def part(work: Portions[T], start: float, end: float) -> Portions[T]:
    """Work that is a part of some other, from `start` to `end` of that."""
    while True:
        try:
            done = next(work)
        except StopIteration as over:
            found: T = over.value
            return found
        yield start + done * (end - start)
