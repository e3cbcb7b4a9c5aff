"""Starting the app: what the command line says, the first frame, and the match that lay on the table."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from scenes.version import VERSION

if TYPE_CHECKING:
    from scenes.app import App


def run(arguments: list[str] | None = None) -> None:
    """Open the window and stay until the person closes it. Without a screen: a sentence and exit code 2."""
    given = _arguments(arguments)
    from scenes.app import App, NoDisplay
    from scenes.menu import MenuScene
    from scenes.storage import Storage

    storage = Storage()
    settings = storage.load_settings()
    try:
        app = App(settings, storage)
    except NoDisplay as problem:
        _fail(str(problem))
    app.run(MenuScene(app), opened=lambda: _opened(app, given.file))


def _arguments(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tablier", description="Rare table games on one table.")
    parser.add_argument("--version", action="version", version=f"Tablier {VERSION}")
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="a match or a position to open")
    return parser.parse_args(arguments)


def _fail(sentence: str) -> NoReturn:
    print(sentence, file=sys.stderr)
    raise SystemExit(2)


def _opened(app: App, file: Path | None) -> None:
    """After the first frame: open the file that was asked for, or go on with the match that lay on the table."""
    from scenes.exchange import open_file
    from scenes.menu import resume

    if file is not None:
        open_file(app, file)
        return
    match_id = app.storage.open_match()
    if match_id is not None:
        resume(app, match_id)
