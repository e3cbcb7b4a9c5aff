"""A home for each journey, with the quick settings that a patient tester would choose."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.journeys.driver import ROOT, SIZE, Person


@pytest.fixture
def person(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Person]:
    """Somebody at the machine whose settings are English and whose window is 1280 x 800.

    The mouse rests in the window's corner, for keys mean the game on whose tile it rests.
    """
    home = tmp_path / "home"
    home.mkdir()
    settings = {"language": "en", "window": list(SIZE), "animation": "fast"}
    (home / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    subprocess.run(["xdotool", "mousemove", *(str(length - 1) for length in SIZE)], check=True)
    somebody = Person(home, ROOT / "var" / "journeys" / request.node.name)
    yield somebody
    somebody.leave()
