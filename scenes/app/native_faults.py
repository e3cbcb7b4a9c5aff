"""The last ways to say something: a box of the system's own, and the standard error."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence

import pygame

TITLE = "Tablier"


def ask(told: Sequence[str], ways: Sequence[tuple[str, str]]) -> str:
    """Ask in a message box of the system's. `told` are paragraphs, `ways` the answers: what is returned, and words;
    Enter strikes the first, Esc the last. Raises pygame.error where no box can be shown."""
    chosen = pygame.display.message_box(
        TITLE,
        "\n\n".join(told),
        "error",
        None,
        tuple(words for _, words in ways),
        return_button=0,
        escape_button=len(ways) - 1,
    )
    return ways[chosen][0]


def say(told: Sequence[str], close: str) -> None:
    """Say it on the standard error, and in a box with the key `close` where one can be shown. It raises nothing."""
    with contextlib.suppress(Exception):
        print(" ".join(told), file=sys.stderr, flush=True)
    with contextlib.suppress(Exception):
        ask(told, [("", close)])
