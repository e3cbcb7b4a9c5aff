"""The view of Duck Chess: a board with chessmen and the duck, and a box for captured men."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from math import cos, pi
from typing import Final

import pygame

from rules.common.squares import INDEX
from rules.contract import Beat, Effect, Slide, Table, Target, Token, Turn
from scenes.app.assets import Assets
from scenes.app.theme import PAPER
from scenes.games.duck_chess.duck_marks import DUCK, KINDS, DuckMarks, material_lead
from scenes.games.duck_chess.moving import CASTLE, GLIDE, TOPPLE, VAULT, WADDLE, Pose
from scenes.surfaces.clips import APPEAR, AWAY, HOP, TAKEN, VANISH, Motion, Place, Sprite
from scenes.surfaces.layout import Box, Spot
from scenes.surfaces.marks import Marks
from scenes.surfaces.particles import DROP
from scenes.surfaces.squares import BOARD, PLAIN_FELT, BoxesTable, SquareAnimations, is_dark, is_straight, tray_strip
from scenes.surfaces.timeline import Frame
from scenes.surfaces.view import Canvas, Display, blit_pale

FELTS: Final = {
    "": ("#4E745D", "#5A8268", "#658F74"),
    "slate": ("#55697E", "#60768D", "#6B8299"),
    "contrast": PLAIN_FELT,
}
"""Colours of the box's felt, by board: light enough for small ebony pieces, and dark enough for ivory ones."""
GHOST_PALENESS: Final = 85  # alpha of the paper colour over a piece that isn't on its square yet
ORIGIN_PALENESS: Final = 165  # alpha of the paper colour over the origin of a held piece
PALE_OPACITY: Final = 235  # alpha of both: with a lower alpha they look muddy on dark squares
PLACING_HEIGHT: Final = 0.09
HOP_HEIGHT: Final = 0.16
"""In cells: height of the piece that is to be placed, and additional height while it hops."""
LOOK_UP_SLOPE: Final = 1.2  # ratio |dy| / |dx| above which the duck looks up or down at what it watches
SOUNDS: Final[dict[Motion, str]] = {AWAY: "take", TAKEN: "take", DROP: "promote", APPEAR: "pat"}
"""Sounds of motions that several games share."""


class MenAnimations(SquareAnimations):
    living = frozenset((DUCK,))

    def choose_motion(self, effect: Effect, beat: Beat, table: Table) -> Motion:
        match effect:
            case Slide(start, end, _):
                look = table[start][-1].look if table.get(start) else ""
                if look in self.living:
                    return WADDLE
                if end not in INDEX:
                    return TOPPLE if look.endswith("-king") else TAKEN if len(beat) > 1 else AWAY
                if len(DuckMarks().board_slides(beat)) > 1:
                    return CASTLE if effect == beat[0] else VAULT  # the king slides first
                return GLIDE if is_straight(start, end) else HOP
            case Turn():
                return DROP
            case _:
                return VANISH

    def sound(self, motion: Motion) -> str:
        return motion.sound or SOUNDS.get(motion, "tock")


class MenTable(BoxesTable):
    """A table with chessmen named "<side>-<kind>", and the duck, which belongs to no side."""

    counted = BoxesTable.trays
    felts = FELTS
    move_marks = DuckMarks()
    animations = MenAnimations()
    kinds = KINDS

    def __init__(self, folder: str, sides: tuple[str, ...]) -> None:
        """Make the table; `sides` has the prefix of each seat's men, and the first seat is at the lower edge."""
        super().__init__(folder, tuple(f"{side}-king" for side in sides), bottom_seat=0)

    def spots(self, area: Box, flipped: bool) -> dict[Target, Spot]:
        cell, (x, y) = area.h / BOARD, tray_strip(area).centre
        duck_spot = Spot(x, y, 0.0, 0.0, cell, Box(x - cell / 2, y - cell / 2, cell, cell))
        return {"beside": duck_spot, **super().spots(area, flipped)}

    # --- the duck

    def resting_look(self, token: Token, x: float, y: float) -> str:
        if token.look != DUCK:
            return self.look(token)
        dx, dy = self._offset_to_watched(x, y)
        act = self.mood.act
        if not act and abs(dy) > LOOK_UP_SLOPE * abs(dx):
            act = "up" if dy < 0 else "down"
        return self._duck_sprite_name(token, dx, act)

    def _offset_to_watched(self, x: float, y: float) -> tuple[float, float]:
        """Return the (dx, dy) from a point to what the duck watches; (1, 0) if it watches nothing."""
        return (self.mood.watched[0] - x, self.mood.watched[1] - y) if self.mood.watched else (1.0, 0.0)

    def _duck_sprite_name(self, token: Token, dx: float, act: str) -> str:
        return f"{self.look(token)}{'-left' * (dx < 0)}{'-' * bool(act)}{act}"

    def moving_look(self, sprite: Sprite) -> str:
        if sprite.token.look != DUCK:
            return self.look(sprite.token)
        pose = _pose_of(sprite)
        has_turned = pose.turn_progress >= 0.5 and pose.heading != 0
        if not has_turned and pose.act not in ("squash", "quack"):
            return self.resting_look(sprite.token, sprite.x, sprite.y)
        dx = pose.heading if has_turned else self._offset_to_watched(sprite.x, sprite.y)[0]
        return self._duck_sprite_name(sprite.token, dx, pose.act)

    def paint_sprite(self, surface: pygame.Surface, assets: Assets, sprite: Sprite) -> None:
        """Paint a moving token; while the duck turns around, it is narrow."""
        pose = _pose_of(sprite)
        if 0 < pose.turn_progress < 1 and pose.heading * self._offset_to_watched(sprite.x, sprite.y)[0] < 0:
            sprite = replace(sprite, width_fraction=max(0.25, abs(cos(pi * pose.turn_progress))))
        super().paint_sprite(surface, assets, sprite)

    # --- painting

    def _paint_marks_below(self, canvas: Canvas, display: Display) -> None:
        _, spots, _, marks = display
        for target, opacity in {**dict.fromkeys(marks.former_places, 1.0), **self.mood.traces}.items():
            spot = spots[target]
            ripple = canvas.assets.sprite(f"{self._folder}/ripple", round(spot.size))
            blit_pale(canvas.surface, ripple, (round(spot.x), round(spot.y)), round(255 * opacity))
        super()._paint_marks_below(canvas, display)
        for mark, targets in (("threat", marks.threats), ("danger", marks.danger)):
            for target in targets:
                canvas.paint_mark(mark, spots[target])
        if marks.aim is not None and (marks.token_to_put is None or marks.hidden):  # else a pale token is shown there
            canvas.paint_mark("aim-dark" if is_dark(marks.aim) else "aim-light", spots[marks.aim])

    def _ring(self, canvas: Canvas, spot: Spot, height: int) -> None:
        canvas.paint_mark("ring", spot)

    def _dotted_targets(self, marks: Marks) -> frozenset[Target]:
        return marks.drops - marks.victims - {marks.aim}

    def _paint_token(self, canvas: Canvas, token: Token, place: Place, target: Target, marks: Marks) -> None:
        if marks.token_to_put is None or token != marks.token_to_put:
            super()._paint_token(canvas, token, place, target, marks)
            return
        x, y, size = place
        up = PLACING_HEIGHT + HOP_HEIGHT * self.mood.hop
        self.paint_sprite(canvas.surface, canvas.assets, Sprite(token, x, y - up * size, size, lift=0.6))

    def _paint_absent(self, canvas: Canvas, token: Token, spot: Spot, place: Place) -> None:
        self._paint_pale(canvas, token, spot, ORIGIN_PALENESS)

    def _paint_above(self, canvas: Canvas, display: Display) -> None:
        _, spots, _, marks = display
        if marks.aim is not None and marks.token_to_put is not None and not marks.hidden:
            self._paint_pale(canvas, marks.token_to_put, spots[marks.aim], GHOST_PALENESS)
        if marks.placement_hint is not None:
            target, token = marks.placement_hint
            canvas.paint_mark("hint", spots[target])
            self._paint_pale(canvas, token, spots[target], GHOST_PALENESS)

    def _paint_pale(self, canvas: Canvas, token: Token, spot: Spot, paleness: int) -> None:
        """Paint a token blended with the colour of paper, so that it differs from one that lies on the square."""
        surface, assets, _ = canvas
        if not surface.get_clip().colliderect(spot.box.ints()):
            return
        look, size = self.look(token), round(spot.size)
        piece, silhouette = assets.sprite(look, size).copy(), assets.tinted_icon(look, size, PAPER).copy()
        silhouette.set_alpha(paleness)
        piece.blit(silhouette, (0, 0))
        piece.set_alpha(PALE_OPACITY)
        surface.blit(piece, piece.get_rect(center=(round(spot.x), round(spot.y))))

    def counts(self, frame: Frame) -> Mapping[Target, str]:
        resting = chain.from_iterable(frame.resting[target] for target in INDEX.keys() & frame.resting)
        return material_lead(chain(resting, (sprite.token for sprite in frame.sprites)))


def _pose_of(sprite: Sprite) -> Pose:
    return sprite.pose if isinstance(sprite.pose, Pose) else Pose()
