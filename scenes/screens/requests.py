"""Requests by which screens open other screens; `scenes.start` registers the screens for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenes.app.navigation import Request

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenes.screens.learn.mistakes import SavedMistake


@dataclass(eq=False, repr=False)
class OpenArchive(Request[None]):
    """A request for the list of saved matches; `shelf` is the tab to open."""

    shelf: str = "finished"


class OpenExchange(Request[None]):
    """A request for the scene that opens matches and positions from texts and files."""


class OpenLicences(Request[None]):
    """A request for the licences."""


class OpenStatistics(Request[None]):
    """A request for the statistics."""


@dataclass(eq=False, repr=False)
class OpenLessons(Request[None]):
    key: str


@dataclass(eq=False, repr=False)
class OpenLesson(Request[None]):
    """A request for the lesson `number`, counted from 0."""

    key: str
    number: int


@dataclass(eq=False, repr=False)
class OpenPuzzles(Request[None]):
    """A request for the puzzles of a game, or for its trainer."""

    key: str


class OpenMistakes(Request[None]):
    """A request for the list of the person's mistakes in reviewed matches."""


@dataclass(eq=False, repr=False)
class TryMistakes(Request[None]):
    mistakes: Sequence[SavedMistake]
