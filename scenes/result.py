"""The end of a match: who won and why, the score of the sitting, and what to do next. The board stays in sight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import pygame

from scenes.layout import WIDE
from scenes.stack import Scene
from scenes.theme import BRASS, INK, SOFT_INK
from scenes.widgets.button import Button
from scenes.widgets.form import Form
from scenes.widgets.keys import Look
from scenes.widgets.label import Label, Panel

if TYPE_CHECKING:
    from scenes.app import App

ORDER: Final = ("rematch", "look-back", "new", "to-menu")
ICONS: Final = {"rematch": "rematch", "look-back": "first", "new": "new", "to-menu": "back"}


class ResultScene(Scene):
    """Pops with the action of the key that was pressed; Esc, or a click beside the sheet, is "look-back"."""

    opaque = False

    def __init__(
        self, app: App, headline: str, detail: str, score_lines: Sequence[str], actions: Sequence[str]
    ) -> None:
        """`headline` says who won, `detail` why; `score_lines` are small; `actions` are among those of `ORDER`."""
        super().__init__(app)
        self._told = (headline, detail, tuple(line for line in score_lines if line))
        self._actions = [action for action in ORDER if action in actions]
        self._form = Form(self)

    def enter(self) -> None:
        headline, detail, lines = self._told
        self._form = Form(self)
        self._sheet = Panel(self._form, headline, lifted=True)
        self._headline = Label(self._sheet, headline, "title", INK, "centre", "top")
        self._detail = Label(self._sheet, detail, "body", INK, "centre", "top")
        self._lines = [Label(self._sheet, line, "body", SOFT_INK, "centre", "top") for line in lines]
        self._keys = []
        for number, action in enumerate(self._actions):
            look: Look = "plain" if number else "primary"
            words = self.app.words(f"result.{action}")
            self._keys.append(
                Button(self._sheet, words, lambda action=action: self.app.stack.pop(action), look, ICONS[action])  # type: ignore[misc]
            )
        if self._keys:
            self._form.default = self._keys[0]

    def resize(self, size: tuple[int, int]) -> None:
        """Over the panel beside the board, or at the foot of a narrow window."""
        theme = self.app.theme
        pad = theme.px(3)
        wide = size[0] > WIDE * size[1]
        width = min(theme.px(50 if wide else 90), size[0] - 2 * theme.margin)
        column = width - 2 * pad
        crown, gap = theme.px(6), theme.px(1.4)
        labels = [self._headline, self._detail, *self._lines]
        heights = [label.natural_height(column) for label in labels]
        columns = 1 if wide else 2
        rows = -(-len(self._keys) // columns)
        keys = rows * (theme.control + gap) - gap
        sheet = pygame.Rect(0, 0, width, 2 * pad + crown + sum(heights) + gap * len(labels) + theme.px(3) + keys)
        sheet.midright = (size[0] - theme.margin, size[1] // 2)
        if not wide:
            sheet.midbottom = (size[0] // 2, size[1] - theme.margin)
        self._sheet.rect = sheet.clamp(pygame.Rect((0, 0), size))
        inner = self._sheet.rect.inflate(-2 * pad, -2 * pad)
        self._crown = pygame.Rect(inner.centerx - crown // 2, inner.top - theme.px(0.6), crown, crown)
        top = inner.top + crown + gap
        for label, high in zip(labels, heights, strict=True):
            label.rect = pygame.Rect(inner.left, top, column, high)
            top += high + gap
        self._rule = top + theme.px(0.2)
        top = inner.bottom - keys
        for number, key in enumerate(self._keys):
            row, across = divmod(number, columns)
            wide_key = (column - (columns - 1) * gap) // columns
            key.rect = pygame.Rect(
                inner.left + across * (wide_key + gap), top + row * (theme.control + gap), wide_key, theme.control
            )
        self.dirty()

    def handle(self, event: pygame.event.Event) -> bool:
        if self._form.handle(event):
            return True
        beside = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        if beside or (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE):
            self.app.stack.pop("look-back")
        return True

    def update(self, dt: float) -> None:
        self._form.update(dt)

    def pace(self) -> float | None:
        return self._form.pace()

    def paint(self, surface: pygame.Surface) -> None:
        theme = self.app.theme
        self._form.paint(surface)
        if surface.get_clip().colliderect(self._sheet.rect):
            crown = self.app.assets.tinted("ui/crown", self._crown.width, BRASS.lerp(INK, 0.18))
            surface.blit(crown, crown.get_rect(center=self._crown.center))
            inner = self._sheet.rect.inflate(-2 * theme.px(3), 0)
            theme.rule(surface, (inner.left, self._rule), inner.width)
