"""Reports of faults, without the names of people and of the home folder, and the log of native crashes."""

from __future__ import annotations

import contextlib
import faulthandler
import getpass
import itertools
import platform
import re
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import pygame

from scenes.app.file_locks import make_folder
from scenes.app.version import VERSION, platform_text
from scenes.screens.constants import MAX_CRASH_LOG_LENGTH, MAX_REPORT_LENGTH, MAX_TRACEBACK_CALLS

if TYPE_CHECKING:
    from scenes.app.app import App

T = TypeVar("T")

CRASH_LOG: Final = "crash.txt"  # the file for crashes of all windows, beside the log
_ROOT: Final = Path(__file__).parents[3]


def fingerprint(problem: BaseException) -> str:
    """Return a text that is the same for the same type of fault at the same place."""
    place = [f"{frame.f_code.co_filename}:{line}" for frame, line in traceback.walk_tb(problem.__traceback__)]
    return f"{type(problem).__name__} {place[-1:]}"


def write_report(app: App, problem: BaseException, scenes: Sequence[object]) -> str:
    """Return the report of a fault that occurred while `scenes` were on the stack. Raises nothing."""
    sessions = [scene.session for scene in scenes if hasattr(scene, "session")]
    facts: Iterator[str] = _successful_results(
        lambda: f"Tablier {VERSION}\n{platform.platform()}",
        platform_text,
        lambda: f"Window {app.window_size} on {pygame.display.get_driver()}, text {app.settings.text_scale}%",
        lambda: f"Screens: {', '.join(type(scene).__name__ for scene in scenes) or 'none'}",
        lambda: f"Match: {'; '.join(f'{one.match.game.key}, {len(one.match.plies)} plies' for one in sessions)}",
        lambda: f"Events: {_events_text(app.event_log)}",
    )
    private_names: Iterator[list[str]] = _successful_results(
        lambda: app.settings.players,
        lambda: [player.name for one in sessions for player in one.players],
        lambda: [getpass.getuser()],
    )
    traceback_text = traceback.TracebackException.from_exception(problem, limit=-MAX_TRACEBACK_CALLS)  # the innermost
    return remove_private_names(
        "\n".join([*facts, "", "".join(traceback_text.format())]), itertools.chain.from_iterable(private_names)
    )


def _successful_results(*functions: Callable[[], T]) -> Iterator[T]:
    for function in functions:
        with contextlib.suppress(Exception):  # a fact that can't be found out is left out
            yield function()


def _events_text(kinds: Iterable[int]) -> str:
    """Return the names of the events, such as "MouseMotion x3, KeyDown x1"."""
    runs = ((pygame.event.event_name(kind), len(list(run))) for kind, run in itertools.groupby(kinds))
    return ", ".join(f"{name} x{count}" for name, count in runs)


def remove_private_names(text: str, names: Iterable[str] = ()) -> str:
    """Return `text` with "~" for the home, "…" for `names` and no app folder, cut to `MAX_REPORT_LENGTH`."""
    text = text.replace(f"{_ROOT}/", "").replace(f"{_ROOT}\\", "")
    with contextlib.suppress(RuntimeError):  # the system knows no home folder
        home = str(Path.home())
        text = text.replace(home, "~") if len(home) > 1 else text
    for name in sorted(filter(None, names), key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "…", text)
    return text[:MAX_REPORT_LENGTH]


@contextlib.contextmanager
def log_crashes(folder: Path) -> Iterator[str]:
    """Let faulthandler log native crashes in the context; yield the log of earlier crashes, and remove it."""
    with contextlib.ExitStack() as opened:
        earlier_log = ""
        with contextlib.suppress(OSError):
            make_folder(folder)
            for old in sorted(folder.glob("fall-*")):  # version 0.1.0 wrote one file for each run
                earlier_log += old.read_text(encoding="utf-8", errors="replace")
                old.unlink()
            file = opened.enter_context((folder / CRASH_LOG).open("a+", encoding="utf-8", errors="replace"))
            file.seek(0)
            earlier_log += file.read()
            file.truncate(0)
            faulthandler.enable(file)
            opened.callback(faulthandler.disable)
        yield earlier_log.strip()[:MAX_CRASH_LOG_LENGTH]
