"""Starting the app: what the command line says, the first frame, and the match that lay on the table."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from scenes.version import VERSION

if TYPE_CHECKING:
    from scenes.app import App


def run(arguments: list[str] | None = None, watch: Callable[[App], object] | None = None) -> None:
    """Open the window and stay until the person closes it. Without a screen: a sentence and exit code 2.

    A fault of the program's own is written to the log, and a sentence says so; exit code 1.

    `watch` is handed the app once it takes input, which is how `scenes.bench` measures it.
    """
    given = _arguments(arguments)
    if given.self_test:
        from scenes import selftest

        raise SystemExit(selftest.run())
    from scenes.app import App, NoDisplay
    from scenes.menu import MenuScene
    from scenes.storage import Storage

    storage = Storage()
    settings = storage.load_settings()
    try:
        app = App(settings, storage)
        app.run(MenuScene(app), opened=lambda: _opened(app, given, watch))
    except NoDisplay as problem:
        _fail(str(problem))
    except Exception:
        import traceback

        from scenes.lang import Words

        storage.log(traceback.format_exc())
        _fail(Words(settings.language)("app.fault", log=storage.log_file), code=1)


def _arguments(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tablier", description="Rare table games on one table.")
    parser.add_argument("--version", action="version", version=f"Tablier {VERSION}")
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="a match or a position to open")
    parser.add_argument(
        "--self-test",
        action="store_true",
        help="look whether every game, picture, sound, word and opponent is there and works; say what isn't, and end",
    )
    parser.add_argument(
        "--first-frame",
        action="store_true",
        help="print when the first frame takes input and when the menu is whole (monotonic clock, ns), and close",
    )
    return parser.parse_args(arguments)


def _fail(sentence: str, code: int = 2) -> NoReturn:
    print(sentence, file=sys.stderr)
    raise SystemExit(code)


def _opened(app: App, given: argparse.Namespace, watch: Callable[[App], object] | None) -> None:
    """After the first frame: open the file that was asked for, or go on with the match that lay on the table."""
    if given.first_frame:
        _time(app)
        return
    _lay(app, given.file)
    from scenes import hangup

    hangup.watch()
    if watch is not None:
        watch(app)


def _time(app: App) -> None:
    """Print two moments, and close: now, and when a frame shows all that there is to come without input."""
    first = time.monotonic_ns()

    def look(work: float, interval: float) -> None:
        if app.stack.top is None or app.stack.top.pace() is None:
            print(first, time.monotonic_ns())
            app.quit()

    app.on_frame = look


def _lay(app: App, file: Path | None) -> None:
    if file is not None:
        from scenes.exchange import open_file

        open_file(app, file)
        return
    match_id = app.storage.open_match()
    if match_id is not None and not app.storage.notices:  # what the menu has to say comes first
        from scenes.bookmarks import resume

        resume(app, match_id)
    if app.storage.notices and app.stack.top is not None:
        app.stack.top.resumed(None)
