"""The prompts of a table with dice: whether a leaning die counts, faces of own dice, the next game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

import pygame

from rules.contract import Move
from rules.unstacked_draughts.moves import Answer
from scenes.games.unstacked_draughts.chance import DiceRead, DiceRules, dice_rules_of
from scenes.table import match_text
from scenes.table.events import Command, Play, PlayAutomaticMove
from scenes.table.prompts import NO_PROMPT, Prompt, PromptOption, PromptText

if TYPE_CHECKING:
    from scenes.games.unstacked_draughts.cup import CupInHand
    from scenes.table.table_access import TableAccess

FACES: Final = "123456"
BEGIN: Final = "begin"
CONTINUE: Final = "go-on"
DIGITS: Final[dict[int, str]] = {getattr(pygame, f"K_{pad}{face}"): face for face in FACES for pad in ("", "KP")}


class DiceInFlight(Protocol):
    """The part of the dice view that the prompt uses."""

    cup: CupInHand
    is_rolling_on: bool
    """Whether dice keep rolling until the person covers them or lets them land."""

    def let_dice_land(self) -> None:
        """Let the dice land if they keep rolling."""

    def throw(self, move: Move) -> None:
        """Play a gentle throw."""


class DicePrompt(Prompt):
    def __init__(self, host: TableAccess, dice_view: DiceInFlight) -> None:
        self._host = host
        self._dice_view = dice_view
        self._faces_read = ""

    @property
    def _rules(self) -> DiceRules:
        return dice_rules_of(self._host.facts)

    def question(self) -> PromptText:
        host, words = self._host, self._host.words
        if not host.facts.cursor.is_live or host.facts.match.outcome() is not None:
            return NO_PROMPT
        if self._needs_faces():
            text = words("dice.tell_second", first=self._faces_read) if self._faces_read else words("dice.tell_how")
            return PromptText(
                text, tuple(PromptOption(face, face, f"unstacked_draughts/die-{face}") for face in FACES)
            )
        if self._rules.next_game_move is not None:
            if not host.session.persons:
                return NO_PROMPT
            return PromptText(self._score_text(), (PromptOption(BEGIN, words("dice.next_game"), is_primary=True),))
        if (waiting_text := self._waiting_text()) is not None:
            return PromptText(waiting_text, (PromptOption(CONTINUE, words("dice.go_on"), is_primary=True),))
        answers = self._legal_answers()
        if not answers:
            return NO_PROMPT
        options = tuple(PromptOption(word, words(f"dice.answer_{word}")) for word in answers)
        text, seat = "dice.ask_test" if "test" in answers else "dice.ask_counts", next(iter(answers.values())).seat
        return PromptText(match_text.sentence_about(words, host.session, text, seat), options)

    def answer(self, value: str) -> None:
        if value in FACES:
            self._add_face(value)
        elif value == BEGIN:
            opening = self._rules.next_game_move
            if opening is not None:
                self._host.send(PlayAutomaticMove(opening))
        elif value == CONTINUE:
            self._end_wait()
        elif (move := self._legal_answers().get(value)) is not None:
            self._host.send(Play(move, {}))

    def _score_text(self) -> str:
        words, session, position = self._host.words, self._host.session, self._rules.position
        (first_score, second_score), goal = position.score
        first, second = (match_text.you_or_name(words, session, seat) for seat in (0, 1))
        return words("dice.score", first=first, second=second, a=first_score, b=second_score, goal=goal)

    def _legal_answers(self) -> dict[str, Answer]:
        moves = self._rules.position.player_moves()
        movers = self._host.facts.movers
        return {move.word: move for move in moves if isinstance(move, Answer) and move.seat in movers}

    def _waiting_text(self) -> str | None:
        """Return the text about a wait that the person ends; None if there is no wait."""
        host = self._host
        if self._dice_view.is_rolling_on:
            return host.words("dice.rolls_on")
        if host.facts.is_throw_waiting_for_persons:
            return match_text.sentence_about(
                host.words, host.session, "dice.throws_next", host.facts.match.position.to_move
            )
        return None

    def _end_wait(self) -> None:
        if self._dice_view.is_rolling_on:
            self._dice_view.let_dice_land()
        else:
            self._host.send(Command.SKIP_WAIT)

    # --- the players' own dice

    def _needs_faces(self) -> bool:
        return self._rules.uses_own_dice and (self._rules.is_pending or bool(self._dice_view.cup.find_throws()))

    def _add_face(self, face: str) -> None:
        """Enter a face, which begins the throw if need be; after the last face, report the throw."""
        if not self._needs_faces():
            return
        if not self._rules.is_pending:
            self._dice_view.throw(next(iter(self._dice_view.cup.find_throws().values())))
        self._faces_read += face
        if len(self._faces_read) < self._rules.dice_count:
            self._host.refresh()
            return
        faces, self._faces_read = self._faces_read, ""
        self._host.send(DiceRead(tuple(int(digit) for digit in faces)))

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Handle a key: a digit enters a face, Backspace clears the entered ones, Space ends a wait."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_SPACE and self._waiting_text() is not None:
            self._end_wait()
            return True
        if event.type != pygame.KEYDOWN or not self._needs_faces():
            return False
        if event.key in DIGITS:
            self._add_face(DIGITS[event.key])
            return True
        if event.key == pygame.K_BACKSPACE and self._faces_read:
            self._faces_read = ""
            self._host.refresh()
            return True
        return False
