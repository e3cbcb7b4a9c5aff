"""Requests by which screens open other screens; `scenes.start` registers the screens for them."""

from __future__ import annotations

from dataclasses import dataclass

from scenes.app.navigation import Request


@dataclass(eq=False, repr=False)
class OpenArchive(Request[None]):
    """The saved matches; `shelf` is the open tab."""

    shelf: str = "finished"


class OpenExchange(Request[None]):
    """The scene in which matches and positions are opened."""


class OpenLicences(Request[None]):
    """The licences."""


class OpenStatistics(Request[None]):
    """The statistics."""


@dataclass(eq=False, repr=False)
class OpenLessons(Request[None]):
    key: str


@dataclass(eq=False, repr=False)
class OpenLesson(Request[None]):
    """A lesson, by its number from 0."""

    key: str
    number: int


@dataclass(eq=False, repr=False)
class OpenPuzzles(Request[None]):
    """The puzzles of a game, or its trainer."""

    key: str
