"""The facts of a match on the table, and what its parts may have its controller do. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from rules import abilities
from rules.contract import Gesture, Move, Seat, Target, Token
from rules.match import Change
from scenes.table import match_text
from scenes.table.game_ui import ui_of
from scenes.table.phrases import phrases_of
from scenes.table.ply_cursor import PlyCursor
from scenes.table.state import Held, Offered, Said, TableState

if TYPE_CHECKING:
    from scenes.app.settings import Settings
    from scenes.app.stack import AppContext
    from scenes.app.storage import Storage
    from scenes.app.words import Words
    from scenes.surfaces.view import TableView
    from scenes.table.game_clock import GameClock
    from scenes.table.listener import Listener
    from scenes.table.session import Session


class Chance(Protocol):
    """Nature's part in a match, as far as others ask it (`ChanceController`)."""

    @property
    def pending(self) -> bool:
        """Whether the match waits for Nature."""

    @property
    def must_finish(self) -> bool:
        """Whether dice fly that have to be seen to their end."""

    @property
    def covers(self) -> bool:
        """Whether the table is covered until the next person is there."""

    def leaves(self, move: Move) -> bool:
        """Return whether an automatic move is left to the hand of the person whose it is."""

    def opening_move(self) -> Move | None:
        """Return the move that only opens the next game."""

    def share(self) -> float | None:
        """Return the first seat's chance to win in the position shown, 0 to 1; None where that isn't told."""

    def said(self) -> Said | None:
        """Return what is to be read first; None where the usual words do."""


class TableFacts:
    """The facts of a match on the table at the moment: its controller decides by them, and others ask them."""

    chance: Chance
    state: TableState
    """The state that is shown; `refresh` makes it anew."""

    def __init__(
        self, app: AppContext, session: Session, board: TableView, listener: Listener, read_only: bool
    ) -> None:
        """`read_only`: the match was over when it was laid on the table: it is looked at, and not changed."""
        self.app = app
        self.session, self.match = session, session.match
        self.board = board
        self.listener = listener
        self.read_only = read_only
        self.cursor = PlyCursor(session.match, read_only)
        self.paused = False
        """Programs play each other, and the person has stopped them."""
        self.halted = False
        """The players have agreed on a pause: the clocks stand still and the board is covered."""
        self.ui = ui_of(session.match.game.key)
        self.phrases = phrases_of(session.match.game.key)
        self.note: str | None = None
        """A note that must be said beside whose turn it is."""
        self.advice: tuple[Move, ...] = ()
        """The moves that the hint shows."""
        self.nudge: frozenset[Target] = frozenset()
        """The targets that the hint marks to be looked at: those that the advised move takes up."""
        self.offered: Offered = {}
        """The gestures that the movers may make."""
        self.put: Token | None = None
        """The token that has to be put somewhere now, wherever the person likes."""
        self.clock: GameClock | None = None
        """The clocks that the rules give, if they do."""
        if abilities.limits(session.match.position) is not None:
            from scenes.table.game_clock import GameClock

            self.clock = GameClock(session)

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
        """The words for what the picked piece can do, where that is to be said."""
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

    @property
    def is_replaying(self) -> bool:
        """Whether the match runs by itself while it is looked back on."""
        return False


class MatchHost(TableFacts):
    """The facts of a match, and what its parts may have the controller do."""

    def carry_through(self, move: Move, held: Held) -> None:
        """Play a person's move, unless their time is up, or the match was taken over, at this moment."""
        raise NotImplementedError

    def carry_out(self, move: Move) -> None:
        """Play a move that nobody has to decide."""
        raise NotImplementedError

    def show(self, changes: Sequence[Change], held: Held | None = None) -> None:
        """Show what happened, save it, and go on from there."""
        raise NotImplementedError

    def show_outcome(self, change: Change) -> None:
        """Go on from what chance decided, which lies on the table already."""
        raise NotImplementedError

    def go_on(self) -> None:
        """Begin what is next: somebody's turn, or the end."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Bring everything that is shown up to date."""
        raise NotImplementedError

    def look(self, ply: int | None) -> None:
        """Show the position after so many plies; None is the match as it stands."""
        raise NotImplementedError

    def turn_to(self, seat: Seat) -> None:
        """Show the table from a seat."""
        raise NotImplementedError

    def strike(self, now: float) -> bool:
        """Let the clocks of the rules do what is due; whether anything was. Asked before whatever a player does."""
        raise NotImplementedError

    def taken_over(self) -> bool:
        """Whether another window has the match: this one only shows it then, and keeps nothing of it."""
        raise NotImplementedError

    @property
    def is_advising(self) -> bool:
        """Whether a hint is being looked for."""
        raise NotImplementedError

    def advise(self) -> None:
        """Look for a hint."""
        raise NotImplementedError

    def take_advice(self, moves: tuple[Move, ...]) -> None:
        """Take the adviser's answer."""
        raise NotImplementedError
