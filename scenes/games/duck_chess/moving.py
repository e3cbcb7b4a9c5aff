"""The motions of chessmen and the duck when a move is played; without pygame.

A function `_pose_…` returns the moving token at a fraction (`progress`) of its motion's duration.
"""

from __future__ import annotations

from dataclasses import replace
from math import hypot, pi, sin
from typing import Final, NamedTuple

from scenes.surfaces.clips import (
    Clip,
    Motion,
    Sprite,
    arc,
    beside,
    ease_out,
    fraction_of,
    slide_pose,
    smooth,
    squash_sprite,
    tilt_sprite,
)
from scenes.surfaces.particles import make_puffs, make_splash

TURN_END: Final = 0.18
TAKE_OFF: Final = 0.46
LANDING_START: Final = 0.66
BOUNCE_START: Final = 0.8
LOOK_START: Final = 0.84
"""Phases of the duck's walk, as fractions of its duration.

It turns to its target, waddles, takes off, lands squashed in a splash, bounces once, and turns back.
"""
WALKED_SHARE: Final = 0.62  # fraction of the duck's path on which it waddles, before it takes off
KING_HIT: Final = 0.4
FALL_END: Final = 0.62
LEAVE_START: Final = 0.7
"""Phases of a king's capture, as fractions of its duration: it is hit, lies on the board, and leaves."""
FALLEN_DEGREES: Final = 90.0
VAULT_TIMES: Final = (0.18, 0.86)  # fractions of a castling's duration between which the rook is in the air
VAULT_HEIGHT: Final = 0.95  # of the rook's leap, in its size


class Pose(NamedTuple):
    """The action and gaze of the duck at a moment of an animation."""

    act: str = ""  # "waddle-1", "waddle-2", "squash" as it lands, "quack", or empty
    heading: float = 0.0  # above 0 it looks right, below 0 left; 0: at what it watches
    turn_progress: float = 1.0  # progress of its turn from what it watches to `heading`, 0 to 1


def _pose_vault(clip: Clip, progress: float) -> Sprite:
    share = smooth(progress, *VAULT_TIMES)
    return squash_sprite(
        clip.between(share, up=VAULT_HEIGHT * arc(share), lift=arc(share)), 2.5 * arc(progress, VAULT_TIMES[1])
    )


def _path_dx(clip: Clip) -> float:
    return clip.end[0] - clip.start[0]


def _pose_landing(clip: Clip, progress: float) -> Sprite:
    act, turn_progress = "squash" if progress < BOUNCE_START else "", 1 - smooth(progress, LOOK_START)
    pose = Pose(act, _path_dx(clip), turn_progress)
    return squash_sprite(
        clip.between(1.0, up=0.06 * arc(progress, BOUNCE_START), pose=pose),
        3 * arc(progress, LANDING_START, BOUNCE_START),
    )


def _pose_perch(clip: Clip, progress: float) -> Sprite:
    if progress >= LANDING_START:
        return _pose_landing(clip, progress)
    return clip.between(
        ease_out(progress / LANDING_START), lift=(1 - progress / LANDING_START) ** 2, pose=Pose("", _path_dx(clip))
    )


def _pose_waddle(clip: Clip, progress: float) -> Sprite:
    if progress < TURN_END:
        pose = Pose("", _path_dx(clip), smooth(progress / TURN_END))
        return squash_sprite(clip.between(0.0, pose=pose), 1.5 * arc(progress / TURN_END))
    if progress >= LANDING_START:
        return _pose_landing(clip, progress)
    cells = hypot(_path_dx(clip), clip.end[1] - clip.start[1]) / clip.start[2]
    walk_progress, jump_progress = (
        fraction_of(progress, TURN_END, TAKE_OFF),
        fraction_of(progress, TAKE_OFF, LANDING_START),
    )
    steps = walk_progress * min(4, max(2, round(cells)))
    rise, tilt = 0.1 * abs(sin(pi * steps)) + 0.5 * arc(jump_progress), 11 * sin(pi * steps) * (jump_progress == 0)
    share, pose = WALKED_SHARE * walk_progress + (1 - WALKED_SHARE) * jump_progress, walk_pose(steps, _path_dx(clip))
    return clip.between(share, up=rise, lift=min(1.0, 2 * rise), tilt=tilt, pose=pose)


def walk_pose(step_count: float, heading: float) -> Pose:
    """Return the duck's pose after a number of steps, whole or not, of a walk in the direction `heading`."""
    return Pose(f"waddle-{int(step_count) % 2 + 1}", heading)


def _pose_topple(clip: Clip, progress: float) -> Sprite:
    leave_progress = smooth(progress, LEAVE_START)
    fall = clip.x_direction * fraction_of(progress, KING_HIT - 0.1, FALL_END) ** 2 * (1 - leave_progress)
    sprite = clip.between(leave_progress, lift=arc(leave_progress))
    return tilt_sprite(replace(sprite, x=sprite.x + 0.3 * sprite.size * fall), FALLEN_DEGREES * fall)


def _make_dust(clip: Clip) -> list[Clip]:
    return make_puffs(
        beside(clip.start, 0.75 * clip.x_direction, 0.0, 1.0), FALL_END - 0.03, 0.95, count=4, reach=0.45
    )


def _make_splash(clip: Clip) -> list[Clip]:
    return make_splash(clip.end, LANDING_START)


GLIDE: Final = Motion("glide", slide_pose, 0.14, per_cell=0.02, max_seconds=0.26)
CASTLE: Final = Motion("castle", slide_pose, 0.3, sound_at=None)  # of the king
VAULT: Final = Motion("vault", _pose_vault, 0.5, sound="castle", sound_at=0.45)  # of the rook, over the king
TOPPLE: Final = Motion("topple", _pose_topple, 0.6, sound="topple", sound_at=FALL_END, particles=_make_dust)
PERCH: Final = Motion(
    "perch", _pose_perch, 0.3, sound="pat", sound_at=LANDING_START, is_landing=True, particles=_make_splash
)
"""Motion of the duck after it was dragged: it only lands."""
WADDLE: Final = replace(
    PERCH, name="waddle", pose=_pose_waddle, seconds=0.42, per_cell=0.03, max_seconds=0.6, after_drag=PERCH
)
