"""Win animation of Ducart: the winner's gnomes bow in turn, after Sweepers' strokes of the broom; no pygame."""

from __future__ import annotations

from dataclasses import replace
from math import pi, sin
from typing import Final

from rules.common.squares import INDEX
from rules.contract import Target
from scenes.games.ducart.moving import BRUSH
from scenes.surfaces.end_animation import BEFORE, LONGEST, SHORT, End, EndAnimation, act, filmed, rising
from scenes.surfaces.flights import Flight, Manner, Mover, Prop, always, beside, part_of, pressed, smooth, tipped
from scenes.surfaces.props import puffs

BOWED: Final = (0.5, 0.7)
"""Fractions of a bow's duration between which the gnome is bent."""
APART: Final = 0.13


def _bent(degrees: float, flight: Flight, part: float) -> Mover:
    breath = sin(pi * part_of(part, 0.0, 0.3)) + 0.6 * sin(pi * part_of(part, 0.85, 1.0))
    bent = smooth(part_of(part, 0.22, BOWED[0])) - smooth(part_of(part, BOWED[1], 0.9))
    return pressed(tipped(flight.between(0.0), degrees * flight.way * bent), 3.4 * bent - 2.0 * breath)


def _bowing(flight: Flight, part: float) -> Mover:
    return _bent(20.0, flight, part)


def _nodding(flight: Flight, part: float) -> Mover:
    return _bent(9.0, flight, part)


def _dusty(flight: Flight) -> list[Prop]:
    low = beside(flight.start, 0.35 * flight.way, 0, 1)
    return [*BRUSH.props(flight), *puffs(low, 0.3, 0.9, count=3, reach=0.35)]


def _hopping(flight: Flight, part: float) -> Mover:
    up = sin(pi * part_of(part, 0.2, 0.75))
    there = flight.between(0.0)
    squash = 4 * sin(pi * part_of(part, 0.0, 0.2)) + 4 * sin(pi * part_of(part, 0.75, 1.0)) - 2 * up
    return replace(pressed(there, squash), y=there.y - 0.42 * there.size * up, lift=up)


BOW: Final = Manner("bow", _bowing, always(0.85), heard_at=0.3)
NOD: Final = Manner("nod", _nodding, always(0.9), heard_at=None)
BROOM: Final = replace(BRUSH, name="broom", props=_dusty)
JUMP: Final = Manner("jump", _hopping, always(0.6), heard_at=0.75)


def _manner(end: End, look: str) -> tuple[Manner, str]:
    if end.kind != "won" or look.endswith("-keeper"):
        return NOD, ""
    return (JUMP, "leap") if look.endswith("-leaper") else (BOW, "step")


def ending(end: End) -> EndAnimation:
    """Return the end animation: gnomes that are awake and not caged bow.

    After a draw, or for the loser, they only nod, all together.
    """
    able = [at for at in end.own if at in INDEX and _able(end, at)]
    if not able:
        return rising(end)
    sweeps = BROOM.seconds(0.0) if end.whole else 0.0
    until = LONGEST if end.whole else SHORT
    room = until - BEFORE - sweeps - NOD.seconds(0.0)
    apart = min(APART, room / max(1, len(able) - 1)) if end.kind == "won" else 0.0
    middle, parts = end.area.x + end.area.h / 2, []
    for n, at in enumerate(able):
        (x, y, size), begins, look = end.place(at), BEFORE + n * apart, end.table[at][0].look
        manner, sound = _manner(end, look)
        to = (x + (0.01 if x < middle else -0.01), y, size)
        if end.whole and look.endswith("-sweeper"):
            parts.append(act(end, at, BROOM, begins, to=to, sound="sweep", loud=0.5))
            begins += sweeps
        parts.append(act(end, at, manner, begins, to=to, sound=sound, loud=0.5))
    return filmed(end, parts, able, bright=1.0 if end.kind == "won" else 0.7)


def _able(end: End, at: Target) -> bool:
    tokens = end.table[at]
    return len(tokens) == 1 and not tokens[0].look.endswith("-asleep")
