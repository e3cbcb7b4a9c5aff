"""How chessmen and the duck move. Pure."""

from __future__ import annotations

from dataclasses import replace
from math import hypot, pi, sin
from typing import Final

from scenes.surfaces.flights import Flight, Manner, Mover, along, always, by_way, eased, tipped

LANDS: Final = 0.75
"""The part of its time after which the duck has landed; then it lies flat for a moment."""
FALL: Final = 0.45
"""The part of its time in which a king topples; then it leaves."""
FELLED: Final = 84.0


def _heading(flight: Flight) -> float:
    return flight.end[0] - flight.start[0]


def _perching(flight: Flight, part: float) -> Mover:
    return replace(flight.pushed(part), lift=(1 - part) ** 2, heading=_heading(flight), flat=part > LANDS)


def _waddling(flight: Flight, part: float) -> Mover:
    """It rocks from foot to foot, two or three steps."""
    there = flight.pushed(part)
    far = hypot(_heading(flight), flight.end[1] - flight.start[1]) / there.size
    gait = eased(part) * min(3, max(2, round(far)))
    rise = abs(sin(pi * gait))
    return replace(
        there,
        y=there.y - 0.1 * there.size * rise,
        lift=0.35 * rise,
        tilt=8 * sin(pi * gait),
        heading=_heading(flight),
        step=int(gait),
        flat=part > LANDS,
    )


def _toppling(flight: Flight, part: float) -> Mover:
    """First it falls to the right about its foot, then it leaves, getting up on the way."""
    fallen = min(1.0, part / FALL) ** 2
    gone = eased(max(0.0, part - FALL) / (1 - FALL))
    return replace(tipped(flight.between(gone), FELLED * fallen * (1 - gone)), lift=sin(pi * gone))


GLIDE: Final = Manner("glide", along, by_way)
CASTLE: Final = Manner("castle", along, by_way)
TOPPLE: Final = Manner("topple", _toppling, always(0.95), heard_at=FALL)
PERCH: Final = Manner("perch", _perching, always(0.14), lands=True)
WADDLE: Final = Manner("waddle", _waddling, by_way, lands=True, thrown=PERCH)
