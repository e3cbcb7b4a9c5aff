"""What is done about a fault in the app's loop: save the match, log the fault, tell it, and go on.

All scenes are thrown away, for nobody knows which of them are sound, and made anew from the files. Who meets a fault
again soon is led further off: first to the table again, then to the menu, then to a menu without the match that
fails. Where the sheet fails, too, a message box of the system asks, and where there is none the app closes.
"""

from __future__ import annotations

import contextlib
import gc
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Final

from scenes.app.files import Notice
from scenes.app.navigation import go
from scenes.screens.crash import message_box
from scenes.screens.crash.keeping import Kept, keep, on_file
from scenes.screens.crash.report import fingerprint, report, scrubbed
from scenes.screens.crash.scene import CrashReport, CrashScene, Moment, Way
from scenes.screens.menu.scene import MenuScene
from scenes.screens.requests import OpenMatch

if TYPE_CHECKING:
    from scenes.app.app import App

CALM: Final = 60.0
"""Seconds after somebody went on in which another fault counts as the same trouble."""


class CrashRecovery:
    """Handles the faults of one app's loop."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._logged: set[str] = set()
        self._row = 0
        """Faults in a row, less than `CALM` apart."""
        self._started_afresh = False
        """Whether the menu was made without the match that fails since the first of these."""
        self._went_on = -CALM
        """When somebody went on last, in the app's seconds."""
        self._report: CrashReport | None = None
        """What nobody has answered yet."""
        self._then: Callable[[], None] = lambda: None

    @property
    def unanswered(self) -> bool:
        """Whether the last fault was told, and nobody has gone on since."""
        return self._report is not None

    @contextlib.contextmanager
    def watching_threads(self) -> Iterator[None]:
        """As long as the context lasts, log faults outside the loop, in threads and in what libraries call, and
        tell them on the menu, each once. Else Python prints them."""
        threading.excepthook = lambda fault: self._hear(fault.exc_value, fault.exc_traceback)
        sys.unraisablehook = lambda fault: self._hear(fault.exc_value, fault.exc_traceback)
        yield
        threading.excepthook = threading.__excepthook__
        sys.unraisablehook = sys.__unraisablehook__

    def _hear(self, problem: BaseException | None, place: TracebackType | None) -> None:
        if isinstance(problem, Exception):  # else the process is about to end
            known = len(self._logged)
            self._log(problem.with_traceback(place), self._app.stack.scenes)
            if len(self._logged) > known:
                log = str(self._app.storage.log_file)
                self._app.storage.notices.append(Notice("rescue.beside", {"log": log}))

    def take(self, problem: Exception) -> None:
        """A fault has come up in the loop. Raises nothing."""
        app, scenes = self._app, list(self._app.stack.scenes)
        if isinstance(problem, MemoryError):  # give back what can be made again
            app.theme.cache.clear()
            app.assets.settled()
            gc.collect()
        kept = keep(app.storage, scenes, self._log)
        told = self._log(problem, scenes)
        sheet_fails = self._report is not None and any(isinstance(scene, CrashScene) for scene in scenes)
        if self._report is None or not sheet_fails:
            self._report = self._judged(problem, scenes, kept, told)
        self._clear(scenes)
        if not sheet_fails:
            try:
                app.reset()
                app.stack.push(CrashScene(app, self._report, self.answer))
            except Exception as other:
                self._log(other)
                sheet_fails = True
        if sheet_fails:
            self._ask_in_box(self._report)

    def take_leave(self, problem: Exception, scenes: Sequence[object]) -> None:
        """A fault has come up while the app was closed, and with it `scenes`: the window is gone."""
        app = self._app
        kept = keep(app.storage, scenes, self._log)
        told = self._log(problem, scenes)
        self._report = CrashReport("close", kept, ("close",), False, told, app.storage.log_file)
        message_box.say(self._report.told(app.words), app.words("widgets.close"))

    def after_crash(self, told: str, then: Callable[[], None] | None = None) -> None:
        """The last run crashed and left the text `told`. `then` is done once the person goes on, instead of laying
        the match on the table that lay there."""
        app = self._app
        kept = on_file(app.storage, None, "kept", self._log)
        ways: tuple[Way, ...] = ("table", "menu", "close") if kept.goes_on and then is None else ("menu", "close")
        self._row, self._then = 1, then or self._then
        self._report = CrashReport("last", kept, ways, False, scrubbed(told), app.storage.log_file)
        app.stack.push(CrashScene(app, self._report, self.answer))

    def _judged(self, problem: Exception, scenes: Sequence[object], kept: Kept, told: str) -> CrashReport:
        """What the fault means, and which ways are still open."""
        app = self._app
        if app.now() - self._went_on >= CALM:
            self._row, self._started_afresh = 0, False
        self._row += 1
        # What fails in an event was begun by the person from the menu: the menu itself is sound.
        in_event = any(frame.f_code.co_name == "_dispatch" for frame, _ in traceback.walk_tb(problem.__traceback__))
        menu_fails = not in_event and all(isinstance(scene, MenuScene) for scene in scenes)
        if menu_fails and kept.state == "none":
            kept = on_file(app.storage, None, "kept", self._log)
        on: tuple[Way, ...] = ("menu",)
        if menu_fails and self._row > 1:
            on = () if self._started_afresh else ("afresh",)
        elif not menu_fails and kept.goes_on and self._row != 2:
            on = ("table", "menu") if self._row == 1 else ("afresh",)
        moment: Moment = "memory" if isinstance(problem, MemoryError) else "fault"
        return CrashReport(moment, kept, (*on, "close"), self._row > 1, told, app.storage.log_file)

    def _log(self, problem: Exception, scenes: Sequence[object] = ()) -> str:
        """Write a fault into the log, once however often it comes; the report of it."""
        told, sign = report(self._app, problem, scenes), fingerprint(problem)
        if sign not in self._logged:
            self._logged.add(sign)
            self._app.storage.log(told)
        return told

    def _clear(self, scenes: Sequence[object]) -> None:
        """Take everything off the stack; what fails in that is logged."""
        while self._app.stack.scenes:
            try:
                self._app.stack.scenes.pop().abandon()
            except Exception as problem:
                self._log(problem, scenes)

    def _ask_in_box(self, told: CrashReport) -> None:
        """Ask in a box of the system; where there is none, say it and close."""
        words = self._app.words
        try:
            way = message_box.ask(told.told(words), told.answers(words))
        except Exception as problem:
            self._log(problem)
            message_box.say(told.told(words), words("widgets.close"))
            self._app.quit()
            return
        try:
            self.answer(way)
        except Exception as problem:
            self.take(problem)

    def answer(self, way: str) -> None:
        """The person goes on this way."""
        app, told = self._app, self._report
        if way == "close" or told is None:
            app.quit()
            return
        self._report, self._went_on = None, app.now()
        if way == "afresh":
            self._started_afresh = True
            self._leave_out(told.kept)
            app.reset(anew=True)
        if way != "table":
            app.storage.remember_open(None)
        app.stack.clear(MenuScene(app))
        if way == "table":
            go(app, OpenMatch(told.kept.id))
        then, self._then = self._then, lambda: None
        then()

    def _leave_out(self, kept: Kept) -> None:
        """Show the match that fails no more until the next start, or no match where that isn't known."""
        storage = self._app.storage
        for match_id in [kept.id] if kept.id else [entry.id for entry in storage.list_matches()]:
            storage.leave_out(match_id)
        if kept.head is None:
            storage.notices.append(Notice("rescue.all_left_out", {}))
        else:
            facts = {"company": kept.head.company(self._app.words), "name": f"{kept.id}.tablier"}
            storage.notices.append(Notice("rescue.left_out", facts))
