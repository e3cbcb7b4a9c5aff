"""A page to read: small Markdown set in a column of at most seventy letters, scrolled when it is long."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from scenes.assets import STACK
from scenes.lettering import Role
from scenes.theme import INK, OXBLOOD
from scenes.widgets.base import Group, Widget
from scenes.widgets.markdown import Block, Kind, blocks
from scenes.widgets.scroll import Scroll

_ROLES: dict[Kind, Role] = {"title": "title", "heading": "heading", "subheading": "subheading"}
_ABOVE: dict[Kind, float] = {
    "title": 0,
    "heading": 3.2,
    "subheading": 2.2,
    "paragraph": 1.3,
    "item": 0.6,
    "picture": 1.6,
    "rule": 2,
}
"""The space above a block, in u."""
_LETTERS = 70
_PICTURE = 9.0
"""Height of a picture that stands alone, in u."""


@dataclass(frozen=True, slots=True)
class _Word:
    """Something set on the page: words in a role, a sprite (no role), or a rule (no text)."""

    rect: pygame.Rect
    text: str
    role: Role | None
    colour: pygame.Color


class Page(Widget):
    """Reads and sets `text`; arrows, paging keys, Home and End scroll it while it has the focus."""

    focusable = True

    def __init__(self, parent: Group, text: str, label: str = "") -> None:
        super().__init__(parent, label)
        self._blocks = blocks(text)
        self._words: list[_Word] = []
        self._set_for: tuple[int, float] | None = None
        self.scroll = Scroll(self)

    def read(self, text: str) -> None:
        """Show another text, from its beginning."""
        self._blocks = blocks(text)
        self._set_for = None
        self.scroll.offset = 0
        self.dirty()

    def extent(self) -> pygame.Rect:
        return self.rect.inflate(self.theme.px(2), self.theme.px(2))

    def ringed(self) -> pygame.Rect:
        return self.rect.inflate(self.theme.px(1.6), self.theme.px(0.8))

    def handle(self, event: pygame.event.Event) -> bool:
        self._set()
        line = self.theme.line("body")
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_UP, pygame.K_DOWN):
            return self.scroll.move(self.scroll.offset + (3 if event.key == pygame.K_DOWN else -3) * line)
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_HOME, pygame.K_END):
            return self.scroll.move(0 if event.key == pygame.K_HOME else self.scroll.content)
        return self.scroll.handle(event, line)

    def paint(self, surface: pygame.Surface) -> None:
        self._set()
        theme = self.theme
        clip = surface.get_clip()
        surface.set_clip(self.rect.clip(clip))
        for word in self._words:
            place = word.rect.move(self.rect.left, self.rect.top - self.scroll.offset)
            if not place.colliderect(surface.get_clip()):
                continue
            if word.role is not None:
                surface.blit(theme.rendered(word.text, word.role, word.colour), place)
            elif word.text:
                self._paint_picture(surface, word.text, place)
            else:
                theme.rule(surface, place.topleft, place.width)
        surface.set_clip(clip)
        self.scroll.paint(surface)

    def _paint_picture(self, surface: pygame.Surface, looks: str, place: pygame.Rect) -> None:
        """Paint a sprite, or several that lie on each other as on the table, the lowest where one alone would be."""
        assets = self.form.scene.app.assets
        folder, _, names = looks.rpartition("/")
        for number, name in enumerate(names.split("+")):
            picture = assets.sprite(f"{folder}/{name}", place.size)
            surface.blit(
                picture, picture.get_rect(center=place.move(0, -round(number * STACK * place.height)).center)
            )

    def _set(self) -> None:
        """Set the page for the place that it has; the text is set anew only when that changes."""
        width = self.rect.width - self.scroll.bar_width()
        if self._set_for == (width, self.theme.u):
            return
        self._set_for = (width, self.theme.u)
        theme = self.theme
        column = min(width, theme.width("n" * _LETTERS, "body"))
        self._words = []
        y = 0
        for index, block in enumerate(self._blocks):
            y += theme.px(_ABOVE[block.kind]) if index and _ABOVE[block.kind] else 0
            y = self._set_block(block, y, column)
        self.scroll.content = y + theme.px(2)
        self.scroll.move(self.scroll.offset)

    def _set_block(self, block: Block, y: int, column: int) -> int:
        """Set a block from `y` down; returns where it ends."""
        theme = self.theme
        if block.kind == "rule":
            self._words.append(_Word(pygame.Rect(0, y, column, 2), "", None, INK))
            return y + 2
        if block.kind == "picture":
            looks = [piece.text for piece in block.pieces if piece.style == "image"]
            side = min(theme.px(_PICTURE), column // max(1, len(looks)))
            y += round(max(look.count("+") for look in looks) * STACK * side)
            left = (column - len(looks) * side) // 2
            for index, look in enumerate(looks):
                self._words.append(_Word(pygame.Rect(left + index * side, y, side, side), look, None, INK))
            return y + side
        indent = 0
        if block.mark:
            indent = theme.px(3)
            wide = theme.width(block.mark, "body")
            mark = pygame.Rect(indent - theme.px(0.9) - wide, y, wide, theme.line("body"))
            self._words.append(_Word(mark, block.mark, "body", OXBLOOD))
        return self._set_words(block, y, indent, column)

    def _set_words(self, block: Block, y: int, indent: int, column: int) -> int:
        """Set the words of a block one after the other, from line to line; returns where they end."""
        theme = self.theme
        x, space = indent, theme.width(" ", _ROLES.get(block.kind, "body"))
        high = theme.line(_ROLES.get(block.kind, "body"))
        glued = True
        for piece in block.pieces:
            role: Role | None = None
            if piece.style != "image":
                role = _ROLES.get(block.kind, piece.style)
            parts = [piece.text] if role is None else piece.text.split(" ")
            for number, part in enumerate(parts):
                glued = glued and number == 0
                wide = round(high * 1.1) if role is None else theme.width(part, role)
                gap = 0 if glued or x == indent else space
                if x + gap + wide > column and x > indent and part:
                    x, y, gap = indent, y + high, 0
                if indent + wide > column and theme.report_overflow:
                    theme.report_overflow(part, role or "body", pygame.Rect(0, y, column, high))
                if part:
                    rect = pygame.Rect(x + gap, y, wide, high)
                    self._words.append(_Word(rect, part, role, INK))
                    x += gap + wide
                glued = False
            glued = role is None or not piece.text.endswith(" ")
        return y + high
