"""Opening of a folder in the system's file manager, which SDL knows how to find."""

from __future__ import annotations

import ctypes
import os
import shutil
import sys
from pathlib import Path

from rules.ai.program import LENT
from scenes.app.wait import sdl


def show_folder(folder: Path) -> bool:
    """Ask the system to show a folder; return False if it can't be asked. Success isn't reported."""
    if sys.platform == "linux" and shutil.which("xdg-open") is None:
        return False
    before = {name: os.environ.pop(name) for name in LENT if name in os.environ}
    try:
        function = sdl().SDL_OpenURL
        function.argtypes, function.restype = [ctypes.c_char_p], ctypes.c_int
        return bool(function(folder.absolute().as_uri().encode()) == 0)
    except (OSError, AttributeError, TypeError):
        return False
    finally:
        os.environ.update(before)
