"""The table of the games on 64 squares: the board with stacks of tokens, and trays beside it for captured tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

import pygame

from rules.common.squares import INDEX
from rules.contract import (
    Beat,
    Effect,
    Lift,
    Put,
    Seat,
    Slide,
    Table,
    Target,
    Token,
)
from scenes.app.assets import STACK, Assets
from scenes.app.theme import Theme, render_svg
from scenes.surfaces.clips import (
    AWAY,
    HOP,
    SETTLE,
    SLIDE,
    TAKEN,
    UNCROWNED,
    VANISH,
    Motion,
    Place,
    Sprite,
    raise_sprite,
    side_of,
)
from scenes.surfaces.layout import Box, Spot, Spots
from scenes.surfaces.mark_rules import MoveMarks, SquareMarks
from scenes.surfaces.marks import Marks, paint_arrows, paint_drawings, paint_path
from scenes.surfaces.painting import inlay, render_shadows
from scenes.surfaces.particles import DROP
from scenes.surfaces.timeline import Frame
from scenes.surfaces.view import Canvas, Display, TableAnimations, TableView, blit_pale, paint_particles

FRAME: Final = 0.6  # width of the board's frame, in cells; the board's picture has it on every side
BOARD: Final = 8 + 2 * FRAME  # side of the board with its frame, in cells
GAP: Final = 0.3  # space between board and trays, in cells
TRAY: Final = 1.0  # width of the trays, in cells
RATIO: Final = (BOARD + GAP + TRAY) / BOARD  # width / height of the table
FACE: Final = 0.05  # height of a token's face centre above its own centre, in cells
TAKEN_TOKEN_SIZE: Final = 0.74  # size of a captured token, in cells
MAX_TAKEN_COUNT: Final = 24  # tokens that a well has room for
BOXED_TOKEN_SIZE: Final = 0.47  # size of a captured man in a box, in cells
BOX_ROWS: Final = 8  # rows of two places in a box, which has one place for every man of a side
HELD_ALPHA: Final = 84  # opacity, of 255, of a held token where it lay
WALNUT_TRAY: Final = ("#3B281B", "#7A563A", "#68482F", "#523722", "#8A6343")
"""Colours of a tray's wood: dark edge, lit edge, left side, right side, lit edge of a well."""
BAIZE_FELT: Final = ("#15302A", "#1F4337", "#234B3D")  # colours of the felt: shadow, middle, light
TRAYS: Final = {  # wood of the trays, by board; `WALNUT_TRAY` for other boards
    "slate": ("#1F1F20", "#5E5E60", "#48484A", "#38383A", "#77777A"),
    "contrast": ("#000000", "#3A3A3A", "#181818", "#101010", "#5A5A5A"),
}
PLAIN_FELT: Final = ("#5C6368", "#687076", "#727A80")
"""Felt for high contrast, on which white and black tokens are equally visible."""
FELTS: Final = {"": BAIZE_FELT, "slate": ("#141F2E", "#1F3450", "#24405F"), "contrast": PLAIN_FELT}

Ring: TypeAlias = tuple[tuple[float, float], float]  # centre of a ring on the felt, and size of the token there


_MARKS: Final = SquareMarks()


class SquareAnimations(TableAnimations):
    """The animations of men on squares: slides, hops, captures and crownings."""

    def choose_motion(self, effect: Effect, beat: Beat, table: Table) -> Motion:
        match effect:
            case Slide(start, end, _):
                if end not in INDEX or start not in INDEX:
                    return TAKEN if _MARKS.board_slides(beat) else AWAY
                a, b = INDEX[start], INDEX[end]
                return SLIDE if max(abs(a % 8 - b % 8), abs(a // 8 - b // 8)) == 1 else HOP
            case Put():
                return DROP
            case Lift():
                return UNCROWNED if _MARKS.board_slides(beat) else VANISH
            case _:
                return SETTLE

    def sound(self, motion: Motion) -> str:
        return {SLIDE: "slide", HOP: "hop", AWAY: "capture", TAKEN: "capture", DROP: "crown"}.get(motion, "place")


class SquaresTable(TableView):
    """A board of 64 squares with marks and stacks of tokens, and beside it a well for each seat's lost tokens."""

    ratio = RATIO
    felts: Mapping[str, Sequence[str]] = FELTS
    corner = 0.42  # radius of a well's corners, as a fraction of its width
    targets = tuple(INDEX)
    trays = ("taken-0", "taken-1")
    move_marks: MoveMarks = _MARKS
    animations: TableAnimations = SquareAnimations()

    def __init__(self, folder: str, looks: tuple[str, ...], bottom_seat: Seat) -> None:
        super().__init__(folder, looks, bottom_seat)
        self._ground: tuple[object, pygame.Surface] | None = None  # what the picture depends on, and the picture

    def spots(self, area: Box, flipped: bool) -> dict[Target, Spot]:
        cell = area.h / BOARD
        spots: dict[Target, Spot] = {}
        for name, index in INDEX.items():
            column, row = index % 8, 7 - index // 8
            if flipped:
                column, row = 7 - column, 7 - row
            box = Box(area.x + (FRAME + column) * cell, area.y + (FRAME + row) * cell, cell, cell)
            spots[name] = Spot(*box.centre, 0.0, -STACK * cell, cell, box)
        for seat in (0, 1):
            is_lower = (seat != self.bottom_seat) != flipped  # on the side of the seat that captured them
            spots[f"taken-{seat}"] = self._tray_spot(
                _well(area, cell, is_lower), _tray_half(area, cell, is_lower), cell
            )
        return spots

    def _tray_spot(self, well: Box, half: Box, cell: float) -> Spot:
        """Return the spot of the tokens in a well; `half` of the tray can be clicked."""
        size = TAKEN_TOKEN_SIZE * cell
        step = (well.h - 1.15 * size) / (MAX_TAKEN_COUNT - 1)
        return Spot(*_lowest_token_centre(well, size), 0.0, -step, size, half)

    def visible_part(self) -> Box:
        """Return the board without the tray, with as much frame right of its squares as left."""
        spots = self.spots(Box(0, 0, RATIO, 1), False)
        boxes = [spots[target].box for target in INDEX]
        return Box(0, 0, max(box.right for box in boxes) + min(box.x for box in boxes), 1)

    def prompt_area(self, area: Box) -> Box:
        cell = area.h / BOARD
        return Box(area.x, area.y, BOARD * cell, FRAME * cell)

    def paint(self, surface: pygame.Surface, assets: Assets, theme: Theme, board: str, display: Display) -> None:
        canvas, (area, spots, frame, marks) = Canvas(surface, assets, theme), display
        self._paint_ground(canvas, board, area, spots["a1"].y < spots["a8"].y)
        self._paint_marks_below(canvas, display)
        paint_particles(surface, assets, frame.under)
        self._paint_tokens(canvas, spots, frame.resting, marks)
        self._paint_counts(canvas, display)
        for target in marks.victims:
            if frame.resting.get(target):
                self._paint_victim_ring(canvas, spots[target], len(frame.resting[target]))
        self._paint_sprites(canvas, display)
        paint_particles(surface, assets, frame.over)
        self._paint_above(canvas, display)
        paint_drawings(surface, theme, spots, marks)
        if len(set(marks.hint)) > 1:
            paint_arrows(surface, theme, spots, marks.hint)
        elif marks.hint:
            canvas.paint_mark("hint", spots[marks.hint[0]])

    def _paint_sprites(self, canvas: Canvas, display: Display) -> None:
        for sprite in display.frame.sprites:
            self.paint_sprite(canvas.surface, canvas.assets, sprite)

    def _paint_above(self, canvas: Canvas, display: Display) -> None:
        """Paint a game's own marks above the tokens and below the arrow of a hint."""

    def _paint_victim_ring(self, canvas: Canvas, spot: Spot, height: int) -> None:
        x, y = spot.at(height - 1)
        canvas.paint_mark("ring", spot, (x, y - FACE * spot.size))

    def _paint_ground(self, canvas: Canvas, board: str, area: Box, flipped: bool) -> None:
        """Paint board and trays with their shadows, from a picture that is kept until it would change."""
        key = (board, area, flipped, canvas.assets.resizing)
        if self._ground is None or self._ground[0] != key:
            self._ground = (key, self._make_ground(canvas, board, area, flipped))
        pad = round(area.h / BOARD * 0.5)
        canvas.surface.blit(self._ground[1], (round(area.x) - pad, round(area.y) - pad))

    def _make_ground(self, canvas: Canvas, board: str, area: Box, flipped: bool) -> pygame.Surface:
        cell = area.h / BOARD
        pad = round(cell * 0.5)
        size = (round(area.w) + 2 * pad, round(area.h) + 2 * pad)
        side = round(area.h)
        shifted = area._replace(x=pad, y=pad)
        tray, at = self._render_tray(shifted, cell, board), tray_strip(shifted).ints()[:2]
        boxes = [(pad, pad, side, side), *([] if tray is None else [(*at, *tray.get_size())])]
        ground = render_shadows(size, boxes, (0.05 * cell, 0.08 * cell), 0.09 * cell)
        ground.blit(canvas.assets.sprite(f"boards/board-{board}", side), (pad, pad))
        _paint_coordinates(ground, canvas.theme, pad, cell, flipped)
        if tray is not None:
            ground.blit(tray, at)
        return ground.convert_alpha()

    def _render_tray(self, area: Box, cell: float, board: str) -> pygame.Surface | None:
        wells = [_well(area, cell, is_lower) for is_lower in (False, True)]
        wood, felt = TRAYS.get(board, WALNUT_TRAY), self.felts.get(board, self.felts[""])
        return tray_picture(tray_strip(area), wells, self._list_rings(wells, cell), wood, self.corner, felt=felt)

    def _list_rings(self, wells: Sequence[Box], cell: float) -> list[Ring]:
        return [(_lowest_token_centre(well, TAKEN_TOKEN_SIZE * cell), TAKEN_TOKEN_SIZE * cell) for well in wells]

    def _paint_marks_below(self, canvas: Canvas, display: Display) -> None:
        _, spots, frame, marks = display
        for target in marks.last:
            if target in INDEX:
                canvas.paint_mark("last-dark" if is_dark(target) else "last-light", spots[target])
        if marks.last_path:
            paint_path(canvas.surface, spots, marks.last_path)
        for target in marks.picked:
            canvas.paint_mark("picked", spots[target])
        for target in marks.premove:
            canvas.paint_mark("premove", spots[target])
        for target in self._dotted_targets(marks):
            dot = "dot" if marks.token_to_put is None else "place"
            canvas.paint_mark(f"{dot}-dark" if is_dark(target) else f"{dot}-light", spots[target])
        forced = marks.forced & frame.resting.keys()
        for target in forced | marks.named:
            canvas.paint_mark("must" if target in forced else "named", spots[target])
        if marks.focus is not None:
            canvas.paint_mark("focus", spots[marks.focus])

    def _dotted_targets(self, marks: Marks) -> frozenset[Target]:
        return marks.drops

    def _paint_tokens(self, canvas: Canvas, spots: Spots, table: Table, marks: Marks) -> None:
        """Paint the resting tokens, the upper rows first, and pale ones where held tokens lay."""
        clip = canvas.surface.get_clip()
        for target in sorted(table, key=lambda name: (spots[name].y, spots[name].x)):
            spot, tokens = spots[target], table[target]
            side = round(1.7 * spot.size)  # side of the square that a token and its shadow may cover
            is_alone = len(tokens) == 1 and not spot.places
            if is_alone and not clip.colliderect((spot.x - side, spot.y - side, 2 * side, 2 * side)):
                continue
            shown_count = len(tokens) - marks.hidden.get(target, 0)
            looks, shown = [token.look for token in tokens], range(shown_count)
            places = [spot.token_place(looks, number) for number in shown]
            order = sorted(shown, key=lambda number: places[number][1]) if spot.places else shown
            for number in order:
                around = pygame.Rect(0, 0, side, side)
                around.center = (round(places[number][0]), round(places[number][1]))
                if clip.colliderect(around):
                    self._paint_token(canvas, tokens[number], places[number], target, marks)
            for number in range(shown_count, len(tokens)):
                self._paint_absent(canvas, tokens[number], spot, spot.token_place(looks, number))

    def _paint_token(self, canvas: Canvas, token: Token, place: Place, target: Target, marks: Marks) -> None:
        (x, y, size), assets = place, canvas.assets
        lift = marks.raised.get(target, 0.0)
        if lift:
            self.paint_sprite(canvas.surface, assets, raise_sprite(Sprite(token, x, y, size), lift))
            return
        side, centre = round(size), (round(x), round(y))
        look = self.resting_look(token, x, y)
        for picture in (assets.shadow(look, side), assets.sprite(look, side)):
            canvas.surface.blit(picture, picture.get_rect(center=centre))

    def _paint_absent(self, canvas: Canvas, token: Token, spot: Spot, place: Place) -> None:
        x, y, size = place
        picture = canvas.assets.sprite(self.look(token), round(size))
        blit_pale(canvas.surface, picture, (round(x), round(y)), HELD_ALPHA)

    def _paint_counts(self, canvas: Canvas, display: Display) -> None:
        area, cell = display.area, display.area.h / BOARD
        if not canvas.surface.get_clip().colliderect(tray_strip(area).ints()):
            return
        for target, text in self.counts(display.frame).items():
            spot = display.spots[target]
            y = FRAME / 2 if spot.box.y < area.y + area.h / 4 else BOARD - FRAME / 2
            inlay(canvas.surface, canvas.theme, text, (spot.x, area.y + y * cell), 0.27 * cell)

    def counts(self, frame: Frame) -> Mapping[Target, str]:
        """Return the number of tokens in each well, as a text by target."""
        return {target: str(len(tokens)) for target, tokens in frame.resting.items() if target not in INDEX}


class BoxesTable(SquaresTable):
    """A `SquaresTable` for men of many kinds; captured men stand two by two in a box."""

    corner = 0.16
    kinds: tuple[str, ...] = ()  # names of men after their side's prefix ("king"), in their order in the box

    def _tray_spot(self, well: Box, half: Box, cell: float) -> Spot:
        is_lower = 2 * (well.y - half.y) < half.h - well.h
        sides = [side_of(emblem) for emblem in self.emblems]
        order = tuple(f"{side}-{kind}" for kind in self.kinds for side in sides)
        return Spot(
            *well.centre,
            0.0,
            0.0,
            BOXED_TOKEN_SIZE * cell,
            half,
            _box_token_centres(well, cell, is_lower=is_lower),
            order,
        )

    def _list_rings(self, wells: Sequence[Box], cell: float) -> list[Ring]:
        """Return no rings, since the men stand too close together."""
        return []


class TraylessTable(SquaresTable):
    """A `SquaresTable` without trays: captured tokens disappear."""

    ratio = 1.0

    def spots(self, area: Box, flipped: bool) -> dict[Target, Spot]:
        return {target: spot for target, spot in super().spots(area, flipped).items() if target in INDEX}

    def visible_part(self) -> Box:
        return Box(0, 0, 1, 1)

    def _render_tray(self, area: Box, cell: float, board: str) -> None:
        return None


def _box_token_centres(well: Box, cell: float, is_lower: bool) -> list[tuple[float, float]]:
    rim = 0.05 * cell
    step = (well.h - 2 * rim) / BOX_ROWS
    return [
        (well.x + well.w * (0.27 + 0.46 * column), well.y + rim + step * (row + 0.5))
        for row in (reversed(range(BOX_ROWS)) if is_lower else range(BOX_ROWS))
        for column in (0, 1)
    ]


def is_straight(start: Target, end: Target) -> bool:
    """Return whether two squares are on the same row, column or diagonal."""
    a, b = INDEX[start], INDEX[end]
    columns, rows = abs(a % 8 - b % 8), abs(a // 8 - b // 8)
    return columns == rows or not (columns and rows)


def is_dark(target: Target) -> bool:
    """Return whether a square is dark, as a1 is; True for targets that aren't squares."""
    index = INDEX.get(target, 0)
    return (index % 8 + index // 8) % 2 == 0


def tray_strip(area: Box) -> Box:
    cell = area.h / BOARD
    return Box(area.x + (BOARD + GAP) * cell, area.y, TRAY * cell, area.h)


def _tray_half(area: Box, cell: float, is_lower: bool) -> Box:
    strip = tray_strip(area)
    return strip._replace(y=strip.y + (strip.h / 2 if is_lower else 0), h=strip.h / 2)


def _well(area: Box, cell: float, is_lower: bool) -> Box:
    """Return the felt of the upper or lower half of the tray."""
    half = _tray_half(area, cell, is_lower)
    height = 4 * cell - 0.08 * cell
    top = half.y + 0.08 * cell if is_lower else half.bottom - 0.08 * cell - height
    return Box(half.x + 0.1 * cell, top, half.w - 0.2 * cell, height)


def _lowest_token_centre(well: Box, size: float) -> tuple[float, float]:
    return well.centre[0], well.bottom - 0.58 * size


def tray_picture(
    strip: Box,
    wells: Sequence[Box],
    rings: Sequence[Ring],
    wood: Sequence[str],
    corner: float,
    *,
    felt: Sequence[str],
) -> pygame.Surface:
    """Return the picture of a wooden tray with wells of felt, and with `rings` on the felt.

    `corner` is the radius of a well's corners as a fraction of its width. `wood` has colours like WALNUT_TRAY, `felt`
    like BAIZE_FELT.
    """
    dark, lit, left, right, rim = wood
    width, height = strip.ints()[2:]
    body = "".join(
        f'<rect x="{inset}" y="{inset}" width="{width - 2 * edge}" height="{height - 2 * edge}" rx="{width * 0.1}"'
        f' fill="{paint}"/>'
        for inset, edge, paint in ((0, 0, dark), (0.5, 1, lit), (1.5, 1.5, "url(#wood)"))
    )
    for well in wells:
        x, y, w, h = well.x - strip.x, well.y - strip.y, well.w, well.h
        for dx, dy, wide, high, paint in (
            (0, 0, w, h, 'fill="#2A1B12"'),
            (w * 0.02, w * 0.03, w * 0.98, h - w * 0.03, f'fill="{rim}" fill-opacity="0.55"'),
            (w * 0.02, w * 0.03, w * 0.96, h - w * 0.05, 'fill="url(#felt)"'),
        ):
            sides = f'width="{wide}" height="{high}" rx="{w * corner}"'
            body += f'<rect x="{x + dx}" y="{y + dy}" {sides} {paint}/>'
    for (cx, cy), size in rings:
        body += "".join(
            f'<circle cx="{cx - strip.x}" cy="{cy - strip.y}" r="{radius * size}" fill="none" stroke="#0F241C"'
            f' stroke-opacity="0.45" stroke-width="{0.03 * size}"/>'
            for radius in (0.36, 0.2)
        )
    shades = _gradient_svg("wood", width, 0, (left, right)) + _gradient_svg("felt", width, width / 3, felt)
    return render_svg((width, height), body, shades)


def _gradient_svg(name: str, x: float, y: float, colours: Sequence[str]) -> str:
    """Return an SVG gradient from the upper left corner to a point; the middle one of three colours is at 45 %."""
    offsets = (0, 100) if len(colours) == 2 else (0, 45, 100)
    stops = (f'<stop offset="{offset}%" stop-color="{one}"/>' for offset, one in zip(offsets, colours, strict=True))
    ends = f'gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="{x}" y2="{y}"'
    return f'<linearGradient id="{name}" {ends}>{"".join(stops)}</linearGradient>'


def _paint_coordinates(ground: pygame.Surface, theme: Theme, pad: int, cell: float, flipped: bool) -> None:
    for index in range(8):
        along = pad + (FRAME + index + 0.5) * cell
        number = index + 1 if flipped else 8 - index
        letter = "abcdefgh"[7 - index if flipped else index]
        letters_y, numbers_x = pad + (BOARD - FRAME / 2) * cell, pad + FRAME / 2 * cell
        for text, centre in ((letter, (along, letters_y)), (str(number), (numbers_x, along))):
            inlay(ground, theme, text, centre, 0.27 * cell)
