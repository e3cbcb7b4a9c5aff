"""A question on a sheet of paper over the scene, which is dimmed, and its answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from scenes.app.stack import Scene
from scenes.app.theme import INK, SOFT_INK
from scenes.ui.button import Button
from scenes.ui.form import Form
from scenes.ui.keys import Look
from scenes.ui.label import Label, Panel

if TYPE_CHECKING:
    from scenes.app.app import App


class Dialog(Scene):
    """Pops with the result of the button pressed; Esc, or a click beside the sheet, pops with `cancel`.

    `buttons` are at most three: result, words, look; the last lies at the right. Enter strikes the last that isn't
    "danger".
    """

    opaque = False

    def __init__(
        self,
        app: App,
        question: str,
        buttons: Sequence[tuple[object, str, Look]],
        detail: str = "",
        cancel: object = None,
    ) -> None:
        super().__init__(app)
        self._question = question
        self._detail = detail
        self._answers = buttons
        self._cancel = cancel

    def enter(self) -> None:
        self.form = Form(self)
        self.panel = Panel(self.form, self._question, lifted=True)
        self.question = Label(self.panel, self._question, "heading", valign="top")
        self.detail = Label(self.panel, self._detail, "body", SOFT_INK if self._question else INK, valign="top")
        self.buttons = [
            Button(self.panel, words, lambda result=result: self.app.stack.pop(result), look)  # type: ignore[misc]
            for result, words, look in self._answers
        ]
        harmless = [button for button in self.buttons if button.look != "danger"]
        self.form.default = (harmless or self.buttons)[-1]

    def resize(self, size: tuple[int, int]) -> None:
        theme = self.app.theme
        pad, gap = theme.px(3.2), theme.px(2)
        width = min(theme.px(62), size[0] - 2 * theme.margin)
        column = width - 2 * pad
        asked = self.question.natural_height(column)
        told = self.detail.natural_height(column) + theme.px(1.2) if self._detail else 0
        across = sum(button.natural_width() for button in self.buttons) + gap * (len(self.buttons) - 1)
        beside = across <= column
        rows = theme.control if beside else (theme.control + gap) * len(self.buttons) - gap
        sheet = pygame.Rect(0, 0, width, 2 * pad + asked + told + theme.px(2.8) + rows)
        sheet.center = (size[0] // 2, round(size[1] * 0.46))
        self.panel.rect = sheet.clamp(pygame.Rect((0, 0), size))
        left, top = self.panel.rect.left + pad, self.panel.rect.top + pad
        self.question.rect = pygame.Rect(left, top, column, asked)
        self.detail.rect = pygame.Rect(left, top + asked + theme.px(1.2), column, max(0, told - theme.px(1.2)))
        top += asked + told + theme.px(2.8)
        right = left + column
        for button in reversed(self.buttons):
            if beside:
                wide = button.natural_width()
                button.rect = pygame.Rect(right - wide, top, wide, theme.control)
                right -= wide + gap
            else:
                button.rect = pygame.Rect(left, top, column, theme.control)
                top += theme.control + gap

    def handle(self, event: pygame.event.Event) -> bool:
        if self.form.handle(event):
            return True
        away = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        if away or (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE):
            self.app.stack.pop(self._cancel)
        return True

    def update(self, dt: float) -> None:
        self.form.update(dt)

    def pace(self) -> float | None:
        return self.form.pace()

    def paint(self, surface: pygame.Surface) -> None:
        self.app.theme.dim(surface)
        self.form.paint(surface)
