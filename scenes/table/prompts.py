"""The prompts on the table itself, one at a time: confirming a move, dice, a line of mail. Pure."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pygame

from scenes.table.events import Command, Play

if TYPE_CHECKING:
    from scenes.table.table_access import TableAccess


TAKE_OVER: Final = "take-over"
YES: Final = "caution-yes"
NO: Final = "caution-no"


@dataclass(frozen=True, slots=True)
class PromptOption:
    """One answer: its value, its label, the sprite on its button if any, and whether it is the usual one."""

    value: str
    label: str
    look: str | None = None
    primary: bool = False


@dataclass(frozen=True, slots=True)
class PromptText:
    """A question in words, and its answers; without answers nothing is asked."""

    text: str = ""
    options: tuple[PromptOption, ...] = ()


NOTHING: Final = PromptText()


class Prompt(ABC):
    """A source of questions that handles their answers."""

    @abstractmethod
    def question(self) -> PromptText:
        """Return the question of this moment, or NOTHING."""

    @abstractmethod
    def answer(self, value: str) -> None:
        """Handle the answer with this value."""

    def key(self, event: pygame.event.Event) -> bool:
        """Return whether a key of the keyboard was an answer, or a part of one."""
        return False


class PromptQueue:
    """All prompts of a match, the most pressing first."""

    def __init__(self, prompts: Sequence[Prompt]) -> None:
        self._prompts = prompts
        self._asking: Prompt | None = None

    def question(self) -> PromptText:
        for prompt in self._prompts:
            asked = prompt.question()
            if asked != NOTHING:
                self._asking = prompt
                return asked
        return NOTHING

    def answer(self, value: str) -> None:
        """Give an answer to the prompt that asked."""
        if self._asking is not None:
            self._asking.answer(value)

    def key(self, event: pygame.event.Event) -> bool:
        return any(prompt.key(event) for prompt in self._prompts)


class OpenElsewhere(Prompt):
    """The question whether to take over a match that is open in another window."""

    def __init__(self, table: TableAccess, take_over: Callable[[], object]) -> None:
        self._table = table
        self._take_over = take_over

    def question(self) -> PromptText:
        if not self._table.facts.model.is_elsewhere:
            return NOTHING
        words = self._table.words
        return PromptText(
            words("elsewhere.about"), (PromptOption(TAKE_OVER, words("elsewhere.take_over"), primary=True),)
        )

    def answer(self, value: str) -> None:
        self._take_over()


class ConfirmMove(Prompt):
    """The question whether to play a move that its player might regret; time goes on meanwhile."""

    def __init__(self, table: TableAccess) -> None:
        self._table = table

    def question(self) -> PromptText:
        table, words = self._table, self._table.words
        pending = table.facts.model.pending
        if pending is None:
            return NOTHING
        remark = pending.remark
        text = words(f"caution.{table.facts.match.game.key}.{remark.code}", **remark.facts)
        no = PromptOption(NO, words.with_esc("caution.no", here=True), primary=True)
        return PromptText(text, (PromptOption(YES, words("caution.yes")), no))

    def answer(self, value: str) -> None:
        pending = self._table.facts.model.pending
        self._table.send(Command.DROP_PENDING_MOVE)
        if value == YES and pending is not None:
            self._table.send(Play(pending.move, pending.held, is_confirmed=True))
