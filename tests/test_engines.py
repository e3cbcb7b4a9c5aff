"""Engines compiled from a checkout: how they are built, and how the opponent's process uses them.

Nothing is compiled here; `build/make.py wheel` does that and loads what came of it. Pip's way to fetch the tools
isn't tried.
"""

import os
import shutil
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

import engines
import pytest

from rules.ai import compiled_engines
from rules.ai.compiled_engines import (
    KERNEL,
    SUFFIX,
    SUMS,
    compute_folder_name,
    has_compiled,
    import_compiled,
    list_modules,
)
from rules.ai.opponent_process import serve
from rules.ai.questions import Answer, Choose
from scenes.table.engine_client import EngineClient
from tests.anywhere import serve_anywhere
from tests.scenes.matches import GAME

COMPILED: Final = """
import sys
from pathlib import Path
for file in map(Path("made").joinpath, sys.argv[1:]):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("no library")
"""
ALL: Final = [name.replace(".", "/") + SUFFIX for name in (KERNEL, *list_modules())]
ENDLESS: Final = """
import subprocess, sys
code = "import socket, sys, time; end = socket.create_connection(('127.0.0.1', sys.argv[1])); time.sleep(600)"
subprocess.run([sys.executable, "-c", code, sys.argv[1]])
"""
"""A process that waits for another, which is connected to a port."""
FAILING: Final = "print('it went wrong'); raise SystemExit(1)"
LONGEST: Final = 30.0


def python(code: str, *arguments: str) -> list[str]:
    return [sys.executable, "-c", code, *arguments]


def compile_with(folder: Path, *steps: list[str], stop: threading.Event | None = None) -> list[str]:
    """Return the messages while these commands stand in for fetching and compiling."""
    said: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engines, "commands", lambda tools: steps)
        engines.build(folder, stop or threading.Event(), said.append)
    return said


def until(true: Callable[[], object]) -> None:
    end = time.monotonic() + LONGEST
    while not true():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.02)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with compiled engines that no process can load."""
    monkeypatch.setattr(engines, "try_importing", lambda *about: None)
    monkeypatch.setattr("scenes.table.engine_client.serve", serve_anywhere)
    compile_with(tmp_path / "engines", python(COMPILED, *ALL))
    return tmp_path / "engines"


def test_compiled_engines_are_stored_under_their_key_and_older_engines_removed(folder: Path) -> None:
    for name in ("0.1.0-older", "making-now", "making-long-ago"):
        (folder / name).mkdir()
    os.utime(folder / "making-long-ago", (1e9, 1e9))
    os.utime(folder / "making-now", (time.time(),) * 2)
    assert has_compiled(folder)
    compile_with(folder, python(COMPILED, *ALL))
    assert {path.name for path in folder.iterdir()} == {compute_folder_name(), "making-now"}
    place = folder / compute_folder_name()
    files = [path.relative_to(place).as_posix() for path in place.rglob("*") if path.is_file()]
    assert sorted(files) == sorted([*ALL, SUMS])


@pytest.mark.parametrize(
    ("steps", "why"),
    [
        ([python(FAILING), python(COMPILED, *ALL)], "not_fetched"),
        ([python("pass"), python(FAILING)], "not_compiled"),
        ([python(COMPILED, "rules/none.py")], "no_compiler"),
        ([python(COMPILED, *ALL)], "not_compiled"),
    ],
)
def test_a_failed_compilation_reports_its_reason_and_leaves_nothing(
    tmp_path: Path, steps: list[list[str]], why: str
) -> None:
    """The last is compiled, and can't be imported."""
    with pytest.raises(engines.BuildError, match=why):
        compile_with(tmp_path, *steps)
    assert list(tmp_path.iterdir()) == [] and not has_compiled(tmp_path)


def test_a_missing_uv_and_pip_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("UV", raising=False)
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setattr(engines, "find_spec", lambda name: None)
    with pytest.raises(engines.BuildError, match="no_tool"):
        engines.commands(tmp_path)


def test_no_engines_are_compiled_into_a_world_writable_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "first_shared", lambda paths: tmp_path)
    with pytest.raises(engines.BuildError, match="shared"):
        compile_with(tmp_path / "engines", python("raise SystemExit(1)"))
    assert list((tmp_path / "engines").iterdir()) == []


def test_stopping_a_compilation_ends_its_processes_and_leaves_nothing(tmp_path: Path) -> None:
    stop, ends = threading.Event(), list[socket.socket]()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def watch() -> None:
            ends.append(server.accept()[0])
            stop.set()

        threading.Thread(target=watch, daemon=True).start()
        with pytest.raises(engines.BuildError, match="stopped"):
            compile_with(tmp_path / "engines", python(ENDLESS, str(server.getsockname()[1])), stop=stop)
    assert list((tmp_path / "engines").iterdir()) == []
    with ends[0] as end, suppress(ConnectionResetError):  # which is how Windows says it
        end.settimeout(LONGEST)
        assert end.recv(1) == b"", "the other end is still open"


def test_a_folder_is_deleted_once_ended_processes_let_go_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempts: Iterator[Callable[[Path], object]] = iter([str, str, shutil.rmtree])
    monkeypatch.setattr("shutil.rmtree", lambda path, ignore_errors: next(attempts)(path))
    engines.delete_folder(tmp_path)
    assert not tmp_path.exists()


def test_the_progress_bar_grows_with_the_files_and_never_shrinks(tmp_path: Path) -> None:
    progress, scratch = engines.Progress(tmp_path, 4), tmp_path / "scratch"
    seen = [progress.measure(0.0), progress.measure(5.0)]
    for number, name in enumerate(("mypy/a.json", "c/a.c", "temp/a.o", "temp/b.o", "temp/c.o", "temp/d.o")):
        (scratch / name).parent.mkdir(parents=True, exist_ok=True)
        (scratch / name).touch()
        seen += [progress.measure(10.0 * number), progress.measure(10.0 * number + 9.0)]
    assert seen == sorted(seen) and seen[0] == 0.0 < seen[1] and seen[-1] == 1.0


# --- the opponent's process


def played(folder: Path) -> list[str]:
    log: list[str] = []
    thinker = EngineClient(log.append, folder)
    answers: list[Answer] = []

    def answered() -> bool:
        answers.extend(filter(None, [thinker.poll()]))
        return bool(answers)

    thinker.ask(Choose(GAME.key, GAME.play.start(GAME.play.options(), 2), nodes=300))
    try:
        until(answered)
    finally:
        thinker.close()
    assert answers[0].error is None and answers[0].moves
    return log


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        (ALL[-1], b"no library", "ImportError"),
        (ALL[-1], b"no librarY", "has changed"),
        (SUMS, b"[", "JSONDecodeError"),
        (SUMS, b"{}", "are missing"),
        (ALL[-1], None, "No such"),
    ],
    ids=["whole", "damaged", "garbled", "unlisted", "incomplete"],
)
def test_unusable_engines_are_logged_and_the_opponent_still_plays(
    folder: Path, name: str, content: bytes | None, why: str
) -> None:
    """The sums of the files are right even where a file is no library."""
    file = folder / compute_folder_name() / name
    if content is None:
        file.unlink()
    else:
        file.write_bytes(content)
    (line,) = played(folder)
    assert line.startswith("The compiled engines can't be used: ") and why in line
    assert not has_compiled(folder) and played(folder) == []


def test_engines_of_other_sources_are_left_alone(folder: Path) -> None:
    (folder / compute_folder_name()).rename(folder / "0.1.0-other")
    assert not has_compiled(folder) and played(folder) == []


def brittle(pipe: Connection, stop: Any, registry: Any, engines: Path | None) -> None:
    """Provide a process that compiled engines kill."""
    if engines is not None:
        os._exit(3)
    serve(pipe, stop, registry)


def test_engines_that_kill_the_process_are_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scenes.table.engine_client.serve", brittle)
    assert played(tmp_path) == ["The opponent's process died and was started again."] * 2


def test_changing_a_byte_of_the_sources_changes_the_key(tmp_path: Path) -> None:
    for name in ("pyproject.toml", "build/backend.py", "rules/a.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text('project.version = "1"', encoding="utf-8")
    before = compute_folder_name(tmp_path)
    compute_folder_name.cache_clear()
    (tmp_path / "rules" / "a.py").write_text('project.version = "2"', encoding="utf-8")
    assert compute_folder_name(tmp_path) != before and before.startswith("1-")


def test_a_process_keeps_its_loaded_engine(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, list_modules()[0], compiled_engines)
    before = list(sys.meta_path)
    assert "in use already" in str(import_compiled(folder)) and sys.meta_path == before and has_compiled(folder)


def test_the_sources_of_an_installed_app_are_not_compiled(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled_engines, "is_checkout", lambda: False)
    assert not has_compiled(folder) and import_compiled(folder) is None
