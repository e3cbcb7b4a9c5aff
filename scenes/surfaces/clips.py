"""Animation clips: where and how a token is drawn at each moment. No pygame; times in seconds, places in pixels.

A `Motion` is a kind of clip. This module defines the motions that several games share.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import cos, inf, pi, radians, sin
from typing import Any, Final, TypeAlias

from rules.contract import Target, Token

CAPTURE_LIFT_END: Final = 0.3
CAPTURE_LEAVE_START: Final = 0.15
CAPTURE_LOWER_START: Final = 0.75
"""Phases of a capture, as fractions of its duration: the token's rise ends, it starts to leave, to come down."""
CAPTURE_HIT: Final = 0.35
"""Fraction of a capture's duration after which the capturing piece has arrived."""
JUMP_EASE_EXPONENT: Final = 1.25
"""Exponent of a jump: the remaining distance is the remaining time to this power (3 for a slide)."""
LANDING_START: Final = 0.76
"""Fraction of the duration after which a jump has landed, a slide has nearly ended, and the token settles."""
MAX_SQUASH: Final = 0.03  # flattening of a token at squash 1
FOOT: Final = 0.38  # distance from a token's centre down to the edge on which it stands, in token sizes

Place: TypeAlias = tuple[float, float, float]  # x, y of a token's centre, and its size


@dataclass(frozen=True, slots=True)
class Sprite:
    """A token as it is drawn in one frame: centre and size in pixels, lift (0 to 1), tilt in degrees, opacity.

    `squash`: flattening as a multiple of MAX_SQUASH. `target`: where it lies, if it stays there. `width_fraction`:
    the visible fraction of its width. `former_token`: the sprite of its former look, painted below it.
    `picture_size`: the size of the picture that is scaled if the size changes during the clip, else 0. `pose`: data
    of the game's view.
    """

    token: Token
    x: float
    y: float
    size: float
    lift: float = 0.0
    tilt: float = 0.0
    alpha: float = 1.0
    squash: float = 0.0
    target: Target | None = None
    width_fraction: float = 1.0
    former_token: Sprite | None = None
    picture_size: float = 0.0
    pose: object = None


def side_of(look: str) -> str:
    """Return the side in the name of a look or sprite: "white" of "duck_chess/white-king"."""
    return look.rpartition("/")[2].partition("-")[0]


def tween(start: Place, end: Place, progress: float) -> Place:
    """Return the place at the fraction `progress` of the straight line from `start` to `end`."""
    (x, y, size), (end_x, end_y, end_size) = start, end
    return (x + (end_x - x) * progress, y + (end_y - y) * progress, size + (end_size - size) * progress)


def beside(place: Place, dx: float, dy: float, size: float) -> Place:
    """Return a place at an offset from `place`; the offset and the new size are in units of the size of `place`."""
    x, y, unit = place
    return (x + dx * unit, y + dy * unit, size * unit)


@dataclass(frozen=True, slots=True)
class Cue:
    """A sound of an animation: its time in seconds, name, x in pixels for the stereo pan, and volume (0 to 1)."""

    time: float
    sound: str
    x: float
    volume: float = 1.0


@dataclass(frozen=True, slots=True)
class Clip:
    """The movement of a token from `start` to `end`; it begins at `begins` and lasts `seconds`.

    `pose` returns the sprite at a fraction (0 to 1) of this time. `layer`: the number of tokens below it. `target`:
    where the token lay; `stays`: whether it ends there. `former_token`: the token before a change of look. `others`:
    the places of the tokens that it acts on.
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
    former_token: Token | None = None
    others: tuple[Place, ...] = ()
    cue: Cue | None = None
    is_hidden_before: bool = False  # whether it is invisible before it begins
    is_hidden_after: bool = False
    is_under: bool = False  # whether it is below all tokens
    particles: tuple[Clip, ...] = ()
    """Pictures that accompany the clip; their times are fractions of the clip's duration."""

    @property
    def x_direction(self) -> int:
        """The horizontal direction: -1 if the clip goes to the left, else 1."""
        return 1 if self.end[0] >= self.start[0] else -1

    def progress_at(self, time: float) -> float:
        """Return the elapsed fraction of the clip; it is below 0 before the clip and above 1 after it."""
        return (time - self.begins) / self.seconds

    def at(self, time: float) -> Sprite | None:
        """Return the sprite at a time, or None while it is invisible."""
        progress = self.progress_at(time)
        if (progress < 0 and self.is_hidden_before) or (progress >= 1 and self.is_hidden_after):
            return None
        return self.pose(self, min(1.0, max(0.0, progress)))

    def between(self, distance: float, up: float = 0.0, **look: Any) -> Sprite:
        """Return the sprite at the fraction `distance` of the line from `start` to `end`, raised by `up` token sizes.

        `look` are further fields of the `Sprite`.
        """
        x, y, size = tween(self.start, self.end, distance)
        picture_size = max(self.start[2], self.end[2]) if self.start[2] != self.end[2] else 0.0
        target = self.target if self.stays else None
        sprite = Sprite(self.token, x, y - up * size, size, target=target, picture_size=picture_size)
        return replace(sprite, **look)


Pose: TypeAlias = Callable[[Clip, float], Sprite]
"""A function that gets a clip and the elapsed fraction of its duration, and returns the sprite at that moment."""


def make_particle(
    look: str,
    begins: float,
    ends: float,
    start: Place,
    end: Place,
    arc: float = 0.0,
    tilt: tuple[float, float] = (0.0, 0.0),
    alpha: float = 1.0,
    *,
    fade_in: float = 0.2,
    fade_out: float = 0.5,
    is_steady: bool = False,
    is_under: bool = False,
    carrier: Clip | None = None,
) -> Clip:
    """Make a small picture that moves, grows, turns and fades from the fraction `begins` to `ends` of a clip.

    `arc`: height of its arc in pixels. `tilt`: first and last tilt in degrees. `fade_in`, `fade_out`: fractions of
    its own duration in which it fades in and out. `is_steady`: whether its speed is constant. With `carrier`, its
    places are relative to the sprite of that clip.
    """

    def pose(clip: Clip, elapsed: float) -> Sprite:
        progress = elapsed if is_steady else ease_out(elapsed)
        x, y, size = tween(start, end, progress)
        if carrier is not None:
            carrier_sprite = carrier.pose(carrier, begins + elapsed * (ends - begins))
            x, y = x + carrier_sprite.x, y + carrier_sprite.y
        opacity = min(1.0, elapsed / fade_in if fade_in else 1.0, (1 - elapsed) / fade_out if fade_out else 1.0)
        degrees = tilt[0] + (tilt[1] - tilt[0]) * progress
        return Sprite(clip.token, x, y - arc * sin(pi * progress), size, tilt=degrees, alpha=alpha * opacity)

    clip = Clip(Token(look), start, end, pose, begins, ends - begins, is_under=is_under)
    return replace(clip, is_hidden_before=True, is_hidden_after=True)


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """A kind of clip; it takes `seconds`, and `per_cell` more for each cell of distance, up to `max_seconds`."""

    name: str
    pose: Pose
    seconds: float
    per_cell: float = 0.0
    max_seconds: float = inf
    sound: str = ""  # name of the sound if it is the same in all games
    sound_at: float | None = 0.7  # fraction of the duration after which the sound is played; None: no sound
    is_landing: bool = False  # whether a living token lands in it
    is_fade: bool = False  # whether the token fades out and in again elsewhere
    after_drag: Motion | None = None  # the motion of a dragged token instead; None: SETTLE
    has_sound_after_drag: bool = False  # whether its sound is played for a dragged token too
    victim_motion: Motion | None = None  # the motion of the token that is hit
    particles: Callable[[Clip], Sequence[Clip]] = lambda clip: ()

    def duration(self, cells: float = 0.0) -> float:
        return min(self.max_seconds, self.seconds + self.per_cell * cells)

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
        former_token: Token | None = None,
        others: tuple[Place, ...] = (),
        cue: Cue | None = None,
    ) -> Clip:
        """Make a clip of this kind with its particles; `seconds` is `duration()` by default, as for no distance."""
        duration = self.duration() if seconds is None else seconds
        clip = Clip(token, start, end, self.pose, begins, duration, layer, target, stays, former_token, others, cue)
        return replace(clip, particles=tuple(self.particles(clip)))


def fraction_of(progress: float, begins: float = 0.0, ends: float = 1.0) -> float:
    """Return the fraction of the interval from `begins` to `ends` that `progress` has passed, clamped to 0 and 1."""
    return min(1.0, max(0.0, (progress - begins) / (ends - begins)))


def ease_out(progress: float, begins: float = 0.0, ends: float = 1.0) -> float:
    """Return a value that goes from 0 to 1 as `progress` passes an interval, slowing down (cubic)."""
    return 1 - (1 - fraction_of(progress, begins, ends)) ** 3


def smooth(progress: float, begins: float = 0.0, ends: float = 1.0) -> float:
    """Return a value that goes from 0 to 1 as `progress` passes an interval, slowly at both ends."""
    progress = fraction_of(progress, begins, ends)
    return progress * progress * (3 - 2 * progress)


def arc(progress: float, begins: float = 0.0, ends: float = 1.0) -> float:
    """Return a value that goes from 0 to 1 and back as `progress` passes an interval."""
    return sin(pi * fraction_of(progress, begins, ends))


def squash_sprite(sprite: Sprite, squash: float) -> Sprite:
    """Return the sprite flattened by `squash` (stretched if it is below 0); its lower edge stays in place."""
    return replace(sprite, squash=squash, y=sprite.y + FOOT * MAX_SQUASH * squash * sprite.size)


def tilt_sprite(sprite: Sprite, tilt: float) -> Sprite:
    """Return the sprite tilted by `tilt` degrees to the right about its lower edge."""
    foot, angle = FOOT * sprite.size, radians(tilt)
    return replace(sprite, x=sprite.x + foot * sin(angle), y=sprite.y + foot * (1 - cos(angle)), tilt=tilt)


def slide_pose(clip: Clip, progress: float) -> Sprite:
    distance = ease_out(progress)
    return clip.between(distance, lift=0.15 * arc(distance), squash=0.8 * arc(progress, LANDING_START))


def _hop_pose(clip: Clip, progress: float) -> Sprite:
    distance = 1 - (1 - min(1.0, progress / LANDING_START)) ** JUMP_EASE_EXPONENT
    return clip.between(distance, up=0.5 * arc(distance), lift=arc(distance), squash=arc(progress, LANDING_START))


def _capture_pose(clip: Clip, progress: float) -> Sprite:
    distance = smooth(progress, CAPTURE_LEAVE_START)
    lift = smooth(progress, 0.0, CAPTURE_LIFT_END) * (1 - smooth(progress, CAPTURE_LOWER_START))
    sprite = clip.between(distance, up=0.25 * lift, lift=lift, tilt=12 * lift)
    return replace(sprite, y=sprite.y - 0.5 * clip.start[2] * arc(distance))


def _vanish_pose(clip: Clip, progress: float) -> Sprite:
    return clip.between(ease_out(progress), up=0.3 * progress, lift=progress, alpha=1 - progress)


def _fade_pose(clip: Clip, progress: float) -> Sprite:
    token, place = (clip.former_token or clip.token, clip.start) if progress < 0.5 else (clip.token, clip.end)
    return Sprite(token, *place, alpha=abs(1 - 2 * progress), target=clip.target if clip.stays else None)


def _shift_pose(clip: Clip, progress: float) -> Sprite:
    is_growing = clip.end[2] > clip.start[2]
    return clip.between(min(1.0, 2 * progress) if is_growing else max(0.0, 2 * progress - 1))


SLIDE: Final = Motion("slide", slide_pose, 0.14, per_cell=0.02, max_seconds=0.26, sound_at=0.0)
HOP: Final = Motion("hop", _hop_pose, 0.26, per_cell=0.02, max_seconds=0.36, sound_at=LANDING_START)
AWAY: Final = Motion("away", _capture_pose, 0.34)  # a captured token goes to its tray
VANISH: Final = Motion("vanish", _vanish_pose, 0.12, sound_at=None)
TAKEN: Final = Motion("taken", lambda clip, progress: _capture_pose(clip, fraction_of(progress, CAPTURE_HIT)), 0.48)
UNCROWNED: Final = Motion(
    "uncrowned",
    lambda clip, progress: _vanish_pose(clip, fraction_of(progress, CAPTURE_HIT, 0.7)),
    0.48,
    sound_at=None,
)
"""`TAKEN` and `UNCROWNED`: a capture, and the removal of the captured token's crown, while the capturer arrives."""
SETTLE: Final = Motion(
    "settle", lambda clip, progress: clip.between(ease_out(progress), lift=1 - progress, squash=arc(progress)), 0.06
)
FADE: Final = Motion("fade", _fade_pose, 0.08, sound_at=0.0, is_fade=True)
"""The token fades out at its old place and then in at its new one, for reduced motion."""
COME: Final = Motion(
    "come", lambda clip, progress: clip.between(1, alpha=progress), 0.08, sound_at=None, is_fade=True
)
GO: Final = Motion(
    "go", lambda clip, progress: clip.between(0, alpha=1 - progress), 0.08, sound_at=None, is_fade=True
)
"""`COME` and `GO`: a token that is put down fades in, and one that is taken away fades out."""
APPEAR: Final = Motion("appear", _fade_pose, 0.08, is_landing=True, is_fade=True)  # FADE of a living token
SHIFT: Final = Motion("shift", _shift_pose, 0.06, sound_at=None)
"""The shift of a token below another one that comes or goes."""


# --- lifted tokens

LIFT_SECONDS: Final = 0.08  # seconds in which a token is lifted or lowered, by any height
POINT_LIFT: Final = 0.4
PICK_LIFT: Final = 0.8
"""The lifts of a token that the pointer could pick, and of a picked one; a dragged token has the lift 1."""
LIFT_OFFSET: Final = 0.09  # upward shift of a token that is lifted by 1 in place, as a fraction of its size


def raise_sprite(sprite: Sprite, lift: float) -> Sprite:
    """Return the sprite of a resting token lifted by `lift`."""
    y = sprite.y - LIFT_OFFSET * sprite.size * lift
    return replace(sprite, y=y, lift=max(sprite.lift, lift)) if lift else sprite
