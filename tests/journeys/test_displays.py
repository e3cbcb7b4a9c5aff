"""Displays with few colours: the app says so, on the terminal and in a box that a signal ends."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bench.screen import xvfb
from tests.journeys.driver import ROOT, wait_for

pytestmark = pytest.mark.journey


@pytest.fixture(params=(8, 15, 16))
def display(request: pytest.FixtureRequest) -> Iterator[str]:
    with xvfb((1280, 800), request.param) as (name, _):
        yield name


def test_a_display_of_few_colours_is_told_of_and_the_box_ends_by_a_signal(display: str, tmp_path: Path) -> None:
    env = {**os.environ, "DISPLAY": display, "TABLIER_HOME": str(tmp_path), "LANG": "en_GB.UTF-8"}
    with subprocess.Popen([sys.executable, str(ROOT / "main.py")], env=env, stderr=subprocess.PIPE, text=True) as app:
        assert app.stderr is not None
        assert app.stderr.readline().startswith("Tablier needs a screen")
        asking = ["xdotool", "search", "--onlyvisible", "--maxdepth", "1", "--name", ""]
        wait_for(lambda: subprocess.run(asking, env=env, capture_output=True, check=False).stdout, "the box")
        app.send_signal(signal.SIGTERM)
        assert app.wait(timeout=10) == -signal.SIGTERM
