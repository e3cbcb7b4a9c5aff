"""Clips: the course of a picture, and its state at every moment. Pure; times in seconds, places in pixels.

A `Motion` is a kind of clip; those that several games share are defined here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import cos, exp, hypot, inf, pi, radians, sin
from typing import Any, Final, TypeAlias

from rules.contract import Target, Token

CAPTURE_LIFT_END: Final = 0.3
CAPTURE_LEAVE_START: Final = 0.15
CAPTURE_LOWER_START: Final = 0.75
"""Phases of a capture, as fractions of its duration: lifted, starts to leave, starts to come down."""
CAPTURE_HIT: Final = 0.35
"""Fraction of a capture's duration after which the capturing piece has arrived."""
JUMP_EASE_EXPONENT: Final = 1.25
"""Exponent of a jump: the remaining distance is the remaining time to this power (3 for a slide)."""
LANDING_START: Final = 0.76
"""Fraction of the duration after which a slide or jump has reached its place and settles."""
MAX_SQUASH: Final = 0.03  # flattening of a token at squash 1
FOOT: Final = 0.38  # distance of a token's foot below its centre, in token sizes

Place: TypeAlias = tuple[float, float, float]  # x, y of a token's centre, and its size


@dataclass(frozen=True, slots=True)
class Sprite:
    """A picture as it is drawn now: centre, size, lift (0 to 1), tilt in degrees, opacity, squash (see MAX_SQUASH).

    `at`: target of a token that stays. `narrow`: its visible width as a fraction. `was`: its former look, shown
    below during a change. `drawn`: the size of its picture if its size changes on the way, else 0. `pose`: what
    only the game's view knows of its look.
    """

    token: Token
    x: float
    y: float
    size: float
    lift: float = 0.0
    tilt: float = 0.0
    alpha: float = 1.0
    squash: float = 0.0
    at: Target | None = None
    narrow: float = 1.0
    was: Sprite | None = None
    drawn: float = 0.0
    pose: object = None


def tween(start: Place, end: Place, share: float) -> Place:
    (x, y, size), (right, low, other) = start, end
    return (x + (right - x) * share, y + (low - y) * share, size + (other - size) * share)


def beside(place: Place, dx: float, dy: float, size: float) -> Place:
    """Return a place at an offset from another; offset and size are in units of its size."""
    x, y, unit = place
    return (x + dx * unit, y + dy * unit, size * unit)


@dataclass(frozen=True, slots=True)
class Cue:
    """A sound: its time in seconds, its name, its place (x in pixels), and its volume (0 to 1)."""

    time: float
    sound: str
    x: float
    volume: float = 1.0


@dataclass(frozen=True, slots=True)
class Clip:
    """The course of a picture from `start` to `end`; it begins at `begins` and lasts `seconds`.

    `pose` returns the picture after a share (0 to 1) of that time. `layer`: the number of tokens below it. `target`:
    where it lay; `stays`: whether it ends there. `was`: the token before a change of look. `others`: places of the
    tokens that it acts on.
    """

    token: Token
    start: Place
    end: Place
    pose: Pose
    begins: float = 0.0
    seconds: float = 1.0
    layer: int = 0
    target: Target = ""
    stays: bool = False
    was: Token | None = None
    others: tuple[Place, ...] = ()
    cue: Cue | None = None
    is_hidden_before: bool = False  # whether it is invisible before it begins
    is_hidden_after: bool = False
    is_under: bool = False  # whether it is below all tokens
    particles: tuple[Clip, ...] = ()
    """Pictures that accompany it; their times are shares of its own time."""

    @property
    def way(self) -> int:
        """1 if it goes to the right or straight up or down, else -1."""
        return 1 if self.end[0] >= self.start[0] else -1

    def share(self, time: float) -> float:
        """Return the elapsed share of its time; below 0 before it, above 1 after it."""
        return (time - self.begins) / self.seconds

    def at(self, time: float) -> Sprite | None:
        """Return the picture at a time; None: invisible."""
        share = self.share(time)
        if (share < 0 and self.is_hidden_before) or (share >= 1 and self.is_hidden_after):
            return None
        return self.pose(self, min(1.0, max(0.0, share)))

    def between(self, share: float, up: float = 0.0, **look: Any) -> Sprite:
        """Return the token at this share of the straight line, and `up` of its size above; `look`: as of Sprite."""
        x, y, size = tween(self.start, self.end, share)
        drawn = max(self.start[2], self.end[2]) if self.start[2] != self.end[2] else 0.0
        return replace(
            Sprite(self.token, x, y - up * size, size, at=self.target if self.stays else None, drawn=drawn), **look
        )


Pose: TypeAlias = Callable[[Clip, float], Sprite]
"""(clip, elapsed share of its time, 0 to 1) -> its picture then."""


def particle(
    look: str,
    begins: float,
    ends: float,
    start: Place,
    end: Place,
    arc: float = 0.0,
    tilt: tuple[float, float] = (0.0, 0.0),
    alpha: float = 1.0,
    *,
    comes: float = 0.2,
    goes: float = 0.5,
    steady: bool = False,
    under: bool = False,
    carrier: Clip | None = None,
) -> Clip:
    """Make a small picture that moves, grows, turns and fades between two shares of the time of a clip.

    It goes in an arc `arc` pixels high, and is tilted by degrees; with `carrier` its places are relative to the
    picture of that clip. `comes`, `goes`: shares of its own time in which it fades in and out. `steady`: its speed
    is constant.
    """

    def pose(clip: Clip, life: float) -> Sprite:
        share = life if steady else ease_out(life)
        x, y, size = tween(start, end, share)
        if carrier is not None:
            there = carrier.pose(carrier, begins + life * (ends - begins))
            x, y = x + there.x, y + there.y
        seen = min(1.0, life / comes if comes else 1.0, (1 - life) / goes if goes else 1.0)
        turned = tilt[0] + (tilt[1] - tilt[0]) * share
        return Sprite(clip.token, x, y - arc * sin(pi * share), size, tilt=turned, alpha=alpha * seen)

    clip = Clip(Token(look), start, end, pose, begins, ends - begins, is_under=under)
    return replace(clip, is_hidden_before=True, is_hidden_after=True)


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """A kind of clip, `seconds` long, and `per_cell` longer for each cell of the way, up to `longest`."""

    name: str
    pose: Pose
    seconds: float
    per_cell: float = 0.0
    longest: float = inf
    sound: str = ""  # where it doesn't depend on the game
    sound_at: float | None = 0.7  # share of the duration after which its sound is played; None: no sound
    is_landing: bool = False  # whether a living token lands in it
    is_fade: bool = False  # whether the token fades out and in again elsewhere
    after_drag: Motion | None = None  # the motion of a dragged token instead; None: SETTLE
    has_sound_after_drag: bool = False  # whether its sound is played for a dragged token too
    victim: Motion | None = None  # the motion of the token that it hits
    particles: Callable[[Clip], Sequence[Clip]] = lambda clip: ()

    def duration(self, cells: float = 0.0) -> float:
        return min(self.longest, self.seconds + self.per_cell * cells)

    def clip(
        self,
        token: Token,
        start: Place,
        end: Place,
        *,
        begins: float = 0.0,
        seconds: float | None = None,
        layer: int = 0,
        target: Target = "",
        stays: bool = False,
        was: Token | None = None,
        others: tuple[Place, ...] = (),
        cue: Cue | None = None,
    ) -> Clip:
        """Make a clip of this kind, with what accompanies it; without `seconds` it takes as long as within a cell."""
        lasts = self.duration() if seconds is None else seconds
        clip = Clip(token, start, end, self.pose, begins, lasts, layer, target, stays, was, others, cue)
        return replace(clip, particles=tuple(self.particles(clip)))


def part_of(part: float, begins: float = 0.0, ends: float = 1.0) -> float:
    """Return the elapsed fraction of an interval, clamped to 0 and 1."""
    return min(1.0, max(0.0, (part - begins) / (ends - begins)))


def ease_out(part: float, begins: float = 0.0, ends: float = 1.0) -> float:
    """Go from 0 to 1 in an interval, slowing down (cubic)."""
    return 1 - (1 - part_of(part, begins, ends)) ** 3


def smooth(part: float, begins: float = 0.0, ends: float = 1.0) -> float:
    """Go from 0 to 1 in an interval, slowly at both ends."""
    part = part_of(part, begins, ends)
    return part * part * (3 - 2 * part)


def arc(part: float, begins: float = 0.0, ends: float = 1.0) -> float:
    """Go from 0 to 1 and back in an interval."""
    return sin(pi * part_of(part, begins, ends))


def squash_sprite(sprite: Sprite, squash: float) -> Sprite:
    """Return the token squashed (stretched if below 0) with its foot in place."""
    return replace(sprite, squash=squash, y=sprite.y + FOOT * MAX_SQUASH * squash * sprite.size)


def tilt_sprite(sprite: Sprite, tilt: float) -> Sprite:
    """Return the token tilted by degrees to the right about its foot."""
    foot, turned = FOOT * sprite.size, radians(tilt)
    return replace(sprite, x=sprite.x + foot * sin(turned), y=sprite.y + foot * (1 - cos(turned)), tilt=tilt)


def along(clip: Clip, part: float) -> Sprite:
    share = ease_out(part)
    return clip.between(share, lift=0.15 * arc(share), squash=0.8 * arc(part, LANDING_START))


def _hopping(clip: Clip, part: float) -> Sprite:
    share = 1 - (1 - min(1.0, part / LANDING_START)) ** JUMP_EASE_EXPONENT
    return clip.between(share, up=0.5 * arc(share), lift=arc(share), squash=arc(part, LANDING_START))


def _taken_away(clip: Clip, part: float) -> Sprite:
    share = smooth(part, CAPTURE_LEAVE_START)
    up = smooth(part, 0.0, CAPTURE_LIFT_END) * (1 - smooth(part, CAPTURE_LOWER_START))
    there = clip.between(share, up=0.25 * up, lift=up, tilt=12 * up)
    return replace(there, y=there.y - 0.5 * clip.start[2] * arc(share))


def _vanishing(clip: Clip, part: float) -> Sprite:
    return clip.between(ease_out(part), up=0.3 * part, lift=part, alpha=1 - part)


def _faded(clip: Clip, part: float) -> Sprite:
    token, place = (clip.was or clip.token, clip.start) if part < 0.5 else (clip.token, clip.end)
    return Sprite(token, *place, alpha=abs(1 - 2 * part), at=clip.target if clip.stays else None)


def _shifted(clip: Clip, part: float) -> Sprite:
    grows = clip.end[2] > clip.start[2]
    return clip.between(min(1.0, 2 * part) if grows else max(0.0, 2 * part - 1))


SLIDE: Final = Motion("slide", along, 0.14, per_cell=0.02, longest=0.26, sound_at=0.0)
HOP: Final = Motion("hop", _hopping, 0.26, per_cell=0.02, longest=0.36, sound_at=LANDING_START)
AWAY: Final = Motion("away", _taken_away, 0.34)
VANISH: Final = Motion("vanish", _vanishing, 0.12, sound_at=None)
TAKEN: Final = Motion("taken", lambda clip, part: _taken_away(clip, part_of(part, CAPTURE_HIT)), 0.48)
UNCROWNED: Final = Motion(
    "uncrowned", lambda clip, part: _vanishing(clip, part_of(part, CAPTURE_HIT, 0.7)), 0.48, sound_at=None
)
"""A capture, and the removal of a captured token's crown, in the beat in which the capturing piece arrives."""
SETTLE: Final = Motion(
    "settle", lambda clip, part: clip.between(ease_out(part), lift=1 - part, squash=arc(part)), 0.06
)
FADE: Final = Motion("fade", _faded, 0.08, sound_at=0.0, is_fade=True)
"""Fade out here and in there, for reduced motion."""
COME: Final = Motion("come", lambda clip, part: clip.between(1.0, alpha=part), 0.08, sound_at=None, is_fade=True)
GO: Final = Motion("go", lambda clip, part: clip.between(0.0, alpha=1 - part), 0.08, sound_at=None, is_fade=True)
"""Fade in a token that is put down, fade out one that is taken away."""
APPEAR: Final = Motion("appear", _faded, 0.08, is_landing=True, is_fade=True)
SHIFT: Final = Motion("shift", _shifted, 0.06, sound_at=None)
"""A token below another that comes or goes."""


# --- lifting, holding and returning tokens

RISE: Final = 0.08  # seconds for a rise from the table or a return, by any height
POINT_LIFT: Final = 0.4
PICK_LIFT: Final = 0.8
"""Lift of a token that the pointer could pick, and of a picked one; 1 is the hand's height."""
UP: Final = 0.09  # upward shift of a token that is lifted by 1 in place, as a fraction of its size
HOME_SECONDS: Final = (0.12, 0.22)  # of the shortest and the longest way home


def raise_sprite(sprite: Sprite, level: float) -> Sprite:
    """Return the token lifted by `level` above its place."""
    y = sprite.y - UP * sprite.size * level
    return replace(sprite, y=y, lift=max(sprite.lift, level)) if level else sprite


PULL: Final = 24.0
"""Spring rate of a held token, per second: it comes to rest a fifth of a second after the hand."""
TRAIL: Final = 0.12  # upper bound of the lag at any speed, as a fraction of its size
TILT: Final = 10.0  # upper bound of the tilt at any speed, in degrees
FAST_SPEED: Final = 10.0  # in sizes per second; at this speed the tilt is 0.7 of its bound


@dataclass(frozen=True, slots=True)
class Sway:
    """The critically damped spring on which a held token follows the pointer.

    Its end is `x`, `y` pixels beside the pointer and moves `dx`, `dy` pixels a second; `size` is the token's size.
    """

    size: float
    x: float = 0.0
    y: float = 0.0
    dx: float = 0.0
    dy: float = 0.0

    def left_behind(self, x: float, y: float) -> Sway:
        return replace(self, x=self.x - x, y=self.y - y)

    def after(self, seconds: float) -> Sway:
        """Return the state `seconds` later; a state near rest is set to rest."""
        (x, dx), (y, dy) = (
            ((at + (speed + PULL * at) * seconds) * fade, (speed - PULL * (speed + PULL * at) * seconds) * fade)
            for at, speed in ((self.x, self.dx), (self.y, self.dy))
            for fade in (exp(-PULL * seconds),)
        )
        near = hypot(x, y) * TRAIL < 0.25 and hypot(dx, dy) * TILT < 0.25 * FAST_SPEED * self.size
        return Sway(self.size) if near else Sway(self.size, x, y, dx, dy)

    @property
    def beside(self) -> tuple[float, float]:
        """Offset of the held token from the pointer, in pixels, bounded by TRAIL."""
        share = TRAIL * self.size / hypot(self.x, self.y, self.size)
        return self.x * share, self.y * share

    @property
    def tilt(self) -> float:
        """Tilt to the right in degrees, bounded by TILT, since the lower end lags behind."""
        return TILT * self.dx / hypot(self.dx, FAST_SPEED * self.size)


@dataclass(frozen=True, slots=True)
class Held:
    """The tokens that the pointer holds, from the top of a target, and the place of the lowest one's centre.

    They have been on their way there since `since`, from an offset (`dx`, `dy`) and the lift `level`. Without
    `sway` they stay exactly there.
    """

    target: Target
    tokens: tuple[Token, ...]
    x: float
    y: float
    since: float = -RISE
    dx: float = 0.0
    dy: float = 0.0
    level: float = 1.0
    sway: Sway | None = None

    def hangs(self, now: float) -> bool:
        return now >= self.since + RISE and (self.sway is None or self.sway == Sway(self.sway.size))

    def move_to(self, x: float, y: float) -> Held:
        sway = None if self.sway is None else self.sway.left_behind(x - self.x, y - self.y)
        return replace(self, x=x, y=y, sway=sway)

    def after(self, seconds: float) -> Held:
        return self if self.sway is None else replace(self, sway=self.sway.after(seconds))

    @property
    def place(self) -> tuple[float, float]:
        x, y = (0.0, 0.0) if self.sway is None else self.sway.beside
        return self.x + x, self.y + y

    @property
    def tilt(self) -> float:
        return 0.0 if self.sway is None else self.sway.tilt

    def at(self, now: float) -> tuple[float, float, float]:
        """Return the lowest token's centre and its lift."""
        left, (x, y) = 1 - ease_out((now - self.since) / RISE), self.place
        return x + self.dx * left, y + self.dy * left, 1 - (1 - self.level) * left


@dataclass(frozen=True, slots=True)
class Homing:
    """Tokens released on an illegal target, returning to `target` from the tilt `tilt`; longer ways take longer."""

    target: Target
    tokens: tuple[Token, ...]
    starts: tuple[tuple[float, float], ...]
    ends: tuple[Place, ...]
    since: float
    speed: float = 1.0
    tilt: float = 0.0

    @property
    def seconds(self) -> float:
        (x, y), (left, top, size) = self.starts[0], self.ends[0]
        least, most = HOME_SECONDS
        return min(most, least + 0.02 * hypot(left - x, top - y) / size) / self.speed

    def over(self, now: float) -> bool:
        return now >= self.since + self.seconds

    def at(self, now: float) -> list[Sprite]:
        """Return the tokens now, lowest first; they come down as they arrive, and settle."""
        part = min(1.0, max(0.0, (now - self.since) / self.seconds))
        near, lift = ease_out(part), 1 - part * part * (3 - 2 * part)
        squash = sin(pi * max(0.0, part - 0.7) / 0.3)
        sprites = []
        for token, (x, y), (left, top, size) in zip(self.tokens, self.starts, self.ends, strict=True):
            at = (x + (left - x) * near, y + (top - y) * near)
            sprites.append(Sprite(token, *at, size, lift=lift, squash=squash, tilt=self.tilt * (1 - near)))
        return sprites


@dataclass(frozen=True, slots=True)
class _Rise:
    start: float
    end: float
    since: float

    def at(self, now: float) -> float:
        return self.start + (self.end - self.start) * ease_out((now - self.since) / RISE)


class Rising:
    """The lift of the tokens that stay on the table."""

    def __init__(self) -> None:
        self._rises: dict[Target, _Rise] = {}

    def want(self, heights: Mapping[Target, float], now: float) -> None:
        """Start rising or sinking to these heights; targets that aren't named sink to the table."""
        for target in heights.keys() | self._rises.keys():
            end = heights.get(target, 0.0)
            rise = self._rises.get(target)
            if (0.0 if rise is None else rise.end) != end:
                self._rises[target] = _Rise(0.0 if rise is None else rise.at(now), end, now)

    def drop(self, target: Target) -> None:
        self._rises.pop(target, None)

    def clear(self) -> None:
        self._rises.clear()

    def at(self, now: float) -> dict[Target, float]:
        """Return the current heights that aren't 0, removing tokens that have come down."""
        for target in [one for one, rise in self._rises.items() if not rise.end and now >= rise.since + RISE]:
            del self._rises[target]
        return {target: rise.at(now) for target, rise in self._rises.items()}

    def moves(self, now: float) -> bool:
        return any(now < rise.since + RISE for rise in self._rises.values())
