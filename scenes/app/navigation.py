"""Requests by which screens open each other; `scenes.start` registers the screen for each kind of request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

if TYPE_CHECKING:  # the command line is answered without pygame
    from scenes.app.stack import AppContext, Scene

Result = TypeVar("Result", covariant=True)
Kind = TypeVar("Kind", bound="Request[object]")


class Request(Generic[Result]):
    """A request for a screen. `Result` is the type of its answer; None means that the user gave none.

    Requests aren't comparable: that would make their classes slower to define, which happens before the first frame.
    """

    __match_args__: tuple[str, ...] = ()


@dataclass(eq=False, repr=False)
class ShowText(Request[None]):
    """A message sheet with a heading and a paragraph."""

    heading: str
    text: str


class OpenKeys(Request[None]):
    """The list of all keys."""


@dataclass(eq=False, repr=False)
class OpenFile(Request[None]):
    path: Path


_SCREENS: Final[dict[type[Request[object]], Callable[[AppContext, Any], Scene | None]]] = {}


def register(kind: type[Kind], make_scene: Callable[[AppContext, Kind], Scene | None]) -> None:
    """Let `make_scene` make the scene for requests of a kind, or push its scenes itself and return None."""
    _SCREENS[kind] = make_scene


def screen_of(app: AppContext, request: Request[object]) -> Scene:
    scene = _SCREENS[type(request)](app, request)
    assert scene is not None, "this request pushes its scenes itself"
    return scene


def open_screen(
    app: AppContext, request: Request[Result], on_answer: Callable[[Result | None], object] | None = None
) -> None:
    """Push the requested screen; `on_answer` gets its answer before the scene below resumes."""
    scene = _SCREENS[type(request)](app, request)
    if scene is not None:
        app.stack.push(scene, on_answer)


def open_screen_alone(app: AppContext, request: Request[object]) -> None:
    """Replace all screens by the requested one."""
    app.stack.replace_all(screen_of(app, request))


def replace_screen(app: AppContext, request: Request[object]) -> None:
    app.stack.replace(screen_of(app, request))
