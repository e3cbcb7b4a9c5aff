"""The input of arrows and circles, which a person draws on a board with the right mouse button."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pygame

from scenes.surfaces.mark_rules import Drawing
from scenes.table.events import ToggleDrawing

if TYPE_CHECKING:
    from scenes.surfaces.stage import Stage
    from scenes.table.table_access import TableAccess


class DrawingInput:
    def __init__(self, stage: Stage, table: TableAccess) -> None:
        self._stage = stage
        self._table = table
        self.start: Drawing | None = None  # the circle where the button went down
        self.draft: Drawing | None = None  # what a release would draw

    def handle(self, event: pygame.event.Event) -> bool:
        is_begin, is_end = (
            event.type == kind and event.button == 3 for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
        )
        if not (is_begin or (self.start is not None and (is_end or event.type == pygame.MOUSEMOTION))):
            return False
        target = self._stage.hit(event.pos) if self._stage.view.shows_drawings else None
        end = None if target is None else self._stage.view.move_marks.marked_target(target)
        if is_begin:
            mods = self._table.app.modifiers
            colour = bool(mods & pygame.KMOD_SHIFT) + 2 * bool(mods & pygame.KMOD_CTRL)
            self.start = None if end is None else Drawing((end,), colour)
        start, before, self.draft = self.start, self.draft, None
        if start is not None and end is not None:
            self.draft = replace(start, path=tuple(dict.fromkeys((*start.path, end))))
        if is_end:
            drawing = self.draft
            self.start = self.draft = None
            if drawing is not None:
                self._table.send(ToggleDrawing(drawing))
        if self.draft != before:
            self._table.view.update_marks()
        return True
