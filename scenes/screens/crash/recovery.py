"""Recovery from faults of the app: saves the match, logs and shows the fault, and lets the person continue.

All scenes are made anew from the files. After a first fault the person may go back to the table, after another one
soon afterwards only to the menu, and then to a menu without the failing match. If the sheet with these choices fails
too, a message box of the system shows them.
"""

from __future__ import annotations

import contextlib
import gc
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import TYPE_CHECKING

import pygame

from scenes.app.atomic_files import Notice
from scenes.app.navigation import open_screen
from scenes.screens.constants import RECOVERY_SECONDS
from scenes.screens.crash import message_box
from scenes.screens.crash.report import fingerprint, remove_private_names, write_report
from scenes.screens.crash.saved_match import SavedMatch, read_saved_match, save_matches
from scenes.screens.crash.scene import CrashReport, CrashScene, Moment, Way
from scenes.screens.menu.scene import MenuScene
from scenes.table.screen_requests import OpenMatch

if TYPE_CHECKING:
    from scenes.app.app import App


class CrashRecovery:
    """The reaction of the app to its own faults, and the choices that it offers then."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._logged_faults: set[str] = set()  # fingerprints of the faults in the log
        self._fault_count = 0  # number of faults that followed each other within `RECOVERY_SECONDS`
        self._has_started_afresh = False  # whether the menu was made without the failing match since the first fault
        self._continued_at = -RECOVERY_SECONDS  # by `App.now`
        self._report: CrashReport | None = None
        self._after_answer: Callable[[], None] = lambda: None

    @contextlib.contextmanager
    def log_thread_faults(self) -> Iterator[None]:
        """Log faults of threads and of libraries' callbacks in the context, each once, with a notice on the menu."""
        threading.excepthook = lambda fault: self._log_with_notice(fault.exc_value, fault.exc_traceback)
        sys.unraisablehook = lambda fault: self._log_with_notice(fault.exc_value, fault.exc_traceback)
        yield
        threading.excepthook = threading.__excepthook__
        sys.unraisablehook = sys.__unraisablehook__

    def _log_with_notice(self, problem: BaseException | None, place: TracebackType | None) -> None:
        if isinstance(problem, Exception):  # otherwise the process is about to end
            logged_count = len(self._logged_faults)
            self._log(problem.with_traceback(place), self._app.stack.scenes)
            if len(self._logged_faults) > logged_count:
                log = str(self._app.storage.log_file)
                self._app.storage.notices.append(Notice("rescue.beside", {"log": log}))

    def handle_fault(self, problem: Exception, scenes: Sequence[object]) -> None:
        """Save the matches, log the fault, and show it with the ways to continue. Raises nothing.

        The fault occurred while `scenes` were on the stack or were being closed.
        """
        app = self._app
        if isinstance(problem, MemoryError):  # free what can be made again
            app.theme.cache.clear()
            app.assets.end_resizing()
            gc.collect()
        match, text = save_matches(app.storage, scenes, self._log), self._log(problem, scenes)
        if not pygame.display.get_init():
            self._fault_count = 0
            self._show_in_box(self._make_report("close", match, ("close",), text))
        elif self._report is not None and any(isinstance(scene, CrashScene) for scene in scenes):
            self._abandon_scenes(scenes)
            self._ask_in_box(self._report)
        else:
            match, ways = self._choose_ways(problem, scenes, match)
            moment: Moment = "memory" if isinstance(problem, MemoryError) else "fault"
            report = self._make_report(moment, match, ways, text)
            self._abandon_scenes(scenes)
            try:
                app.reset()
                app.stack.push(CrashScene(app, report, self.answer))
            except Exception as second_problem:
                self._log(second_problem)
                self._ask_in_box(report)

    def after_crash(self, crash_log: str, on_answer: Callable[[], None] | None = None) -> None:
        """Show that the last run crashed and left the log `crash_log`.

        If `on_answer` is given, it is called after the answer, and continuing the match isn't offered.
        """
        app = self._app
        match = read_saved_match(app.storage, None, "kept", self._log)
        ways: tuple[Way, ...] = ("menu", "close")
        if match.can_continue and on_answer is None:
            ways = ("table", *ways)
        self._fault_count, self._after_answer = 1, on_answer or self._after_answer
        report = self._make_report("last", match, ways, remove_private_names(crash_log))
        app.stack.push(CrashScene(app, report, self.answer))

    def _make_report(self, moment: Moment, match: SavedMatch, ways: tuple[Way, ...], text: str) -> CrashReport:
        """Return the report, and keep it for `answer`; until the answer the app counts as crashed."""
        self._report = CrashReport(moment, match, ways, self._fault_count > 1, text, self._app.storage.log_file)
        self._app.crashed = True
        return self._report

    def _choose_ways(
        self, problem: Exception, scenes: Sequence[object], match: SavedMatch
    ) -> tuple[SavedMatch, tuple[Way, ...]]:
        """Return the match to continue, and the ways to offer after this fault; count the fault."""
        app = self._app
        if app.now() - self._continued_at >= RECOVERY_SECONDS:
            self._fault_count, self._has_started_afresh = 0, False
        self._fault_count += 1
        # A fault in the handling of an event was caused by what the person did: the menu can be shown again.
        handler = app.handle_event.__code__
        is_in_event = any(frame.f_code is handler for frame, _ in traceback.walk_tb(problem.__traceback__))
        is_menu_failing = not is_in_event and all(isinstance(scene, MenuScene) for scene in scenes)
        if is_menu_failing and match.state == "none":
            match = read_saved_match(app.storage, None, "kept", self._log)
        if is_menu_failing and self._fault_count > 1:
            return match, ("close",) if self._has_started_afresh else ("afresh", "close")
        if not is_menu_failing and match.can_continue and self._fault_count != 2:
            return match, ("table", "menu", "close") if self._fault_count == 1 else ("afresh", "close")
        return match, ("menu", "close")

    def _log(self, problem: Exception, scenes: Sequence[object] = ()) -> str:
        """Log a fault when it occurs for the first time; return its report."""
        text, fault_id = write_report(self._app, problem, scenes), fingerprint(problem)
        if fault_id not in self._logged_faults:
            self._logged_faults.add(fault_id)
            self._app.storage.log(text)
        return text

    def _abandon_scenes(self, scenes: Sequence[object]) -> None:
        """Remove all scenes without saving; log a fault of the removal as one that occurred in `scenes`."""
        while self._app.stack.scenes:
            try:
                self._app.stack.scenes.pop().abandon()
            except Exception as problem:
                self._log(problem, scenes)

    def _show_in_box(self, report: CrashReport) -> None:
        message_box.show_message_box(report.list_sentences(self._app.words), self._app.words("widgets.close"))

    def _ask_in_box(self, report: CrashReport) -> None:
        """Ask in a message box how to continue, and do so; quit if no box can be shown."""
        words = self._app.words
        try:
            way = message_box.ask(report.list_sentences(words), report.way_labels(words))
        except Exception as problem:
            self._log(problem)
            self._show_in_box(report)
            self._app.quit()
            return
        try:
            self.answer(way)
        except Exception as problem:
            self.handle_fault(problem, list(self._app.stack.scenes))

    def answer(self, way: str) -> None:
        """Continue in the way that the person has chosen after a fault."""
        app, report = self._app, self._report
        if way == "close" or report is None:
            app.quit()
            return
        self._report, self._continued_at, app.crashed = None, app.now(), False
        if way == "afresh":
            self._has_started_afresh = True
            self._leave_out_match(report.match)
            app.reset(anew=True)
        if way != "table":
            app.storage.remember_open(None)
        app.stack.replace_all(MenuScene(app))
        if way == "table":
            open_screen(app, OpenMatch(report.match.id))
        after_answer, self._after_answer = self._after_answer, lambda: None
        after_answer()

    def _leave_out_match(self, match: SavedMatch) -> None:
        """Hide the failing match until the next start, or all matches if it is unknown which one fails."""
        storage = self._app.storage
        for match_id in [match.id] if match.id else [entry.id for entry in storage.list_matches()]:
            storage.leave_out(match_id)
        if match.head is None:
            storage.notices.append(Notice("rescue.all_left_out", {}))
        else:
            facts = {"company": match.head.list_players(self._app.words), "name": f"{match.id}.tablier"}
            storage.notices.append(Notice("rescue.left_out", facts))
