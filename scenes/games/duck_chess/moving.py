"""Move animations of chessmen and the duck; without pygame."""

from __future__ import annotations

from dataclasses import replace
from math import hypot, pi, sin
from typing import Final, NamedTuple

from scenes.surfaces.clips import (
    Clip,
    Motion,
    Sprite,
    along,
    arc,
    beside,
    ease_out,
    part_of,
    smooth,
    squash_sprite,
    tilt_sprite,
)
from scenes.surfaces.particles import puffs, splash

TURNED: Final = 0.18
TAKE_OFF: Final = 0.46
LANDING: Final = 0.66
BOUNCE: Final = 0.8
LOOK: Final = 0.84
"""Phases of the duck's walk, as fractions of its duration.

It has turned to its target; takes off; lands, flat in a splash; bounces once; turns to its final direction.
"""
WALKED_SHARE: Final = 0.62  # fraction of its way that it waddles
HIT: Final = 0.4
FALLEN: Final = 0.62
LEAVE: Final = 0.7
"""Phases of a king's capture, as fractions of its duration: it is hit; it lies; it leaves."""
FALLEN_DEGREES: Final = 90.0
VAULT_TIMES: Final = (0.18, 0.86)
VAULT_HEIGHT: Final = 0.95
"""Of a castling rook's leap: fractions of its duration between which it is in the air, and height in its size."""


class Pose(NamedTuple):
    act: str = ""  # "waddle-1", "waddle-2", "squash" as it lands, "quack", or empty
    heading: float = 0.0  # direction in pixels to the right; 0 leaves it to what the duck watches
    turned: float = 1.0  # fraction of its turn from its standing pose to `heading`


def _vaulting(clip: Clip, part: float) -> Sprite:
    share = smooth(part, *VAULT_TIMES)
    return squash_sprite(
        clip.between(share, up=VAULT_HEIGHT * arc(share), lift=arc(share)), 2.5 * arc(part, VAULT_TIMES[1])
    )


def _heading(clip: Clip) -> float:
    return clip.end[0] - clip.start[0]


def _landing(clip: Clip, part: float) -> Sprite:
    flat, turned = "squash" if part < BOUNCE else "", 1 - smooth(part, LOOK)
    pose = Pose(flat, _heading(clip), turned)
    return squash_sprite(clip.between(1.0, up=0.06 * arc(part, BOUNCE), pose=pose), 3 * arc(part, LANDING, BOUNCE))


def _perching(clip: Clip, part: float) -> Sprite:
    if part >= LANDING:
        return _landing(clip, part)
    return clip.between(ease_out(part / LANDING), lift=(1 - part / LANDING) ** 2, pose=Pose("", _heading(clip)))


def _waddling(clip: Clip, part: float) -> Sprite:
    if part < TURNED:
        pose = Pose("", _heading(clip), smooth(part / TURNED))
        return squash_sprite(clip.between(0.0, pose=pose), 1.5 * arc(part / TURNED))
    if part >= LANDING:
        return _landing(clip, part)
    far = hypot(_heading(clip), clip.end[1] - clip.start[1]) / clip.start[2]
    walked, jumped = part_of(part, TURNED, TAKE_OFF), part_of(part, TAKE_OFF, LANDING)
    gait = walked * min(4, max(2, round(far)))
    rise, sway = 0.1 * abs(sin(pi * gait)) + 0.5 * arc(jumped), 11 * sin(pi * gait) * (jumped == 0)
    share, pose = WALKED_SHARE * walked + (1 - WALKED_SHARE) * jumped, step_of(gait, _heading(clip))
    return clip.between(share, up=rise, lift=min(1.0, 2 * rise), tilt=sway, pose=pose)


def step_of(gait: float, heading: float) -> Pose:
    """Return the pose after `gait` steps of a walk."""
    return Pose(f"waddle-{int(gait) % 2 + 1}", heading)


def _toppling(clip: Clip, part: float) -> Sprite:
    gone = smooth(part, LEAVE)
    down = clip.way * part_of(part, HIT - 0.1, FALLEN) ** 2 * (1 - gone)
    there = clip.between(gone, lift=arc(gone))
    return tilt_sprite(replace(there, x=there.x + 0.3 * there.size * down), FALLEN_DEGREES * down)


def _thud(clip: Clip) -> list[Clip]:
    return puffs(beside(clip.start, 0.75 * clip.way, 0.0, 1.0), FALLEN - 0.03, 0.95, count=4, reach=0.45)


def _splash(clip: Clip) -> list[Clip]:
    return splash(clip.end, LANDING)


GLIDE: Final = Motion("glide", along, 0.14, per_cell=0.02, longest=0.26)
CASTLE: Final = Motion("castle", along, 0.3, sound_at=None)
VAULT: Final = Motion("vault", _vaulting, 0.5, sound="castle", sound_at=0.45)
TOPPLE: Final = Motion("topple", _toppling, 0.6, sound="topple", sound_at=FALLEN, particles=_thud)
PERCH: Final = Motion("perch", _perching, 0.3, sound="pat", sound_at=LANDING, is_landing=True, particles=_splash)
WADDLE: Final = replace(
    PERCH, name="waddle", pose=_waddling, seconds=0.42, per_cell=0.03, longest=0.6, after_drag=PERCH
)
