"""The prompts beside the board, one at a time: confirming a move, taking a match over, and those of dice and mail."""

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
SHOW: Final = "caution-show"


@dataclass(frozen=True, slots=True)
class PromptOption:
    """One answer to a prompt, as a button."""

    value: str
    label: str
    look: str | None = None  # the sprite on the button
    is_primary: bool = False  # whether it is the usual answer


@dataclass(frozen=True, slots=True)
class PromptText:
    """A question and its answers, which may be none."""

    text: str = ""
    options: tuple[PromptOption, ...] = ()


NO_PROMPT: Final = PromptText()


class Prompt(ABC):
    """A question that appears when it has to be asked, and the handling of its answer."""

    @abstractmethod
    def question(self) -> PromptText:
        """Return the question to ask now, or `NO_PROMPT`."""

    @abstractmethod
    def answer(self, value: str) -> None: ...

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Handle a key; return whether it was an answer or a part of one."""
        return False


class PromptQueue:
    """All prompts of a match, the most urgent first."""

    def __init__(self, prompts: Sequence[Prompt]) -> None:
        self._prompts = prompts
        self._asking: Prompt | None = None

    def question(self) -> PromptText:
        """Return the first question that has to be asked, and remember which prompt asks it."""
        for prompt in self._prompts:
            question = prompt.question()
            if question != NO_PROMPT:
                self._asking = prompt
                return question
        return NO_PROMPT

    def answer(self, value: str) -> None:
        if self._asking is not None:
            self._asking.answer(value)

    def handle_key(self, event: pygame.event.Event) -> bool:
        return any(prompt.handle_key(event) for prompt in self._prompts)


class OpenElsewhere(Prompt):
    """The question whether to take over a match that is open in another window."""

    def __init__(self, table: TableAccess, take_over: Callable[[], object]) -> None:
        self._table = table
        self._take_over = take_over

    def question(self) -> PromptText:
        if not self._table.facts.model.is_elsewhere:
            return NO_PROMPT
        words = self._table.words
        return PromptText(
            words("elsewhere.about"), (PromptOption(TAKE_OVER, words("elsewhere.take_over"), is_primary=True),)
        )

    def answer(self, value: str) -> None:
        self._take_over()


class ConfirmMove(Prompt):
    """The question whether to play a move that looks like a mistake, or is one for the tutor.

    The clock runs on meanwhile.
    """

    def __init__(self, table: TableAccess) -> None:
        self._table = table

    def question(self) -> PromptText:
        table, words = self._table, self._table.words
        pending = table.facts.model.pending_move
        if pending is None or table.facts.model.engine.is_judging:
            return NO_PROMPT
        key, remark = table.facts.match.game.key, pending.remark
        text = "" if remark is None else words(f"caution.{key}.{remark.code}", **remark.facts)
        yes, no = PromptOption(YES, words("caution.yes")), words.with_esc("caution.no", is_esc_here=True)
        if not pending.better:
            return PromptText(text, (yes, PromptOption(NO, no, is_primary=True)))
        share, no = words.format_percent(round(100 * pending.loss)), words.with_esc("tutor.again", is_esc_here=True)
        text = f"{words('tutor.loss', share=share)} {text or words('tutor.reason')}"
        again, show = PromptOption(NO, no, is_primary=True), PromptOption(SHOW, words("tutor.show"))
        return PromptText(text, (show, yes, again))

    def answer(self, value: str) -> None:
        pending = self._table.facts.model.pending_move
        self._table.send(Command.SHOW_BETTER_TURN if value == SHOW else Command.DROP_PENDING_MOVE)
        if value == YES and pending is not None:
            self._table.send(Play(pending.move, pending.held, is_confirmed=True))
