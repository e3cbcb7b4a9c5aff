"""The view of Unstacked Draughts: a board with points on the left and a tray for dice on the right, racks and cups.

Lengths are in units of a thousandth of the board's width; the origin is the board's upper left corner, y runs down. A
flipped board is mirrored top to bottom, as both sides count their points from the left.
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
from scenes.games.unstacked_draughts.dice.rotations import LEVEL, Rotation, flat_rotation
from scenes.games.unstacked_draughts.dice_films import make_hand_over
from scenes.games.unstacked_draughts.dice_picture import DicePainter, DieSprite
from scenes.games.unstacked_draughts.point_marks import SIDES, PointMarks, point_of
from scenes.surfaces.clips import COME, GO, SETTLE, Motion, Place, Sprite, raise_sprite
from scenes.surfaces.constants import OXBLOOD, PAPER
from scenes.surfaces.layout import Box, Spot, Spots
from scenes.surfaces.marks import Marks, paint_arrows, paint_drawings
from scenes.surfaces.painting import inlay, render_shadows
from scenes.surfaces.view import Canvas, Display, TableAnimations, TableView, blit_pale, paint_look, paint_particles

MILLIMETRES: Final = 0.6  # length of a unit
CHECKER_THICKNESS: Final = 8.0  # in mm
WALL_HEIGHT: Final = 30.0  # of the borders above the baize, in mm
BASE_HEIGHT: Final = 6.0  # of the baize above the table, in mm
TABLE_MARGIN: Final = 56.0  # width of the table around the board on which dice can roll, in mm
TABLE_BOX: Final = Box(-88, -117, 1100, 860)
BOARD_BOX: Final = Box(0, 0, 1000, 625)
FLOOR_BOX: Final = Box(44, 44, 432, 537)  # of the left half, within its borders
TRAY_BOX: Final = Box(524, 44, 432, 537)  # of the right half
RACK_BOXES: Final = (Box(-84, 4, 74, 304), Box(-84, 317, 74, 304))
CUP_BOXES: Final = (Box(822, -119, 136, 136), Box(822, 608, 136, 136))
"""Boxes at the upper and at the lower edge."""
STAMP_BOXES: Final = (Box(615, 63, 250, 83), Box(615, 479, 250, 83))
"""Boxes at the upper and lower end of the tray; a word is stamped in the one that is farther from the dice."""
PROMPT_BOX: Final = Box(0, -112, 806, 100)  # above the board, left of the cup
POINT_STEP: Final = 72  # distance of two points
CHECKER_CELL: Final = 72  # size of a checker's sprite
DIE_CELL: Final = 75  # the same of a die, whose edge is shorter
DIE_EDGE: Final = 45
CHECKER_RADIUS: Final = 0.41  # in its cell
STACK_STEP: Final = 0.17  # offset of a checker on another, in cells
EDGE_STEP: Final = 18.6  # thickness of a checker that stands on its edge
STACK_Y: Final = (104, 541)  # centre y of a stack's lowest checker, at the upper and at the lower edge
FRONT_Y: Final = ((172, 66), (467, -66))
RACK_Y: Final = ((24.0, EDGE_STEP), (603.0, -EDGE_STEP))
"""(centre y of the first checker, offset of the next) in front of a stack, and in a rack."""
NUMERAL_Y: Final = (21, 604)  # centre y at the upper and at the lower edge
NUMERAL_SIZE: Final = 25
BRIGHT_COLOUR: Final = pygame.Color("#FFDC8A")  # of lit numerals, glows and stamped words
LIGHT_COLOUR: Final = pygame.Color(46, 38, 18)  # added to the colour of a place that may be clicked


class DieRest(NamedTuple):
    """The place of a die at rest: its centre in units, its rotation, and the height of its lowest point in mm."""

    x: float
    y: float
    rotation: Rotation
    height: float = 0.0


DEFAULT_RESTS: Final[Mapping[Target, DieRest]] = {
    "die-0": DieRest(690, 300, flat_rotation(radians(15))),
    "die-1": DieRest(790, 340, flat_rotation(radians(60))),
}
"""The places of dice whose throw wasn't shown."""
TAKEN_PLACES: Final = tuple((x, y) for x in (920.0, 846.0, 772.0, 698.0, 624.0) for y in (36.0, 110.0))
"""(x, distance from the border) of places for a die that went to the other player; it goes to the first free one.

No stamped word covers the first two.
"""
MIN_DISTANCE: Final = 72.0  # of a free place from the centre of another die
TAKEN_ROTATIONS: Final = (flat_rotation(radians(-9)), flat_rotation(radians(7)))  # of dice 0 and 1 in such places


class PointsTable(TableView):
    ratio = TABLE_BOX.w / TABLE_BOX.h
    trays = tuple(f"{side}-off" for side in SIDES)
    targets = (
        *(f"{side}{point}{where}" for side in SIDES for point in range(1, 7) for where in ("", "-down")),
        *(f"{side}-cup" for side in SIDES),
        "tray",
    )
    cups = tuple(f"{side}-cup" for side in SIDES)
    overhang = 1.1
    move_marks = PointMarks()

    def __init__(self, folder: str, looks: tuple[str, ...], bottom_seat: Seat) -> None:
        super().__init__(folder, looks, bottom_seat)
        self.rests: Mapping[Target, DieRest] = DEFAULT_RESTS
        self._ground: tuple[object, pygame.Surface] | None = None
        self._dice = DicePainter()
        self.animations = PointAnimations(self)
        self.stamp = LeatherStamp(self)

    # --- places

    def rests_of_taken_dice(self, side: str, flipped: bool) -> list[DieRest]:
        """Return how dice 0 and 1 would lie beside `side`, clear of each other even if only one is there."""
        border, direction = (TRAY_BOX.bottom, -1) if self.is_low(side, flipped) else (TRAY_BOX.y, 1)
        places = [(x, border + direction * y) for x, y in TAKEN_PLACES]
        rests: list[DieRest] = []
        for number, rotation in enumerate(TAKEN_ROTATIONS):
            dice = (*rests, self.rests.get(f"die-{1 - number}", DEFAULT_RESTS["die-0"]))
            x, y = next((x, y) for x, y in places if all(hypot(die.x - x, die.y - y) > MIN_DISTANCE for die in dice))
            rests.append(DieRest(x, y, rotation))
        return rests

    def rotation_at(self, target: Target) -> Rotation:
        return self.rests[target].rotation if target in self.rests else TAKEN_ROTATIONS[int(target[-1])]

    def pixels_per_unit(self, area: Box) -> float:
        return area.w / TABLE_BOX.w

    def window_point(self, area: Box, x: float, y: float) -> tuple[float, float]:
        """Return the point of the window, with the table in `area`, at a point in units."""
        scale = area.w / TABLE_BOX.w
        return area.x + (x - TABLE_BOX.x) * scale, area.y + (y - TABLE_BOX.y) * scale

    def window_box(self, area: Box, box: Box) -> Box:
        scale = area.w / TABLE_BOX.w
        left, top = area.x + (box.x - TABLE_BOX.x) * scale, area.y + (box.y - TABLE_BOX.y) * scale
        return Box(left, top, box.w * scale, box.h * scale)

    def is_low(self, side: str, flipped: bool) -> bool:
        """Return whether a side's home is at the lower edge."""
        return (SIDES.index(side) == self.bottom_seat) != flipped

    def to_millimetres(self, area: Box, x: float, y: float) -> tuple[float, float]:
        """Return the board's point, in mm, at a point of the window."""
        scale = self.pixels_per_unit(area) / MILLIMETRES
        return (x - area.x) / scale + TABLE_BOX.x * MILLIMETRES, (y - area.y) / scale + TABLE_BOX.y * MILLIMETRES

    def home_border(self, seat: Seat, flipped: bool) -> Edge:
        """Return the long border at which a seat's home is."""
        return "bottom" if self.is_low(SIDES[seat], flipped) else "top"

    def make_field(self, table: Table, flipped: bool) -> Field:
        """Return the board for the simulation of dice, with the checkers that lie on it."""
        spots = self.spots(TABLE_BOX, flipped)
        discs = []
        for target, tokens in table.items():
            spot = spots[target]
            if target == point_of(target):
                discs.append(_make_disc(spot.x, spot.y, len(tokens)))
            elif target.endswith("-down"):
                discs += [_make_disc(*spot.at(number), 1) for number in range(len(tokens))]
        outside, tray, home = (
            Area(*(MILLIMETRES * edge for edge in (box.x, box.y, box.right, box.bottom)))
            for box in (BOARD_BOX, TRAY_BOX, FLOOR_BOX)
        )
        die = DIE_EDGE * MILLIMETRES
        return Field(outside, tray, home, WALL_HEIGHT, die, BASE_HEIGHT, TABLE_MARGIN, tuple(discs))

    def spots(self, area: Box, flipped: bool) -> dict[Target, Spot]:
        scale = self.pixels_per_unit(area)
        size = CHECKER_CELL * scale
        spots: dict[Target, Spot] = {}
        for side in SIDES:
            is_low = self.is_low(side, flipped)
            for point in range(1, 7):
                x = FLOOR_BOX.x + POINT_STEP * (point - 0.5)
                left = x - POINT_STEP / 2
                front_y, front_step = FRONT_Y[is_low]
                stack = Box(left, 500 if is_low else FLOOR_BOX.y, POINT_STEP, 81)
                front = Box(left, 345 if is_low else 125, POINT_STEP, 155)
                centre = self.window_point(area, x, STACK_Y[is_low])
                spots[f"{side}{point}"] = Spot(*centre, 0.0, -STACK_STEP * size, size, self.window_box(area, stack))
                centre = self.window_point(area, x, front_y)
                front_box = self.window_box(area, front)
                spots[f"{side}{point}-down"] = Spot(*centre, 0.0, front_step * scale, size, front_box)
            rack_y, rack_step = RACK_Y[is_low]
            rack = self.window_box(area, RACK_BOXES[is_low])
            spots[f"{side}-off"] = Spot(*self.window_point(area, -47, rack_y), 0.0, rack_step * scale, size, rack)
            cup = self.window_box(area, CUP_BOXES[is_low])
            spots[f"{side}-cup"] = Spot(*cup.centre, 0.0, 0.0, cup.w, cup)
        tray = self.window_box(area, TRAY_BOX)
        spots["tray"] = Spot(*tray.centre, 0.0, 0.0, tray.w, tray)
        taken = {f"{s}-die-{n}": rest for s in SIDES for n, rest in enumerate(self.rests_of_taken_dice(s, flipped))}
        for target, rest in {**self.rests, **taken}.items():
            x, y = self.window_point(area, rest.x, rest.y)
            half = DIE_CELL * scale / 2
            spots[target] = Spot(x, y, 0.0, 0.0, 2 * half, Box(x - half, y - half, 2 * half, 2 * half))
        return spots

    def visible_part(self) -> Box:
        unit = 1 / TABLE_BOX.h
        return Box(0, -TABLE_BOX.y * unit, TABLE_BOX.w * unit, BOARD_BOX.h * unit)

    def prompt_area(self, area: Box) -> Box:
        return self.window_box(area, PROMPT_BOX)

    def cup_look(self, target: Target) -> str:
        """Return the prefix of the sprites of the cup on a target."""
        return f"cup-{('white', 'black')[self.cups.index(target)]}"

    # --- painting

    def moving_look(self, sprite: Sprite) -> str:
        if sprite.target is not None:
            return self.lying_look(sprite.token, sprite.target)
        return f"{self.look(sprite.token)}-{sprite.pose}" if sprite.pose else self.look(sprite.token)

    def paint_sprite(self, surface: pygame.Surface, assets: Assets, sprite: Sprite) -> None:
        """Paint a moving token; all sprites of a cup share the shadows that were made in advance."""
        if sprite.token.look in ("white", "black"):
            super().paint_sprite(surface, assets, sprite)
            return
        if not sprite.token.look.startswith("cup-"):
            self._dice.paint(surface, self._die_sprite(sprite))
            return
        size, lift = round(sprite.size), min(1.0, sprite.lift)
        picture = assets.sprite(self.moving_look(sprite), size)
        if lift > 0.05:
            picture = pygame.transform.smoothscale_by(picture, 1 + (LIFT - 1) * lift)
        centre = (round(sprite.x), round(sprite.y))
        shadow_look = self._shadow_look(sprite.token.look)
        resting_alpha, lifted_alpha = round(255 * (1 - lift) * sprite.alpha), round(255 * lift * sprite.alpha)
        blit_pale(surface, assets.shadow(shadow_look, size), centre, resting_alpha)
        blit_pale(surface, assets.shadow(shadow_look, size, is_lifted=True), centre, lifted_alpha)
        blit_pale(surface, picture, centre, round(255 * sprite.alpha))

    def _die_sprite(self, sprite: Sprite) -> DieSprite:
        """Return a die's sprite with a rotation: its own if it has one, otherwise the rotation at its target."""
        if isinstance(sprite, DieSprite):
            return sprite
        rotation = self.rotation_at(sprite.target) if sprite.target is not None else LEVEL
        return DieSprite(sprite.token, sprite.x, sprite.y, sprite.size, alpha=sprite.alpha, rotation=rotation)

    def _shadow_look(self, look: str) -> str:
        """Return the sprite whose shadow is used for a cup in all poses."""
        return f"{self._folder}/{'-'.join(look.split('-')[:2])}-lift"

    def list_cup_pictures(self, area: Box) -> list[tuple[str, int]]:
        """Return the (look, size) of all cup sprites of a throw."""
        tips = (f"tip-{direction}-{number}" for direction in ("up", "down", "left", "right") for number in (1, 2, 3))
        poses, size = ("lift", "shake-1", "shake-2", *tips), round(CUP_BOXES[0].w * self.pixels_per_unit(area))
        return [(f"{self.cup_look(target)}-{pose}", size) for pose in poses for target in self.cups]

    def prepare_picture(self, assets: Assets, look: str, size: int) -> None:
        assets.sprite(f"{self._folder}/{look}", size)
        for lifted in (False, True):
            assets.shadow(self._shadow_look(look), size, is_lifted=lifted)

    def lying_look(self, token: Token, target: Target) -> str:
        return f"{self.look(token)}-edge" if target.endswith("-off") else self.look(token)

    def paint(self, surface: pygame.Surface, assets: Assets, theme: Theme, board: str, display: Display) -> None:
        canvas, (area, spots, frame, marks) = Canvas(surface, assets, theme), display
        self._paint_ground(canvas, area)
        self._paint_marks(canvas, display)
        paint_particles(surface, assets, frame.under)
        clip = surface.get_clip()
        for sprite, look in self._list_resting(spots, frame.resting, marks):
            if not clip.colliderect(self.sprite_area(sprite)):
                continue
            if sprite.target is not None and "die-" in sprite.target:
                self._dice.paint(surface, self._die_sprite(sprite))
            else:
                self._paint_look_at(canvas, look, (sprite.x, sprite.y, sprite.size), sprite.lift)
        for target in self.cups:
            if target not in frame.hidden_objects:
                spot = spots[target]
                look, level = f"{self._folder}/{self.cup_look(target)}", marks.raised.get(target, 0.0)
                self._paint_look_at(canvas, look, (spot.x, spot.y, spot.size), level)
        for sprite in frame.sprites:
            self.paint_sprite(surface, assets, sprite)
        paint_drawings(surface, theme, spots, marks)
        shown = spots.keys() - frame.hidden_objects
        hinted_target = next((target for target in marks.hint if target in shown), None)
        if hinted_target is not None:
            canvas.paint_mark("hint", spots[hinted_target])
        if len(marks.hint) > 1:
            paint_arrows(surface, theme, spots, marks.hint)

    def _paint_look_at(self, canvas: Canvas, look: str, place: Place, level: float) -> None:
        (surface, assets, _), (x, y, size) = canvas, place
        if level:
            paint_look(surface, assets, raise_sprite(Sprite(Token(look), *place), level), look, look)
            return
        for picture in (assets.shadow(look, round(size)), assets.sprite(look, round(size))):
            blit_pale(surface, picture, (round(x), round(y)), 255)

    def _list_resting(self, spots: Spots, table: Table, marks: Marks) -> list[tuple[Sprite, str]]:
        """Return each token at rest and its sprite's name, in the order of painting."""
        items: list[tuple[float, int, Sprite, str]] = []
        for target, tokens in table.items():
            spot = spots[target]
            is_stacked = target == point_of(target)
            for number, token in enumerate(tokens[: len(tokens) - marks.hidden.get(target, 0)]):
                x, y = spot.at(number)
                depth = spot.y if is_stacked else y
                if target in self.rests:
                    depth += 2 * max(0.0, self.rests[target].height) * spot.size / DIE_CELL / MILLIMETRES
                level = marks.raised.get(target, 0.0) if number == len(tokens) - 1 else 0.0
                sprite = Sprite(token, x, y, spot.size, lift=level, target=target)
                items.append((depth, number, sprite, self.lying_look(token, target)))
        items.sort(key=lambda item: item[:2])
        return [item[2:] for item in items]

    def _paint_marks(self, canvas: Canvas, display: Display) -> None:
        """Paint bright numerals for the last turn, and light up what may be clicked.

        In attentive play, which mustn't reveal what is useful, all clickable places get frames instead.
        """
        (surface, _, theme), (area, spots, frame, marks) = canvas, display
        flipped = spots["w1"].y > spots["b1"].y
        for point in {point for target in marks.last if (point := point_of(target)) is not None}:
            self._paint_numeral(canvas, area, point, flipped, BRIGHT_COLOUR)
        lit_boxes = dict[str, pygame.Rect]()
        for target in marks.forced - frame.hidden_objects:
            if target.endswith("-cup"):
                _paint_glow(surface, theme, spots[target])
            else:
                point, box = target.removesuffix("-down"), pygame.Rect(spots[target].box.ints())
                lit_boxes[point] = box.union(lit_boxes.get(point, box))
        is_attentive, width = len(lit_boxes) > 2, max(2, theme.px(0.3))  # more places than two dice can play
        for box in lit_boxes.values() if is_attentive else ():
            pygame.draw.rect(surface, MAPLE_DARK, box.inflate(-2, -2), width, border_radius=theme.px(0.6))
        for ground in () if is_attentive else (FLOOR_BOX, TRAY_BOX):  # the rim overlaps their outermost pixels
            inner = pygame.Rect(self.window_box(area, ground).inset(1).ints()).clip(surface.get_clip())
            for box in lit_boxes.values():
                surface.fill(LIGHT_COLOUR, box.clip(inner), pygame.BLEND_RGB_ADD)  # blended fills ignore the clip
        for target in marks.danger:
            _paint_ring(surface, theme, spots[target])
        if marks.focus is not None:
            canvas.paint_mark("focus", spots[marks.focus])

    def _paint_numeral(self, canvas: Canvas, area: Box, target: Target, flipped: bool, colour: pygame.Color) -> None:
        x, y = FLOOR_BOX.x + POINT_STEP * (int(target[1]) - 0.5), NUMERAL_Y[self.is_low(target[0], flipped)]
        centre = self.window_point(area, x, y)
        inlay(canvas.surface, canvas.theme, target[1], centre, NUMERAL_SIZE * self.pixels_per_unit(area), colour)

    def _paint_ground(self, canvas: Canvas, area: Box) -> None:
        """Paint the board with its numerals, the racks, and their shadows, from a picture that is kept."""
        key = (area, canvas.assets.looks.tablier, canvas.assets.resizing)
        if self._ground is None or self._ground[0] != key:
            self._ground = (key, self._make_ground(canvas, area))
        margin = _shadow_margin(self.pixels_per_unit(area))
        canvas.surface.blit(self._ground[1], (round(area.x) - margin, round(area.y) - margin))

    def _make_ground(self, canvas: Canvas, area: Box) -> pygame.Surface:
        scale = self.pixels_per_unit(area)
        margin = _shadow_margin(scale)
        area_in_picture = Box(margin + area.x % 1, margin + area.y % 1, area.w, area.h)
        size = (round(area.w) + 2 * margin, round(area.h) + 2 * margin)
        boxes = [self.window_box(area_in_picture, box).ints() for box in (BOARD_BOX, *RACK_BOXES)]
        ground = render_shadows(size, boxes, (4 * scale, 7 * scale), 8 * scale)
        for (left, top, width, height), look in zip(boxes, ("tablier", "rack", "rack"), strict=True):
            ground.blit(canvas.assets.sprite(f"{self._folder}/{look}", (width, height)), (left, top))
        ground_canvas = canvas._replace(surface=ground)
        for side in SIDES:
            for point in range(1, 7):
                self._paint_numeral(ground_canvas, area_in_picture, f"{side}{point}", False, MAPLE_DARK)
        return ground.convert_alpha()


def _make_disc(x: float, y: float, count: int) -> Disc:
    radius = CHECKER_RADIUS * CHECKER_CELL * MILLIMETRES
    return Disc(x * MILLIMETRES, y * MILLIMETRES, radius, count * CHECKER_THICKNESS)


def _shadow_margin(scale: float) -> int:
    return round(36 * scale)


def _paint_ring(surface: pygame.Surface, theme: Theme, spot: Spot) -> None:
    rect = pygame.Rect(spot.box.inset(2).ints())
    pygame.draw.rect(surface, PAPER, rect.inflate(2, 2), max(4, theme.px(0.7)), border_radius=theme.px(1))
    pygame.draw.rect(surface, OXBLOOD, rect, max(3, theme.px(0.45)), border_radius=theme.px(1))


def _paint_glow(surface: pygame.Surface, theme: Theme, spot: Spot) -> None:
    size = round(spot.size * 1.12)

    def make_glow() -> pygame.Surface:
        picture = pygame.Surface((size, size), pygame.SRCALPHA)
        picture.fill((*BRASS[:3], 0))
        middle = size / 2
        pygame.draw.circle(picture, (*BRIGHT_COLOUR[:3], 150), (middle, middle), size * 0.36)
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
            if "die-" in effect.start:
                side = self._view.emblems[SIDES.index(effect.end[0])]
                return make_hand_over(self._view.rotation_at(effect.start), self._view.rotation_at(effect.end), side)
            return moving.BEAR if effect.end.endswith("-off") else moving.DOWN
        return COME if isinstance(effect, Put) else GO if isinstance(effect, Lift) else SETTLE

    def sound(self, motion: Motion) -> str:
        return motion.sound


class LeatherStamp:
    """A word that is stamped in the leather of the tray."""

    def __init__(self, view: PointsTable) -> None:
        self._view = view

    def find_place(self, area: Box) -> pygame.Rect:
        rests = self._view.rests.values()
        farther_box = max(STAMP_BOXES, key=lambda box: min(abs(rest.y - box.centre[1]) for rest in rests))
        return pygame.Rect(self._view.window_box(area, farther_box).ints())

    def paint(
        self, surface: pygame.Surface, assets: Assets, theme: Theme, rect: pygame.Rect, text: str, seen: float
    ) -> None:
        """Paint the stamp; while its opacity `seen` is below 1, it is a little larger."""
        picture = theme.cache.get(
            ("stamp", text, rect.size), lambda: self._make_stamp(assets, theme, text, rect.size)
        )
        if seen < 1.0:
            picture = pygame.transform.smoothscale_by(picture, 1 + 0.08 * (1 - seen))
        blit_pale(surface, picture, rect.center, round(255 * seen))

    def _make_stamp(self, assets: Assets, theme: Theme, text: str, size: tuple[int, int]) -> pygame.Surface:
        picture = assets.sprite("unstacked_draughts/stamp", size).copy()
        height = picture.get_height()
        sizes = range(max(11, round(0.44 * height)), 8, -1)
        fitting = (px for px in sizes if theme.face("serif-semibold", px).size(text)[0] <= 0.84 * picture.get_width())
        font = theme.face("serif-semibold", next(fitting, sizes[-1]))
        engraving_depth = max(1, round(height / 60))
        for colour, shift in ((pygame.Color("#2E150C"), -engraving_depth), (BRIGHT_COLOUR, 0)):
            letters = font.render(text, True, colour)
            picture.blit(letters, letters.get_rect(center=(picture.get_width() // 2 + shift, height // 2 + shift)))
        return picture
