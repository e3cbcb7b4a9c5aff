"""Waiting in tests: so long that only an event that never comes fails a test on the busiest machine.

This guards against waiting for ever and claims nothing about speed: `rules.lab.bench` and `tests.bench` do.
"""

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

LONGEST: Final = 60.0
"""Seconds after which an event counts as missing."""


class NeverError(AssertionError):
    """Raised when an expected event didn't happen."""


@contextmanager
def within_reason() -> Iterator[None]:
    """Raise NeverError where the block doesn't end. On Windows the block is waited for."""
    if sys.platform == "win32":
        yield
    else:

        def give_up(*_: object) -> None:
            raise NeverError(f"no end in {LONGEST:.0f} s")

        before = signal.signal(signal.SIGALRM, give_up)
        signal.setitimer(signal.ITIMER_REAL, LONGEST)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)


def sooner_or_later(true: Callable[[], bool]) -> bool:
    until = time.monotonic() + LONGEST
    while not true():
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True
