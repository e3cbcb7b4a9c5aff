"""What is asked on the table itself: whether a leaning die counts, what the players' own dice show, the next game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pygame

from rules import abilities
from rules.contract import NATURE
from scenes.table import match_text
from scenes.table.prompts import NOTHING, Asked
from scenes.ui.question import Option

if TYPE_CHECKING:
    from scenes.table.scene import MatchScene

FACES: Final = "123456"
BEGIN: Final = "begin"
ANSWERS: Final = ("yes", "no", "test", "waive")
DIGITS: Final = {
    key: face
    for face, keys in zip(
        FACES,
        (
            (pygame.K_1, pygame.K_KP1),
            (pygame.K_2, pygame.K_KP2),
            (pygame.K_3, pygame.K_KP3),
            (pygame.K_4, pygame.K_KP4),
            (pygame.K_5, pygame.K_KP5),
            (pygame.K_6, pygame.K_KP6),
        ),
        strict=True,
    )
    for key in keys
}


class Asking:
    """What is asked in a match with dice, and what the answers do."""

    def __init__(self, scene: MatchScene) -> None:
        self._scene = scene
        self.told = ""
        """What has been told so far of the players' own dice."""

    def question(self) -> Asked:
        """What is to be asked now."""
        scene = self._scene
        if scene.fate.cup is None or not scene.course.live or scene.match.outcome() is not None:
            return NOTHING
        if self._waits_for_faces():
            return self._faces()
        words = scene.app.words
        if scene.fate.begins() is not None:
            if not scene.sitting.persons:
                return NOTHING
            return words("dice.score", **self._score()), (Option(BEGIN, words("dice.next_game"), primary=True),)
        answers = self._answers()
        if not answers:
            return NOTHING
        options = tuple(Option(word, words(f"dice.answer_{word}")) for word in answers)
        name = match_text.name_of(words, scene.sitting, next(iter(answers.values())).seat)
        asked = "dice.ask_test" if "test" in answers else "dice.ask_counts"
        return words(asked, name=name), options

    def answer(self, value: str) -> None:
        """A key of the question was pressed."""
        scene = self._scene
        if value in FACES:
            self._face(value)
            return
        if value == BEGIN:
            begins = scene.fate.begins()
            if begins is not None:
                scene.carry_out(begins)
            return
        move = self._answers().get(value)
        if move is not None:
            scene.play(move, {})

    def _score(self) -> dict[str, Any]:
        """Names and points, in the order of the seats."""
        words, sitting = self._scene.app.words, self._scene.sitting
        score = abilities.score(self._scene.match.position)
        assert score is not None
        (a, b), goal = score
        names = [match_text.name_of(words, sitting, seat) for seat in (0, 1)]
        return {"first": names[0], "second": names[1], "a": a, "b": b, "goal": goal}

    def _answers(self) -> dict[str, Any]:
        """The answers that persons here may give, by their words: "yes", "no", "test", "waive"."""
        scene = self._scene
        moves = [move for move in scene.match.position.legal_moves() if move.seat in scene.movers]
        return {str(move)[2:]: move for move in moves if str(move)[1:2] == "-" and str(move)[2:] in ANSWERS}

    # --- the players' own dice

    def _waits_for_faces(self) -> bool:
        """Whether a number can be told now: dice fly, or a person here may throw them."""
        fate = self._scene.fate
        return fate.asks_for_dice and (fate.flying or bool(fate.cup and fate.cup.throws()))

    def _faces(self) -> Asked:
        words, view = self._scene.app.words, self._scene.stage.view
        look = view.emblems[0].rpartition("/")[0]
        asked = words("dice.tell_second", first=self.told) if self.told else words("dice.tell_how")
        return asked, tuple(Option(face, face, f"{look}/die-{face}") for face in FACES)

    def _face(self, face: str) -> None:
        """A die was told."""
        scene, fate = self._scene, self._scene.fate
        if not self._waits_for_faces():
            return
        if not fate.flying:
            assert fate.cup is not None
            fate.throw(next(iter(fate.cup.throws().values())))
        self.told += face
        wanted = max(len(str(move)) for move in scene.match.position.legal_moves(NATURE))
        if len(self.told) < wanted:
            scene.refresh()
            return
        told, self.told = self.told, ""
        fate.tell([int(one) for one in told])

    def key(self, event: pygame.event.Event) -> bool:
        """A digit tells a die, and Backspace takes it back."""
        if event.type != pygame.KEYDOWN or not self._waits_for_faces():
            return False
        if event.key in DIGITS:
            self._face(DIGITS[event.key])
            return True
        if event.key == pygame.K_BACKSPACE and self.told:
            self.told = ""
            self._scene.refresh()
            return True
        return False
