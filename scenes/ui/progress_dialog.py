"""Long work, such as replaying a match of thousands of turns, done between frames under a progress dialog."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import pygame

from rules.common.resumable import ResumableTask
from scenes.app.stack import AppContext
from scenes.ui import constants
from scenes.ui.bars import TimeBar
from scenes.ui.dialog import Dialog
from scenes.ui.layout import Cell, Column, Row, fixed_size, share, spring

T = TypeVar("T")


class RunningTask(Generic[T]):
    """A running task, measured by the app's clock."""

    result: T

    def __init__(self, app: AppContext, work: ResumableTask[T]) -> None:
        self._app = app
        self.work = work
        self.done = 0.0  # 0 to 1

    def work_on(self, seconds: float) -> bool:
        """Work for `seconds`; return whether the task has ended. Raises what the task raises."""
        end = self._app.now() + seconds
        while True:
            try:
                self.done = next(self.work)
            except StopIteration as over:
                self.result = over.value
                return True
            if self._app.now() >= end:
                return False


class ReadingScene(Dialog, Generic[T]):
    """A dialog with the progress of a task; Cancel and Esc return, without any changes."""

    def __init__(self, app: AppContext, reading: RunningTask[T], then: Callable[[T], object]) -> None:
        """Create the dialog; `then` gets the result, after the dialog was popped."""
        words = app.words
        super().__init__(
            app, words("reading.title"), [(None, words("reading.cancel"), "plain")], words("reading.about")
        )
        self._reading, self._then = reading, then

    def fill(self) -> None:
        super().fill()
        self.form.default = None  # a second Enter isn't meant to cancel
        self._bar = TimeBar(self.sheet)
        self._bar.show(self._reading.done)

    def leave(self) -> None:
        self._reading.work.close()

    def answers(self) -> Cell:
        theme = self.app.theme
        bar = Column(spring(), fixed_size(self._bar, theme.px(1.6)), spring())
        return Row(share(bar), *self.buttons, gap=theme.px(3))

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event; a click beside the panel is ignored, as it may be the second of a double click."""
        if not self.form.handle(event) and event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.app.stack.pop()
        return True

    def update(self, dt: float) -> None:
        super().update(dt)
        if self._reading.work_on(constants.WORK_PORTION_SECONDS):
            self.app.stack.pop()
            self._then(self._reading.result)
        else:
            self._bar.show(self._reading.done)

    def pace(self) -> float | None:
        return 0.0


def work_gradually(app: AppContext, work: ResumableTask[T], then: Callable[[T], object]) -> bool:
    """Do the work and pass its result to `then`: at once, returning True, or later unless it is cancelled."""
    reading, seconds = RunningTask(app, work), constants.WORK_AT_ONCE_SECONDS
    if reading.work_on(seconds) or (reading.done > 0.5 and reading.work_on(seconds)):
        then(reading.result)
        return True
    app.stack.push(ReadingScene(app, reading, then))
    return False
