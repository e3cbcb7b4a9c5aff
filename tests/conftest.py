"""For every test but the journeys: no window, no loudspeaker, no file of the person's, and no missing word."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


@pytest.fixture(autouse=True)
def _alone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    if request.node.get_closest_marker("journey"):
        return
    from scenes.lang import Words

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setenv("TABLIER_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(Words, "strict", True)
