"""Faults beside the loop: in threads and libraries, falls of the whole process, what is missing before the start."""

import gc
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import Mock

import pytest

from scenes import start
from scenes.app.app import App
from scenes.app.screen_reader import Reader
from scenes.app.sound import Device
from scenes.app.stack import Scene
from scenes.app.storage import Storage
from scenes.screens.crash.recovery import CrashRecovery
from scenes.screens.crash.report import CRASH_LOG, log_crashes
from scenes.screens.crash.scene import CrashScene
from scenes.screens.menu.scene import MenuScene
from scenes.table.scene import MatchScene
from tests.scenes.crash_script import read_log
from tests.scenes.matches import session

ROOT: Final = Path(__file__).parents[2]
FALL: Final = (
    "import faulthandler, os, sys\n"
    "from pathlib import Path\n"
    "from scenes.screens.crash.report import log_crashes\n"
    "with log_crashes(Path(sys.argv[1])) as left:\n"
    "    print(repr(left), flush=True)\n"
    "    sys.stdin.readline()\n"
    "    if sys.platform == 'win32' and int(sys.argv[2]) == 11: faulthandler._sigsegv()\n"
    "    if sys.platform == 'win32' and int(sys.argv[2]) == 22: os.abort()\n"
    "    os.kill(os.getpid(), int(sys.argv[2]))\n"
)
"""A run that lasts until a line comes, and then ends by a signal, or in good order by signal 0."""


def run(folder: Path, how: int) -> subprocess.Popen[str]:
    words = [sys.executable, "-c", FALL, str(folder), str(int(how))]
    process = subprocess.Popen(words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "''\n"
    return process


def let_end(process: subprocess.Popen[str]) -> None:
    process.communicate("\n", timeout=60)


def test_native_crash_is_reported_once_by_the_next_run(tmp_path: Path) -> None:
    let_end(run(tmp_path, signal.SIGSEGV))
    with log_crashes(tmp_path) as told:
        assert "Segmentation fault" in told and "<string>" in told
    with log_crashes(tmp_path) as told:
        assert told == ""


@pytest.mark.parametrize("how", [0, 9])
def test_normal_end_and_kill_are_not_reported(tmp_path: Path, how: int) -> None:
    let_end(run(tmp_path, how))
    with log_crashes(tmp_path) as told:
        assert told == ""
    assert [path.name for path in tmp_path.iterdir()] == [CRASH_LOG] and not (tmp_path / CRASH_LOG).stat().st_size


def test_crashes_of_two_windows_are_both_reported(tmp_path: Path) -> None:
    other = run(tmp_path, signal.SIGSEGV)
    let_end(run(tmp_path, signal.SIGABRT))
    with log_crashes(tmp_path) as told:
        assert "Aborted" in told and "Segmentation fault" not in told
    let_end(other)
    with log_crashes(tmp_path) as told:
        assert "Segmentation fault" in told and "Aborted" not in told


def test_crash_file_of_the_first_version_is_reported(tmp_path: Path) -> None:
    (tmp_path / "fall-12.txt").write_text("Fatal Python error", encoding="utf-8")
    (tmp_path / "fall-12.lock").touch()
    with log_crashes(tmp_path) as told:
        assert told == "Fatal Python error"
    assert [path.name for path in tmp_path.iterdir()] == [CRASH_LOG]


def test_unwritable_folder_reports_no_crash(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with log_crashes(tmp_path / "file") as told:
        assert told == ""


@pytest.mark.parametrize("file", [False, True])
def test_crash_sheet_lies_over_the_menu_after_a_crash(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, file: bool
) -> None:
    """The match that lay there may have been the reason, so it isn't laid on the table unasked."""
    monkeypatch.setenv("LANG", "en")
    storage = Storage()
    text = session(storage, 8).text()
    storage.save_match("m", text)
    storage.remember_open("m")
    (tmp_path / "theirs.tablier").write_text(text, encoding="utf-8")
    monkeypatch.setattr("scenes.table.runtime.EngineClient.start", lambda self: None, raising=False)
    (storage.logs / CRASH_LOG).write_text(f"Segmentation fault in {Path.home()}/lib", encoding="utf-8")
    seen: list[Any] = []

    def look(app: App) -> None:
        seen.extend(app.stack.scenes)
        assert isinstance(app.stack.top, CrashScene)
        seen.append(app.stack.top.report)
        app.stack.top.on_answer("menu" if file else "table")
        seen.append(app.stack.top)
        app.quit()

    monkeypatch.setattr(App, "run_once", look)
    start.run([str(tmp_path / "theirs.tablier")] if file else [])
    menu, sheet, plight, after = seen
    assert isinstance(menu, MenuScene) and isinstance(sheet, CrashScene) and isinstance(after, MatchScene)
    assert plight.moment == "last" and plight.match.id == "m" and plight.text == "Segmentation fault in ~/lib"
    assert plight.ways == (("menu", "close") if file else ("table", "menu", "close"))
    assert (after.session.id == "m") != file
    assert "The last run crashed" in read_log()
    threading.excepthook = threading.__excepthook__


class Odd:
    def __del__(self) -> None:
        raise ZeroDivisionError("a fault planted")


def fail_in_threads() -> None:
    for _ in range(3):
        thread = threading.Thread(target=Mock(side_effect=ZeroDivisionError("a fault planted")))
        thread.start()
        thread.join()


@pytest.mark.parametrize("act", [fail_in_threads, Odd])
def test_fault_in_a_thread_or_destructor_is_logged_and_shown_once(app: App, act: Callable[[], object]) -> None:
    with CrashRecovery(app).log_thread_faults():
        act()
    assert read_log().count("ZeroDivisionError: a fault planted") == 1
    (notice,) = app.storage.notices
    assert "tablier.log" in notice.sentence(app.words)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_sound_device_can_be_opened_again_after_a_fault_in_its_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: it stayed on its way for ever, and nothing was heard until the next start."""
    device = Device()
    with monkeypatch.context() as patch:
        patch.setattr("pygame.mixer.init", lambda *facts: 1 // 0)
        device.open(lambda: None)
        device.wait_until_open()
    assert (device.is_missing, device.is_open, device.is_opening) == (True, False, False)
    device.open(lambda: None)
    device.wait_until_open()
    assert (device.is_missing, device.is_open, device.is_opening) == (False, True, False)
    device.close()


def test_failing_bridge_to_screen_readers_is_closed_and_logged(app: App) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("a fault planted")

    adapter = SimpleNamespace(update_if_active=fail, update_window_focus_state=fail)
    kit = SimpleNamespace(unix=SimpleNamespace(Adapter=lambda *_: adapter))
    app.stack.push(Scene(app))
    for use in (lambda reader: app.frame(), lambda reader: reader.focus(True)):
        reader = app.spoken_line.reader = Reader(app.spoken_line, "Tablier", kit)
        reader.active = True
        use(reader)
        assert app.spoken_line.reader is None
    assert "Screen readers are told nothing: ZeroDivisionError" in read_log()


@pytest.mark.parametrize("broken", ["scenes.app.app", "scenes.app.words", "scenes.start", "pygame"])
def test_damaged_module_is_reported_in_one_line(tmp_path: Path, broken: str) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\n"
        "class Broken:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {broken!r}:\n"
        "            raise ImportError('it is damaged')\n"
        "sys.meta_path.insert(0, Broken())\n",
        encoding="utf-8",
    )
    hidden = ("DISPLAY", "WAYLAND_DISPLAY")
    env = {name: value for name, value in os.environ.items() if name not in hidden}
    env |= {"PYTHONPATH": str(tmp_path), "LANG": "en"}
    command = [sys.executable, "main.py"]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1 and "Traceback" not in done.stderr and done.stderr.count("\n") == 1
    assert "could not start: ImportError: it is damaged" in done.stderr
    if broken in ("scenes.app.app", "scenes.start"):
        assert "Your matches are kept" in done.stderr and "ImportError: it is damaged" in read_log()


def test_damaged_words_are_reported_in_a_message_box(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import main

    box = Mock()
    monkeypatch.setenv("SDL_NO_SIGNAL_HANDLERS", "0")  # it is set, and must not reach the apps of later tests
    monkeypatch.setattr("pygame.display.message_box", box)
    monkeypatch.setattr("scenes.app.storage.Storage.__init__", lambda self: 1 // 0)
    monkeypatch.setattr(sys, "argv", ["tablier"])
    with pytest.raises(SystemExit) as caught:
        main.main()
    gc.enable()
    assert caught.value.code == 1
    message = "Tablier could not start: ZeroDivisionError: integer division or modulo by zero"
    assert [call.args[1] for call in box.call_args_list] == [message]
    assert capsys.readouterr().err == f"{message}\n"


def test_missing_fonts_are_reported_in_a_line_and_a_message_box(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    box = Mock(return_value=0)
    monkeypatch.setenv("LANG", "en")
    monkeypatch.setattr("pygame.display.message_box", box)
    monkeypatch.setattr("scenes.app.theme.Theme.__init__", lambda *_: 1 // 0)
    with pytest.raises(SystemExit) as caught:
        start.run([])
    assert caught.value.code == 1
    message = box.call_args.args[1]
    assert box.call_count == 1
    assert "fault of its own" in message and message in capsys.readouterr().err and "ZeroDivisionError" in read_log()
