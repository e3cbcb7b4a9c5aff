"""A cover for the board while the match is paused, and a panel with a button to continue."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from scenes.app.fonts import Role
from scenes.app.spoken_line import sentences
from scenes.app.theme import BAIZE, BAIZE_DARK, INK, SOFT_INK, STITCH, hex_of, render_svg, roughen
from scenes.ui.base import Group, Widget
from scenes.ui.button import Button
from scenes.ui.label import Label, Panel
from scenes.ui.layout import Column, Row, filler, fixed_size

PANEL_LAYOUTS: Final[tuple[tuple[Role, float], ...]] = (("title", 3.0), ("heading", 2.0), ("subheading", 1.0))
"""The layouts of the panel to try, the largest first: role of the title, margin in u."""


class BoardCover(Group):
    """A cloth over the board, and a panel with a button; while either is shown the board gets no mouse events."""

    def __init__(self, parent: Group, on_press: Callable[[], object]) -> None:
        super().__init__(parent)
        self.visible = False
        self._is_covering = False
        self._panel = panel = Panel(self, is_lifted=True)
        self._title = Label(panel, "", "title", INK, "centre", "top")
        self._detail = Label(panel, "", "body", SOFT_INK, "centre", "top")
        self.button = Button(panel, "", on_press, "primary", "play")

    def note(self) -> str:
        return sentences(self._title.text, self._detail.text) if self._panel.visible else ""

    def place(self, rect: pygame.Rect) -> None:
        self.rect = rect
        self._lay_out_panel()

    def show(self, is_covering: bool, title: str = "", detail: str = "", button: str = "") -> None:
        """Show the cloth if `is_covering`, and the panel with these texts unless the title is empty."""
        before = (self._is_covering, self._title.text, self._detail.text, self.button.text)
        if before != (is_covering, title, detail, button):
            self.visible = False
            self._is_covering = is_covering
            self._title.text, self._detail.text, self.button.text = title, detail, button
            self._lay_out_panel()
        self._panel.visible = bool(title)
        self.visible = is_covering or bool(title)

    def _lay_out_panel(self) -> None:
        if self.rect.width and self._title.text:
            for role, pad in PANEL_LAYOUTS:
                if self._try_layout(role, self.theme.px(pad)):
                    break

    def _try_layout(self, role: Role, pad: int) -> bool:
        """Lay out the panel with this role of its title and this margin; return whether it fits on the board."""
        theme = self.theme
        self._title.role = role
        text_width = self.rect.width - 4 * pad  # margins within the panel and beside it
        content_width = min(
            max(theme.width(self._title.text, role), self.button.natural_width(), theme.px(40)), text_width
        )
        detail = fixed_size(self._detail, theme.least_width(self._detail.text, "body", content_width) + 1)
        button = fixed_size(self.button, self.button.natural_width() + theme.px(3))
        rows = (Row(filler(), cell, filler()) for cell in (detail, button))
        content = Column(self._title, *rows, gap=theme.px(1.4))
        panel = pygame.Rect(0, 0, content_width + 2 * pad, content.natural_height(content_width) + 2 * pad)
        panel.center = self.rect.center
        self._panel.rect = panel
        content.place(panel.inflate(-2 * pad, -2 * pad))
        has_two_lines_at_most = theme.width(self._title.text, role) <= 2 * text_width
        return self.rect.contains(panel) and has_two_lines_at_most

    def at(self, pos: tuple[int, int]) -> Widget | None:
        return super().at(pos) or (self if self.visible and self.rect.collidepoint(pos) else None)

    def paint(self, surface: pygame.Surface) -> None:
        if self._is_covering:
            size = self.rect.size
            cloth = self.theme.cache.get(("cloth", size), lambda: _render_cloth(size, self.theme.px(0.9)))
            surface.blit(cloth, self.rect)
        super().paint(surface)


def _render_cloth(size: tuple[int, int], radius: int) -> pygame.Surface:
    width, height = size
    inset, stitch_length = radius * 1.6, radius * 0.9
    gradient = (
        f'<linearGradient id="light" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="{width}" y2="{height}">'
        f'<stop offset="0%" stop-color="{hex_of(BAIZE)}"/><stop offset="100%" stop-color="{hex_of(BAIZE_DARK)}"/>'
        "</linearGradient>"
    )
    picture = render_svg(
        size,
        f'<rect width="{width}" height="{height}" rx="{radius}" fill="url(#light)"/>'
        f'<rect x="{inset}" y="{inset}" width="{width - 2 * inset}" height="{height - 2 * inset}" rx="{radius}" '
        f'fill="none" stroke="{hex_of(STITCH)}" stroke-opacity="0.7" stroke-width="{max(1.5, radius * 0.16):.1f}" '
        f'stroke-dasharray="{stitch_length:.1f} {stitch_length * 0.7:.1f}"/>',
        gradient,
    )
    roughen(picture)
    return picture
