"""Move animations of checkers on points; without pygame."""

from __future__ import annotations

from dataclasses import replace
from math import pi, sin
from typing import Final

from scenes.surfaces.flights import Flight, Manner, Mover, always, eased

STANDS: Final = 0.62
"""Fraction of its duration after which a checker being borne off stands on its edge."""


def _down(flight: Flight, part: float) -> Mover:
    there, arc = flight.pushed(part), sin(pi * eased(part))
    return replace(there, y=there.y - 0.16 * there.size * arc, lift=0.7 * arc, squash=sin(pi * part**3))


def _off(flight: Flight, part: float) -> Mover:
    there, arc = flight.pushed(part), sin(pi * eased(part))
    return replace(there, y=there.y - 0.45 * there.size * arc, lift=arc, flat=part > STANDS)


DOWN: Final = Manner("down", _down, always(0.24))
"""From its stack to the floor in front of it."""
BEAR: Final = Manner("bear", _off, lambda cells: min(0.42, 0.25 + 0.03 * cells))
"""Over the border, to stand on its edge."""
