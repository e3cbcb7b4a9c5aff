"""Going to another screen by a request: `scenes.start` registers which screen answers it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

if TYPE_CHECKING:
    from scenes.app.stack import AppContext, Scene

Result = TypeVar("Result", covariant=True)
Kind = TypeVar("Kind", bound="Request[object]")


class Request(Generic[Result]):
    """A screen that is wanted. `Result` is what it answers when it closes; None: closed without.

    Requests are not compared: their classes are all made before the first frame, and comparison takes most of that.
    """

    __match_args__: tuple[str, ...] = ()


@dataclass(eq=False, repr=False)
class Tell(Request[None]):
    """A sheet that says something, with a heading and a paragraph, and is closed."""

    heading: str
    text: str


class OpenKeys(Request[None]):
    """What all keys do."""


@dataclass(eq=False, repr=False)
class OpenFile(Request[None]):
    """The match or position in a file."""

    path: Path


_SCREENS: Final[dict[type[Request[object]], Callable[[AppContext, Any], Scene | None]]] = {}


def register(kind: type[Kind], screen: Callable[[AppContext, Kind], Scene | None]) -> None:
    """Let requests of this kind be answered by the scene that `screen` makes; None where it lays scenes itself."""
    _SCREENS[kind] = screen


def screen_of(app: AppContext, request: Request[object]) -> Scene:
    """The scene that answers a request, new. Raises KeyError where nothing was registered for its kind."""
    scene = _SCREENS[type(request)](app, request)
    assert scene is not None
    return scene


def go(app: AppContext, request: Request[Result], then: Callable[[Result | None], object] | None = None) -> None:
    """Lay the screen that is asked for on top. `then` gets its answer, before the scene below resumes."""
    scene = _SCREENS[type(request)](app, request)
    if scene is not None:
        app.stack.push(scene, then)


def go_alone(app: AppContext, request: Request[object]) -> None:
    """Lay the screen that is asked for in the place of all others."""
    app.stack.clear(screen_of(app, request))


def go_instead(app: AppContext, request: Request[object]) -> None:
    """Lay the screen that is asked for in the place of the top."""
    app.stack.replace(screen_of(app, request))
