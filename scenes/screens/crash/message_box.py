"""Messages that need no window of the app: in a message box of the system, and on standard error."""

from __future__ import annotations

import contextlib
import sys
import traceback
from collections.abc import Sequence

import pygame

from scenes.app.signals import ending_at_once


def ask(sentences: Sequence[str], choices: Sequence[tuple[str, str]]) -> str:
    """Ask in a message box with a button for each (key, text) of `choices`; return the chosen key.

    Enter chooses the first button, Esc the last. Raises pygame.error if no box can be shown.
    """
    buttons = tuple(text for _, text in choices)
    message, esc_index = "\n\n".join(sentences), len(choices) - 1
    with ending_at_once():
        chosen_index = pygame.display.message_box("Tablier", message, "error", None, buttons, 0, esc_index)
    return choices[chosen_index][0]


def show_message_box(sentences: Sequence[str], close_label: str) -> None:
    """Print a message on standard error, and show it in a box with one button if possible. Raises nothing."""
    with contextlib.suppress(Exception):
        print(" ".join(sentences), file=sys.stderr, flush=True)
    with contextlib.suppress(Exception):
        ask(sentences, [("", close_label)])


def report_failed_start(problem: Exception) -> None:
    """Log and show that a part of the app is missing or damaged. Raises an exception if even that fails."""
    from scenes.app.storage import Storage
    from scenes.app.words import Words
    from scenes.screens.crash.report import remove_private_names

    storage = Storage()
    storage.log(remove_private_names("".join(traceback.format_exception(problem))))
    words = Words(storage.load_settings().language)
    why = " ".join(f"{type(problem).__name__}: {problem}".split())[:300]
    show_message_box(
        [words("app.damaged", why=why), words("rescue.log", log=storage.log_file)], words("widgets.close")
    )
