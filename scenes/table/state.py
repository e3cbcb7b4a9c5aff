"""What the table shows of a match at a moment: values that the controller makes and the view reads. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from rules import abilities
from rules.contract import Gesture, Move, Position, Seat, Target, Token
from rules.match import Match
from scenes.table import match_text
from scenes.table.ply_cursor import PlyCursor

if TYPE_CHECKING:
    from scenes.app.settings import Settings
    from scenes.app.stack import AppContext
    from scenes.app.storage import Storage
    from scenes.app.words import Words
    from scenes.surfaces.view import TableView
    from scenes.table.chance import ChanceController
    from scenes.table.game_clock import GameClock
    from scenes.table.listener import Listener
    from scenes.table.session import Session

Held: TypeAlias = Mapping[Target, tuple[float, float]]
"""Where the pointer let go of what it took up from a target, in pixels; empty if it held nothing."""
Esc: TypeAlias = Literal["let-go", "go-back", "take-back", "menu"]
"""The actions that Esc may stand for at a table."""
Offered: TypeAlias = Mapping[Gesture, Sequence[Move]]
"""What may be done now, and the moves that it would be."""


@dataclass(frozen=True, slots=True)
class Said:
    """What is going on, and what to be aware of; `warning`: it is pressing; `task`: it is what is to be done, or what
    was said of that."""

    status: str
    note: str = ""
    warning: bool = False
    task: bool = False


@dataclass(frozen=True, slots=True)
class PlayerStrip:
    """What a player's strip shows: name, side and points, seconds left on the clock, whether it is their turn, and
    whether the clock waits for the end of their first turn."""

    name: str
    detail: str
    seconds: float | None
    running: bool
    waits: bool = False


@dataclass(frozen=True, slots=True)
class CoverCard:
    """What stands on the card over a covered board: a title, words below it, and the label of its button."""

    title: str
    about: str
    button: str


@dataclass(frozen=True, slots=True)
class TurnTime:
    """What the clock of a turn shows: seconds left, which share of the turn that is, seconds left of the match, the
    words beside both, and whether it runs."""

    left: float
    share: float
    whole: float | None
    beside: tuple[str, str]
    runs: bool


@dataclass(frozen=True, slots=True)
class ButtonState:
    """A button beside the table: what it does, and whether it does anything now. Without an icon and a tooltip it has
    the usual ones of its action."""

    action: str
    icon: str
    enabled: bool
    tip: str = ""


@dataclass(frozen=True, slots=True)
class TableState:
    """A match as it is shown at a moment."""

    position: Position
    """What the board shows."""
    live: bool
    """Whether that is the match as it stands, and not looked back on."""
    over: bool
    """Whether the match has ended."""
    mine: bool
    """Whether a person here may move now."""
    put: Token | None
    """What has to be put somewhere now, wherever the person likes."""
    nudge: frozenset[Target]
    """What the hint marks to be looked at."""
    able: str
    """What the picked piece can do, in words, where that is to be said."""
    said: Said
    strips: Sequence[PlayerStrip]
    """By seat."""
    turns: Sequence[str]
    """The list of turns; empty cells before the first where the first seat didn't begin."""
    current: int | None
    """The cell of the turn that the board shows."""
    share: float | None
    """The first seat's chance to win, where it is told."""
    time: TurnTime | None
    """The clock that the rules give, where there is one and the match goes on."""
    buttons: Sequence[ButtonState]


class TableFacts:
    """What is so of a match on the table at the moment: what its controller decides by, and others ask."""

    chance: ChanceController

    def __init__(
        self, app: AppContext, session: Session, board: TableView, listener: Listener, read_only: bool
    ) -> None:
        """`read_only`: the match was over when it was laid on the table: it is looked at, and not changed."""
        self.app = app
        self.session = session
        self.board = board
        self.listener = listener
        self.read_only = read_only
        self.cursor = PlyCursor(session.match, read_only)
        self.paused = False
        """Programs play each other, and the person has stopped them."""
        self.halted = False
        """The players have agreed on a pause: the clocks stand still and the board is covered."""
        self.clock: GameClock | None = None
        """The clocks that the rules give, if they do."""
        if abilities.limits(session.match.position) is not None:
            from scenes.table.game_clock import GameClock

            self.clock = GameClock(session)

    @property
    def match(self) -> Match:
        return self.session.match

    @property
    def settings(self) -> Settings:
        return self.app.settings

    @property
    def storage(self) -> Storage:
        return self.app.storage

    @property
    def words(self) -> Words:
        return self.app.words

    def now(self) -> float:
        return self.app.now()

    @property
    def movers(self) -> frozenset[Seat]:
        """The persons here who may move now."""
        match = self.match
        over = not self.cursor.live or match.full or match.outcome() is not None
        if over or self.stopped or self.chance.covers or self.automatic_move is not None:
            return frozenset()
        return match.position.actors() & frozenset(self.session.persons)

    @property
    def faults(self) -> Mapping[Gesture, Move]:
        """The refused gestures that the rules count against a person here."""
        if not self.cursor.live or self.match.full or self.stopped or self.match.outcome() is not None:
            return {}
        found = abilities.faults(self.match.position)
        return {gesture: move for gesture, move in found.items() if move.seat in self.session.persons}

    @property
    def mine(self) -> bool:
        """Whether a person here may move now."""
        return bool(self.movers)

    @property
    def automatic_move(self) -> Move | None:
        """The move that the table makes now without asking anybody."""
        if self.match.outcome() is not None or self.match.full:
            return None
        move = abilities.automatic_move(self.match.position)
        return None if move is None or self.chance.leaves(move) else move

    @property
    def waiting(self) -> bool:
        """Whether the match waits for nobody but chance and the table."""
        return self.chance.pending or self.automatic_move is not None or self.chance.opening_move() is not None

    @property
    def goes_on(self) -> bool:
        """Whether what is due by itself may happen now."""
        return self.listener.settled and not self.paused and self.cursor.live and not self.stopped

    @property
    def settled(self) -> bool:
        return self.listener.settled

    @property
    def choosing(self) -> bool:
        return self.listener.choosing

    @property
    def able(self) -> str:
        """What the picked piece can do, in words, where that is to be said."""
        return match_text.able(self.words, self.match, self.board, self.listener.picked)

    @property
    def looking(self) -> bool:
        """Whether the match is looked back on, or has ended."""
        return not self.cursor.live or self.match.outcome() is not None

    @property
    def named(self) -> frozenset[Target]:
        """Squares that are spoken of, and shown for that."""
        return frozenset()

    @property
    def timed(self) -> bool:
        """Whether the rules give a time, and the match goes on."""
        return self.clock is not None and self.clock.runs

    @property
    def stopped(self) -> bool:
        """Whether the match goes on in another window, or the clocks wait for the players."""
        return self.session.elsewhere or self.halted or (self.clock is not None and self.clock.stopped)

    @property
    def reviewable(self) -> bool:
        """Whether the match can be reviewed: something was played, it is the match itself, and it is over, or its
        chances are told and nothing has to be seen without help."""
        told = self.chance.share() is not None and abilities.shows_hints(self.match.position)
        return (told or self.match.outcome() is not None) and bool(self.match.plies) and not self.session.tried

    @property
    def no_undo(self) -> str:
        """The key of the words that say why nothing is taken back."""
        return "dice.no_undo" if self.clock is None else "clock.no_undo"

    @property
    def _changeable(self) -> bool:
        fixed = not (abilities.may_undo(self.match.position) or self.match.ending is not None)
        return not self.read_only and not self.session.elsewhere and not self.halted and not fixed

    @property
    def can_undo(self) -> bool:
        """Whether there is an ending, or a turn of a person here, to take back, and nothing was seen that can't be
        forgotten: a card, or by an ending beside the rules all of them."""
        match, persons = self.match, self.session.persons
        seen = abilities.sealed(match.position) if match.ending is None else match.hides
        turns = (span for span in match.turns() if not persons or span.seat in persons)
        return self._changeable and not seen and (match.ending is not None or any(turns))

    @property
    def can_take_back(self) -> bool:
        """Whether there is a decision of the person's unfinished turn to take back."""
        return self.mine and self.match.can_take_back

    @property
    def can_redo(self) -> bool:
        return self._changeable and self.match.can_redo
