"""The toast that describes the target under the resting pointer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import pygame

from rules.contract import Target
from scenes.table import match_text
from scenes.table.constants import BOARD_TIP_DELAY_SECONDS

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
    """The toast about the target under the pointer, in games with trays or with descriptions of pieces."""

    def __init__(self, app: AppContext, stage: Stage, table: TableAccess, can_show: Callable[[], bool]) -> None:
        """Show the toast only while `can_show()` is true."""
        self._app = app
        self._stage = stage
        self._table = table
        self._can_show = can_show
        self._target: Target | None = None
        self._due: float | None = None
        self._text = ""

    def observe(self, event: pygame.event.Event) -> None:
        """Schedule or hide the toast because of an event, which is left to other parts as well."""
        if event.type == pygame.MOUSEMOTION:
            self._follow_pointer(event.pos)
        elif event.type in _HIDING_EVENTS:
            self._hide()
            self._due = None

    def _follow_pointer(self, pos: tuple[int, int]) -> None:
        """Hide the toast at another target, and start the delay for the next one."""
        target = self._stage.hit(pos)
        if target != self._target:
            self._hide()
        elif self._text:
            return
        self._target = target
        self._due = None if target is None else self._app.now() + BOARD_TIP_DELAY_SECONDS

    def _hide(self) -> None:
        if self._text and self._stage.message_text == self._text:
            self._stage.clear_message()
        self._text = ""

    def update(self, now: float) -> None:
        if self._due is None or now < self._due or self._stage.is_busy:
            return
        self._due = None
        if self._target is not None and self._can_show():
            text = self.describe_target(self._target)
            if text and self._stage.message_text is None:
                self._stage.show_message(text, self._target)
                self._text = text

    def wait_seconds(self, now: float) -> float | None:
        return None if self._due is None else max(0.0, self._due - now)

    def describe_target(self, target: Target) -> str:
        """Return the contents of a target and what a click does there, in sentences; may be empty."""
        words, key, stage = self._app.words, self._table.facts.match.game.key, self._stage
        signs = [sign for sign in stage.marks.signs if sign.target == target]
        is_tray = target in stage.view.trays
        texts = [match_text.describe_contents(words, self._table.session, stage.table, target)] if is_tray else []
        describe, is_brief = self._table.facts.phrases.remarks.describe_target, bool(stage.marks.picked - {target})
        remarks = () if describe is None else describe(self._table.facts.cursor.position, target, is_brief)
        texts += [match_text.state_text(words, key, remark) for remark in remarks]
        for sign in signs:
            for kind in (sign.kind, "own") if sign.has_own_piece else (sign.kind,):
                texts.append(match_text.describe_click(words, key, kind, (sign.target, *sign.others)))
        return " ".join(filter(None, texts))
