"""The motions of checkers on points; without pygame."""

from __future__ import annotations

from typing import Final

from scenes.surfaces.clips import Clip, Motion, Sprite, arc, ease_out

EDGE_START: Final = 0.62  # fraction of bearing off after which the checker stands on its edge


def _pose_down(clip: Clip, progress: float) -> Sprite:
    share = ease_out(progress)
    return clip.between(share, up=0.16 * arc(share), lift=0.7 * arc(share), squash=arc(progress**3))


def _pose_bear(clip: Clip, progress: float) -> Sprite:
    share = ease_out(progress)
    return clip.between(share, up=0.45 * arc(share), lift=arc(share), pose="edge" if progress > EDGE_START else None)


DOWN: Final = Motion("down", _pose_down, 0.24, sound="down")  # of a checker, from its stack to the floor before it
BEAR: Final = Motion("bear", _pose_bear, 0.25, per_cell=0.03, max_seconds=0.42, sound="bear-off")
"""A checker goes over the border into the rack, where it stands on its edge."""
