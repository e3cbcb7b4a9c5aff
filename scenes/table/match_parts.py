"""The parts of the view of a match: stage, input, sidebar, move chooser and the view of chance; marks on the board.

A game may have a class of its own for the parts, and for the view of chance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rules import abilities
from rules.contract import Gesture, Remark, Slide, Target, Token
from rules.match import Change
from scenes.surfaces.mark_rules import Sign, move_paths, step_through, toggle_drawing
from scenes.surfaces.marks import Marks
from scenes.surfaces.stage import Stage
from scenes.surfaces.timeline import Tempo, Timeline
from scenes.table.board_input import BoardInput
from scenes.table.move_chooser import MoveChooser
from scenes.table.selection import list_drops
from scenes.table.sidebar import Sidebar

if TYPE_CHECKING:
    import pygame

    from scenes.app.stack import AppContext
    from scenes.surfaces.timeline import Film
    from scenes.surfaces.view import TableView
    from scenes.table.prompts import Prompt
    from scenes.table.table_access import TableAccess
    from scenes.ui.form import Form


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

        The call may use up what is known of the gesture or throw, and change what the view shows afterwards.
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
        """Remove flying dice and cards; called when moves were taken back or replaced."""

    def update(self, now: float) -> None:
        """Show what is due at `now`."""

    def wait_seconds(self, now: float) -> float | None:
        """Return the seconds until `update` is wanted; None while nothing is due."""
        return None


class MatchParts:
    """The parts of a match on a board without chance."""

    def __init__(self, app: AppContext, view: TableView, table: TableAccess) -> None:
        self._app = app
        self._table = table
        self.stage = Stage(app, table.facts.match.game.key, view)
        self.board_input = BoardInput(app, self.stage, table)
        self.chance_view = ChanceView()

    def make_sidebar(self, form: Form) -> Sidebar:
        return Sidebar(form, self._table)

    def make_move_chooser(self, form: Form) -> MoveChooser:
        return MoveChooser(self._app, self.stage, self.board_input, self._table, form)

    def find_marks(self, is_keyboard_used: bool) -> Marks:
        """Return the marks on the board now. `is_keyboard_used`: the cursor is marked."""
        return marks_of(
            self._table, self.stage, self.board_input, is_keyboard_used, self.chance_view.clickable_targets
        )


def marks_of(
    table: TableAccess,
    stage: Stage,
    board_input: BoardInput,
    has_keys: bool,
    clickable: frozenset[Target] = frozenset(),
) -> Marks:
    """Return the marks on the board now. `has_keys`: the keyboard is used; `clickable`: other targets to click."""
    state, shown = table.state, _find_lasting_marks(table, stage, board_input, has_keys)
    if stage.replaying_seat is not None:
        return shown
    token_to_put = None if stage.pending_count else board_input.token_to_put
    is_early = board_input.token_to_put != token_to_put  # the move before is still being animated
    is_unmarked = is_early or table.facts.view.is_choosing or not table.settings.legal_targets
    drops = {} if is_unmarked or not table.facts.can_move else list_drops(board_input.selection, board_input.gestures)
    hint, placement_hint = _find_hint(table, stage)
    warnings = _find_warnings(table, stage)
    is_asked = state.can_move and board_input.token_to_put is None and not table.facts.view.pending_moves
    forced = clickable | (abilities.forced_targets(state.position) if is_asked else frozenset())
    return replace(
        shown,
        picked=frozenset() if is_early else board_input.selection.pick,
        drops=frozenset(drops),
        victims=_find_victims(table, stage, board_input, drops),
        forced=forced,
        named=table.named_targets.intersection(stage.spots),
        danger=frozenset(remark.targets[0] for remark in warnings),
        threats=frozenset(target for remark in warnings for target in remark.targets[1:]),
        aim=stage.shown_aim(board_input.aim, token_to_put),
        signs=_find_signs(table, stage, board_input, drops),
        token_to_put=token_to_put,
        hint=hint,
        placement_hint=placement_hint,
    )


def _find_lasting_marks(table: TableAccess, stage: Stage, board_input: BoardInput, has_keys: bool) -> Marks:
    """Return the marks that stay while an earlier turn is animated once more."""
    model, draft = table.facts.model, board_input.drawing.draft
    return replace(
        _mark_last_turn(table, stage),
        states=stage.view.move_marks.state_signs(table.facts.cursor.position_before(stage.pending_count)),
        focus=board_input.cursor if has_keys else None,
        drawings=model.drawings if draft is None else toggle_drawing(model.drawings, draft),
        premove=() if model.premove is None else (*model.premove.pick, str(model.premove.drop)),
    )


def _find_hint(table: TableAccess, stage: Stage) -> tuple[tuple[Target, ...], tuple[Target, Token] | None]:
    """Return the path of the hinted move, and the target and token of the hinted placement, or None without one."""
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
