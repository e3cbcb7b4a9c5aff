"""The toast with notices at the foot of a scene, and a dialog with a message."""

from __future__ import annotations

import pygame

from scenes.app.stack import AppContext
from scenes.app.theme import INK
from scenes.screens.constants import MAX_NOTICES
from scenes.ui.base import Group
from scenes.ui.button import IconButton
from scenes.ui.dialog import Dialog
from scenes.ui.label import Label, Panel
from scenes.ui.layout import Cell, Column, Row, filler, space, stretch


def message_dialog(app: AppContext, heading: str, text: str) -> Dialog:
    return Dialog(app, heading, [(None, app.words("widgets.close"), "primary")], text)


class NoticeToast(Panel):
    """A toast with the storage's first `MAX_NOTICES` notices; closing the toast removes these from the storage."""

    def __init__(self, parent: Group) -> None:
        super().__init__(parent)
        self._shown_count = 0
        self._text = Label(self, "", "body", INK)
        self._text.is_announced = True
        self._close_button = IconButton(self, "close", self.form.scene.app.words("widgets.close"), self._close)
        self.refresh()

    def refresh(self) -> None:
        app = self.form.scene.app
        notices = app.storage.notices[:MAX_NOTICES]
        self._shown_count = len(notices)
        self._text.text = "\n".join(notice.sentence(app.words) for notice in notices)
        self.visible = bool(notices)

    def natural_height(self, width: int) -> int:
        return self._layout().natural_height(width) + 2 * self.theme.px(1)

    def place(self, rect: pygame.Rect) -> None:
        self.rect = rect
        self._layout().place(rect)

    def _layout(self) -> Cell:
        side = space(self.theme.px(1.6))
        return Row(side, stretch(self._text), side, Column(filler(), self._close_button, filler()), side)

    def _close(self) -> None:
        scene = self.form.scene
        del scene.app.storage.notices[: self._shown_count]
        self.refresh()
        scene.resize(scene.app.size)
