"""Starting the app: what is broken is said in a sentence, and nothing of it is lost."""

import gc
import inspect
import os
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pygame
import pytest

from scenes import start
from scenes.app.app import App
from scenes.app.navigation import Request
from scenes.app.stack import Scene
from scenes.app.storage import Storage
from scenes.screens.crash.scene import CrashScene
from scenes.screens.menu.scene import MenuScene
from scenes.screens.setup.scene import SetupScene
from scenes.start import SCREENS
from scenes.table.scene import MatchScene
from scenes.ui.dialog import Dialog
from tests.patience import LONGEST
from tests.scenes.matches import DUCK, session

ROOT = Path(__file__).parents[2]


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[list[Scene], list[str]]]:
    """Starts the app with these arguments: the scenes that lie there then, and what the notices say."""
    monkeypatch.setenv("LANG", "en")
    monkeypatch.setattr("scenes.table.engine_client.EngineClient.start", lambda self: None)
    monkeypatch.setattr("scenes.ui.constants.WORK_AT_ONCE_SECONDS", LONGEST)  # also on a slow machine

    def started(*arguments: str) -> tuple[list[Scene], list[str]]:
        seen: list[Scene] = []
        said: list[str] = []

        def look(app: App) -> None:
            seen.extend(app.stack.scenes)
            said.extend(notice.sentence(app.words) for notice in app.storage.notices)
            app.quit()

        start.run(list(arguments), look)
        return seen, said

    return started


def lay(plies: int = 8) -> Path:
    storage = Storage()
    for count in (plies - 1, plies):
        storage.save_match("m", session(storage, count).text())
    storage.remember_open("m")
    return storage.data / "matches" / "m.tablier"


@pytest.mark.parametrize("shared", [False, True])
def test_pictures_are_stored_unless_the_app_is_writable_by_others(
    begun: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shared: bool
) -> None:
    monkeypatch.setattr("rules.ai.ownership.first_shared", lambda paths: tmp_path if shared else None)
    opened: list[Path] = []
    monkeypatch.setattr("scenes.app.picture_store.STORE.open", opened.append)
    begun()
    log = Storage().log_file
    assert opened == ([] if shared else [Storage().cache / "pictures"])
    assert (log.is_file() and "No pictures are kept" in log.read_text(encoding="utf-8")) is shared


@pytest.mark.parametrize("name", ["a.tablier", "a.pgn", "a.fen"])
def test_command_line_file_is_opened(begun: Any, tmp_path: Path, name: str) -> None:
    theirs = session(Storage(), 8, game=DUCK)
    texts = {
        ".tablier": theirs.text(),
        ".fen": theirs.match.position.text(),
        **{suffix: write() for suffix, write in theirs.record_writers().items()},
    }
    (tmp_path / name).write_text(texts[Path(name).suffix], encoding="utf-8")
    (menu, opened), said = begun(str(tmp_path / name))
    assert isinstance(menu, MenuScene) and said == []
    if name == "a.fen":
        assert isinstance(opened, SetupScene) and opened.title() == "Duck Chess"
    else:
        assert isinstance(opened, MatchScene) and len(opened.match.plies) == 8


def test_bad_command_line_file_opens_a_dialog_over_the_menu(begun: Any, tmp_path: Path) -> None:
    (tmp_path / "a.fen").write_text("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX w KQkq - 0 1", encoding="utf-8")
    (menu, told), _ = begun(str(tmp_path / "a.fen"))
    assert isinstance(menu, MenuScene) and isinstance(told, Dialog)
    assert "Duck Chess" in told._detail and "Row 1" in told._detail


def test_open_match_with_a_bad_line_is_replaced_by_its_backup(begun: Any) -> None:
    """Bug: one saw the menu without a word, and the copy before it was not looked at."""
    path = lay()
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole[:-6], encoding="utf-8")
    (menu,), said = begun()
    assert isinstance(menu, MenuScene) and menu._toast.visible
    assert "Line " in said[0] and "copy that was saved one move earlier" in said[1]
    assert path.with_name("m.tablier.unreadable-1").read_text(encoding="utf-8") == whole[:-6]
    (_, table), said = begun()
    assert len(table.match.plies) == 7 and said == []


def test_finished_open_match_is_moved_to_the_finished_matches(begun: Any) -> None:
    """Bug: when the power went between the two, it stayed among the unfinished ones for ever."""
    storage = Storage()
    storage.save_match("m", session(storage, 1000).text())
    storage.remember_open("m")
    (_, table), _ = begun()
    assert table.table.facts.model.is_read_only
    assert [entry.id for entry in Storage().list_matches("finished")] == ["m"] and Storage().list_matches() == []


def test_null_character_in_a_name_is_removed(begun: Any) -> None:
    """Bug: no font can paint it, and the app ended at each start."""
    path = lay()
    path.write_text(path.read_text(encoding="utf-8").replace("Anna", "An\0na"), encoding="utf-8")
    (_, table), said = begun()
    assert table.session.players[0].name == "Anna" and said == []


def test_fault_without_recovery_is_one_line_on_stderr_and_logged(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lay()

    monkeypatch.setenv("LANG", "en")
    monkeypatch.setattr(MatchScene, "update", Mock(side_effect=ZeroDivisionError("a fault")))
    with pytest.raises(SystemExit) as caught:
        start.run([], lambda app: None)
    assert caught.value.code == 1
    said = capsys.readouterr().err
    assert "tablier.log" in said and said.count("\n") == 1 and "Traceback" not in said
    assert "ZeroDivisionError: a fault" in Storage().log_file.read_text(encoding="utf-8")


def test_closing_on_the_crash_sheet_exits_with_code_1(monkeypatch: pytest.MonkeyPatch) -> None:
    lay()
    frame, frames = App.frame, 0

    def framed(app: App) -> None:
        nonlocal frames
        frames += 1
        assert frames < 100
        if isinstance(app.stack.top, CrashScene):
            pygame.event.post(pygame.event.Event(pygame.QUIT))
        frame(app)

    monkeypatch.setattr("scenes.table.engine_client.EngineClient.start", lambda self: None)
    monkeypatch.setattr(MatchScene, "update", Mock(side_effect=ZeroDivisionError("a fault")))
    monkeypatch.setattr(App, "frame", framed)
    with pytest.raises(SystemExit) as caught:
        start.run([])
    assert caught.value.code == 1
    assert Storage().log_file.read_text(encoding="utf-8").count("ZeroDivisionError: a fault") == 1
    assert [entry.id for entry in Storage().list_matches()] == ["m"]


@pytest.mark.skipif(sys.platform == "win32", reason="there is always a screen")
def test_missing_display_is_reported_in_the_chosen_language() -> None:
    storage = Storage()
    settings = storage.load_settings()
    settings.language = "fr"
    storage.save_settings(settings)
    hidden = ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY")
    bare = {name: value for name, value in os.environ.items() if name not in hidden}
    done = subprocess.run(
        [sys.executable, "main.py"], cwd=ROOT, env=bare, capture_output=True, text=True, timeout=LONGEST, check=False
    )
    assert done.returncode == 2 and "Tablier a besoin d’un écran" in done.stderr and "Traceback" not in done.stderr


def test_ctrl_c_before_the_window_opens_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: it ended in a traceback."""
    import main

    monkeypatch.setattr(start, "run", Mock(side_effect=KeyboardInterrupt))
    with pytest.raises(SystemExit) as caught:
        main.main()
    gc.enable()
    assert caught.value.code == 130


def test_engine_process_that_cannot_start_prints_one_line(tmp_path: Path) -> None:
    """Bug: an installation with a broken module wrote a traceback for each try."""
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\n"
        "class Broken:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'rules.search.iterative_deepening' and '--multiprocessing-fork' in sys.orig_argv:\n"
        "            raise ImportError('broken')\n"
        "sys.meta_path.insert(0, Broken())\n",
        encoding="utf-8",
    )
    (tmp_path / "one.py").write_text(
        "import time\n"
        "from main import _print_opponent_error\n"
        "import sys\n"
        "if __name__ == '__mp_main__':\n"
        "    sys.excepthook = _print_opponent_error\n"
        "if __name__ == '__main__':\n"
        "    from rules import GAMES\n"
        "    from rules.ai.questions import Choose\n"
        "    from scenes.table.engine_client import EngineClient\n"
        "    thinker = EngineClient(lambda line: None)\n"
        "    thinker.ask(Choose(GAMES[0].key, GAMES[0].play.start(GAMES[0].play.options(), 2), nodes=10))\n"
        "    while (answer := thinker.poll()) is None: time.sleep(0.01)\n"
        "    print(answer.error)\n",
        encoding="utf-8",
    )
    found = os.pathsep.join((str(tmp_path), str(ROOT)))
    done = subprocess.run(
        [sys.executable, str(tmp_path / "one.py")],
        env={**os.environ, "PYTHONPATH": found},
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
    )
    assert done.stdout.strip().endswith("The opponent's process died again and again.")
    assert done.stderr.splitlines() == ["The opponent's process could not start: ImportError: broken"] * 3


@pytest.mark.parametrize("kind", SCREENS, ids=lambda kind: kind.__name__)
def test_every_screen_takes_the_fields_of_its_request_in_order(kind: type[Request[object]]) -> None:
    module, _, name = f"scenes.screens.{SCREENS[kind]}".rpartition(".")
    taken = list(inspect.signature(getattr(import_module(module), name)).parameters)
    assert taken[: len(kind.__match_args__) + 1] == ["app", *kind.__match_args__]


@pytest.mark.parametrize("given", [["-dash.pgn"], ["--", "-dash.pgn"], ["./-dash.pgn"]])
def test_existing_file_that_begins_with_a_dash_is_no_option(
    given: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        start.read_file_argument(["-dash.pgn"])
    (tmp_path / "-dash.pgn").write_text("", encoding="utf-8")
    file = start.read_file_argument(given)
    assert file is not None and file.exists()
