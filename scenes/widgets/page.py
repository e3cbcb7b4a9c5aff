"""A page to read: small Markdown set in a column of at most seventy letters, scrolled when it is long.

What follows a diagram stands beside it, down to the next diagram or larger heading.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pygame

from scenes.assets import STACK
from scenes.lettering import Role
from scenes.theme import INK, OXBLOOD
from scenes.widgets.base import Group, Widget
from scenes.widgets.markdown import Block, Kind, blocks
from scenes.widgets.plate import Figure, Plate
from scenes.widgets.scroll import Scroll

_ROLES: dict[Kind, Role] = {"title": "title", "heading": "heading", "subheading": "subheading"}
_ABOVE: dict[Kind, float] = {
    "title": 0,
    "heading": 3.2,
    "subheading": 2.2,
    "paragraph": 1.3,
    "item": 0.6,
    "picture": 1.6,
    "diagram": 2.4,
    "rule": 2,
}
"""The space above a block, in u."""
_APART: Final = ("title", "heading", "picture", "diagram", "rule")
"""What stands beside no diagram."""
_LETTERS = 70
_PICTURE = 9.0
"""Height of a picture that stands alone, in u."""
_CELL = 6.2
_SMALLEST = 4.0
"""A cell of a diagram, in u; and the least that it is made smaller to leave room for words."""
_BESIDE = 2.4
"""The space between a diagram and what stands beside it, in u."""
_NARROWEST = 28.0
"""Words stand below a diagram that doesn't leave them so much beside it, in u."""


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

    def __init__(
        self, parent: Group, text: str, label: str = "", figures: Callable[[str], Figure] | None = None
    ) -> None:
        """`figures` makes the diagrams, of what stands within their fences. The scene hands time to `update`."""
        super().__init__(parent, label)
        self._blocks = blocks(text)
        self._plates: dict[int, Plate] = {}
        for number, block in enumerate(self._blocks):
            if block.kind == "diagram":
                assert figures is not None, "a page with diagrams is made with what makes them"
                self._plates[number] = Plate(figures(block.text))
        self._words: list[_Word] = []
        self._set_for: tuple[int, float] | None = None
        self.scroll = Scroll(self)

    @property
    def illustrated(self) -> bool:
        """Whether there are diagrams."""
        return bool(self._plates)

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
            place = self._place(word.rect)
            if not place.colliderect(surface.get_clip()):
                continue
            if word.role is not None:
                surface.blit(theme.rendered(word.text, word.role, word.colour), place)
            elif word.text:
                self._paint_picture(surface, word.text, place)
            else:
                theme.rule(surface, place.topleft, place.width)
        for plate in self._plates.values():
            place = self._place(plate.rect)
            if place.colliderect(surface.get_clip()):
                plate.paint(surface, place)
        surface.set_clip(clip)
        self.scroll.paint(surface)

    def unfinished(self) -> bool:
        """Whether the picture of a diagram is still to be made. None is, until the page is set for the first time."""
        return any(plate.waits for plate in self._plates.values())

    def update(self) -> None:
        """Make one picture that is still to be made, if there is any: of what is in sight, or else nearest to it."""
        shown = pygame.Rect(0, self.scroll.offset, *self.rect.size)
        waiting = [plate for plate in self._plates.values() if plate.waits]
        if waiting:
            plate = min(waiting, key=lambda one: max(shown.top - one.rect.bottom, one.rect.top - shown.bottom, 0))
            plate.make()
            self.form.dirty(self._place(plate.rect).clip(self.rect))

    def _place(self, rect: pygame.Rect) -> pygame.Rect:
        """Where in the window something of the page is."""
        return rect.move(self.rect.left, self.rect.top - self.scroll.offset)

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
        cell = self._cell(width)
        self._words = []
        y = left = foot = 0
        for number, block in enumerate(self._blocks):
            if block.kind in _APART:
                y, left = max(y, foot), 0
            if number and not (left and number - 1 in self._plates):
                y += round(_ABOVE[block.kind] * theme.u)
            plate = self._plates.get(number)
            if plate is None:
                y = self._set_block(block, y, left, min(left + column, width))
                continue
            plate.place(y, cell)
            left, foot = plate.rect.right + theme.px(_BESIDE), plate.rect.bottom
            if width - left < theme.px(_NARROWEST):
                y, left = foot, 0
        self.scroll.content = max(y, foot) + theme.px(2)
        self.scroll.move(self.scroll.offset)

    def _cell(self, width: int) -> int:
        """The size of a cell in all diagrams: so that words have room beside the widest, unless that is too small."""
        theme = self.theme
        widest = max((plate.figure.cells[0] for plate in self._plates.values()), default=1.0)
        beside = int((width - theme.px(_BESIDE) - theme.px(_NARROWEST)) / widest)
        return min(theme.px(_CELL), beside if beside >= theme.px(_SMALLEST) else int(width / widest))

    def _set_block(self, block: Block, y: int, left: int, right: int) -> int:
        """Set a block from `y` down between `left` and `right`; returns where it ends."""
        theme = self.theme
        if block.kind == "rule":
            self._words.append(_Word(pygame.Rect(left, y, right - left, 2), "", None, INK))
            return y + 2
        if block.kind == "picture":
            looks = [piece.text for piece in block.pieces if piece.style == "image"]
            side = min(theme.px(_PICTURE), (right - left) // max(1, len(looks)))
            y += round(max(look.count("+") for look in looks) * STACK * side)
            first = left + (right - left - len(looks) * side) // 2
            for index, look in enumerate(looks):
                self._words.append(_Word(pygame.Rect(first + index * side, y, side, side), look, None, INK))
            return y + side
        if block.mark:
            left += theme.px(3)
            wide = theme.width(block.mark, "body")
            mark = pygame.Rect(left - theme.px(0.9) - wide, y, wide, theme.line("body"))
            self._words.append(_Word(mark, block.mark, "body", OXBLOOD))
        return self._set_words(block, y, left, right)

    def _set_words(self, block: Block, y: int, left: int, right: int) -> int:
        """Set the words of a block one after the other, from line to line; returns where they end."""
        theme = self.theme
        x, space = left, theme.width(" ", _ROLES.get(block.kind, "body"))
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
                gap = 0 if glued or x == left else space
                if x + gap + wide > right and x > left and part:
                    x, y, gap = left, y + high, 0
                if left + wide > right and theme.report_overflow:
                    theme.report_overflow(part, role or "body", pygame.Rect(left, y, right - left, high))
                if part:
                    rect = pygame.Rect(x + gap, y, wide, high)
                    self._words.append(_Word(rect, part, role, INK))
                    x += gap + wide
                glued = False
            glued = role is None or not piece.text.endswith(" ")
        return y + high
