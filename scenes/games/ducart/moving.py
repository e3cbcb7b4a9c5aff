"""How gnomes move, alone and against one another. Pure."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import cos, hypot, pi, sin
from typing import Final

from scenes.surfaces.flights import Flight, Manner, Mover, along, always, by_way, smooth, tipped

FELLED: Final = 84.0
TIPPED: Final = 0.55
"""The part of its time in which it tips over; then it lies."""
HIT: Final = 0.3
"""The part of its time after which somebody is hit who is shoved or swept away."""


def _leaping(flight: Flight, part: float) -> Mover:
    there, arc = flight.flung(part)
    up, squash = 0.55 * flight.pushed(part).size * arc, 10 * max(0.0, part - 0.9)
    return replace(there, y=there.y - up, lift=arc, squash=squash)


def _caging(flight: Flight, part: float) -> Mover:
    there = flight.between(min(1.0, part / 0.65) ** 0.8)
    up = sin(pi * min(1.0, part / 0.5) / 2) if part < 0.5 else 1 - ((part - 0.5) / 0.5) ** 2
    return replace(there, y=there.y - 0.42 * flight.pushed(part).size * up, lift=up, open=True)


def _uncaging(flight: Flight, part: float) -> Mover:
    there, up = flight.between(max(0.0, part - 0.2) / 0.8), sin(pi * part)
    return replace(there, y=there.y - 0.35 * flight.pushed(part).size * up, lift=up, open=part < 0.5)


def _shoved(flight: Flight, part: float) -> Mover:
    return flight.between(1 - (1 - max(0.0, part - HIT) / (1 - HIT)) ** 2)


def _swapping(flight: Flight, part: float) -> Mover:
    share = smooth(part)
    there, up = flight.between(share), sin(pi * share)
    size = flight.pushed(part).size
    dx, dy = flight.end[0] - flight.start[0], flight.end[1] - flight.start[1]
    aside = min(0.5, 0.22 * hypot(dx, dy) / size) * up * size / max(1.0, hypot(dx, dy))
    return replace(there, x=there.x - dy * aside, y=there.y + dx * aside - 0.12 * size * up, lift=up)


def _leaving(flight: Flight, part: float) -> Mover:
    gone, there = max(0.0, part - HIT) / (1 - HIT), flight.between(0.0)
    up = there.y - 0.5 * flight.pushed(part).size * gone
    return replace(there, y=up, lift=gone, tilt=10 * gone, alpha=1 - gone**2)


def _dozing(flight: Flight, part: float) -> Mover:
    there = flight.between(0.0)
    if part < TIPPED:
        return tipped(replace(there, token=flight.was or flight.token), FELLED * (part / TIPPED) ** 2)
    return replace(there, squash=2.5 * sin(pi * (part - TIPPED) / (1 - TIPPED)))


def _waking(flight: Flight, part: float) -> Mover:
    there = flight.between(0.0)
    if part < 1 - TIPPED:
        return replace(there, token=flight.was or flight.token, squash=2.5 * sin(pi * part / (1 - TIPPED)))
    return tipped(there, FELLED * ((1 - part) / TIPPED) ** 2)


def _overturning(flight: Flight, part: float) -> Mover:
    there, narrow, up = flight.between(0.0), abs(cos(pi * part)), sin(pi * part)
    token = flight.was or flight.token if part < 0.5 else flight.token
    return replace(there, token=token, y=there.y - 0.22 * there.size * up, lift=up, narrow=max(0.04, narrow))


def _lunging(reach: float, flight: Flight, part: float) -> Mover:
    return flight.between(reach * sin(pi * min(1.0, part / 0.75)) ** 1.5)


def _rising(flight: Flight, part: float) -> Mover:
    there, up = flight.between(0.0), sin(pi * part)
    return replace(there, y=there.y - 0.16 * flight.pushed(part).size * up, lift=0.8 * up)


def _hitching(flight: Flight, part: float) -> Mover:
    return replace(flight.between(0.0), open=True)


SWEEP: Final = Manner("sweep", along, by_way, heard_at=0.0, deed=True)
LEAP: Final = Manner("leap", _leaping, by_way, heard_at=0.0, deed=True)
CAGE: Final = Manner("cage", _caging, always(0.25), deed=True)
UNCAGE: Final = Manner("uncage", _uncaging, always(0.25), deed=True)
SHOVED: Final = Manner("shoved", _shoved, always(0.24), heard_at=HIT)
SWAP: Final = Manner("swap", _swapping, always(0.25), heard_at=0.0, deed=True)
LEAVE: Final = Manner("leave", _leaving, always(0.25), heard_at=None)
DOZE: Final = Manner("doze", _dozing, always(0.24), heard_at=TIPPED)
WAKE: Final = Manner("wake", _waking, always(0.2), heard_at=0.0)
OVERTURN: Final = Manner("overturn", _overturning, always(0.22))
HITCH: Final = Manner("hitch", _hitching, always(0.04), heard_at=None)
SHOVE: Final = Manner("shove", partial(_lunging, 0.42), always(0.24), heard_at=None, hit=SHOVED)
NOD: Final = Manner("nod", partial(_lunging, 0.16), always(0.24), heard_at=None)
BLESS: Final = Manner("bless", _rising, always(0.24), heard_at=None)
