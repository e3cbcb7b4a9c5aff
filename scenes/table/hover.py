"""What the pointer rests on is said in words: what stands there, in what state, and what a click would do to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import pygame

from rules.contract import Target
from scenes.table import match_text

if TYPE_CHECKING:
    from scenes.app.app import App
    from scenes.surfaces.stage import Stage
    from scenes.table.controller import MatchController

REST: Final = 0.6
"""Seconds that the pointer lies still before something is said."""
DONE: Final = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEWHEEL, pygame.KEYDOWN, pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST)
"""After these nothing is said until the pointer moves again."""


class Hover:
    """The pointer over the table, and the slip that it calls up. Only tables that describe their things have one."""

    def __init__(self, app: App, stage: Stage, table: MatchController, free: Callable[[], bool]) -> None:
        """`free`: whether nothing is in the person's hand, and nothing lies over the table."""
        self._app = app
        self._stage = stage
        self._table = table
        self._free = free
        self._target: Target | None = None
        self._due: float | None = None
        self._said = ""

    def heed(self, event: pygame.event.Event) -> None:
        """Hear of an event, whoever else it is for."""
        if event.type == pygame.MOUSEMOTION:
            self._move(event.pos)
        elif event.type in DONE:
            self._hush()
            self._due = None

    def _move(self, pos: tuple[int, int]) -> None:
        target = self._stage.hit(pos)
        if target != self._target:
            self._hush()
        elif self._said:
            return
        self._target = target
        self._due = None if target is None else self._app.now() + REST

    def _hush(self) -> None:
        """Take the slip away, if it is still the pointer's."""
        if self._said and self._stage.said == self._said:
            self._stage.hush()
        self._said = ""

    def update(self, now: float) -> None:
        """Say what is due."""
        if self._due is None or now < self._due or self._stage.busy:
            return
        self._due = None
        if self._target is not None and self._free():
            text = self.words(self._target)
            if text and self._stage.said is None:
                self._stage.say(text, self._target)
                self._said = text

    def pace(self, now: float) -> float | None:
        """Seconds until `update` is wanted."""
        return None if self._due is None else max(0.0, self._due - now)

    def words(self, target: Target) -> str:
        """What there is to say of a target."""
        words, key, stage = self._app.words, self._table.match.game.key, self._stage
        signs = [sign for sign in stage.marks.signs if sign.target == target]
        said = [match_text.deed(words, key, sign.kind, (sign.target, *sign.others)) for sign in signs]
        remarks = stage.view.described(self._table.cursor.position, target, brief=bool(stage.marks.picked - {target}))
        return " ".join(filter(None, [*(match_text.state(words, key, remark) for remark in remarks), *said]))
