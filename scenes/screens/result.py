"""The sheet with the result of a match beside the board: winner, reason, score and actions.

`table.match_commands` says which actions there are, such as a rematch.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import pygame

from scenes.app.fonts import Role
from scenes.app.stack import AppContext
from scenes.app.theme import BRASS, INK, SOFT_INK
from scenes.screens.constants import RESULT_FADE_SECONDS, RESULT_SLIDE_SECONDS
from scenes.surfaces.clips import ease_out
from scenes.surfaces.layout import TableFrame, table_frame
from scenes.table.shortcuts import KEYS
from scenes.ui.base import Group, Widget
from scenes.ui.button import Button
from scenes.ui.dialog import OverlayScene
from scenes.ui.label import Label, Picture, Rule
from scenes.ui.layout import Cell, Column, Fitting, Grid, Row, filler, fixed_size, space

NEXT_ACTIONS: Final = {
    "leave": "back",
    "rematch": "rematch",
    "rematch-agreed": "rematch",
    "replay": "first",
    "review": "review",
    "new": "new",
    "to-menu": "back",
}
DETAIL_ACTIONS: Final = {"dice": "die", "heed": "eye"}
"""Icons by action. The buttons for `NEXT_ACTIONS` are below each other, the buttons for `DETAIL_ACTIONS` in a row."""
LAYOUTS: Final[tuple[tuple[Role, float, float, float], ...]] = (
    ("title", 6.0, 3.0, 1.4),
    ("title", 6.0, 2.0, 1.4),
    ("title", 0.0, 2.0, 1.4),
    ("heading", 0.0, 2.0, 1.4),
    ("subheading", 0.0, 1.2, 1.4),
    ("subheading", 0.0, 1.2, 0.6),
)
"""Layouts, the largest first: font of the headline, and in u the height of the emblem, the margin and the gap."""


class ResultScene(OverlayScene):
    """The sheet with the result; it pops with the chosen action.

    Esc pops with "look-back", F1 with "rules", and the table's key for a review with "review". A click beside the
    sheet does nothing.
    """

    cancel = "look-back"

    def __init__(
        self,
        app: AppContext,
        headline: str,
        detail: str,
        score_lines: Sequence[str],
        actions: Sequence[str],
        ratio: float,
        make_frame: Callable[[tuple[int, int], float, float], TableFrame] = table_frame,
        emblem: str = "ui/crown",
        make_tally: Callable[[Group], Widget] | None = None,
    ) -> None:
        """Make the sheet with `actions`, which are keys of `NEXT_ACTIONS` and `DETAIL_ACTIONS`.

        The sheet covers the panel of the layout that `make_frame` returns for `ratio`, the width / height of the
        table. `make_tally` makes a widget for a score that needs more than a line.
        """
        super().__init__(app)
        self._make_frame, self._ratio = make_frame, ratio
        self._emblem = emblem
        self._texts = (headline, detail, tuple(line for line in score_lines if line))
        self._actions = actions
        self._make_tally = make_tally
        self._slide_start: float | None = None  # when the first frame was shown
        self._slide_progress = 0.0  # from 0 to 1, in the last frame
        self._picture: pygame.Surface | None = None  # of the sheet while it slides in
        self._is_below_table = False

    def fill(self) -> None:
        words = self.app.words
        headline, detail, lines = self._texts
        self.sheet.label = headline
        self._emblem_picture = Picture(self.sheet, self._emblem or "ui/crown", BRASS.lerp(INK, 0.18))
        self._headline = Label(self.sheet, headline, "title", INK, "centre", "top")
        self._detail = Label(self.sheet, detail, "body", INK, "centre", "top")
        self._lines = [Label(self.sheet, line, "body", SOFT_INK, "centre", "top") for line in lines]
        self._tally = None if self._make_tally is None else self._make_tally(self.sheet)
        self._rule = Rule(self.sheet)
        pop = self.app.stack.pop
        self.buttons, self._detail_buttons = (
            [
                Button(self.sheet, words(f"result.{action}"), partial(pop, action), icon=icon)
                for action, icon in offered.items()
                if action in self._actions
            ]
            for offered in (NEXT_ACTIONS, DETAIL_ACTIONS)
        )
        if self.buttons:
            self.form.default = self.buttons[0]
            self.buttons[0].look = "primary"

    def resize(self, size: tuple[int, int]) -> None:
        theme = self.app.theme
        panel = pygame.Rect(self._make_frame(size, self._ratio, theme.u).panel.ints())
        self._is_below_table = panel.width > panel.height
        columns, layouts = (2, LAYOUTS[::3]) if self._is_below_table else (1, LAYOUTS)  # below, two layouts suffice
        for line in self._lines:
            line.visible = True
        for self._headline.role, emblem, pad, gap in layouts:  # the first that fits stays, or the smallest
            emblem_height = theme.px(emblem) if self._emblem else 0
            self._emblem_picture.visible = bool(emblem_height)
            inner = panel.width - 2 * theme.px(pad)
            tally_height = 0 if self._tally is None else self._tally.natural_height(inner)
            content = self._content(columns, emblem_height, theme.px(gap), tally_height)
            height = content.natural_height(inner) + 2 * theme.px(pad)
            if height <= panel.height:
                break
        max_height = (
            size[1] - 2 * theme.gap if self._is_below_table else panel.height
        )  # below the table, the sheet may cover the board
        for line in reversed(self._lines):
            if height > max_height:
                line.visible = False  # the last line, about the duration, is hidden first
                height = content.natural_height(inner) + 2 * theme.px(pad)
        if height > max_height and tally_height:
            shrinkage = min(height - max_height, tally_height // 2)
            height -= shrinkage
            content = self._content(columns, emblem_height, theme.px(gap), tally_height - shrinkage)
        is_bottom_aligned = self._is_below_table and height > panel.height
        top = panel.bottom - height if is_bottom_aligned else panel.centery - height // 2
        sheet_rect = pygame.Rect(panel.left, top, panel.width, height)
        if height > max_height and theme.tight:
            self.sheet.lay(panel, content, (theme.px(pad), theme.px(pad)))
        else:
            content.place(sheet_rect.inflate(-2 * theme.px(pad), -2 * theme.px(pad)))
            self.sheet.rect, self.sheet.scroll.content_height = sheet_rect.union(panel), 0
        self._picture = None
        self.dirty()

    def _content(self, columns: int, emblem_height: int, gap: int, tally_height: int) -> Cell:
        theme = self.app.theme
        lift = theme.px(0.6)
        emblem = Row(filler(), fixed_size(self._emblem_picture, emblem_height), filler())
        detail_buttons = Fitting(
            [
                Grid(self._detail_buttons, columns_of_details, (gap, gap))
                for columns_of_details in range(len(self._detail_buttons), 0, -1)
            ]
        )
        buttons = Column(
            detail_buttons if self._detail_buttons else None, Grid(self.buttons, columns, (gap, gap)), gap=gap
        )
        texts = Column(self._headline, self._detail, *self._lines, gap=gap)
        tally_cell = None if self._tally is None else fixed_size(self._tally, tally_height)
        foot = Column(self._rule, space(theme.px(1.6)), buttons)
        return Column(space(-lift), fixed_size(emblem, emblem_height + lift), texts, tally_cell, foot, gap=gap)

    # --- sliding in

    @property
    def is_sliding_in(self) -> bool:
        return self._slide_progress < 1.0

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN) and self.is_sliding_in:
            self._slide_progress = 1.0
            self.dirty()
        if event.type == pygame.KEYDOWN and event.key == pygame.K_F1:
            self.app.stack.pop("rules")
            return True
        if event.type == pygame.KEYDOWN and KEYS.get(event.key) == "review" and "review" in self._actions:
            self.app.stack.pop("review")
            return True
        is_beside = event.type == pygame.MOUSEBUTTONDOWN and not self.sheet.rect.collidepoint(event.pos)
        return is_beside or super().handle(event)

    def update(self, dt: float) -> None:
        if self.is_sliding_in:
            now, settings = self.app.now(), self.app.settings
            self._slide_start = now if self._slide_start is None else self._slide_start
            speed = {"normal": 1.0, "fast": 2.0, "off": 0.0}[settings.animation]
            seconds = RESULT_FADE_SECONDS if settings.reduced_motion else RESULT_SLIDE_SECONDS
            before = self._painted_rect().move(self.slide_offset())
            self._slide_progress = min(1.0, (now - self._slide_start) * speed / seconds) if speed else 1.0
            self.dirty(before.union(self._painted_rect().move(self.slide_offset())))
        super().update(dt)

    def wait_seconds(self) -> float | None:
        return 0.0 if self.is_sliding_in else super().wait_seconds()

    def _painted_rect(self) -> pygame.Rect:
        return self.app.theme.outer_rect(self.sheet.rect, is_lifted=True).clip(((0, 0), self.app.size))

    def slide_offset(self) -> tuple[int, int]:
        """Return the offset in pixels, right and down, of the sheet that slides in from the nearer edge."""
        (width, height), remaining = self.app.size, 1 - ease_out(self._slide_progress)
        if self.app.settings.reduced_motion:
            return 0, 0
        if self._is_below_table:
            return 0, round(remaining * (height - self._painted_rect().top))
        return round(remaining * (width - self._painted_rect().left)), 0

    def paint(self, surface: pygame.Surface) -> None:
        if not self.is_sliding_in:
            self._picture = None
            self.form.paint(surface)
            return
        if not self._slide_progress:  # nothing of the sheet is in the window
            return
        painted_rect = self._painted_rect()
        if self._picture is None:
            self._picture = pygame.Surface(self.app.size, pygame.SRCALPHA)
            self._picture.set_clip(painted_rect)
            self.form.paint(self._picture)
        self._picture.set_alpha(round(255 * self._slide_progress) if self.app.settings.reduced_motion else 255)
        surface.blit(self._picture, painted_rect.move(self.slide_offset()), painted_rect)
