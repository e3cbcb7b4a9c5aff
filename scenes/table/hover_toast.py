"""The toast that describes the target under the resting pointer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import pygame

from rules.contract import Target
from scenes.table import match_text
from scenes.table.constants import TOOLTIP_DELAY_SECONDS

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.surfaces.stage import Stage
    from scenes.table.table_access import TableAccess


_HIDING_EVENTS: Final = (
    pygame.MOUSEBUTTONDOWN,
    pygame.MOUSEWHEEL,
    pygame.KEYDOWN,
    pygame.WINDOWLEAVE,
    pygame.WINDOWFOCUSLOST,
)
"""Events that hide the toast until the pointer moves again."""


class HoverToast:
    """The toast for the target under the pointer, in games with trays or with descriptions of pieces."""

    def __init__(self, app: AppContext, stage: Stage, table: TableAccess, free: Callable[[], bool]) -> None:
        """Describe the target under the pointer while `free()`: nothing is held, and nothing covers the table."""
        self._app = app
        self._stage = stage
        self._table = table
        self._free = free
        self._target: Target | None = None
        self._due: float | None = None
        self._said = ""

    def observe(self, event: pygame.event.Event) -> None:
        """Observe an event, without consuming it."""
        if event.type == pygame.MOUSEMOTION:
            self._move(event.pos)
        elif event.type in _HIDING_EVENTS:
            self._hush()
            self._due = None

    def _move(self, pos: tuple[int, int]) -> None:
        target = self._stage.hit(pos)
        if target != self._target:
            self._hush()
        elif self._said:
            return
        self._target = target
        self._due = None if target is None else self._app.now() + TOOLTIP_DELAY_SECONDS

    def _hush(self) -> None:
        if self._said and self._stage.message_text == self._said:
            self._stage.clear_message()
        self._said = ""

    def update(self, now: float) -> None:
        if self._due is None or now < self._due or self._stage.busy:
            return
        self._due = None
        if self._target is not None and self._free():
            text = self.describe_target(self._target)
            if text and self._stage.message_text is None:
                self._stage.show_message(text, self._target)
                self._said = text

    def pace(self, now: float) -> float | None:
        return None if self._due is None else max(0.0, self._due - now)

    def describe_target(self, target: Target) -> str:
        words, key, stage = self._app.words, self._table.facts.match.game.key, self._stage
        signs = [sign for sign in stage.marks.signs if sign.target == target]
        tray = target in stage.view.trays
        lies = match_text.in_tray(words, self._table.session, stage.table, target) if tray else ""
        deeds = [(kind, sign) for sign in signs for kind in (sign.kind, *(["own"] if sign.own else []))]
        said = [match_text.describe_click(words, key, kind, (sign.target, *sign.others)) for kind, sign in deeds]
        describe, brief = self._table.facts.phrases.remarks.describe_target, bool(stage.marks.picked - {target})
        remarks = () if describe is None else describe(self._table.facts.cursor.position, target, brief)
        return " ".join(
            filter(None, [lies, *(match_text.state_text(words, key, remark) for remark in remarks), *said])
        )
