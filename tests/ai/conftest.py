"""Fixtures for tests of engines."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.ai import opponents
from tests.ai.fakes import Fakes


@pytest.fixture
def fakes(tmp_path: Path) -> Fakes:
    return Fakes(tmp_path)


@pytest.fixture(autouse=True, scope="module")
def _tables() -> Iterator[None]:
    """Forget the opponents of a module: each has a table of 64 MB."""
    yield
    opponents._opponents.clear()
