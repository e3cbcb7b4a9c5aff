"""The end of a match: who won and why, the score of the sitting, and what to do next. The board stays in sight."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, Protocol

import pygame

from scenes.app.fonts import Role
from scenes.app.stack import Scene
from scenes.app.theme import BRASS, INK, SOFT_INK
from scenes.surfaces.layout import table_frame
from scenes.surfaces.lift_animation import eased
from scenes.ui.button import Button, IconButton
from scenes.ui.form import Form
from scenes.ui.keys import Look
from scenes.ui.label import Label, Panel

if TYPE_CHECKING:
    from scenes.app.app import App

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


class Tally(Protocol):
    """A widget that the points of the players stand on."""

    rect: pygame.Rect

    def natural_height(self, width: int) -> int:
        """Pixels that it needs."""


class ResultScene(Scene):
    """Pops with the action of the key that was pressed; Esc, or a click beside the sheet, is "look-back"."""

    opaque = False

    def __init__(
        self,
        app: App,
        headline: str,
        detail: str,
        score_lines: Sequence[str],
        actions: Sequence[str],
        ratio: float,
        emblem: str = "ui/crown",
        tally: Callable[[Panel], Tally] | None = None,
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
        self._tally: Tally | None = None
        self._form = Form(self)
        self._begun: float | None = None
        """When the sheet began to come in."""
        self._come = 0.0
        """How much of that is over, 0 to 1, in the picture on the screen."""
        self._picture: pygame.Surface | None = None
        """The sheet as it comes in."""
        self._below = False
        """Whether it lies at the lower edge of the window."""
        self._gap = 0
        """Pixels between two keys, and between two lines."""

    def enter(self) -> None:
        headline, detail, lines = self._told
        self._form = Form(self)
        self.sheet = Panel(self._form, headline, lifted=True)
        self._headline = Label(self.sheet, headline, "title", INK, "centre", "top")
        self._detail = Label(self.sheet, detail, "body", INK, "centre", "top")
        self._lines = [Label(self.sheet, line, "body", SOFT_INK, "centre", "top") for line in lines]
        self._tally = None if self._make_tally is None else self._make_tally(self.sheet)
        self.keys = []
        for number, action in enumerate(self._actions):
            look: Look = "plain" if number else "primary"
            words = self.app.words(f"result.{action}")
            self.keys.append(
                Button(self.sheet, words, lambda action=action: self.app.stack.pop(action), look, ICONS[action])  # type: ignore[misc]
            )
        self._small = [
            IconButton(
                self.sheet,
                ICONS[action],
                self.app.words(f"result.{action}"),
                lambda action=action: self.app.stack.pop(action),  # type: ignore[misc]
            )
            for action in self._about
        ]
        if self.keys:
            self._form.default = self.keys[0]

    def resize(self, size: tuple[int, int]) -> None:
        """Over the panel beside the board or below it; plainer where there is little room."""
        theme = self.app.theme
        panel = pygame.Rect(table_frame(size, self._ratio, theme.u).panel.ints())
        room = pygame.Rect((0, 0), size).inflate(-2 * theme.gap, -2 * theme.gap)
        if panel.width <= panel.height:
            columns, width, ways = 1, panel.width, WAYS
        else:
            columns, width, ways = 2, min(theme.px(90), size[0] - 2 * theme.margin), WAYS[::3]
        for line in self._lines:
            line.visible = True
        for role, crown, pad, gap in ways:
            self._headline.role = role
            self._gap = theme.px(gap)
            high = self._lay_out(panel, width, columns, theme.px(pad), theme.px(crown) if crown else 0)
            if high <= room.height:
                break
        for line in reversed(self._lines):
            if high > room.height:
                line.visible = False  # how long it took goes before how it stands
                high = self._lay_out(panel, width, columns, theme.px(pad), 0)
        self._below = panel.width > panel.height
        self._picture = None
        self.dirty()

    def _lay_out(self, panel: pygame.Rect, width: int, columns: int, pad: int, crown: int) -> int:
        """A sheet over the panel with its keys in so many columns, and a crown so many pixels high (0: none).

        Returns the height that it needs.
        """
        theme = self.app.theme
        gap = self._gap
        column = width - 2 * pad
        labels = [self._headline, self._detail, *(line for line in self._lines if line.visible)]
        heights = [label.natural_height(column) for label in labels]
        keys = -(-len(self.keys) // columns) * (theme.control + gap) - gap
        small = theme.control + gap if self._small else 0
        keys += small
        tally = 0 if self._tally is None else self._tally.natural_height(column)
        told = sum(heights) + gap * len(labels) + (crown + gap if crown else 0) + (tally + gap if tally else 0)
        needed = pygame.Rect(0, 0, width, 2 * pad + told + theme.px(1.6) + keys)
        if columns == 1:
            needed.center = panel.center
        else:
            needed.midbottom = panel.midbottom
        needed.clamp_ip(pygame.Rect((0, 0), self.app.size))
        self.sheet.rect = needed.union(panel) if columns == 1 else needed
        inner = needed.inflate(-2 * pad, -2 * pad)
        self._crown = pygame.Rect(inner.centerx - crown // 2, inner.top - theme.px(0.6), crown, crown)
        top = inner.top + (crown + gap if crown else 0)
        for label, high in zip(labels, heights, strict=True):
            label.rect = pygame.Rect(inner.left, top, column, high)
            top += high + gap
        if self._tally is not None:
            self._tally.rect = pygame.Rect(inner.left, top, column, tally)
            top += tally + gap
        self._rule = top
        room = pygame.Rect(inner.left, inner.bottom - keys, column, keys)
        self._place_small(pygame.Rect(room.left, room.top, column, theme.control))
        self._place_keys(pygame.Rect(room.left, room.top + small, column, keys - small), columns, gap)
        return needed.height

    def _place_small(self, row: pygame.Rect) -> None:
        """The small keys in the middle of a row, well apart."""
        side = row.height
        step = min(2 * side, row.width // max(1, len(self._small)))
        left = row.centerx - step * len(self._small) // 2 + (step - side) // 2
        for number, key in enumerate(self._small):
            key.rect = pygame.Rect(left + number * step, row.top, side, side)

    def _place_keys(self, room: pygame.Rect, columns: int, gap: int) -> None:
        step = self.app.theme.control + gap
        wide = (room.width - (columns - 1) * gap) // columns
        for number, key in enumerate(self.keys):
            row, across = divmod(number, columns)
            left, top = room.left + across * (wide + gap), room.top + row * step
            key.rect = pygame.Rect(left, top, wide, self.app.theme.control)

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
        self._paint_sheet(whole)
        around = self.app.theme.outside(self.sheet.rect, lifted=True).clip(whole.get_rect())
        return whole.subsurface(around).copy()

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN):
            self._arrive()
        if self._form.handle(event):
            return True
        beside = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        if beside or (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE):
            self.app.stack.pop("look-back")
        return True

    def update(self, dt: float) -> None:
        if self.coming:
            self._go_on()
        self._form.update(dt)

    def pace(self) -> float | None:
        return 0.0 if self.coming else self._form.pace()

    def paint(self, surface: pygame.Surface) -> None:
        if not self.coming:
            self._picture = None
            self._paint_sheet(surface)
            return
        if self._picture is None:
            self._picture = self._made()
        right, down = self._away()
        around = self.app.theme.outside(self.sheet.rect, lifted=True).clip(((0, 0), self.app.size))
        self._picture.set_alpha(round(255 * self._come) if self._still else 255)
        surface.blit(self._picture, around.move(right, down))

    def _paint_sheet(self, surface: pygame.Surface) -> None:
        """The sheet where it lies."""
        theme = self.app.theme
        self._form.paint(surface)
        if surface.get_clip().colliderect(self.sheet.rect):
            self._paint_crown(surface)
            theme.rule(surface, (self._detail.rect.left, self._rule), self._detail.rect.width)

    def _paint_crown(self, surface: pygame.Surface) -> None:
        if self._crown.width:
            crown = self.app.assets.tinted(self._emblem, self._crown.width, BRASS.lerp(INK, 0.18))
            surface.blit(crown, crown.get_rect(center=self._crown.center))
