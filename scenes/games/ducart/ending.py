"""Win animation of Ducart: the winner's gnomes bow in turn, after Sweepers' strokes of the broom; no pygame."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

from rules.common.squares import INDEX
from rules.contract import Target
from scenes.games.ducart.moving import BRUSH
from scenes.surfaces.end_animation import START_SECONDS, End, EndAnimation, act, make_animation, rising, starts
from scenes.surfaces.flights import Flight, Manner, Mover, Prop, arc, beside, smooth, squash_mover, tilt_mover
from scenes.surfaces.props import puffs

STAGGER_SECONDS: Final = 0.13


def _bowing(degrees: float, flight: Flight, part: float) -> Mover:
    breath = arc(part, 0.0, 0.3) + 0.6 * arc(part, 0.85)
    bent = smooth(part, 0.22, 0.5) - smooth(part, 0.7, 0.9)
    return squash_mover(tilt_mover(flight.between(0.0), degrees * flight.way * bent), 3.4 * bent - 2.0 * breath)


def _dusty(flight: Flight) -> list[Prop]:
    low = beside(flight.start, 0.35 * flight.way, 0, 1)
    return [*BRUSH.props(flight), *puffs(low, 0.3, 0.9, count=3, reach=0.35)]


def _hopping(flight: Flight, part: float) -> Mover:
    up = arc(part, 0.2, 0.75)
    squash = 4 * arc(part, 0.0, 0.2) + 4 * arc(part, 0.75) - 2 * up
    return flight.between(0.0, up=0.42 * up, lift=up, squash=squash)


BOW: Final = Manner("bow", partial(_bowing, 20.0), 0.85, heard_at=0.3)
NOD: Final = Manner("nod", partial(_bowing, 9.0), 0.9, heard_at=None)
BROOM: Final = replace(BRUSH, name="broom", props=_dusty)
JUMP: Final = Manner("jump", _hopping, 0.6, heard_at=0.75)


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
    sweeps = BROOM.duration() if end.whole else 0.0
    room = end.max_seconds - START_SECONDS - sweeps - NOD.duration()
    middle, parts = end.area.x + end.area.h / 2, []
    for at, begins in zip(able, starts(len(able), STAGGER_SECONDS * (end.kind == "won"), room), strict=True):
        (x, y, size), look = end.place(at), end.table[at][0].look
        manner, sound = _manner(end, look)
        to = (x + (0.01 if x < middle else -0.01), y, size)
        swept = sweeps * look.endswith("-sweeper")
        if swept:
            parts.append(act(end, at, BROOM, begins, to=to, sound="sweep", loud=0.5))
        parts.append(act(end, at, manner, begins + swept, to=to, sound=sound, loud=0.5))
    return make_animation(end, parts, able, bright=1.0 if end.kind == "won" else 0.7)


def _able(end: End, at: Target) -> bool:
    tokens = end.table[at]
    return len(tokens) == 1 and not tokens[0].look.endswith("-asleep")
