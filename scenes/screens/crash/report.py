"""Reports of faults, without names of people and folders in their home, and the log of crashes in machine code."""

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

CRASH_LOG: Final = "crash.txt"  # beside the log; of all windows
_ROOT: Final = Path(__file__).parents[3]


def fingerprint(problem: BaseException) -> str:
    """Return a text that is the same for the same type of fault at the same place."""
    place = [f"{frame.f_code.co_filename}:{line}" for frame, line in traceback.walk_tb(problem.__traceback__)]
    return f"{type(problem).__name__} {place[-1:]}"


def write_report(app: App, problem: BaseException, scenes: Sequence[object]) -> str:
    """Return the report of a fault while `scenes` were on the stack. Raises nothing, even if much is broken."""
    sessions = [scene.session for scene in scenes if hasattr(scene, "session")]
    facts: Iterator[str] = _known(
        lambda: f"Tablier {VERSION}\n{platform.platform()}",
        platform_text,
        lambda: f"Window {app.whole} on {pygame.display.get_driver()}, text {app.settings.text_scale}%",
        lambda: f"Screens: {', '.join(type(scene).__name__ for scene in scenes) or 'none'}",
        lambda: f"Match: {'; '.join(f'{one.match.game.key}, {len(one.match.plies)} plies' for one in sessions)}",
        lambda: f"Events: {_events(app.heard)}",
    )
    people: Iterator[list[str]] = _known(
        lambda: app.settings.players,
        lambda: [player.name for one in sessions for player in one.players],
        lambda: [getpass.getuser()],
    )
    told = traceback.TracebackException.from_exception(problem, limit=-MAX_TRACEBACK_CALLS)
    return remove_private_names(
        "\n".join([*facts, "", "".join(told.format())]), itertools.chain.from_iterable(people)
    )


def _known(*asked: Callable[[], T]) -> Iterator[T]:
    for ask in asked:
        with contextlib.suppress(Exception):
            yield ask()


def _events(kinds: Iterable[int]) -> str:
    alike = ((pygame.event.event_name(kind), len(list(some))) for kind, some in itertools.groupby(kinds))
    return ", ".join(f"{name} x{count}" for name, count in alike)


def remove_private_names(text: str, names: Iterable[str] = ()) -> str:
    """Return a text of at most `MAX_REPORT_LENGTH`, without the app's folder, the person's home and the names."""
    text = text.replace(f"{_ROOT}/", "").replace(f"{_ROOT}\\", "")
    with contextlib.suppress(RuntimeError):  # there is no home
        home = str(Path.home())
        text = text.replace(home, "~") if len(home) > 1 else text
    for name in sorted(filter(None, names), key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "…", text)
    return text[:MAX_REPORT_LENGTH]


@contextlib.contextmanager
def crashes_logged(folder: Path) -> Iterator[str]:
    """Let faulthandler log crashes within the context; give and remove the text that earlier ones left, mostly ""."""
    with contextlib.ExitStack() as opened:
        left = ""
        with contextlib.suppress(OSError):
            make_folder(folder)
            for old in sorted(folder.glob("fall-*")):  # 0.1.0 had a file a run
                left += old.read_text(encoding="utf-8", errors="replace")
                old.unlink()
            file = opened.enter_context((folder / CRASH_LOG).open("a+", encoding="utf-8", errors="replace"))
            file.seek(0)
            left += file.read()
            file.truncate(0)
            faulthandler.enable(file)
            opened.callback(faulthandler.disable)
        yield left.strip()[:MAX_CRASH_LOG_LENGTH]
