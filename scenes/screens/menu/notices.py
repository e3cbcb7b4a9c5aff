"""The slip at the foot of a scene that says what the person should know, until it is closed."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from scenes.app.theme import INK
from scenes.ui.base import Group
from scenes.ui.button import IconButton
from scenes.ui.label import Label, Panel

_MOST = 3
"""So many notices are shown at a time; closing the slip brings the next ones."""


class NoticeSlip(Panel):
    """Shows the first of `App.storage.notices`; closed, it takes those off and calls `on_close`."""

    def __init__(self, parent: Group, on_close: Callable[[], object]) -> None:
        super().__init__(parent)
        self._on_close = on_close
        self._told = 0
        self._words = Label(self, "", "body", INK)
        self._cross = IconButton(self, "close", self.form.scene.app.words("widgets.close"), self._close)
        self.refresh()

    def refresh(self) -> None:
        """Say what there is to say now; without anything the slip isn't there."""
        app = self.form.scene.app
        notices = app.storage.notices[:_MOST]
        self._told = len(notices)
        self._words.text = "\n".join(notice.sentence(app.words) for notice in notices)
        self.visible = bool(notices)

    def natural_height(self, width: int) -> int:
        """The height in pixels that it needs at a width; 0 when it isn't there."""
        if not self.visible:
            return 0
        theme = self.theme
        column = width - theme.control - 3 * theme.px(1.6)
        return max(theme.control, self._words.natural_height(column)) + 2 * theme.px(1)

    def place(self, rect: pygame.Rect) -> None:
        """Lie in `rect`, whose height is `natural_height`."""
        theme = self.theme
        self.rect = rect
        pad = theme.px(1.6)
        self._cross.rect = pygame.Rect(rect.right - pad - theme.control, 0, theme.control, theme.control)
        self._cross.rect = self._cross.rect.move(0, rect.centery - theme.control // 2)
        self._words.rect = pygame.Rect(
            rect.left + pad, rect.top, self._cross.rect.left - rect.left - 2 * pad, rect.height
        )

    def _close(self) -> None:
        del self.form.scene.app.storage.notices[: self._told]
        self.refresh()
        self._on_close()
