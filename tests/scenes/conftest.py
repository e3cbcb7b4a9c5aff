"""A house of tables for the tests of the table scene."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.scenes.driving import House


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    one = House(monkeypatch)
    yield one
    one.clear()
