"""Faults outside the loop, in threads and in what libraries call: the log has them, and the menu says so."""

from __future__ import annotations

import sys
import threading
from types import TracebackType
from typing import TYPE_CHECKING

from scenes.app.crash_report import fingerprint, report
from scenes.app.storage import Notice

if TYPE_CHECKING:
    from scenes.app.app import App


def watch(app: App) -> None:
    """From now on such faults are told; until then, and where there is no app any more, Python prints them."""
    told: set[str] = set()

    def hear(problem: BaseException | None, place: TracebackType | None) -> None:
        if not isinstance(problem, Exception):
            return  # the process is on its way out
        problem = problem.with_traceback(place)
        sign = fingerprint(problem)
        if sign in told:
            return
        told.add(sign)
        app.storage.log(report(app, problem, list(app.stack.scenes)))
        app.storage.notices.append(Notice("rescue.beside", {"log": str(app.storage.log_file)}))

    threading.excepthook = lambda fault: hear(fault.exc_value, fault.exc_traceback)
    sys.unraisablehook = lambda fault: hear(fault.exc_value, fault.exc_traceback)


def leave() -> None:
    """Python prints them again."""
    threading.excepthook = threading.__excepthook__
    sys.unraisablehook = sys.__unraisablehook__
