"""The requests for other screens that a match or a menu makes; `scenes.start` says which scenes open."""

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

    `clock_hint`: a text that says that clocks stand still meanwhile; may be empty.
    """

    key: str
    anchor: str = ""
    clock_hint: str = ""


class OpenMenu(Request[None]):
    """The menu with the games and the matches on file."""


class OpenSettings(Request[None]):
    """The settings."""


@dataclass(eq=False, repr=False)
class OpenSetup(Request["Session"]):
    """The set-up of a new match. If the request awaits an answer, that is the match; otherwise it is opened.

    `position`: the text of the first position; `level`: the level of the computer as opponent.
    """

    key: str
    position: str | None = None
    level: int | None = None


@dataclass(eq=False, repr=False)
class OpenEditor(Request[None]):
    """The editor, beginning with a position; `bottom_seat`: the seat at the lower edge. None: the usual ones."""

    key: str
    position: Position | None = None
    bottom_seat: Seat | None = None


@dataclass(eq=False, repr=False)
class SaveRecord(Request[None]):
    """The choice of a file in which a record or another text is saved."""

    text: str
    stem: str  # the suggested file name without its suffix
    other_formats: Mapping[str, Callable[[], str]] = field(default_factory=dict)  # texts, by suffix
    suffix: str = ".tablier"


@dataclass(eq=False, repr=False)
class OpenPause(Request[str]):
    """The menu over a match; answers with one of `actions`. `clock_hint`: says that clocks stand still, or empty."""

    actions: Sequence[str]
    clock_hint: str = ""


@dataclass(eq=False, repr=False)
class ShowResult(Request[str]):
    """The sheet with the result of a match; answers with one of `actions`."""

    headline: str
    detail: str
    score_lines: Sequence[str]
    actions: Sequence[str]
    ratio: float  # width / height of the table whose panel the sheet covers
    make_frame: Callable[[tuple[int, int], float, float], TableFrame]
    """Return the places of the table and the panel, given the size of the window, `ratio` and the unit of length."""
    emblem: str = "ui/crown"  # the sprite above the headline; empty for none
    make_tally: Callable[[Group], Widget] | None = None  # makes a widget with the points instead of a line


@dataclass(eq=False, repr=False)
class OpenReview(Request[None]):
    """The review of a match, which shows positions on the match's own `stage`."""

    table: TableAccess
    stage: Stage


@dataclass(eq=False, repr=False)
class OpenTryout(Request[None]):
    """A try-out of a match, from the position after `ply` plies and then `moves`."""

    session: Session
    ply: int
    moves: tuple[Move, ...] = ()


@dataclass(eq=False, repr=False)
class OpenMatch(Request[None]):
    """A saved match, to continue it or, if it is finished, to look back on it."""

    match_id: str
    is_finished: bool = False
    takes_over: bool = False  # whether it is taken over from another window
    can_choose_version: bool = False  # whether the person may choose among several versions of it
