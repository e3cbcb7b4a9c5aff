"""The end of a match on the screen: its last move, then the film of its end, then the sheet with the result."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import pygame

from scenes.surfaces.constants import SPEEDS

if TYPE_CHECKING:
    from rules.contract import Outcome
    from scenes.app.stack import AppContext
    from scenes.surfaces.end_animation import End
    from scenes.surfaces.stage import Stage
    from scenes.surfaces.timeline import Film
    from scenes.table.table_access import TableAccess

Kind: TypeAlias = Literal["won", "lost", "drawn"]

SKIPPING_EVENTS: Final = (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN)  # these end the film of a match's end
SOUNDS: Final[dict[Kind, str]] = {"won": "win", "lost": "lose", "drawn": "drawn"}
COMMAND_MODIFIERS: Final = pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT


class EndSequence:
    """The parts of a match's end that are still to be shown."""

    def __init__(
        self,
        app: AppContext,
        stage: Stage,
        table: TableAccess,
        ending: Callable[[End], Film],
        show: Callable[[], object],
    ) -> None:
        """Prepare the end: `ending` makes the film, `show` opens the sheet with the result."""
        self._app = app
        self._stage = stage
        self._table = table
        self._ending = ending
        self._show = show
        self.told = table.facts.match.outcome() is not None  # whether it was shown, or known at the opening
        self._honoured = False
        self._pressed = False
        """Whether the button that ended the film is still down: it may be on a button of the sidebar."""

    def restart(self) -> None:
        """Begin anew, since the match goes on or has ended otherwise."""
        self.told = self._honoured = False

    def skip_film_by(self, event: pygame.event.Event) -> bool:
        """End the film if the event does so; return whether that uses the event up.

        A key is used up, unless it is a command; a click isn't.
        """
        if event.type in (pygame.MOUSEBUTTONUP, pygame.WINDOWFOCUSLOST):
            self._pressed = False
        if event.type not in SKIPPING_EVENTS or not self._stage.celebrates:
            return False
        self._stage.finish()
        self._pressed = event.type == pygame.MOUSEBUTTONDOWN
        return event.type == pygame.KEYDOWN and not event.mod & COMMAND_MODIFIERS

    def update(self) -> None:
        """Show the next part of the end, once nothing moves."""
        stage, outcome = self._stage, self._table.facts.match.outcome()
        if self.told or outcome is None or stage.busy or self._pressed:
            return
        if not self._honoured:
            self._honoured = True
            kind = self._kind(outcome)
            self._app.sound.play(SOUNDS[kind])
            if self._app.settings.animation != "off":
                stage.celebrate(self._film(kind, outcome))
                return
        self.told = True
        self._show()

    def _kind(self, outcome: Outcome) -> Kind:
        persons = set(self._table.session.persons)
        if not outcome.winners:
            return "drawn"
        return "won" if not persons or persons & set(outcome.winners) else "lost"

    def _film(self, kind: Kind, outcome: Outcome) -> Film:
        from scenes.surfaces.end_animation import End

        stage, settings, match = self._stage, self._app.settings, self._table.facts.match
        seats = {"won": outcome.winners, "lost": self._table.session.persons, "drawn": range(match.seats)}[kind]
        return self._ending(
            End(
                kind,
                frozenset(seats),
                stage.table,
                stage.spots,
                stage.area,
                stage.view.emblems,
                played=match.ending is None,
                still=settings.reduced_motion,
                speed=SPEEDS[settings.animation],
                cries=settings.quack,
                stage=stage,
            )
        )
