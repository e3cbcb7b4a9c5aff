"""Long work, such as replaying a match of thousands of turns, done between frames; a dialog shows the progress."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import pygame

from rules.common.resumable import ResumableTask
from scenes.app.stack import AppContext
from scenes.ui import constants
from scenes.ui.bars import ProgressBar
from scenes.ui.dialog import Dialog
from scenes.ui.layout import Cell, Column, Row, filler, fixed_size, stretch

T = TypeVar("T")


class RunningTask(Generic[T]):
    """A resumable task that is done in portions of time."""

    result: T

    def __init__(self, app: AppContext, work: ResumableTask[T]) -> None:
        self._app = app
        self.work = work
        self.progress = 0.0  # 0 to 1

    def work_on(self, seconds: float) -> bool:
        """Work for `seconds`; return whether the task has ended. Exceptions of the task propagate."""
        end = self._app.now() + seconds
        while True:
            try:
                self.progress = next(self.work)
            except StopIteration as stop:
                self.result = stop.value
                return True
            if self._app.now() >= end:
                return False


class ProgressDialog(Dialog, Generic[T]):
    """A dialog with the progress of a task; Cancel and Esc close the task and the dialog."""

    def __init__(self, app: AppContext, task: RunningTask[T], on_result: Callable[[T], object]) -> None:
        """Create the dialog; `on_result` gets the result, after the dialog was popped."""
        words = app.words
        super().__init__(
            app, words("reading.title"), [(None, words("reading.cancel"), "plain")], words("reading.about")
        )
        self._task, self._on_result = task, on_result

    def fill(self) -> None:
        super().fill()
        self.form.default = None  # Enter, perhaps pressed twice to start the task, mustn't cancel it
        self._bar = ProgressBar(self.sheet)
        self._bar.show(self._task.progress)

    def leave(self) -> None:
        self._task.work.close()

    def answer_layout(self) -> Cell:
        theme = self.app.theme
        centred_bar = Column(filler(), fixed_size(self._bar, theme.px(1.6)), filler())
        return Row(stretch(centred_bar), *self.buttons, gap=theme.px(3))

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event; ignore a click beside the panel, as it may be the second click of a double click."""
        if not self.form.handle(event) and event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.app.stack.pop()
        return True

    def update(self, dt: float) -> None:
        super().update(dt)
        if self._task.work_on(constants.WORK_PORTION_SECONDS):
            self.app.stack.pop()
            self._on_result(self._task.result)
        else:
            self._bar.show(self._task.progress)

    def wait_seconds(self) -> float | None:
        return 0.0  # at the next frame


def work_gradually(app: AppContext, work: ResumableTask[T], on_result: Callable[[T], object]) -> bool:
    """Do the work at once, pass its result to `on_result` and return True.

    If the work takes long, show a progress dialog instead and return False; the dialog calls `on_result` at the end
    unless the user cancels.
    """
    task, seconds = RunningTask(app, work), constants.WORK_AT_ONCE_SECONDS
    if task.work_on(seconds) or (task.progress > 0.5 and task.work_on(seconds)):
        on_result(task.result)
        return True
    app.stack.push(ProgressDialog(app, task, on_result))
    return False
