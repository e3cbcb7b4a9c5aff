"""A fault as text, for the log and for whoever mends it: versions, screens, kinds of events, the traceback.

Names of people and the folders that lie in their home are taken out, so that a report can be handed on.
"""

from __future__ import annotations

import contextlib
import getpass
import platform
import re
import traceback
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import pygame

from scenes.app.version import VERSION

if TYPE_CHECKING:
    from scenes.app.app import App

Moment: TypeAlias = Literal["event", "time", "paint", "screen", "start", "close", "memory", "last"]
"""What the app was at: taking an event in, letting time pass, painting, changing screens, starting, closing; there
was no memory left; or it fell the last time, and nobody knows."""

LONGEST: Final = 12_000
"""Characters that a report has at most."""
_FRAMES: Final = 40
"""So many calls of a traceback are told, the innermost."""
_ROOT: Final = Path(__file__).parents[2]
_LANDMARKS: Final[dict[tuple[str, str], Moment]] = {
    ("app.py", "_dispatch"): "event",
    ("app.py", "paint"): "paint",
    ("app.py", "_settle"): "paint",
    ("app.py", "_take_size"): "paint",
    ("app.py", "_begin"): "start",
    ("app.py", "close"): "close",
    ("stack.py", "push"): "screen",
    ("stack.py", "pop"): "screen",
    ("stack.py", "replace"): "screen",
    ("stack.py", "clear"): "screen",
}
"""File and function in which the app was, and what that means; the innermost counts, and without any it is "time"."""


def moment_of(problem: BaseException) -> Moment:
    """What the app was at when a fault came up."""
    if isinstance(problem, MemoryError):
        return "memory"
    found: Moment = "time"
    for frame in _frames(problem):
        found = _LANDMARKS.get((Path(frame.f_code.co_filename).name, frame.f_code.co_name), found)
    return found


def fingerprint(problem: BaseException) -> str:
    """The same for the same fault at the same place, whatever it was about."""
    innermost = ""
    for frame, line in traceback.walk_tb(problem.__traceback__):
        innermost = f"{frame.f_code.co_filename}:{line}"
    return f"{type(problem).__name__} {innermost}"


def _frames(problem: BaseException) -> Iterable[FrameType]:
    return (frame for frame, _ in traceback.walk_tb(problem.__traceback__))


def report(app: App, problem: BaseException, scenes: Sequence[object]) -> str:
    """The report of a fault that came up while `scenes` lay on the stack. It raises nothing, whatever is broken."""
    lines = [f"Tablier {VERSION}", platform.platform()]
    for fact in (_versions, _window, lambda app: _screens(scenes), _matches_of(scenes), _events):
        with contextlib.suppress(Exception):
            lines.append(fact(app))
    lines.append("")
    told = traceback.TracebackException.from_exception(problem, limit=-_FRAMES)
    lines += "".join(told.format()).splitlines()
    return scrubbed("\n".join(lines), _names(app, scenes))[:LONGEST]


def _versions(_: App) -> str:
    from rules.ai.opponents import compiled

    sdl = ".".join(map(str, pygame.get_sdl_version()))
    engines = "compiled" if compiled() else "interpreted"
    return f"Python {platform.python_version()}, pygame-ce {pygame.version.ver}, SDL {sdl}, engines {engines}"


def _window(app: App) -> str:
    wide, high = app.whole
    settings = app.settings
    looks = f"table {settings.table}, text {settings.text_scale} %, animation {settings.animation}"
    return f"Window {wide}x{high} on {pygame.display.get_driver()}, language {settings.language}, {looks}"


def _screens(scenes: Sequence[object]) -> str:
    return f"Screens: {', '.join(type(scene).__name__ for scene in scenes) or 'none'}"


def _matches_of(scenes: Sequence[object]) -> Callable[[App], str]:
    """Which games lie there, how far, and what kinds of players play; no names."""

    def told(_: App) -> str:
        found = []
        for sitting in _sittings(scenes):
            kinds = ", ".join(player.kind for player in sitting.players)
            found.append(f"{sitting.match.game.key}, {len(sitting.match.plies)} plies, {kinds}")
        return f"Match: {'; '.join(found) or 'none'}"

    return told


def _sittings(scenes: Sequence[object]) -> Iterable[Any]:
    return (scene.sitting for scene in scenes if hasattr(scene, "sitting"))


def _events(app: App) -> str:
    """The kinds of the last events, those alike that follow one another as one."""
    told: list[tuple[str, int]] = []
    for kind in app.heard:
        name = pygame.event.event_name(kind)
        count = told.pop()[1] if told and told[-1][0] == name else 0
        told.append((name, count + 1))
    return f"Events: {', '.join(name if count == 1 else f'{name} x{count}' for name, count in told) or 'none'}"


def _names(app: App, scenes: Sequence[object]) -> set[str]:
    """What people here are called, as far as the app knows."""
    names: set[str] = set()
    with contextlib.suppress(Exception):
        names |= set(app.settings.players)
    with contextlib.suppress(Exception):
        names |= {player.name for sitting in _sittings(scenes) for player in sitting.players}
    with contextlib.suppress(Exception):
        names.add(getpass.getuser())
    return names


def scrubbed(text: str, names: Iterable[str] = ()) -> str:
    """A text without the app's own place, the person's home and these names."""
    text = text.replace(f"{_ROOT}/", "").replace(f"{_ROOT}\\", "")
    with contextlib.suppress(RuntimeError):  # there is no home
        home = str(Path.home())
        text = text.replace(home, "~") if len(home) > 1 else text
    for name in sorted((name for name in names if name), key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "…", text)
    return text
