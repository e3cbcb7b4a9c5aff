"""Move animations of chessmen and the duck; without pygame."""

from __future__ import annotations

from dataclasses import replace
from math import hypot, pi, sin
from typing import Final

from scenes.surfaces.flights import (
    Flight,
    Manner,
    Mover,
    Prop,
    along,
    always,
    beside,
    by_way,
    eased,
    part_of,
    pressed,
    smooth,
    tipped,
)
from scenes.surfaces.props import puffs, splash

TURNS: Final = 0.18
STARTS: Final = 0.46
"""Phases of the duck's walk, as fractions of its duration: it has turned to its target; it takes off."""
LANDS: Final = 0.66
BOUNCES: Final = 0.8
LOOKS: Final = 0.84
"""Further phases: it has landed, flat in a splash; bounces once; turns to its final direction."""
NEAR: Final = 0.62
"""Fraction of its way that it waddles."""
ARRIVES: Final = 0.4
FALL: Final = 0.62
LEAVES: Final = 0.7
"""Phases of a king's capture, as fractions of its duration: it is hit; it lies; it leaves."""
FELLED: Final = 90.0
WAITS: Final = 0.18
VAULTED: Final = 0.86
"""`FELLED` is in degrees; a castling rook leaps at `WAITS` and lands at `VAULTED`, fractions of its duration."""
ABOVE: Final = 0.95
"""Height of its leap, in piece sizes."""


def _vaulting(flight: Flight, part: float) -> Mover:
    share = smooth(part_of(part, WAITS, VAULTED))
    there, arc = replace(flight.between(share), at=None), sin(pi * share)
    return pressed(
        replace(there, y=there.y - ABOVE * there.size * arc, lift=arc), 2.5 * sin(pi * part_of(part, VAULTED, 1))
    )


def _heading(flight: Flight) -> float:
    return flight.end[0] - flight.start[0]


def _flat(flight: Flight, mover: Mover, part: float) -> Mover:
    bounce, turned = sin(pi * part_of(part, BOUNCES, 1.0)), 1 - smooth(part_of(part, LOOKS, 1.0))
    y = mover.y - 0.06 * mover.size * bounce
    low = replace(mover, y=y, heading=_heading(flight), flat=part < BOUNCES, turned=turned)
    return pressed(low, 3 * sin(pi * part_of(part, LANDS, BOUNCES)))


def _perching(flight: Flight, part: float) -> Mover:
    there = flight.between(eased(part / LANDS))
    if part >= LANDS:
        return _flat(flight, there, part)
    return replace(there, lift=(1 - part / LANDS) ** 2, at=None, heading=_heading(flight))


def _waddling(flight: Flight, part: float) -> Mover:
    if part < TURNS:
        still = replace(flight.between(0.0), at=None, heading=_heading(flight), turned=smooth(part / TURNS))
        return pressed(still, 1.5 * sin(pi * part / TURNS))
    if part >= LANDS:
        return _flat(flight, replace(flight.between(1.0), at=None), part)
    far = hypot(_heading(flight), flight.end[1] - flight.start[1]) / flight.start[2]
    walked, jumped = part_of(part, TURNS, STARTS), part_of(part, STARTS, LANDS)
    gait = walked * min(4, max(2, round(far)))
    there = replace(flight.between(NEAR * walked + (1 - NEAR) * jumped), at=None)
    rise = 0.1 * abs(sin(pi * gait)) + 0.5 * sin(pi * jumped)
    return replace(
        there,
        y=there.y - rise * there.size,
        lift=min(1.0, 2 * rise),
        tilt=11 * sin(pi * gait) * (jumped == 0),
        heading=_heading(flight),
        step=int(gait),
    )


def _splash(flight: Flight) -> list[Prop]:
    return splash(flight.end, LANDS)


def _toppling(flight: Flight, part: float) -> Mover:
    fallen = part_of(part, ARRIVES - 0.1, FALL) ** 2
    gone = smooth(part_of(part, LEAVES, 1.0))
    way = flight.way
    there, down = flight.between(gone), fallen * (1 - gone)
    aside = replace(there, x=there.x + 0.3 * way * there.size * down)
    return replace(tipped(aside, way * FELLED * down), lift=sin(pi * gone))


def _thud(flight: Flight) -> list[Prop]:
    return puffs(beside(flight.start, 0.75 * flight.way, 0.0, 1.0), FALL - 0.03, 0.95, count=4, reach=0.45)


def by_steps(cells: float) -> float:
    return min(0.6, 0.42 + 0.03 * cells)


GLIDE: Final = Manner("glide", along, by_way)
CASTLE: Final = Manner("castle", along, always(0.3), heard_at=None)
VAULT: Final = Manner("vault", _vaulting, always(0.5), heard_at=0.45)
TOPPLE: Final = Manner("topple", _toppling, always(0.6), heard_at=FALL, props=_thud)
PERCH: Final = Manner("perch", _perching, always(0.3), heard_at=LANDS, lands=True, props=_splash)
WADDLE: Final = Manner("waddle", _waddling, by_steps, heard_at=LANDS, lands=True, thrown=PERCH, props=_splash)
