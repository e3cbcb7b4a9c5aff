"""The person's hand over the table: mouse and keys become intents, intents become gestures, gestures moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import pygame

from rules.contract import AnyPosition, Gesture, Target
from scenes.layout import neighbour
from scenes.selection import DRAG_THRESHOLD, NOTHING, Drop, Intent, Press, Release, Selection, drops, picks, step
from scenes.stage import Stage

if TYPE_CHECKING:
    from scenes.app import App

ARROWS: Final = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}
ENTER: Final = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)


class Hand:
    """What is picked and held. `play` is told a move and where it was let go; `refuse` a gesture that is none."""

    def __init__(
        self,
        app: App,
        stage: Stage,
        play: Callable[[Any, tuple[float, float] | None], object],
        refuse: Callable[[Gesture], object],
        changed: Callable[[], object],
    ) -> None:
        self._app = app
        self._stage = stage
        self._play = play
        self._refuse = refuse
        self._changed = changed
        self._pressed: tuple[int, int] | None = None
        self._going_on = False
        self.selection: Selection = NOTHING
        self.gestures: dict[Gesture, Any] = {}
        """What may be done now; empty while it is nobody's turn here."""
        self.cursor: Target | None = None
        """Where the keyboard is."""

    def offer(self, position: AnyPosition | None) -> None:
        """Let the person move in `position`, or not at all. In mid-turn the piece that must go on is picked.

        What is held is put back.
        """
        self._put_back()
        self.gestures = {}
        self._going_on = False
        if position is not None:
            self.gestures = {position.gesture(move): move for move in position.legal_moves()}
            self._going_on = not position.turn_started
        self._rest()

    def _rest(self) -> None:
        may = picks(self.gestures)
        self.selection = Selection(may) if self._going_on and len(may) == 1 else NOTHING

    @property
    def empty(self) -> bool:
        """Whether there is nothing that Esc could let go."""
        return self._stage.held is None and (not self.selection.pick or self._going_on)

    def let_go(self) -> None:
        """Put back what is held, and pick nothing."""
        self._put_back()
        self._rest()
        self._changed()

    def _put_back(self) -> None:
        self._pressed = None
        if self._stage.let_go() is not None:
            self._app.cursor("arrow")

    def handle(self, event: pygame.event.Event) -> bool:
        """Take an event of the mouse, or a key that moves over the board."""
        match event.type:
            case pygame.MOUSEBUTTONDOWN if event.button == 1:
                self._press(event.pos)
            case pygame.MOUSEBUTTONDOWN if event.button == 3:
                self.let_go()
            case pygame.MOUSEMOTION:
                self._motion(event)
            case pygame.MOUSEBUTTONUP if event.button == 1:
                self._release(event.pos)
            case pygame.WINDOWFOCUSLOST:
                self.let_go()
            case pygame.KEYDOWN if event.key in ARROWS:
                self._step_cursor(*ARROWS[event.key])
            case pygame.KEYDOWN if event.key in ENTER and self.cursor is not None:
                self._stage.finish()
                self._intend(Press(self.cursor))
                self._intend(Release())
            case _:
                return False
        return True

    def _press(self, pos: tuple[int, int]) -> None:
        """A click ends whatever runs, and counts."""
        self._stage.finish()
        self._stage.hush()
        self.cursor = None
        self._pressed = pos
        self._intend(Press(self._stage.hit(pos)))

    def _motion(self, event: pygame.event.Event) -> None:
        stage = self._stage
        if stage.held is not None:
            stage.drag(event.pos)
        elif self._pressed is not None and event.buttons[0]:
            far = max(abs(event.pos[0] - self._pressed[0]), abs(event.pos[1] - self._pressed[1]))
            target = stage.hit(self._pressed)
            if far >= DRAG_THRESHOLD and target in self.selection.pick and stage.table.get(target):
                stage.hold(target, len(stage.table[target]), event.pos)
                self._app.cursor("grab")
        else:
            target = stage.hit(event.pos)
            live = target in picks(self.gestures) or target in drops(self.selection, self.gestures)
            self._app.cursor("hand" if live else "arrow")

    def _release(self, pos: tuple[int, int]) -> None:
        pressed, self._pressed = self._pressed, None
        if self._stage.held is not None:
            self._app.cursor("arrow")
            self._intend(Drop(self._stage.hit(pos)))
        elif pressed is not None:
            self._intend(Release())

    def point(self, target: Target | None) -> None:
        """Let the keyboard be on a target, or nowhere on the table."""
        self.cursor = target
        self._changed()

    def _step_cursor(self, dx: int, dy: int) -> None:
        targets = self._stage.view.targets
        first = min(picks(self.gestures), default=targets[0])
        self.point(first if self.cursor is None else neighbour(self._stage.spots, self.cursor, dx, dy, targets))

    def _intend(self, intent: Intent) -> None:
        """Let the selection answer, then play or refuse what came of it."""
        held = self._stage.let_go()
        if not self.gestures:
            return
        answer = step(self.selection, intent, self.gestures)
        self.selection = answer.selection
        if answer.made is not None:
            self._play(self.gestures[answer.made], None if held is None else (held.x, held.y))
            return
        if not self.selection.pick:
            self._rest()
        if answer.refused is not None:
            self._refuse(answer.refused)
        self._changed()
