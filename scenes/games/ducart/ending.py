"""Win animation of Ducart: the winner's gnomes bow in turn, after Sweepers' strokes of the broom; no pygame."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

from rules.common.squares import INDEX
from rules.contract import Target
from scenes.games.ducart.moving import BRUSH
from scenes.surfaces.clips import Clip, Motion, Sprite, arc, beside, smooth, squash_sprite, tilt_sprite
from scenes.surfaces.end_animation import START_SECONDS, End, act, make_animation, rising, starts
from scenes.surfaces.particles import puffs
from scenes.surfaces.timeline import Timeline

STAGGER_SECONDS: Final = 0.13


def _bowing(degrees: float, clip: Clip, part: float) -> Sprite:
    breath = arc(part, 0.0, 0.3) + 0.6 * arc(part, 0.85)
    bent = smooth(part, 0.22, 0.5) - smooth(part, 0.7, 0.9)
    return squash_sprite(tilt_sprite(clip.between(0.0), degrees * clip.way * bent), 3.4 * bent - 2.0 * breath)


def _dusty(clip: Clip) -> list[Clip]:
    low = beside(clip.start, 0.35 * clip.way, 0, 1)
    return [*BRUSH.particles(clip), *puffs(low, 0.3, 0.9, count=3, reach=0.35)]


def _hopping(clip: Clip, part: float) -> Sprite:
    up = arc(part, 0.2, 0.75)
    squash = 4 * arc(part, 0.0, 0.2) + 4 * arc(part, 0.75) - 2 * up
    return clip.between(0.0, up=0.42 * up, lift=up, squash=squash)


BOW: Final = Motion("bow", partial(_bowing, 20.0), 0.85, sound_at=0.3)
NOD: Final = Motion("nod", partial(_bowing, 9.0), 0.9, sound_at=None)
BROOM: Final = replace(BRUSH, name="broom", particles=_dusty)
JUMP: Final = Motion("jump", _hopping, 0.6, sound_at=0.75)


def _motion_of(end: End, look: str) -> tuple[Motion, str]:
    if end.kind != "won" or look.endswith("-keeper"):
        return NOD, ""
    return (JUMP, "leap") if look.endswith("-leaper") else (BOW, "step")


def ending(end: End) -> Timeline:
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
        motion, sound = _motion_of(end, look)
        to = (x + (0.01 if x < middle else -0.01), y, size)
        swept = sweeps * look.endswith("-sweeper")
        if swept:
            parts.append(act(end, at, BROOM, begins, to=to, sound="sweep", volume=0.5))
        parts.append(act(end, at, motion, begins + swept, to=to, sound=sound, volume=0.5))
    return make_animation(end, parts, able, brightness=1.0 if end.kind == "won" else 0.7)


def _able(end: End, at: Target) -> bool:
    tokens = end.table[at]
    return len(tokens) == 1 and not tokens[0].look.endswith("-asleep")
