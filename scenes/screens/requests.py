"""The screens that other screens ask for; `scenes.start` says which they are."""

from __future__ import annotations

from dataclasses import dataclass

from scenes.app.navigation import Request


@dataclass(eq=False, repr=False)
class OpenArchive(Request[None]):
    """The matches on file: `shelf` is the tab that lies open."""

    shelf: str = "finished"


class OpenExchange(Request[None]):
    """Matches and positions from elsewhere."""


class OpenLicences(Request[None]):
    """What Tablier is made of."""


class OpenStatistics(Request[None]):
    """How often each person has won."""


@dataclass(eq=False, repr=False)
class OpenLessons(Request[None]):
    """The course of a game."""

    key: str


@dataclass(eq=False, repr=False)
class OpenLesson(Request[None]):
    """A lesson of that course, by its number from 0."""

    key: str
    number: int


@dataclass(eq=False, repr=False)
class OpenPuzzles(Request[None]):
    """The puzzles of a game, or what it has to train."""

    key: str
