"""The view of a tablier: points in its left half, a tray for dice in its right one, racks beside it, cups.

Measures are in units of a thousandth of the board's width, from the board's upper left corner, y downwards; in
simulations a unit is 0.6 mm. Turned round, the board is mirrored top to bottom: both sides count their points from
the left.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot, radians
from typing import Final, NamedTuple

import pygame

from rules.contract import Beat, Effect, Lift, Put, Seat, Slide, Table, Target, Token
from scenes.app.assets import LIFT, Assets
from scenes.app.theme import BRASS, MAPLE_DARK, Theme
from scenes.games.unstacked_draughts import moving
from scenes.games.unstacked_draughts.dice.field import Area, Disc, Edge, Field
from scenes.games.unstacked_draughts.dice.turns import LEVEL, Turn, spun
from scenes.games.unstacked_draughts.dice_films import make_hand_over
from scenes.games.unstacked_draughts.dice_picture import DicePainter, DieSprite
from scenes.games.unstacked_draughts.point_marks import SIDES, PointMarks, point_of
from scenes.surfaces.clips import COME, GO, SETTLE, Motion, Place, Sprite, raise_sprite
from scenes.surfaces.constants import OXBLOOD, PAPER
from scenes.surfaces.layout import Box, Spot, Spots
from scenes.surfaces.marks import Marks, paint_arrows
from scenes.surfaces.painting import inlay, lay_shade
from scenes.surfaces.view import Canvas, Display, TableAnimations, TableView, blit_pale, paint_look, paint_particles

MILLIMETRES: Final = 0.6  # millimetres per unit
THICK: Final = 8.0
WALL: Final = 30.0
BASE: Final = 6.0
AROUND: Final = 56.0
"""In mm: thickness of a checker, heights of borders and floor, distance that a die can roll on the table."""
WHOLE: Final = Box(-88, -117, 1100, 860)
BOARD: Final = Box(0, 0, 1000, 625)
FLOOR: Final = Box(44, 44, 432, 537)
"""The left half, within its borders."""
TRAY: Final = Box(524, 44, 432, 537)
RACKS: Final = (Box(-84, 4, 74, 304), Box(-84, 317, 74, 304))
CUPS: Final = (Box(822, -119, 136, 136), Box(822, 608, 136, 136))
STAMPS: Final = (Box(615, 63, 250, 83), Box(615, 479, 250, 83))
"""At the upper and at the lower end of the tray: a word is stamped in the one away from the dice."""
BAND: Final = Box(0, -112, 806, 100)
PITCH: Final = 72
CHECKER: Final = 72
DIE: Final = 75
"""Cells of a checker and of a die."""
EDGE: Final = 45  # edge length of a die
DISC: Final = 0.41  # radius of a checker, in cells
STEP: Final = 0.17  # offset of a checker on another, in cells
EDGEWISE: Final = 18.6  # thickness of a checker that stands on its edge
STACKS: Final = (104, 541)  # centre y of a stack's lowest checker, at the upper and at the lower edge
DOWN: Final = ((172, 66), (467, -66))
"""Centre y of the first checker in front of a stack, and the offset of the next."""
OFF: Final = ((24.0, EDGEWISE), (603.0, -EDGEWISE))
NUMERALS: Final = (21, 604)
NUMERAL: Final = 25
BRIGHT: Final = pygame.Color("#FFDC8A")
LIGHT: Final = pygame.Color(46, 38, 18)
"""Added to the colour of a place that may be clicked."""
"""Letters of the seats in the names of targets."""


class Rest(NamedTuple):
    """A die's position: its centre in units, its rotation, and the height of its lowest point, in mm."""

    x: float
    y: float
    turn: Turn
    height: float = 0.0


AT_REST: Final[Mapping[Target, Rest]] = {
    "die-0": Rest(690, 300, spun(radians(15))),
    "die-1": Rest(790, 340, spun(radians(60))),
}
"""Positions of dice that weren't seen rolling."""
ASIDE: Final = tuple((x, y) for x in (920.0, 846.0, 772.0, 698.0, 624.0) for y in (36.0, 110.0))
"""Places for a die that went to the other player: x, and distance from the border; the first free one counts.

No stamped word covers the first two.
"""
CLEAR: Final = 72.0  # minimum distance from the centre of another die for a free place
ASKEW: Final = (spun(radians(-9)), spun(radians(7)))  # rotations of such dice, number 0 and 1


class PointsTable(TableView):
    ratio = WHOLE.w / WHOLE.h
    trays = tuple(f"{side}-off" for side in SIDES)
    targets = (
        *(f"{side}{point}{where}" for side in SIDES for point in range(1, 7) for where in ("", "-down")),
        *(f"{side}-cup" for side in SIDES),
        "tray",
    )
    cups = tuple(f"{side}-cup" for side in SIDES)
    around = 1.1
    move_marks = PointMarks()

    def __init__(self, folder: str, looks: tuple[str, ...], bottom: Seat) -> None:
        super().__init__(folder, looks, bottom)
        self.poses: Mapping[Target, Rest] = AT_REST
        self._ground: tuple[object, pygame.Surface] | None = None
        self._dice = DicePainter()
        self.animations = PointAnimations(self)
        self.stamp = LeatherStamp(self)

    # --- where

    def rest_of_taken_dice(self, side: str, flipped: bool) -> list[Rest]:
        """Return the positions of the dice that a side has taken, number 0 and 1; the other may lie as thrown."""
        border, way = (TRAY.bottom, -1) if self.low(side, flipped) else (TRAY.y, 1)
        places = [(x, border + way * y) for x, y in ASIDE]
        found: list[Rest] = []
        for number, turn in enumerate(ASKEW):
            near = (*found, self.poses.get(f"die-{1 - number}", AT_REST["die-0"]))
            x, y = next((x, y) for x, y in places if all(hypot(one.x - x, one.y - y) > CLEAR for one in near))
            found.append(Rest(x, y, turn))
        return found

    def turn(self, target: Target) -> Turn:
        return self.poses[target].turn if target in self.poses else ASKEW[int(target[-1])]

    def scale(self, area: Box) -> float:
        """Return the pixels per unit."""
        return area.w / WHOLE.w

    def place(self, area: Box, x: float, y: float) -> tuple[float, float]:
        scale = area.w / WHOLE.w
        return area.x + (x - WHOLE.x) * scale, area.y + (y - WHOLE.y) * scale

    def box(self, area: Box, box: Box) -> Box:
        scale = area.w / WHOLE.w
        left, top = area.x + (box.x - WHOLE.x) * scale, area.y + (box.y - WHOLE.y) * scale
        return Box(left, top, box.w * scale, box.h * scale)

    def low(self, side: str, flipped: bool) -> bool:
        """Return whether a side's home is at the lower edge."""
        return (SIDES.index(side) == self.bottom) != flipped

    def millimetres(self, area: Box, x: float, y: float) -> tuple[float, float]:
        """Return the board point in mm of a window point."""
        scale = self.scale(area) / MILLIMETRES
        return (x - area.x) / scale + WHOLE.x * MILLIMETRES, (y - area.y) / scale + WHOLE.y * MILLIMETRES

    def edge(self, seat: Seat, flipped: bool) -> Edge:
        """Return the long border of a seat's home."""
        return "bottom" if self.low(SIDES[seat], flipped) else "top"

    def field(self, table: Table, flipped: bool) -> Field:
        """Return the board for flying dice, with the checkers in its left half."""
        spots = self.spots(WHOLE, flipped)
        discs = []
        for target, tokens in table.items():
            spot = spots[target]
            if target == point_of(target):
                discs.append(_disc(spot.x, spot.y, len(tokens)))
            elif target.endswith("-down"):
                discs += [_disc(*spot.at(number), 1) for number in range(len(tokens))]
        outside, tray, home = (
            Area(*(MILLIMETRES * edge for edge in (box.x, box.y, box.right, box.bottom)))
            for box in (BOARD, TRAY, FLOOR)
        )
        return Field(outside, tray, home, WALL, EDGE * MILLIMETRES, BASE, AROUND, tuple(discs))

    def spots(self, area: Box, flipped: bool) -> dict[Target, Spot]:
        scale = self.scale(area)
        size = CHECKER * scale
        spots: dict[Target, Spot] = {}
        for side in SIDES:
            low = self.low(side, flipped)
            for point in range(1, 7):
                x = FLOOR.x + PITCH * (point - 0.5)
                left = x - PITCH / 2
                first, step = DOWN[low]
                stack = Box(left, 500 if low else FLOOR.y, PITCH, 81)
                front = Box(left, 345 if low else 125, PITCH, 155)
                centre = self.place(area, x, STACKS[low])
                spots[f"{side}{point}"] = Spot(*centre, 0.0, -STEP * size, size, self.box(area, stack))
                centre = self.place(area, x, first)
                spots[f"{side}{point}-down"] = Spot(*centre, 0.0, step * scale, size, self.box(area, front))
            first_off, step_off = OFF[low]
            rack = self.box(area, RACKS[low])
            spots[f"{side}-off"] = Spot(*self.place(area, -47, first_off), 0.0, step_off * scale, size, rack)
            cup = self.box(area, CUPS[low])
            spots[f"{side}-cup"] = Spot(*cup.centre, 0.0, 0.0, cup.w, cup)
        tray = self.box(area, TRAY)
        spots["tray"] = Spot(*tray.centre, 0.0, 0.0, tray.w, tray)
        taken = {f"{s}-die-{n}": pose for s in SIDES for n, pose in enumerate(self.rest_of_taken_dice(s, flipped))}
        for target, pose in {**self.poses, **taken}.items():
            x, y = self.place(area, pose.x, pose.y)
            half = DIE * scale / 2
            spots[target] = Spot(x, y, 0.0, 0.0, 2 * half, Box(x - half, y - half, 2 * half, 2 * half))
        return spots

    def portrait(self) -> Box:
        unit = 1 / WHOLE.h
        return Box(0, -WHOLE.y * unit, WHOLE.w * unit, BOARD.h * unit)

    def ledge(self, area: Box) -> Box:
        return self.box(area, BAND)

    def cup(self, target: Target) -> str:
        """Return the prefix of the sprites of the cup on a target."""
        return f"cup-{('white', 'black')[self.cups.index(target)]}"

    # --- painting

    def moving_look(self, sprite: Sprite) -> str:
        if sprite.at is not None:
            return self.lying(sprite.token, sprite.at)
        return f"{self.look(sprite.token)}-{sprite.pose}" if sprite.pose else self.look(sprite.token)

    def paint_sprite(self, surface: pygame.Surface, assets: Assets, sprite: Sprite) -> None:
        """Paint a moving token; a cup's sprites have one size and share their shadows, made in advance."""
        if sprite.token.look in ("white", "black"):
            super().paint_sprite(surface, assets, sprite)
            return
        if not sprite.token.look.startswith("cup-"):
            self._dice.paint(surface, self._die(sprite))
            return
        size, lift = round(sprite.size), min(1.0, sprite.lift)
        picture = assets.sprite(self.moving_look(sprite), size)
        if lift > 0.05:
            picture = pygame.transform.smoothscale_by(picture, 1 + (LIFT - 1) * lift)
        centre = (round(sprite.x), round(sprite.y))
        shade = self._shade(sprite.token.look)
        low, high = round(255 * (1 - lift) * sprite.alpha), round(255 * lift * sprite.alpha)
        blit_pale(surface, assets.shadow(shade, size), centre, low)
        blit_pale(surface, assets.shadow(shade, size, lifted=True), centre, high)
        blit_pale(surface, picture, centre, round(255 * sprite.alpha))

    def _die(self, sprite: Sprite) -> DieSprite:
        if isinstance(sprite, DieSprite):
            return sprite
        turn = self.turn(sprite.at) if sprite.at is not None else LEVEL
        return DieSprite(sprite.token, sprite.x, sprite.y, sprite.size, alpha=sprite.alpha, turn=turn)

    def _shade(self, look: str) -> str:
        """Return the sprite whose shadow a cup casts in all its poses."""
        return f"{self._folder}/{'-'.join(look.split('-')[:2])}-lift"

    def pictures(self, area: Box) -> list[tuple[str, int]]:
        """Return the cup sprites of a throw, with their sizes."""
        tips = (f"tip-{way}-{number}" for way in ("up", "down", "left", "right") for number in (1, 2, 3))
        poses, size = ("lift", "shake-1", "shake-2", *tips), round(CUPS[0].w * self.scale(area))
        return [(f"{self.cup(target)}-{pose}", size) for pose in poses for target in self.cups]

    def make(self, assets: Assets, look: str, size: int) -> None:
        assets.sprite(f"{self._folder}/{look}", size)
        for lifted in (False, True):
            assets.shadow(self._shade(look), size, lifted=lifted)

    def lying(self, token: Token, target: Target) -> str:
        return f"{self.look(token)}-edge" if target.endswith("-off") else self.look(token)

    def paint(self, surface: pygame.Surface, assets: Assets, theme: Theme, board: str, display: Display) -> None:
        canvas, (area, spots, frame, marks) = Canvas(surface, assets, theme), display
        self._paint_ground(canvas, area)
        self._paint_marks(canvas, display)
        paint_particles(surface, assets, frame.under)
        clip = surface.get_clip()
        for sprite, look in self._standing(spots, frame.resting, marks):
            if not clip.colliderect(self.covers(sprite)):
                continue
            if sprite.at is not None and "die-" in sprite.at:
                self._dice.paint(surface, self._die(sprite))
            else:
                self._paint_at(canvas, look, (sprite.x, sprite.y, sprite.size), sprite.lift)
        for target in self.cups:
            if target not in frame.away:
                spot = spots[target]
                look, level = f"{self._folder}/{self.cup(target)}", marks.raised.get(target, 0.0)
                self._paint_at(canvas, look, (spot.x, spot.y, spot.size), level)
        for sprite in frame.sprites:
            self.paint_sprite(surface, assets, sprite)
        hinted = next((target for target in marks.hint if target in spots and target not in frame.away), None)
        if hinted is not None:
            canvas.stamp("advice", spots[hinted])
        if len(marks.hint) > 1:
            paint_arrows(surface, theme, spots, marks.hint)

    def _paint_at(self, canvas: Canvas, look: str, place: Place, level: float) -> None:
        (surface, assets, _), (x, y, size) = canvas, place
        if level:
            paint_look(surface, assets, raise_sprite(Sprite(Token(look), *place), level), look, look)
            return
        for picture in (assets.shadow(look, round(size)), assets.sprite(look, round(size))):
            blit_pale(surface, picture, (round(x), round(y)), 255)

    def _standing(self, spots: Spots, table: Table, marks: Marks) -> list[tuple[Sprite, str]]:
        """Return every token at rest with its sprite, back to front and bottom to top."""
        found: list[tuple[float, int, Sprite, str]] = []
        for target, tokens in table.items():
            spot = spots[target]
            stacked = target == point_of(target)
            for number, token in enumerate(tokens[: len(tokens) - marks.hidden.get(target, 0)]):
                x, y = spot.at(number)
                depth = spot.y if stacked else y
                if target in self.poses:
                    depth += 2 * max(0.0, self.poses[target].height) * spot.size / DIE / MILLIMETRES
                level = marks.raised.get(target, 0.0) if number == len(tokens) - 1 else 0.0
                sprite = Sprite(token, x, y, spot.size, lift=level, at=target)
                found.append((depth, number, sprite, self.lying(token, target)))
        found.sort(key=lambda one: one[:2])
        return [one[2:] for one in found]

    def _paint_marks(self, canvas: Canvas, display: Display) -> None:
        """Paint bright numerals for the last turn, and light up what may be clicked.

        Where that mustn't reveal which of it is useful, the places get frames instead.
        """
        (surface, _, theme), (area, spots, frame, marks) = canvas, display
        flipped = spots["w1"].y > spots["b1"].y
        for point in {point for target in marks.last if (point := point_of(target)) is not None}:
            self._numeral(canvas, area, point, flipped, BRIGHT)
        lit = dict[str, pygame.Rect]()
        for target in marks.must - frame.away:
            if target.endswith("-cup"):
                _glow(surface, theme, spots[target])
            else:
                point, box = target.removesuffix("-down"), pygame.Rect(spots[target].box.ints())
                lit[point] = box.union(lit.get(point, box))
        claims, wide = len(lit) > 2, max(2, theme.px(0.3))  # more places than two dice can play
        for box in lit.values() if claims else ():
            pygame.draw.rect(surface, MAPLE_DARK, box.inflate(-2, -2), wide, border_radius=theme.px(0.6))
        for ground in () if claims else (FLOOR, TRAY):  # the rim overlaps their outermost pixels
            inner = pygame.Rect(self.box(area, ground).inset(1).ints()).clip(surface.get_clip())
            for box in lit.values():
                surface.fill(LIGHT, box.clip(inner), pygame.BLEND_RGB_ADD)  # blended fills ignore the clip
        for target in marks.danger:
            _ring(surface, theme, spots[target])
        if marks.focus is not None:
            canvas.stamp("focus", spots[marks.focus])

    def _numeral(self, canvas: Canvas, area: Box, target: Target, flipped: bool, colour: pygame.Color) -> None:
        x, y = FLOOR.x + PITCH * (int(target[1]) - 0.5), NUMERALS[self.low(target[0], flipped)]
        centre = self.place(area, x, y)
        inlay(canvas.surface, canvas.theme, target[1], centre, NUMERAL * self.scale(area), colour)

    def _paint_ground(self, canvas: Canvas, area: Box) -> None:
        """Paint the board with its numerals, the racks, and their shadow: one picture, cached per size."""
        key = (area, canvas.assets.looks.tablier, canvas.assets.resizing)
        if self._ground is None or self._ground[0] != key:
            self._ground = (key, self._make_ground(canvas, area))
        pad = _pad(self.scale(area))
        canvas.surface.blit(self._ground[1], (round(area.x) - pad, round(area.y) - pad))

    def _make_ground(self, canvas: Canvas, area: Box) -> pygame.Surface:
        scale = self.scale(area)
        pad = _pad(scale)
        own = Box(pad + area.x % 1, pad + area.y % 1, area.w, area.h)
        size = (round(area.w) + 2 * pad, round(area.h) + 2 * pad)
        boxes = [self.box(own, box).ints() for box in (BOARD, *RACKS)]
        ground = lay_shade(size, boxes, (4 * scale, 7 * scale), 8 * scale)
        for (left, top, width, height), look in zip(boxes, ("tablier", "rack", "rack"), strict=True):
            ground.blit(canvas.assets.sprite(f"{self._folder}/{look}", (width, height)), (left, top))
        engraved = canvas._replace(surface=ground)
        for side in SIDES:
            for point in range(1, 7):
                self._numeral(engraved, own, f"{side}{point}", False, MAPLE_DARK)
        return ground.convert_alpha()


def _disc(x: float, y: float, high: int) -> Disc:
    return Disc(x * MILLIMETRES, y * MILLIMETRES, DISC * CHECKER * MILLIMETRES, high * THICK)


def _pad(scale: float) -> int:
    return round(36 * scale)


def _ring(surface: pygame.Surface, theme: Theme, spot: Spot) -> None:
    rect = pygame.Rect(spot.box.inset(2).ints())
    pygame.draw.rect(surface, PAPER, rect.inflate(2, 2), max(4, theme.px(0.7)), border_radius=theme.px(1))
    pygame.draw.rect(surface, OXBLOOD, rect, max(3, theme.px(0.45)), border_radius=theme.px(1))


def _glow(surface: pygame.Surface, theme: Theme, spot: Spot) -> None:
    size = round(spot.size * 1.12)

    def make_glow() -> pygame.Surface:
        picture = pygame.Surface((size, size), pygame.SRCALPHA)
        picture.fill((*BRASS[:3], 0))
        middle = size / 2
        pygame.draw.circle(picture, (*BRIGHT[:3], 150), (middle, middle), size * 0.36)
        return pygame.transform.gaussian_blur(picture, max(1, size // 14)).convert_alpha()

    glow = theme.cache.get(("glow", size), make_glow)
    place = glow.get_rect(center=(round(spot.x), round(spot.y)))
    if place.colliderect(surface.get_clip()):
        surface.blit(glow, place)


class PointAnimations(TableAnimations):
    move_delay = 0.9

    def __init__(self, view: PointsTable) -> None:
        self._view = view

    def choose_motion(self, effect: Effect, beat: Beat, table: Table) -> Motion:
        if isinstance(effect, Slide):
            if "die-" in effect.start:  # it goes to a side
                side = self._view.emblems[SIDES.index(effect.end[0])]
                return make_hand_over(self._view.turn(effect.start), self._view.turn(effect.end), side)
            return moving.BEAR if effect.end.endswith("-off") else moving.DOWN
        return COME if isinstance(effect, Put) else GO if isinstance(effect, Lift) else SETTLE

    def sound(self, motion: Motion) -> str:
        return motion.sound


class LeatherStamp:
    """Words stamped in the leather of the tray."""

    def __init__(self, view: PointsTable) -> None:
        self._view = view

    def find_place(self, area: Box) -> pygame.Rect:
        free = max(STAMPS, key=lambda box: min(abs(pose.y - box.centre[1]) for pose in self._view.poses.values()))
        return pygame.Rect(self._view.box(area, free).ints())

    def paint(
        self, surface: pygame.Surface, assets: Assets, theme: Theme, rect: pygame.Rect, text: str, seen: float
    ) -> None:
        """Paint a stamp being pressed: it begins a little too large."""
        picture = theme.cache.get(
            ("stamp", text, rect.size), lambda: self._make_stamp(assets, theme, text, rect.size)
        )
        if seen < 1.0:
            picture = pygame.transform.smoothscale_by(picture, 1 + 0.08 * (1 - seen))
        blit_pale(surface, picture, rect.center, round(255 * seen))

    def _make_stamp(self, assets: Assets, theme: Theme, text: str, size: tuple[int, int]) -> pygame.Surface:
        picture = assets.sprite("unstacked_draughts/stamp", size).copy()
        high = picture.get_height()
        sizes = range(max(11, round(0.44 * high)), 8, -1)
        fitting = (px for px in sizes if theme.face("serif-semibold", px).size(text)[0] <= 0.84 * picture.get_width())
        font = theme.face("serif-semibold", next(fitting, sizes[-1]))
        deep = max(1, round(high / 60))
        for colour, shift in ((pygame.Color("#2E150C"), -deep), (BRIGHT, 0)):
            letters = font.render(text, True, colour)
            picture.blit(letters, letters.get_rect(center=(picture.get_width() // 2 + shift, high // 2 + shift)))
        return picture
