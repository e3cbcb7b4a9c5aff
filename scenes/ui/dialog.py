"""A dialog: a question over the dimmed scene, and its answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from scenes.app.theme import INK, SOFT_INK
from scenes.ui.button import Button
from scenes.ui.keys import Look
from scenes.ui.label import Label
from scenes.ui.layout import Cell, Column, Fitting, Row, space, spring
from scenes.ui.sheet import OverlayScene

if TYPE_CHECKING:
    from scenes.app.app import App


Answer: TypeAlias = tuple[object, str, Look]
"""A button of a dialog: result, words, look."""


class Dialog(OverlayScene):
    """Pops with the result of the button pressed; Esc, or a click beside the sheet, pops with `cancel`.

    `buttons` are at most three: result, words, look; the last lies at the right. Enter strikes the last that isn't
    "danger".
    """

    def __init__(
        self,
        app: App,
        question: str,
        buttons: Sequence[Answer],
        detail: str = "",
        cancel: object = None,
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
            Button(self.sheet, words, lambda result=result: self.app.stack.pop(result), look)  # type: ignore[misc]
            for result, words, look in self._answers
        ]
        harmless = [button for button in self.buttons if button.look != "danger"]
        self.form.default = (harmless or self.buttons)[-1]

    def answers(self) -> Cell:
        """The layout of what stands at the foot of the sheet."""
        gap = self.app.theme.px(2)
        return Fitting([Row(spring(), *self.buttons, gap=gap), Column(*reversed(self.buttons), gap=gap)])

    def resize(self, size: tuple[int, int]) -> None:
        theme = self.app.theme
        told = Column(self.question, space(theme.px(1.2)), self.detail, space(theme.px(2.8)), self.answers())
        width = min(theme.px(62), size[0] - 2 * theme.margin)
        self.lay(told, width, (theme.px(3.2), theme.px(3.2)), y=0.46)
