"""`python -m scenes.bench.inside KIND[:ARGUMENT ...]` prints one line of JSON when it closes.

Moments are nanoseconds of the monotonic clock, which all processes share; durations are seconds.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any, Final

from scenes.bench.inside import bare, hauling, judging, leisure, matches, tables, throws

KINDS: Final[dict[str, Callable[..., dict[str, Any]]]] = {
    "still": leisure.still,
    "drag": hauling.drag,
    "frames": tables.frames,
    "throws": throws.throws,
    "matches": matches.play,
    "review": judging.review,
    "positions": leisure.positions,
    "bare-loop": bare.loop,
    "bare-follower": bare.follower,
}

if __name__ == "__main__":
    kind, *arguments = sys.argv[1].split(":")
    print(json.dumps(KINDS[kind](*arguments)))
