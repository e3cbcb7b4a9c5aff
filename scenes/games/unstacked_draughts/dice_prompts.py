"""Questions on the table: whether a leaning die counts, the faces of the players' own dice, the next game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

import pygame

from rules.contract import Move
from rules.unstacked_draughts.moves import Answer
from scenes.games.unstacked_draughts.chance import DiceRead, DiceRules, dice_of
from scenes.table import match_text
from scenes.table.events import Command, Play, PlayForced
from scenes.table.prompts import NOTHING, Prompt, PromptOption, PromptText

if TYPE_CHECKING:
    from scenes.games.unstacked_draughts.cup import CupInHand
    from scenes.table.table_access import TableAccess

FACES: Final = "123456"
BEGIN: Final = "begin"
GO_ON: Final = "go-on"
DIGITS: Final[dict[int, str]] = {getattr(pygame, f"K_{pad}{face}"): face for face in FACES for pad in ("", "KP")}


class DiceInFlight(Protocol):
    """The part of the dice view that the prompt needs."""

    cup: CupInHand
    rolls_on: bool
    """Whether dice keep rolling until the person covers them or lets them land."""

    def let_lie(self) -> None:
        """Let rolling dice land."""

    def throw(self, move: Move) -> None:
        """Play a gentle throw."""


class DicePrompt(Prompt):
    def __init__(self, host: TableAccess, view: DiceInFlight) -> None:
        self._host = host
        self._view = view
        self._faces_read = ""

    @property
    def _dice(self) -> DiceRules:
        return dice_of(self._host.facts)

    def question(self) -> PromptText:
        host, words = self._host, self._host.words
        if not host.facts.cursor.is_live or host.facts.match.outcome() is not None:
            return NOTHING
        if self._waits_for_faces():
            asked = words("dice.tell_second", first=self._faces_read) if self._faces_read else words("dice.tell_how")
            return PromptText(
                asked, tuple(PromptOption(face, face, f"unstacked_draughts/die-{face}") for face in FACES)
            )
        if self._dice.opening_move is not None:
            if not host.session.persons:
                return NOTHING
            return PromptText(self._score(), (PromptOption(BEGIN, words("dice.next_game"), primary=True),))
        if (waits := self._waits()) is not None:
            return PromptText(waits, (PromptOption(GO_ON, words("dice.go_on"), primary=True),))
        answers = self._answers()
        if not answers:
            return NOTHING
        options = tuple(PromptOption(word, words(f"dice.answer_{word}")) for word in answers)
        asked, seat = "dice.ask_test" if "test" in answers else "dice.ask_counts", next(iter(answers.values())).seat
        return PromptText(match_text.of_seat(words, host.session, asked, seat), options)

    def answer(self, value: str) -> None:
        if value in FACES:
            self._add_face(value)
        elif value == BEGIN:
            opening = self._dice.opening_move
            if opening is not None:
                self._host.send(PlayForced(opening))
        elif value == GO_ON:
            self._go_on()
        elif (move := self._answers().get(value)) is not None:
            self._host.send(Play(move, {}))

    def _score(self) -> str:
        words, session, position = self._host.words, self._host.session, self._dice.position
        (a, b), goal = position.score
        first, second = (match_text.address_of(words, session, seat) for seat in (0, 1))
        return words("dice.score", first=first, second=second, a=a, b=b, goal=goal)

    def _answers(self) -> dict[str, Answer]:
        moves = self._dice.position.players_moves()
        return {one.word: one for one in moves if isinstance(one, Answer) and one.seat in self._host.facts.movers}

    def _waits(self) -> str | None:
        host = self._host
        if self._view.rolls_on:
            return host.words("dice.rolls_on")
        if host.facts.is_throw_waiting_for_persons:
            return match_text.of_seat(host.words, host.session, "dice.throws_next", host.facts.match.position.to_move)
        return None

    def _go_on(self) -> None:
        if self._view.rolls_on:
            self._view.let_lie()
        else:
            self._host.send(Command.SKIP_WAIT)

    # --- the players' own dice

    def _waits_for_faces(self) -> bool:
        return self._dice.are_dice_read and (self._dice.is_pending or bool(self._view.cup.throws()))

    def _add_face(self, face: str) -> None:
        if not self._waits_for_faces():
            return
        if not self._dice.is_pending:
            self._view.throw(next(iter(self._view.cup.throws().values())))
        self._faces_read += face
        if len(self._faces_read) < self._dice.dice_count:
            self._host.refresh()
            return
        told, self._faces_read = self._faces_read, ""
        self._host.send(DiceRead(tuple(int(one) for one in told)))

    def key(self, event: pygame.event.Event) -> bool:
        """Handle a key: a digit enters a face, Backspace clears the entry, Space ends a wait."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_SPACE and self._waits() is not None:
            self._go_on()
            return True
        if event.type != pygame.KEYDOWN or not self._waits_for_faces():
            return False
        if event.key in DIGITS:
            self._add_face(DIGITS[event.key])
            return True
        if event.key == pygame.K_BACKSPACE and self._faces_read:
            self._faces_read = ""
            self._host.refresh()
            return True
        return False
