"""The screens that a table asks for; `scenes.start` says which they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scenes.app.navigation import Request

if TYPE_CHECKING:
    from rules.contract import Move, Position, Seat
    from scenes.surfaces.layout import TableFrame
    from scenes.surfaces.stage import Stage
    from scenes.table.session import Session
    from scenes.table.table_access import TableAccess
    from scenes.ui.base import Group, Widget


@dataclass(eq=False, repr=False)
class OpenRulebook(Request[None]):
    """The rulebook of a game, at an anchor (`!CODE` for a refusal) or at its beginning.

    `still`: the words that clocks wait meanwhile.
    """

    key: str
    anchor: str = ""
    still: str = ""


class OpenMenu(Request[None]):
    """The menu with the games and the matches on file."""


class OpenSettings(Request[None]):
    """The settings."""


@dataclass(eq=False, repr=False)
class OpenSetup(Request["Session"]):
    """The set-up of a new match, which is the answer where one is awaited; otherwise it is opened.

    `position`: the text of the first position; `level`: that of the computer as opponent.
    """

    key: str
    position: str | None = None
    level: int | None = None


@dataclass(eq=False, repr=False)
class OpenEditor(Request[None]):
    """The editor, beginning with `position`; `bottom` is the seat at the lower edge. None: the usual one."""

    key: str
    position: Position | None = None
    bottom: Seat | None = None


@dataclass(eq=False, repr=False)
class SaveRecord(Request[None]):
    """The choice of a file for a record: its text, the name without suffix, and other texts by their suffixes."""

    text: str
    stem: str
    others: Mapping[str, Callable[[], str]] = field(default_factory=dict)
    suffix: str = ".tablier"


@dataclass(eq=False, repr=False)
class OpenPause(Request[str]):
    """The menu over a match; answers with one of `actions`. `still`: the words that clocks wait meanwhile."""

    actions: Sequence[str]
    still: str = ""


@dataclass(eq=False, repr=False)
class ShowResult(Request[str]):
    """The sheet with the result of a match; answers with one of `actions`."""

    headline: str
    detail: str
    score_lines: Sequence[str]
    actions: Sequence[str]
    ratio: float  # width / height of the table whose panel the sheet covers
    frame: Callable[[tuple[int, int], float, float], TableFrame]
    """(window, that ratio, unit) -> the places of table and panel."""
    emblem: str = "ui/crown"  # the sprite above the headline, or none
    tally: Callable[[Group], Widget] | None = None  # makes the widget with the points, if a line isn't enough


@dataclass(eq=False, repr=False)
class OpenReview(Request[None]):
    """The review of a match that is over, which is looked back on on its own `stage`."""

    table: TableAccess
    stage: Stage


@dataclass(eq=False, repr=False)
class OpenTryout(Request[None]):
    """A copy of a match, played from the position after `ply` plies and these moves."""

    session: Session
    ply: int
    moves: tuple[Move, ...] = ()


@dataclass(eq=False, repr=False)
class OpenMatch(Request[None]):
    """A match on file: one under way to go on with, or a finished one to look back on.

    `over`: it is taken over from the window in which it lies open. `chooses`: the person chose it from a list, and
    may choose among versions of it.
    """

    match_id: str
    finished: bool = False
    over: bool = False
    chooses: bool = False
