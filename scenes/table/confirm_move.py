"""Before a turn that its player might regret: a question on the table, while time goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pygame

from rules.contract import Remark
from scenes.table.hand import Held
from scenes.table.prompts import NOTHING, Asked
from scenes.table.selection import Selection
from scenes.ui.question import Option

if TYPE_CHECKING:
    from scenes.table.scene import MatchScene

YES: Final = "caution-yes"
NO: Final = "caution-no"


class Caution:
    """The turn that waits for an answer, if one does."""

    def __init__(self, scene: MatchScene) -> None:
        self._scene = scene
        self._waiting: tuple[Any, Held, bool, Remark] | None = None
        """The move, where the hand let go, whether what it makes was chosen, and what is to be said."""

    @property
    def asks(self) -> bool:
        """Whether an answer is waited for."""
        return self._waiting is not None

    def holds(self, move: Any, held: Held, chosen: bool) -> bool:
        """Whether the move isn't played before it was asked about. Losing at once is always asked about."""
        scene = self._scene
        caution = scene.sitting.game.teach.caution
        remark = None if caution is None else caution(scene.match.position, move)
        if remark is None or (remark.aid and not scene.app.settings.caution):
            return False
        self._waiting = (move, held, chosen, remark)
        scene.hand.selection = Selection(scene.match.position.gesture(move).pick)
        scene.advice = (move,)
        scene.app.sound.play("offer")
        scene.refresh()
        return True

    def question(self) -> Asked:
        """What is to be asked now."""
        if self._waiting is None:
            return NOTHING
        scene, words = self._scene, self._scene.app.words
        remark = self._waiting[-1]
        said = words(f"caution.{scene.match.game.key}.{remark.code}", **remark.facts)
        return said, (Option(YES, words("caution.yes")), Option(NO, words("caution.no"), primary=True))

    def answer(self, value: str) -> None:
        """A key of the question was pressed."""
        waiting = self._waiting
        self.drop()
        if value == YES and waiting is not None:
            move, held, chosen, _ = waiting
            self._scene.carry_through(move, held, chosen)

    def key(self, event: pygame.event.Event) -> bool:
        """Keys of the keyboard answer nothing here."""
        return False

    def drop(self) -> bool:
        """The turn isn't played; whether one was waiting."""
        if self._waiting is None:
            return False
        self._waiting, self._scene.advice = None, ()
        self._scene.hand.let_go()
        self._scene.refresh()
        return True

    def forget(self) -> None:
        """The match went another way."""
        self._waiting = None
