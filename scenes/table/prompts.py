"""The slip of paper on the table: several may have something to ask there, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol, TypeAlias

import pygame

from scenes.ui.question import Option

Asked: TypeAlias = tuple[str, tuple[Option, ...]]
"""The words, and the keys; no keys: nothing is asked."""
NOTHING: Final[Asked] = ("", ())


class Asker(Protocol):
    """Somebody who may have a question, and knows what to do with the answer."""

    def question(self) -> Asked:
        """What is to be asked now, or NOTHING."""

    def answer(self, value: str) -> None:
        """The key of the question that stands for `value` was pressed."""

    def key(self, event: pygame.event.Event) -> bool:
        """Whether a key of the keyboard was an answer, or a part of one."""


class Slip:
    """All who ask, the most pressing first. Taken together they ask like one."""

    def __init__(self, askers: Sequence[Asker]) -> None:
        self._askers = askers
        self._asker = askers[0]
        """Whose question stands on the slip."""

    def question(self) -> Asked:
        """What stands on the slip now, or NOTHING."""
        for asker in self._askers:
            asked = asker.question()
            if asked != NOTHING:
                self._asker = asker
                return asked
        return NOTHING

    def answer(self, value: str) -> None:
        """A key was pressed: it is for whoever asked."""
        self._asker.answer(value)

    def key(self, event: pygame.event.Event) -> bool:
        """A key of the keyboard: whether it was an answer."""
        return any(asker.key(event) for asker in self._askers)
