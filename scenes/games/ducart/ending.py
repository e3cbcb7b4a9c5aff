"""The end animation of Ducart: the winner's gnomes bow, and Sweepers swing their brooms first; without pygame."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

from rules.common.squares import INDEX
from rules.contract import Target
from scenes.games.ducart.moving import BRUSH
from scenes.surfaces.clips import Clip, Motion, Sprite, arc, beside, smooth, squash_sprite, tilt_sprite
from scenes.surfaces.end_animation import (
    START_SECONDS,
    End,
    make_animation,
    make_clip,
    make_default_animation,
    start_times,
)
from scenes.surfaces.particles import make_puffs
from scenes.surfaces.timeline import Timeline

STAGGER_SECONDS: Final = 0.13  # between the starts of two gnomes' bows


def _pose_bow(degrees: float, clip: Clip, progress: float) -> Sprite:
    inhaling = arc(progress, 0.0, 0.3) + 0.6 * arc(progress, 0.85)
    bow = smooth(progress, 0.22, 0.5) - smooth(progress, 0.7, 0.9)
    return squash_sprite(tilt_sprite(clip.between(0.0), degrees * clip.x_direction * bow), 3.4 * bow - 2.0 * inhaling)


def _make_broom_and_dust(clip: Clip) -> list[Clip]:
    ground = beside(clip.start, 0.35 * clip.x_direction, 0, 1)
    return [*BRUSH.particles(clip), *make_puffs(ground, 0.3, 0.9, count=3, reach=0.35)]


def _pose_jump(clip: Clip, progress: float) -> Sprite:
    height = arc(progress, 0.2, 0.75)
    squash = 4 * arc(progress, 0.0, 0.2) + 4 * arc(progress, 0.75) - 2 * height
    return clip.between(0.0, up=0.42 * height, lift=height, squash=squash)


BOW: Final = Motion("bow", partial(_pose_bow, 20.0), 0.85, sound_at=0.3)
NOD: Final = Motion("nod", partial(_pose_bow, 9.0), 0.9, sound_at=None)
BROOM: Final = replace(BRUSH, name="broom", particles=_make_broom_and_dust)
JUMP: Final = Motion("jump", _pose_jump, 0.6, sound_at=0.75)


def _choose_motion_and_sound(end: End, look: str) -> tuple[Motion, str]:
    if end.kind != "won" or look.endswith("-keeper"):
        return NOD, ""
    return (JUMP, "leap") if look.endswith("-leaper") else (BOW, "step")


def make_ending(end: End) -> Timeline:
    """Return the end animation: gnomes that are neither asleep nor caged bow in turn, and Leapers jump.

    After a draw or a defeat of the persons here, they all nod at once.
    """
    gnomes = [at for at in end.animated_targets if at in INDEX and _can_bow(end, at)]
    if not gnomes:
        return make_default_animation(end)
    sweep_seconds = BROOM.duration() if end.is_full else 0.0
    max_delay = end.max_seconds - START_SECONDS - sweep_seconds - NOD.duration()
    middle_x, clips = end.area.x + end.area.h / 2, []  # of the board, a square at the left of the area
    for at, begins in zip(
        gnomes, start_times(len(gnomes), STAGGER_SECONDS * (end.kind == "won"), max_delay), strict=True
    ):
        (x, y, size), look = end.place(at), end.table[at][0].look
        motion, sound = _choose_motion_and_sound(end, look)
        turned_place = (x + (0.01 if x < middle_x else -0.01), y, size)  # so that the bow is towards the middle
        sweep_delay = sweep_seconds * look.endswith("-sweeper")
        if sweep_delay:
            clips.append(make_clip(end, at, BROOM, begins, to=turned_place, sound="sweep", volume=0.5))
        clips.append(make_clip(end, at, motion, begins + sweep_delay, to=turned_place, sound=sound, volume=0.5))
    return make_animation(end, clips, gnomes, brightness=1.0 if end.kind == "won" else 0.7)


def _can_bow(end: End, target: Target) -> bool:
    tokens = end.table[target]
    return len(tokens) == 1 and not tokens[0].look.endswith("-asleep")
