"""The motion of tokens at the pointer: they are lifted, follow it on a spring, and return when released.

No pygame; times in seconds, places in pixels.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import exp, hypot
from typing import Final

from rules.contract import Target, Token
from scenes.surfaces.clips import Place, Sprite, arc, ease_out, smooth

LIFT_SECONDS: Final = 0.08  # seconds in which a token is lifted or lowered, by any height
POINT_LIFT: Final = 0.4
PICK_LIFT: Final = 0.8
"""The lifts of a token that the pointer could pick, and of a picked one; a dragged token has the lift 1."""
LIFT_OFFSET: Final = 0.09  # upward shift of a token that is lifted by 1 in place, as a fraction of its size
RETURN_SECONDS: Final = (0.12, 0.22)  # shortest and longest duration of a return


def raise_sprite(sprite: Sprite, lift: float) -> Sprite:
    """Return the sprite of a resting token lifted by `lift`."""
    y = sprite.y - LIFT_OFFSET * sprite.size * lift
    return replace(sprite, y=y, lift=max(sprite.lift, lift)) if lift else sprite


SPRING_RATE: Final = 24.0
"""Spring rate of a held token, per second: the token comes to rest a fifth of a second after the pointer."""
MAX_LAG: Final = 0.12  # upper bound of the lag at any speed, as a fraction of its size
MAX_TILT: Final = 10.0  # upper bound of the tilt at any speed, in degrees
FAST_SPEED: Final = 10.0  # in sizes per second; at this speed the tilt is 0.7 of its bound


@dataclass(frozen=True, slots=True)
class Sway:
    """The critically damped spring on which a held token follows the pointer.

    Without the bound in `offset`, the token is `x`, `y` pixels beside the pointer and moves `x_speed`, `y_speed`
    pixels per second relative to it. `size` is the token's size in pixels.
    """

    size: float
    x: float = 0.0
    y: float = 0.0
    x_speed: float = 0.0
    y_speed: float = 0.0

    def after_pointer_move(self, x: float, y: float) -> Sway:
        """Return the spring after the pointer has moved by `x`, `y` pixels while the token stayed."""
        return replace(self, x=self.x - x, y=self.y - y)

    def after(self, seconds: float) -> Sway:
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
        return Sway(self.size) if is_near and is_slow else Sway(self.size, x, y, x_speed, y_speed)

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
class Held:
    """The tokens that the pointer holds, from the top of a target; `x` and `y` are the lowest one's centre.

    From the time `since` they move to the pointer within `LIFT_SECONDS`, from the offset (`start_dx`, `start_dy`) and
    the lift `start_lift`. If `sway` is None, they follow the pointer without a lag.
    """

    target: Target
    tokens: tuple[Token, ...]
    x: float
    y: float
    since: float = -LIFT_SECONDS
    start_dx: float = 0.0
    start_dy: float = 0.0
    start_lift: float = 1.0
    sway: Sway | None = None

    def is_at_rest(self, now: float) -> bool:
        return now >= self.since + LIFT_SECONDS and (self.sway is None or self.sway == Sway(self.sway.size))

    def move_to(self, x: float, y: float) -> Held:
        sway = None if self.sway is None else self.sway.after_pointer_move(x - self.x, y - self.y)
        return replace(self, x=x, y=y, sway=sway)

    def after(self, seconds: float) -> Held:
        return self if self.sway is None else replace(self, sway=self.sway.after(seconds))

    @property
    def centre(self) -> tuple[float, float]:
        """The centre to which the lowest token moves, without what is left of its start."""
        x, y = (0.0, 0.0) if self.sway is None else self.sway.offset
        return self.x + x, self.y + y

    @property
    def tilt(self) -> float:
        return 0.0 if self.sway is None else self.sway.tilt

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
