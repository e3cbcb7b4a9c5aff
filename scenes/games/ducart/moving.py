"""Move animations of gnomes, alone and against one another; without pygame."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
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
    part_of,
    particle,
    smooth,
    squash_sprite,
)
from scenes.surfaces.particles import glints, leaf, letters, light, puffs, trail

TIPS: Final = 0.3
LIES: Final = 0.68
"""Phases of falling asleep, as fractions of its duration: it tips over; it lies."""
HALF_SIZE: Final = (0.42, 0.36)
"""Half the height and half the width of a gnome that tips over, as shares of its size."""
HIT: Final = 0.42  # fraction of a shove's duration after which the victim is hit
SWING: Final = (0.26, 0.62)  # fractions of a sweep's duration between which the broom is swung
BROOM_PLACE: Final = (0.298, -0.04, 1.0)  # (dx, dy, scale) of the broom in a Sweeper's hand
SACK_TIME: Final = 0.22
"""Fraction of a theft's duration in which the victim is put into the sack, and again in which it gets out."""
SACK_PLACE: Final = (0.24, -0.12, 0.52)  # (dx, dy, scale) of the sack on a Stealer's shoulder
BARE_TIMES: Final = (0.02, 0.97)
"""Fractions between which a Stealer's sack or a Sweeper's broom is drawn separately."""
LEAP_START: Final = 0.25
LEAP_END: Final = 0.82
"""Phases of a leap, as fractions of its duration: the crouching frog takes off; it lands."""


# --- to sleep, and awake


def _leaning(degrees: float, clip: Clip, lain: float) -> Sprite:
    """Return a gnome between standing (`lain` 0) and lying (1), `degrees` to the right of where it stood.

    Standing and lying are two pictures that tilt together; from 0.5 on the second fades in, from 0.8 the first out.
    """
    there, looks = clip.between(0.0), (clip.was or clip.token, clip.token)
    upright, lying = map(_alone, looks) if looks[1].look.endswith("-asleep") else looks[::-1]
    turn, back = radians(abs(degrees) * lain), radians(degrees * (lain - 1))
    up = there.size * (HALF_SIZE[0] * (cos(turn) - 1) + HALF_SIZE[1] * sin(turn))
    low = there.size * (HALF_SIZE[0] - HALF_SIZE[1]) * sin(radians(abs(degrees)))
    stands = replace(there, token=upright, y=there.y - up, tilt=degrees * lain)
    x, y = there.x + low * sin(back), there.y - up - low * cos(back)
    lies = replace(there, token=lying, x=x, y=y, tilt=degrees * (lain - 1))
    comes, goes = part_of(lain, 0.5, 0.8), part_of(lain, 0.8, 1.0)
    if comes == 0:
        return stands
    return lies if goes == 1 else replace(lies, alpha=comes, was=replace(stands, alpha=1 - goes))


def _dozing(degrees: float, clip: Clip, part: float) -> Sprite:
    if part < TIPS:
        was = clip.was or clip.token
        shuts = (was != _alone(was)) * (1 - part / TIPS)
        return squash_sprite(clip.between(0.0, token=_alone(was), pose=shuts), -2.2 * arc(part / TIPS))
    return squash_sprite(_leaning(degrees, clip, part_of(part, TIPS, LIES) ** 2), 2.5 * arc(part, LIES, 0.9))


def _waking(degrees: float, clip: Clip, part: float) -> Sprite:
    if part < 0.4:
        return squash_sprite(clip.between(0.0, token=clip.was or clip.token), 1.5 * arc(part, 0.25, 0.4))
    return squash_sprite(_leaning(degrees, clip, 1 - smooth(part, 0.4, 0.8)), -2 * arc(part, 0.75))


def _snores(clip: Clip) -> list[Clip]:
    here = clip.start
    snores = letters(beside(here, -0.26, -0.14, 1), beside(here, -0.34, -0.4, 1), 0.62, 0.98, count=2, size=0.22)
    nods = letters(beside(here, 0.0, -0.2, 1), beside(here, 0.2, -0.4, 1), 0.02, 0.36, count=2, size=0.2)
    return [*nods, *snores] if clip.was != _alone(clip.was or clip.token) else snores


def _light(clip: Clip) -> list[Clip]:
    around = ((-0.4, -0.2), (0.4, -0.3), (0.1, -0.5))
    return [light(clip.start, 0.2, 1.0), *glints(clip.start, 0.5, 1.0, around)]


def _alone(token: Token) -> Token:
    """Return a Keeper's token without its prisoner; others unchanged."""
    return Token(token.look.removesuffix("-on"))


def _yawning(clip: Clip, part: float) -> Sprite:
    breath, blow = arc(part, 0.0, 0.3), arc(part, 0.15, 0.7)
    return squash_sprite(clip.between(0.12 * blow), 1.2 * blow - 2.5 * breath)


def _breath(clip: Clip) -> list[Clip]:
    return letters(beside(clip.start, 0, -0.05, 1), beside(clip.end, 0, -0.2, 1), 0.04, 0.46)


def _rising(clip: Clip, part: float) -> Sprite:
    up = arc(part, 0.0, 0.8)
    return squash_sprite(clip.between(0.0, up=0.14 * up, lift=0.6 * up), -2.0 * up)


def _leaves(clip: Clip) -> list[Clip]:
    ways = enumerate(clip.others)
    return [light(clip.start, 0.0, 0.8), *(leaf(clip.start, end, 0.02 * n, 0.42 + 0.02 * n) for n, end in ways)]


# --- theft


def _aside(clip: Clip, part: float) -> Sprite:
    """Return the thief or its victim on the way, to the left of the straight line."""
    share = smooth(part, SACK_TIME, 1 - SACK_TIME)
    there, up, size = clip.between(share, lift=arc(share)), arc(share), clip.start[2]
    dx, dy = clip.end[0] - clip.start[0], clip.end[1] - clip.start[1]
    aside = min(0.6, 0.3 * hypot(dx, dy) / size) * up * size / max(1.0, hypot(dx, dy))
    return replace(there, x=there.x - dy * aside, y=there.y + dx * aside - 0.12 * size * up)


def _stealing(clip: Clip, part: float) -> Sprite:
    return squash_sprite(_bare(_aside(clip, part), part), 2.5 * arc(part, 0.0, 0.12))


def _bare(sprite: Sprite, part: float) -> Sprite:
    low, high = BARE_TIMES
    return replace(sprite, token=Token(f"{sprite.token.look}-bare")) if low < part < high else sprite


def _stolen(clip: Clip, part: float) -> Sprite:
    there = _aside(clip, part)
    small = 0.42 * (smooth(part, 0.4 * SACK_TIME, SACK_TIME) - smooth(part, 1 - SACK_TIME, 1 - 0.4 * SACK_TIME))
    return replace(there, size=there.size * (1 - small), drawn=clip.start[2])


def _smoke(clip: Clip) -> list[Clip]:
    return [*_cloud(clip.start, 0.1, 0.5), *_cloud(clip.end, 0.66, 1.0)]


def _cloud(place: Place, begins: float, ends: float) -> list[Clip]:
    return puffs(place, begins, ends, "effects/smoke", count=4, reach=0.4, wide=0.56)


def _sack(clip: Clip) -> list[Clip]:
    (low, high), here, there = BARE_TIMES, clip.start, clip.end
    thrown, back, far = beside(there, *SACK_PLACE), beside(here, *SACK_PLACE), 0.5 * here[2]
    riding = beside((0.0, 0.0, here[2]), 0.0, 0.22, 0.7)
    return [
        particle("effects/sack", low, SACK_TIME, thrown, beside(here, 0.0, 0.22, 0.7), arc=far, comes=0.0, goes=0.0),
        particle("effects/sack", SACK_TIME, 1 - SACK_TIME, riding, riding, comes=0.0, goes=0.0, carrier=clip),
        particle(
            "effects/sack", 1 - SACK_TIME, high, beside(there, 0.0, 0.22, 0.7), back, arc=far, comes=0.0, goes=0.0
        ),
    ]


# --- cages


def _caging(clip: Clip, part: float) -> Sprite:
    up = smooth(part, 0.0, 0.35) - part_of(part, 0.55, 0.85) ** 2
    there = clip.between(smooth(part, 0.0, 0.6), up=0.6 * up, lift=up, pose=part_of(part, 0.0, 0.35))
    return squash_sprite(there, 2.5 * arc(part, 0.85))


def _handing(clip: Clip, part: float) -> Sprite:
    return replace(_caging(clip, part_of(part, 0.26, 0.74)), pose=1.0)


def _handed(clip: Clip) -> list[Clip]:
    chain = particle("ducart/chain", 0.8, 1.0, clip.end, clip.end, comes=1.0, goes=0.0)
    return [*_lock(False, clip.start, 0.0, 0.32), *_lock(True, clip.end, 0.68, 0.98), chain]


def _uncaging(clip: Clip, part: float) -> Sprite:
    there = clip.between(smooth(part, 0.25, 0.9), lift=arc(part), pose=1 - part_of(part, 0.55, 0.95))
    return replace(there, y=there.y - 0.45 * clip.between(ease_out(part)).size * arc(part))


def _hitching(clip: Clip, part: float) -> Sprite:
    return clip.between(0.0, pose=1.0)


def _lock(shut: bool, place: Place, begins: float, ends: float) -> list[Clip]:
    high, low, here = beside(place, 0, -0.38, 0.78), beside(place, 0, 0.08, 0.78), beside(place, 0.3, 0.16, 0.46)
    span = ends - begins
    half, late = begins + 0.5 * span, begins + 0.4 * span
    if shut:
        fall = particle("effects/bars", begins, half, high, low, comes=0.5, goes=0.0)
        stay = particle("effects/bars", half, ends, low, low, comes=0.0, goes=0.4)
        return [fall, stay, particle("effects/key", late, ends, here, here, tilt=(0.0, 90.0), comes=0.3, goes=0.3)]
    stay = particle("effects/bars", begins, half, low, low, comes=0.6, goes=0.0)
    rise = particle("effects/bars", half, ends, low, high, comes=0.0, goes=0.5)
    key = particle("effects/key", begins, begins + 0.7 * span, here, here, tilt=(90.0, 0.0), comes=0.3, goes=0.3)
    return [stay, rise, key]


# --- pushes and leaps


def _shoving(clip: Clip, part: float) -> Sprite:
    back, lunge = arc(part, 0.0, 0.5), arc(part, 0.28) ** 1.2
    tilt = clip.way * (9 * lunge - 12 * back)
    return squash_sprite(clip.between(0.42 * lunge - 0.18 * back, tilt=tilt), 3.5 * back)


def _shoved(clip: Clip, part: float) -> Sprite:
    gone = part_of(part, HIT)
    return clip.between(ease_out(gone), tilt=-9 * clip.way * arc(gone**0.6))


def _slid(clip: Clip) -> list[Clip]:
    """Return the dust; a gnome pushed out of a cage, where it is smaller, has the cage opened first."""
    kept = clip.start[2] < clip.end[2]
    opened = _lock(False, (*clip.start[:2], clip.end[2]), 0.0, HIT + 0.06) if kept else ()
    return [*opened, *trail(clip.start, clip.end, HIT, 1.0)]


def _leaping(clip: Clip, part: float) -> Sprite:
    if part < LEAP_START:
        return squash_sprite(clip.between(0.0), 5 * sin(pi * 0.5 * part / LEAP_START))
    share, up = part_of(part, LEAP_START, LEAP_END), arc(part, LEAP_START, LEAP_END)
    squash = 5 * (1 - 4 * share) if share < 0.25 else -2 * up if share < 1 else 5 * arc(part, LEAP_END)
    return squash_sprite(clip.between(share, up=0.75 * up, lift=up), squash)


# --- sweeping


def _swing(part: float) -> float:
    """Return the tilt while the broom is swung, -1 to 1: twice there and back."""
    return sin(4 * pi * part_of(part, *SWING))


def _sweeping(clip: Clip, part: float) -> Sprite:
    near = smooth(part, 0.0, SWING[0]) * 0.35 + smooth(part, SWING[1], 0.95) * 0.65
    return _bare(clip.between(near, tilt=5 * _swing(part)), part)


def _brushing(clip: Clip, part: float) -> Sprite:
    return _bare(clip.between(smooth(part, 0.0, 0.12), tilt=5 * _swing(part)), part)


def _broom(clip: Clip) -> list[Clip]:
    (low, high), (begins, ends), way = BARE_TIMES, SWING, clip.way
    unit, stroke = (0.0, 0.0, clip.end[2]), (ends - begins) / 4
    hand, out = beside(unit, *BROOM_PLACE), beside(unit, 0.34 * way + 0.06, -0.06, 1.0)
    back, struck = 34.0 * way, -34.0 * way
    ways = [(low, begins, hand, out, (0.0, back))]
    for number, tilt in enumerate(((back, struck), (struck, back), (back, struck), (struck, 0.0))):
        ways.append((begins + stroke * number, begins + stroke * (number + 1), out, out, tilt))
    ways.append((ends, high, out, hand, (0.0, 0.0)))
    return [
        particle("effects/broom", since, until, start, end, tilt=tilt, comes=0.0, goes=0.0, carrier=clip)
        for since, until, start, end, tilt in ways
    ]


def _swept(clip: Clip, part: float) -> Sprite:
    size, way, gone = clip.start[2], clip.way, smooth(part, 0.56)
    jolt = (smooth(part, 0.3, 0.42) + smooth(part, 0.48, SWING[1])) * (1 - gone)
    there = clip.between(gone, lift=arc(gone), tilt=way * (14 * jolt + 20 * arc(gone)))
    return replace(there, x=there.x + 0.2 * way * jolt * size, y=there.y - 0.5 * size * arc(gone))


def _dust(clip: Clip) -> list[Clip]:
    way, found = clip.way, list[Clip]()
    for since in (0.3, 0.47):
        found += puffs(beside(clip.start, 0.2 * way, 0, 1), since, since + 0.36, reach=0.6, wide=0.42)
    return found


def _overturning(clip: Clip, part: float) -> Sprite:
    token = clip.was or clip.token if part < 0.5 else clip.token
    narrow = max(0.04, abs(cos(pi * part)))
    return clip.between(0.0, up=0.4 * arc(part), token=token, lift=arc(part), narrow=narrow)


def _crowned(clip: Clip) -> list[Clip]:
    around = ((-0.45, -0.3), (0.45, -0.35), (-0.25, 0.25), (0.35, 0.2))
    return [light(clip.start, 0.1, 1.0, "effects/shine"), *glints(clip.start, 0.35, 1.0, around)]


_DEED_SECONDS: Final = 0.6
"""Duration of falling asleep, waking, sweeping and stealing: all that takes part lasts equally long."""
_PUSH_SECONDS: Final = 0.45
BRUSH: Final = Motion(
    "brush", _brushing, _DEED_SECONDS, sound="sweep", sound_at=SWING[0], has_sound_after_drag=True, particles=_broom
)
SWEEP: Final = replace(BRUSH, name="sweep", pose=_sweeping, after_drag=BRUSH)
SWEPT: Final = Motion("swept", _swept, _DEED_SECONDS, sound_at=None, particles=_dust)
LEAP: Final = Motion(
    "leap",
    _leaping,
    0.32,
    sound="leap",
    sound_at=0.2,
    has_sound_after_drag=True,
    particles=lambda clip: puffs(clip.end, LEAP_END - 0.04, 1.0, count=5, reach=0.55),
)
CAGE: Final = Motion(
    "cage",
    _caging,
    0.32,
    sound="keep",
    sound_at=0.85,
    has_sound_after_drag=True,
    particles=lambda clip: puffs(clip.end, 0.84, 1.0, count=4, reach=0.6),
)
HAND_OVER: Final = Motion(
    "hand over", _handing, 0.6, sound="keep", sound_at=0.7, has_sound_after_drag=True, particles=_handed
)
UNCAGE: Final = Motion("uncage", _uncaging, 0.3, has_sound_after_drag=True)
LOCK: Final = Motion("lock", _hitching, 0.28, sound_at=None, particles=lambda clip: _lock(True, clip.start, 0.0, 1.0))
UNLOCK: Final = replace(LOCK, name="unlock", seconds=0.3, particles=lambda clip: _lock(False, clip.start, 0.0, 1.0))
SHOVED: Final = Motion("shoved", _shoved, _PUSH_SECONDS, sound="push", sound_at=HIT, particles=_slid)
SHOVE: Final = Motion("shove", _shoving, _PUSH_SECONDS, sound_at=None, victim=SHOVED)
SWAP: Final = Motion(
    "swap", _stealing, _DEED_SECONDS, sound="steal", sound_at=0.1, has_sound_after_drag=True, particles=_smoke
)
STOLEN: Final = Motion("stolen", _stolen, _DEED_SECONDS, sound_at=None, particles=_sack)
DOZE: Final = Motion("doze", partial(_dozing, -90.0), _DEED_SECONDS, sound="sleep", sound_at=LIES, particles=_snores)
SLUMP: Final = replace(DOZE, name="slump", pose=partial(_dozing, 0.0))
"""A gnome that crawls doesn't tip over."""
WAKE: Final = Motion("wake", partial(_waking, -90.0), _DEED_SECONDS, sound="heal", sound_at=0.3, particles=_light)
RISE: Final = replace(WAKE, name="rise", pose=partial(_waking, 0.0))
OVERTURN: Final = Motion("overturn", _overturning, 0.4, sound="frog", particles=_crowned)
NOD: Final = Motion("nod", _yawning, _DEED_SECONDS, sound_at=None, particles=_breath)
BLESS: Final = Motion("bless", _rising, _DEED_SECONDS, sound_at=None, particles=_leaves)
