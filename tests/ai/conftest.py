"""Engines to play against."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ai.fakes import Fakes


@pytest.fixture
def fakes(tmp_path: Path) -> Fakes:
    """A maker of fake engines."""
    return Fakes(tmp_path)
