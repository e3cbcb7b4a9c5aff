"""The result of a match: winner and reason, the session's score, and actions. The board stays visible."""

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
from scenes.ui.layout import Cell, Column, Fitting, Grid, Row, fixed_size, space, spring

ORDER: Final = {
    "leave": "back",
    "rematch": "rematch",
    "rematch-agreed": "rematch",
    "replay": "first",
    "review": "review",
    "new": "new",
    "to-menu": "back",
}
ABOUT: Final = {"dice": "die", "heed": "eye"}
"""Icons of the actions: of what to do next (`ORDER`), and of what tells more about the match, side by side."""
WAYS: Final[tuple[tuple[Role, float, float, float], ...]] = (
    ("title", 6.0, 3.0, 1.4),
    ("title", 6.0, 2.0, 1.4),
    ("title", 0.0, 2.0, 1.4),
    ("heading", 0.0, 2.0, 1.4),
    ("subheading", 0.0, 1.2, 1.4),
    ("subheading", 0.0, 1.2, 0.6),
)
"""Layouts of the sheet, the roomiest first: headline's role, crown's height, margin, and gap between keys, in u."""


class ResultScene(OverlayScene):
    """The sheet with the result; it pops with the chosen action.

    Esc is "look-back", which leaves the board as it is; F1 is "rules", and the table's shortcut for it "review". A
    click beside the sheet does nothing.
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
        frame: Callable[[tuple[int, int], float, float], TableFrame] = table_frame,
        emblem: str = "ui/crown",
        tally: Callable[[Group], Widget] | None = None,
    ) -> None:
        """`actions` are keys of `ORDER` and `ABOUT`; `ratio` is width / height of the table.

        The sheet covers the panel of `frame`; `tally` makes a widget for points that need more than a line.
        """
        super().__init__(app)
        self._frame, self._ratio = frame, ratio
        self._emblem = emblem
        self._told = (headline, detail, tuple(line for line in score_lines if line))
        self._actions = actions
        self._make_tally = tally
        self._begun: float | None = None
        self._come = 0.0  # progress of the sheet's coming in, 0 to 1, in the last frame
        self._picture: pygame.Surface | None = None
        self._below = False

    def fill(self) -> None:
        words = self.app.words
        headline, detail, lines = self._told
        self.sheet.label = headline
        self._crown = Picture(self.sheet, self._emblem or "ui/crown", BRASS.lerp(INK, 0.18))
        self._headline = Label(self.sheet, headline, "title", INK, "centre", "top")
        self._detail = Label(self.sheet, detail, "body", INK, "centre", "top")
        self._lines = [Label(self.sheet, line, "body", SOFT_INK, "centre", "top") for line in lines]
        self._tally = None if self._make_tally is None else self._make_tally(self.sheet)
        self._rule = Rule(self.sheet)
        pop = self.app.stack.pop
        self.keys, self._small = (
            [
                Button(self.sheet, words(f"result.{action}"), partial(pop, action), icon=icon)
                for action, icon in offered.items()
                if action in self._actions
            ]
            for offered in (ORDER, ABOUT)
        )
        if self.keys:
            self.form.default = self.keys[0]
            self.keys[0].look = "primary"

    def resize(self, size: tuple[int, int]) -> None:
        theme = self.app.theme
        panel = pygame.Rect(self._frame(size, self._ratio, theme.u).panel.ints())
        self._below = panel.width > panel.height
        columns, ways = (2, WAYS[::3]) if self._below else (1, WAYS)
        for line in self._lines:
            line.visible = True
        for self._headline.role, crown, pad, gap in ways:
            crown = crown if self._emblem else 0.0
            self._crown.visible = bool(crown)
            inner = panel.width - 2 * theme.px(pad)
            tally = 0 if self._tally is None else self._tally.natural_height(inner)
            content = self._content(columns, theme.px(crown), theme.px(gap), tally)
            high = content.natural_height(inner) + 2 * theme.px(pad)
            if high <= panel.height:
                break
        room = size[1] - 2 * theme.gap if self._below else panel.height  # below, there is the board to lie on
        for line in reversed(self._lines):
            if high > room:
                line.visible = False  # how long it took goes before how it stands
                high = content.natural_height(inner) + 2 * theme.px(pad)
        if high > room and tally:
            less = min(high - room, tally // 2)
            high, content = high - less, self._content(columns, theme.px(crown), theme.px(gap), tally - less)
        up = self._below and high > panel.height
        top = panel.bottom - high if up else panel.centery - high // 2
        sheet = pygame.Rect(panel.left, top, panel.width, high)
        if high > room and theme.tight:
            self.sheet.lay(panel, content, (theme.px(pad), theme.px(pad)))
        else:
            content.place(sheet.inflate(-2 * theme.px(pad), -2 * theme.px(pad)))
            self.sheet.rect, self.sheet.scroll.content = sheet.union(panel), 0
        self._picture = None
        self.dirty()

    def _content(self, columns: int, crown: int, gap: int, tally: int) -> Cell:
        theme = self.app.theme
        up = theme.px(0.6)
        emblem = Row(spring(), fixed_size(self._crown, crown), spring())
        small = Fitting([Grid(self._small, many, (gap, gap)) for many in range(len(self._small), 0, -1)])
        keys = Column(small if self._small else None, Grid(self.keys, columns, (gap, gap)), gap=gap)
        told = Column(self._headline, self._detail, *self._lines, gap=gap)
        pad = None if self._tally is None else fixed_size(self._tally, tally)
        foot = Column(self._rule, space(theme.px(1.6)), keys)
        return Column(space(-up), fixed_size(emblem, crown + up), told, pad, foot, gap=gap)

    # --- how it comes in

    @property
    def is_coming(self) -> bool:
        return self._come < 1.0

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN) and self.is_coming:
            self._come = 1.0
            self.dirty()
        if event.type == pygame.KEYDOWN and event.key == pygame.K_F1:
            self.app.stack.pop("rules")
            return True
        if event.type == pygame.KEYDOWN and KEYS.get(event.key) == "review" and "review" in self._actions:
            self.app.stack.pop("review")
            return True
        beside = event.type == pygame.MOUSEBUTTONDOWN and not self.sheet.rect.collidepoint(event.pos)
        return beside or super().handle(event)

    def update(self, dt: float) -> None:
        if self.is_coming:
            now, settings = self.app.now(), self.app.settings
            self._begun = now if self._begun is None else self._begun
            speed = {"normal": 1.0, "fast": 2.0, "off": 0.0}[settings.animation]
            seconds = RESULT_FADE_SECONDS if settings.reduced_motion else RESULT_SLIDE_SECONDS
            before = self._around().move(self.slide_offset())
            self._come = min(1.0, (now - self._begun) * speed / seconds) if speed else 1.0
            self.dirty(before.union(self._around().move(self.slide_offset())))
        super().update(dt)

    def pace(self) -> float | None:
        return 0.0 if self.is_coming else super().pace()

    def _around(self) -> pygame.Rect:
        return self.app.theme.outer_rect(self.sheet.rect, lifted=True).clip(((0, 0), self.app.size))

    def slide_offset(self) -> tuple[int, int]:
        """Return how many pixels the sheet, sliding in from the nearer edge, is right of its place and below it."""
        (wide, high), left = self.app.size, 1 - ease_out(self._come)
        if self.app.settings.reduced_motion:
            return 0, 0
        if self._below:
            return 0, round(left * (high - self._around().top))
        return round(left * (wide - self._around().left)), 0

    def paint(self, surface: pygame.Surface) -> None:
        if not self.is_coming:
            self._picture = None
            self.form.paint(surface)
            return
        if not self._come:
            return
        around = self._around()
        if self._picture is None:
            self._picture = pygame.Surface(self.app.size, pygame.SRCALPHA)
            self._picture.set_clip(around)
            self.form.paint(self._picture)
        self._picture.set_alpha(round(255 * self._come) if self.app.settings.reduced_motion else 255)
        surface.blit(self._picture, around.move(self.slide_offset()), around)
