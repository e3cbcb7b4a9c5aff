"""Scenes made of widgets, and panels over another scene."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from scenes.app.stack import Scene
from scenes.ui.form import Form
from scenes.ui.label import Panel
from scenes.ui.layout import Cell

if TYPE_CHECKING:
    from scenes.app.app import App


class FormScene(Scene):
    """A scene of widgets. `fill` makes them whenever the scene is entered."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.form = Form(self)

    def fill(self) -> None:
        """Make the widgets on `form`."""
        raise NotImplementedError

    def enter(self) -> None:
        self.form = Form(self)
        self.fill()

    def handle(self, event: pygame.event.Event) -> bool:
        return self.form.handle(event)

    def update(self, dt: float) -> None:
        self.form.update(dt)

    def pace(self) -> float | None:
        return self.form.pace()

    def paint(self, surface: pygame.Surface) -> None:
        self.form.paint(surface)

    def fill_window(self, content: Cell) -> None:
        """Lay `content` out over the whole window but its margins."""
        margin = 2 * self.app.theme.margin
        content.place(pygame.Rect((0, 0), self.app.size).inflate(-margin, -margin))
        self.dirty()


class OverlayScene(FormScene):
    """A panel over another scene, which is dimmed; Esc, or a click beside the panel, pops with `cancel`."""

    opaque = False
    cancel: object = None

    def enter(self) -> None:
        self.form = Form(self)
        self.sheet = Panel(self.form, lifted=True)
        self.fill()

    def handle(self, event: pygame.event.Event) -> bool:
        if self.form.handle(event):
            return True
        beside = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        if beside or (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE):
            self.app.stack.pop(self.cancel)
        return True

    def paint(self, surface: pygame.Surface) -> None:
        self.app.theme.dim(surface)
        super().paint(surface)

    def lay(self, content: Cell, width: int, pad: tuple[int, int], y: float = 0.5) -> None:
        """Let the sheet lie around `content`, so many pixels wide with its margins, with its centre at `y` of the
        window's height."""
        size = self.app.size
        sheet = pygame.Rect(0, 0, width, content.natural_height(width - 2 * pad[0]) + 2 * pad[1])
        sheet.center = (size[0] // 2, round(size[1] * y))
        self.sheet.rect = sheet.clamp(pygame.Rect((0, 0), size))
        content.place(self.sheet.rect.inflate(-2 * pad[0], -2 * pad[1]))
        self.dirty()
