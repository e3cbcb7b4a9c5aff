"""Lifting and dragging of tokens with the pointer, and their return after a release on an illegal target."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil, exp, hypot
from typing import TYPE_CHECKING, Final

import pygame

from rules.contract import Table, Target, Token
from scenes.surfaces.clips import (
    LIFT_OFFSET,
    LIFT_SECONDS,
    PICK_LIFT,
    POINT_LIFT,
    Place,
    Sprite,
    arc,
    ease_out,
    raise_sprite,
    smooth,
)
from scenes.surfaces.constants import DRAG_THRESHOLD_PIXELS
from scenes.surfaces.layout import Spot, Spots
from scenes.surfaces.marks import Marks
from scenes.surfaces.timeline import Film, Frame
from scenes.surfaces.view import TableView

if TYPE_CHECKING:
    from scenes.app.stack import AppContext


RETURN_SECONDS: Final = (0.12, 0.22)  # shortest and longest duration of a return
SPRING_RATE: Final = 24.0
"""Spring rate of a held token, per second: the token comes to rest a fifth of a second after the pointer."""
MAX_LAG: Final = 0.12  # upper bound of the lag at any speed, as a fraction of the token's size
MAX_TILT: Final = 10.0  # upper bound of the tilt at any speed, in degrees
FAST_SPEED: Final = 10.0  # in sizes per second; at this speed the tilt is 0.7 of its bound


@dataclass(frozen=True, slots=True)
class PointerSpring:
    """The critically damped spring on which a held token follows the pointer.

    `x` and `y` are the token's offset from the pointer in pixels, before `offset` bounds it; `x_speed` and `y_speed`
    are its speed relative to the pointer, in pixels per second. `size` is the token's size in pixels.
    """

    size: float
    x: float = 0.0
    y: float = 0.0
    x_speed: float = 0.0
    y_speed: float = 0.0

    def after_pointer_move(self, x: float, y: float) -> PointerSpring:
        """Return the spring after the pointer has moved by `x`, `y` pixels while the token stayed."""
        return replace(self, x=self.x - x, y=self.y - y)

    def after(self, seconds: float) -> PointerSpring:
        """Return the spring `seconds` later; a spring near rest is set to rest."""
        damping = exp(-SPRING_RATE * seconds)
        (x, x_speed), (y, y_speed) = (
            (
                (place + (speed + SPRING_RATE * place) * seconds) * damping,
                (speed - SPRING_RATE * (speed + SPRING_RATE * place) * seconds) * damping,
            )
            for place, speed in ((self.x, self.x_speed), (self.y, self.y_speed))
        )
        # Within a quarter of a pixel and of a degree, so that the jump to rest isn't visible.
        is_near = hypot(x, y) * MAX_LAG < 0.25
        is_slow = hypot(x_speed, y_speed) * MAX_TILT < 0.25 * FAST_SPEED * self.size
        return PointerSpring(self.size) if is_near and is_slow else PointerSpring(self.size, x, y, x_speed, y_speed)

    @property
    def offset(self) -> tuple[float, float]:
        """The offset of the held token from the pointer in pixels, bounded by MAX_LAG."""
        scale = MAX_LAG * self.size / hypot(self.x, self.y, self.size)
        return self.x * scale, self.y * scale

    @property
    def tilt(self) -> float:
        """The tilt to the right in degrees, bounded by MAX_TILT: the lower end of the token lags behind."""
        return MAX_TILT * self.x_speed / hypot(self.x_speed, FAST_SPEED * self.size)


@dataclass(frozen=True, slots=True)
class HeldTokens:
    """The tokens that the pointer holds, taken from the top of a target; `x` and `y` are the pointer's position.

    From the time `since`, the lowest token moves to the pointer within `LIFT_SECONDS`, beginning at the offset
    (`start_dx`, `start_dy`) and with the lift `start_lift`; the others stay above it. If `spring` is None, the tokens
    follow the pointer without a lag.
    """

    target: Target
    tokens: tuple[Token, ...]
    x: float
    y: float
    since: float = -LIFT_SECONDS
    start_dx: float = 0.0
    start_dy: float = 0.0
    start_lift: float = 1.0
    spring: PointerSpring | None = None

    def is_at_rest(self, now: float) -> bool:
        return now >= self.since + LIFT_SECONDS and (
            self.spring is None or self.spring == PointerSpring(self.spring.size)
        )

    def move_to(self, x: float, y: float) -> HeldTokens:
        spring = None if self.spring is None else self.spring.after_pointer_move(x - self.x, y - self.y)
        return replace(self, x=x, y=y, spring=spring)

    def after(self, seconds: float) -> HeldTokens:
        return self if self.spring is None else replace(self, spring=self.spring.after(seconds))

    @property
    def centre(self) -> tuple[float, float]:
        """The lowest token's centre, without what is left of its offset at the start."""
        x, y = (0.0, 0.0) if self.spring is None else self.spring.offset
        return self.x + x, self.y + y

    @property
    def tilt(self) -> float:
        return 0.0 if self.spring is None else self.spring.tilt

    def at(self, now: float) -> tuple[float, float, float]:
        """Return the lowest token's centre (x, y) and its lift."""
        remaining, (x, y) = 1 - ease_out((now - self.since) / LIFT_SECONDS), self.centre
        return x + self.start_dx * remaining, y + self.start_dy * remaining, 1 - (1 - self.start_lift) * remaining


@dataclass(frozen=True, slots=True)
class ReturnAnimation:
    """The animation of tokens that return to `target` after they were released on an illegal target.

    `tilt` is their tilt at the release, in degrees. The duration grows with the distance.
    """

    target: Target
    tokens: tuple[Token, ...]
    starts: tuple[tuple[float, float], ...]
    ends: tuple[Place, ...]
    since: float
    speed: float = 1.0
    tilt: float = 0.0

    @property
    def seconds(self) -> float:
        (x, y), (end_x, end_y, size) = self.starts[0], self.ends[0]
        shortest, longest = RETURN_SECONDS
        return min(longest, shortest + 0.02 * hypot(end_x - x, end_y - y) / size) / self.speed

    def is_over(self, now: float) -> bool:
        return now >= self.since + self.seconds

    def at(self, now: float) -> list[Sprite]:
        """Return the sprites at the time `now`, the lowest first; they come down and settle as they arrive."""
        progress = min(1.0, max(0.0, (now - self.since) / self.seconds))
        distance, lift, squash = ease_out(progress), 1 - smooth(progress), arc(progress, 0.7)
        sprites = []
        for token, (x, y), (end_x, end_y, size) in zip(self.tokens, self.starts, self.ends, strict=True):
            centre = (x + (end_x - x) * distance, y + (end_y - y) * distance)
            sprites.append(Sprite(token, *centre, size, lift=lift, squash=squash, tilt=self.tilt * (1 - distance)))
        return sprites


@dataclass(frozen=True, slots=True)
class _LiftChange:
    """The change of a lift, from `start` to `end`, which begins at the time `since`."""

    start: float
    end: float
    since: float

    def at(self, now: float) -> float:
        return self.start + (self.end - self.start) * ease_out((now - self.since) / LIFT_SECONDS)


def is_drag(pressed: tuple[int, int], pos: tuple[int, int], travel: float) -> bool:
    """Return whether the pointer moved far enough for a drag: by `travel` percent of the usual threshold."""
    distance = max(abs(pos[0] - pressed[0]), abs(pos[1] - pressed[1]))
    return distance >= ceil(DRAG_THRESHOLD_PIXELS * travel / 100)


class TokenLifts:
    """The animated lifts of the tokens that stay on the table, by target."""

    def __init__(self) -> None:
        self._changes: dict[Target, _LiftChange] = {}

    def set_wanted(self, lifts: Mapping[Target, float], now: float) -> None:
        """Begin to lift or lower tokens to these heights; tokens of other targets are lowered to the table."""
        for target in lifts.keys() | self._changes.keys():
            end = lifts.get(target, 0.0)
            change = self._changes.get(target)
            if (0.0 if change is None else change.end) != end:
                self._changes[target] = _LiftChange(0.0 if change is None else change.at(now), end, now)

    def remove(self, target: Target) -> None:
        self._changes.pop(target, None)

    def at(self, now: float) -> dict[Target, float]:
        """Return the current heights by target, without the targets whose tokens have come down."""
        for target in [
            one for one, change in self._changes.items() if not change.end and now >= change.since + LIFT_SECONDS
        ]:
            del self._changes[target]
        return {target: change.at(now) for target, change in self._changes.items()}

    def is_moving(self, now: float) -> bool:
        return any(now < change.since + LIFT_SECONDS for change in self._changes.values())


class Drag:
    """The tokens of a table that are lifted, held by the pointer, or returning to their place."""

    def __init__(self, app: AppContext, view: TableView) -> None:
        self._app = app
        self.view = view
        self.spots: Spots = {}
        self.table: Table = {}  # the tokens after all running animations
        self.marks = Marks()
        self.films: deque[Film] = deque()
        self._resting: Table = {}
        self._now = 0.0
        """The time for which the table is painted, and for which the dirty rectangles were computed."""
        self.held: HeldTokens | None = None
        self._token_lifts = TokenLifts()
        self.lifts: dict[Target, float] = {}  # those of `_token_lifts` at the time `_now`
        self._hovered_target: Target | None = None
        self.returning: ReturnAnimation | None = None
        self._initial_lifts: dict[int, tuple[float, float]] = {}
        """The lift and tilt that the sprites of the running film had when it began, by their index."""
        self._last_release: tuple[float, dict[tuple[int, int], float]] = (0.0, {})
        """The time of the last release, and the tilts of the released tokens by their centres in pixels."""

    def dirty(self, target: Target) -> None:
        self._mark_spot_dirty(self.spots[target])

    def _mark_spot_dirty(self, spot: Spot) -> None:
        overhang = round(self.view.overhang * spot.size)
        self._app.dirty(pygame.Rect(spot.box.ints()).inflate(overhang, overhang))

    @property
    def _is_still(self) -> bool:
        return self._app.settings.animation == "off" or self._app.settings.reduced_motion

    def _living_targets(self) -> set[Target]:
        """Return the targets with a living token on top, now or in the previous frame."""
        return {
            target
            for table in (self.table, self._resting)
            for target, tokens in table.items()
            if tokens[-1].look in self.view.animations.living
        }

    # --- lifting

    def lift_hovered(self, target: Target | None) -> None:
        """Slightly lift the tokens of `target`, which a press would pick; lower the tokens lifted so before."""
        if target != self._hovered_target:
            self._hovered_target = target
            self._update_lift_targets()

    def _find_wanted_lifts(self) -> dict[Target, float]:
        """Return the lifts that the picked token and the one under the pointer should have."""
        if self._is_still:
            return {}
        picked = self.marks.picked if self.marks.token_to_put is None else frozenset[Target]()
        lifts = dict.fromkeys(picked, PICK_LIFT)
        if (
            self._hovered_target is not None
            and self.held is None
            and self._hovered_target not in self._living_targets()
        ):
            lifts.setdefault(self._hovered_target, POINT_LIFT)
        for moving in (self.held, self.returning):
            if moving is not None:
                lifts.pop(moving.target, None)
        return {
            target: height for target, height in lifts.items() if target in self.table or target in self.view.cups
        }

    def _update_lift_targets(self) -> None:
        self._token_lifts.set_wanted(self._find_wanted_lifts(), self._now)

    def _update_lifts(self) -> None:
        """Set `lifts` for the current time, and ask for repaints of changes."""
        before, self.lifts = self.lifts, self._token_lifts.at(self._now)
        for target in before.keys() | self.lifts.keys():
            if before.get(target) != self.lifts.get(target):
                self.dirty(target)

    # --- dragging

    def hold(self, target: Target, count: int, pos: tuple[int, int]) -> None:
        """Pick up the top `count` tokens of a target; they move under the pointer within `LIFT_SECONDS` seconds."""
        tokens, spot, now = self.table[target], self.spots[target], self._now
        self._end_return()
        x, y, size = spot.token_place([token.look for token in tokens], len(tokens) - count)
        lift = self.lifts.pop(target, 0.0)
        self._token_lifts.remove(target)
        offset = (x - pos[0], y - LIFT_OFFSET * lift * size - pos[1])
        start = (now - LIFT_SECONDS,) if self._is_still else (now, *offset, lift, PointerSpring(size))
        self.held = HeldTokens(target, tokens[-count:], *pos, *start)
        is_living = target in self._living_targets() and self._app.settings.quack
        self._app.sound.play("mutter" if is_living else "lift", pan=self._app.pan_at(pos[0]))
        self._mark_drag_dirty(target)

    def drag(self, pos: tuple[int, int]) -> None:
        if self.held is not None:
            self._mark_held_dirty()
            self.held = self.held.move_to(*pos)
            self._mark_held_dirty()

    def release_held(self) -> HeldTokens | None:
        """End the drag; return the tokens that were held, now shown at their old place unless a film moves them."""
        held = self.held
        if held is not None:
            self._mark_drag_dirty(held.target)
            self._last_release = (self._now, {(round(one.x), round(one.y)): one.tilt for one in self._held_sprites()})
        self.held = None
        self._update_lift_targets()
        return held

    def return_tokens(self, held: HeldTokens) -> None:
        """Animate tokens that were released on an illegal target back to their place, unless a film moves them."""
        tokens, spot, count = self.table.get(held.target, ()), self.spots[held.target], len(held.tokens)
        if self._is_still or self.films or tokens[-count:] != held.tokens:
            return
        x, y, _ = held.at(self._now)
        looks = [token.look for token in tokens]
        ends = tuple(spot.token_place(looks, len(tokens) - count + number) for number in range(count))
        starts = tuple((x + spot.dx * number, y + spot.dy * number) for number in range(count))
        speed = 2.0 if self._app.settings.animation == "fast" else 1.0
        self.returning = ReturnAnimation(held.target, held.tokens, starts, ends, self._now, speed, held.tilt)
        self._update_lift_targets()

    def _end_return(self) -> None:
        if self.returning is not None:
            self._mark_returning_dirty()
            self.dirty(self.returning.target)
            self.returning = None
            self._update_lift_targets()

    def _mark_returning_dirty(self) -> None:
        for sprite in self.returning.at(self._now) if self.returning is not None else ():
            self._app.dirty(self.view.sprite_area(sprite))

    def _remember_initial_lifts(self) -> None:
        """Store the lift and tilt of each sprite of a film that begins, so that both can decrease smoothly.

        The tokens that were lifted or released are found among the sprites by their centres.
        """
        sprites, (released_at, tilts) = self.films[0].at(0.0).sprites, self._last_release
        self._initial_lifts = {}
        if released_at == self._now:
            released = ((number, tilts.get((round(one.x), round(one.y)))) for number, one in enumerate(sprites))
            self._initial_lifts = {number: (0.0, tilt) for number, tilt in released if tilt}
        lifts = dict(self.lifts)
        if self.marks.token_to_put is not None and not self._is_still:
            lifts |= dict.fromkeys(self.marks.picked, PICK_LIFT)
        sprites_by_centre = {(sprite.x, sprite.y): number for number, sprite in enumerate(sprites)}
        for target, lift in lifts.items():
            spot, tokens = self.spots[target], self._resting.get(target, ())
            looks = [token.look for token in tokens]
            for number in range(len(tokens)):
                sprite_number = sprites_by_centre.get(spot.token_place(looks, number)[:2])
                if sprite_number is not None:
                    self._initial_lifts[sprite_number] = (lift, 0.0)
                    self._token_lifts.remove(target)
                    self.lifts.pop(target, None)

    def _with_initial_lifts(self, frame: Frame, time: float) -> Frame:
        """Return the frame of a film with what is left of the initial lifts and tilts after `time` seconds."""
        remaining, sprites = 1 - ease_out(time / LIFT_SECONDS), []
        for number, sprite in enumerate(frame.sprites):
            lift, tilt = self._initial_lifts.get(number, (0.0, 0.0))
            sprites.append(replace(raise_sprite(sprite, remaining * lift), tilt=sprite.tilt + remaining * tilt))
        return replace(frame, sprites=tuple(sprites)) if self._initial_lifts else frame

    def _mark_drag_dirty(self, target: Target) -> None:
        self._mark_held_dirty()
        self.dirty(target)
        if self.marks.aim is not None:
            self.dirty(self.marks.aim)

    def _held_sprites(self) -> list[Sprite]:
        """Return the sprites of the held tokens, the lowest first."""
        held = self.held
        if held is None:
            return []
        spot = self.spots[held.target]
        x, y, lift = held.at(self._now)
        return [
            Sprite(token, x + spot.dx * n, y + spot.dy * n, spot.size, lift=lift, tilt=held.tilt)
            for n, token in enumerate(held.tokens)
        ]

    def _advance_time(self, now: float) -> None:
        """Advance held and returning tokens to the time `now`."""
        self._mark_returning_dirty()
        if self.held is not None and not self.held.is_at_rest(self._now):
            self._mark_held_dirty()
            self.held, self._now = self.held.after(now - self._now), now
            self._mark_held_dirty()
        self._now = now
        self._mark_returning_dirty()
        if self.returning is not None and self.returning.is_over(now):
            self._end_return()

    def _mark_held_dirty(self) -> None:
        for sprite in self._held_sprites():
            self._app.dirty(self.view.sprite_area(sprite))
