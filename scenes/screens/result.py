"""The end of a match: who won and why, the session's score, and what to do next. The board stays in sight."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import pygame

from scenes.app.app import App
from scenes.app.fonts import Role
from scenes.app.theme import BRASS, INK, SOFT_INK
from scenes.surfaces.flights import eased
from scenes.surfaces.layout import table_frame
from scenes.ui.base import Group, Widget
from scenes.ui.button import Button, IconButton
from scenes.ui.label import Label, Picture, Rule
from scenes.ui.layout import Cell, Column, Grid, Row, fixed, space, spring
from scenes.ui.sheet import OverlayScene

ORDER: Final = ("leave", "rematch", "rematch-agreed", "look-back", "review", "new", "to-menu")
ABOUT: Final = ("chances", "dice", "heed")
"""What tells more of the match: small keys side by side."""
WAYS: Final[tuple[tuple[Role, float, float, float], ...]] = (
    ("title", 6.0, 3.0, 1.4),
    ("title", 6.0, 2.0, 1.4),
    ("title", 0.0, 2.0, 1.4),
    ("heading", 0.0, 2.0, 1.4),
    ("subheading", 0.0, 1.2, 1.4),
    ("subheading", 0.0, 1.2, 0.6),
)
"""How the sheet may be laid out, from the roomiest: the headline's role; the crown's height, the margin, and the gap
between keys, in u."""
SLIDES: Final = 0.24
FADES: Final = 0.08
"""Seconds in which the sheet comes in: it slides, or where little should move it fades in."""
ICONS: Final = {
    "rematch": "rematch",
    "rematch-agreed": "rematch",
    "leave": "back",
    "look-back": "first",
    "review": "review",
    "chances": "list",
    "dice": "die",
    "heed": "eye",
    "new": "new",
    "to-menu": "back",
}


class ResultScene(OverlayScene):
    """Pops with the action of the key that was pressed; Esc, or a click beside the sheet, is "look-back"."""

    cancel = "look-back"

    def __init__(
        self,
        app: App,
        headline: str,
        detail: str,
        score_lines: Sequence[str],
        actions: Sequence[str],
        ratio: float,
        emblem: str = "ui/crown",
        tally: Callable[[Group], Widget] | None = None,
    ) -> None:
        """`headline` says who won, `detail` why; `score_lines` are small; `actions` are among those of `ORDER` and
        `ABOUT`.

        `ratio` is width / height of the table whose panel the sheet covers; `emblem` stands above the headline.
        `tally` makes what the points stand on, where a line isn't enough.
        """
        super().__init__(app)
        self._ratio = ratio
        self._emblem = emblem
        self._told = (headline, detail, tuple(line for line in score_lines if line))
        self._actions = [action for action in ORDER if action in actions]
        self._about = [action for action in ABOUT if action in actions]
        self._make_tally = tally
        self._tally: Widget | None = None
        self._begun: float | None = None
        """When the sheet began to come in."""
        self._come = 0.0
        """How much of that is over, 0 to 1, in the picture on the screen."""
        self._picture: pygame.Surface | None = None
        """The sheet as it comes in."""
        self._below = False
        """Whether it lies at the lower edge of the window."""

    def fill(self) -> None:
        words = self.app.words
        headline, detail, lines = self._told
        self.sheet.label = headline
        self._crown = Picture(self.sheet, self._emblem, BRASS.lerp(INK, 0.18))
        self._headline = Label(self.sheet, headline, "title", INK, "centre", "top")
        self._detail = Label(self.sheet, detail, "body", INK, "centre", "top")
        self._lines = [Label(self.sheet, line, "body", SOFT_INK, "centre", "top") for line in lines]
        self._tally = None if self._make_tally is None else self._make_tally(self.sheet)
        self._rule = Rule(self.sheet)
        self.keys = [
            Button(
                self.sheet,
                words(f"result.{action}"),
                partial(self.app.stack.pop, action),
                "plain" if number else "primary",
                ICONS[action],
            )
            for number, action in enumerate(self._actions)
        ]
        self._small = [
            IconButton(self.sheet, ICONS[action], words(f"result.{action}"), partial(self.app.stack.pop, action))
            for action in self._about
        ]
        if self.keys:
            self.form.default = self.keys[0]

    def resize(self, size: tuple[int, int]) -> None:
        """Over the panel beside the board or below it; plainer where there is little room."""
        theme = self.app.theme
        panel = pygame.Rect(table_frame(size, self._ratio, theme.u).panel.ints())
        room = size[1] - 2 * theme.gap
        self._below = panel.width > panel.height
        columns, width, ways = 1, panel.width, WAYS
        if self._below:
            columns, width, ways = 2, min(theme.px(90), size[0] - 2 * theme.margin), WAYS[::3]
        for line in self._lines:
            line.visible = True
        for self._headline.role, crown, pad, gap in ways:
            self._crown.visible = bool(crown)
            inner = width - 2 * theme.px(pad)
            content = self._content(inner, columns, theme.px(crown), theme.px(gap))
            high = content.natural_height(inner) + 2 * theme.px(pad)
            if high <= room:
                break
        for line in reversed(self._lines):
            if high > room:
                line.visible = False  # how long it took goes before how it stands
                high = content.natural_height(inner) + 2 * theme.px(pad)
        sheet = pygame.Rect(0, 0, width, high)
        sheet.center = panel.center
        if self._below:
            sheet.bottom = panel.bottom
        sheet.clamp_ip(pygame.Rect((0, 0), size))
        self.sheet.rect = sheet if self._below else sheet.union(panel)
        content.place(sheet.inflate(-2 * theme.px(pad), -2 * theme.px(pad)))
        self._picture = None
        self.dirty()

    def _content(self, width: int, columns: int, crown: int, gap: int) -> Cell:
        """All that is on the sheet, so many pixels wide, with keys in so many columns and a crown of that height."""
        theme = self.app.theme
        up = theme.px(0.6)
        side = theme.control
        step = min(2 * side, width // max(1, len(self._small)))
        emblem = Row(spring(), fixed(self._crown, crown), spring())
        small = Row(spring(), *self._small, spring(), gap=step - side)
        keys = Column(small, Grid(self.keys, columns, (gap, gap)), gap=gap)
        return Column(
            *(space(-up), fixed(emblem, crown + up), self._headline, self._detail, *self._lines, self._tally),
            *(self._rule, space(theme.px(1.6)), keys),
            gap=gap,
        )

    # --- how it comes in

    @property
    def _still(self) -> bool:
        """Whether it fades in where it lies."""
        return self.app.settings.reduced_motion

    @property
    def coming(self) -> bool:
        """Whether the sheet isn't there yet."""
        return self._come < 1.0

    def _go_on(self) -> None:
        """Let the sheet come on to now."""
        now = self.app.now()
        if self._begun is None:
            self._begun = now
        speed = {"normal": 1.0, "fast": 2.0, "off": 0.0}[self.app.settings.animation]
        seconds = (FADES if self._still else SLIDES) / speed if speed else 0.0
        part = (now - self._begun) / seconds if seconds else 1.0
        self._come = min(1.0, part)
        self.dirty()

    def _arrive(self) -> None:
        """The sheet is there: whatever the person does next is done to it."""
        if self.coming:
            self._come = 1.0
            self.dirty()

    def _away(self) -> tuple[int, int]:
        """How many pixels the sheet is right of its place, and below it: it comes from the nearer edge."""
        if self._still:
            return 0, 0
        around, left = self.app.theme.outside(self.sheet.rect, lifted=True), 1 - eased(self._come)
        if self._below:
            return 0, round(left * (self.app.size[1] - around.top))
        return round(left * (self.app.size[0] - around.left)), 0

    def _made(self) -> pygame.Surface:
        """The picture of the sheet, with its shadow, on nothing."""
        whole = pygame.Surface(self.app.size, pygame.SRCALPHA)
        self.form.paint(whole)
        around = self.app.theme.outside(self.sheet.rect, lifted=True).clip(whole.get_rect())
        return whole.subsurface(around).copy()

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN):
            self._arrive()
        return super().handle(event)

    def update(self, dt: float) -> None:
        if self.coming:
            self._go_on()
        super().update(dt)

    def pace(self) -> float | None:
        return 0.0 if self.coming else super().pace()

    def paint(self, surface: pygame.Surface) -> None:
        if not self.coming:
            self._picture = None
            self.form.paint(surface)
            return
        if self._picture is None:
            self._picture = self._made()
        right, down = self._away()
        around = self.app.theme.outside(self.sheet.rect, lifted=True).clip(((0, 0), self.app.size))
        self._picture.set_alpha(round(255 * self._come) if self._still else 255)
        surface.blit(self._picture, around.move(right, down))
