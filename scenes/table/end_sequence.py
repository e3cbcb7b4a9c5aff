"""How a match ends on the screen: first what ended it is seen, then the winner's moment, then the sheet slides in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from scenes.app.navigation import go
from scenes.table import actions

if TYPE_CHECKING:
    from scenes.table.scene import MatchScene

SKIPS: Final = (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN)
"""Any of these ends the winner's moment."""
COMMANDS: Final = pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT


class Finale:
    """What is still to be shown of the end of a match."""

    def __init__(self, scene: MatchScene) -> None:
        self._scene = scene
        self.told = scene.match.outcome() is not None
        """Whether the result was shown, or was known when the match was laid on the table."""
        self._honoured = False
        self._pressed = False
        """Whether the button that ended the moment is still down: what was pressed may be a key of the paper."""

    def again(self) -> None:
        """The match goes on, or has ended otherwise."""
        self.told = self._honoured = False

    def skips(self, event: pygame.event.Event) -> bool:
        """Whether an event that ends the winner's moment is used up by that: a key is, unless it is a command; a
        click counts for itself."""
        if event.type in (pygame.MOUSEBUTTONUP, pygame.WINDOWFOCUSLOST):
            self._pressed = False
        if event.type not in SKIPS or not self._scene.stage.celebrates:
            return False
        self._scene.stage.finish()
        self._pressed = event.type == pygame.MOUSEBUTTONDOWN
        return event.type == pygame.KEYDOWN and not event.mod & COMMANDS

    def update(self) -> None:
        """Show what is next of the end, once nothing moves any more."""
        scene = self._scene
        outcome = scene.match.outcome()
        if self.told or outcome is None or scene.stage.busy or self._pressed:
            return
        if not self._honoured:
            self._honoured = True
            actions.hear_end(scene)
            persons = scene.sitting.persons
            if not persons or set(persons) & set(outcome.winners):
                scene.stage.celebrate(outcome.winners)
            if scene.stage.celebrates:
                return
        self.told = True
        go(scene.app, actions.result_of(scene))
