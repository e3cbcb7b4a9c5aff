"""Plain data in files that may have been damaged, or made so as to do harm."""

from __future__ import annotations

import json
from itertools import chain
from typing import Final

DEEPEST: Final = 50
"""Lists and objects in one another; what goes deeper can be read and not be written again."""


def loaded(text: str) -> dict[str, object]:
    """The object that a text holds as JSON. Raises ValueError if it is none."""
    try:
        data = json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deep") from None
    if not isinstance(data, dict):
        raise ValueError("it is no object")
    level: list[object] = [data]
    for _ in range(DEEPEST):
        inside = (one.values() if isinstance(one, dict) else one for one in level if isinstance(one, dict | list))
        level = list(chain.from_iterable(inside))
    if level:
        raise ValueError("it is nested too deep")
    return data
