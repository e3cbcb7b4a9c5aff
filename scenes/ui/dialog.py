"""Panels over another scene, and dialogs: panels with a question and buttons."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TypeAlias

import pygame

from scenes.app.stack import AppContext
from scenes.app.theme import INK, SOFT_INK
from scenes.ui.button import Button
from scenes.ui.button_painting import Look
from scenes.ui.form import Form
from scenes.ui.form_scene import FormScene
from scenes.ui.label import Label, Panel
from scenes.ui.layout import Cell, Column, Fitting, Row, filler, space


class OverlayScene(FormScene):
    """A panel over another scene, which is dimmed; Esc or a click beside the panel closes it with result `cancel`."""

    opaque = False
    cancel: object = None  # result when Esc or a click beside the panel closes it

    def enter(self) -> None:
        self.form = Form(self)
        self.sheet = Panel(self.form, is_lifted=True)
        self.fill()

    def handle(self, event: pygame.event.Event) -> bool:
        if self.form.handle(event):
            return True
        is_click_beside = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1  # the panel uses its own clicks
        if is_click_beside or (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE):
            self.app.stack.pop(self.cancel)
        return True

    def paint(self, surface: pygame.Surface) -> None:
        if not self.opaque:
            self.app.theme.paint_dim(surface)
        super().paint(surface)

    def lay(self, content: Cell, width: int, pad: tuple[int, int], y: float = 0.5) -> None:
        """Put `content` on a panel `width` pixels wide with margins `pad`, centred at `y` (0 to 1) of the height."""
        size = self.app.size
        sheet = pygame.Rect(0, 0, width, content.natural_height(width - 2 * pad[0]) + 2 * pad[1])
        sheet.center = (size[0] // 2, round(size[1] * y))
        sheet.height = min(sheet.height, size[1])
        self.sheet.lay(sheet.clamp(pygame.Rect((0, 0), size)), content, pad)
        self.dirty()


Answer: TypeAlias = tuple[object, str, Look]  # result, words and look of a button


class Dialog(OverlayScene):
    """A dialog with a question and at most three buttons; it closes with the result of the button pressed.

    Enter presses the last button whose look isn't "danger".
    """

    def __init__(
        self, app: AppContext, question: str, buttons: Sequence[Answer], detail: str = "", cancel: object = None
    ) -> None:
        super().__init__(app)
        self._question = question
        self._detail = detail
        self._answers = buttons
        self.cancel = cancel

    def fill(self) -> None:
        self.sheet.label = self._question
        self.question = Label(self.sheet, self._question, "heading", valign="top")
        self.detail = Label(self.sheet, self._detail, "body", SOFT_INK if self._question else INK, valign="top")
        self.detail.visible = bool(self._detail)
        self.buttons = [
            Button(self.sheet, words, partial(self.app.stack.pop, result), look)
            for result, words, look in self._answers
        ]
        harmless = [button for button in self.buttons if button.look != "danger"]
        self.form.default = (harmless or self.buttons)[-1]

    def answer_layout(self) -> Cell:
        """Return the layout of the buttons: side by side or, if they don't fit, one below the other."""
        gap = self.app.theme.px(2)
        return Fitting([Row(filler(), *self.buttons, gap=gap), Column(*reversed(self.buttons), gap=gap)])

    def resize(self, size: tuple[int, int]) -> None:
        theme = self.app.theme
        content = Column(self.question, space(theme.px(1.2)), self.detail, space(theme.px(2.8)), self.answer_layout())
        width = min(theme.px(62), size[0] - 2 * theme.margin)
        self.lay(content, width, (theme.px(3.2), theme.px(3.2)), y=0.46)
