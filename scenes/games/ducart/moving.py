"""The motions of gnomes when a move is played, one for each of their abilities; without pygame.

A function `_pose_…` returns the moving gnome at a fraction (`progress`) of its motion's duration; the `pose` of a
Keeper is how far its cage is open. A function `_make_…` returns pictures that accompany it, with times as fractions
of that duration.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import pairwise
from math import cos, hypot, pi, radians, sin
from typing import Final

from rules.contract import Token
from scenes.surfaces.clips import (
    Clip,
    Motion,
    Place,
    Sprite,
    arc,
    beside,
    ease_out,
    fraction_of,
    make_particle,
    smooth,
    squash_sprite,
)
from scenes.surfaces.particles import make_glints, make_leaf, make_letters, make_light, make_puffs, make_trail

TIP_START: Final = 0.3
TIP_END: Final = 0.68
"""Phases of falling asleep, as fractions of its duration: the gnome begins to tip over, and lies."""
HALF_SIZE: Final = (0.42, 0.36)
"""Half the height and half the width of a gnome that tips over, in its size."""
SHOVE_HIT: Final = 0.42  # fraction of a shove's duration after which the victim is hit
SWING: Final = (0.26, 0.62)  # fractions of a sweep's duration between which the broom is swung
BROOM_PLACE: Final = (0.298, -0.04, 1.0)  # (dx, dy, scale) of the broom in a Sweeper's hand
SACK_TIME: Final = 0.22
"""Fraction of a theft's duration for putting the victim into the sack, and again for letting it out."""
SACK_PLACE: Final = (0.24, -0.12, 0.52)  # (dx, dy, scale) of the sack on a Stealer's shoulder
BARE_TIMES: Final = (0.02, 0.97)
"""Fractions of the duration between which a Stealer's sack or a Sweeper's broom is a picture of its own."""
LEAP_START: Final = 0.25
LEAP_END: Final = 0.82
"""Phases of a leap, as fractions of its duration: the crouching frog takes off, and lands."""


# --- sleep and healing


def _lean_gnome(degrees: float, clip: Clip, lying_share: float) -> Sprite:
    """Return a gnome between standing (`lying_share` is 0) and lying (1), tipping over by `degrees` to the right.

    The sprites of the standing and of the lying gnome tilt together. From 0.5 on the lying one fades in, and from
    0.8 on the standing one fades out.
    """
    gnome, tokens = clip.between(0.0), (clip.former_token or clip.token, clip.token)
    standing_token, lying_token = map(_uncaged, tokens) if tokens[1].look.endswith("-asleep") else tokens[::-1]
    angle, back_angle = radians(abs(degrees) * lying_share), radians(degrees * (lying_share - 1))
    rise = gnome.size * (HALF_SIZE[0] * (cos(angle) - 1) + HALF_SIZE[1] * sin(angle))
    drop = gnome.size * (HALF_SIZE[0] - HALF_SIZE[1]) * sin(radians(abs(degrees)))
    standing = replace(gnome, token=standing_token, y=gnome.y - rise, tilt=degrees * lying_share)
    x, y = gnome.x + drop * sin(back_angle), gnome.y - rise - drop * cos(back_angle)
    lying = replace(gnome, token=lying_token, x=x, y=y, tilt=degrees * (lying_share - 1))
    lying_alpha, standing_alpha = fraction_of(lying_share, 0.5, 0.8), 1 - fraction_of(lying_share, 0.8, 1.0)
    if lying_alpha == 0:
        return standing
    if standing_alpha == 0:
        return lying
    return replace(lying, alpha=lying_alpha, former_token=replace(standing, alpha=standing_alpha))


def _pose_doze(degrees: float, clip: Clip, progress: float) -> Sprite:
    if progress < TIP_START:
        awake, nodding = clip.former_token or clip.token, progress / TIP_START
        cage_opening = (awake != _uncaged(awake)) * (1 - nodding)  # a Keeper's cage closes
        return squash_sprite(clip.between(0.0, token=_uncaged(awake), pose=cage_opening), -2.2 * arc(nodding))
    gnome = _lean_gnome(degrees, clip, fraction_of(progress, TIP_START, TIP_END) ** 2)
    return squash_sprite(gnome, 2.5 * arc(progress, TIP_END, 0.9))


def _pose_wake(degrees: float, clip: Clip, progress: float) -> Sprite:
    if progress < 0.4:
        return squash_sprite(clip.between(0.0, token=clip.former_token or clip.token), 1.5 * arc(progress, 0.25, 0.4))
    return squash_sprite(_lean_gnome(degrees, clip, 1 - smooth(progress, 0.4, 0.8)), -2 * arc(progress, 0.75))


def _make_snores(clip: Clip) -> list[Clip]:
    place = clip.start
    snoring = make_letters(
        beside(place, -0.26, -0.14, 1), beside(place, -0.34, -0.4, 1), 0.62, 0.98, count=2, size=0.22
    )
    nodding = make_letters(beside(place, 0.0, -0.2, 1), beside(place, 0.2, -0.4, 1), 0.02, 0.36, count=2, size=0.2)
    return [*nodding, *snoring] if clip.former_token != _uncaged(clip.former_token or clip.token) else snoring


def _make_light(clip: Clip) -> list[Clip]:
    offsets = ((-0.4, -0.2), (0.4, -0.3), (0.1, -0.5))
    return [make_light(clip.start, 0.2, 1.0), *make_glints(clip.start, 0.5, 1.0, offsets)]


def _uncaged(token: Token) -> Token:
    """Return the token of a Keeper without its prisoner; other tokens are unchanged."""
    return Token(token.look.removesuffix("-on"))


def _pose_yawn(clip: Clip, progress: float) -> Sprite:
    inhaling, blowing = arc(progress, 0.0, 0.3), arc(progress, 0.15, 0.7)
    return squash_sprite(clip.between(0.12 * blowing), 1.2 * blowing - 2.5 * inhaling)


def _make_breath(clip: Clip) -> list[Clip]:
    return make_letters(beside(clip.start, 0, -0.05, 1), beside(clip.end, 0, -0.2, 1), 0.04, 0.46)


def _pose_blessing(clip: Clip, progress: float) -> Sprite:
    up = arc(progress, 0.0, 0.8)
    return squash_sprite(clip.between(0.0, up=0.14 * up, lift=0.6 * up), -2.0 * up)


def _make_leaves(clip: Clip) -> list[Clip]:
    leaves = [make_leaf(clip.start, end, 0.02 * n, 0.42 + 0.02 * n) for n, end in enumerate(clip.others)]
    return [make_light(clip.start, 0.0, 0.8), *leaves]


# --- theft


def _pose_on_curve(clip: Clip, progress: float) -> Sprite:
    """Return the thief or its victim on its path, a curve to the right of the straight line."""
    share = smooth(progress, SACK_TIME, 1 - SACK_TIME)
    sprite, bend, size = clip.between(share, lift=arc(share)), arc(share), clip.start[2]
    dx, dy = clip.end[0] - clip.start[0], clip.end[1] - clip.start[1]
    sideways = min(0.6, 0.3 * hypot(dx, dy) / size) * bend * size / max(1.0, hypot(dx, dy))
    return replace(sprite, x=sprite.x - dy * sideways, y=sprite.y + dx * sideways - 0.12 * size * bend)


def _pose_theft(clip: Clip, progress: float) -> Sprite:
    return squash_sprite(_without_tool(_pose_on_curve(clip, progress), progress), 2.5 * arc(progress, 0.0, 0.12))


def _without_tool(sprite: Sprite, progress: float) -> Sprite:
    """Return the gnome, without its sack or broom while the tool is a picture of its own."""
    first, last = BARE_TIMES
    return replace(sprite, token=Token(f"{sprite.token.look}-bare")) if first < progress < last else sprite


def _pose_victim(clip: Clip, progress: float) -> Sprite:
    sprite = _pose_on_curve(clip, progress)
    hidden_share = smooth(progress, 0.4 * SACK_TIME, SACK_TIME) - smooth(progress, 1 - SACK_TIME, 1 - 0.4 * SACK_TIME)
    return replace(sprite, size=sprite.size * (1 - 0.42 * hidden_share), picture_size=clip.start[2])


def _make_smoke(clip: Clip) -> list[Clip]:
    return [*_make_cloud(clip.start, 0.1, 0.5), *_make_cloud(clip.end, 0.66, 1.0)]


def _make_cloud(place: Place, begins: float, ends: float) -> list[Clip]:
    return make_puffs(place, begins, ends, "effects/smoke", count=4, reach=0.4, size=0.56)


def _make_sack(clip: Clip) -> list[Clip]:
    """Make the sack: it is thrown over the victim, carries it, and is thrown back to the thief."""
    first, last = BARE_TIMES
    size = clip.start[2]
    sack = partial(make_particle, "effects/sack", fade_in=0.0, fade_out=0.0)
    over_start, over_end = (beside(place, 0.0, 0.22, 0.7) for place in (clip.start, clip.end))
    carried = beside((0.0, 0.0, size), 0.0, 0.22, 0.7)
    return [
        sack(first, SACK_TIME, beside(clip.end, *SACK_PLACE), over_start, arc=0.5 * size),
        sack(SACK_TIME, 1 - SACK_TIME, carried, carried, carrier=clip),
        sack(1 - SACK_TIME, last, over_end, beside(clip.start, *SACK_PLACE), arc=0.5 * size),
    ]


# --- cages


def _pose_caging(clip: Clip, progress: float) -> Sprite:
    up = smooth(progress, 0.0, 0.35) - fraction_of(progress, 0.55, 0.85) ** 2
    cage_opening = fraction_of(progress, 0.0, 0.35)
    sprite = clip.between(smooth(progress, 0.0, 0.6), up=0.6 * up, lift=up, pose=cage_opening)
    return squash_sprite(sprite, 2.5 * arc(progress, 0.85))


def _pose_hand_over(clip: Clip, progress: float) -> Sprite:
    return replace(_pose_caging(clip, fraction_of(progress, 0.26, 0.74)), pose=1.0)


def _make_locks(clip: Clip) -> list[Clip]:
    chain = make_particle("ducart/chain", 0.8, 1.0, clip.end, clip.end, fade_in=1.0, fade_out=0.0)
    return [*_make_lock(False, clip.start, 0.0, 0.32), *_make_lock(True, clip.end, 0.68, 0.98), chain]


def _pose_uncaging(clip: Clip, progress: float) -> Sprite:
    cage_opening = 1 - fraction_of(progress, 0.55, 0.95)
    sprite = clip.between(smooth(progress, 0.25, 0.9), lift=arc(progress), pose=cage_opening)
    return replace(sprite, y=sprite.y - 0.45 * clip.between(ease_out(progress)).size * arc(progress))


def _pose_open_cage(clip: Clip, progress: float) -> Sprite:
    return clip.between(0.0, pose=1.0)


def _make_lock(is_closing: bool, place: Place, begins: float, ends: float) -> list[Clip]:
    """Make the bars of a cage, which fall if `is_closing` or else rise, and the key that is turned in its lock."""
    raised_place, closed_place, keyhole = (
        beside(place, 0, -0.38, 0.78),
        beside(place, 0, 0.08, 0.78),
        beside(place, 0.3, 0.16, 0.46),
    )
    span = ends - begins
    middle, key_start, key_end = begins + 0.5 * span, begins + 0.4 * span, begins + 0.7 * span
    bars = partial(make_particle, "effects/bars")
    key = partial(make_particle, "effects/key", fade_in=0.3, fade_out=0.3)
    if is_closing:
        return [
            bars(begins, middle, raised_place, closed_place, fade_in=0.5, fade_out=0.0),
            bars(middle, ends, closed_place, closed_place, fade_in=0.0, fade_out=0.4),
            key(key_start, ends, keyhole, keyhole, tilt=(0.0, 90.0)),
        ]
    return [
        bars(begins, middle, closed_place, closed_place, fade_in=0.6, fade_out=0.0),
        bars(middle, ends, closed_place, raised_place, fade_in=0.0, fade_out=0.5),
        key(begins, key_end, keyhole, keyhole, tilt=(90.0, 0.0)),
    ]


# --- pushes and leaps


def _pose_shove(clip: Clip, progress: float) -> Sprite:
    swing_back, lunge = arc(progress, 0.0, 0.5), arc(progress, 0.28) ** 1.2
    tilt = clip.x_direction * (9 * lunge - 12 * swing_back)
    return squash_sprite(clip.between(0.42 * lunge - 0.18 * swing_back, tilt=tilt), 3.5 * swing_back)


def _pose_shoved(clip: Clip, progress: float) -> Sprite:
    slide = fraction_of(progress, SHOVE_HIT)
    return clip.between(ease_out(slide), tilt=-9 * clip.x_direction * arc(slide**0.6))


def _make_trail(clip: Clip) -> list[Clip]:
    """Make the dust behind a pushed gnome; if it was caged (a caged gnome is smaller), its cage opens first."""
    was_caged = clip.start[2] < clip.end[2]
    lock = _make_lock(False, (*clip.start[:2], clip.end[2]), 0.0, SHOVE_HIT + 0.06) if was_caged else ()
    return [*lock, *make_trail(clip.start, clip.end, SHOVE_HIT, 1.0)]


def _pose_leap(clip: Clip, progress: float) -> Sprite:
    if progress < LEAP_START:
        return squash_sprite(clip.between(0.0), 5 * sin(pi * 0.5 * progress / LEAP_START))
    share, up = fraction_of(progress, LEAP_START, LEAP_END), arc(progress, LEAP_START, LEAP_END)
    squash = 5 * (1 - 4 * share) if share < 0.25 else -2 * up if share < 1 else 5 * arc(progress, LEAP_END)
    return squash_sprite(clip.between(share, up=0.75 * up, lift=up), squash)


# --- sweeping


def _swing_at(progress: float) -> float:
    """Return the tilt of the broom, -1 to 1: it is swung twice there and back."""
    return sin(4 * pi * fraction_of(progress, *SWING))


def _pose_sweep(clip: Clip, progress: float) -> Sprite:
    share = smooth(progress, 0.0, SWING[0]) * 0.35 + smooth(progress, SWING[1], 0.95) * 0.65
    return _without_tool(clip.between(share, tilt=5 * _swing_at(progress)), progress)


def _pose_brush(clip: Clip, progress: float) -> Sprite:
    return _without_tool(clip.between(smooth(progress, 0.0, 0.12), tilt=5 * _swing_at(progress)), progress)


def _make_broom(clip: Clip) -> list[Clip]:
    """Make the broom: it is taken out of the Sweeper's hand, swung twice there and back, and put back."""
    (first, last), (begins, ends), direction = BARE_TIMES, SWING, clip.x_direction
    origin, stroke_duration = (0.0, 0.0, clip.end[2]), (ends - begins) / 4
    in_hand, swung = beside(origin, *BROOM_PLACE), beside(origin, 0.34 * direction + 0.06, -0.06, 1.0)
    tilts = (0.0, 34.0 * direction, -34.0 * direction, 34.0 * direction, -34.0 * direction, 0.0)
    broom = partial(make_particle, "effects/broom", fade_in=0.0, fade_out=0.0, carrier=clip)
    return [
        broom(first, begins, in_hand, swung, tilt=(tilts[0], tilts[1])),
        *(
            broom(begins + stroke_duration * n, begins + stroke_duration * (n + 1), swung, swung, tilt=tilt)
            for n, tilt in enumerate(pairwise(tilts[1:]))
        ),
        broom(ends, last, swung, in_hand),
    ]


def _pose_swept(clip: Clip, progress: float) -> Sprite:
    size, direction, leaving = clip.start[2], clip.x_direction, smooth(progress, 0.56)
    jolt = (smooth(progress, 0.3, 0.42) + smooth(progress, 0.48, SWING[1])) * (1 - leaving)
    sprite = clip.between(leaving, lift=arc(leaving), tilt=direction * (14 * jolt + 20 * arc(leaving)))
    return replace(sprite, x=sprite.x + 0.2 * direction * jolt * size, y=sprite.y - 0.5 * size * arc(leaving))


def _make_dust(clip: Clip) -> list[Clip]:
    ground = beside(clip.start, 0.2 * clip.x_direction, 0, 1)
    return [
        dust for begins in (0.3, 0.47) for dust in make_puffs(ground, begins, begins + 0.36, reach=0.6, size=0.42)
    ]


def _pose_overturn(clip: Clip, progress: float) -> Sprite:
    token = clip.former_token or clip.token if progress < 0.5 else clip.token
    width_fraction = max(0.04, abs(cos(pi * progress)))
    return clip.between(0.0, up=0.4 * arc(progress), token=token, lift=arc(progress), width_fraction=width_fraction)


def _make_shine(clip: Clip) -> list[Clip]:
    offsets = ((-0.45, -0.3), (0.45, -0.35), (-0.25, 0.25), (0.35, 0.2))
    return [make_light(clip.start, 0.1, 1.0, "effects/shine"), *make_glints(clip.start, 0.35, 1.0, offsets)]


_ACT_SECONDS: Final = 0.6
"""Duration of falling asleep, waking, sweeping and stealing, for the actor and for the victim."""
_PUSH_SECONDS: Final = 0.45
BRUSH: Final = Motion(
    "brush",
    _pose_brush,
    _ACT_SECONDS,
    sound="sweep",
    sound_at=SWING[0],
    has_sound_after_drag=True,
    particles=_make_broom,
)
"""Motion of a Sweeper that was dragged to its new square, and sweeps there."""
SWEEP: Final = replace(BRUSH, name="sweep", pose=_pose_sweep, after_drag=BRUSH)
SWEPT: Final = Motion("swept", _pose_swept, _ACT_SECONDS, sound_at=None, particles=_make_dust)  # of its victim
LEAP: Final = Motion(
    "leap",
    _pose_leap,
    0.32,
    sound="leap",
    sound_at=0.2,
    has_sound_after_drag=True,
    particles=lambda clip: make_puffs(clip.end, LEAP_END - 0.04, 1.0, count=5, reach=0.55),
)
CAGE: Final = Motion(
    "cage",
    _pose_caging,
    0.32,
    sound="keep",
    sound_at=0.85,
    has_sound_after_drag=True,
    particles=lambda clip: make_puffs(clip.end, 0.84, 1.0, count=4, reach=0.6),
)
HAND_OVER: Final = Motion(
    "hand over", _pose_hand_over, 0.6, sound="keep", sound_at=0.7, has_sound_after_drag=True, particles=_make_locks
)
UNCAGE: Final = Motion("uncage", _pose_uncaging, 0.3, has_sound_after_drag=True)
LOCK: Final = Motion(
    "lock", _pose_open_cage, 0.28, sound_at=None, particles=lambda clip: _make_lock(True, clip.start, 0.0, 1.0)
)
UNLOCK: Final = replace(
    LOCK, name="unlock", seconds=0.3, particles=lambda clip: _make_lock(False, clip.start, 0.0, 1.0)
)
SHOVED: Final = Motion("shoved", _pose_shoved, _PUSH_SECONDS, sound="push", sound_at=SHOVE_HIT, particles=_make_trail)
SHOVE: Final = Motion("shove", _pose_shove, _PUSH_SECONDS, sound_at=None, victim_motion=SHOVED)
SWAP: Final = Motion(
    "swap", _pose_theft, _ACT_SECONDS, sound="steal", sound_at=0.1, has_sound_after_drag=True, particles=_make_smoke
)
STOLEN: Final = Motion("stolen", _pose_victim, _ACT_SECONDS, sound_at=None, particles=_make_sack)
DOZE: Final = Motion(
    "doze", partial(_pose_doze, -90.0), _ACT_SECONDS, sound="sleep", sound_at=TIP_END, particles=_make_snores
)
SLUMP: Final = replace(DOZE, name="slump", pose=partial(_pose_doze, 0.0))  # of a Creeper, which doesn't tip over
WAKE: Final = Motion(
    "wake", partial(_pose_wake, -90.0), _ACT_SECONDS, sound="heal", sound_at=0.3, particles=_make_light
)
RISE: Final = replace(WAKE, name="rise", pose=partial(_pose_wake, 0.0))
OVERTURN: Final = Motion("overturn", _pose_overturn, 0.4, sound="frog", particles=_make_shine)  # into a Leaper
NOD: Final = Motion("nod", _pose_yawn, _ACT_SECONDS, sound_at=None, particles=_make_breath)
BLESS: Final = Motion("bless", _pose_blessing, _ACT_SECONDS, sound_at=None, particles=_make_leaves)
"""Motions of a Sleeper and of a Healer that act on another piece."""
