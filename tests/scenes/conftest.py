"""A house of tables for the tests of the table scene; and rooms are left empty."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from scenes.app.idle import give_back_memory
from tests.scenes.driver import House

MUCH = 150_000_000
"""Bytes by which the process may grow until what tests have left is looked for."""
_held = 0
"""Bytes after that was done last."""


def _resident() -> int:
    """Bytes of memory that the process holds; 0 where no file tells."""
    try:
        with Path("/proc/self/statm").open() as told:  # some tests put words of theirs into read_text
            return int(told.read().split()[1]) * 4096
    except OSError:
        return 0


@pytest.fixture(autouse=True)
def _tidy() -> Iterator[None]:
    """Throw away the windows of earlier tests: few objects, much memory, so Python is in no hurry."""
    global _held
    yield
    if _resident() - _held > MUCH:
        gc.collect()
        give_back_memory()
        _held = _resident()


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    one = House(monkeypatch)
    yield one
    one.clear()
