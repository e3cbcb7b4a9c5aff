"""A game that lies set up on the menu's table, with a paper tag."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

import pygame

from scenes.app.fonts import Role
from scenes.app.navigation import go
from scenes.app.theme import INK, OXBLOOD, SOFT_INK, Theme
from scenes.screens.board_picture import BoardPicture
from scenes.table.requests import OpenSetup
from scenes.ui.base import Group
from scenes.ui.button import Pressable
from scenes.ui.layout import Column, Row, Slot, fixed, space

_APART: Final = 0.4
"""How far below a board its tag lies, in u: the letters on the frame reach to its edge."""
_RISE: Final = 0.08
_SHADE: Final = (2.6, 1.6)
"""How far away a lifted board throws its shadow, and how soft that is, in u."""
_SCARCE: Final = 0.88
"""Where boards would else be smaller than this share, tags have no second line, and then names two lines."""
_TRIES: Final = 9
_SMALLEST: Final = 30.0
"""Pixels; a board is not painted smaller."""


class GameTile(Pressable):
    """A game set up on the table, and a paper tag with its name; hovering lifts both."""

    def __init__(self, parent: Group, key: str, large: bool) -> None:
        app = parent.form.scene.app
        words = app.words
        super().__init__(parent, words(f"games.{key}.name"), lambda: go(app, OpenSetup(key)))
        self.key = key
        """The game's key."""
        self.picture = BoardPicture(app, key, lively=True)
        self.picture.changed = self.dirty
        self.brief = False
        """Whether there is no room on the tag but for the name; the rest then comes out on a toast."""
        self._large = large
        self._pad = 2.4 if large else 1.4
        self._tagline = words(f"games.{key}.tagline")
        self._tag = pygame.Rect(0, 0, 0, 0)
        self._widest: dict[bool, tuple[Theme, int]] = {}
        """The width of the tag in pixels where there is room, by whether it is brief, and the theme that it is of."""
        self._risen = 0.0

    # --- its size

    @property
    def _roles(self) -> tuple[Role, Role]:
        if self.theme.tight:
            return "strong", "small"
        return ("title", "body") if self._large else ("subheading", "small")

    def tag_width(self, wide: int, brief: bool) -> int:
        """The width in pixels of the tag in a tile of that width."""
        theme, widest = self._widest.get(brief, (None, 0))
        if theme is not self.theme:
            theme = self.theme
            lines = (self.label,) if brief else (self.label, self._tagline)
            widest = max(map(theme.width, lines, self._roles)) + 2 * theme.px(self._pad)
            self._widest[brief] = theme, widest
        return min(wide, widest)

    def narrowest(self, wrapped: bool) -> int:
        """The width in pixels that the tag needs for its name, or for the longest word of that if it is `wrapped`."""
        words = self.label.split() if wrapped else [self.label]
        return max(self.theme.width(word, self._roles[0]) for word in words) + 2 * self.theme.px(self._pad)

    def tag_height(self, wide: int, brief: bool) -> int:
        """The height in pixels of the tag in a tile of that width."""
        theme = self.theme
        column = self.tag_width(wide, brief) - 2 * theme.px(self._pad)
        lines = (self.label,) if brief else (self.label, self._tagline)
        return theme.px(1.2) + sum(
            theme.line(role) if theme.width(words, role) <= column else theme.height(words, role, column)
            for words, role in zip(lines, self._roles, strict=False)
        )

    def placed(self) -> None:
        """The tag lies at the tile's foot, and the board close above it."""
        wide, high = self.tag_width(self.rect.width, self.brief), self.tag_height(self.rect.width, self.brief)
        self._tag = pygame.Rect(0, 0, wide, high)
        self._tag.midbottom = self.rect.midbottom
        room = self.rect.copy()
        room.height -= high + self.theme.px(_APART)
        self.picture.place(room)
        self.picture.rect.bottom = room.bottom
        self.tip = self._tagline if self.brief else ""

    def valued(self) -> str:
        return "" if self.tip else self._tagline

    def extent(self) -> pygame.Rect:
        covered = self.picture.extent().union(self.theme.outside(self._tag, lifted=True))
        away = self.theme.px(_SHADE[0] + 2 * _SHADE[1])
        return covered.union(self.picture.rect.inflate(2 * away, 2 * away))

    def ringed(self) -> pygame.Rect:
        return self._tag

    @property
    def tipped(self) -> pygame.Rect:
        return self._tag

    # --- how it is lifted

    def rising(self) -> bool:
        """Whether it is on its way up or down."""
        return self._risen != self._wish()

    def update(self, dt: float) -> None:
        """Let it rise or sink for `dt` seconds."""
        if self.rising():
            settings, wish = self.form.scene.app.settings, self._wish()
            step = 1.0 if settings.reduced_motion or settings.animation == "off" else dt / _RISE
            self._risen = min(wish, self._risen + step) if wish > self._risen else max(wish, self._risen - step)
            self.dirty()

    def _wish(self) -> float:
        return 1.0 if self.state() in ("hover", "held") else 0.0

    def lifted_by(self) -> tuple[int, int]:
        """How far it is seen from where it lies, in pixels."""
        up = round(self.theme.px(0.7 if self.state() != "held" else 0.2) * self._eased())
        return (-up * 2 // 3, -up)

    def _eased(self) -> float:
        return 1 - (1 - self._risen) ** 3

    def paint(self, surface: pygame.Surface) -> None:
        theme, by = self.theme, self.lifted_by()
        if self._risen and self.picture.shown:
            self._paint_shade(surface)
        self.picture.paint(surface, by)
        tag = self._tag.move(by)
        theme.paper(surface, tag, self._risen > 0.5)
        role, small = self._roles
        inner = tag.inflate(-2 * theme.px(self._pad), -theme.px(1.2))
        name = inner.copy()
        name.height = theme.height(self.label, role, inner.width)
        theme.text(surface, self.label, role, OXBLOOD if self._risen > 0.5 else INK, name, "centre", "top")
        if not self.brief:
            below = pygame.Rect(inner.left, name.bottom, inner.width, inner.bottom - name.bottom)
            theme.text(surface, self._tagline, small, SOFT_INK, below, "centre", "top")

    def _paint_shade(self, surface: pygame.Surface) -> None:
        from scenes.surfaces.painting import lay_shade

        theme, board = self.theme, self.picture.rect
        away, soft = map(theme.px, _SHADE)
        pad = away + 2 * soft
        size = (board.width + 2 * pad, board.height + 2 * pad)
        shade = theme.cache.get(
            ("lifted board", size), lambda: lay_shade(size, [(pad, pad, *board.size)], (away * 2 / 3, away), soft)
        )
        shade.set_alpha(round(255 * self._eased()))
        surface.blit(shade, shade.get_rect(center=board.center))

    def press(self) -> None:
        self.form.play("board")
        self._on_press()


def plan_tiles(tiles: Sequence[GameTile], area: pygame.Rect, gap: int) -> Plan:
    """The tiles in rows such that the boards are as large as they can be, all of the same area."""
    plan = _best(Plan([tiles], brief=False), area, gap)
    for wrapped in (False, True):
        scarce = Plan(plan.rows, True, plan.side / _SCARCE)
        better = _best(scarce, area, gap, wrapped)
        plan = plan if better is scarce else better
    return plan


class Plan:
    """Tiles in rows, with `brief` tags or not. A board is as large as a square with the side `side`, in pixels."""

    def __init__(self, rows: Sequence[Sequence[GameTile]], brief: bool, side: float = 0.0) -> None:
        self.rows = rows
        self.brief = brief
        self.side = side

    def board(self, tile: GameTile) -> tuple[int, int]:
        """Width and height of its board."""
        root, side = tile.picture.ratio**0.5, max(self.side, _SMALLEST)
        return int(side * root), int(side / root)

    def widths(self, row: Sequence[GameTile], room: int, gap: int) -> list[int]:
        """The widths of the tiles: as wide as the boards, or wider for the tags, as far as there is room."""
        boards = [self.board(tile)[0] for tile in row]
        wanted = [max(0, tile.tag_width(room, self.brief) - wide) for tile, wide in zip(row, boards, strict=True)]
        spare = max(0, room - sum(boards) - gap * (len(row) - 1))
        share = min(1.0, spare / sum(wanted)) if sum(wanted) else 0.0
        return [wide + int(share * want) for wide, want in zip(boards, wanted, strict=True)]

    def heights(self, row: Sequence[GameTile], widths: Sequence[int]) -> tuple[int, int]:
        """The heights of the boards and of the tags in a row."""
        tags = max(tile.tag_height(wide, self.brief) for tile, wide in zip(row, widths, strict=True))
        return max(self.board(tile)[1] for tile in row) + row[0].theme.px(_APART), tags

    def fits(self, area: pygame.Rect, gap: int, wrapped: bool) -> bool:
        """Whether there is room for it; names may take two lines if they may be `wrapped`."""
        high = gap * (len(self.rows) - 1)
        for row in self.rows:
            if sum(self.board(tile)[0] for tile in row) + gap * (len(row) - 1) > area.width:
                return False
            widths = self.widths(row, area.width, gap)
            if any(wide < tile.narrowest(wrapped) for tile, wide in zip(row, widths, strict=True)):
                return False
            high += sum(self.heights(row, widths))
        return high <= area.height


def _best(best: Plan, area: pygame.Rect, gap: int, wrapped: bool = False) -> Plan:
    """The arrangement of the tiles of `best` with the largest boards, or that itself where none has larger ones."""
    tiles, brief = [tile for row in best.rows for tile in row], best.brief
    for rows in _arrangements(tiles):
        low, high = best.side, 2 * (area.width * area.height / len(tiles)) ** 0.5
        if not Plan(rows, brief, low + 1).fits(area, gap, wrapped):
            continue
        for _ in range(_TRIES):
            side = (low + high) / 2
            low, high = (side, high) if Plan(rows, brief, side).fits(area, gap, wrapped) else (low, side)
        best = Plan(rows, brief, low)
    return best


def _arrangements(tiles: Sequence[GameTile]) -> Iterator[list[Sequence[GameTile]]]:
    """The tiles in rows as even as they can be, the longer ones first or last."""
    for count in range(1, len(tiles) + 1):
        few, over = divmod(len(tiles), count)
        for longer in dict.fromkeys((range(over), range(count - over, count))):
            lengths = [few + (number in longer) for number in range(count)]
            starts = [sum(lengths[:number]) for number in range(count)]
            yield [tiles[start : start + length] for start, length in zip(starts, lengths, strict=True)]


def _spread(widths: Sequence[int], room: int, gap: int) -> list[int]:
    """Where tiles of these widths begin in a row: with equal gaps, in the middle."""
    rest, gaps = room - sum(widths), len(widths) - 1
    aside = max(rest // (gaps + 2), min(gap, rest // max(1, gaps)))
    left = (rest - aside * gaps) // 2
    return [left + sum(widths[:number]) + aside * number for number in range(len(widths))]


def _starts(rows: Sequence[Sequence[int]], room: int, gap: int) -> list[list[int]]:
    """Where the tiles begin in each of the rows of these widths.

    In the longest rows they lie in columns, in a row that is one shorter between them; one that has no room for that
    lies close together in the middle."""
    longest = max(map(len, rows))
    columns = [max(wides) for wides in zip(*(row for row in rows if len(row) == longest), strict=True)]
    middles = [start + wide // 2 for start, wide in zip(_spread(columns, room, gap), columns, strict=True)]
    between = [sum(pair) // 2 for pair in pairwise(middles)]
    found: list[list[int]] = []
    for row in rows:
        wanted = middles if len(row) == longest else between
        places = [(middle - wide // 2, middle - wide // 2 + wide) for middle, wide in zip(wanted, row, strict=True)]
        apart = all(one[1] + gap // 2 <= other[0] for one, other in pairwise(places))
        fits = apart and places[0][0] >= 0 and places[-1][1] <= room
        if not fits:
            close = sum(row) + gap * (len(row) - 1) if len(row) < longest else room
            places = [(start + (room - close) // 2, 0) for start in _spread(row, close, gap)]
        found.append([start for start, _ in places])
    return found


def place_tiles(plan: Plan, area: pygame.Rect, gap: int) -> None:
    """The boards of a row stand on one line, and so do their tags' upper edges; what room is left lies between."""
    widths = [plan.widths(row, area.width, gap) for row in plan.rows]
    heights = [plan.heights(row, wides) for row, wides in zip(plan.rows, widths, strict=True)]
    spare = area.height - sum(map(sum, heights))
    between = max(gap, min(2 * gap, spare // len(heights)))
    rows: list[Slot] = []
    lefts = _starts(widths, area.width, gap)
    for row, wides, starts, (boards, tags) in zip(plan.rows, widths, lefts, heights, strict=True):
        cells: list[Slot] = []
        end = 0
        for tile, wide, start in zip(row, wides, starts, strict=True):
            tile.brief = plan.brief
            high, tag = plan.board(tile)[1] + tile.theme.px(_APART), tile.tag_height(wide, plan.brief)
            cells += [space(start - end), fixed(Column(space(boards - high), fixed(tile, high + tag)), wide)]
            end = start + wide
        rows.append(fixed(Row(*cells), boards + tags))
    Column(space((spare - between * (len(rows) - 1)) // 2), *rows, gap=between).place(area)
