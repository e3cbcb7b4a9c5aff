"""The person's hand over the table: mouse and keys make gestures, and gestures make moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import hypot
from typing import TYPE_CHECKING, Final, TypeAlias

import pygame

from rules import abilities
from rules.contract import Gesture, Move, Target, Token
from scenes.surfaces.clips import Held
from scenes.surfaces.layout import neighbour
from scenes.surfaces.stage import Stage
from scenes.table import sidebar_text
from scenes.table.constants import DIGIT_WAIT_SECONDS, SHORTCUT_WAIT_SECONDS
from scenes.table.events import Command, Play, Refuse, ShowPly
from scenes.table.selection import (
    NOTHING,
    Selection,
    SelectionStep,
    drop,
    is_drag,
    list_drops,
    list_picks,
    press,
    release,
)
from scenes.table.shortcuts import KEYS
from scenes.table.state import Offered
from scenes.ui.base import Group, Widget
from scenes.ui.button import ARROWS, DIGITS, PRESS_KEYS

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.table.table_access import TableAccess

Handler: TypeAlias = Callable[[pygame.event.Event], bool]  # returns whether it took the event
_COMMAND: Final = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META


def is_press_of(event: pygame.event.Event, button: int) -> bool:
    """Return whether a button of the mouse went down: 1 left, 3 right."""
    return bool(event.type == pygame.MOUSEBUTTONDOWN and event.button == button)


class Hand:
    """The things that the person has picked and holds, and those that they may pick."""

    def __init__(self, app: AppContext, stage: Stage, table: TableAccess) -> None:
        self._app = app
        self._stage = stage
        self._table = table
        self._pressed: tuple[int, int] | None = None
        self._reached = False  # whether the button went down on a picture of the token that is to be put
        self.selection: Selection = NOTHING
        self.aim: Target | None = None  # under the pointer, to which the picked thing may go
        self._cursor: Target | None = None
        self._left: Target | None = None  # of the keyboard when Tab led away from the table
        self.dropped = False  # whether the last gesture ended by letting go of what hung from the pointer

    @property
    def cursor(self) -> Target | None:
        """The target that the keyboard is on; None if that is gone."""
        return self._cursor if self._cursor in self._stage.spots else None

    @property
    def targets(self) -> Sequence[Target]:
        """The targets for the keyboard, in reading order."""
        return self._stage.view.targets

    @property
    def gestures(self) -> Offered:
        return self._table.facts.legal_gestures

    @property
    def token_to_put(self) -> Token | None:
        return self._table.facts.token_to_put

    @property
    def can_hint_by_pointer(self) -> bool:
        """Whether the shape of the pointer may reveal what can be done."""
        return not self._table.facts.can_move or abilities.shows_hints(self._table.facts.match.position)

    def update_offer(self) -> None:
        """Put back what is held, since other gestures are offered. In mid-turn, pick the piece that must go on."""
        self._put_back()
        self._stage.point_out(None)
        self._rest()
        self._follow_duty()

    def _follow_duty(self) -> None:
        """Bring the keyboard, if it is on the table, to a piece that has to capture or go on, the nearest one."""
        here, spots, may = self.cursor, self._stage.spots, list_picks(self.gestures)
        if here is None or not self.can_hint_by_pointer or not may:
            return
        duty = (
            self.selection.pick or abilities.forced_targets(self._table.facts.match.position) & may
        ) & spots.keys()
        if duty and here not in duty:
            place = spots[here]
            self._cursor = min(duty, key=lambda one: hypot(spots[one].x - place.x, spots[one].y - place.y))

    def pick(self, targets: frozenset[Target]) -> None:
        self.selection = Selection(targets)

    def _rest(self) -> None:
        may = list_picks(self.gestures)
        self.selection = Selection(may) if self._table.facts.is_mid_turn and len(may) == 1 else NOTHING

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing that Esc could put back."""
        return self._stage.held is None and (not self.selection.pick or self._table.facts.is_mid_turn)

    def let_go(self) -> None:
        """Put back what is held, and pick nothing."""
        self._put_back()
        self._rest()
        self._table.view.update_marks()

    def _put_back(self) -> None:
        self._pressed = self.aim = None
        held = self._stage.let_go()
        if held is not None:
            self._stage.send_home(held)
            self._app.cursor("arrow")

    def handle(self, event: pygame.event.Event) -> bool:
        """Take an event of the mouse, or a key that moves over the board; return whether it was one."""
        match event.type:
            case pygame.MOUSEBUTTONDOWN if event.button == 1:
                self._press(event.pos)
            case pygame.MOUSEBUTTONDOWN if event.button == 3:
                if self.token_to_put is not None and self.is_empty:
                    self._table.send(Command.TAKE_BACK)
                else:
                    self.let_go()
            case pygame.MOUSEMOTION:
                self._motion(event)
            case pygame.MOUSEBUTTONUP if event.button == 1:
                self._release(event.pos)
            case pygame.WINDOWFOCUSLOST:
                self.let_go()
            case pygame.WINDOWLEAVE:
                self._stage.point_out(None)
            case pygame.KEYDOWN if event.key in ARROWS:
                self._arrow(event)
            case pygame.KEYDOWN if event.key in PRESS_KEYS and self.cursor is not None:
                self._stage.finish()
                self._enter()
            case _:
                return False
        return True

    def _press(self, pos: tuple[int, int]) -> None:
        self.note_press(pos, pictured=False)
        if self._waits(pos) is None:
            self._take(press(self.selection, self._meant(pos), self.gestures))

    def _waits(self, pos: tuple[int, int]) -> Target | None:
        """Return the target of a press that puts a token there once the button comes up, or None.

        Such a token may be dragged from any target to which it may go.
        """
        target = self._meant(pos) if self.token_to_put is not None else None
        return target if target in list_drops(self.selection, self.gestures) else None

    def note_press(self, pos: tuple[int, int], pictured: bool = True) -> None:
        """Note that the button went down, which ends animations. `pictured`: on a picture of the token to put."""
        self._stage.finish()
        self._stage.clear_message()
        self._cursor = self._left = None
        self._pressed, self._reached = pos, pictured

    def _meant(self, pos: tuple[int, int]) -> Target | None:
        return self._stage.view.move_marks.clicked_target(self._stage.hit(pos), list_picks(self.gestures))

    def _motion(self, event: pygame.event.Event) -> None:
        stage = self._stage
        if stage.held is not None:
            stage.drag(event.pos)
            self._aim_at(stage.hit(event.pos))
        elif self._pressed is not None and event.buttons[0]:
            if is_drag(self._pressed, event.pos, self._app.theme.travel):
                self._take_up(stage.hit(self._pressed), event.pos)
        else:
            self._aim_at(stage.hit(event.pos))
            self.set_pointer_shape(event.pos)

    def _take_up(self, target: Target | None, pos: tuple[int, int]) -> None:
        """Let the picked token hang from the pointer, or the one that is to be put."""
        stage = self._stage
        if self.token_to_put is not None and (self._reached or self._waits(self._pressed or pos) is not None):
            target = min(self.selection.pick)
        if target in self.selection.pick and stage.table.get(target):
            stage.hold(target, stage.view.move_marks.lifted_count(stage.table[target]), pos)
        if stage.held is not None:
            self._app.cursor("grabbing")
            self._table.view.update_marks()

    def set_pointer_shape(self, pos: tuple[int, int]) -> None:
        """Give the pointer the shape for what it could do at a place."""
        shows, stage = self.can_hint_by_pointer, self._stage
        target = self._meant(pos) if shows else stage.hit(pos)
        picked = shows and target in list_picks(self.gestures)
        useful = shows and target in list_drops(self.selection, self.gestures)
        there = not shows and (target in stage.table or target in stage.view.cups)
        self._app.cursor("grab" if picked or there else "hand" if useful else "arrow")
        stage.point_out(target if picked else None)

    def _aim_at(self, target: Target | None) -> None:
        aim = target if target in list_drops(self.selection, self.gestures) else None
        if aim != self.aim:
            self.aim = aim
            self._stage.aim(aim)

    def _release(self, pos: tuple[int, int]) -> None:
        pressed, self._pressed = self._pressed, None
        if self._stage.held is not None:
            self._app.cursor("arrow")
            self._take(self._refuse_own_place(drop(self.selection, self._stage.hit(pos), self.gestures)))
        elif pressed is not None and not self._reached:
            put, picked, may = self._waits(pressed), self.selection, self.gestures
            self._take(press(picked, put, may) if put else self._refuse_own_place(release(picked, may)))

    def _refuse_own_place(self, answer: SelectionStep) -> SelectionStep:
        """Return the step after letting go; a token that must be put elsewhere is refused its own place."""
        again = self.selection.again or self._stage.held is not None
        if self.token_to_put is None or not again or not self.selection.pick or answer.gesture_made:
            return answer
        if (
            answer.gesture_refused is not None
            and self._table.facts.match.position.refusal(answer.gesture_refused) is not None
        ):
            return answer
        return replace(answer, gesture_refused=Gesture(self.selection.pick, min(self.selection.pick)))

    def handle_idle_click(self, pos: tuple[int, int]) -> bool:
        """Answer a click while nobody here may move, if it is one: return to the match, or say for whom it waits."""
        table, target = self._table, self._stage.hit(pos)
        over = table.facts.match.outcome() is not None
        if not table.facts.cursor.is_live:
            if target is not None and not over:
                table.send(ShowPly(None))
            return True
        if over or table.facts.can_move or not table.session.persons:
            return False
        if target is not None and not abilities.shows_hints(table.facts.match.position):
            table.send(Refuse(Gesture(frozenset((target,)))))
            return True
        if target in self._stage.table and not table.facts.is_waiting_for_table:
            self._stage.finish()
            waits = sidebar_text.describe_status(self._app.words, table.session, table.facts.cursor, True, None)
            self._stage.show_message(waits.status, target)
            return True
        return False

    def set_cursor(self, target: Target | None) -> None:
        """Put the keyboard on a target, or on none."""
        self._cursor = target
        self._aim_at(target)
        self._table.view.update_marks()

    def enter_by_keyboard(self) -> None:
        """Bring the keyboard to the table: to its last place there, or to a useful one."""
        if self.cursor is None:
            self.set_cursor(self._left if self._left in self._stage.spots else self._first())

    @property
    def place(self) -> pygame.Rect:
        """The box of the target that the keyboard is on, in window pixels."""
        return (
            pygame.Rect(0, 0, 0, 0) if self.cursor is None else pygame.Rect(self._stage.spots[self.cursor].box.ints())
        )

    def leave_by_keyboard(self) -> None:
        """Take the keyboard away from the table."""
        if self._cursor is not None:
            self._left = self.cursor
            self.set_cursor(None)

    def _first(self) -> Target:
        """Return a target at which something can be done, or any target."""
        targets, may = self._stage.view.targets, self.gestures
        useful = (
            (list_picks(may), list_drops(self.selection, may))
            if self.can_hint_by_pointer
            else (self._stage.marks.must,)
        )
        near = (min(set(targets).intersection(some), default=None) for some in useful)  # some are beside the board
        return next(filter(None, near), targets[0])

    def _enter(self) -> None:
        self._take(press(self.selection, self.cursor, self.gestures))
        self._take(self._refuse_own_place(release(self.selection, self.gestures)))

    def _arrow(self, event: pygame.event.Event) -> None:
        dx, dy = ARROWS[event.key]
        targets, here = self._stage.view.targets, self.cursor
        self.set_cursor(self._first() if here is None else neighbour(self._stage.spots, here, dx, dy, targets))

    def _take(self, answer: SelectionStep) -> None:
        """Play or refuse the result of a press, drop or release."""
        held = self._stage.let_go()
        self.dropped = held is not None
        if held is not None and not (self.gestures and answer.gesture_made):
            self._stage.send_home(held)
        if not self.gestures and not self._table.facts.faults:
            return
        if answer.gesture_refused is not None and (meant := self._find_in_place(answer.gesture_refused)) is not None:
            answer = SelectionStep(NOTHING, gesture_made=meant)
        self.selection = answer.selection
        self.aim = None
        if answer.gesture_made is not None:
            moves = self.gestures[answer.gesture_made]
            if len(moves) == 1:
                self._play(self._table.facts.routes.get(answer.gesture_made, moves), held)
            else:
                self.selection = Selection(answer.gesture_made.pick)
                self._table.view.choose(answer.gesture_made, moves)
            return
        if not self.selection.pick:
            self._rest()
        if answer.gesture_refused is not None and not self._idle(answer.gesture_refused):
            self._table.send(Refuse(answer.gesture_refused))
        self._table.view.update_marks()

    def _find_in_place(self, refused: Gesture) -> Gesture | None:
        """Return the gesture of choosing the picked thing again, if the clicked target bears its mark."""
        position, signs, pick = self._table.facts.match.position, self._stage.view.move_marks.signs, refused.pick
        made = Gesture(pick, next(iter(pick))) if len(pick) == 1 else None
        if made is None or made not in self.gestures or refused.drop is None:
            return None
        marked = signs(position, pick, self.gestures[made][:1]) - signs(position, pick, ())
        return made if any(sign.target == refused.drop for sign in marked) else None

    def _play(self, turn: Sequence[Move], held: Held | None) -> None:
        """Play moves as far as they are legal; a held token stays at its place until the end of the last."""
        for move in turn:
            if not any(move in moves for moves in self.gestures.values()):
                return  # a coach has stopped it
            start = self._table.facts.match.position.gesture(move).pick
            let_go = {} if held is None else {min(start, default=held.target): held.place}
            self._table.send(Play(move, let_go if move is turn[-1] else {}))
            if held is not None and move is not turn[-1]:
                self._stage.finish()

    def _idle(self, refused: Gesture) -> bool:
        """Return whether a refused gesture was just a click on a bare target without a mark."""
        stage, lit = self._stage, self._stage.marks.must
        return refused.drop is None and all(
            one not in lit and stage.view.move_marks.is_empty(one, stage.table) for one in refused.pick
        )


class BoardFocus(Widget):
    """The board in a form's order of Tab: arrows move over it while it has the focus."""

    focusable = True
    touchable = False

    def __init__(self, parent: Group, label: str, hand: Hand, says: Callable[[], str]) -> None:
        """Use `says` to describe the target that the keyboard is on."""
        super().__init__(parent)
        self._name = label
        self._hand = hand
        self._says = says

    def spoken(self) -> str:
        return self._says() or self._name

    def on_focus_change(self, focused: bool) -> None:
        if focused:
            self._hand.enter_by_keyboard()
            self._rect = self._hand.place
        else:
            self._hand.leave_by_keyboard()

    def handle(self, event: pygame.event.Event) -> bool:
        moved = event.type == pygame.KEYDOWN and event.key in ARROWS and self._hand.handle(event)
        if moved:
            self._rect = self._hand.place
        return moved

    def dirty(self) -> None:
        """Do nothing: the table itself paints the mark of the focus."""

    def extent(self) -> pygame.Rect:
        return pygame.Rect(0, 0, 0, 0)


class SquareNameKeys:
    """A joiner of letters and digits to names of squares, before other handlers get them.

    Letters that read the board do so at once, for that does no harm. Some shortcuts of the table (`shortcuts.KEYS`)
    are letters of squares: while the keyboard is on the board, they wait for a digit.
    """

    def __init__(
        self, hand: Hand, now: Callable[[], float], reads: Handler, acts: Handler, come: Callable[[], bool]
    ) -> None:
        """Join keys for a hand.

        `reads` takes keys that read the board, `acts` shortcuts; `come` brings the keyboard to the board, if it may
        be there.
        """
        self._hand = hand
        self._now = now
        self._reads = reads
        self._acts = acts
        self._come = come
        self._letter = ""  # the last letter, if the name of a square begins with it
        self._pressed = 0.0
        self._waiting: pygame.event.Event | None = None  # the letter's event, if it is a shortcut that waits

    def handle(self, event: pygame.event.Event) -> bool:
        """Take a key that reads the board, names a square or may go on to name one."""
        is_read = self._reads(event)
        if event.type != pygame.KEYDOWN:
            return is_read
        square, self._letter = f"{self._letter}{DIGITS.get(event.key, '')}", ""
        plain = not is_read and not event.mod & _COMMAND
        if (
            plain
            and square in self._hand.targets
            and self._now() - self._pressed <= DIGIT_WAIT_SECONDS
            and self._come()
        ):
            self._waiting = None
            self._hand.set_cursor(square)
            return True
        self._act()
        letter = chr(event.key) if event.key < 128 and not event.mod & _COMMAND else ""
        if letter and f"{letter}1" in self._hand.targets:
            self._letter, self._pressed = letter, self._now()
            if plain and self._hand.cursor is not None and event.key in KEYS:
                self._waiting = event
                return True
        return is_read

    def update(self, now: float) -> None:
        """Run a shortcut that no digit has followed."""
        if now - self._pressed >= SHORTCUT_WAIT_SECONDS:
            self._act()

    def pace(self, now: float) -> float | None:
        return None if self._waiting is None else max(0.0, self._pressed + SHORTCUT_WAIT_SECONDS - now)

    def drop_letter(self) -> None:
        """Drop the waiting letter, since another screen covers the table."""
        self._letter, self._waiting = "", None

    def _act(self) -> None:
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self._acts(waiting)
