"""The set-up sheet where engines run interpreted: it says so, and has them compiled by a stand-in for the builder."""

from __future__ import annotations

import sys
from typing import Any, Final

import pytest

from rules import KEYS
from scenes.app.engine_build import can_compile, engine_build
from scenes.screens.constants import COMPILER_POLL_SECONDS
from scenes.screens.setup.scene import SetupScene
from scenes.ui.bars import ProgressBar
from tests.rows import rows
from tests.scenes.driver import Driver

pytestmark = pytest.mark.usefixtures("no_table")

BUILDER: Final = """
import os, sys, threading, time
from pathlib import Path

def watch():
    sys.stdin.read()
    Path(sys.argv[1], "ended").touch()
    os._exit(1)

threading.Thread(target=watch, daemon=True).start()
print("0.400", "| a word of the compiler's", sep="\\n", flush=True)
end = Path(sys.argv[1], "end")
while not end.exists():
    time.sleep(0.01)
print(end.read_text(), flush=True)
os._exit(0)
"""
"""It is done by two fifths, and waits for a file that says how it ends."""
MAKE: Final = "Make it stronger"


@pytest.fixture
def sheet(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> Driver:
    monkeypatch.setattr("scenes.app.engine_build.COMMAND", (sys.executable, "-c", BUILDER))
    monkeypatch.setattr("scenes.screens.setup.rows.has_compiler", lambda: True)
    driver.app.storage.engines.mkdir(parents=True)
    driver.open(SetupScene(driver.app, "duck-chess", level=8))
    return driver


def ends(sheet: Driver, how: str) -> None:
    spare = sheet.app.storage.engines / "spare"
    spare.write_text(how, encoding="utf-8")
    spare.rename(spare.with_name("end"))


def begun(sheet: Driver) -> Any:
    sheet.strike_on(sheet.labelled(MAKE))
    bar = sheet.the(ProgressBar)
    sheet.wait_for_process(lambda: engine_build(sheet.app).progress == 0.4)
    return bar


def offered(sheet: Driver) -> bool:
    return MAKE in sheet.words() and not sheet.all_of(ProgressBar)


def test_engines_are_compiled_with_a_progress_bar_and_a_final_message(
    sheet: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "level thinks more slowly" in sheet.words() and "about 20 MB" in sheet.words() and offered(sheet)
    bar = begun(sheet)
    assert (
        bar in sheet.all_of(ProgressBar)
        and MAKE not in sheet.words()
        and sheet.top.wait_seconds() == COMPILER_POLL_SECONDS
    )
    ends(sheet, "ready")
    sheet.wait_for_process(
        lambda: "from the next match on the strongest levels play at full strength" in sheet.words()
    )
    assert not sheet.all_of(ProgressBar) and MAKE not in sheet.words()
    monkeypatch.setattr("scenes.app.engine_build.has_compiled", lambda folder: True)
    sheet.open(SetupScene(sheet.app, "ducart", level=6))
    assert "from the next match on" in sheet.words()
    assert "a word of the compiler's" in sheet.app.storage.log_file.read_text(encoding="utf-8")


def test_cancelled_compilation_can_be_restarted(sheet: Driver) -> None:
    begun(sheet)
    sheet.strike_on(sheet.labelled("Cancel"))
    assert offered(sheet)
    sheet.wait_for_process((sheet.app.storage.engines / "ended").exists)
    begun(sheet)
    assert sheet.all_of(ProgressBar)


@rows
def test_failed_compilation_shows_its_remedy(sheet: Driver, how: str, words: str) -> None:
    begun(sheet)
    ends(sheet, how)
    sheet.wait_for_process(lambda: words in sheet.words())
    assert offered(sheet)


def test_compilation_continues_during_a_match_and_ends_with_the_app(sheet: Driver) -> None:
    begun(sheet)
    sheet.click("Start")
    assert not isinstance(sheet.top, SetupScene)
    sheet.open(SetupScene(sheet.app, "ducart", level=1))
    assert sheet.all_of(ProgressBar)
    ended = sheet.app.storage.engines / "ended"
    assert not ended.exists()
    sheet.app.close()
    assert ended.exists()


def test_missing_compiler_is_reported_with_what_to_install(sheet: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scenes.screens.setup.rows.has_compiler", lambda: False)
    sheet.open(SetupScene(sheet.app, "duck-chess", level=8))
    assert "install a C compiler" in sheet.words() and MAKE not in sheet.words()


def test_no_compilation_is_offered_without_effect(sheet: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [key for key in KEYS if not can_compile(key)] == ["unstacked-draughts"]
    sheet.open(SetupScene(sheet.app, "unstacked-draughts", level=1))
    assert MAKE not in sheet.words()
    monkeypatch.setattr("scenes.app.engine_build.has_compiled", lambda folder: True)
    sheet.open(SetupScene(sheet.app, "duck-chess", level=8))
    assert "uncompiled" not in sheet.words()


def test_no_compilation_is_offered_for_weak_levels(sheet: Driver) -> None:
    """Bug: whoever chose the weakest level read of engines that weren't compiled."""
    sheet.open(SetupScene(sheet.app, "duck-chess", level=7))
    assert MAKE not in sheet.words() and "full strength" not in sheet.words()
