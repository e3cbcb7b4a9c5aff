"""Whom a match controller tells what happened: its scene, or a test. A protocol alone."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Literal, Protocol

from rules.contract import Gesture, Move, Table, Target
from rules.match import Change
from scenes.table.external_engines import Trouble
from scenes.table.state import Held, TableState

if TYPE_CHECKING:
    from scenes.ui.base import Group, Widget


class Listener(Protocol):
    """Who shows the match: told what happened, and asked whether that has been seen."""

    @property
    def settled(self) -> bool:
        """Whether nothing moves but what is shown again."""

    @property
    def coming(self) -> int:
        """How many moves of others are still on their way: what is said of them waits for that."""

    @property
    def repeating(self) -> bool:
        """Whether something is shown again."""

    @property
    def breath(self) -> float:
        """Seconds from a program's answer to its move, where a person plays."""

    @property
    def uncovered(self) -> bool:
        """Whether no other screen lies over the table."""

    @property
    def picked(self) -> frozenset[Target]:
        """What the person has picked."""

    @property
    def choosing(self) -> bool:
        """Whether it is asked which of several moves is meant."""

    def lay(self, table: Table) -> None:
        """This lies on the table at once."""

    def animate(self, change: Change, held: Held) -> None:
        """A change happens, after those that are still on their way. `held`: where the pointer let go of what."""

    def repeat(self, changes: Sequence[Change], kind: Literal["step", "again"], quiet: bool) -> None:
        """These changes have led to what lies there: show how; `quiet`: nothing is heard of it."""

    def jump(self) -> None:
        """Another position of the match is to be shown: what moves has arrived, and nothing is held."""

    def restart(self) -> None:
        """The match goes another way: what moves has arrived, and what was in the air is gone."""

    def offer(self) -> None:
        """What the persons here may do is another."""

    def refresh(self, state: TableState) -> None:
        """All that is shown may be another."""

    def tell(self, state: TableState) -> None:
        """What is to be read first is another."""

    def mark(self) -> None:
        """What is picked, held or aimed at is another, or the marks on the board are."""

    def show_time(self, state: TableState) -> None:
        """The clocks have moved."""

    def show_outcome(self, change: Change) -> None:
        """Chance has decided, and that lies on the table already."""

    def choose(self, gesture: Gesture, moves: Sequence[Move]) -> None:
        """The person made a gesture that several moves share; they differ in what they turn a piece into."""

    def pick(self, targets: frozenset[Target]) -> None:
        """This is picked, whatever was before."""

    def let_go(self) -> None:
        """Nothing is held or picked any more."""

    def put_down(self) -> None:
        """A piece was moved in a turn in which something is still to be put down."""

    def turned(self) -> None:
        """Another seat is at the lower edge."""

    def say(self, text: str, targets: Collection[Target] = (), code: str = "") -> None:
        """Something is said on the board, beside one of `targets`. `code`: the refusal that it tells of."""

    def hush(self) -> None:
        """What was said on the board is over."""

    def shake(self, targets: Collection[Target]) -> None:
        """What is on these targets can't be moved so."""

    def act(self, action: str) -> None:
        """Do what a button or key of this name does."""

    def board_stop(self, form: Group) -> Widget:
        """The board as a stop of Tab in a form, maybe that of a sheet beside it."""

    def ask_about(self, trouble: Trouble) -> None:
        """An engine failed: ask what shall be done."""
