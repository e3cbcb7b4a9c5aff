"""Win animation of Double Draughts: the winner's checkers march; without pygame."""

from __future__ import annotations

from typing import Final

from rules.contract import Target
from scenes.surfaces.clips import Clip, Motion, Place, Sprite, arc, beside, part_of
from scenes.surfaces.end_animation import End, in_turn, make_animation, rising
from scenes.surfaces.particles import glints
from scenes.surfaces.timeline import Timeline

STEP_WIDTH: Final = 0.34
NARROW_STEP_WIDTH: Final = 0.15  # with a piece on the next square
STEP_HEIGHT: Final = 0.3
HEIGHT_PER_CHECKER: Final = 0.2
"""Of a step along the row, in cells; the height is more for each checker below."""
LANDING: Final = 0.8  # fraction of a step after which it has landed
STAGGER_SECONDS: Final = 0.22


def _marching(clip: Clip, part: float) -> Sprite:
    back = part >= 0.5
    step = 2 * part - back
    gone = part_of(step, 0.0, LANDING)
    high = STEP_HEIGHT + HEIGHT_PER_CHECKER * clip.layer * back
    share = 1 - gone if back else gone
    return clip.between(share, up=high * arc(gone), lift=arc(gone), squash=arc(step, LANDING))


def _glinting(clip: Clip) -> list[Clip]:
    return glints(clip.start, 0.6, 1.0, ((-0.42, -0.34), (0.4, -0.42))) if clip.layer else []


MARCH: Final = Motion("march", _marching, 0.64, sound_at=0.9, particles=_glinting)


def ending(end: End) -> Timeline:
    """Return the winner's stacks stepping along their rows in turn; unless won, `rising`."""
    if end.kind != "won":
        return rising(end)

    def aside(at: Target, number: int) -> Place:
        here = end.spots[at]
        others = (end.spots[one] for one in end.table)
        near = any(one.y == here.y and 0.5 < (one.x - here.x) / here.size < 1.5 for one in others)
        return beside(end.place(at, number), NARROW_STEP_WIDTH if near else STEP_WIDTH, 0.0, 1.0)

    parts = in_turn(end, end.own, MARCH, apart=STAGGER_SECONDS, to=aside, sound="place", volume=0.6)
    return make_animation(end, parts, end.own)
