"""Win animation of Double Draughts: the winner's checkers march; without pygame."""

from __future__ import annotations

from dataclasses import replace
from math import pi, sin
from typing import Final

from rules.contract import Target
from scenes.surfaces.end_animation import BEFORE, LONGEST, SHORT, End, EndAnimation, act, filmed, rising
from scenes.surfaces.flights import Flight, Manner, Mover, Prop, always, beside, part_of
from scenes.surfaces.props import glints

ASIDE: Final = 0.34
NEAR: Final = 0.15
"""Width of a step along the row, in cells; `NEAR` with a piece on the next square."""
HOP: Final = 0.3
TIP: Final = 0.2
"""Height of a step, and additional height for each checker below, in cells."""
APART: Final = 0.22
"""Seconds between the starts of two stacks, at most."""
LANDS: Final = 0.8
"""Fraction of a step after which it has landed."""


def _marching(flight: Flight, part: float) -> Mover:
    back = part >= 0.5
    step = 2 * part - back
    gone = part_of(step, 0.0, LANDS)
    there, up = flight.between(1 - gone if back else gone), sin(pi * gone)
    high = HOP + TIP * flight.layer * back
    squash = sin(pi * part_of(step, LANDS, 1.0))
    return replace(there, y=there.y - high * there.size * up, lift=up, squash=squash)


def _glinting(flight: Flight) -> list[Prop]:
    return glints(flight.start, 0.6, 1.0, ((-0.42, -0.34), (0.4, -0.42))) if flight.layer else []


MARCH: Final = Manner("march", _marching, always(0.64), heard_at=0.9, props=_glinting)


def ending(end: End) -> EndAnimation:
    """Return the winner's stacks stepping along their rows in turn; unless won, `rising`."""
    if end.kind != "won":
        return rising(end)
    own = end.own
    until = LONGEST if end.played else SHORT
    apart = min(APART, (until - BEFORE - MARCH.seconds(0.0)) / max(1, len(own) - 1))
    parts = [
        act(
            *(end, at, MARCH, BEFORE + n * apart),
            number=number,
            to=beside(end.place(at, number), _aside(end, at), 0.0, 1.0),
            sound="" if number else "place",
            loud=0.6,
        )
        for n, at in enumerate(own)
        for number in range(len(end.table[at]))
    ]
    return filmed(end, parts, own)


def _aside(end: End, at: Target) -> float:
    here = end.spots[at]
    others = (end.spots[one] for one in end.table)
    return NEAR if any(one.y == here.y and 0.5 < (one.x - here.x) / here.size < 1.5 for one in others) else ASIDE
