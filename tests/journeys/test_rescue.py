"""An app that crashes in mid-match because a picture is missing reports the crash and resumes the saved match."""

from __future__ import annotations

import shutil
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from scenes.app.app import App
from scenes.app.stack import Scene
from scenes.screens.crash.saved_match import read_saved_match
from scenes.screens.crash.scene import CrashReport, CrashScene
from tests.journeys import driver
from tests.journeys.driver import ROOT, Person, moves_of, wait_for
from tests.journeys.places import begin, record_after_answer
from tests.journeys.test_double_draughts import KEY, play

pytestmark = pytest.mark.journey

MISSING = "resign.svg"
"""A picture that only the menu of the table needs."""


def damaged(folder: Path) -> list[str]:
    """Return the command of a copy of the app without that picture."""
    program = Path(driver.command()[-1])
    if program.suffix == ".py":
        for name in ("main.py", "rules", "scenes", "sprites", "sounds"):
            copy = partial(shutil.copytree, ignore=shutil.ignore_patterns("__pycache__"))
            (copy if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, folder / name)
    else:
        shutil.copytree(program.parent, folder, dirs_exist_ok=True)
    (picture,) = folder.rglob(MISSING)
    picture.unlink()
    start = str(folder / program.name)
    return [sys.executable, start] if program.suffix == ".py" else [start]


def sheet(app: App) -> Scene:
    kept = read_saved_match(app.storage, None, "kept", lambda problem: None)
    plight = CrashReport("fault", kept, ("table", "menu", "close"), False, "", app.storage.log_file)
    return CrashScene(app, plight, lambda way: None)


def test_a_match_resumes_after_a_crash(person: Person, tmp_path: Path) -> None:
    (tmp_path / "app").mkdir()
    person.program = damaged(tmp_path / "app")
    log = person.home / "tablier.log"
    person.start()
    begin(person, KEY)
    before = play(person, turns=2)
    person.press_key("Escape")
    wait_for(lambda: log.exists() and MISSING in log.read_text(encoding="utf-8"), "the fault in the log")
    time.sleep(1.0)
    person.look("fault")
    assert person.running
    person.press(sheet, "rescue.way.table")
    time.sleep(1.5)
    person.rest("again")
    again = wait_for(partial(record_after_answer, person, 0), "the match")
    assert moves_of(again) == moves_of(before)
    after = play(person, turns=2)
    assert len(after.match.plies) > len(before.match.plies)
    assert log.read_text(encoding="utf-8").count("FileNotFoundError: ") == 1
    assert person.close() == 0
