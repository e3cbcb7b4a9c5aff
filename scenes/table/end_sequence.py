"""The end of a match on the screen: after its last move a film is shown, then the sheet with the result."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import pygame

from scenes.surfaces.constants import SPEEDS
from scenes.table.shortcuts import COMMAND_MODIFIERS

if TYPE_CHECKING:
    from rules.contract import Outcome
    from scenes.app.stack import AppContext
    from scenes.surfaces.end_animation import End
    from scenes.surfaces.stage import Stage
    from scenes.surfaces.timeline import Film
    from scenes.table.table_access import TableAccess

EndKind: TypeAlias = Literal["won", "lost", "drawn"]

SKIPPING_EVENTS: Final = (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN)
SOUNDS: Final[dict[EndKind, str]] = {"won": "win", "lost": "lose", "drawn": "drawn"}


class EndSequence:
    """The display of the end of one match: first the film, then the sheet with the result."""

    def __init__(
        self,
        app: AppContext,
        stage: Stage,
        table: TableAccess,
        make_film: Callable[[End], Film],
        show_result: Callable[[], object],
    ) -> None:
        """Connect to a table. `make_film` makes the film of the end; `show_result` opens the result's sheet."""
        self._app = app
        self._stage = stage
        self._table = table
        self._make_film = make_film
        self._show_result = show_result
        # Whether the sheet was opened, or needn't be, as the match was over when it was put on the table.
        self.is_done = table.facts.match.outcome() is not None
        self._has_shown_film = False
        self._is_button_down = False  # after a click that ended the film: the release may act on a button

    def restart(self) -> None:
        """Forget that an end was shown: after an undo, for example, the match may go on and end again."""
        self.is_done = self._has_shown_film = False

    def skip_film_by(self, event: pygame.event.Event) -> bool:
        """End the film if the event is a key or a click; return whether no other part may handle the event.

        No other part may handle a key without Ctrl, Alt or Cmd that ends the film.
        """
        if event.type in (pygame.MOUSEBUTTONUP, pygame.WINDOWFOCUSLOST):
            self._is_button_down = False
        if event.type not in SKIPPING_EVENTS or not self._stage.is_end_animation_running:
            return False
        self._stage.finish()
        self._is_button_down = event.type == pygame.MOUSEBUTTONDOWN
        return event.type == pygame.KEYDOWN and not event.mod & COMMAND_MODIFIERS

    def update(self) -> None:
        """Start the film or open the sheet with the result, if one of them is due and no animation runs."""
        stage, outcome = self._stage, self._table.facts.match.outcome()
        if self.is_done or outcome is None or stage.is_busy or self._is_button_down:
            return
        if not self._has_shown_film:
            self._has_shown_film = True
            kind = self._find_kind(outcome)
            self._app.sound.play(SOUNDS[kind])
            if self._app.settings.animation != "off":
                stage.queue_end_animation(self._build_film(kind, outcome))
                return
        self.is_done = True
        self._show_result()

    def _find_kind(self, outcome: Outcome) -> EndKind:
        persons = set(self._table.session.persons)
        if not outcome.winners:
            return "drawn"
        return "won" if not persons or persons & set(outcome.winners) else "lost"

    def _build_film(self, kind: EndKind, outcome: Outcome) -> Film:
        from scenes.surfaces.end_animation import End

        stage, settings, match = self._stage, self._app.settings, self._table.facts.match
        seats = {"won": outcome.winners, "lost": self._table.session.persons, "drawn": range(match.seats)}[kind]
        return self._make_film(
            End(
                kind,
                frozenset(seats),
                stage.table,
                stage.spots,
                stage.area,
                stage.view.emblems,
                ended_by_rules=match.ending is None,
                is_still=settings.reduced_motion,
                speed=SPEEDS[settings.animation],
                can_cry=settings.quack,
                stage=stage,
            )
        )
