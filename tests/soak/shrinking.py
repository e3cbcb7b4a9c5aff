"""Shrinks an input or a list of events that shows a fault."""

from collections.abc import Callable
from typing import Any, TypeVar

Items = TypeVar("Items", str, tuple[Any, ...])


def shrink(items: Items, shows: Callable[[Items], bool], tries: int) -> Items:
    """Return a smaller input that still shows a fault.

    Halves, then quarters, down to single items are left out, over and over until none can go. `shows` is called
    `tries` times at most.
    """
    size = max(1, len(items) // 2)
    while tries > 0:
        at, before = 0, len(items)
        while at < len(items) and tries > 0:
            fewer = items[:at] + items[at + size :]
            tries -= 1
            if shows(fewer):
                items = fewer
            else:
                at += size
        if size > 1:
            size //= 2
        elif len(items) == before:
            break
    return items
