"""The input of a person at the board: mouse and keys make gestures, and gestures make moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import hypot
from typing import TYPE_CHECKING, TypeAlias

import pygame

from rules import abilities
from rules.contract import Gesture, Move, Target, Token
from scenes.surfaces.drag import HeldTokens, is_drag
from scenes.surfaces.layout import neighbour
from scenes.surfaces.stage import Stage
from scenes.table import shown_state
from scenes.table.constants import DIGIT_WAIT_SECONDS, SHORTCUT_WAIT_SECONDS
from scenes.table.drawing_input import DrawingInput
from scenes.table.events import Command, Play, RefuseGesture, SetPremove, ShowPly
from scenes.table.selection import (
    NO_SELECTION,
    Selection,
    SelectionStep,
    drop,
    list_drops,
    list_picks,
    list_premoves,
    press,
    release,
)
from scenes.table.shortcuts import COMMAND_MODIFIERS, KEYS
from scenes.table.state import LegalGestures
from scenes.ui.base import Group, Widget
from scenes.ui.button import ARROWS, DIGITS, PRESS_KEYS

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.table.table_access import TableAccess

Handler: TypeAlias = Callable[[pygame.event.Event], bool]  # returns whether it handled the event


def is_press_of(event: pygame.event.Event, button: int) -> bool:
    """Return whether the event is the press of a mouse button: 1 left, 3 right."""
    return bool(event.type == pygame.MOUSEBUTTONDOWN and event.button == button)


class BoardInput:
    """The pieces that a person picks, holds and points at on one board, by mouse and keyboard."""

    def __init__(self, app: AppContext, stage: Stage, table: TableAccess) -> None:
        self._app = app
        self._stage = stage
        self._table = table
        self._pressed: tuple[int, int] | None = None  # where the mouse button went down
        self._is_press_on_picture = False  # whether that was on the picture of the token to be placed
        self.selection: Selection = NO_SELECTION
        self.aim: Target | None = None  # the target under the pointer, if the picked thing may go there
        self._cursor: Target | None = None
        self._last_cursor: Target | None = None  # the cursor when Tab led away from the board
        self.was_dragged = False  # whether the last gesture was a drag
        self.drawing = DrawingInput(stage, table)
        self._is_ahead = False  # whether a premove could be chosen when moves were last offered

    @property
    def cursor(self) -> Target | None:
        """The target on which the keyboard acts; None while it isn't on the board."""
        return self._cursor if self._cursor in self._stage.spots else None

    @property
    def targets(self) -> Sequence[Target]:
        """The targets that the keyboard can reach, in reading order."""
        return self._stage.view.targets

    @property
    def gestures(self) -> LegalGestures:
        """The legal gestures; while a premove may be chosen, all gestures from the pieces that may get one."""
        picks = self._table.facts.premove_picks
        return list_premoves(picks, self._stage.view.targets) if picks else self._table.facts.legal_gestures

    @property
    def token_to_put(self) -> Token | None:
        return self._table.facts.token_to_put

    @property
    def can_hint_by_pointer(self) -> bool:
        """Whether the shape of the pointer may reveal what can be done."""
        return not self._table.facts.can_move or abilities.shows_hints(self._table.facts.match.position)

    def update_offer(self) -> None:
        """Adapt selection and cursor to what is legal now; put back what is held, unless it may still be moved."""
        was_ahead, self._is_ahead = self._is_ahead, bool(self._table.facts.premove_picks)
        if self._is_ahead or not was_ahead or not frozenset() < self.selection.pick <= list_picks(self.gestures):
            self._put_back()
            self._stage.lift_hovered(None)
            self._reset_selection()
        self._move_cursor_to_forced_piece()

    def _move_cursor_to_forced_piece(self) -> None:
        """Move the cursor, if it is on the board, to the nearest piece that has to capture or go on."""
        cursor, spots, movable = self.cursor, self._stage.spots, list_picks(self.gestures)
        if cursor is None or not self.can_hint_by_pointer or not movable:
            return
        forced = abilities.forced_targets(self._table.facts.match.position)
        wanted = (self.selection.pick or forced & movable) & spots.keys()
        if wanted and cursor not in wanted:
            x, y = spots[cursor].x, spots[cursor].y
            self._cursor = min(wanted, key=lambda target: hypot(spots[target].x - x, spots[target].y - y))

    def pick(self, targets: frozenset[Target]) -> None:
        self.selection = Selection(targets)

    def _reset_selection(self) -> None:
        """Pick nothing, unless in mid-turn only one piece can go on: then pick that piece."""
        movable = list_picks(self.gestures)
        self.selection = Selection(movable) if self._table.facts.is_mid_turn and len(movable) == 1 else NO_SELECTION

    @property
    def holds_nothing(self) -> bool:
        """Whether nothing is held, picked, half drawn, to be confirmed or a premove that Esc could put back."""
        model, is_picked = self._table.facts.model, bool(self.selection.pick) and not self._table.facts.is_mid_turn
        waiting = self._stage.held or self.drawing.draft or model.premove or model.pending_move
        return waiting is None and not is_picked

    def let_go(self) -> None:
        self._table.send(SetPremove(None))
        self.release_held()

    def release_held(self) -> None:
        """Put back what is held, and pick nothing."""
        self._put_back()
        self._reset_selection()
        self._table.view.update_marks()

    def _put_back(self) -> None:
        """Return what is held to its place; the selection stays."""
        self._pressed = self.aim = self.drawing.start = self.drawing.draft = None
        held = self._stage.release_held()
        if held is not None:
            self._stage.return_tokens(held)
            self._app.set_cursor("arrow")

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event of the mouse, or a key that acts on the board; return whether it was one."""
        match event.type:
            case pygame.MOUSEBUTTONDOWN if event.button == 1:
                self._press(event.pos)
            case pygame.MOUSEBUTTONDOWN if event.button == 3 and not self.holds_nothing:
                self.let_go()
            case pygame.MOUSEBUTTONDOWN if event.button == 3 and self.token_to_put is not None:
                self._table.send(Command.TAKE_BACK)
            case _ if (is_press_of(event, 3) or self.drawing.start is not None) and self.drawing.handle(event):
                return True
            case pygame.MOUSEMOTION:
                self._handle_motion(event)
            case pygame.MOUSEBUTTONUP if event.button == 1:
                self._release(event.pos)
            case pygame.WINDOWFOCUSLOST:
                self.release_held()
            case pygame.WINDOWLEAVE:
                self._stage.lift_hovered(None)
            case pygame.KEYDOWN if event.key in ARROWS:
                self._move_cursor_by_arrow(event)
            case pygame.KEYDOWN if event.key in PRESS_KEYS and self.cursor is not None:
                self._stage.finish()
                self._press_cursor()
            case _:
                return False
        return True

    def _press(self, pos: tuple[int, int]) -> None:
        """Handle a press; one that would place a token takes effect at its release, as a drag may follow."""
        self.note_press(pos, is_on_picture=False)
        if self._find_put_target(pos) is None:
            self._press_target(self._find_clicked_target(pos))

    def _press_target(self, target: Target | None) -> None:
        """Handle a press on a target. A premove to a square of one's own movable piece is made by a drag alone."""
        is_new_pick = target in self._table.facts.premove_picks - self.selection.pick
        self._apply_step(press(NO_SELECTION if is_new_pick else self.selection, target, self.gestures))

    def _find_put_target(self, pos: tuple[int, int]) -> Target | None:
        """Return the target at `pos` if a click there would place the token that must be placed, else None.

        A drag that begins there moves that token instead.
        """
        target = self._find_clicked_target(pos) if self.token_to_put is not None else None
        return target if target in list_drops(self.selection, self.gestures) else None

    def note_press(self, pos: tuple[int, int], is_on_picture: bool = True) -> None:
        """Note a press, which ends animations. `is_on_picture`: it is on the picture of the token to be placed."""
        self._stage.finish()
        self._stage.clear_message()
        self._cursor = self._last_cursor = None
        self._pressed, self._is_press_on_picture = pos, is_on_picture

    def _find_clicked_target(self, pos: tuple[int, int]) -> Target | None:
        return self._stage.view.move_marks.clicked_target(self._stage.hit(pos), list_picks(self.gestures))

    def _handle_motion(self, event: pygame.event.Event) -> None:
        """Start or continue a drag; without one, mark the target at the pointer."""
        stage = self._stage
        if stage.held is not None:
            stage.drag(event.pos)
            self._aim_at(stage.hit(event.pos))
        elif self._pressed is not None and event.buttons[0]:
            if is_drag(self._pressed, event.pos, self._app.theme.travel):
                self._start_drag(stage.hit(self._pressed), event.pos)
        else:
            self._aim_at(stage.hit(event.pos))
            self.set_pointer_shape(event.pos)

    def _start_drag(self, target: Target | None, pos: tuple[int, int]) -> None:
        """Attach the picked token, or the one that must be placed, to the pointer."""
        stage = self._stage
        if self.token_to_put is not None and (
            self._is_press_on_picture or self._find_put_target(self._pressed or pos) is not None
        ):
            target = min(self.selection.pick)
        if target in self.selection.pick and stage.table.get(target):
            stage.hold(target, stage.view.move_marks.lifted_count(stage.table[target]), pos)
        if stage.held is not None:
            self._app.set_cursor("grabbing")
            self._table.view.update_marks()

    def set_pointer_shape(self, pos: tuple[int, int]) -> None:
        """Give the pointer the shape for a press at `pos`, and lift the piece there if it can be picked."""
        can_hint, stage = self.can_hint_by_pointer, self._stage
        target = self._find_clicked_target(pos) if can_hint else stage.hit(pos)
        is_pick = can_hint and target in list_picks(self.gestures)
        is_drop = can_hint and target in list_drops(self.selection, self.gestures)
        has_thing = not can_hint and (target in stage.table or target in stage.view.cups)
        self._app.set_cursor("grab" if is_pick or has_thing else "hand" if is_drop else "arrow")
        stage.lift_hovered(target if is_pick else None)

    def _aim_at(self, target: Target | None) -> None:
        aim = target if target in list_drops(self.selection, self.gestures) else None
        if aim != self.aim:
            self.aim = aim
            self._stage.aim(aim)

    def _release(self, pos: tuple[int, int]) -> None:
        """Drop what is held, or finish the click that began with the last press."""
        pressed, self._pressed = self._pressed, None
        if self._stage.held is not None:
            self._stage.finish()  # a film of others, if the token was picked for a premove
            self._app.set_cursor("arrow")
            self._apply_step(self._refuse_own_place(drop(self.selection, self._stage.hit(pos), self.gestures)))
        elif pressed is not None and not self._is_press_on_picture:
            target, selection, gestures = self._find_put_target(pressed), self.selection, self.gestures
            if target:
                self._apply_step(press(selection, target, gestures))
            else:
                self._apply_step(self._refuse_own_place(release(selection, gestures)))

    def _refuse_own_place(self, step: SelectionStep) -> SelectionStep:
        """Return `step`, with a refusal if it would leave the token that must be placed on its old target."""
        is_release = self.selection.is_second_press or self._stage.held is not None
        if self.token_to_put is None or not is_release or not self.selection.pick or step.gesture_made:
            return step
        refused = step.gesture_refused
        if refused is not None and self._table.facts.match.position.refusal(refused) is not None:
            return step
        return replace(step, gesture_refused=Gesture(self.selection.pick, min(self.selection.pick)))

    def handle_idle_click(self, pos: tuple[int, int]) -> bool:
        """Handle a click while no person may move: return to the current position, or show whose turn it is.

        Return whether the click was handled.
        """
        table, target = self._table, self._stage.hit(pos)
        is_over = table.facts.match.outcome() is not None
        if not table.facts.cursor.is_live:
            if target is not None and not is_over:
                table.send(ShowPly(None))
            return True
        if is_over or table.facts.can_move or not table.session.persons:
            return False
        if table.facts.premove_picks and (self.selection.pick or target in table.facts.premove_picks):
            return False
        table.send(SetPremove(None))
        if target is not None and not abilities.shows_hints(table.facts.match.position):
            table.send(RefuseGesture(Gesture(frozenset((target,)))))
            return True
        if target in self._stage.table and not table.facts.is_waiting_for_table:
            self._stage.finish()
            line = shown_state.describe_status(self._app.words, table.session, table.facts.cursor, True, None)
            self._stage.show_message(line.status, target)
            return True
        return False

    def set_cursor(self, target: Target | None) -> None:
        """Move the keyboard's cursor to a target, or off the board (None)."""
        self._cursor = target
        self._aim_at(target)
        self._table.view.update_marks()

    def show_cursor(self) -> None:
        """Show the cursor, if it is hidden, at its last target or where something can be done."""
        if self.cursor is None:
            self.set_cursor(
                self._last_cursor if self._last_cursor in self._stage.spots else self._find_useful_target()
            )

    @property
    def cursor_rect(self) -> pygame.Rect:
        """The box of the cursor's target in window pixels; empty if there is no cursor."""
        return pygame.Rect(self._stage.spots[self.cursor].box.ints()) if self.cursor else pygame.Rect(0, 0, 0, 0)

    def hide_cursor(self) -> None:
        """Remove the cursor from the board, and remember its target."""
        if self._cursor is not None:
            self._last_cursor = self.cursor
            self.set_cursor(None)

    def _find_useful_target(self) -> Target:
        """Return a target at which something can be done, or any target."""
        targets, gestures = self._stage.view.targets, self.gestures
        if self.can_hint_by_pointer:
            useful = [*map(frozenset, (list_picks(gestures), list_drops(self.selection, gestures)))]
        else:
            useful = [self._stage.marks.forced]
        return next((min(group) for group in (found.intersection(targets) for found in useful) if group), targets[0])

    def _press_cursor(self) -> None:
        self._press_target(self.cursor)
        self._apply_step(self._refuse_own_place(release(self.selection, self.gestures)))

    def _move_cursor_by_arrow(self, event: pygame.event.Event) -> None:
        dx, dy = ARROWS[event.key]
        targets, cursor = self._stage.view.targets, self.cursor
        if cursor is None:
            self.set_cursor(self._find_useful_target())
        else:
            self.set_cursor(neighbour(self._stage.spots, cursor, dx, dy, targets))

    def _apply_step(self, step: SelectionStep) -> None:
        """Play or refuse the gesture of a press, drop or release, and set the selection."""
        held, is_ahead = self._stage.release_held(), self._is_ahead
        self.was_dragged = held is not None
        if held is not None and (is_ahead or not (self.gestures and step.gesture_made)):
            self._stage.return_tokens(held)
        if is_ahead:
            self.selection, self.aim = step.selection, None
            if step != SelectionStep(NO_SELECTION):
                self._table.send(SetPremove(step.gesture_made))
            self._table.view.update_marks()
        if is_ahead or not (self.gestures or self._table.facts.faults):
            return
        if (
            step.gesture_refused is not None
            and (meant := self._find_gesture_of_mark(step.gesture_refused)) is not None
        ):
            step = SelectionStep(NO_SELECTION, gesture_made=meant)
        self.selection = step.selection
        self.aim = None
        if step.gesture_made is not None:
            moves = self.gestures[step.gesture_made]
            if len(moves) == 1:
                self._play_moves(self._table.facts.routes.get(step.gesture_made, moves), held)
            else:
                self.selection = Selection(step.gesture_made.pick)
                self._table.view.choose(step.gesture_made, moves)
            return
        if not self.selection.pick:
            self._reset_selection()
        if step.gesture_refused is not None and not self._is_empty_click(step.gesture_refused):
            self._table.send(RefuseGesture(step.gesture_refused))
        self._table.view.update_marks()

    def _find_gesture_of_mark(self, refused: Gesture) -> Gesture | None:
        """Return the gesture of a second click on the picked thing, if `refused` clicked a mark of that gesture."""
        position, signs, pick = self._table.facts.match.position, self._stage.view.move_marks.signs, refused.pick
        gesture = Gesture(pick, next(iter(pick))) if len(pick) == 1 else None
        if gesture is None or gesture not in self.gestures or refused.drop is None:
            return None
        marks = signs(position, pick, self.gestures[gesture][:1]) - signs(position, pick, ())
        return gesture if any(sign.target == refused.drop for sign in marks) else None

    def _play_moves(self, turn: Sequence[Move], held: HeldTokens | None) -> None:
        """Play the moves of a turn; the last one is animated from where the held token was released."""
        for move in turn:
            if not any(move in moves for moves in self.gestures.values()):
                return  # a coach has interrupted the turn
            start = self._table.facts.match.position.gesture(move).pick
            held_places = {} if held is None else {min(start, default=held.target): held.centre}
            self._table.send(Play(move, held_places if move is turn[-1] else {}))
            if held is not None and move is not turn[-1]:
                self._stage.finish()

    def _is_empty_click(self, refused: Gesture) -> bool:
        """Return whether a refused gesture was only a click on an empty target without a mark."""
        stage, marked = self._stage, self._stage.marks.forced
        return refused.drop is None and all(
            target not in marked and stage.view.move_marks.is_empty(target, stage.table) for target in refused.pick
        )


class BoardFocus(Widget):
    """The board as a widget that Tab can reach; while it has the focus, the arrow keys move the cursor."""

    focusable = True
    takes_mouse = False

    def __init__(
        self, parent: Group, label: str, board_input: BoardInput, describe_target: Callable[[], str]
    ) -> None:
        """Use `describe_target` to describe the target of the cursor."""
        super().__init__(parent)
        self._name = label
        self._board_input = board_input
        self._describe_target = describe_target

    def describe(self) -> str:
        return self._describe_target() or self._name

    def on_focus_change(self, is_focused: bool) -> None:
        if is_focused:
            self._board_input.show_cursor()
            self._rect = self._board_input.cursor_rect
        else:
            self._board_input.hide_cursor()

    def handle(self, event: pygame.event.Event) -> bool:
        moved = event.type == pygame.KEYDOWN and event.key in ARROWS and self._board_input.handle(event)
        if moved:
            self._rect = self._board_input.cursor_rect
        return moved

    def dirty(self) -> None:
        """Do nothing: the stage paints the mark of the focus."""

    def extent(self) -> pygame.Rect:
        return pygame.Rect(0, 0, 0, 0)


class SquareNameKeys:
    """The keys that name a square: a letter and then a digit move the cursor there.

    A letter that is also a key for reading the board reads at once. A letter that is also a shortcut
    (`shortcuts.KEYS`) waits for a digit while the keyboard is on the board.
    """

    def __init__(
        self,
        board_input: BoardInput,
        now: Callable[[], float],
        handle_reading_key: Handler,
        run_shortcut: Handler,
        focus_board: Callable[[], bool],
    ) -> None:
        """Take a clock in seconds, two handlers of keys, and a function that returns whether it focused the board."""
        self._board_input = board_input
        self._now = now
        self._handle_reading_key = handle_reading_key
        self._run_shortcut = run_shortcut
        self._focus_board = focus_board
        self._letter = ""  # the last key, if the name of a square begins with it
        self._pressed_at = 0.0  # when that key was pressed
        self._waiting_event: pygame.event.Event | None = None  # the event of that key, if it is a shortcut that waits

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle a key that reads the board or is in the name of a square; return whether others must ignore it."""
        is_read = self._handle_reading_key(event)
        if event.type != pygame.KEYDOWN:
            return is_read
        square, self._letter = f"{self._letter}{DIGITS.get(event.key, '')}", ""
        is_plain = not is_read and not event.mod & COMMAND_MODIFIERS
        is_in_time = self._now() - self._pressed_at <= DIGIT_WAIT_SECONDS
        if is_plain and square in self._board_input.targets and is_in_time and self._focus_board():
            self._waiting_event = None
            self._board_input.set_cursor(square)
            return True
        self._run_waiting_shortcut()
        letter = chr(event.key) if event.key < 128 and not event.mod & COMMAND_MODIFIERS else ""
        if letter and f"{letter}1" in self._board_input.targets:
            self._letter, self._pressed_at = letter, self._now()
            if is_plain and self._board_input.cursor is not None and event.key in KEYS:
                self._waiting_event = event
                return True
        return is_read

    def update(self, now: float) -> None:
        """Run the waiting shortcut if no digit has followed in time."""
        if now - self._pressed_at >= SHORTCUT_WAIT_SECONDS:
            self._run_waiting_shortcut()

    def wait_seconds(self, now: float) -> float | None:
        return None if self._waiting_event is None else max(0.0, self._pressed_at + SHORTCUT_WAIT_SECONDS - now)

    def drop_letter(self) -> None:
        """Forget the last letter and the waiting shortcut."""
        self._letter, self._waiting_event = "", None

    def _run_waiting_shortcut(self) -> None:
        event, self._waiting_event = self._waiting_event, None
        if event is not None:
            self._run_shortcut(event)
