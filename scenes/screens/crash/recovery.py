"""What is done about a fault in the app's loop: keep the match, write the log, say it, and go on some way.

Everything that lay on the stack is taken away, for nobody knows what of it is whole, and made anew from the files. A
fault that comes again soon leads further off: first to the table again, then to the menu, then to a menu without the
match that fails. What can't be said on a sheet of the house is said on a plain one, then in a box of the system's,
then on the standard error.
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from scenes.app import native_faults
from scenes.app.crash_report import fingerprint, moment_of, report, scrubbed
from scenes.app.storage import Notice
from scenes.screens.crash import plain
from scenes.screens.crash.keeping import Kept, keep, lying
from scenes.screens.crash.scene import Plight, RescueScene, Way
from scenes.screens.menu.scene import MenuScene

if TYPE_CHECKING:
    from scenes.app.app import App

CALM: Final = 60.0
"""Seconds after somebody went on in which another fault counts as the same trouble."""
_RESERVE: Final = 4_000_000
"""Bytes that are given back where memory has run out, to be able to say so."""


class Rescue:
    """Stands beside the loop of one app."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.reserve: bytearray | None = bytearray(_RESERVE)
        """Memory that is given up where there is no other left."""
        self._logged: set[str] = set()
        self._row = 0
        """Faults in a row, without a calm while between them."""
        self._fresh = False
        """Whether the menu was made anew without what fails since the first of these."""
        self._went_on = -CALM
        """When somebody went on last, in the app's seconds."""
        self._plight: Plight | None = None
        """What is to be answered."""
        self._then: Callable[[], None] | None = None
        """What comes after the answer."""

    @property
    def unanswered(self) -> bool:
        """Whether the last fault was told, and nobody has gone on since."""
        return self._plight is not None

    # --- faults

    def take(self, problem: Exception) -> None:
        """A fault has come up in the loop. It raises nothing."""
        app, scenes = self._app, list(self._app.stack.scenes)
        self._make_room(problem)
        kept = keep(app.storage, scenes, self._log)
        told = self._log(problem, scenes)
        if self._plight is not None and any(isinstance(scene, RescueScene) for scene in scenes):
            self._clear(scenes)
            self._ask_plainly(self._plight)
            return
        self._plight = self._judged(problem, scenes, kept, told)
        self._clear(scenes)
        try:
            app.clear_up()
            app.stack.push(RescueScene(app, self._plight, self.answer))
        except Exception as other:
            self._log(other)
            self._ask_plainly(self._plight)

    def take_leave(self, problem: Exception, scenes: Sequence[object]) -> None:
        """A fault has come up while the app was being closed and `scenes` were left: the window has gone."""
        app = self._app
        kept = keep(app.storage, scenes, self._log)
        told = self._log(problem, scenes)
        self._plight = Plight("close", kept, ("close",), False, told, app.storage.log_file)
        native_faults.say(self._plight.told(app.words), app.words("widgets.close"))

    def fell(self, told: str, then: Callable[[], None] | None = None) -> None:
        """The last time the app fell without being able to say so; `told` is what was written down then.

        `then` is what should have been laid on the table, instead of the match that lay there.
        """
        app = self._app
        self._then = then
        kept = lying(app.storage, self._log)
        ways: tuple[Way, ...] = ("table", "menu", "close") if kept.goes_on and then is None else ("menu", "close")
        self._row = 1
        self._plight = Plight("last", kept, ways, False, scrubbed(told), app.storage.log_file)
        app.stack.push(RescueScene(app, self._plight, self.answer))

    def _judged(self, problem: Exception, scenes: Sequence[object], kept: Kept, told: str) -> Plight:
        """What the fault means, and which ways are still open."""
        app = self._app
        if app.now() - self._went_on >= CALM:
            self._row, self._fresh = 0, False
        self._row += 1
        moment = moment_of(problem)
        # What somebody began from the menu, and failed, leaves the menu well.
        menu_fails = moment != "event" and all(isinstance(scene, MenuScene) for scene in scenes)
        on: tuple[Way, ...]
        if menu_fails and kept.state == "none":
            kept = lying(app.storage, self._log)
        if menu_fails:
            on = () if self._fresh else ("menu",) if self._row == 1 else ("afresh",)
        elif not kept.goes_on:
            on = ("menu",)
        else:
            on = (("table", "menu"), ("menu",))[self._row - 1] if self._row < 3 else ("afresh",)
        return Plight(moment, kept, (*on, "close"), self._row > 1, told, app.storage.log_file)

    def _make_room(self, problem: Exception) -> None:
        """Where memory has run out, give back what can be made again."""
        if isinstance(problem, MemoryError):
            self.reserve = None
            with contextlib.suppress(Exception):
                self._app.theme.cache.clear()
                self._app.assets.settled()
            gc.collect()

    def _log(self, problem: Exception, scenes: Sequence[object] = ()) -> str:
        """Write a fault into the log, once however often it comes; the report of it."""
        told = report(self._app, problem, scenes)
        sign = fingerprint(problem)
        if sign not in self._logged:
            self._logged.add(sign)
            self._app.storage.log(told)
        return told

    def _clear(self, scenes: Sequence[object]) -> None:
        """Take everything off the stack; what fails in that is passed over."""
        stack = self._app.stack
        while stack.scenes:
            scene = stack.scenes.pop()
            try:
                scene.abandon()
            except Exception as problem:
                self._log(problem, scenes)

    def _ask_plainly(self, plight: Plight) -> None:
        """Ask without the house's sheet; where nothing can be asked any more, say it and close."""
        words = self._app.words
        told, answers = plight.told(words), plight.answers(words)
        for ask in (plain.ask, native_faults.ask):
            try:
                way = ask(told, answers)
            except Exception as problem:
                self._log(problem)
                continue
            try:
                self.answer(way)
            except Exception as problem:
                self.take(problem)
            return
        native_faults.say(told, words("widgets.close"))
        self._app.quit()

    # --- going on

    def answer(self, way: str) -> None:
        """The person goes on this way."""
        app, plight = self._app, self._plight
        if way == "close" or plight is None:
            app.quit()
            return
        ways: dict[str, Callable[[Kept], None]] = {"table": self._to_table, "menu": self._to_menu}
        self._plight = None
        self._went_on = app.now()
        self.reserve = self.reserve or bytearray(_RESERVE)
        ways.get(way, self._afresh)(plight.kept)
        then, self._then = self._then, None
        if then is not None:
            then()

    def _to_table(self, kept: Kept) -> None:
        from scenes.screens.menu.bookmarks import resume

        self._app.stack.clear(MenuScene(self._app))
        resume(self._app, kept.id)

    def _to_menu(self, kept: Kept) -> None:
        self._app.storage.remember_open(None)
        self._app.stack.clear(MenuScene(self._app))

    def _afresh(self, kept: Kept) -> None:
        """The menu, with everything made anew, and without the match that fails, or all where that isn't known."""
        self._fresh = True
        storage = self._app.storage
        for match_id in [kept.id] if kept.id else [entry.id for entry in storage.list_matches()]:
            storage.leave_out(match_id)
        if kept.head is not None:
            facts = {"company": kept.head.company(self._app.words), "name": f"{kept.id}.tablier"}
            storage.notices.append(Notice("rescue.left_out", facts))
        else:
            storage.notices.append(Notice("rescue.all_left_out", {}))
        self._app.clear_up(anew=True)
        self._to_menu(kept)
