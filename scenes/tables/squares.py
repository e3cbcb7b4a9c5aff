"""A table with a board of 64 squares, tokens on it that may be stacked, and a tray beside it for what was taken."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import atan2, cos, hypot, sin
from typing import Final

import pygame

from rules.contract import Effect, Lift, Put, Seat, Slide, Table, Target, Token
from rules.squares import INDEX
from scenes.assets import LIFT, Assets
from scenes.layout import Box, Spot, Spots
from scenes.motion import Frame, Manner, Mover
from scenes.theme import BRASS, INK, MAPLE_DARK, OXBLOOD, SEA, Theme, vector

FRAME: Final = 0.6
"""Width of the board's frame, in cells; the board's picture has it on every side."""
BOARD: Final = 8 + 2 * FRAME
GAP: Final = 0.3
TRAY: Final = 1.0
RATIO: Final = (BOARD + GAP + TRAY) / BOARD
"""Width / height of board and tray together."""
STACK: Final = 0.13
"""How much higher the next token of a stack lies, in cells."""
FACE: Final = 0.05
"""How much higher than a token's centre the centre of its face is, in cells."""
TAKEN: Final = 0.74
"""Size of a taken token, in cells."""
MOST_TAKEN: Final = 24


@dataclass(frozen=True, slots=True)
class Marks:
    """What is marked on the table; targets each."""

    last: frozenset[Target] = frozenset()
    """Where the last turn went."""
    picked: frozenset[Target] = frozenset()
    drops: frozenset[Target] = frozenset()
    """Where the picked thing may go."""
    victims: frozenset[Target] = frozenset()
    """What it would take."""
    must: frozenset[Target] = frozenset()
    """What has to move."""
    focus: Target | None = None
    """Where the keyboard is."""
    hint: tuple[Target, ...] = ()
    """The way that the hint shows."""
    ghost: tuple[Target, ...] = ()
    """The way that the last turn took, shown while it goes on."""
    hidden: Mapping[Target, int] = field(default_factory=dict)
    """Tokens that the pointer holds, counted from the top of their target."""


class SquaresTable:
    """Paints board, tray, marks and tokens of a game whose sprites lie in `sprites/<folder>/`."""

    ratio: Final = RATIO
    targets: Final = tuple(INDEX)
    """What the keyboard can be on."""

    def __init__(self, folder: str, looks: tuple[str, ...], bottom: Seat) -> None:
        """`looks` are the sprites that stand for the seats; the seat `bottom` has its home at rank 1."""
        self._folder = folder
        self.emblems = tuple(f"{folder}/{look}" for look in looks)
        """A sprite for each seat."""
        self.bottom = bottom
        self._ground: tuple[object, pygame.Surface] | None = None

    def spots(self, area: Box, flipped: bool) -> dict[Target, Spot]:
        """Where everything lies in `area`; `flipped` has White at the top."""
        cell = area.h / BOARD
        spots: dict[Target, Spot] = {}
        for name, index in INDEX.items():
            column, row = index % 8, 7 - index // 8
            if flipped:
                column, row = 7 - column, 7 - row
            box = Box(area.x + (FRAME + column) * cell, area.y + (FRAME + row) * cell, cell, cell)
            spots[name] = Spot(*box.centre, 0.0, -STACK * cell, cell, box)
        for seat in (0, 1):
            box = _tray(area, cell, low=(seat == 0) != flipped)
            size = TAKEN * cell
            step = (box.h - 1.15 * size) / (MOST_TAKEN - 1)
            spots[f"taken-{seat}"] = Spot(box.centre[0], box.bottom - 0.58 * size, 0.0, -step, size, box)
        return spots

    def manner(self, effect: Effect) -> Manner:
        """How an effect is seen: one square on is a slide, two a hop; into a tray it is taken away."""
        match effect:
            case Slide(start, end, _):
                if end not in INDEX or start not in INDEX:
                    return "away"
                a, b = INDEX[start], INDEX[end]
                return "slide" if max(abs(a % 8 - b % 8), abs(a // 8 - b // 8)) == 1 else "hop"
            case Put():
                return "drop"
            case Lift():
                return "vanish"
            case _:
                return "settle"

    def sound(self, manner: Manner) -> str:
        """The name of the sound that a token makes when it moves so."""
        return {"slide": "slide", "hop": "hop", "away": "capture", "drop": "crown"}.get(manner, "place")

    def victims(self, effects: Iterable[Effect]) -> frozenset[Target]:
        """The targets that lose their tokens to the tray."""
        return frozenset(e.start for e in effects if isinstance(e, Slide) and e.end not in INDEX)

    def paint(
        self,
        surface: pygame.Surface,
        assets: Assets,
        theme: Theme,
        board: str,
        area: Box,
        spots: Spots,
        frame: Frame,
        marks: Marks,
    ) -> None:
        """Paint everything within the surface's clip. `board` is the person's choice of board."""
        flipped = spots["a1"].y < spots["a8"].y
        self._paint_ground(surface, assets, theme, board, area, flipped)
        self._paint_marks_below(surface, theme, spots, frame, marks)
        self._paint_tokens(surface, assets, spots, frame.resting, marks)
        for target in marks.victims:
            self._ring(surface, theme, spots[target], len(frame.resting.get(target, ())))
        for mover in frame.movers:
            self.paint_mover(surface, assets, mover)
        if marks.hint:
            _paint_arrows(surface, theme, spots, marks.hint)

    def _ring(self, surface: pygame.Surface, theme: Theme, spot: Spot, height: int) -> None:
        """The mark around the topmost token of something that would be taken."""
        if height:
            x, y = spot.at(height - 1)
            _stamp(surface, theme, "ring", spot, (x, y - FACE * spot.size))

    def paint_mover(self, surface: pygame.Surface, assets: Assets, mover: Mover) -> None:
        """Paint a token on its way, or in the person's hand (lift 1).

        As it is lifted, the shadow of one at rest gives way to that of a lifted one.
        """
        size = round(mover.size * (1 + (LIFT - 1) * mover.lift))
        look = self._look(mover.token)
        sprite = assets.sprite(look, size)
        if mover.squash > 0:
            wide = round(size * (1 + 0.03 * mover.squash))
            sprite = pygame.transform.smoothscale(sprite, (wide, round(size * (1 - 0.03 * mover.squash))))
        if mover.tilt:
            sprite = pygame.transform.rotozoom(sprite, -mover.tilt, 1.0)
        rest, lifted = round(255 * (1 - mover.lift) * mover.alpha), round(255 * mover.lift * mover.alpha)
        centre = (round(mover.x), round(mover.y))
        if rest > 0:
            _blit(surface, assets.shadow(look, round(mover.size)), centre, rest)
        if lifted > 0:
            _blit(surface, assets.shadow(look, round(mover.size * LIFT), lifted=True), centre, lifted)
        _blit(surface, sprite, centre, round(255 * mover.alpha))

    def covers(self, mover: Mover) -> pygame.Rect:
        """The rectangle that a token on its way needs, with its shadow."""
        side = round(mover.size * 1.7)
        rect = pygame.Rect(0, 0, side, side)
        rect.center = (round(mover.x), round(mover.y))
        return rect

    def _look(self, token: Token) -> str:
        return f"{self._folder}/{token.look}"

    def _paint_ground(
        self, surface: pygame.Surface, assets: Assets, theme: Theme, board: str, area: Box, flipped: bool
    ) -> None:
        """The board with its letters, the tray, and their shadow on the table: one picture, made once a size."""
        key = (board, area, flipped, assets.resizing)
        if self._ground is None or self._ground[0] != key:
            self._ground = (key, self._make_ground(assets, theme, board, area, flipped))
        pad = round(area.h / BOARD * 0.5)
        surface.blit(self._ground[1], (round(area.x) - pad, round(area.y) - pad))

    def _make_ground(self, assets: Assets, theme: Theme, board: str, area: Box, flipped: bool) -> pygame.Surface:
        cell = area.h / BOARD
        pad = round(cell * 0.5)
        size = (round(area.w) + 2 * pad, round(area.h) + 2 * pad)
        tray = _tray_strip(area._replace(x=pad, y=pad), cell)
        side = round(area.h)
        ground = pygame.Surface(size, pygame.SRCALPHA)
        ground.fill((14, 8, 4, 0))
        for left, top, width, height in ((pad, pad, side, side), tray.ints()):
            shade = (left + round(0.05 * cell), top + round(0.08 * cell), width, height)
            pygame.draw.rect(ground, (14, 8, 4, 120), shade, border_radius=round(0.1 * cell))
        ground = pygame.transform.gaussian_blur(ground, max(1, round(0.09 * cell)))
        ground.blit(assets.sprite(f"{self._folder}/board-{board}", side), (pad, pad))
        _engrave(ground, theme, pad, cell, flipped)
        wells = [_tray(area._replace(x=pad, y=pad), cell, low) for low in (False, True)]
        ground.blit(_tray_picture(tray, wells), tray.ints()[:2])
        return ground.convert_alpha()

    def _paint_marks_below(
        self, surface: pygame.Surface, theme: Theme, spots: Spots, frame: Frame, marks: Marks
    ) -> None:
        for target in marks.last:
            if target in INDEX:
                _stamp(surface, theme, "last", spots[target])
        if marks.ghost:
            _paint_path(surface, spots, marks.ghost)
        for target in marks.picked:
            _stamp(surface, theme, "picked", spots[target])
        for target in marks.drops:
            _stamp(surface, theme, "dot-dark" if _dark(target) else "dot-light", spots[target])
        for target in marks.must:
            if target in frame.resting:
                _stamp(surface, theme, "must", spots[target])
        if marks.focus is not None:
            _stamp(surface, theme, "focus", spots[marks.focus])

    def _paint_tokens(
        self, surface: pygame.Surface, assets: Assets, spots: Spots, table: Table, marks: Marks
    ) -> None:
        clip = surface.get_clip()
        for target in sorted(table, key=lambda name: (spots[name].y, spots[name].x)):
            spot = spots[target]
            tokens = table[target]
            shown = len(tokens) - marks.hidden.get(target, 0)
            size = round(spot.size)
            for number, token in enumerate(tokens[:shown]):
                place = pygame.Rect(0, 0, size, size)
                place.center = (round(spot.x + spot.dx * number), round(spot.y + spot.dy * number))
                if not clip.colliderect(place.inflate(size // 2, size // 2)):
                    continue
                look = self._look(token)
                shadow = assets.shadow(look, size)
                surface.blit(shadow, shadow.get_rect(center=place.center))
                surface.blit(assets.sprite(look, size), place)


def _blit(surface: pygame.Surface, picture: pygame.Surface, centre: tuple[int, int], alpha: int) -> None:
    """Paint a picture around `centre`, of which `alpha` of 255 is to be seen."""
    place = picture.get_rect(center=centre)
    if alpha <= 0 or not place.colliderect(surface.get_clip()):
        return
    if alpha < 255:
        picture = picture.copy()
        picture.set_alpha(alpha)
    surface.blit(picture, place)


def _dark(target: Target) -> bool:
    """a1 is dark."""
    index = INDEX.get(target, 0)
    return (index % 8 + index // 8) % 2 == 0


def _tray_strip(area: Box, cell: float) -> Box:
    """The piece of wood beside the board that holds both trays."""
    return Box(area.x + (BOARD + GAP) * cell, area.y, TRAY * cell, area.h)


def _tray(area: Box, cell: float, low: bool) -> Box:
    """The hollow for taken tokens, in the upper or the lower half of the strip."""
    strip = _tray_strip(area, cell)
    high = (strip.h - 0.3 * cell) / 2 - 0.04 * cell
    top = strip.bottom - 0.12 * cell - high if low else strip.y + 0.12 * cell
    return Box(strip.x + 0.1 * cell, top, strip.w - 0.2 * cell, high)


def _tray_picture(strip: Box, wells: Sequence[Box]) -> pygame.Surface:
    """Walnut with two felted hollows."""
    width, height = strip.ints()[2:]
    round_by = width * 0.1
    parts = [
        f'<rect width="{width}" height="{height}" rx="{round_by}" fill="#3B281B"/>',
        f'<rect x="0.5" y="0.5" width="{width - 2}" height="{height - 2}" rx="{round_by}" fill="#7A563A"/>',
        f'<rect x="1.5" y="1.5" width="{width - 3}" height="{height - 3}" rx="{round_by}" fill="url(#wood)"/>',
    ]
    for well in wells:
        x, y, w, h = well.x - strip.x, well.y - strip.y, well.w, well.h
        r = w * 0.42
        parts += [
            f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{r}" fill="#2A1B12"/>',
            f'<rect x="{x + w * 0.02}" y="{y + w * 0.03}" width="{w * 0.98}" height="{h - w * 0.03}" rx="{r}"'
            ' fill="#8A6343" fill-opacity="0.55"/>',
            f'<rect x="{x + w * 0.02}" y="{y + w * 0.03}" width="{w * 0.96}" height="{h - w * 0.05}" rx="{r}"'
            ' fill="url(#felt)"/>',
        ]
    gradients = (
        f'<linearGradient id="wood" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="{width}" y2="0">'
        '<stop offset="0%" stop-color="#68482F"/><stop offset="100%" stop-color="#523722"/></linearGradient>'
        f'<linearGradient id="felt" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="{width}" y2="{width / 3}">'
        '<stop offset="0%" stop-color="#1A3A2E"/><stop offset="45%" stop-color="#25503F"/>'
        '<stop offset="100%" stop-color="#2B5948"/></linearGradient>'
    )
    return vector((width, height), "".join(parts), gradients)


def _engrave(ground: pygame.Surface, theme: Theme, pad: int, cell: float, flipped: bool) -> None:
    """Set letters and numbers into the frame: maple with a dark edge up-left, as light falls into a groove."""
    font = theme.face("serif-semibold", max(11, round(0.27 * cell)))
    for index in range(8):
        along = pad + (FRAME + index + 0.5) * cell
        number = index + 1 if flipped else 8 - index
        letter = "abcdefgh"[7 - index if flipped else index]
        low = pad + (BOARD - FRAME / 2) * cell
        left = pad + FRAME / 2 * cell
        for text, centre in ((letter, (along, low)), (str(number), (left, along))):
            for colour, shift in ((pygame.Color("#2A1A10"), -1), (MAPLE_DARK, 0)):
                glyph = font.render(text, True, colour)
                rect = glyph.get_rect(center=(round(centre[0]) + shift, round(centre[1]) + shift))
                ground.blit(glyph, rect)


def _stamp(
    surface: pygame.Surface, theme: Theme, mark: str, spot: Spot, centre: tuple[float, float] | None = None
) -> None:
    """Paint a mark on a target's square."""
    left, top, width, height = spot.box.ints()
    if centre is not None:
        left, top = left + round(centre[0] - spot.x), top + round(centre[1] - spot.y)
    if surface.get_clip().colliderect((left, top, width, height)):
        size = (width, height)
        surface.blit(theme.cache.get((mark, size), lambda: vector(size, _mark(mark, width, height))), (left, top))


def _mark(mark: str, w: int, h: int) -> str:
    """The SVG of a mark on a cell of w x h pixels; measures are those of the art direction, in cells."""
    x, y = w / 2, h / 2
    brass = f"#{BRASS.r:02x}{BRASS.g:02x}{BRASS.b:02x}"
    oxblood = f"#{OXBLOOD.r:02x}{OXBLOOD.g:02x}{OXBLOOD.b:02x}"
    inset = 0.03 * w
    box = f'x="{inset}" y="{inset}" width="{w - 2 * inset}" height="{h - 2 * inset}" rx="{0.06 * w}" fill="none"'
    tick = 0.16 * w
    match mark:
        case "last":
            return f'<rect width="{w}" height="{h}" fill="{brass}" fill-opacity="0.34"/>'
        case "picked":
            return (
                f'<rect width="{w}" height="{h}" fill="{brass}" fill-opacity="0.28"/>'
                f'<rect {box} stroke="#E3BE74" stroke-width="{0.06 * w}"/>'
            )
        case "dot-light":
            return f'<circle cx="{x}" cy="{y}" r="{0.14 * w}" fill="#2B2420" fill-opacity="0.45"/>'
        case "dot-dark":
            return f'<circle cx="{x}" cy="{y}" r="{0.14 * w}" fill="#F4EBDD" fill-opacity="0.6"/>'
        case "ring":
            return (
                f'<circle cx="{x}" cy="{y}" r="{0.41 * w}" fill="none" stroke="#F4EBDD" stroke-opacity="0.8"'
                f' stroke-width="{0.11 * w}"/><circle cx="{x}" cy="{y}" r="{0.41 * w}" fill="none" '
                f'stroke="{oxblood}" stroke-width="{0.08 * w}"/>'
            )
        case "must":
            corners = "".join(
                f"M{cx} {cy + sy * tick}L{cx} {cy}L{cx + sx * tick} {cy}"
                for cx, cy, sx, sy in (
                    (0.06 * w, 0.94 * h, 1, -1),
                    (0.94 * w, 0.94 * h, -1, -1),
                )
            )
            return "".join(
                f'<path d="{corners}" fill="none" stroke="{colour}" stroke-width="{wide * w}"'
                ' stroke-linecap="round" stroke-linejoin="round"/>'
                for colour, wide in (("#33241B", 0.085), ("#E9C67C", 0.055))
            )
        case _:
            dash = 0.11 * w
            return (
                f'<rect {box} stroke="#33241B" stroke-opacity="0.85" stroke-width="{0.07 * w}"/>'
                f'<rect {box} stroke="#E9C67C" stroke-width="{0.045 * w}" stroke-dasharray="{dash} {dash * 0.7}"/>'
            )


def _paint_path(surface: pygame.Surface, spots: Spots, way: Sequence[Target]) -> None:
    """A faint dotted line along the squares of a turn under way."""
    for start, end in itertools.pairwise(way):
        a, b = spots[start], spots[end]
        steps = max(2, round(hypot(b.x - a.x, b.y - a.y) / (a.size * 0.22)))
        radius = max(2, round(a.size * 0.045))
        for step in range(1, steps):
            part = step / steps
            centre = (round(a.x + (b.x - a.x) * part), round(a.y + (b.y - a.y) * part))
            pygame.draw.circle(surface, INK, centre, radius + 1)
            pygame.draw.circle(surface, BRASS, centre, radius)


def arrow_area(spots: Spots, way: Sequence[Target]) -> pygame.Rect:
    """The rectangle that a hint's arrows need."""
    boxes = [pygame.Rect(spots[target].box.ints()) for target in way]
    return boxes[0].unionall(boxes[1:])


def _paint_arrows(surface: pygame.Surface, theme: Theme, spots: Spots, way: Sequence[Target]) -> None:
    """A tapered sea-blue arrow from square to square; the head is on the last."""
    area = arrow_area(spots, way)
    if not area.colliderect(surface.get_clip()):
        return
    key = ("arrows", *(spots[target].box for target in way))
    surface.blit(theme.cache.get(key, lambda: _arrows(spots, way, area)), area)


def _arrows(spots: Spots, way: Sequence[Target], area: pygame.Rect) -> pygame.Surface:
    legs = list(itertools.pairwise(way))
    parts = [_arrow(spots[a], spots[b], area, head=number == len(legs)) for number, (a, b) in enumerate(legs, 1)]
    return vector(area.size, "".join(parts))


def _arrow(a: Spot, b: Spot, area: pygame.Rect, head: bool) -> str:
    """One tapered shaft, with a head if it is the last."""
    size = a.size
    angle = atan2(b.y - a.y, b.x - a.x)
    length = hypot(b.x - a.x, b.y - a.y)
    reach = length - (0.34 if head else 0.0) * size
    thin, thick, wide = 0.05 * size, 0.10 * size, 0.24 * size
    outline = [(0.12 * size, -thin), (reach, -thick)]
    outline += [(reach, -wide), (length - 0.02 * size, 0.0), (reach, wide)] if head else []
    outline += [(reach, thick), (0.12 * size, thin)]
    points = " ".join(
        f"{a.x - area.x + x * cos(angle) - y * sin(angle):.1f},{a.y - area.y + x * sin(angle) + y * cos(angle):.1f}"
        for x, y in outline
    )
    sea = f"#{SEA.r:02x}{SEA.g:02x}{SEA.b:02x}"
    return (
        f'<polygon points="{points}" fill="{sea}" fill-opacity="0.92" stroke="#F4EBDD" stroke-opacity="0.85"'
        f' stroke-width="{0.025 * size}" stroke-linejoin="round"/>'
    )
