"""The start of the app: the command line, the first frame, and the screen that answers each request."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

from scenes.app.navigation import OpenFile, OpenKeys, Request, ShowText, open_screen, register
from scenes.app.version import VERSION
from scenes.screens import requests as screens
from scenes.table import screen_requests as table

if TYPE_CHECKING:
    from scenes.app.app import App
    from scenes.app.stack import AppContext, Scene
    from scenes.app.storage import Storage
    from scenes.screens.crash.recovery import CrashRecovery


def run(arguments: list[str] | None = None, on_ready: Callable[[App], object] | None = None) -> None:
    """Run the app until its window is closed. Without a display, show a message and exit with code 2.

    An error in a screen is shown in the window (`scenes.screens.crash`). An error before there is a window is logged
    and shown in a message box, with exit code 1. `on_ready`, which `tests.bench` gives, is called with the app
    once the app takes input; the app then doesn't recover from errors.
    """
    file = read_file_argument(sys.argv[1:] if arguments is None else arguments)
    from scenes.app import first_frame
    from scenes.app.app import App
    from scenes.app.picture_store import STORE
    from scenes.app.storage import Storage
    from scenes.app.window import NoDisplay

    storage = Storage()
    settings = storage.load_settings()
    _open_picture_store(storage)
    with contextlib.ExitStack() as exit_stack:
        exit_stack.callback(STORE.close)
        try:
            app = App(settings, storage)
            if on_ready is None:
                app.on_fault = lambda problem, scenes: _recovery(app).handle_fault(problem, scenes)
            is_match_shown = first_frame.show_stored_picture(app, None if file is not None else _last_open_match(app))
            from scenes.screens.menu.scene import MenuScene

            open_first = partial(_open_first_screen, app, file, on_ready, exit_stack)
            app.run(MenuScene(app), open_first, is_picture_shown=is_match_shown)
        except NoDisplay as problem:
            _show_error_and_exit(str(problem), settings.language)
        except Exception:
            import traceback

            from scenes.app.words import Words

            storage.log(traceback.format_exc())
            message = Words(settings.language)("app.fault", log=storage.log_file)
            _show_error_and_exit(message, settings.language, code=1)
    if app.crashed:
        raise SystemExit(1)


def _open_picture_store(storage: Storage) -> None:
    from rules.ai.ownership import first_shared
    from scenes.app.picture_store import STORE

    folder = storage.cache / "pictures"
    writable_by_others = first_shared([folder])
    if writable_by_others is None:
        STORE.open(folder)
    else:
        storage.log(f"No pictures are kept in {folder}: other people may change {writable_by_others}")


def read_file_argument(arguments: list[str]) -> Path | None:
    """Return the file named on the command line, or None; if there is an option instead, carry it out and exit."""
    if not arguments:
        return None
    from argparse import ArgumentParser  # slow to load, and rarely needed

    parser = ArgumentParser(prog="tablier", description="Rare table games on one table.")
    parser.add_argument("--version", action="version", version=f"Tablier {VERSION}")
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="a match or a position to open")
    parser.add_argument(
        "--self-test",
        action="store_true",
        help="check that every game, picture, sound, text and opponent works; name those that don't, and exit",
    )
    # A file whose name begins with a dash would be taken for an option.
    given = parser.parse_args([f"./{one}" if _is_dashed_file(one) else one for one in arguments])
    if given.self_test:
        from scenes import selftest

        raise SystemExit(selftest.run())
    file: Path | None = given.file
    return file


def _is_dashed_file(argument: str) -> bool:
    return argument.startswith("-") and argument not in OPTIONS and Path(argument).exists()


def _show_error_and_exit(sentence: str, language: str, code: int = 2) -> NoReturn:
    from scenes.app.words import Words
    from scenes.screens.crash import message_box

    message_box.show_message_box([sentence], Words(language)("widgets.close"))
    raise SystemExit(code)


def _open_first_screen(
    app: App, file: Path | None, on_ready: Callable[[App], object] | None, exit_stack: contextlib.ExitStack
) -> None:
    """Do what waits for the first frame: log crashes, clean up, open the file or the last match, preload modules."""
    from scenes.app import signals, startup_cleanup

    signals.close_on_hangup()
    crash_text = _watch_for_crashes(app, exit_stack) if on_ready is None else ""
    if startup_cleanup.remove_leftovers(app.storage) and app.stack.top is not None:
        app.stack.top.on_resume(None)  # the menu shows what was recovered
    if crash_text:
        _recovery(app).after_crash(crash_text, None if file is None else lambda: _open_file_or_last_match(app, file))
    else:
        _open_file_or_last_match(app, file)
    app.chores.extend(partial(import_module, name) for name in PRELOADED_MODULES)
    if on_ready is not None:
        on_ready(app)


@lru_cache(maxsize=1)
def _recovery(app: App) -> CrashRecovery:
    """Return the app's only recovery, which is loaded when it is first needed."""
    from scenes.screens.crash.recovery import CrashRecovery

    return CrashRecovery(app)


def _watch_for_crashes(app: App, exit_stack: contextlib.ExitStack) -> str:
    """Log crashes and threads' faults until `exit_stack` closes; return the last run's crash log, else ""."""
    from scenes.screens.crash.report import log_crashes

    app.chores.append(lambda: exit_stack.enter_context(_recovery(app).log_thread_faults()))
    crash_text = exit_stack.enter_context(log_crashes(app.storage.logs))
    if crash_text:
        app.storage.log(f"The last run crashed.\n{crash_text}")
    return crash_text


def _open_file_or_last_match(app: App, file: Path | None) -> None:
    if file is not None:
        open_screen(app, OpenFile(file))
        return
    match_id = _last_open_match(app)
    if match_id is not None:
        open_screen(app, table.OpenMatch(match_id))
    if app.storage.notices and app.stack.top is not None:
        app.stack.top.on_resume(None)  # shows the notices


def _last_open_match(app: App) -> str | None:
    """Return the id of the match to open again; None if there is none, or if the menu has notices to show first."""
    match_id = app.storage.open_match()
    return None if app.storage.notices else match_id


SCREENS: Final[Mapping[type[Request[object]], str]] = {
    ShowText: "notices.message_dialog",
    OpenKeys: "keyboard_help.KeysScene",
    OpenFile: "open_match.open_file",
    table.OpenRulebook: "rulebook.scene.RulebookScene",
    table.OpenMenu: "menu.scene.MenuScene",
    table.OpenSettings: "settings.SettingsScene",
    table.OpenSetup: "setup.scene.SetupScene",
    table.OpenEditor: "editor.scene.EditorScene",
    table.SaveRecord: "import_export.SaveFileScene",
    table.OpenPause: "pause.PauseScene",
    table.ShowResult: "result.ResultScene",
    table.OpenReview: "review.scene.ReviewScene",
    table.OpenTryout: "review.tryout.TryoutScene",
    table.OpenMatch: "open_match.open_saved_match",
    screens.OpenArchive: "match_list.ArchiveScene",
    screens.OpenExchange: "import_export.OpenMatchScene",
    screens.OpenLicences: "licences.LicencesScene",
    screens.OpenStatistics: "statistics.scene.StatisticsScene",
    screens.OpenLessons: "learn.lessons.LessonsScene",
    screens.OpenLesson: "learn.lessons.lesson_scene",
    screens.OpenPuzzles: "learn.puzzles.puzzles_scene",
    screens.OpenMistakes: "learn.mistake_scenes.MistakesScene",
    screens.TryMistakes: "learn.mistake_scenes.first_mistake_scene",
}
"""The class or function in `scenes.screens` that answers each request, called with the app and the request's fields.

The module is loaded when such a request is first made.
"""
OPTIONS: Final = ("-h", "--help", "--version", "--self-test", "--")
PRELOADED_MODULES: Final = (
    "scenes.ui.form_row",
    "scenes.screens.setup.scene",
    "scenes.table.runtime",
    "scenes.table.scene",
)
"""Modules loaded once the menu is complete, so that no click waits for them."""


def _make_screen(screen_name: str, app: AppContext, request: Request[object]) -> Scene | None:
    """Call the class or function `screen_name`; return its scene, or None if it has pushed its scenes itself."""
    module, _, factory = f"scenes.screens.{screen_name}".rpartition(".")
    fields = [getattr(request, field) for field in request.__match_args__]
    scene: Scene | None = getattr(import_module(module), factory)(app, *fields)
    return scene


for _request_type, _screen_name in SCREENS.items():
    register(_request_type, partial(_make_screen, _screen_name))
