"""The preview of the seats: the board as it will be, surrounded by tags of the players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import pygame

from scenes.app.theme import INK, SOFT_INK
from scenes.screens.board_picture import BoardPicture
from scenes.ui.base import Group, Shown, Widget
from scenes.ui.layout import Area, Cell, Column, Row, fixed, share, space, spring

_GAP: Final = 1.6
_WIDEST: Final = 30.0  # of a tag, in u


class Told(NamedTuple):
    """The text of a tag."""

    emblem: str  # a sprite, or empty
    name: str  # of the seat
    who: str


class Tag(Widget):
    touchable = False
    readable = True
    told = Shown(Told("", "", ""))

    def spoken(self) -> str:
        return self.form.scene.app.words.label_value(self.told.name, self.told.who)

    def natural_width(self) -> int:
        theme, told = self.theme, self.told
        words = max(theme.width(told.name, "strong"), theme.width(told.who, "small"))
        return min(theme.px(_WIDEST), words + self._lead() + theme.px(2.4))

    def natural_height(self, width: int) -> int:
        return self.theme.line("strong") + self.theme.line("small") + self.theme.px(1)

    def _lead(self) -> int:
        return self.theme.px(5.4) if self.told.emblem else 0

    def paint(self, surface: pygame.Surface) -> None:
        theme, told, lead = self.theme, self.told, self._lead()
        theme.toast(surface, self.rect)
        area = self.rect.inflate(-theme.px(2), -theme.px(1))
        if told.emblem:
            self.paint_sprite(surface, told.emblem, theme.px(4.2), (area.left + lead * 2 // 5, area.centery))
        area.left, area.width = area.left + lead, area.width - lead
        theme.text(surface, told.name, "strong", INK, area, valign="top", ellipsis=True)
        theme.text(surface, told.who, "small", SOFT_INK, area, valign="bottom", ellipsis=True)


class Seating:
    """The picture of the board between the tags of the seats: the lower seat's below, the others above in order."""

    def __init__(self, parent: Group, picture: BoardPicture, seats: int) -> None:
        self._theme, self._picture = parent.theme, picture
        self._tags = [Tag(parent) for _ in range(seats)]
        self._bottom = 0

    def tell(self, bottom: int, told: Sequence[Told]) -> None:
        self._bottom = bottom
        for tag, words in zip(self._tags, told, strict=True):
            tag.told = words

    def show(self, shown: bool) -> None:
        for tag in self._tags:
            tag.visible = shown

    def size(self, room: tuple[int, int]) -> tuple[int, int]:
        high = room[1] - 2 * (self._tags[0].natural_height(0) + self._theme.px(_GAP))
        wide = min(room[0], round(high * self._picture.ratio))
        return wide, round(wide / self._picture.ratio)

    def arranged(self, room: tuple[int, int]) -> Cell:
        wide, high = self.size(room)
        gap, count = self._theme.px(_GAP), len(self._tags)
        others = [self._tags[(self._bottom + n) % count] for n in range(1, count)]
        above = Row(*(share(tag) for tag in others), gap=gap) if count > 2 else Row(*others)
        board = fixed(Area(self._picture.place), high)
        column = Column(spring(), above, space(gap), board, space(gap), Row(self._tags[self._bottom]), spring())
        return Row(spring(), fixed(column, wide), spring())
