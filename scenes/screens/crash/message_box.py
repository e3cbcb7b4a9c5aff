"""What can be said without a window of ours: in a message box of the system, and on the standard error."""

from __future__ import annotations

import contextlib
import sys
import traceback
from collections.abc import Sequence

import pygame

from scenes.app.signals import ending_at_once


def ask(told: Sequence[str], ways: Sequence[tuple[str, str]]) -> str:
    """Ask in a message box. `ways`: what is returned, and its words; Enter is the first, Esc the last.

    Raises pygame.error where no box can be shown.
    """
    buttons = tuple(words for _, words in ways)
    text, last = "\n\n".join(told), len(ways) - 1
    with ending_at_once():
        chosen = pygame.display.message_box("Tablier", text, "error", None, buttons, 0, last)
    return ways[chosen][0]


def say(told: Sequence[str], close: str) -> None:
    """Say it on the standard error, and in a box with the button `close` where one can be shown. Raises nothing."""
    with contextlib.suppress(Exception):
        print(" ".join(told), file=sys.stderr, flush=True)
    with contextlib.suppress(Exception):
        ask(told, [("", close)])


def say_not_started(problem: Exception) -> None:
    """Say and log that a part of the app is missing or damaged. Raises something where even that can't be done."""
    from scenes.app.storage import Storage
    from scenes.app.words import Words
    from scenes.screens.crash.report import scrubbed

    storage = Storage()
    storage.log(scrubbed("".join(traceback.format_exception(problem))))
    words = Words(storage.load_settings().language)
    why = " ".join(f"{type(problem).__name__}: {problem}".split())[:300]
    say([words("app.damaged", why=why), words("rescue.log", log=storage.log_file)], words("widgets.close"))
