"""Nature's part at a card table: deals and shuffles from the sealed pack, and who may see which cards. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules import abilities
from rules.contract import Position, Remark, Seat
from rules.ducale.dealing import sealed_move
from rules.teaching.exercise import Planned
from scenes.games.ducale import saying
from scenes.table import match_text
from scenes.table.chance import ChanceController
from scenes.table.sealed_chance import SealedChance
from scenes.table.state import CoverCard, Said

if TYPE_CHECKING:
    from scenes.table.facts import MatchHost

NEXT_ROUND: Final = 3.0
"""Seconds until computers among themselves begin the next round."""
BEAT: Final = 0.3
"""Seconds before a card that is drawn by itself, where things are animated."""


class CardController(ChanceController):
    """The chance controller of a match at a card table."""

    def __init__(self, host: MatchHost) -> None:
        super().__init__(host)
        self.sealed = SealedChance(host.session)
        if host.match.outcome() is None:
            self.sealed.fill()
        persons = host.session.persons
        self.below: Seat = persons[0] if len(persons) == 1 else 0
        """Whose hand lies at the lower edge of the table."""
        self.open_for: Seat | None = None
        """With several persons at the machine: who sees their cards now."""
        self._covered = False
        self._due: float | None = None

    # --- who sees what

    @property
    def viewer(self) -> Seat | None:
        """The seat whose cards are to be seen; None: nobody's."""
        persons = self._host.session.persons
        if len(persons) == 1:
            return persons[0]
        return None if self._waits and not self._host.cursor.live else self.open_for

    @property
    def covers(self) -> bool:
        return self._waits and self._host.cursor.live

    @property
    def _waits(self) -> bool:
        """Whether the next of several persons isn't there yet."""
        match, persons = self._host.match, self._host.session.persons
        mover = match.position.to_move
        return len(persons) > 1 and mover in persons and match.outcome() is None and self.open_for != mover

    def cover_card(self) -> CoverCard | None:
        """What stands on the cover that waits for the next person, and what happened meanwhile."""
        host, words = self._host, self._host.words
        if not self.covers or not host.settled:
            return None
        name = match_text.name_of(words, host.session, host.match.position.to_move)
        told = saying.account(words, host.session) or words("cards.pass_about")
        return CoverCard(words("cards.pass", name=name), told, words("cards.ready", name=name))

    def cover(self) -> None:
        """Everything that the last person was to see has been seen."""
        self.open_for = None
        self._host.go_on()

    def uncover(self) -> None:
        self.open_for = self.below = self._host.match.position.to_move
        self._host.turn_to(self.below)
        self._host.go_on()

    def seen(self, position: Position) -> Position:
        over = self._host.match.outcome() is not None
        return position if over or ended(position) else abilities.seen_by(position, self.viewer)

    @property
    def hides_texts(self) -> bool:
        """Whether a copy of the match would tell what is still hidden: until the round is over."""
        return self._host.match.outcome() is None and not self.between_rounds

    # --- what is going on

    @property
    def between_rounds(self) -> bool:
        return self.pending and ended(self._host.match.position)

    @property
    def deals_next(self) -> bool:
        """Whether the person may have the next round dealt, which no exercise has."""
        return self.between_rounds and not isinstance(self._host.match, Planned)

    def beat(self) -> float:
        return 0.0 if self._host.settings.animation == "off" else BEAT

    # --- what is told

    def said(self) -> Said | None:
        return saying.said(self._host, self.covers, self.between_rounds)

    def named(self, remark: Remark) -> Remark:
        return saying.facts(self._host.words, self._host.session, remark)

    # --- what happens

    def next_round(self) -> None:
        """Nature's move: the next order of the sealed pack."""
        if self._host.taken_over():
            return
        match, session = self._host.match, self._host.session
        position = saying.cards_of(match.position)
        change = match.play_chance(sealed_move(position, self.sealed.sealed()), now=self._host.now())
        if saying.cards_of(change.before).phase != "shuffle" and len(session.persons) > 1:
            self.open_for = None
        self._host.show([change])

    def update_seal(self) -> None:
        self.sealed.update()

    def forget(self) -> None:
        self._due = None
        if len(self._host.session.persons) > 1:
            self.open_for = None

    def update(self, now: float) -> None:
        """Cover the cards, and deal, once what came before has been seen."""
        if self.covers and self._host.settled and self.open_for is not None:
            self.cover()
        covered = self.covers and self._host.settled
        if covered and not self._covered:
            self._host.refresh()
        self._covered = covered
        if not self._deals:
            self._due = None
        elif not self.between_rounds:
            self.next_round()
        elif self._due is None:
            self._due = now + NEXT_ROUND
        elif now >= self._due:
            self._due = None
            self.next_round()

    def pace(self, now: float) -> float | None:
        if self.covers and self.open_for is not None:
            return 0.0
        if not self._deals:
            return None
        return 0.0 if self._due is None else max(0.0, self._due - now)

    @property
    def _deals(self) -> bool:
        """Whether cards are dealt by themselves: persons look at the hands of a round as long as they like."""
        if not self.pending or not self._host.goes_on:
            return False
        return not self.between_rounds or not self._host.session.persons


def ended(position: Position) -> bool:
    """Whether a round has ended in a position."""
    return saying.cards_of(position).phase in ("end", "blocked")
