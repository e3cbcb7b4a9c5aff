"""A home for each journey, with settings that make the app quick."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.journeys.driver import ROOT, SIZE, Person


@pytest.fixture
def person(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Person]:
    """Provide a user with English settings and a window of 1280 x 800.

    The mouse rests in the window's corner, because keys act on the game whose tile is under the mouse.
    """
    home = tmp_path / "home"
    home.mkdir()
    settings = {"language": "en", "window": list(SIZE), "animation": "fast"}
    (home / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    subprocess.run(["xdotool", "mousemove", *(str(length - 1) for length in SIZE)], check=True)
    somebody = Person(home, ROOT / "var" / "journeys" / request.node.name)
    yield somebody
    somebody.leave()
