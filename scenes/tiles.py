"""A game that lies set up on the menu's table, with a paper tag."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import pygame

from scenes.lettering import Role
from scenes.still import Still
from scenes.theme import INK, OXBLOOD, SOFT_INK
from scenes.widgets.base import Group
from scenes.widgets.button import Pressable

_OVERLAP: Final = 0.006
"""How much of a board its tag covers: the edge of the frame, not the letters on it."""
_BOARD_SHARE: Final = 0.86
"""About so much of a tile's height is its board."""


class GameTile(Pressable):
    """A game set up on the table, and a paper tag with its name; hovering lifts both."""

    def __init__(self, parent: Group, key: str, large: bool) -> None:
        app = parent.form.scene.app
        words = app.words
        super().__init__(parent, words(f"games.{key}.name"), self._set_up)
        self.key = key
        """The game's key."""
        self.still = Still(app, key)
        self._large = large
        self._roles: tuple[Role, Role] = ("title", "body") if large else ("subheading", "small")
        self._tagline = words(f"games.{key}.tagline")
        self._tag = pygame.Rect(0, 0, 0, 0)

    def placed(self) -> None:
        """The tag lies at the foot of the board, a little over its frame."""
        theme = self.theme
        role, small = self._roles
        pad = theme.px(2.4 if self._large else 1.4)
        wide = max(theme.width(self.label, role), theme.width(self._tagline, small)) + 2 * pad
        wide = min(self.rect.width, wide)
        lines = theme.height(self._tagline, small, wide - 2 * pad)
        high = theme.line(role) + lines + theme.px(2 if self._large else 1.2)
        over = round((self.rect.height - high) * _OVERLAP)
        room = pygame.Rect(self.rect.left, self.rect.top, self.rect.width, self.rect.height - high + over)
        self.still.place(room)
        self._tag = pygame.Rect(0, 0, wide, high)
        self._tag.midtop = (self.still.rect.centerx, self.still.rect.bottom - over)

    def extent(self) -> pygame.Rect:
        return (
            self.still.extent()
            .union(self.theme.outside(self._tag, lifted=True))
            .inflate(self.theme.gap, self.theme.gap)
        )

    def ringed(self) -> pygame.Rect:
        return self._tag

    def paint(self, surface: pygame.Surface) -> None:
        theme, state = self.theme, self.state()
        lifted = state == "hover"
        by = theme.px(0.45) if lifted else 0
        self.still.paint(surface, (-by * 2 // 3, -by))
        tag = self._tag.move(-by * 2 // 3, -by)
        theme.paper(surface, tag, lifted)
        role, small = self._roles
        inner = tag.inflate(-2, -theme.px(1.2))
        theme.text(surface, self.label, role, OXBLOOD if lifted else INK, inner, "centre", "top")
        below = tag.inflate(-2 * theme.px(1.4), -theme.px(1.2))
        theme.text(surface, self._tagline, small, SOFT_INK, below, "centre", "bottom")

    def _set_up(self) -> None:
        from scenes.setup import SetupScene

        app = self.form.scene.app
        app.stack.push(SetupScene(app, self.key))


def place_tiles(tiles: Sequence[GameTile], area: pygame.Rect, gap: int) -> None:
    """Place the tiles in rows as even as they can be, in as many columns as make the boards largest."""
    count = len(tiles)
    best = (0.0, 1)
    for columns in range(1, count + 1):
        rows = math.ceil(count / columns)
        side = min((area.width + gap) / columns - gap, ((area.height + gap) / rows - gap) * _BOARD_SHARE)
        best = max(best, (side, columns))
    columns = best[1]
    rows = math.ceil(count / columns)
    wide, high = (area.width + gap) // columns - gap, (area.height + gap) // rows - gap
    if count > 1:
        high = min(high, round(wide / _BOARD_SHARE) + gap)
    top = area.top + (area.height - rows * (high + gap) + gap) // 2
    for number, tile in enumerate(tiles):
        row, column = divmod(number, columns)
        in_row = min(columns, count - row * columns)
        left = area.left + (area.width - in_row * wide - (in_row - 1) * gap) // 2
        tile.rect = pygame.Rect(left + column * (wide + gap), top + row * (high + gap), wide, high)
