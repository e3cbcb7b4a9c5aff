"""The facts that follow from a table model, such as who may move, and the step that changes it. No pygame."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Final, Protocol, TypeAlias

from rules import abilities
from rules.contract import NATURE, Gesture, Move, Outcome, Position, Seat, Table, Target, Token
from rules.match import Match
from rules.record import Player, Record
from scenes.table.events import ChanceEvent, Output
from scenes.table.game_phrases import Phrases, phrases_of
from scenes.table.game_ui import GameUI, ui_of
from scenes.table.model import PlyCursor, TableModel, ViewState
from scenes.table.state import LegalGestures
from scenes.table.turn_clock import TurnClock

_Offers: TypeAlias = tuple[Mapping[Gesture, Sequence[Move]], Mapping[Gesture, Sequence[Move]]]
# The last results, by position: models and steps that share a position share what is computed from it.
_AUTOMATIC_MOVES: Final[deque[tuple[Position, Move | None]]] = deque(maxlen=8)
_OFFERS: Final[deque[tuple[Position, frozenset[Seat], _Offers]]] = deque(maxlen=8)


class Chance(Protocol):
    """The facts that the chance rules of a game add (`scenes.table.chance.ChanceRules`)."""

    @property
    def is_pending(self) -> bool: ...

    @property
    def has_unskippable_animation(self) -> bool: ...

    @property
    def is_between_rounds(self) -> bool: ...

    @property
    def is_covered(self) -> bool: ...

    @property
    def hides_texts(self) -> bool: ...

    @property
    def next_game_move(self) -> Move | None: ...

    @property
    def upper_chance(self) -> float | None: ...

    @property
    def automatic_delay_seconds(self) -> float: ...

    @property
    def due_time(self) -> float | None: ...

    def is_left_to_person(self, move: Move) -> bool: ...

    def redact_position(self, position: Position) -> Position: ...

    def redact_table(self, position: Position) -> Table: ...


class TableFacts:
    """The facts of one table model, each computed at most once; `scenes.table.chance.read_facts` makes them."""

    chance: Chance

    def __init__(self, model: TableModel) -> None:
        self._set_model(model)

    def _set_model(self, model: TableModel) -> None:
        self.model = model
        self.record: Record = model.record
        self.match: Match = model.record.match
        self.players: tuple[Player, ...] = model.record.players
        self.view: ViewState = model.view

    # --- the match and its seats

    @cached_property
    def position(self) -> Position:
        return self.match.position

    @cached_property
    def persons(self) -> tuple[Seat, ...]:
        """The seats of persons at this machine."""
        return tuple(seat for seat, player in enumerate(self.players) if player.kind == "person")

    def is_program(self, seat: Seat) -> bool:
        return self.players[seat].kind in ("computer", "engine")

    @cached_property
    def has_programs(self) -> bool:
        """Whether programs are asked for the turns of any seat."""
        return self.model.has_programs and any(map(self.is_program, range(len(self.players))))

    @property
    def ui(self) -> GameUI:
        return ui_of(self.match.game.key)

    @property
    def phrases(self) -> Phrases:
        return phrases_of(self.match.game.key)

    @cached_property
    def cursor(self) -> PlyCursor:
        return PlyCursor(self.match, self.model.shown_ply, self.model.variation)

    @cached_property
    def outcome(self) -> Outcome | None:
        return self.match.outcome()

    # --- who may do what

    @cached_property
    def movers(self) -> frozenset[Seat]:
        """The seats of persons here that may move now."""
        cannot_go_on = not self.cursor.is_live or self.match.is_full or self.outcome is not None
        is_held_up = self.model.is_locked or self.is_stopped or self.chance.is_covered
        if cannot_go_on or is_held_up or self.automatic_move is not None:
            return frozenset()
        return self.position.actors() & frozenset(self.persons)

    @property
    def can_move(self) -> bool:
        return bool(self.movers)

    @cached_property
    def automatic_move(self) -> Move | None:
        """The move that the table plays by itself, since it leaves its player no choice."""
        if self.outcome is not None or self.match.is_full:
            return None
        move = _find_automatic_move(self.position)
        return None if move is None or self.chance.is_left_to_person(move) else move

    @cached_property
    def faults(self) -> Mapping[Gesture, Move]:
        """The illegal gestures that the rules penalize, each with the move that plays the penalty."""
        if not self.cursor.is_live or self.match.is_full or self.is_stopped or self.outcome is not None:
            return {}
        found = abilities.faults(self.position)
        return {gesture: move for gesture, move in found.items() if move.seat in self.persons}

    @cached_property
    def legal_gestures(self) -> LegalGestures:
        return _list_offers(self.position, self.movers)[0]

    @property
    def routes(self) -> Mapping[Gesture, Sequence[Move]]:
        """The whole turns that gestures with several jumps mean; `legal_gestures` has only the first jump of each."""
        return _list_offers(self.position, self.movers)[1]

    @cached_property
    def premove_picks(self) -> frozenset[Target]:
        """The pieces of the only person here that may get a premove now, as a program is to move."""
        position, persons = self.position, self.persons
        is_waiting = len(persons) == 1 and self.match.seats == 2 and position.to_move == 1 - persons[0]
        is_possible = is_waiting and self.has_programs and self.can_start_clock and self.cursor.is_live
        if not is_possible or abilities.limits(position) is not None or not abilities.shows_hints(position):
            return frozenset()
        passed = abilities.pass_turn(position)
        gestures = () if passed is None else map(passed.gesture, passed.legal_moves(persons[0]))
        return frozenset[Target]().union(*(gesture.pick for gesture in gestures if gesture.drop is not None))

    @cached_property
    def is_mid_turn(self) -> bool:
        """Whether a turn is unfinished and a person here can continue it by moving or placing a token."""
        return not self.position.turn_started and any(gesture.drop is not None for gesture in self.legal_gestures)

    @cached_property
    def token_to_put(self) -> Token | None:
        """The token that the person has to put on the board now."""
        if not self.is_mid_turn:
            return None
        return self.model.move_marks.placed_token(self.position, next(iter(self.legal_gestures.values()))[0])

    @property
    def turn_start(self) -> int:  # plies before the turn under way
        return len(self.match.plies) if self.position.turn_started else self.match.turns()[-1].first

    @property
    def is_waiting_for_table(self) -> bool:
        """Whether the match waits for chance or an automatic move, and for no player."""
        return self.chance.is_pending or self.automatic_move is not None or self.chance.next_game_move is not None

    @property
    def is_throw_waiting_for_persons(self) -> bool:
        """Whether a program's throw waits until the persons have had enough time to react to the last one."""
        engine = self.model.engine
        if (
            engine.answered_turn is None
            or engine.is_hurried
            or not engine.reactions
            or not self.model.settings.unhurried
        ):
            return False
        return bool(self.persons) and self.position.play(engine.answered_turn[0]).to_move == NATURE

    @property
    def can_programs_move(self) -> bool:
        """Whether a program needn't wait for an animation before it moves."""
        return self.chance.has_unskippable_animation or self.view.is_idle

    @property
    def can_act_automatically(self) -> bool:
        """Whether chance and automatic moves may be played now."""
        model = self.model
        return model.view.is_idle and not model.is_paused and self.cursor.is_live and not self.is_stopped

    # --- time

    @cached_property
    def turn_clock(self) -> TurnClock | None:
        has_clock = abilities.limits(self.position) is not None
        return TurnClock(self.match, self.persons, self.model.is_clock_stopped) if has_clock else None

    @property
    def is_timed(self) -> bool:
        """Whether the rules limit the time of turns and the match goes on."""
        return self.turn_clock is not None and self.outcome is None

    @property
    def is_stopped(self) -> bool:
        """Whether another window has the match, or the clocks wait for the players."""
        return self.model.is_elsewhere or self.model.is_halted or self.model.is_clock_stopped

    @property
    def can_start_clock(self) -> bool:
        """Whether time may run: the match goes on, and no person has stopped it or looks back on it."""
        is_held_up = self.outcome is not None or self.match.is_full or self.model.is_paused or self.is_stopped
        return not is_held_up and (self.cursor.is_live or self.turn_clock is not None)  # turn clocks run on meanwhile

    # --- taking back, looking back

    @property
    def is_looking_back(self) -> bool:
        """Whether the board shows an earlier position, or the match has ended."""
        return not self.cursor.is_live or self.outcome is not None

    @property
    def can_review(self) -> bool:
        """Whether the match can be reviewed.

        It must have plies and be no try-out, and either be over or allow chances and hints to be shown.
        """
        shows_chances = self.chance.upper_chance is not None and abilities.shows_hints(self.position)
        return (shows_chances or self.outcome is not None) and bool(self.match.plies) and not self.model.is_tryout

    @property
    def is_undo_forbidden(self) -> bool:
        """Whether the rules allow no undo while the match goes on."""
        return self.outcome is None and not abilities.may_undo(self.position)

    @property
    def no_undo_words_key(self) -> str:
        """The key of the words that say why undo is forbidden."""
        return "dice.no_undo" if self.turn_clock is None else "clock.no_undo"

    @property
    def _can_change_history(self) -> bool:
        """Whether the rules and the state of the table allow undo and redo."""
        model = self.model
        is_allowed = abilities.may_undo(self.position) or self.match.ending is not None
        return is_allowed and not (model.is_read_only or model.is_elsewhere or model.is_halted)

    @cached_property
    def can_undo(self) -> bool:
        """Whether there is an ending, or a turn of a person here, to take back.

        It can't be taken back if something hidden was seen since: a card or, after an ending outside the rules, all
        cards.
        """
        match = self.match
        has_seen_secrets = abilities.is_undo_barred(self.position) if match.ending is None else match.is_hiding
        turns = (span for span in match.turns() if not self.persons or span.seat in self.persons)
        return self._can_change_history and not has_seen_secrets and (match.ending is not None or any(turns))

    @property
    def can_take_back(self) -> bool:
        """Whether there is a decision of the person's unfinished turn to take back."""
        return self.can_move and self.match.can_take_back

    @property
    def can_redo(self) -> bool:
        return self._can_change_history and self.match.can_redo

    @cached_property
    def plies_to_repeat(self) -> range:
        """The plies that are animated once more on request; empty if they may not be seen now."""
        if self.chance.is_covered or self.chance.is_pending or self.is_stopped:
            return range(0)
        return self.cursor.find_plies_to_repeat(self.persons)


def _find_automatic_move(position: Position) -> Move | None:
    """Return the automatic move of a position, which is computed once."""
    for known, move in _AUTOMATIC_MOVES:
        if known is position:
            return move
    found = abilities.automatic_move(position)
    _AUTOMATIC_MOVES.append((position, found))
    return found


def _list_offers(position: Position, movers: frozenset[Seat]) -> _Offers:
    """Return `legal_gestures` and `routes` of a position, which are computed once."""
    for known, seats, offers in _OFFERS:
        if known is position and seats == movers:
            return offers
    offered = dict[Gesture, list[Move]]()
    for move in position.legal_moves() if movers else ():
        if move.seat in movers:
            offered.setdefault(position.gesture(move), []).append(move)
    turns = abilities.routes(position) if movers else {}
    routes = {gesture: turn for gesture, turn in turns.items() if gesture not in offered}  # single jumps first
    offered.update((gesture, [turn[0]]) for gesture, turn in routes.items())
    _OFFERS.append((position, movers, (offered, routes)))
    return offered, routes


_COMPUTED: Final = tuple(name for name, value in vars(TableFacts).items() if isinstance(value, cached_property))


class ChangingChance(Chance, Protocol):
    """The methods of a game's chance rules that change a step (`scenes.table.chance.ChanceRules`)."""

    def update(self, step: Step, event: ChanceEvent) -> None: ...

    def uncover_table(self, step: Step) -> None: ...

    def update_seal(self, step: Step) -> None: ...

    def cancel_due(self, step: Step) -> None: ...

    def schedule_next(self, step: Step) -> None: ...

    def tick(self, step: Step) -> None: ...


class Step(TableFacts):
    """A model while an event changes it, with its current facts; made by `scenes.table.chance.begin_step`."""

    chance: ChangingChance

    def __init__(self, model: TableModel, now: float) -> None:
        super().__init__(model)
        self.now = now
        self.outputs: list[Output] = []
        self._is_match_copied = False

    def change(self, **fields: Any) -> None:
        self._set_model(replace(self.model, **fields))
        self._forget_facts()

    def change_match(self) -> Match:
        """Return a copy of the match to change, which replaces it in the model; later calls return the same copy."""
        if not self._is_match_copied:
            self._is_match_copied = True
            self.change(record=replace(self.record, match=self.match.copy()))
        self._forget_facts()
        return self.match

    def emit(self, *outputs: Output) -> None:
        self.outputs.extend(outputs)

    def _forget_facts(self) -> None:
        for name in _COMPUTED:
            self.__dict__.pop(name, None)
