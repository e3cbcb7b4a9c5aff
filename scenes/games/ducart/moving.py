"""How gnomes move, alone and against one another. Pure."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import cos, hypot, pi, radians, sin
from typing import Final

from scenes.surfaces.flights import (
    Flight,
    Manner,
    Mover,
    Place,
    Prop,
    always,
    beside,
    eased,
    part_of,
    pressed,
    smooth,
)
from scenes.surfaces.props import glints, leaf, letters, light, puffs, trail

TIPS: Final = 0.3
LIES: Final = 0.68
"""Of falling asleep: the parts of its time at which it tips over, and at which it lies."""
HALF: Final = (0.42, 0.36)
"""Half the height and half the width of who tips over, as shares of its size."""
HIT: Final = 0.42
"""The part of its time after which somebody is hit who is shoved."""
BROOM: Final = (0.26, 0.62)
"""Of a sweep: the parts of its time between which the broom is swung."""
SACKED: Final = 0.2
"""Of a theft: the part of its time in which the victim is put into the sack, and that in which it gets out."""
LEAPS: Final = 0.25
DOWN: Final = 0.82
"""Of a leap: the parts of its time at which the frog, which crouched, takes off, and at which it is down again."""


# --- to sleep, and awake


def _leaning(degrees: float, flight: Flight, lain: float) -> Mover:
    """Somebody on the way between standing (`lain` 0) and lying (1), `degrees` to the right of where it stood.

    Who stands and who lies are two pictures: they tilt together, and on the way one comes as the other goes.
    """
    there, looks = flight.between(0.0), (flight.was or flight.token, flight.token)
    upright, lying = looks if looks[1].look.endswith("-asleep") else looks[::-1]
    turn, back = radians(abs(degrees) * lain), radians(degrees * (lain - 1))
    up = there.size * (HALF[0] * (cos(turn) - 1) + HALF[1] * sin(turn))
    low = there.size * (HALF[0] - HALF[1]) * sin(radians(abs(degrees)))
    stands = replace(there, token=upright, y=there.y - up, tilt=degrees * lain)
    x, y = there.x + low * sin(back), there.y - up - low * cos(back)
    lies = replace(there, token=lying, x=x, y=y, tilt=degrees * (lain - 1))
    comes, goes = part_of(lain, 0.5, 0.8), part_of(lain, 0.8, 1.0)
    if comes == 0:
        return stands
    return lies if goes == 1 else replace(lies, alpha=comes, was=replace(stands, alpha=1 - goes))


def _dozing(degrees: float, flight: Flight, part: float) -> Mover:
    if part < TIPS:
        yawn = sin(pi * part / TIPS)
        return pressed(replace(flight.between(0.0), token=flight.was or flight.token), -2.2 * yawn)
    return pressed(
        _leaning(degrees, flight, part_of(part, TIPS, LIES) ** 2), 2.5 * sin(pi * part_of(part, LIES, 0.9))
    )


def _waking(degrees: float, flight: Flight, part: float) -> Mover:
    if part < 0.4:
        return pressed(
            replace(flight.between(0.0), token=flight.was or flight.token), 1.5 * sin(pi * part_of(part, 0.25, 0.4))
        )
    return pressed(
        _leaning(degrees, flight, 1 - smooth(part_of(part, 0.4, 0.8))), -2 * sin(pi * part_of(part, 0.75, 1))
    )


def _snores(flight: Flight) -> list[Prop]:
    here = flight.start
    return letters(beside(here, -0.2, -0.25, 1), beside(here, -0.05, -0.75, 1), 0.62, 0.98, count=2, size=0.24)


def _light(flight: Flight) -> list[Prop]:
    around = ((-0.4, -0.2), (0.4, -0.3), (0.1, -0.5))
    return [light(flight.start, 0.2, 1.0), *glints(flight.start, 0.5, 1.0, around)]


def _yawning(flight: Flight, part: float) -> Mover:
    """It takes a deep breath, and leans towards whom it breathes on."""
    breath, blow = sin(pi * part_of(part, 0.0, 0.3)), sin(pi * part_of(part, 0.15, 0.7))
    return pressed(flight.between(0.12 * blow), 1.2 * blow - 2.5 * breath)


def _breath(flight: Flight) -> list[Prop]:
    return letters(beside(flight.start, 0, -0.05, 1), beside(flight.end, 0, -0.2, 1), 0.04, 0.46)


def _rising(flight: Flight, part: float) -> Mover:
    up = sin(pi * part_of(part, 0.0, 0.8))
    there = pressed(flight.between(0.0), -2.0 * up)
    return replace(there, y=there.y - 0.14 * there.size * up, lift=0.6 * up)


def _leaves(flight: Flight) -> list[Prop]:
    ways = enumerate(flight.others)
    return [light(flight.start, 0.0, 0.8), *(leaf(flight.start, end, 0.02 * n, 0.42 + 0.02 * n) for n, end in ways)]


# --- theft


def _aside(flight: Flight, share: float) -> Mover:
    """Where it is on an arc to the left of its way."""
    there, up = flight.between(share), sin(pi * share)
    size = flight.start[2]
    dx, dy = flight.end[0] - flight.start[0], flight.end[1] - flight.start[1]
    aside = min(0.6, 0.3 * hypot(dx, dy) / size) * up * size / max(1.0, hypot(dx, dy))
    return replace(there, at=None, x=there.x - dy * aside, y=there.y + dx * aside - 0.12 * size * up, lift=up)


def _stealing(flight: Flight, part: float) -> Mover:
    return pressed(_aside(flight, smooth(part_of(part, 0.1, 0.85))), 2.5 * sin(pi * part_of(part, 0.0, 0.12)))


def _stolen(flight: Flight, part: float) -> Mover:
    """It goes into the sack, is carried, and gets out again."""
    there = _aside(flight, smooth(part_of(part, SACKED, 1 - SACKED)))
    small = 0.42 * (smooth(part / SACKED) - smooth((part - 1 + SACKED) / SACKED))
    return replace(there, size=there.size * (1 - small), drawn=flight.start[2])


def _smoke(flight: Flight) -> list[Prop]:
    return [*_cloud(flight.start, 0.0, 0.5), *_cloud(flight.end, 0.7, 1.0)]


def _cloud(place: Place, begins: float, ends: float) -> list[Prop]:
    return puffs(place, "smoke", begins, ends, reach=0.4, wide=0.56)


def _sack(flight: Flight) -> list[Prop]:
    unit = (0.0, 0.0, flight.start[2])
    start, end = beside(unit, 0.0, 0.3, 0.6), beside(unit, 0.0, 0.15, 0.76)
    sack = Prop("effects/sack", 0.04, 0.96, start, end, comes=0.1, goes=0.1, rides=True)
    return [sack, *_cloud(flight.end, 0.74, 1.0)]


# --- cages


def _caging(flight: Flight, part: float) -> Mover:
    there = flight.between(smooth(part_of(part, 0.0, 0.6)))
    up = smooth(part_of(part, 0.0, 0.35)) - part_of(part, 0.55, 0.85) ** 2
    mover = replace(there, y=there.y - 0.6 * there.size * up, lift=up, open=True)
    return pressed(mover, 2.5 * sin(pi * part_of(part, 0.85, 1.0)))


def _uncaging(flight: Flight, part: float) -> Mover:
    there, up = flight.between(smooth(part_of(part, 0.25, 0.9))), sin(pi * part)
    return replace(there, y=there.y - 0.45 * flight.pushed(part).size * up, lift=up, open=part < 0.5)


def _hitching(flight: Flight, part: float) -> Mover:
    return replace(flight.between(0.0), open=True)


def _lock(shut: bool, flight: Flight) -> list[Prop]:
    """Bars that fall and a key that turns; of a cage that is opened, the other way."""
    high, low = beside(flight.start, 0, -0.5, 0.86), beside(flight.start, 0, 0.1, 0.86)
    turn = (0.0, 90.0) if shut else (90.0, 0.0)
    here = beside(flight.start, 0.28, 0.16, 0.5)
    bars = Prop("effects/bars", 0.0, 1.0, *((high, low) if shut else (low, high)), comes=0.15, goes=0.35)
    return [bars, Prop("effects/key", 0.1, 1.0, here, here, tilt=turn, comes=0.15, goes=0.25)]


def _thud(flight: Flight) -> list[Prop]:
    return puffs(flight.end, "dust", 0.84, 1.0, count=4, reach=0.6)


# --- pushes and leaps


def _shoving(flight: Flight, part: float) -> Mover:
    """It braces itself, lunges, and goes back."""
    back, lunge = sin(pi * part_of(part, 0.0, 0.5)), sin(pi * part_of(part, 0.28, 1.0)) ** 1.2
    mover = flight.between(0.42 * lunge - 0.18 * back)
    return replace(pressed(mover, 3.5 * back), tilt=flight.way * (9 * lunge - 12 * back))


def _shoved(flight: Flight, part: float) -> Mover:
    gone = part_of(part, HIT, 1.0)
    return replace(flight.between(eased(gone)), tilt=-9 * flight.way * sin(pi * gone**0.6))


def _slid(flight: Flight) -> list[Prop]:
    return trail(flight.start, flight.end, HIT, 1.0)


def _leaping(flight: Flight, part: float) -> Mover:
    if part < LEAPS:
        return pressed(replace(flight.between(0.0), at=None), 5 * sin(pi * 0.5 * part / LEAPS))
    share = part_of(part, LEAPS, DOWN)
    up = sin(pi * share)
    there = pressed(flight.between(share), 5 * (1 - 4 * share) if share < 0.25 else -2 * up * (share < 1))
    there = replace(there, y=there.y - 0.75 * there.size * up, lift=up)
    return pressed(there, 5 * sin(pi * part_of(part, DOWN, 1.0))) if share == 1 else there


def _landing(flight: Flight) -> list[Prop]:
    return puffs(flight.end, "dust", DOWN - 0.04, 1.0, count=5, reach=0.55)


# --- sweeping


def _swing(part: float) -> float:
    """Which way the broom is swung, -1 to 1: twice there and back."""
    return sin(4 * pi * part_of(part, *BROOM))


def _sweeping(flight: Flight, part: float) -> Mover:
    near = smooth(part_of(part, 0.0, BROOM[0])) * 0.5 + smooth(part_of(part, BROOM[1], 0.95)) * 0.5
    return replace(flight.between(near), at=None, tilt=16 * _swing(part))


def _brushing(flight: Flight, part: float) -> Mover:
    """The same of one that was laid there by hand."""
    return replace(flight.between(smooth(part_of(part, 0.0, 0.12))), tilt=16 * _swing(part))


def _swept(flight: Flight, part: float) -> Mover:
    """Two strokes shift it, then it is swept off the board."""
    size, way = flight.start[2], flight.way
    jolt = smooth(part_of(part, 0.3, 0.42)) + smooth(part_of(part, 0.48, BROOM[1]))
    gone = smooth(part_of(part, 0.56, 1.0))
    there, up = flight.between(gone), sin(pi * gone)
    x, y = there.x + 0.2 * way * jolt * size * (1 - gone), there.y - 0.5 * size * up
    return replace(there, x=x, y=y, lift=up, tilt=way * (14 * jolt * (1 - gone) + 20 * up))


def _dust(flight: Flight) -> list[Prop]:
    way, found = flight.way, list[Prop]()
    for since in (0.3, 0.47):
        start, end = beside(flight.start, -0.1 * way, 0.22, 0.7), beside(flight.start, 0.3 * way, 0.18, 0.95)
        found.append(Prop("effects/swish", since, since + 0.2, start, end, comes=0.15, goes=0.4))
        found += puffs(beside(flight.start, 0.2 * way, 0, 1), "dust", since + 0.02, since + 0.36, count=4)
    return found


def _overturning(flight: Flight, part: float) -> Mover:
    there, narrow, up = flight.between(0.0), abs(cos(pi * part)), sin(pi * part)
    token = flight.was or flight.token if part < 0.5 else flight.token
    return replace(there, token=token, y=there.y - 0.4 * there.size * up, lift=up, narrow=max(0.04, narrow))


def _crowned(flight: Flight) -> list[Prop]:
    around = ((-0.45, -0.3), (0.45, -0.35), (-0.25, 0.25), (0.35, 0.2))
    return [light(flight.start, 0.1, 1.0, "shine"), *glints(flight.start, 0.35, 1.0, around)]


SLEEPS: Final = always(0.6)
SWEEPS: Final = always(0.6)
THEFT: Final = always(0.6)
PUSHES: Final = always(0.45)
BRUSH: Final = Manner("brush", _brushing, SWEEPS, heard_at=BROOM[0], deed=True)
SWEEP: Final = Manner("sweep", _sweeping, SWEEPS, heard_at=BROOM[0], deed=True, thrown=BRUSH)
SWEPT: Final = Manner("swept", _swept, SWEEPS, heard_at=None, props=_dust)
LEAP: Final = Manner("leap", _leaping, always(0.32), heard_at=0.2, deed=True, props=_landing)
CAGE: Final = Manner("cage", _caging, always(0.38), heard_at=0.85, deed=True, props=_thud)
UNCAGE: Final = Manner("uncage", _uncaging, always(0.3), deed=True)
LOCK: Final = Manner("lock", _hitching, always(0.22), heard_at=None, props=partial(_lock, True))
UNLOCK: Final = Manner("unlock", _hitching, always(0.18), heard_at=None, props=partial(_lock, False))
SHOVED: Final = Manner("shoved", _shoved, PUSHES, heard_at=HIT, props=_slid)
SWAP: Final = Manner("swap", _stealing, THEFT, heard_at=0.1, deed=True, props=_smoke)
STOLEN: Final = Manner("stolen", _stolen, THEFT, heard_at=None, props=_sack)
DOZE: Final = Manner("doze", partial(_dozing, -90.0), SLEEPS, heard_at=LIES, props=_snores)
SLUMP: Final = Manner("slump", partial(_dozing, 0.0), SLEEPS, heard_at=LIES, props=_snores)
"""Who crawls falls on its face."""
WAKE: Final = Manner("wake", partial(_waking, -90.0), SLEEPS, heard_at=0.3, props=_light)
RISE: Final = Manner("rise", partial(_waking, 0.0), SLEEPS, heard_at=0.3, props=_light)
OVERTURN: Final = Manner("overturn", _overturning, always(0.4), props=_crowned)
SHOVE: Final = Manner("shove", _shoving, PUSHES, heard_at=None, hit=SHOVED)
NOD: Final = Manner("nod", _yawning, SLEEPS, heard_at=None, props=_breath)
BLESS: Final = Manner("bless", _rising, SLEEPS, heard_at=None, props=_leaves)
"""How gnomes move, and what is seen of it."""
