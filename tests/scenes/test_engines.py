"""Engines of other people as the window meets them: chosen, tried, played against, and named when they fail."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pygame
import pytest

from rules.ai.questions import Answer
from rules.record import Player
from scenes.app.app import App
from scenes.app.words import LANGUAGES, Words
from scenes.screens.file_dialog import EngineFolderScene
from scenes.screens.settings import SettingsScene
from scenes.screens.setup.scene import SetupScene
from scenes.table import external_engines
from scenes.table.external_engines import LIMITS, EngineTrial, Limit, describe_problem
from scenes.table.session import Session
from scenes.ui.choice import Choice
from scenes.ui.dialog import Dialog
from scenes.ui.listing import Listing
from tests.ai.fakes import Fakes
from tests.checks import present
from tests.hands import wait_for
from tests.scenes.driver import Driver, Tables
from tests.scenes.matches import ANNA, DUCK, GAME
from tests.scenes.opponents import Mind, first_turn

pytestmark = pytest.mark.usefixtures("no_table")

ENGINE = Player("engine", "Fake 1")
CODES = ("missing", "silent", "variant", "option", "died", "late", "illegal", "resigned", "none", "fault", "shared")
LONGEST = 30.0
"""Seconds after which waiting for an engine has failed."""


def program(folder: Path, command: str) -> Path:
    if sys.platform == "win32":
        path, lines = folder / "engine.bat", f"@{subprocess.list2cmdline(shlex.split(command))}\n"
    else:
        path, lines = folder / "engine", f"#!/bin/sh\nexec {command}\n"
    path.write_text(lines, encoding="utf-8")
    path.chmod(0o755)
    return path


# --- trying one


def tried(driver: Driver, path: Path) -> EngineTrial:
    trial = EngineTrial(driver.app, str(path))
    wait_for(trial.poll, "the engine's answer", LONGEST, pause=0.01)
    return trial


def fault(driver: Driver, trial: EngineTrial) -> tuple[str, str]:
    """Return the code of what is wrong with an engine, and the sentence about it."""
    code, facts = present(trial.problem, "problem")
    return code, describe_problem(driver.app.words, code, facts)


def test_engine_trial_returns_its_name(driver: Driver, tmp_path: Path) -> None:
    fakes = Fakes(tmp_path)
    trial = tried(driver, program(tmp_path, fakes.command("plays")))
    assert (trial.name, trial.problem) == ("Fake 1", None)
    assert fakes.all_ended()


@pytest.mark.parametrize("mode,code", [("exits", "died"), ("chess", "variant"), ("", "missing")])
def test_program_that_is_no_engine_for_the_game_is_refused_with_a_reason(
    driver: Driver, tmp_path: Path, mode: str, code: str
) -> None:
    path = program(tmp_path, Fakes(tmp_path).command(mode)) if mode else tmp_path / "nothing"
    trial = tried(driver, path)
    found, told = fault(driver, trial)
    assert trial.name == "" and found == code and ("nothing can’t be run" in told) is not bool(mode)


def test_shared_engine_is_not_run(driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external_engines, "first_shared", lambda paths, of_root: tmp_path)
    code, told = fault(driver, tried(driver, program(tmp_path, f"touch {tmp_path / 'was-run'}")))
    assert code == "shared" and f"other people can change {tmp_path}"[:40] in told
    assert "An engine was not run" in driver.app.storage.log_file.read_text(encoding="utf-8")
    assert not (tmp_path / "was-run").exists()


def test_engine_texts_are_shown_printable(tables: Tables) -> None:
    drive = table(tables, failing("illegal", engine="A\0B\ud800" + "x" * 5000, turn="\x1b[31m"))
    assert isinstance(drive.above, Dialog) and drive.above.detail.text.isprintable()
    drive.escape()
    drive.run(0.1)
    assert drive.note.isprintable()


@pytest.mark.parametrize("code", CODES)
def test_every_engine_failure_has_a_sentence_with_its_name(code: str) -> None:
    facts = {"engine": "Fake 1", "turn": "e2e9,e9e2", "variant": "duck", "option": "Hash", "path": "/tmp"}
    assert "Fake 1" in describe_problem(Words("en"), code, facts)


# --- in the settings


class Stand:
    def __init__(self, path: str) -> None:
        self.path, self.name, self.problem = path, "", None
        self.closed = False
        self.outcome: tuple[str, Any] | None = None

    @property
    def is_over(self) -> bool:
        return bool(self.name) or self.problem is not None

    def poll(self) -> bool:
        if self.is_over or self.outcome is None:
            return False
        self.name, self.problem = self.outcome
        return True

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def stands(monkeypatch: pytest.MonkeyPatch) -> list[Stand]:
    made: list[Stand] = []

    def make(app: App, path: str) -> Stand:
        made.append(Stand(path))
        return made[-1]

    monkeypatch.setattr("scenes.screens.settings.EngineTrial", make)
    return made


def choose(driver: Driver, path: Path) -> None:
    driver.click("Choose a program")
    assert isinstance(driver.top, EngineFolderScene)
    driver.top.on_file_chosen(path)
    driver.frames()


def test_engine_that_answers_is_saved_in_the_settings(driver: Driver, stands: list[Stand], tmp_path: Path) -> None:
    driver.open(SettingsScene(driver.app, "computer"))
    assert "None is chosen." in driver.words() and "Forget it" not in driver.words()
    choose(driver, tmp_path / "fine")
    assert "Trying fine" in driver.words() and driver.app.settings.engine == ""
    assert driver.top.wait_seconds() is not None and not driver.labelled("Choose a program").enabled
    stands[0].outcome = ("Fine Engine 3", None)
    driver.frames()
    assert "Fine Engine 3" in driver.words() and "It answers" in driver.words()
    again = driver.app.storage.load_settings()
    assert (again.engine, again.engine_name) == (str(tmp_path / "fine"), "Fine Engine 3")
    assert driver.top.wait_seconds() is None
    driver.click("Forget it")
    assert driver.app.storage.load_settings().engine == "" and "None is chosen." in driver.words()


def test_failing_engine_shows_its_reason_and_changes_no_setting(
    driver: Driver, stands: list[Stand], tmp_path: Path
) -> None:
    known = str(Path("/opt/known"))
    driver.app.settings.engine, driver.app.settings.engine_name = known, "Known 2"
    driver.open(SettingsScene(driver.app, "computer"))
    choose(driver, tmp_path / "odd")
    stands[0].outcome = ("", ("variant", {"engine": "Odd 1", "variant": "duck"}))
    driver.frames()
    assert "Odd 1 is an engine, but" in driver.words() and "Known 2" in driver.words()
    assert (driver.app.settings.engine, driver.app.settings.engine_name) == (known, "Known 2")
    driver.click("Try it")
    assert stands[1].path == known


def test_leaving_the_settings_closes_the_trial(driver: Driver, stands: list[Stand], tmp_path: Path) -> None:
    driver.open(SettingsScene(driver.app, "computer"))
    choose(driver, tmp_path / "slow")
    driver.strike(pygame.K_ESCAPE)
    assert stands[0].closed and driver.top is driver.ground


def test_executable_files_are_listed_first(driver: Driver, tmp_path: Path) -> None:
    """Bug: on Windows every file counted as a program."""
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "a.txt").write_text("", encoding="utf-8")
    engine = program(folder, "true")
    scene = EngineFolderScene(driver.app, folder)
    driver.open(scene)
    listed = driver.the(Listing)
    assert [listed.describe_line(line) for line in range(listed.count)] == [engine.name, "a.txt"]


def test_on_windows_the_suffix_makes_a_program(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: with Python 3.11 every file counted as a program."""
    monkeypatch.setattr("scenes.screens.file_dialog.sys", Mock(platform="win32"))
    for name in ("a.txt", "engine.EXE"):
        (tmp_path / name).touch(0o755)
    scene = EngineFolderScene(driver.app, tmp_path)
    assert [scene.is_suitable(tmp_path / name) for name in ("a.txt", "engine.EXE")] == [False, True]


def test_engine_path_is_saved_absolute_or_refused(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bare name would be looked for elsewhere when it is run."""
    monkeypatch.chdir(tmp_path)
    scene = EngineFolderScene(driver.app, tmp_path)
    driver.open(scene)
    scene.on_file_chosen(tmp_path / "odd-\udcff")
    assert driver.top is scene and "can’t be kept" in driver.words()
    scene.on_file_chosen(Path("engine"))
    assert driver.ground.results == [tmp_path / "engine"]


# --- in the set-up


def offered(driver: Driver) -> set[str]:
    return {value for value, _ in driver.all_of(Choice)[0].options}


def test_chosen_engine_is_offered_only_for_games_that_it_plays(driver: Driver) -> None:
    driver.open(SetupScene(driver.app, DUCK.key))
    assert offered(driver) == {"person", "computer"}
    driver.app.settings.engine, driver.app.settings.engine_name = "/opt/fake", "Fake 1"
    driver.open(SetupScene(driver.app, DUCK.key))
    assert offered(driver) == {"person", "computer", "engine"}
    driver.open(SetupScene(driver.app, GAME.key))
    assert offered(driver) == {"person", "computer"}


def test_engine_seat_and_time_limit_are_saved(driver: Driver) -> None:
    settings = driver.app.settings
    settings.engine, settings.engine_name = "/opt/fake", "Fake 1"
    settings.setups[DUCK.key] = {"seats": ["person", "engine"]}
    driver.open(SetupScene(driver.app, DUCK.key))
    assert "Fake 1, the engine chosen in the settings." in driver.words()
    times = next(one for one in driver.all_of(Choice) if one.value == str(external_engines.DEFAULT_LIMIT))
    driver.form.focus(times)
    driver.strike(pygame.K_RIGHT)
    driver.click("Start")
    session = driver.top.session
    assert session.players[1] == ENGINE and session.record.extra[external_engines.HEADER] == "seconds 5"
    assert "/opt" not in session.text(), "a record names no file to run"
    again = Session.load("again", session.text())
    assert again.players[1] == ENGINE and again.record.extra[external_engines.HEADER] == "seconds 5"
    kept = driver.app.storage.load_settings().setups[DUCK.key]
    assert kept["seats"] == ["person", "engine"] and kept["limit"] == "seconds 5"


def test_remembered_engine_seat_without_an_engine_becomes_a_computer(driver: Driver) -> None:
    driver.app.settings.setups[DUCK.key] = {"seats": ["person", "engine"], "limit": "seconds nan"}
    driver.open(SetupScene(driver.app, DUCK.key))
    assert (
        driver.top._setup.players[1].kind == "computer" and driver.top._setup.limit == external_engines.DEFAULT_LIMIT
    )


@pytest.mark.parametrize("limit", LIMITS)
def test_engine_limit_is_read_back(limit: Limit) -> None:
    assert Limit.read(str(limit)) == limit
    assert all(limit.describe_limit(Words(language)) for language in LANGUAGES)


@pytest.mark.parametrize(
    "text",
    ["", "seconds", "seconds 0", "seconds -1", "seconds nan", "seconds inf", "nodes 0", "nodes 1.5", "days 3", None],
)
def test_invalid_engine_limit_is_ignored(text: object) -> None:
    assert Limit.read(text) is None


# --- at the table


def table(tables: Tables, answer: Callable[[Any], Answer | None] = first_turn, **settings: Any) -> Driver:
    drive = tables.table(ANNA, ENGINE, game=DUCK, animation="off", **{"engine": "/opt/fake", **settings})
    drive.mind.answer = answer
    drive.click("e2", "e4", "e6")
    drive.run(0.2)
    return drive


def failing(code: str, **facts: str) -> Callable[[Any], Answer]:
    told = {"engine": "Fake 1", **facts}
    return lambda ask: Answer(ask.id, error="out of order", code=code, facts=told)


def answer(drive: Driver, label: str) -> None:
    assert isinstance(drive.above, Dialog)
    drive.click(next(key for key in drive.above.buttons if key.label == label))
    drive.run(0.2)


def test_record_may_limit_the_engine_by_nodes(tables: Tables) -> None:
    drive = table(tables, failing("died"))
    drive.scene.session.record = replace(drive.scene.session.record, extra={external_engines.HEADER: "nodes 10000"})
    answer(drive, "Try again")
    assert (drive.mind.asked[-1].seconds, drive.mind.asked[-1].nodes) == (None, 10000)


def test_fault_of_the_app_is_not_blamed_on_the_engine(tables: Tables) -> None:
    drive = table(tables, lambda ask: Answer(ask.id, error="TypeError: out of order"))
    assert isinstance(drive.above, Dialog) and "Fake 1 could not be asked" in drive.above.detail.text
    assert "TypeError" in drive.app.storage.log_file.read_text(encoding="utf-8")


def test_menu_leads_back_to_the_engine_dialog(tables: Tables) -> None:
    drive = table(tables, failing("died"))
    drive.escape()
    assert "Open the menu and choose Resume" in drive.note
    for _ in range(2):
        drive.escape()
        drive.run(0.1)
    assert isinstance(drive.above, Dialog) and len(drive.mind.asked) == 2


@pytest.mark.parametrize(("label", "player"), [("Play for it", "person"), ("Let Swan play", "computer")])
def test_person_or_computer_takes_over_for_a_failed_engine(tables: Tables, label: str, player: str) -> None:
    drive = table(tables, failing("late"))
    drive.mind.answer = first_turn
    answer(drive, label)
    if player == "person":
        drive.click("d7", "d5", "a6")
    assert len(drive.match.turns()) == 2
    kept = Session.load("x", drive.app.storage.load_match(drive.scene.session.id)).players[1]
    assert (kept.kind, kept.level) == (player, 8 if player == "computer" else kept.level)


def test_shared_engine_is_not_asked_at_the_table(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    shared = Path("/tmp")
    monkeypatch.setattr(external_engines, "first_shared", lambda paths, of_root: shared)
    drive = table(tables, lambda ask: pytest.fail("it was asked"), engine=__file__)
    assert isinstance(drive.above, Dialog) and f"other people can change {shared}" in drive.above.detail.text


@pytest.mark.parametrize("text,plays", [("d7d5,d5e3", True), ("e7e9,e9e7", False)])
def test_engine_process_plays_or_its_failure_opens_a_dialog(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, plays: bool
) -> None:
    path = program(tmp_path, Fakes(tmp_path).command("plays", text))
    tables = Tables(monkeypatch, mind=None)
    drive = tables.table(ANNA, ENGINE, game=DUCK, animation="off", engine=str(path), clicks=("e2", "e4", "e6"))

    def has_answered() -> bool:
        drive.step()
        return len(drive.match.turns()) == 2 or drive.above is not None

    wait_for(has_answered, "a turn or a dialog", LONGEST, pause=0.01)
    assert (len(drive.match.turns()) == 2) is plays
    assert isinstance(drive.above, Dialog) is not plays
    tables.clear()


def test_stand_in_has_the_methods_of_an_engine_client() -> None:
    """So that the tests above look at what there is."""
    assert {"has_pending", "is_busy", "ask", "poll", "cancel", "close"} <= set(dir(Mind))
