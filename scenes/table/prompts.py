"""What is asked on the table itself, one prompt at a time: confirming a move, dice, a line of mail. Pure."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rules.contract import Move, Remark
from scenes.table.state import Held

if TYPE_CHECKING:
    import pygame

    from scenes.table.facts import MatchHost

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
class Asked:
    """A question in words, and its answers; without answers nothing is asked."""

    text: str = ""
    options: tuple[PromptOption, ...] = ()


NOTHING: Final = Asked()


class Prompt(ABC):
    """Somebody who may have a question, and knows what to do with the answer."""

    @abstractmethod
    def question(self) -> Asked:
        """What is to be asked now, or NOTHING."""

    @abstractmethod
    def answer(self, value: str) -> None:
        """The option with this value was chosen."""

    def key(self, event: pygame.event.Event) -> bool:
        """Whether a key of the keyboard was an answer, or a part of one."""
        return False


class PromptQueue:
    """All prompts of a match, the most pressing first."""

    def __init__(self, prompts: Sequence[Prompt]) -> None:
        self._prompts = prompts
        self._asking: Prompt | None = None

    def question(self) -> Asked:
        """What is asked now, or NOTHING."""
        for prompt in self._prompts:
            asked = prompt.question()
            if asked != NOTHING:
                self._asking = prompt
                return asked
        return NOTHING

    def answer(self, value: str) -> None:
        """An option was chosen: it is for whoever asked."""
        if self._asking is not None:
            self._asking.answer(value)

    def key(self, event: pygame.event.Event) -> bool:
        """Whether a key of the keyboard was an answer."""
        return any(prompt.key(event) for prompt in self._prompts)


class OpenElsewhere(Prompt):
    """While the match lies open in another window: whether to take it over."""

    def __init__(self, match: MatchHost, take_over: Callable[[], object]) -> None:
        self._table = match
        self._take_over = take_over

    def question(self) -> Asked:
        """Whether the match shall go on here."""
        if not self._table.session.elsewhere:
            return NOTHING
        words = self._table.words
        return Asked(words("elsewhere.about"), (PromptOption(TAKE_OVER, words("elsewhere.take_over"), primary=True),))

    def answer(self, value: str) -> None:
        """It shall."""
        self._take_over()


class ConfirmMove(Prompt):
    """Before a move that its player might regret: whether it shall be played. Time goes on meanwhile."""

    def __init__(self, match: MatchHost) -> None:
        self._table = match
        self._waiting: tuple[Move, Held, Remark] | None = None
        """The move, where the hand let go, and what is to be said."""

    def holds(self, move: Move, held: Held) -> bool:
        """Whether the move isn't played before it was asked about. Losing at once is always asked about."""
        table = self._table
        caution = table.session.game.teach.caution
        remark = None if caution is None else caution(table.match.position, move)
        if remark is None or (remark.aid and not table.settings.caution):
            return False
        self._waiting = (move, held, remark)
        table.listener.pick(table.match.position.gesture(move).pick)
        table.advice = (move,)
        table.app.sound.play("offer")
        table.refresh()
        return True

    def question(self) -> Asked:
        """Whether the move that waits shall be played."""
        if self._waiting is None:
            return NOTHING
        table, words = self._table, self._table.words
        remark = self._waiting[-1]
        said = words(f"caution.{table.match.game.key}.{remark.code}", **remark.facts)
        no = PromptOption(NO, words.with_esc("caution.no", here=True), primary=True)
        return Asked(said, (PromptOption(YES, words("caution.yes")), no))

    def answer(self, value: str) -> None:
        """The person has decided."""
        waiting = self._waiting
        self.drop()
        if value == YES and waiting is not None:
            move, held, _ = waiting
            self._table.carry_through(move, held)

    @property
    def waits(self) -> bool:
        """Whether a move waits for a yes."""
        return self._waiting is not None

    def drop(self) -> bool:
        """The move isn't played; whether one was waiting."""
        if self._waiting is None:
            return False
        self._waiting, self._table.advice = None, ()
        self._table.listener.let_go()
        self._table.refresh()
        return True

    def forget(self) -> None:
        """The match went another way."""
        self._waiting = None
