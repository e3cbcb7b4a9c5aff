"""How a match ends on the screen: first what ended it is seen, then the winner's moment, then the sheet slides in."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import pygame

from scenes.table import match_text

if TYPE_CHECKING:
    from scenes.app.app import App
    from scenes.surfaces.stage import Stage
    from scenes.table.controller import MatchController

SKIPS: Final = (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN)
"""Any of these ends the winner's moment."""
COMMANDS: Final = pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT


class EndSequence:
    """What is still to be shown of the end of a match."""

    def __init__(self, app: App, stage: Stage, table: MatchController, show: Callable[[], object]) -> None:
        """`show` opens the sheet with the result."""
        self._app = app
        self._stage = stage
        self._table = table
        self._show = show
        self.told = table.match.outcome() is not None
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
        if event.type not in SKIPS or not self._stage.celebrates:
            return False
        self._stage.finish()
        self._pressed = event.type == pygame.MOUSEBUTTONDOWN
        return event.type == pygame.KEYDOWN and not event.mod & COMMANDS

    def update(self) -> None:
        """Show what is next of the end, once nothing moves any more."""
        stage, outcome = self._stage, self._table.match.outcome()
        if self.told or outcome is None or stage.busy or self._pressed:
            return
        if not self._honoured:
            self._honoured = True
            persons = self._table.session.persons
            lost = match_text.lost(self._table.session, outcome)
            self._app.sound.play("drawn" if not outcome.winners else "lose" if lost else "win")
            if not persons or set(persons) & set(outcome.winners):
                stage.celebrate(outcome.winners)
            if stage.celebrates:
                return
        self.told = True
        self._show()
