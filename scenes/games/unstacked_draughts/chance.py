"""The rules of chance in a match with dice: throws, their results, and the next game; without pygame.

A throw is a move of its player, and is played at once. Then the match waits for the move of chance, which is made
when the dice lie (`DiceLanded`). The faces come from the seed of the match; `dice_view.py` simulates the flight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from rules.contract import NATURE, Move
from rules.match import Match
from rules.unstacked_draughts.match_equity import game_chance
from rules.unstacked_draughts.moves import Begin, Fail, Roll, Tilt
from rules.unstacked_draughts.options import Options
from rules.unstacked_draughts.position import Position
from rules.unstacked_draughts.state import Phase
from scenes.games.unstacked_draughts import dice_text
from scenes.games.unstacked_draughts.dice.flight import Verdict
from scenes.table.chance import ChanceRules
from scenes.table.constants import AUTOMATIC_DELAYS
from scenes.table.events import ChanceEvent
from scenes.table.model import ChanceState
from scenes.table.play_moves import play_forced, show_outcome
from scenes.table.state import StatusLine
from scenes.table.table_access import TableAccess
from scenes.table.table_facts import Step, TableFacts

THROW_READING_SECONDS: Final = 0.45  # to read a throw before the next automatic move, at normal speed
NEXT_GAME_SECONDS: Final = 2.5  # until computers begin the next game of a match among themselves


@dataclass(frozen=True)
class DiceState(ChanceState):
    faces: tuple[int, ...] = ()  # of the last throw
    next_game_due: float | None = None  # when the next game begins by itself


@dataclass(frozen=True, slots=True)
class DiceLanded(ChanceEvent):
    """The dice of a throw have come to rest."""

    verdict: Verdict


@dataclass(frozen=True, slots=True)
class DiceRead(ChanceEvent):
    """The players have entered the faces of their own dice."""

    faces: tuple[int, ...]


class DiceRules(ChanceRules):
    @staticmethod
    def needs_seed(match: Match) -> bool:
        assert isinstance(match.options, Options)
        return match.options.dice != "own" and match.outcome() is None

    @staticmethod
    def make_initial_state(persons: Sequence[int]) -> DiceState:
        return DiceState()

    # --- facts

    @property
    def state(self) -> DiceState:
        state = self.facts.model.chance
        assert isinstance(state, DiceState)
        return state

    @property
    def options(self) -> Options:
        options = self.facts.match.options
        assert isinstance(options, Options)
        return options

    @property
    def position(self) -> Position:
        position = self.facts.position
        assert isinstance(position, Position)
        return position

    @property
    def has_unskippable_animation(self) -> bool:
        return self.is_pending and self.position.attentive

    @property
    def uses_own_dice(self) -> bool:
        """Whether the players throw dice of their own and enter the faces."""
        return self.options.dice == "own"

    @property
    def dice_count(self) -> int:
        """The number of dice in the next throw; to decide who begins, each player throws one."""
        return 1 if self.position.next is None else 2

    def is_left_to_person(self, move: Move) -> bool:
        return self.facts.model.settings.dice_by_hand and move.seat in self.facts.persons

    @property
    def automatic_delay_seconds(self) -> float:
        plies, delay = self.facts.match.plies, super().automatic_delay_seconds
        if plies and plies[-1].move.seat == NATURE:
            delay += THROW_READING_SECONDS * delay / AUTOMATIC_DELAYS["normal"]
        return delay

    @property
    def next_game_move(self) -> Move | None:
        position = self.position
        if self.facts.outcome is not None or position.phase is not Phase.WON or self.facts.match.is_full:
            return None
        return Begin(position.to_move)

    @property
    def upper_chance(self) -> float | None:
        position, setting = self.facts.cursor.position, self.facts.model.settings.chances
        assert isinstance(position, Position)
        is_over = self.facts.outcome is not None
        is_told = setting == "on" or (setting == "usual" and (is_over or not position.attentive))
        return game_chance(position) if is_told else None

    @property
    def shown_faces(self) -> tuple[int, ...]:
        """The faces of flying dice: the final ones, or zeros (unreadable) while a player may cover the throw.

        Covering must not depend on what the dice show.
        """
        roll = self.position.roll
        if self.has_unskippable_animation and roll is not None and roll.double:
            return (0,) * self.dice_count
        return self.thrown_faces

    @property
    def thrown_faces(self) -> tuple[int, ...]:
        """The faces of the current throw, which the seed determines."""
        return self.sealed_chance.dice_of_throw(self.position.throws)[: self.dice_count]

    def status_line(self, table: TableAccess) -> StatusLine | None:
        return dice_text.write_status(table, self.is_pending, self.next_game_move is not None)

    # --- changes

    def update(self, step: Step, event: ChanceEvent) -> None:
        match event:
            case DiceLanded(verdict):
                self._land_dice(step, verdict)
            case DiceRead(faces):
                show_outcome(step, step.change_match().play_chance(Roll(faces), now=step.now, anew=True))

    def _land_dice(self, step: Step, verdict: Verdict) -> None:
        faces = self.thrown_faces
        step.change(chance=replace(self.state, faces=faces))
        move: Move
        match verdict.kind:
            case "valid":
                move = Roll(faces)
            case "tilt":
                move = Tilt(faces, verdict.slides)
            case failure:
                move = Fail(failure)
        show_outcome(step, step.change_match().play_chance(move, now=step.now))

    def cancel_due(self, step: Step) -> None:
        step.change(chance=replace(self.state, next_game_due=None))

    @property
    def due_time(self) -> float | None:
        return self.state.next_game_due

    def schedule_next(self, step: Step) -> None:
        is_due, due = self._find_automatic_opening(step) is not None, self.state.next_game_due
        if is_due and due is None:
            step.change(chance=replace(self.state, next_game_due=step.now + NEXT_GAME_SECONDS))
        elif not is_due and due is not None:
            self.cancel_due(step)

    def tick(self, step: Step) -> None:
        move, due = self._find_automatic_opening(step), self.state.next_game_due
        if move is not None and due is not None and step.now >= due:
            self.cancel_due(step)
            play_forced(step, move)

    def _find_automatic_opening(self, facts: TableFacts) -> Move | None:
        return self.next_game_move if not facts.persons and facts.can_act_automatically else None


def flight_seed(seal: str, throw: int) -> int:
    """Return the seed of a flight, from the public seal of the dice and the number of the throw.

    After an undo, the same motion of the hand therefore makes the same flight.
    """
    return Random(f"{seal} {throw}").getrandbits(32)


def dice_rules_of(facts: TableFacts) -> DiceRules:
    assert isinstance(facts.chance, DiceRules)
    return facts.chance


CHANCE: Final = DiceRules
