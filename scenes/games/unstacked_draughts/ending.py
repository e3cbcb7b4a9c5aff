"""The end animation of Unstacked Draughts: the loser's cup is turned over, and the winner's checkers hop."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import pi, sin
from typing import Final

from rules.contract import Seat
from scenes.surfaces.clips import Clip, Motion, Sprite, arc, fraction_of, smooth, squash_sprite
from scenes.surfaces.end_animation import MAX_SHORT_SECONDS, End, make_animation, make_clip, start_times
from scenes.surfaces.timeline import Timeline

SIDES: Final = ("w", "b")
LOOKS: Final = ("cup-white", "cup-black")
TURN_SECONDS: Final = 0.36  # in which a cup is turned over, and again in which it is set up
COVER_SECONDS: Final = 0.95
BRIEF_COVER_SECONDS: Final = 0.35
"""Time for which a cup stays turned over: in general, and after a resignation or a loss on time."""
TURN_POSES: Final = ("lift", "tip-up-1", "tip-up-2", "tip-up-3", "cover")
TURN_HEIGHT: Final = 0.34  # of the cup while it is turned, in its size
HOP_STAGGER_SECONDS: Final = 0.07  # between the starts of two checkers
HOP_WIDTH: Final = 0.3  # distance that a checker comes out of its rack, in its size


def _pose_turned_cup(seconds: float, clip: Clip, progress: float) -> Sprite:
    time = progress * seconds
    turned = fraction_of(min(time, seconds - time), 0.0, TURN_SECONDS)
    number = min(len(TURN_POSES) - 1, int(fraction_of(turned, 0.15, 0.85) * len(TURN_POSES)))
    pose = TURN_POSES[number] if turned else None
    height = arc(turned) if turned < 1 else 0.0
    sprite = clip.between(0.0, up=TURN_HEIGHT * height, lift=height, pose=pose)
    return squash_sprite(sprite, 3.0 * arc(time, TURN_SECONDS, TURN_SECONDS + 0.14))


def _pose_raised_cup(clip: Clip, progress: float) -> Sprite:
    height, swing = arc(smooth(progress)), sin(2 * pi * fraction_of(progress, 0.15, 0.85))
    pose = "shake-1" if swing > 0.4 else "shake-2" if swing < -0.4 else "lift"
    sprite = clip.between(0.0, up=0.12 * height, lift=height, pose=pose if 0.08 < progress < 0.92 else None)
    return replace(sprite, x=sprite.x + 0.05 * sprite.size * swing)


def _pose_hop(clip: Clip, progress: float) -> Sprite:
    sprite = clip.between(0.0, lift=arc(progress))
    return replace(sprite, x=sprite.x - HOP_WIDTH * sprite.size * arc(progress))


TURN, BRIEF_TURN = (
    Motion("turn", partial(_pose_turned_cup, seconds), seconds, sound_at=TURN_SECONDS / seconds)
    for seconds in (2 * TURN_SECONDS + COVER_SECONDS, 2 * TURN_SECONDS + BRIEF_COVER_SECONDS)
)
RAISE: Final = Motion("tip", _pose_raised_cup, 0.9, sound_at=0.95)
HOP: Final = Motion("hop", _pose_hop, 0.36, sound_at=0.9)


def _make_cup_clip(end: End, seat: Seat, motion: Motion, sound: str, *begins: float) -> Clip:
    return make_clip(end, f"{SIDES[seat]}-cup", motion, *begins, look=LOOKS[seat], sound=sound, volume=0.8)


def make_ending(end: End) -> Timeline:
    """Return the end animation: the winner's checkers hop, and the loser's cup is turned over.

    After a resignation or a loss on time, only the cup is turned over. After a draw or a defeat of the persons here,
    the cups of `end.seats` are raised like hats.
    """
    racks = [f"{SIDES[seat]}-off" for seat in sorted(end.seats)]
    if end.kind != "won":
        clips = [_make_cup_clip(end, seat, RAISE, "down") for seat in sorted(end.seats)]
        return make_animation(end, clips, [clip.target for clip in clips], brightness=0.7)
    loser = next(seat for seat in range(len(SIDES)) if seat not in end.seats)
    if not end.ended_by_rules:
        return make_animation(end, [_make_cup_clip(end, loser, BRIEF_TURN, "cover")], racks)
    clips = []
    for rack in racks:
        count = len(end.table.get(rack, ()))
        begins = start_times(count, HOP_STAGGER_SECONDS, MAX_SHORT_SECONDS - HOP.duration())
        clips += [
            make_clip(end, rack, HOP, begin, number=n, sound="bear-off", volume=0.3) for n, begin in enumerate(begins)
        ]
    return make_animation(end, [*clips, _make_cup_clip(end, loser, TURN, "cover", 0.9)], racks)
