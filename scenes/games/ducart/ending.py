"""How a match of Ducart ends: the winner's gnomes bow in turn, the Sweepers after a stroke of the broom. Pure."""

from __future__ import annotations

from dataclasses import replace
from math import pi, sin
from typing import Final

from rules.common.squares import INDEX
from rules.contract import Target
from scenes.surfaces.end_animation import BEFORE, LONGEST, SHORT, End, EndAnimation, act, filmed, rising
from scenes.surfaces.flights import Flight, Manner, Mover, Prop, always, beside, part_of, pressed, smooth, tipped
from scenes.surfaces.props import puffs

BOWED: Final = (0.5, 0.7)
"""Of a bow: the parts of its time between which somebody is bent."""
SWEPT: Final = 0.42
"""The part of a Sweeper's time after which it has swept."""
APART: Final = 0.13


def _bent(degrees: float, flight: Flight, part: float) -> Mover:
    """It takes a breath, bends, and stands up again."""
    breath = sin(pi * part_of(part, 0.0, 0.3)) + 0.6 * sin(pi * part_of(part, 0.85, 1.0))
    bent = smooth(part_of(part, 0.22, BOWED[0])) - smooth(part_of(part, BOWED[1], 0.9))
    return pressed(tipped(flight.between(0.0), degrees * flight.way * bent), 3.4 * bent - 2.0 * breath)


def _bowing(flight: Flight, part: float) -> Mover:
    return _bent(20.0, flight, part)


def _nodding(flight: Flight, part: float) -> Mover:
    return _bent(9.0, flight, part)


def _sweeping(flight: Flight, part: float) -> Mover:
    """It sweeps once there and back, then it bows."""
    if part < SWEPT:
        return tipped(flight.between(0.0), 15 * sin(2 * pi * part / SWEPT))
    return _bent(22.0, flight, part_of(part, SWEPT, 1.0))


def _dust(flight: Flight) -> list[Prop]:
    found = []
    for way, since in ((1, 0.05), (-1, 0.24)):
        start, end = beside(flight.start, 0.1 * way, 0.26, 0.5), beside(flight.start, 0.42 * way, 0.24, 0.74)
        found.append(Prop("effects/swish", since, since + 0.18, start, end, comes=0.15, goes=0.4))
        found += puffs(beside(flight.start, 0.35 * way, 0, 1), "dust", since + 0.02, since + 0.34, count=3, reach=0.3)
    return found


def _hopping(flight: Flight, part: float) -> Mover:
    """It jumps up and down on the spot."""
    up = sin(pi * part_of(part, 0.2, 0.75))
    there = flight.between(0.0)
    squash = 4 * sin(pi * part_of(part, 0.0, 0.2)) + 4 * sin(pi * part_of(part, 0.75, 1.0)) - 2 * up
    return replace(pressed(there, squash), y=there.y - 0.42 * there.size * up, lift=up)


BOW: Final = Manner("bow", _bowing, always(0.85), heard_at=0.3)
NOD: Final = Manner("nod", _nodding, always(0.9), heard_at=None)
BROOM: Final = Manner("broom", _sweeping, always(1.25), heard_at=0.05, props=_dust)
JUMP: Final = Manner("jump", _hopping, always(0.6), heard_at=0.75)


def _manner(end: End, look: str) -> tuple[Manner, str]:
    if end.kind != "won" or look.endswith("-keeper"):
        return NOD, ""
    if look.endswith("-leaper"):
        return JUMP, "leap"
    return (BROOM, "sweep") if look.endswith("-sweeper") and end.played else (BOW, "step")


def ending(end: End) -> EndAnimation:
    """Whoever is awake and in no cage bows; of those who have lost, or drawn, just a little, all together."""
    able = [at for at in end.own if at in INDEX and _able(end, at)]
    if not able:
        return rising(end)
    acts = [(at, *_manner(end, end.table[at][0].look)) for at in able]
    longest = max(manner.seconds(0.0) for _, manner, _ in acts)
    until = LONGEST if end.whole else SHORT
    apart = min(APART, (until - BEFORE - longest) / max(1, len(able) - 1)) if end.kind == "won" else 0.0
    middle = end.area.x + end.area.h / 2
    parts = []
    for n, (at, manner, sound) in enumerate(acts):
        x, y, size = end.place(at)
        inwards = 1 if x < middle else -1
        part = act(end, at, manner, BEFORE + n * apart, to=(x + 0.01 * inwards, y, size), sound=sound, loud=0.5)
        parts.append(part)
    return filmed(end, parts, able, bright=1.0 if end.kind == "won" else 0.7)


def _able(end: End, at: Target) -> bool:
    tokens = end.table[at]
    return len(tokens) == 1 and not tokens[0].look.endswith("-asleep")
