"""Lifting and dragging tokens with the pointer, and their return when they are released on an illegal target."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING

import pygame

from rules.contract import Table, Target
from scenes.surfaces.clips import (
    PICK_LIFT,
    POINT_LIFT,
    RISE,
    UP,
    Held,
    Homing,
    Rising,
    Sprite,
    Sway,
    ease_out,
    raise_sprite,
)
from scenes.surfaces.layout import Spot, Spots
from scenes.surfaces.marks import Marks
from scenes.surfaces.timeline import Film, Frame
from scenes.surfaces.view import TableView

if TYPE_CHECKING:
    from scenes.app.stack import AppContext


class Drag:
    """The tokens that are lifted, held, or returning."""

    def __init__(self, app: AppContext, view: TableView) -> None:
        self._app = app
        self.view = view
        self.spots: Spots = {}
        self.table: Table = {}  # after all running animations
        self.marks = Marks()
        self.films: deque[Film] = deque()
        self._resting: Table = {}
        self._now = 0.0
        """The moment that is painted; the dirty rectangles were computed for it."""
        self.held: Held | None = None
        self._rising = Rising()
        self.risen: dict[Target, float] = {}
        self._pointed: Target | None = None
        self.homing: Homing | None = None
        self._carried: dict[int, tuple[float, float]] = {}
        """Lift and tilt of the running film's sprites when it began, by their index."""
        self._let_go: tuple[float, dict[tuple[int, int], float]] = (0.0, {})
        """Time of the last release, and the tilt of the released tokens by their place in pixels."""

    def dirty(self, target: Target) -> None:
        self._cover(self.spots[target])

    def _cover(self, spot: Spot) -> None:
        wider = round(self.view.around * spot.size)
        self._app.dirty(pygame.Rect(spot.box.ints()).inflate(wider, wider))

    @property
    def _still(self) -> bool:
        return self._app.settings.animation == "off" or self._app.settings.reduced_motion

    def _living(self) -> set[Target]:
        """Return the targets with a living token on top, now or in the previous frame."""
        return {
            target
            for table in (self.table, self._resting)
            for target, tokens in table.items()
            if tokens[-1].look in self.view.animations.living
        }

    # --- lifting

    def point_out(self, target: Target | None) -> None:
        """Raise the token that the pointer could pick up a little; None: there is none under the pointer."""
        if target != self._pointed:
            self._pointed = target
            self._lift()

    def _heights(self) -> dict[Target, float]:
        if self._still:
            return {}
        picked = self.marks.picked if self.marks.put is None else frozenset[Target]()
        heights = dict.fromkeys(picked, PICK_LIFT)
        if self._pointed is not None and self.held is None and self._pointed not in self._living():
            heights.setdefault(self._pointed, POINT_LIFT)
        for busy in (self.held, self.homing):
            if busy is not None:
                heights.pop(busy.target, None)
        return {
            target: height for target, height in heights.items() if target in self.table or target in self.view.cups
        }

    def _lift(self) -> None:
        self._rising.want(self._heights(), self._now)

    def _float(self) -> None:
        before, self.risen = self.risen, self._rising.at(self._now)
        for target in before.keys() | self.risen.keys():
            if before.get(target) != self.risen.get(target):
                self.dirty(target)

    # --- dragging

    def hold(self, target: Target, count: int, pos: tuple[int, int]) -> None:
        """Pick up the top `count` tokens of a target; they move under the pointer within `RISE` seconds."""
        lying, spot, now = self.table[target], self.spots[target], self._now
        self._arrive()
        x, y, size = spot.lie([token.look for token in lying], len(lying) - count)
        level = self.risen.pop(target, 0.0)
        self._rising.drop(target)
        way = (x - pos[0], y - UP * level * size - pos[1])
        how = (now - RISE,) if self._still else (now, *way, level, Sway(size))
        self.held = Held(target, lying[-count:], *pos, *how)
        alive = target in self._living() and self._app.settings.quack
        self._app.sound.play("mutter" if alive else "lift", pan=self._app.pan_at(pos[0]))
        self._cover_hand(target)

    def drag(self, pos: tuple[int, int]) -> None:
        if self.held is not None:
            self._cover_held()
            self.held = self.held.move_to(*pos)
            self._cover_held()

    def let_go(self) -> Held | None:
        """Release the held tokens and return them; they are shown where they lay unless a film moves them."""
        held = self.held
        if held is not None:
            self._cover_hand(held.target)
            self._let_go = (self._now, {(round(one.x), round(one.y)): one.tilt for one in self._in_hand()})
        self.held = None
        self._lift()
        return held

    def send_home(self, held: Held) -> None:
        """Animate tokens that were released on an illegal target back to their place."""
        lying, spot, count = self.table.get(held.target, ()), self.spots[held.target], len(held.tokens)
        if self._still or self.films or lying[-count:] != held.tokens:
            return
        x, y, _ = held.at(self._now)
        looks = [token.look for token in lying]
        ends = tuple(spot.lie(looks, len(lying) - count + number) for number in range(count))
        starts = tuple((x + spot.dx * number, y + spot.dy * number) for number in range(count))
        speed = 2.0 if self._app.settings.animation == "fast" else 1.0
        self.homing = Homing(held.target, held.tokens, starts, ends, self._now, speed, held.tilt)
        self._lift()

    def _arrive(self) -> None:
        if self.homing is not None:
            self._cover_home()
            self.dirty(self.homing.target)
            self.homing = None
            self._lift()

    def _cover_home(self) -> None:
        for sprite in self.homing.at(self._now) if self.homing is not None else ():
            self._app.dirty(self.view.covers(sprite))

    def _carry(self) -> None:
        sprites, (when, tilts) = self.films[0].at(0.0).sprites, self._let_go
        self._carried = {}
        if when == self._now:
            hung = ((number, tilts.get((round(one.x), round(one.y)))) for number, one in enumerate(sprites))
            self._carried = {number: (0.0, tilt) for number, tilt in hung if tilt}
        levels = dict(self.risen)
        if self.marks.put is not None and not self._still:
            levels |= dict.fromkeys(self.marks.picked, PICK_LIFT)
        for target in levels:
            lying = {(sprite.x, sprite.y): number for number, sprite in enumerate(sprites)}
            level, spot, tokens = levels[target], self.spots[target], self._resting.get(target, ())
            looks = [token.look for token in tokens]
            for number in range(len(tokens)):
                at = lying.get(spot.lie(looks, number)[:2])
                if at is not None:
                    self._carried[at] = (level, 0.0)
                    self._rising.drop(target)
                    self.risen.pop(target, None)

    def _carried_on(self, frame: Frame, time: float) -> Frame:
        left, sprites = 1 - ease_out(time / RISE), []
        for number, sprite in enumerate(frame.sprites):
            level, tilt = self._carried.get(number, (0.0, 0.0))
            sprites.append(replace(raise_sprite(sprite, left * level), tilt=sprite.tilt + left * tilt))
        return replace(frame, sprites=tuple(sprites)) if self._carried else frame

    def _cover_hand(self, target: Target) -> None:
        self._cover_held()
        self.dirty(target)
        if self.marks.aim is not None:
            self.dirty(self.marks.aim)

    def _in_hand(self) -> list[Sprite]:
        held = self.held
        if held is None:
            return []
        spot = self.spots[held.target]
        x, y, lift = held.at(self._now)
        return [
            Sprite(token, x + spot.dx * n, y + spot.dy * n, spot.size, lift=lift, tilt=held.tilt)
            for n, token in enumerate(held.tokens)
        ]

    def _go_on(self, now: float) -> None:
        self._cover_home()
        if self.held is not None and not self.held.hangs(self._now):
            self._cover_held()
            self.held, self._now = self.held.after(now - self._now), now
            self._cover_held()
        self._now = now
        self._cover_home()
        if self.homing is not None and self.homing.over(now):
            self._arrive()

    def _cover_held(self) -> None:
        for sprite in self._in_hand():
            self._app.dirty(self.view.covers(sprite))
