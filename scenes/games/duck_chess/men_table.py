"""The table of chess games: a board of 64 squares, chessmen, a box for captured ones, and the duck."""

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
"""The box's felt: light enough for small ebony pieces, and dark enough for ivory ones."""
GHOST: Final = 85  # alpha of the paper colour over a piece that isn't there yet
ABSENT: Final = 165  # alpha of the paper colour over the origin of a held piece
THIN: Final = 235  # alpha of such pale pieces: lower values look muddy on dark squares
RAISED: Final = 0.09
JUMP: Final = 0.16
"""Height of the piece to be placed, and of its hop, in cells."""
LOOKS_UP: Final = 1.2  # ratio |dy| / |dx| above which the duck looks up or down at what it watches
SOUNDS: Final[dict[Motion, str]] = {AWAY: "take", TAKEN: "take", DROP: "promote", APPEAR: "pat"}


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
                    return CASTLE if effect == beat[0] else VAULT
                return GLIDE if is_straight(start, end) else HOP
            case Turn():
                return DROP
            case _:
                return VANISH

    def sound(self, motion: Motion) -> str:
        return motion.sound or SOUNDS.get(motion, "tock")


class MenTable(BoxesTable):
    """Chessmen named "<side>-<kind>", and the duck, which belongs to no side and moves to any empty square."""

    counted = BoxesTable.trays
    felts = FELTS
    move_marks = DuckMarks()
    animations = MenAnimations()
    kinds = KINDS

    def __init__(self, folder: str, sides: tuple[str, ...]) -> None:
        """`sides` by seat, the first at the lower edge."""
        super().__init__(folder, tuple(f"{side}-king" for side in sides), bottom=0)

    # --- where and how

    def spots(self, area: Box, flipped: bool) -> dict[Target, Spot]:
        cell, (x, y) = area.h / BOARD, tray_strip(area).centre
        waits = Spot(x, y, 0.0, 0.0, cell, Box(x - cell / 2, y - cell / 2, cell, cell))
        return {"beside": waits, **super().spots(area, flipped)}

    # --- what is alive

    def resting_look(self, token: Token, x: float, y: float) -> str:
        if token.look != DUCK:
            return self.look(token)
        dx, dy = self._watched_from(x, y)
        act = self.mood.act
        if not act and abs(dy) > LOOKS_UP * abs(dx):
            act = "up" if dy < 0 else "down"
        return self._posed(token, dx, act)

    def _watched_from(self, x: float, y: float) -> tuple[float, float]:
        """Return the (dx, dy) from a point to what the duck watches; to its right without anything to watch."""
        return (self.mood.watched[0] - x, self.mood.watched[1] - y) if self.mood.watched else (1.0, 0.0)

    def _posed(self, token: Token, dx: float, act: str) -> str:
        return f"{self.look(token)}{'-left' * (dx < 0)}{'-' * bool(act)}{act}"

    def moving_look(self, sprite: Sprite) -> str:
        if sprite.token.look != DUCK:
            return self.look(sprite.token)
        pose = _pose(sprite)
        heads = pose.turned >= 0.5 and pose.heading != 0
        if not heads and pose.act not in ("squash", "quack"):
            return self.resting_look(sprite.token, sprite.x, sprite.y)
        return self._posed(
            sprite.token, pose.heading if heads else self._watched_from(sprite.x, sprite.y)[0], pose.act
        )

    def paint_sprite(self, surface: pygame.Surface, assets: Assets, sprite: Sprite) -> None:
        """Paint a moving token; the duck is narrow while it turns around."""
        pose = _pose(sprite)
        if 0 < pose.turned < 1 and pose.heading * self._watched_from(sprite.x, sprite.y)[0] < 0:
            sprite = replace(sprite, narrow=max(0.25, abs(cos(pi * pose.turned))))
        super().paint_sprite(surface, assets, sprite)

    # --- painting

    def _paint_marks_below(self, canvas: Canvas, display: Display) -> None:
        _, spots, _, marks = display
        for target, seen in {**dict.fromkeys(marks.left, 1.0), **self.mood.traces}.items():
            spot = spots[target]
            ripple = canvas.assets.sprite(f"{self._folder}/ripple", round(spot.size))
            blit_pale(canvas.surface, ripple, (round(spot.x), round(spot.y)), round(255 * seen))
        super()._paint_marks_below(canvas, display)
        for mark, targets in (("threat", marks.threats), ("danger", marks.danger)):
            for target in targets:
                canvas.stamp(mark, spots[target])
        if marks.aim is not None and (marks.put is None or marks.hidden):
            canvas.stamp("aim-dark" if is_dark(marks.aim) else "aim-light", spots[marks.aim])

    def _ring(self, canvas: Canvas, spot: Spot, height: int) -> None:
        canvas.stamp("ring", spot)

    def _dotted(self, marks: Marks) -> frozenset[Target]:
        return marks.drops - marks.victims - {marks.aim}

    def _paint_token(self, canvas: Canvas, token: Token, place: Place, target: Target, marks: Marks) -> None:
        if marks.put is None or token != marks.put:
            super()._paint_token(canvas, token, place, target, marks)
            return
        x, y, size = place
        up = RAISED + JUMP * self.mood.hop
        self.paint_sprite(canvas.surface, canvas.assets, Sprite(token, x, y - up * size, size, lift=0.6))

    def _paint_absent(self, canvas: Canvas, token: Token, spot: Spot, place: Place) -> None:
        self._paint_pale(canvas, token, spot, ABSENT)

    def _paint_above(self, canvas: Canvas, display: Display) -> None:
        _, spots, _, marks = display
        if marks.aim is not None and marks.put is not None and not marks.hidden:
            self._paint_pale(canvas, marks.put, spots[marks.aim], GHOST)
        if marks.advice is not None:
            target, token = marks.advice
            canvas.stamp("advice", spots[target])
            self._paint_pale(canvas, token, spots[target], GHOST)

    def _paint_pale(self, canvas: Canvas, token: Token, spot: Spot, pale: int) -> None:
        """Paint a token blended with the colour of paper, to tell it from a real one on any square."""
        surface, assets, _ = canvas
        if not surface.get_clip().colliderect(spot.box.ints()):
            return
        look, side = self.look(token), round(spot.size)
        picture, paper = assets.sprite(look, side).copy(), assets.tinted_icon(look, side, PAPER).copy()
        paper.set_alpha(pale)
        picture.blit(paper, (0, 0))
        picture.set_alpha(THIN)
        surface.blit(picture, picture.get_rect(center=(round(spot.x), round(spot.y))))

    def counts(self, frame: Frame) -> Mapping[Target, str]:
        resting = chain.from_iterable(frame.resting[target] for target in INDEX.keys() & frame.resting)
        return material_lead(chain(resting, (sprite.token for sprite in frame.sprites)))


def _pose(sprite: Sprite) -> Pose:
    return sprite.pose if isinstance(sprite.pose, Pose) else Pose()
