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
    from scenes.table.access import TableAccess
    from scenes.table.session import Session
    from scenes.ui.base import Group, Widget


@dataclass(eq=False, repr=False)
class OpenRulebook(Request[None]):
    """The rules of a game, at an anchor of its pages (`!CODE` is a refusal); without one, at their beginning. `still`
    says that clocks wait meanwhile."""

    key: str
    anchor: str = ""
    still: str = ""


class OpenMenu(Request[None]):
    """The games to choose from, and the matches on file."""


class OpenSettings(Request[None]):
    """What the person likes things to be."""


@dataclass(eq=False, repr=False)
class OpenSetup(Request["Session"]):
    """A new match of a game, which the answer is where one is waited for; else it lies on the table then. `position`
    is a position text to begin from; `level`: against the computer at that."""

    key: str
    position: str | None = None
    level: int | None = None


@dataclass(eq=False, repr=False)
class OpenEditor(Request[None]):
    """A position set up by hand, beginning with `position`; `bottom` is the seat at the lower edge. None: the usual
    one."""

    key: str
    position: Position | None = None
    bottom: Seat | None = None


@dataclass(eq=False, repr=False)
class SaveRecord(Request[None]):
    """A file for a record: its text, the file's name without ending, and what makes other texts, by their endings."""

    text: str
    stem: str
    others: Mapping[str, Callable[[], str]] = field(default_factory=dict)
    suffix: str = ".tablier"
    """The file's ending."""


@dataclass(eq=False, repr=False)
class OpenPause(Request[str]):
    """The menu over a match; answers with one of `actions`. `still` says that clocks wait meanwhile."""

    actions: Sequence[str]
    still: str = ""


@dataclass(eq=False, repr=False)
class ShowResult(Request[str]):
    """How a match ended; answers with one of `actions`."""

    headline: str
    detail: str
    score_lines: Sequence[str]
    actions: Sequence[str]
    ratio: float
    """Width / height of the table whose panel the sheet covers."""
    frame: Callable[[tuple[int, int], float, float], TableFrame]
    """(window, that ratio, unit) -> table and panel."""
    emblem: str = "ui/crown"
    """The sprite above the headline, or none."""
    tally: Callable[[Group], Widget] | None = None
    """Makes what the points stand on, where a line isn't enough."""


@dataclass(eq=False, repr=False)
class OpenReview(Request[None]):
    """What the turns of a match that is over cost; it is looked back on the `stage` of the match."""

    table: TableAccess
    stage: Stage


@dataclass(eq=False, repr=False)
class OpenTryout(Request[None]):
    """A copy of a match played on from the position after `ply` plies and these moves."""

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
