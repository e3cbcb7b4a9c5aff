"""The rules of chance in a match: dice and cards. Chance usually plays at once, from the match's seed.

A game with a dice cup or a table of cards has a subclass of `ChanceRules`. Methods that take a `Step` change its
model; the others only read facts.
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
    """The facts about chance in one model, and what chance does in updates."""

    def __init__(self, facts: TableFacts) -> None:
        self.facts = facts

    @staticmethod
    def needs_seed(match: Match) -> bool:
        """Return whether a match needs a seed in its record: it has chance, and it goes on."""
        return abilities.has_chance(match.position) and match.outcome() is None

    @staticmethod
    def make_initial_state(persons: Sequence[Seat]) -> ChanceState:
        """Return the state at the opening of a match with persons on these seats."""
        return ChanceState()

    # --- facts

    @property
    def sealed_chance(self) -> SealedChance:
        """The seed of the match, which has one if `needs_seed` was true when the match was opened."""
        return SealedChance(self.facts.record)

    @property
    def is_pending(self) -> bool:
        """Whether the match waits for chance: dice fly, or cards are to be dealt or shuffled."""
        return self.facts.position.to_move == NATURE and self.facts.outcome is None

    @property
    def has_unskippable_animation(self) -> bool:
        """Whether an animation of dice is running that may not be skipped."""
        return False

    @property
    def is_between_rounds(self) -> bool:
        """Whether a round is over and the next one is still to be dealt."""
        return False

    @property
    def is_covered(self) -> bool:
        """Whether the table is covered until the next person is ready."""
        return False

    @property
    def hides_texts(self) -> bool:
        """Whether a copy of the match would reveal what is hidden."""
        return False

    def is_left_to_person(self, move: Move) -> bool:
        """Return whether a person plays this automatic move themselves."""
        return False

    @property
    def automatic_delay_seconds(self) -> float:
        """The seconds before an automatic move; unless it is a person's, they depend on the chosen pace of cards."""
        facts, settings, move = self.facts, self.facts.model.settings, self.facts.automatic_move
        is_other = move is not None and move.seat not in facts.persons
        pace = PACES[settings.card_pace][0] if is_other else 1.0
        return AUTOMATIC_DELAYS[settings.animation] / pace if pace else 0.0

    @property
    def next_game_move(self) -> Move | None:
        """The move that only opens the next game of the match; None unless it can be played now."""
        return None

    def redact_position(self, position: Position) -> Position:
        """Return a position as it may be shown now, without what is hidden."""
        return position

    def redact_table(self, position: Position) -> Table:
        return self.redact_position(position).table()

    @property
    def upper_chance(self) -> float | None:
        """The chance of seat 0 to win in the position on the board, 0 to 1; None where it isn't shown."""
        return None

    # --- words

    def status_line(self, table: TableAccess) -> StatusLine | None:
        """Return the status line; None for the usual one."""
        is_due = self.is_pending and self.facts.cursor.is_live
        return StatusLine(table.words("table.chance")) if is_due else None

    def name_facts(self, table: TableAccess, remark: Remark) -> Remark:
        return remark

    def cover_card(self, table: TableAccess) -> CoverCard | None:
        """Return the card on the cover while the table waits for the next person; None while it doesn't."""
        return None

    # --- changes

    def update(self, step: Step, event: ChanceEvent) -> None:
        """Handle an event of this game."""

    def uncover_table(self, step: Step) -> None:
        """Uncover the table for the next person, who is ready."""

    def update_seal(self, step: Step) -> None:
        """Reveal the seed in the record of a match that is over, and hide it while the match goes on."""
        if abilities.has_chance(step.position):
            step.change(record=with_updated_seal(step.record))

    def cancel_due(self, step: Step) -> None:
        """Cancel what is due; called when moves were taken back or replaced."""

    def schedule_next(self, step: Step) -> None:
        """Set or cancel the time of what happens next by itself; called after each event."""

    @property
    def due_time(self) -> float | None:
        """The time at which `tick` has something to do; None while nothing is scheduled."""
        return 0.0 if self.is_pending and self.facts.can_act_automatically else None

    def tick(self, step: Step) -> None:
        """Do what is due."""
        if self.is_pending and step.can_act_automatically:
            rng = Random(f"{self.sealed_chance.read_seed().seed} {len(step.match.plies)}")
            show_changes(step, [step.change_match().play_chance(rng=rng, now=step.now)])


def read_facts(model: TableModel) -> TableFacts:
    facts = TableFacts(model)
    facts.chance = rules_of(model.record.match.game.key)(facts)
    return facts


def chance_of(facts: TableFacts) -> ChanceRules:
    """Return the chance rules of `facts`, typed as the class that also has the methods for texts."""
    assert isinstance(facts.chance, ChanceRules)
    return facts.chance


def begin_step(model: TableModel, now: float) -> Step:
    step = Step(model, now)
    step.chance = rules_of(model.record.match.game.key)(step)
    return step


@cache
def rules_of(key: str) -> type[ChanceRules]:
    """Return the class of the chance rules of a game: `CHANCE` of its module `chance`, else `ChanceRules`."""
    module = game_module(key, "chance")
    rules: type[ChanceRules] = ChanceRules if module is None else module.CHANCE
    return rules
