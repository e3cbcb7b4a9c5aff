"""A fault as text: versions, screens, kinds of events, the traceback.

Names of people and the folders in their home are taken out, so that the text can be handed on.
"""

from __future__ import annotations

import contextlib
import getpass
import itertools
import platform
import re
import traceback
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pygame

from scenes.app.version import VERSION

if TYPE_CHECKING:
    from scenes.app.app import App

LONGEST: Final = 12_000
"""Characters that a report has at most."""
_FRAMES: Final = 40
"""So many calls of a traceback are listed, the innermost."""
_ROOT: Final = Path(__file__).parents[3]


def fingerprint(problem: BaseException) -> str:
    """The same for the same fault at the same place, whatever its message."""
    place = [f"{frame.f_code.co_filename}:{line}" for frame, line in traceback.walk_tb(problem.__traceback__)]
    return f"{type(problem).__name__} {place[-1:]}"


def report(app: App, problem: BaseException, scenes: Sequence[object]) -> str:
    """The report of a fault that came up while `scenes` lay on the stack. It raises nothing, whatever is broken."""
    sessions = [scene.session for scene in scenes if hasattr(scene, "session")]
    lines = [f"Tablier {VERSION}", platform.platform()]
    facts: tuple[Callable[[], str], ...] = (
        _versions,
        lambda: f"Window {app.whole} on {pygame.display.get_driver()}, text {app.settings.text_scale} %",
        lambda: f"Screens: {', '.join(type(scene).__name__ for scene in scenes) or 'none'}",
        lambda: f"Match: {'; '.join(f'{one.match.game.key}, {len(one.match.plies)} plies' for one in sessions)}",
        lambda: f"Events: {_events(app.heard)}",
    )
    names: set[str] = set()
    people: tuple[Callable[[], Iterable[str]], ...] = (
        lambda: app.settings.players,
        lambda: [player.name for one in sessions for player in one.players],
        lambda: [getpass.getuser()],
    )
    for fact in facts:
        with contextlib.suppress(Exception):
            lines.append(fact())
    for some in people:
        with contextlib.suppress(Exception):
            names.update(some())
    told = traceback.TracebackException.from_exception(problem, limit=-_FRAMES)
    return scrubbed("\n".join([*lines, "", *"".join(told.format()).splitlines()]), names)


def _versions() -> str:
    from rules.ai.opponents import compiled

    sdl = ".".join(map(str, pygame.get_sdl_version()))
    engines = "compiled" if compiled() else "interpreted"
    return f"Python {platform.python_version()}, pygame-ce {pygame.version.ver}, SDL {sdl}, engines {engines}"


def _events(kinds: Iterable[int]) -> str:
    """The kinds of the last events; those alike that follow one another are counted."""
    alike = ((pygame.event.event_name(kind), len(list(some))) for kind, some in itertools.groupby(kinds))
    return ", ".join(f"{name} x{count}" for name, count in alike)


def scrubbed(text: str, names: Iterable[str] = ()) -> str:
    """A text of at most `LONGEST` characters, without the app's own folder, the person's home and these names."""
    text = text.replace(f"{_ROOT}/", "").replace(f"{_ROOT}\\", "")
    with contextlib.suppress(RuntimeError):  # there is no home
        home = str(Path.home())
        text = text.replace(home, "~") if len(home) > 1 else text
    for name in sorted(filter(None, names), key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "…", text)
    return text[:LONGEST]
