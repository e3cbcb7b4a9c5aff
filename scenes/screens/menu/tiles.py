"""The tiles of the menu, each with the board of a game and a paper tag, and their arrangement in rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import pygame

from scenes.app.fonts import Role
from scenes.app.navigation import open_screen
from scenes.app.theme import INK, OXBLOOD, SOFT_INK
from scenes.screens.board_picture import BoardPicture
from scenes.screens.constants import TILE_LIFT_SECONDS
from scenes.table.screen_requests import OpenSetup
from scenes.ui.base import Group
from scenes.ui.button import Pressable
from scenes.ui.layout import Column, Row, Slot, fixed_size, space

_TAG_GAP: Final = 0.4  # between board and tag, in u
_LIFTED_SHADOW: Final = (2.6, 1.6)  # distance and softness of the shadow of a lifted board, in u
_BRIEF_TAG_SHARE: Final = 0.88
"""Tags lose their second line if the sides of boards with it are under this fraction of the sides without it.

Likewise, names on such tags wrap if the sides without wrapping are under this fraction of the sides with it.
"""
_SEARCH_STEPS: Final = 9
_MIN_BOARD_SIDE: Final = 30.0  # in pixels


class GameTile(Pressable):
    """A game's board with a tag; hovering lifts both."""

    def __init__(self, parent: Group, key: str, is_large: bool) -> None:
        app = parent.form.scene.app
        words = app.words
        super().__init__(parent, words.game_name(key), lambda: open_screen(app, OpenSetup(key)))
        self.key = key
        self.picture = BoardPicture(app, key, has_animation=True)
        self.picture.on_change = self.dirty
        self.is_brief = False  # whether the tag has only the name; a tip shows the rest
        self._is_large = is_large
        self._pad = 2.4 if is_large else 1.4  # at both sides of the tag's text, in u
        self._tagline = words(f"games.{key}.tagline")
        self._tag_rect = pygame.Rect(0, 0, 0, 0)
        self._lift = 0.0  # from 0, at rest, to 1

    # --- sizes

    @property
    def _roles(self) -> tuple[Role, Role]:  # of name and tagline
        if self.theme.tight:
            return "strong", "small"
        return ("title", "body") if self._is_large else ("subheading", "small")

    def tag_width(self, tile_width: int, is_brief: bool) -> int:
        """Return the width of the tag in a tile of the width `tile_width`, both in pixels."""
        lines = (self.label,) if is_brief else (self.label, self._tagline)
        return min(tile_width, max(map(self.theme.width, lines, self._roles)) + 2 * self.theme.px(self._pad))

    def min_tag_width(self, is_wrapped: bool) -> int:
        """Return the least width of the tag in pixels, for the name or, if `is_wrapped`, for its longest word."""
        words = self.label.split() if is_wrapped else [self.label]
        return max(self.theme.width(word, self._roles[0]) for word in words) + 2 * self.theme.px(self._pad)

    def tag_height(self, tile_width: int, is_brief: bool) -> int:
        theme = self.theme
        text_width = self.tag_width(tile_width, is_brief) - 2 * theme.px(self._pad)
        lines = (self.label,) if is_brief else (self.label, self._tagline)
        return theme.px(1.2) + sum(
            theme.line(role) if theme.width(text, role) <= text_width else theme.height(text, role, text_width)
            for text, role in zip(lines, self._roles, strict=False)
        )

    def lay_out(self) -> None:
        width, is_brief = self.rect.width, self.is_brief
        self._tag_rect = pygame.Rect(0, 0, self.tag_width(width, is_brief), self.tag_height(width, is_brief))
        self._tag_rect.midbottom = self.rect.midbottom
        room = self.rect.copy()
        room.height -= self._tag_rect.height + self.theme.px(_TAG_GAP)
        self.picture.place(room, at_bottom=True)
        self.tip = self._tagline if self.is_brief else ""

    def describe_value(self) -> str:
        return "" if self.tip else self._tagline

    def extent(self) -> pygame.Rect:
        covered = self.picture.extent().union(self.theme.outer_rect(self._tag_rect, is_lifted=True))
        distance = self.theme.px(_LIFTED_SHADOW[0] + 2 * _LIFTED_SHADOW[1])
        return covered.union(self.picture.rect.inflate(2 * distance, 2 * distance))

    def ring_rect(self) -> pygame.Rect:
        return self._tag_rect

    @property
    def tip_rect(self) -> pygame.Rect:
        return self._tag_rect

    # --- lifting

    def is_moving(self) -> bool:
        return self._lift != self._target_lift()

    def update(self, dt: float) -> None:
        if self.is_moving():
            settings, target = self.form.scene.app.settings, self._target_lift()
            step = 1.0 if settings.reduced_motion or settings.animation == "off" else dt / TILE_LIFT_SECONDS
            self._lift = min(target, self._lift + step) if target > self._lift else max(target, self._lift - step)
            self.dirty()

    def _target_lift(self) -> float:
        return 1.0 if self.state() in ("hover", "held") else 0.0

    def lift_offset(self) -> tuple[int, int]:
        """Return the offset in pixels, right and down, of the lifted tile."""
        distance = round(self.theme.px(0.7 if self.state() != "held" else 0.2) * self._eased_lift())
        return (-distance * 2 // 3, -distance)

    def _eased_lift(self) -> float:
        return 1 - (1 - self._lift) ** 3

    def paint(self, surface: pygame.Surface) -> None:
        theme, offset = self.theme, self.lift_offset()
        if self._lift and self.picture.is_shown:
            self._paint_shadow(surface)
        self.picture.paint(surface, offset)
        tag = self._tag_rect.move(offset)
        theme.paint_paper(surface, tag, self._lift > 0.5)
        name_role, tagline_role = self._roles
        inner = tag.inflate(-2 * theme.px(self._pad), -theme.px(1.2))
        name = inner.copy()
        name.height = theme.height(self.label, name_role, inner.width)
        theme.text(surface, self.label, name_role, OXBLOOD if self._lift > 0.5 else INK, name, "centre", "top")
        if not self.is_brief:
            below = pygame.Rect(inner.left, name.bottom, inner.width, inner.bottom - name.bottom)
            theme.text(surface, self._tagline, tagline_role, SOFT_INK, below, "centre", "top")

    def _paint_shadow(self, surface: pygame.Surface) -> None:
        from scenes.surfaces.painting import render_shadows

        theme, board = self.theme, self.picture.rect
        distance, softness = map(theme.px, _LIFTED_SHADOW)
        pad = distance + 2 * softness
        size = (board.width + 2 * pad, board.height + 2 * pad)
        shadow = theme.cache.get(
            ("lifted board", size),
            lambda: render_shadows(size, [(pad, pad, *board.size)], (distance * 2 / 3, distance), softness),
        )
        shadow.set_alpha(round(255 * self._eased_lift()))
        surface.blit(shadow, shadow.get_rect(center=board.center))

    def press(self) -> None:
        self.form.play("board")
        self._on_press()


def plan_tiles(tiles: Sequence[GameTile], area: pygame.Rect, gap: int) -> Plan:
    """Return the plan with the largest boards, all of the same area; tags are brief only if that gains much."""
    plan = _find_larger_plan(Plan([tiles], is_brief=False), area, gap)
    for is_wrapped in (False, True):
        brief_plan = Plan(plan.rows, True, plan.side / _BRIEF_TAG_SHARE)
        better_plan = _find_larger_plan(brief_plan, area, gap, is_wrapped)
        plan = plan if better_plan is brief_plan else better_plan
    return plan


class Plan(NamedTuple):
    """Tiles in rows, with only names on the tags if `is_brief`. A board has the area of a square of `side` pixels."""

    rows: Sequence[Sequence[GameTile]]
    is_brief: bool
    side: float = 0.0

    def board_size(self, tile: GameTile) -> tuple[int, int]:
        root, side = tile.picture.ratio**0.5, max(self.side, _MIN_BOARD_SIDE)
        return int(side * root), int(side / root)

    def widths(self, row: Sequence[GameTile], room: int, gap: int) -> list[int]:
        """Return the widths of the tiles: the widths of the boards, or more for wide tags if there is room."""
        boards = [self.board_size(tile)[0] for tile in row]
        tags = [tile.tag_width(room, self.is_brief) for tile in row]
        missing = [max(0, tag - board) for tag, board in zip(tags, boards, strict=True)]
        free_width = max(0, room - sum(boards) - gap * (len(row) - 1))
        fraction = min(1.0, free_width / sum(missing)) if sum(missing) else 0.0
        return [width + int(fraction * missing_width) for width, missing_width in zip(boards, missing, strict=True)]

    def heights(self, row: Sequence[GameTile], widths: Sequence[int]) -> tuple[int, int]:
        """Return the height of a row's boards with the gap below them, and the height of its tags."""
        tags = max(tile.tag_height(width, self.is_brief) for tile, width in zip(row, widths, strict=True))
        return max(self.board_size(tile)[1] for tile in row) + row[0].theme.px(_TAG_GAP), tags

    def fits(self, area: pygame.Rect, gap: int, is_wrapped: bool) -> bool:
        height = gap * (len(self.rows) - 1)
        for row in self.rows:
            if sum(self.board_size(tile)[0] for tile in row) + gap * (len(row) - 1) > area.width:
                return False
            widths = self.widths(row, area.width, gap)
            if any(width < tile.min_tag_width(is_wrapped) for tile, width in zip(row, widths, strict=True)):
                return False
            height += sum(self.heights(row, widths))
        return height <= area.height


def _find_larger_plan(best: Plan, area: pygame.Rect, gap: int, is_wrapped: bool = False) -> Plan:
    """Return the plan with the largest boards for the tiles of `best`, or `best` if no plan has larger ones."""
    tiles, is_brief = [tile for row in best.rows for tile in row], best.is_brief
    for rows in _arrangements(tiles):
        lower, upper = best.side, 2 * (area.width * area.height / len(tiles)) ** 0.5
        if not Plan(rows, is_brief, lower + 1).fits(area, gap, is_wrapped):
            continue
        for _ in range(_SEARCH_STEPS):
            side = (lower + upper) / 2
            lower, upper = (side, upper) if Plan(rows, is_brief, side).fits(area, gap, is_wrapped) else (lower, side)
        best = Plan(rows, is_brief, lower)
    return best


def _arrangements(tiles: Sequence[GameTile]) -> Iterator[list[Sequence[GameTile]]]:
    """Yield the divisions of the tiles into rows whose lengths differ by at most one."""
    for count in range(1, len(tiles) + 1):
        min_length, remainder = divmod(len(tiles), count)
        for longer_rows in dict.fromkeys((range(remainder), range(count - remainder, count))):
            lengths = [min_length + (number in longer_rows) for number in range(count)]
            starts = [sum(lengths[:number]) for number in range(count)]
            yield [tiles[start : start + length] for start, length in zip(starts, lengths, strict=True)]


def _spread_edges(widths: Sequence[int], room: int, gap: int) -> list[int]:
    """Return the left edges of tiles of these widths, which are centred in a row with equal gaps."""
    spare, gap_count = room - sum(widths), len(widths) - 1
    wide_gap = max(spare // (gap_count + 2), min(gap, spare // max(1, gap_count)))
    left = (spare - wide_gap * gap_count) // 2
    return [left + sum(widths[:number]) + wide_gap * number for number in range(len(widths))]


def _left_edges(rows: Sequence[Sequence[int]], room: int, gap: int) -> list[list[int]]:
    """Return the left edges of the tiles in rows of these widths.

    The tiles of the longest rows form columns; the tiles of a row that is one shorter are between these
    columns. A row without room for that is centred, with small gaps.
    """
    longest = max(map(len, rows))
    columns = [max(row_widths) for row_widths in zip(*(row for row in rows if len(row) == longest), strict=True)]
    middles = [start + width // 2 for start, width in zip(_spread_edges(columns, room, gap), columns, strict=True)]
    middles_between = [sum(pair) // 2 for pair in pairwise(middles)]
    edges: list[list[int]] = []
    for row in rows:
        centres = middles if len(row) == longest else middles_between
        places = [
            (middle - width // 2, middle - width // 2 + width) for middle, width in zip(centres, row, strict=True)
        ]
        are_separate = all(tile_edges[1] + gap // 2 <= next_edges[0] for tile_edges, next_edges in pairwise(places))
        fits = are_separate and places[0][0] >= 0 and places[-1][1] <= room
        if not fits:
            row_width = sum(row) + gap * (len(row) - 1) if len(row) < longest else room
            places = [(start + (room - row_width) // 2, 0) for start in _spread_edges(row, row_width, gap)]
        edges.append([start for start, _ in places])
    return edges


def place_tiles(plan: Plan, area: pygame.Rect, gap: int) -> None:
    """Place the tiles: the boards of a row have the same lower edge, and the tags the same upper edge."""
    widths = [plan.widths(row, area.width, gap) for row in plan.rows]
    heights = [plan.heights(row, row_widths) for row, row_widths in zip(plan.rows, widths, strict=True)]
    spare = area.height - sum(map(sum, heights))
    row_gap = max(gap, min(2 * gap, spare // len(heights)))
    rows: list[Slot] = []
    lefts = _left_edges(widths, area.width, gap)
    for row, row_widths, starts, (boards, tags) in zip(plan.rows, widths, lefts, heights, strict=True):
        cells: list[Slot] = []
        end = 0
        for tile, width, start in zip(row, row_widths, starts, strict=True):
            tile.is_brief = plan.is_brief
            height, tag = plan.board_size(tile)[1] + tile.theme.px(_TAG_GAP), tile.tag_height(width, plan.is_brief)
            column = Column(space(boards - height), fixed_size(tile, height + tag))
            cells += [space(start - end), fixed_size(column, width)]
            end = start + width
        rows.append(fixed_size(Row(*cells), boards + tags))
    Column(space((spare - row_gap * (len(rows) - 1)) // 2), *rows, gap=row_gap).place(area)
