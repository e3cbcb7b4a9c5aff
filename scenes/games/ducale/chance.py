"""The rules of chance at a card table: deals from the sealed pack, and whose cards are visible; without pygame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from rules import abilities
from rules.contract import Position, Remark, Seat
from rules.ducale.dealing import sealed_move
from rules.match import Match
from rules.teaching.exercise import PlannedMatch
from scenes.games.ducale import card_text
from scenes.table import match_text
from scenes.table.chance import ChanceRules
from scenes.table.events import ChanceEvent
from scenes.table.model import ChanceState
from scenes.table.play_moves import show_changes, start_next_turn, turn_board
from scenes.table.state import CoverCard, StatusLine
from scenes.table.table_access import TableAccess
from scenes.table.table_facts import Step, TableFacts

NEXT_ROUND_SECONDS: Final = 3.0  # until computers begin the next round of a match among themselves
DRAW_SECONDS: Final = 0.3  # before a card is drawn automatically, with animations on


@dataclass(frozen=True)
class CardState(ChanceState):
    bottom_seat: Seat = 0  # whose hand is at the lower edge
    open_seat: Seat | None = None  # whose hand is visible now, if several persons play here
    deal_due: float | None = None  # the time at which the next cards are dealt


@dataclass(frozen=True, slots=True)
class CoverCards(ChanceEvent):
    """The cards must be covered, because a person has minimized the window."""


@dataclass(frozen=True, slots=True)
class DealNextRound(ChanceEvent):
    """A person wants the next round."""


class CardRules(ChanceRules):
    @staticmethod
    def needs_seed(match: Match) -> bool:
        return match.outcome() is None

    @staticmethod
    def make_initial_state(persons: Sequence[Seat]) -> CardState:
        return CardState(bottom_seat=persons[0] if len(persons) == 1 else 0)

    # --- facts

    @property
    def state(self) -> CardState:
        state = self.facts.model.chance
        assert isinstance(state, CardState)
        return state

    @property
    def viewer(self) -> Seat | None:
        """The seat whose hand is visible; None if no hand is."""
        persons = self.facts.persons
        if len(persons) == 1:
            return persons[0]
        # while the next person is awaited, earlier positions show no hand either
        return None if self._is_next_person_awaited and not self.facts.cursor.is_live else self.state.open_seat

    @property
    def is_covered(self) -> bool:
        return self._is_next_person_awaited and self.facts.cursor.is_live

    @property
    def _is_next_person_awaited(self) -> bool:
        facts, mover = self.facts, self.facts.position.to_move
        is_person = len(facts.persons) > 1 and mover in facts.persons
        return is_person and facts.outcome is None and self.state.open_seat != mover

    def redact_position(self, position: Position) -> Position:
        is_open = self.facts.outcome is not None or has_ended(position)
        return position if is_open else abilities.seen_by(position, self.viewer)

    @property
    def hides_texts(self) -> bool:
        return self.facts.outcome is None and not self.is_between_rounds

    @property
    def is_between_rounds(self) -> bool:
        return self.is_pending and has_ended(self.facts.position)

    @property
    def can_deal(self) -> bool:
        """Whether a person can have the next round dealt; an exercise has no next round."""
        return self.is_between_rounds and not isinstance(self.facts.match, PlannedMatch)

    @property
    def automatic_delay_seconds(self) -> float:
        return 0.0 if self.facts.model.settings.animation == "off" else DRAW_SECONDS

    # --- words

    def status_line(self, table: TableAccess) -> StatusLine | None:
        return card_text.write_status(table, self.is_covered, self.is_between_rounds)

    def name_facts(self, table: TableAccess, remark: Remark) -> Remark:
        return card_text.name_facts(table.words, table.session, remark)

    def cover_card(self, table: TableAccess) -> CoverCard | None:
        """Return the texts of the cover for the next person, with the turns since that person's last turn."""
        words, session = table.words, table.session
        if not self.is_covered or not self.facts.view.is_idle:
            return None
        name = match_text.name_of(words, session, self.facts.position.to_move)
        about = card_text.recent_turns_text(words, session) or words("cards.pass_about")
        return CoverCard(words("cards.pass", name=name), about, words("cards.ready", name=name))

    # --- changes

    def update(self, step: Step, event: ChanceEvent) -> None:
        match event:
            case CoverCards():
                self._cover_table(step)
            case DealNextRound():
                self._deal_cards(step)

    def _cover_table(self, step: Step) -> None:
        step.change(chance=replace(self.state, open_seat=None))
        start_next_turn(step)

    def uncover_table(self, step: Step) -> None:
        """Open the hand of the player to move, put it at the lower edge, and let the turn begin."""
        mover = step.position.to_move
        step.change(chance=replace(self.state, open_seat=mover, bottom_seat=mover))
        turn_board(step, mover)
        start_next_turn(step)

    def _deal_cards(self, step: Step) -> None:
        position = card_text.cards_of(step.position)
        move = sealed_move(position, self.sealed_chance.read_seed())
        step.change(chance=replace(self.state, deal_due=None))
        change = step.change_match().play_chance(move, now=step.now)
        if card_text.cards_of(change.before).phase != "shuffle" and len(step.persons) > 1:  # the hands are new
            step.change(chance=replace(self.state, open_seat=None))
        show_changes(step, [change])

    def cancel_due(self, step: Step) -> None:
        """Cancel the next deal, and cover the hands if several persons play."""
        open_seat = None if len(step.persons) > 1 else self.state.open_seat
        step.change(chance=replace(self.state, deal_due=None, open_seat=open_seat))

    @property
    def due_time(self) -> float | None:
        is_covering_due = self.is_covered and self.state.open_seat is not None and self.facts.view.is_idle
        return 0.0 if is_covering_due else self.state.deal_due  # 0: at the next frame

    def schedule_next(self, step: Step) -> None:
        is_due, due = self._is_dealt_automatically(step), self.state.deal_due
        if is_due and due is None:
            delay = NEXT_ROUND_SECONDS if self.is_between_rounds else 0.0
            step.change(chance=replace(self.state, deal_due=step.now + delay))
        elif not is_due and due is not None:
            step.change(chance=replace(self.state, deal_due=None))

    def tick(self, step: Step) -> None:
        if self.is_covered and step.view.is_idle and self.state.open_seat is not None:
            self._cover_table(step)
        due = self.state.deal_due
        if due is not None and step.now >= due and self._is_dealt_automatically(step):
            self._deal_cards(step)

    def _is_dealt_automatically(self, facts: TableFacts) -> bool:
        """Return whether cards are dealt automatically; between two rounds, persons have unlimited time."""
        if not self.is_pending or not facts.can_act_automatically:
            return False
        return not self.is_between_rounds or not facts.persons


def has_ended(position: Position) -> bool:
    return card_text.cards_of(position).phase in ("end", "blocked")


def card_rules_of(facts: TableFacts) -> CardRules:
    assert isinstance(facts.chance, CardRules)
    return facts.chance


CHANCE: Final = CardRules
