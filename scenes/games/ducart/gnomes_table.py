"""The view of Ducart: a board with gnomes that can sleep, cages around them, and boxes for captured ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import pygame

from rules.common.squares import INDEX
from rules.contract import Beat, Effect, Move, Position, Slide, Table, Target, Token, Turn
from rules.ducart.effects import KINDS
from scenes.games.ducart.gnome_marks import GnomeMarks, mark_of
from scenes.games.ducart.moving import (
    BLESS,
    CAGE,
    DOZE,
    HAND_OVER,
    LEAP,
    LOCK,
    NOD,
    OVERTURN,
    RISE,
    SHOVE,
    SLUMP,
    STOLEN,
    SWAP,
    SWEEP,
    SWEPT,
    UNCAGE,
    UNLOCK,
    WAKE,
)
from scenes.surfaces.clips import HOP, SLIDE, Motion, Sprite, raise_sprite
from scenes.surfaces.layout import Box, Spot, Spots
from scenes.surfaces.mark_rules import Sign
from scenes.surfaces.marks import Marks, paint_path
from scenes.surfaces.particles import DROP
from scenes.surfaces.squares import BoxesTable, SquareAnimations, is_dark, is_straight
from scenes.surfaces.timeline import Frame, InPlaceMotion
from scenes.surfaces.view import Canvas, Display, blit_pale, paint_look

CAGED_SIZE: Final = 0.72  # of a caged gnome, as a fraction of its usual size
CAGED_OFFSET: Final = 0.05  # of a caged gnome's centre below the cage's, in cells
GROUND_SIGNS: Final = ("move", "ban")  # signs that are painted below the pieces; the others are above them
_IN_PLACE_MOTIONS: Final[dict[str, Motion]] = {"push": SHOVE, "sleep": NOD, "heal": BLESS}
"""By purpose of a move, the motion of the gnome that makes the move without leaving its square."""


class GnomeAnimations(SquareAnimations):
    def choose_motion(self, effect: Effect, beat: Beat, table: Table) -> Motion:
        match effect:
            case Slide(_, end) if end not in INDEX:
                return SWEPT
            case Slide() if any(isinstance(other, Slide) and other.below for other in beat[1:]):
                return SWAP if effect == beat[0] else STOLEN  # the victim slides from below the thief
            case Slide(start, end, _, below):
                return self._choose_slide_motion(table[start][-1 - below].look, start, end, beat, table)
            case Turn(_, before, after, _):
                return _choose_turn_motion(before.look, after.look)
            case _:
                return DROP

    def _choose_slide_motion(self, look: str, start: Target, end: Target, beat: Beat, table: Table) -> Motion:
        if look.endswith("-on"):
            return HAND_OVER
        if "keeper" in look and not look.endswith("asleep"):
            return CAGE if table.get(end) else UNCAGE if len(table[start]) > 1 else SLIDE
        if GnomeMarks().victims(beat):
            return SWEEP
        if look.endswith("leaper"):
            return LEAP
        return SLIDE if is_straight(start, end) else HOP

    def sound(self, motion: Motion) -> str:
        return motion.sound or "step"

    def list_in_place_motions(self, position: Position, move: Move) -> tuple[InPlaceMotion, ...]:
        gesture = position.gesture(move)
        if not gesture.pick or gesture.drop is None:
            return ()
        (actor,) = gesture.pick
        mark = mark_of(position, move)
        motion = _IN_PLACE_MOTIONS.get(mark.aim)
        healed = mark.squares if mark.aim == "heal" else ()
        return () if motion is None else (InPlaceMotion(actor, gesture.drop, motion, healed),)


def _choose_turn_motion(before: str, after: str) -> Motion:
    is_creeper = "creeper" in after
    if after.endswith("-asleep"):
        return SLUMP if is_creeper else DOZE
    if before.endswith("-asleep"):
        return RISE if is_creeper else WAKE
    if after.endswith("-leaper"):
        return OVERTURN
    return LOCK if after.endswith("-on") else UNLOCK


class GnomesTable(BoxesTable):
    """A table with gnomes named "<side>-<kind>", "<side>-<kind>-asleep", or "<side>-keeper-on" above a caged one."""

    move_marks = GnomeMarks()
    animations = GnomeAnimations()
    kinds = tuple(
        f"{kind}{state}" for kind in reversed(KINDS) if kind not in ("", "leaper") for state in ("", "-asleep")
    )

    def __init__(self, folder: str, sides: tuple[str, ...]) -> None:
        super().__init__(folder, tuple(f"{side}-sweeper" for side in sides), bottom_seat=0)

    def spots(self, area: Box, flipped: bool) -> dict[Target, Spot]:
        return {
            target: replace(spot, dy=0.0, covered_size=CAGED_SIZE, covered_dy=CAGED_OFFSET)
            if target in INDEX
            else spot
            for target, spot in super().spots(area, flipped).items()
        }

    def moving_look(self, sprite: Sprite) -> str:
        """Return the sprite of a moving token; a Keeper moves as an open cage."""
        return self.look(sprite.token).removesuffix("-on")

    def counts(self, frame: Frame) -> Mapping[Target, str]:
        """Return no counts: the boxes show all captures, and the sidebar counts the Sweepers."""
        return {}

    # --- painting

    def _dotted_targets(self, marks: Marks) -> frozenset[Target]:
        """Return no targets: instead of a dot, each has a sign for the purpose of a move there."""
        return frozenset()

    def _paint_marks_below(self, canvas: Canvas, display: Display) -> None:
        super()._paint_marks_below(canvas, display)
        _, spots, frame, marks = display
        framed_targets = {sign.target for sign in marks.signs if sign.has_own_piece}
        for target in framed_targets if marks.aim is None else framed_targets | {marks.aim}:
            canvas.paint_mark("aim-dark" if is_dark(target) else "aim-light", spots[target])
        for sign in marks.signs:
            if sign.kind in GROUND_SIGNS:
                self._blit_sprite(canvas, f"mark-{sign.kind}", spots[sign.target])
        for sign in marks.states:
            if sign.kind == "halo" and frame.resting.get(sign.target):
                self._blit_sprite(canvas, "halo", spots[sign.target])

    def _blit_sprite(self, canvas: Canvas, look: str, spot: Spot) -> None:
        picture = canvas.assets.sprite(f"{self._folder}/{look}", round(spot.size))
        blit_pale(canvas.surface, picture, (round(spot.x), round(spot.y)), 255)

    def _paint_tokens(self, canvas: Canvas, spots: Spots, table: Table, marks: Marks) -> None:
        chained_targets = {sign.target for sign in marks.states if sign.kind == "chain"}
        clip = canvas.surface.get_clip()
        super()._paint_tokens(canvas, spots, {at: table[at] for at in self.trays if at in table}, marks)
        for target in sorted(INDEX.keys() & table, key=lambda name: (spots[name].y, spots[name].x)):
            spot, all_tokens = spots[target], table[target]
            shown_tokens = all_tokens[: len(all_tokens) - marks.hidden.get(target, 0)]
            overhang = round(0.35 * spot.size)
            if not clip.colliderect(pygame.Rect(spot.box.ints()).inflate(2 * overhang, 2 * overhang)):
                continue
            if shown_tokens:
                self._paint_square(canvas, spot, shown_tokens, marks.raised.get(target, 0.0))
            if len(shown_tokens) < len(all_tokens):
                self._paint_absent(canvas, all_tokens[-1], spot, (spot.x, spot.y, spot.size))
            if target in chained_targets and len(shown_tokens) > 1:
                self._blit_sprite(canvas, "chain", spot)

    def _paint_square(self, canvas: Canvas, spot: Spot, tokens: Sequence[Token], level: float) -> None:
        """Paint the pieces of a square, the top one raised by `level`; a caged gnome has no shadow of its own."""
        surface, assets, _ = canvas
        *inside, top = [token.look for token in tokens]
        centre, is_cage = (round(spot.x), round(spot.y)), top.endswith("-on")
        look = self.look(tokens[-1]).removesuffix("-on")
        raised = raise_sprite(Sprite(tokens[-1], spot.x, spot.y, spot.size), level)
        if level:
            paint_look(surface, assets, raised, f"{look}-back" if is_cage else look, look)
        else:
            blit_pale(surface, assets.shadow(look, round(spot.size)), centre, 255)
            if is_cage:
                self._blit_sprite(canvas, f"{_cage_look(top)}-back", spot)
        for number, inner_look in enumerate(inside):
            x, y, size = spot.token_place([*inside, top], number)
            picture = assets.sprite(f"{self._folder}/{inner_look}", round(size))
            blit_pale(surface, picture, (round(x), round(y)), 255)
        if not level:
            self._blit_sprite(canvas, top, spot)
        elif is_cage:
            paint_look(surface, assets, raised, self.look(tokens[-1]), None)

    def _paint_sprites(self, canvas: Canvas, display: Display) -> None:
        (surface, assets, _), frame = canvas, display.frame
        cages = [sprite for sprite in frame.sprites if sprite.tilt == 0 and _is_cage(sprite)]
        for sprite in cages:  # first, so that their backs are behind the gnomes
            look = f"{self._folder}/{_cage_look(sprite.token.look)}"
            paint_look(surface, assets, sprite, look, look)
            back_alpha = 1.0 if sprite.token.look.endswith("-on") else _opening_of(sprite)
            paint_look(surface, assets, replace(sprite, alpha=sprite.alpha * back_alpha), f"{look}-back", None)
        for sprite in frame.sprites:
            if sprite in cages:
                paint_look(surface, assets, sprite, f"{self._folder}/{_cage_look(sprite.token.look)}-on", None)
            else:
                self.paint_sprite(surface, assets, sprite)
        for target, tokens in frame.resting.items():  # cages whose gnomes are in motion
            if len(tokens) == 1 and tokens[0].look.endswith("-on"):
                self._blit_sprite(canvas, tokens[0].look, display.spots[target])

    def _paint_above(self, canvas: Canvas, display: Display) -> None:
        _, spots, _, marks = display
        for sign in sorted(marks.signs, key=lambda sign: sign.target):
            is_aimed = sign.target == marks.aim
            if sign.kind == "push":
                self._blit_sprite(canvas, f"mark-push-{push_direction(spots, sign)}", spots[sign.target])
            elif sign.kind == "steal":
                self._blit_sprite(canvas, "mark-steal" if is_aimed else "mark-steal-light", spots[sign.target])
            elif sign.kind not in GROUND_SIGNS:
                self._blit_sprite(canvas, f"mark-{sign.kind}", spots[sign.target])
            elif is_aimed and sign.others:
                paint_path(canvas.surface, spots, (*marks.picked, *sign.others, sign.target))


def _cage_look(look: str) -> str:
    return look.removesuffix("-on")


def _opening_of(sprite: Sprite) -> float:
    """Return how far a cage is open to take a gnome in or let it out, 0 to 1."""
    return sprite.pose if isinstance(sprite.pose, float) else 0.0


def _is_cage(sprite: Sprite) -> bool:
    """Return whether a moving token is a Keeper that is painted as a cage around a gnome."""
    look = sprite.token.look
    return look.endswith("-on") or (_opening_of(sprite) > 0 and look.endswith("-keeper"))


def push_direction(spots: Spots, sign: Sign) -> str:
    """Return the direction of a push on the screen: "right", "left", "down" or "up"."""
    start, end = spots[sign.target], spots[sign.others[0]]
    dx, dy = end.x - start.x, end.y - start.y
    if abs(dx) > abs(dy):
        return "right" if dx > 0 else "left"
    return "down" if dy > 0 else "up"
