"""The rules of chance at a table: dice and cards. By default Nature moves at once, by the seed of the match.

A game with dice or cards of its own has a subclass. It reads the facts of one model; methods that take a `Step`
change that model.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import TYPE_CHECKING

from rules import abilities
from rules.contract import NATURE, Move, Position, Remark, Seat, Table
from rules.match import Match
from scenes.app.game_files import game_module
from scenes.surfaces.constants import PACES
from scenes.table.constants import AUTOMATIC_DELAYS
from scenes.table.events import ChanceEvent
from scenes.table.model import ChanceState, TableModel
from scenes.table.play_moves import show_changes
from scenes.table.sealed_chance import SealedChance, with_updated_seal
from scenes.table.state import CoverCard, StatusLine
from scenes.table.table_facts import Step, TableFacts

if TYPE_CHECKING:
    from scenes.table.table_access import TableAccess


class ChanceRules:
    """The chance of one match, by the facts of a model."""

    def __init__(self, facts: TableFacts) -> None:
        self.facts = facts

    @staticmethod
    def needs_seed(match: Match) -> bool:
        """Whether chance in a match comes from a seed in its record."""
        return abilities.has_chance(match.position) and match.outcome() is None

    @staticmethod
    def first_state(persons: Sequence[Seat]) -> ChanceState:
        """Return the state of a match that was opened, with persons on these seats."""
        return ChanceState()

    # --- facts

    @property
    def sealed_chance(self) -> SealedChance:
        """The seed of the match; there is one where `needs_seed`, and in finished matches of such games."""
        return SealedChance(self.facts.record)

    @property
    def is_pending(self) -> bool:
        """Whether the match waits for Nature: dice fly, or cards are to be dealt or shuffled."""
        return self.facts.position.to_move == NATURE and self.facts.outcome is None

    @property
    def must_finish(self) -> bool:
        """Whether dice fly whose flight must be seen to its end."""
        return False

    @property
    def is_between_rounds(self) -> bool:
        """Whether a round is over and the next one is still to be dealt."""
        return False

    @property
    def is_covered(self) -> bool:
        """Whether the table is covered until the next person is there."""
        return False

    @property
    def hides_texts(self) -> bool:
        """Whether a copy of the match would reveal what is hidden."""
        return False

    def is_left_to_person(self, move: Move) -> bool:
        """Return whether a person makes this automatic move by hand."""
        return False

    @property
    def delay_seconds(self) -> float:
        """Seconds between two moves that the table makes by itself; those of others follow their pace."""
        facts, settings, move = self.facts, self.facts.model.settings, self.facts.automatic_move
        is_other = move is not None and move.seat not in facts.persons
        pace = PACES[settings.card_pace][0] if is_other else 1.0
        return AUTOMATIC_DELAYS[settings.animation] / pace if pace else 0.0

    @property
    def opening_move(self) -> Move | None:
        """The move that only opens the next game."""
        return None

    def redact_position(self, position: Position) -> Position:
        """Return a position as the viewer may see it now."""
        return position

    def redact_table(self, position: Position) -> Table:
        return self.redact_position(position).table()

    @property
    def upper_chance(self) -> float | None:
        """The first seat's chance to win in the position on the board, 0 to 1; None where it isn't told."""
        return None

    # --- words

    def status_line(self, table: TableAccess) -> StatusLine | None:
        """Return the status line; None where the usual words do."""
        is_due = self.is_pending and self.facts.cursor.is_live
        return StatusLine(table.words("table.chance")) if is_due else None

    def name_facts(self, table: TableAccess, remark: Remark) -> Remark:
        """Return a remark with its facts as people say them."""
        return remark

    def cover_card(self, table: TableAccess) -> CoverCard | None:
        """Return the card on the cover that waits for the next person."""
        return None

    # --- changes

    def update(self, step: Step, event: ChanceEvent) -> None:
        """Handle an event of this game."""

    def uncover_table(self, step: Step) -> None:
        """Uncover the table: the next person is there."""

    def update_seal(self, step: Step) -> None:
        """Reveal the seed in the record of a match that is over, and hide it while the match goes on."""
        if abilities.has_chance(step.position):
            step.change(record=with_updated_seal(step.record))

    def cancel_due(self, step: Step) -> None:
        """Cancel what is due: the match takes another course."""

    def schedule_next(self, step: Step) -> None:
        """Set or cancel the moment of what happens next by itself."""

    @property
    def due_time(self) -> float | None:
        """The moment at which `tick` is wanted; None while nothing is due."""
        return 0.0 if self.is_pending and self.facts.runs_by_itself else None

    def tick(self, step: Step) -> None:
        """Do what is due."""
        if self.is_pending and step.runs_by_itself:
            rng = Random(f"{self.sealed_chance.read_seed().seed} {len(step.match.plies)}")
            show_changes(step, [step.change_match().play_chance(rng=rng, now=step.now)])


def read_facts(model: TableModel) -> TableFacts:
    facts = TableFacts(model)
    facts.chance = rules_of(model.record.match.game.key)(facts)
    return facts


def chance_of(facts: TableFacts) -> ChanceRules:
    """Return the chance rules of facts, with their words."""
    assert isinstance(facts.chance, ChanceRules)
    return facts.chance


def begin_step(model: TableModel, now: float) -> Step:
    step = Step(model, now)
    step.chance = rules_of(model.record.match.game.key)(step)
    return step


@cache
def rules_of(key: str) -> type[ChanceRules]:
    """Return the chance rules of the game with this key: `CHANCE` of its module `chance`, or those without chance."""
    module = game_module(key, "chance")
    rules: type[ChanceRules] = ChanceRules if module is None else module.CHANCE
    return rules
