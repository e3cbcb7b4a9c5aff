"""Move animations of gnomes, alone and against one another; without pygame."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import cos, hypot, pi, radians, sin
from typing import Final

from rules.contract import Token
from scenes.surfaces.flights import (
    Flight,
    Manner,
    Mover,
    Place,
    Prop,
    arc,
    beside,
    ease_out,
    part_of,
    smooth,
    squash_mover,
)
from scenes.surfaces.props import glints, leaf, letters, light, puffs, trail

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


def _leaning(degrees: float, flight: Flight, lain: float) -> Mover:
    """Return a gnome between standing (`lain` 0) and lying (1), `degrees` to the right of where it stood.

    Standing and lying are two pictures that tilt together; from 0.5 on the second fades in, from 0.8 the first out.
    """
    there, looks = flight.between(0.0), (flight.was or flight.token, flight.token)
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


def _dozing(degrees: float, flight: Flight, part: float) -> Mover:
    if part < TIPS:
        was = flight.was or flight.token
        shuts = (was != _alone(was)) * (1 - part / TIPS)
        return squash_mover(flight.between(0.0, token=_alone(was), pose=shuts), -2.2 * arc(part / TIPS))
    return squash_mover(_leaning(degrees, flight, part_of(part, TIPS, LIES) ** 2), 2.5 * arc(part, LIES, 0.9))


def _waking(degrees: float, flight: Flight, part: float) -> Mover:
    if part < 0.4:
        return squash_mover(flight.between(0.0, token=flight.was or flight.token), 1.5 * arc(part, 0.25, 0.4))
    return squash_mover(_leaning(degrees, flight, 1 - smooth(part, 0.4, 0.8)), -2 * arc(part, 0.75))


def _snores(flight: Flight) -> list[Prop]:
    here = flight.start
    snores = letters(beside(here, -0.26, -0.14, 1), beside(here, -0.34, -0.4, 1), 0.62, 0.98, count=2, size=0.22)
    nods = letters(beside(here, 0.0, -0.2, 1), beside(here, 0.2, -0.4, 1), 0.02, 0.36, count=2, size=0.2)
    return [*nods, *snores] if flight.was != _alone(flight.was or flight.token) else snores


def _light(flight: Flight) -> list[Prop]:
    around = ((-0.4, -0.2), (0.4, -0.3), (0.1, -0.5))
    return [light(flight.start, 0.2, 1.0), *glints(flight.start, 0.5, 1.0, around)]


def _alone(token: Token) -> Token:
    """Return a Keeper's token without its prisoner; others unchanged."""
    return Token(token.look.removesuffix("-on"))


def _yawning(flight: Flight, part: float) -> Mover:
    breath, blow = arc(part, 0.0, 0.3), arc(part, 0.15, 0.7)
    return squash_mover(flight.between(0.12 * blow), 1.2 * blow - 2.5 * breath)


def _breath(flight: Flight) -> list[Prop]:
    return letters(beside(flight.start, 0, -0.05, 1), beside(flight.end, 0, -0.2, 1), 0.04, 0.46)


def _rising(flight: Flight, part: float) -> Mover:
    up = arc(part, 0.0, 0.8)
    return squash_mover(flight.between(0.0, up=0.14 * up, lift=0.6 * up), -2.0 * up)


def _leaves(flight: Flight) -> list[Prop]:
    ways = enumerate(flight.others)
    return [light(flight.start, 0.0, 0.8), *(leaf(flight.start, end, 0.02 * n, 0.42 + 0.02 * n) for n, end in ways)]


# --- theft


def _aside(flight: Flight, part: float) -> Mover:
    """Return the thief or its victim on the way, to the left of the straight line."""
    share = smooth(part, SACK_TIME, 1 - SACK_TIME)
    there, up, size = flight.between(share, lift=arc(share)), arc(share), flight.start[2]
    dx, dy = flight.end[0] - flight.start[0], flight.end[1] - flight.start[1]
    aside = min(0.6, 0.3 * hypot(dx, dy) / size) * up * size / max(1.0, hypot(dx, dy))
    return replace(there, x=there.x - dy * aside, y=there.y + dx * aside - 0.12 * size * up)


def _stealing(flight: Flight, part: float) -> Mover:
    return squash_mover(_bare(_aside(flight, part), part), 2.5 * arc(part, 0.0, 0.12))


def _bare(mover: Mover, part: float) -> Mover:
    low, high = BARE_TIMES
    return replace(mover, token=Token(f"{mover.token.look}-bare")) if low < part < high else mover


def _stolen(flight: Flight, part: float) -> Mover:
    there = _aside(flight, part)
    small = 0.42 * (smooth(part, 0.4 * SACK_TIME, SACK_TIME) - smooth(part, 1 - SACK_TIME, 1 - 0.4 * SACK_TIME))
    return replace(there, size=there.size * (1 - small), drawn=flight.start[2])


def _smoke(flight: Flight) -> list[Prop]:
    return [*_cloud(flight.start, 0.1, 0.5), *_cloud(flight.end, 0.66, 1.0)]


def _cloud(place: Place, begins: float, ends: float) -> list[Prop]:
    return puffs(place, begins, ends, "effects/smoke", count=4, reach=0.4, wide=0.56)


def _sack(flight: Flight) -> list[Prop]:
    (low, high), here, there = BARE_TIMES, flight.start, flight.end
    thrown, back, far = beside(there, *SACK_PLACE), beside(here, *SACK_PLACE), 0.5 * here[2]
    riding = beside((0.0, 0.0, here[2]), 0.0, 0.22, 0.7)
    return [
        Prop("effects/sack", low, SACK_TIME, thrown, beside(here, 0.0, 0.22, 0.7), arc=far, comes=0.0, goes=0.0),
        Prop("effects/sack", SACK_TIME, 1 - SACK_TIME, riding, riding, comes=0.0, goes=0.0, rides=True),
        Prop("effects/sack", 1 - SACK_TIME, high, beside(there, 0.0, 0.22, 0.7), back, arc=far, comes=0.0, goes=0.0),
    ]


# --- cages


def _caging(flight: Flight, part: float) -> Mover:
    up = smooth(part, 0.0, 0.35) - part_of(part, 0.55, 0.85) ** 2
    there = flight.between(smooth(part, 0.0, 0.6), up=0.6 * up, lift=up, pose=part_of(part, 0.0, 0.35))
    return squash_mover(there, 2.5 * arc(part, 0.85))


def _handing(flight: Flight, part: float) -> Mover:
    return replace(_caging(flight, part_of(part, 0.26, 0.74)), pose=1.0)


def _handed(flight: Flight) -> list[Prop]:
    chain = Prop("ducart/chain", 0.8, 1.0, flight.end, flight.end, comes=1.0, goes=0.0)
    return [*_lock(False, flight.start, 0.0, 0.32), *_lock(True, flight.end, 0.68, 0.98), chain]


def _uncaging(flight: Flight, part: float) -> Mover:
    there = flight.between(smooth(part, 0.25, 0.9), lift=arc(part), pose=1 - part_of(part, 0.55, 0.95))
    return replace(there, y=there.y - 0.45 * flight.between(ease_out(part)).size * arc(part))


def _hitching(flight: Flight, part: float) -> Mover:
    return flight.between(0.0, pose=1.0)


def _lock(shut: bool, place: Place, begins: float, ends: float) -> list[Prop]:
    high, low, here = beside(place, 0, -0.38, 0.78), beside(place, 0, 0.08, 0.78), beside(place, 0.3, 0.16, 0.46)
    span = ends - begins
    half, late = begins + 0.5 * span, begins + 0.4 * span
    if shut:
        fall = Prop("effects/bars", begins, half, high, low, comes=0.5, goes=0.0)
        stay = Prop("effects/bars", half, ends, low, low, comes=0.0, goes=0.4)
        return [fall, stay, Prop("effects/key", late, ends, here, here, tilt=(0.0, 90.0), comes=0.3, goes=0.3)]
    stay = Prop("effects/bars", begins, half, low, low, comes=0.6, goes=0.0)
    rise = Prop("effects/bars", half, ends, low, high, comes=0.0, goes=0.5)
    key = Prop("effects/key", begins, begins + 0.7 * span, here, here, tilt=(90.0, 0.0), comes=0.3, goes=0.3)
    return [stay, rise, key]


# --- pushes and leaps


def _shoving(flight: Flight, part: float) -> Mover:
    back, lunge = arc(part, 0.0, 0.5), arc(part, 0.28) ** 1.2
    tilt = flight.way * (9 * lunge - 12 * back)
    return squash_mover(flight.between(0.42 * lunge - 0.18 * back, tilt=tilt), 3.5 * back)


def _shoved(flight: Flight, part: float) -> Mover:
    gone = part_of(part, HIT)
    return flight.between(ease_out(gone), tilt=-9 * flight.way * arc(gone**0.6))


def _slid(flight: Flight) -> list[Prop]:
    """Return the dust; a gnome pushed out of a cage, where it is smaller, has the cage opened first."""
    kept = flight.start[2] < flight.end[2]
    opened = _lock(False, (*flight.start[:2], flight.end[2]), 0.0, HIT + 0.06) if kept else ()
    return [*opened, *trail(flight.start, flight.end, HIT, 1.0)]


def _leaping(flight: Flight, part: float) -> Mover:
    if part < LEAP_START:
        return squash_mover(flight.between(0.0), 5 * sin(pi * 0.5 * part / LEAP_START))
    share, up = part_of(part, LEAP_START, LEAP_END), arc(part, LEAP_START, LEAP_END)
    squash = 5 * (1 - 4 * share) if share < 0.25 else -2 * up if share < 1 else 5 * arc(part, LEAP_END)
    return squash_mover(flight.between(share, up=0.75 * up, lift=up), squash)


# --- sweeping


def _swing(part: float) -> float:
    """Return the tilt while the broom is swung, -1 to 1: twice there and back."""
    return sin(4 * pi * part_of(part, *SWING))


def _sweeping(flight: Flight, part: float) -> Mover:
    near = smooth(part, 0.0, SWING[0]) * 0.35 + smooth(part, SWING[1], 0.95) * 0.65
    return _bare(flight.between(near, tilt=5 * _swing(part)), part)


def _brushing(flight: Flight, part: float) -> Mover:
    return _bare(flight.between(smooth(part, 0.0, 0.12), tilt=5 * _swing(part)), part)


def _broom(flight: Flight) -> list[Prop]:
    (low, high), (begins, ends), way = BARE_TIMES, SWING, flight.way
    unit, stroke = (0.0, 0.0, flight.end[2]), (ends - begins) / 4
    hand, out = beside(unit, *BROOM_PLACE), beside(unit, 0.34 * way + 0.06, -0.06, 1.0)
    back, struck = 34.0 * way, -34.0 * way
    ways = [(low, begins, hand, out, (0.0, back))]
    for number, tilt in enumerate(((back, struck), (struck, back), (back, struck), (struck, 0.0))):
        ways.append((begins + stroke * number, begins + stroke * (number + 1), out, out, tilt))
    ways.append((ends, high, out, hand, (0.0, 0.0)))
    return [
        Prop("effects/broom", since, until, start, end, tilt=tilt, comes=0.0, goes=0.0, rides=True)
        for since, until, start, end, tilt in ways
    ]


def _swept(flight: Flight, part: float) -> Mover:
    size, way, gone = flight.start[2], flight.way, smooth(part, 0.56)
    jolt = (smooth(part, 0.3, 0.42) + smooth(part, 0.48, SWING[1])) * (1 - gone)
    there = flight.between(gone, lift=arc(gone), tilt=way * (14 * jolt + 20 * arc(gone)))
    return replace(there, x=there.x + 0.2 * way * jolt * size, y=there.y - 0.5 * size * arc(gone))


def _dust(flight: Flight) -> list[Prop]:
    way, found = flight.way, list[Prop]()
    for since in (0.3, 0.47):
        found += puffs(beside(flight.start, 0.2 * way, 0, 1), since, since + 0.36, reach=0.6, wide=0.42)
    return found


def _overturning(flight: Flight, part: float) -> Mover:
    token = flight.was or flight.token if part < 0.5 else flight.token
    narrow = max(0.04, abs(cos(pi * part)))
    return flight.between(0.0, up=0.4 * arc(part), token=token, lift=arc(part), narrow=narrow)


def _crowned(flight: Flight) -> list[Prop]:
    around = ((-0.45, -0.3), (0.45, -0.35), (-0.25, 0.25), (0.35, 0.2))
    return [light(flight.start, 0.1, 1.0, "effects/shine"), *glints(flight.start, 0.35, 1.0, around)]


_DEED_SECONDS: Final = 0.6
"""Duration of falling asleep, waking, sweeping and stealing: all that takes part lasts equally long."""
_PUSH_SECONDS: Final = 0.45
BRUSH: Final = Manner("brush", _brushing, _DEED_SECONDS, sound="sweep", heard_at=SWING[0], deed=True, props=_broom)
SWEEP: Final = replace(BRUSH, name="sweep", motion=_sweeping, thrown=BRUSH)
SWEPT: Final = Manner("swept", _swept, _DEED_SECONDS, heard_at=None, props=_dust)
LEAP: Final = Manner(
    "leap",
    _leaping,
    0.32,
    sound="leap",
    heard_at=0.2,
    deed=True,
    props=lambda flight: puffs(flight.end, LEAP_END - 0.04, 1.0, count=5, reach=0.55),
)
CAGE: Final = Manner(
    "cage",
    _caging,
    0.32,
    sound="keep",
    heard_at=0.85,
    deed=True,
    props=lambda flight: puffs(flight.end, 0.84, 1.0, count=4, reach=0.6),
)
HAND_OVER: Final = Manner("hand over", _handing, 0.6, sound="keep", heard_at=0.7, deed=True, props=_handed)
UNCAGE: Final = Manner("uncage", _uncaging, 0.3, deed=True)
LOCK: Final = Manner("lock", _hitching, 0.28, heard_at=None, props=lambda flight: _lock(True, flight.start, 0.0, 1.0))
UNLOCK: Final = replace(LOCK, name="unlock", seconds=0.3, props=lambda flight: _lock(False, flight.start, 0.0, 1.0))
SHOVED: Final = Manner("shoved", _shoved, _PUSH_SECONDS, sound="push", heard_at=HIT, props=_slid)
SHOVE: Final = Manner("shove", _shoving, _PUSH_SECONDS, heard_at=None, hit=SHOVED)
SWAP: Final = Manner("swap", _stealing, _DEED_SECONDS, sound="steal", heard_at=0.1, deed=True, props=_smoke)
STOLEN: Final = Manner("stolen", _stolen, _DEED_SECONDS, heard_at=None, props=_sack)
DOZE: Final = Manner("doze", partial(_dozing, -90.0), _DEED_SECONDS, sound="sleep", heard_at=LIES, props=_snores)
SLUMP: Final = replace(DOZE, name="slump", motion=partial(_dozing, 0.0))
"""A gnome that crawls doesn't tip over."""
WAKE: Final = Manner("wake", partial(_waking, -90.0), _DEED_SECONDS, sound="heal", heard_at=0.3, props=_light)
RISE: Final = replace(WAKE, name="rise", motion=partial(_waking, 0.0))
OVERTURN: Final = Manner("overturn", _overturning, 0.4, sound="frog", props=_crowned)
NOD: Final = Manner("nod", _yawning, _DEED_SECONDS, heard_at=None, props=_breath)
BLESS: Final = Manner("bless", _rising, _DEED_SECONDS, heard_at=None, props=_leaves)
