"""Win animation of Unstacked Draughts: the loser's cup is turned over, the winner's checkers hop in their rack."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import pi, sin
from typing import Final

from rules.contract import Seat
from scenes.surfaces.clips import Clip, Motion, Sprite, arc, part_of, smooth, squash_sprite
from scenes.surfaces.end_animation import MAX_SHORT_SECONDS, End, act, make_animation, starts
from scenes.surfaces.timeline import Timeline

SIDES: Final = ("w", "b")
LOOKS: Final = ("cup-white", "cup-black")
TURN_SECONDS: Final = 0.36
COVER_SECONDS: Final = 0.95
BRIEF_COVER_SECONDS: Final = 0.35
"""In which a cup is turned over, or set up again, and that it stays so; briefly after a resignation or on time."""
POSES: Final = ("lift", "tip-up-1", "tip-up-2", "tip-up-3", "cover")
TURN_HEIGHT: Final = 0.34
"""Height to which it is raised meanwhile, in its size."""
HOP_WIDTH: Final = 0.3  # distance that a checker comes out of its rack, in its size


def _turning(seconds: float, clip: Clip, progress: float) -> Sprite:
    time = progress * seconds
    gone = part_of(min(time, seconds - time), 0.0, TURN_SECONDS)
    pose = POSES[min(len(POSES) - 1, int(part_of(gone, 0.15, 0.85) * len(POSES)))] if gone else None
    up = arc(gone) if gone < 1 else 0.0
    there = clip.between(0.0, up=TURN_HEIGHT * up, lift=up, pose=pose)
    return squash_sprite(there, 3.0 * arc(time, TURN_SECONDS, TURN_SECONDS + 0.14))


def _tipping(clip: Clip, progress: float) -> Sprite:
    up, swing = arc(smooth(progress)), sin(2 * pi * part_of(progress, 0.15, 0.85))
    pose = "shake-1" if swing > 0.4 else "shake-2" if swing < -0.4 else "lift"
    there = clip.between(0.0, up=0.12 * up, lift=up, pose=pose if 0.08 < progress < 0.92 else None)
    return replace(there, x=there.x + 0.05 * there.size * swing)


def _leaping(clip: Clip, progress: float) -> Sprite:
    there = clip.between(0.0, lift=arc(progress))
    return replace(there, x=there.x - HOP_WIDTH * there.size * arc(progress))


TURN, BRIEFLY = (
    Motion("turn", partial(_turning, seconds), seconds, sound_at=TURN_SECONDS / seconds)
    for seconds in (2 * TURN_SECONDS + COVER_SECONDS, 2 * TURN_SECONDS + BRIEF_COVER_SECONDS)
)
TIP: Final = Motion("tip", _tipping, 0.9, sound_at=0.95)
HOP: Final = Motion("hop", _leaping, 0.36, sound_at=0.9)


def _turned(end: End, seat: Seat, motion: Motion, sound: str, *begins: float) -> Clip:
    return act(end, f"{SIDES[seat]}-cup", motion, *begins, look=LOOKS[seat], sound=sound, volume=0.8)


def make_ending(end: End) -> Timeline:
    """Return the end animation: the winner's checkers hop, and the loser's cup is turned over.

    A losing person sees the own cup raised like a hat.
    """
    own = [f"{SIDES[seat]}-off" for seat in sorted(end.seats)]
    if end.kind != "won":
        parts = [_turned(end, seat, TIP, "down") for seat in sorted(end.seats)]
        return make_animation(end, parts, [progress.target for progress in parts], brightness=0.7)
    lost = next(seat for seat in range(len(SIDES)) if seat not in end.seats)
    if not end.played:
        return make_animation(end, [_turned(end, lost, BRIEFLY, "cover")], own)
    parts = []
    for rack in own:
        count = len(end.table.get(rack, ()))
        begins = starts(count, 0.07, MAX_SHORT_SECONDS - HOP.duration())
        parts += [act(end, rack, HOP, when, number=n, sound="bear-off", volume=0.3) for n, when in enumerate(begins)]
    return make_animation(end, [*parts, _turned(end, lost, TURN, "cover", 0.9)], own)
