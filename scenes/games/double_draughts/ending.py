"""The end animation of Double Draughts: the winner's checkers march; without pygame."""

from __future__ import annotations

from typing import Final

from rules.contract import Target
from scenes.surfaces.clips import Clip, Motion, Place, Sprite, arc, beside, fraction_of
from scenes.surfaces.end_animation import End, make_animation, make_default_animation, stagger_clips
from scenes.surfaces.particles import make_glints
from scenes.surfaces.timeline import Timeline

STEP_WIDTH: Final = 0.34  # of a step to the right, in cells
NARROW_STEP_WIDTH: Final = 0.15  # the same with a piece on the next square
STEP_HEIGHT: Final = 0.3  # of a step, in cells
HEIGHT_PER_CHECKER: Final = 0.2  # added to the height of the step back for each checker below
LANDED: Final = 0.8  # fraction of a step's duration after which the checker has landed
STAGGER_SECONDS: Final = 0.22  # between the starts of the march on neighbouring targets


def _pose_march(clip: Clip, progress: float) -> Sprite:
    is_returning = progress >= 0.5
    step_progress = 2 * progress - is_returning
    moved = fraction_of(step_progress, 0.0, LANDED)
    height = STEP_HEIGHT + HEIGHT_PER_CHECKER * clip.layer * is_returning
    shift = 1 - moved if is_returning else moved
    return clip.between(shift, up=height * arc(moved), lift=arc(moved), squash=arc(step_progress, LANDED))


def _make_glints(clip: Clip) -> list[Clip]:
    return make_glints(clip.start, 0.6, 1.0, ((-0.42, -0.34), (0.4, -0.42))) if clip.layer else []


MARCH: Final = Motion("march", _pose_march, 0.64, sound_at=0.9, particles=_make_glints)


def make_ending(end: End) -> Timeline:
    """Return the march of the winner's stacks, or the default animation after a draw or a defeat of all persons."""
    if end.kind != "won":
        return make_default_animation(end)

    def find_step_end(at: Target, number: int) -> Place:
        spot = end.spots[at]
        occupied = (end.spots[target] for target in end.table)
        is_blocked = any(other.y == spot.y and 0.5 < (other.x - spot.x) / spot.size < 1.5 for other in occupied)
        return beside(end.place(at, number), NARROW_STEP_WIDTH if is_blocked else STEP_WIDTH, 0.0, 1.0)

    clips = stagger_clips(
        end, end.animated_targets, MARCH, apart=STAGGER_SECONDS, to=find_step_end, sound="place", volume=0.6
    )
    return make_animation(end, clips, end.animated_targets)
