"""The amount of random play, of combinations and of throws that the tests look at.

`TABLIER_LAWS` says it in plies of random play for each set of a game's options: 100 for `uv run pytest`, 400 in
`.ci/run`, 5000 for a night.
"""

import os
from typing import Final, TypeVar

T = TypeVar("T")

PLIES: Final = int(os.environ.get("TABLIER_LAWS", "100"))


def by_effort(short: T, gate: T, long: T) -> T:
    """Return the value for `uv run pytest`, for `.ci/run`, which runs these files once more, or for the long run."""
    return short if PLIES < 400 else gate if PLIES < 1000 else long


def by_night(short: T, long: T) -> T:
    """Return the value for `uv run pytest` and `.ci/run`, or for the long run."""
    return by_effort(short, short, long)
