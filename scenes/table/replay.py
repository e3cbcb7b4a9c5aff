"""Looking back: a turn picked in the list or told in words, one turn on as a film, and the whole match as one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.match import Change, Span
from scenes.table import match_text, status_text

if TYPE_CHECKING:
    from scenes.table.scene import MatchScene

FIRST_TURN: Final = 0.3
"""Seconds until the first turn of a replay."""
TURN_PACE: Final = 1.0
"""Seconds from one turn to the next, where nobody here plays."""


class Replay:
    """The match that is looked back on, as far as it moves; which position that shows is course.py's."""

    def __init__(self, scene: MatchScene) -> None:
        self._scene = scene
        self._due: float | None = None
        """When the film of the match goes on, while it runs."""

    @property
    def runs(self) -> bool:
        """Whether the match runs as a film."""
        return self._due is not None

    def toggle(self) -> None:
        """Let the match run as a film, from its beginning if nothing comes after what is shown; or stop it."""
        scene = self._scene
        if self.runs:
            self.stop()
            return
        if scene.course.live or scene.course.at_end:
            scene.look(0)
        self._due = scene.app.now() + FIRST_TURN

    def stop(self) -> None:
        """The film, if one runs, goes no further by itself."""
        self._due = None

    def step_on(self) -> None:
        """One turn on."""
        scene, match = self._scene, self._scene.match
        span = scene.course.on()
        if span is None:
            return
        scene.stage.finish()
        for ply in range(span.first, span.last):
            scene.film(Change(match.positions[ply], match.positions[ply + 1], match.plies[ply].move))
        scene.course.look(span.last)
        scene.go_on()

    def update(self, now: float) -> None:
        """Go on, when it is time."""
        if self._due is not None and now >= self._due and not self._scene.stage.moving:
            self.step_on()
            self._due = None if self._scene.course.at_end else self._scene.app.now() + TURN_PACE
            self._scene.refresh()

    def pace(self, now: float) -> float | None:
        """Seconds until `update` is wanted; while something moves, that is what comes next."""
        if self._due is None or self._scene.stage.moving:
            return None
        return max(0.0, self._due - now)

    # --- the list of turns

    def pick(self, cell: int) -> None:
        """A cell of the list was clicked: show the position after its turn."""
        span = self._turn(cell)
        if span is not None:
            self._scene.look(span.last)
            self._scene.refresh()

    def told(self, cell: int) -> str:
        """What was done in the turn of a cell, in words."""
        scene, span = self._scene, self._turn(cell)
        return "" if span is None else match_text.turn(scene.app.words, scene.match, scene.stage.view, span)

    def _turn(self, cell: int) -> Span | None:
        """The turn in a cell; None in those before the first."""
        number = cell - status_text.offset(self._scene.sitting)
        return self._scene.match.turns()[number] if number >= 0 else None
