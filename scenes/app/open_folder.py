"""Opening of a folder in the system's file manager, through SDL."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from rules.ai.program import LIBRARY_VARIABLES
from scenes.app.sdl import sdl_function


def show_folder(folder: Path) -> bool:
    """Ask the system to show a folder; return False if it can't be asked. The system doesn't report success."""
    if sys.platform == "linux" and shutil.which("xdg-open") is None:
        return False
    # the system's file manager mustn't load the executable's libraries
    removed = {name: os.environ.pop(name) for name in LIBRARY_VARIABLES if name in os.environ}
    try:
        open_url = sdl_function("SDL_OpenURL")
        return open_url is not None and bool(open_url(folder.absolute().as_uri().encode()) == 0)
    finally:
        os.environ.update(removed)
