"""The display of a match on the stage: marks, animations of changes, toasts, and other outputs of the update."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from rules import abilities
from rules.contract import NATURE, Beat, Effect, Gesture, Lift, Put, Remark, Slide, Table, Target, Token
from rules.match import Change
from scenes.surfaces.clips import APPEAR, COME, FADE, GO, Motion
from scenes.surfaces.mark_rules import Sign, move_paths, step_through
from scenes.surfaces.marks import Marks
from scenes.surfaces.timeline import Animations, Tempo, Timeline, after_rest, plan, tempo_of
from scenes.table import events, match_text
from scenes.table.chance import chance_of
from scenes.table.events import Output
from scenes.table.selection import list_drops
from scenes.table.sidebar_text import message_text
from scenes.table.state import HeldPlaces

if TYPE_CHECKING:
    import pygame

    from scenes.app.stack import AppContext
    from scenes.surfaces.stage import Stage
    from scenes.surfaces.timeline import Film
    from scenes.surfaces.view import TableView
    from scenes.table.board_input import BoardInput
    from scenes.table.prompts import Prompt
    from scenes.table.table_access import TableAccess


MAX_REST_SECONDS: Final = 0.1  # the longest rest between two steps of one move


def marks_of(
    table: TableAccess,
    stage: Stage,
    board_input: BoardInput,
    has_keys: bool,
    clickable: frozenset[Target] = frozenset(),
) -> Marks:
    """Return the marks on the board now. `has_keys`: the keyboard is used; `clickable`: other targets to click."""
    state, focus = table.state, board_input.cursor if has_keys else None
    if stage.replaying_seat is not None:
        states = stage.view.move_marks.state_signs(table.facts.cursor.position_before(stage.pending_count))
        return replace(_mark_last_turn(table, stage), states=states, focus=focus)
    token_to_put = None if stage.pending_count else board_input.token_to_put
    is_early = board_input.token_to_put != token_to_put  # the move before is still being animated
    is_unmarked = is_early or table.facts.view.is_choosing or not table.settings.legal_targets
    drops = {} if is_unmarked else list_drops(board_input.selection, board_input.gestures)
    hint, placement_hint = _find_hint(table, stage)
    warnings = _find_warnings(table, stage)
    is_asked = state.can_move and board_input.token_to_put is None and not table.facts.view.pending_moves
    forced = clickable | (abilities.forced_targets(state.position) if is_asked else frozenset())
    return replace(
        _mark_last_turn(table, stage),
        picked=frozenset() if is_early else board_input.selection.pick,
        drops=frozenset(drops),
        victims=_find_victims(table, stage, board_input, drops),
        forced=forced,
        named=table.named_targets.intersection(stage.spots),
        danger=frozenset(remark.targets[0] for remark in warnings),
        threats=frozenset(target for remark in warnings for target in remark.targets[1:]),
        focus=focus,
        aim=stage.shown_aim(board_input.aim, token_to_put),
        signs=_find_signs(table, stage, board_input, drops),
        states=stage.view.move_marks.state_signs(table.facts.cursor.position_before(stage.pending_count)),
        token_to_put=token_to_put,
        hint=hint,
        placement_hint=placement_hint,
    )


def _find_hint(table: TableAccess, stage: Stage) -> tuple[tuple[Target, ...], tuple[Target, Token] | None]:
    """Return the path of the hinted move, and where which token is to be put, or None."""
    state, advice, move_marks = table.state, table.facts.model.advice, stage.view.move_marks
    advised = move_paths(step_through(state.position, advice), move_marks.placed_token) if advice else ()
    hint = tuple(state.nudge) or next((path.targets for path in advised if path.placed_token is None), ())
    if len(hint) == 1 and advice:  # a click makes the move: the arrow shows where things go
        slides = (slide for beat in state.position.effects(advice[0]) for slide in move_marks.board_slides(beat))
        hint = (*hint, *(slide.end for slide in slides if slide.start == hint[0]))
    return hint, next(((path.targets[-1], path.placed_token) for path in advised if path.placed_token), None)


def _mark_last_turn(table: TableAccess, stage: Stage) -> Marks:
    """Return the marks of the last turn; the end of a move is marked only after its animation."""
    view, pending_count = stage.view, stage.pending_count
    begun_steps = table.facts.cursor.list_shown_steps(max(0, pending_count - 1))
    ended_steps = begun_steps[:-1] if pending_count else begun_steps
    begun = move_paths(begun_steps, view.move_marks.placed_token)
    ended = move_paths(ended_steps, view.move_marks.placed_token)
    last = {path.targets[-1] for path in ended if path.placed_token is not None}
    put_paths = [path for path in begun if path.placed_token is not None]
    if view.animations.living and not put_paths:  # no token was placed yet in this turn: mark the last one's place
        count = max(0, pending_count - 1) + len(begun_steps)
        earlier = move_paths(table.facts.cursor.list_shown_steps(count), view.move_marks.placed_token)
        put_paths = [path for path in earlier if path.placed_token is not None]
    last_path: tuple[Target, ...] = ()
    for number, (position, move) in enumerate(begun_steps):
        if view.move_marks.placed_token(position, move) is None:
            # Mark all that moved: in castling also the rook.
            for slides in map(view.move_marks.board_slides, position.effects(move)):
                last |= {slide.start for slide in slides}
                if number < len(ended_steps):
                    last |= {slide.end for slide in slides}
                    last_path = _extend_path(last_path, slides)
            last |= view.move_marks.other_targets(position, move)
    return Marks(
        last=frozenset(last),
        former_places=frozenset(at for path in put_paths for at in path.targets[:-1] if at in view.targets),
        last_path=last_path if len(last_path) > 2 else (),
        watched=next((path.targets[-1] for path in reversed(begun) if path.placed_token is None), None),
    )


def _extend_path(path: tuple[Target, ...], slides: Sequence[Slide]) -> tuple[Target, ...]:
    """Return `path` extended by the first of `slides`, or a new path if that slide doesn't continue it."""
    if not slides:
        return path
    first = slides[0]
    return (*path, first.end) if path[-1:] == (first.start,) else (first.start, first.end)


def _find_signs(
    table: TableAccess, stage: Stage, board_input: BoardInput, drops: dict[Target, Gesture]
) -> frozenset[Sign]:
    """Return the marks of the game's own kinds for the moves of the picked piece."""
    picked = board_input.selection.pick
    if not picked or not table.state.can_move:
        return frozenset()
    moves = [board_input.gestures[gesture][0] for gesture in drops.values()]
    return stage.view.move_marks.signs(table.state.position, picked, moves)


def _find_warnings(table: TableAccess, stage: Stage) -> list[Remark]:
    """Return the warnings that are wanted for the person to move, once the board shows that person's turn."""
    shown = table.facts.cursor.position_before(stage.pending_count)
    if not (table.state.can_move and table.settings.warnings) or shown.to_move != table.facts.match.position.to_move:
        return []
    return [remark for remark in abilities.remarks(shown) if remark.aid]


def _find_victims(
    table: TableAccess, stage: Stage, board_input: BoardInput, drops: dict[Target, Gesture]
) -> frozenset[Target]:
    """Return the targets of the pieces that the marked moves would capture in all of their jumps."""
    turns = [table.facts.routes.get(gesture, board_input.gestures[gesture][:1]) for gesture in drops.values()]
    turn_steps = (step_through(table.state.position, turn) for turn in turns)
    beats = (beat for found in turn_steps for position, move in found for beat in position.effects(move))
    return frozenset[Target]().union(*(stage.view.move_marks.victims(beat) for beat in beats))


# --- how a change is animated


def film_of(stage: Stage, tempo: Tempo, change: Change, held: HeldPlaces) -> Timeline:
    """Return the animation of a change. `held`: where, in pixels, the pointer released tokens."""
    before = change.before
    return plan(
        before.table(),
        before.effects(change.move),
        stage.spots,
        animations_of(stage.view, tempo.is_still),
        forward=change.forward,
        speed=tempo.speed,
        held=held,
        in_place=() if tempo.is_still else stage.view.animations.list_in_place_motions(before, change.move),
        rest_seconds=min(tempo.rest_seconds, MAX_REST_SECONDS),
    )


def animations_of(view: TableView, is_still: bool) -> Animations:
    """Return the animations of a view; if `is_still`, those with reduced motion."""
    return ReducedAnimations(view.animations) if is_still else view.animations


class ReducedAnimations:
    """The animations of a game with reduced motion: things only fade."""

    def __init__(self, usual: Animations) -> None:
        self._usual = usual
        self.sound = usual.sound

    def choose_motion(self, effect: Effect, beat: Beat, table: Table) -> Motion:
        if self._usual.choose_motion(effect, beat, table).is_landing:
            return APPEAR
        return COME if isinstance(effect, Put) else GO if isinstance(effect, Lift) else FADE


class ChanceView:
    """The view of the dice or cards on one table; a game without such a view uses this class, which shows nothing."""

    actions: Mapping[str, Callable[[], object]] = {}  # the actions of buttons and keys that only this table has
    prompt: Prompt | None = None

    def __init__(self, *parts: object) -> None:
        """Ignore the parts of the table, which only subclasses need."""

    @property
    def is_holding_cup(self) -> bool:
        return False

    @property
    def clickable_targets(self) -> frozenset[Target]:
        """The targets that the person may click now, such as dice cups."""
        return frozenset()

    def prepare_layout(self) -> None:
        """Adapt to a new size of the table or another bottom seat."""

    def make_film(self, change: Change, tempo: Tempo) -> Film | None:
        """Return the animation of a change that was just made; None for the default one of boards.

        It may use up what is known of the gesture or throw, and change what the view shows afterwards.
        """
        return None

    def make_replay_film(self, change: Change, tempo: Tempo) -> Timeline | None:
        """Return the animation of an earlier change, which keeps hand orders, dice and score pad as they are."""
        return None

    def show_outcome(self, change: Change) -> None:
        """Announce a result of chance that is visible on the table already."""

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event about dice or cards; return whether it was one."""
        return False

    def key_action(self, event: pygame.event.Event) -> str | None:
        """Return the action of a key that only this table has, or None."""
        return None

    def put_back(self) -> bool:
        """Put back the cup or cards that the person holds; return whether there were any."""
        return False

    def clear_flights(self) -> None:
        """Remove flying dice and cards, since moves were taken back or replaced."""

    def update(self, now: float) -> None:
        """Show what is due at `now`."""

    def wait_seconds(self, now: float) -> float | None:
        """Return the seconds until `update` is wanted; None while nothing is due."""
        return None


class OutputPerformer:
    """The part of the view that carries out the outputs of one match on its stage."""

    def __init__(
        self, app: AppContext, table: TableAccess, stage: Stage, board_input: BoardInput, chance_view: ChanceView
    ) -> None:
        self._app = app
        self._table = table
        self._stage = stage
        self._board_input = board_input
        self._chance_view = chance_view

    def perform(self, output: Output) -> None:
        """Carry out an output about tokens, the person's selection or messages."""
        stage = self._stage
        match output:
            case events.Animate():
                self._animate(output)
            case events.AnimateAgain():
                self._animate_again(output)
            case events.ShowTable(table):
                stage.show(table)
            case events.ShowOutcome(change):
                stage.show(self._table.facts.chance.redact_table(change.after))
                self._chance_view.show_outcome(change)
            case events.Order.FINISH_ANIMATIONS:
                stage.finish()
                stage.release_held()
            case events.Order.CANCEL_ANIMATIONS:
                self._chance_view.clear_flights()
                stage.finish()
            case events.Order.CALL_FOR_TOKEN:
                stage.schedule_hop()
            case events.PickTargets(targets):
                self._board_input.pick(targets)
            case events.Order.RELEASE_HELD:
                self._board_input.release_held()
            case events.ShakeTokens(targets):
                self._shake_tokens(targets)
            case _:
                self._perform_message(output)

    def show_text(self, text: str, targets: Collection[Target] = (), code: str = "") -> None:
        self._stage.show_message(text, next(iter(targets), None), code, list(targets)[1:])

    def _perform_message(self, output: Output) -> None:
        match output:
            case events.ShowMessage(message):
                self.show_text(message_text(self._table, message))
            case events.ShowRefusal(remark, penalties):
                words, key = self._app.words, self._table.facts.match.game.key
                named = chance_of(self._table.facts).name_facts(self._table, remark)
                texts = [match_text.refusal_text(words, key, named)]
                texts += [match_text.remark_text(words, key, penalty) for penalty in penalties]
                self.show_text(" ".join(texts), remark.targets, remark.code)
            case events.Order.CLEAR_MESSAGE:
                self._stage.clear_message()

    def _shake_tokens(self, targets: Collection[Target]) -> None:
        self._app.sound.play(self._stage.refusal_sound(targets))
        for target in targets:
            self._stage.shake(target)

    def _animate(self, output: events.Animate) -> None:
        """Queue the animation of a change, at the pace of whoever made it."""
        change, stage = output.change, self._stage
        if stage.replaying_seat is not None:
            stage.finish()
        is_own = change.move.seat in self._table.facts.persons or change.move.seat == NATURE
        tempo = tempo_of(self._app.settings, "back" if not change.forward else "own" if is_own else "other")
        film = self._chance_view.make_film(change, tempo) or film_of(stage, tempo, change, output.held)
        if tempo.rest_seconds and stage.has_film and isinstance(film, Timeline):
            film = after_rest(film, stage.table, tempo.rest_seconds)
        stage.queue_film(film)

    def _animate_again(self, output: events.AnimateAgain) -> None:
        """Queue animations of earlier changes, in place of those that are running."""
        stage, chance = self._stage, self._table.facts.chance
        changes, kind, tempo = output.changes, output.kind, tempo_of(self._app.settings, output.kind)
        stage.finish()
        for number, change in enumerate(changes, 1):
            film = self._chance_view.make_replay_film(change, tempo) or film_of(stage, tempo, change, {})
            if tempo.rest_seconds and (stage.has_film or kind == "again"):
                film = after_rest(film, chance.redact_table(change.before), tempo.rest_seconds)
            end = chance.redact_table(change.after) if number == len(changes) else film.last
            cues = () if output.is_silent else film.cues
            stage.queue_film(replace(film, replaying_seat=change.move.seat, last=end, cues=cues))
