"""Win animation of Unstacked Draughts: the loser's cup is turned over, the winner's checkers hop in their rack."""

from __future__ import annotations

from dataclasses import replace
from math import pi, sin
from typing import Final

from rules.contract import Seat, Target, Token
from scenes.surfaces.end_animation import BEFORE, SHORT, End, EndAnimation, Part, act, filmed
from scenes.surfaces.flights import Flight, Manner, Mover, always, part_of, pressed, smooth

SIDES: Final = ("w", "b")
LOOKS: Final = ("cup-white", "cup-black")
TURNED: Final = 0.36
"""Seconds in which a cup is turned over, or set up again."""
STANDS: Final = 0.95
BRIEF: Final = 0.35
"""Seconds that it stays turned over, the shorter after a resignation or a loss on time."""
POSES: Final = ("lift", "tip-up-1", "tip-up-2", "tip-up-3", "cover")
UP: Final = 0.34
"""Height to which it is raised meanwhile, in its size."""
LEAP: Final = 0.3
"""Distance that a checker comes out of its rack, in its size."""


def _turning(flight: Flight, part: float) -> Mover:
    time, there = part * flight.seconds, flight.between(0.0)
    back = flight.seconds - time
    gone = part_of(min(time, back), 0.0, TURNED)
    pose = POSES[min(len(POSES) - 1, int(part_of(gone, 0.15, 0.85) * len(POSES)))] if gone < 1 else POSES[-1]
    up = sin(pi * gone) if gone < 1 else 0.0
    squash = 3.0 * sin(pi * part_of(time, TURNED, TURNED + 0.14))
    token = Token(f"{flight.token.look}-{pose}") if gone else flight.token
    mover = replace(there, token=token, at=None, y=there.y - UP * there.size * up, lift=up)
    return pressed(mover, squash)


def _tipping(flight: Flight, part: float) -> Mover:
    there, up = flight.between(0.0), sin(pi * smooth(part))
    swing = sin(2 * pi * part_of(part, 0.15, 0.85))
    pose = "shake-1" if swing > 0.4 else "shake-2" if swing < -0.4 else "lift"
    token = Token(f"{flight.token.look}-{pose}") if 0.08 < part < 0.92 else flight.token
    x, y = there.x + 0.05 * there.size * swing, there.y - 0.12 * there.size * up
    return replace(there, token=token, at=None, x=x, y=y, lift=up)


def _leaping(flight: Flight, part: float) -> Mover:
    there, up = flight.between(0.0), sin(pi * part)
    return replace(there, x=there.x - LEAP * there.size * up, lift=up, at=flight.stays)


TURN: Final = Manner("turn", _turning, always(2 * TURNED + STANDS), heard_at=TURNED / (2 * TURNED + STANDS))
BRIEFLY: Final = Manner("turn", _turning, always(2 * TURNED + BRIEF), heard_at=TURNED / (2 * TURNED + BRIEF))
TIP: Final = Manner("tip", _tipping, always(0.9), heard_at=0.95)
HOP: Final = Manner("hop", _leaping, always(0.36), heard_at=0.9)


def _turned(end: End, seat: Seat, manner: Manner, begins: float, sound: str) -> Part:
    return act(end, f"{SIDES[seat]}-cup", manner, begins, look=LOOKS[seat], sound=sound, loud=0.8)


def ending(end: End) -> EndAnimation:
    """Return the end animation: the winner's checkers hop, and the loser's cup is turned over.

    A losing person sees the own cup raised like a hat.
    """
    own = [_racks(seat) for seat in sorted(end.seats)]
    if end.kind != "won":
        parts = [_turned(end, seat, TIP, BEFORE, sound="down") for seat in sorted(end.seats)]
        return filmed(end, parts, [f"{SIDES[seat]}-cup" for seat in end.seats], bright=0.7)
    lost = next(seat for seat in range(len(SIDES)) if seat not in end.seats)
    if not end.played:
        return filmed(end, [_turned(end, lost, BRIEFLY, BEFORE, sound="cover")], own)
    parts = []
    for rack in own:
        count = len(end.table.get(rack, ()))
        apart = min(0.07, (SHORT - HOP.seconds(0.0)) / max(1, count - 1))
        for number in range(count):
            parts.append(act(end, rack, HOP, BEFORE + number * apart, number=number, sound="bear-off", loud=0.3))
    return filmed(end, [*parts, _turned(end, lost, TURN, 0.9, sound="cover")], own)


def _racks(seat: Seat) -> Target:
    return f"{SIDES[seat]}-off"
