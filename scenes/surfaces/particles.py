"""Small pictures that accompany animations: dust, smoke, light, letters, leaves, glints and drops. No pygame.

Times are fractions of a clip's duration; distances are in sizes of the token at that place.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Final

from scenes.surfaces.clips import (
    FOOT,
    Clip,
    Motion,
    Place,
    Sprite,
    arc,
    beside,
    ease_out,
    fraction_of,
    make_particle,
    squash_sprite,
)


def make_puffs(
    place: Place,
    begins: float,
    ends: float,
    look: str = "effects/dust",
    *,
    count: int = 5,
    reach: float = 0.5,
    size: float = 0.36,
) -> list[Clip]:
    """Make clouds of dust or smoke that spread from a place on the ground and fade, every second one higher."""
    clips = []
    for number in range(count):
        angle, is_higher = pi * (0.04 + 0.92 * number / max(1, count - 1)), number % 2
        dx, up = cos(angle) * reach, (0.25 + 0.3 * is_higher) * (0.4 + sin(angle)) * reach
        end_size = size * (1 + 0.33 * is_higher)
        start, end = beside(place, 0.4 * dx, FOOT, 0.5 * end_size), beside(place, dx, FOOT - up, end_size)
        clips.append(make_particle(look, begins, ends, start, end, alpha=0.95, fade_in=0.1, fade_out=0.6))
    return clips


def make_trail(start: Place, end: Place, begins: float, ends: float) -> list[Clip]:
    """Make dust behind a token that slides from one place to another."""
    (x, y, size), (end_x, end_y, _) = start, end
    distance = max(1.0, ((end_x - x) ** 2 + (end_y - y) ** 2) ** 0.5)
    back = ((x - end_x) / distance, (y - end_y) / distance)
    clips = []
    for number in range(4):
        progress, puff_begins = number / 4, begins + (ends - begins) * (number / 6)
        place = (x + (end_x - x) * progress, y + (end_y - y) * progress, size)
        aside = 0.12 * (number % 2 * 2 - 1)
        first = beside(place, 0.3 * back[0], FOOT + 0.3 * back[1] * (back[1] < 0), 0.16)
        last = beside(place, 0.5 * back[0] + aside * abs(back[1]), FOOT - 0.16 - 0.1 * progress, 0.42)
        puff_ends = min(1.0, puff_begins + 0.35)
        clips.append(make_particle("effects/dust", puff_begins, puff_ends, first, last, fade_in=0.1, fade_out=0.6))
    return clips


def make_letters(
    start: Place, end: Place, begins: float, ends: float, *, count: int = 3, size: float = 0.2
) -> list[Clip]:
    """Make letters "z" that drift in a line from one place to another, staggered in time, and grow."""
    apart = 0.3 * (ends - begins) / count
    return [
        make_particle(
            "effects/z",
            begins + apart * number,
            ends - apart * (count - 1 - number),
            beside(start, 0.0, 0.0, 0.7 * size),
            beside(end, 0.0, 0.0, size * (1.1 + 0.15 * number)),
            tilt=(-18.0, 8.0),
            fade_in=0.12,
            fade_out=0.25,
            is_steady=True,
        )
        for number in range(count)
    ]


def make_light(place: Place, begins: float, ends: float, look: str = "effects/glow") -> Clip:
    """Make a light on the board ("effects/glow" or "effects/shine") that grows around a place and fades."""
    start, end = beside(place, 0.0, 0.05, 0.75), beside(place, 0.0, 0.05, 1.5)
    return make_particle(look, begins, ends, start, end, fade_in=0.25, fade_out=0.5, is_under=True)


def make_leaf(start: Place, end: Place, begins: float, ends: float, turn: float = 200.0) -> Clip:
    """Make a leaf that is blown from one place to another, and turned to `turn` degrees."""
    first, last = beside(start, 0.0, -0.2, 0.34), beside(end, 0.0, -0.1, 0.44)
    height = 0.35 * start[2]
    tilt = (-40.0, turn)
    return make_particle(
        "effects/leaf", begins, ends, first, last, height, tilt, fade_in=0.1, fade_out=0.2, is_steady=True
    )


def make_glints(place: Place, begins: float, ends: float, around: Sequence[tuple[float, float]]) -> list[Clip]:
    """Make glints at points around a place, one after another."""
    step = 0.35 * (ends - begins) / max(1, len(around) - 1)
    return [
        make_particle(
            "effects/glint",
            begins + step * number,
            ends - step * (len(around) - 1 - number),
            beside(place, dx, dy, 0.12),
            beside(place, 1.25 * dx, 1.25 * dy, 0.34),
            tilt=(0.0, 60.0),
            fade_in=0.2,
        )
        for number, (dx, dy) in enumerate(around)
    ]


def make_splash(place: Place, begins: float) -> list[Clip]:
    """Make the rings and drops of a landing on water; they last to the end of the clip."""
    foot = beside(place, 0.0, FOOT - 0.06, 1.0)
    second_begins = begins + 0.3 * (1 - begins)
    clips = [
        make_particle(
            "effects/ring", since, 1.0, beside(foot, 0, 0, 0.4), beside(foot, 0, 0, size), fade_in=0.05, is_under=True
        )
        for since, size in ((begins, 1.35), (second_begins, 0.95))
    ]
    for number in range(6):
        angle = pi * (0.1 + 0.16 * number)
        dx, height = 0.66 * cos(angle), 0.4 + 0.4 * sin(angle)
        start, end, tilt = beside(foot, 0.45 * dx, 0.0, 0.2), beside(foot, dx, 0.02, 0.16), (30 * dx, 90 * dx)
        arc_height = height * foot[2]
        clips.append(
            make_particle("effects/drop", begins, 1.0, start, end, arc_height, tilt, fade_in=0.0, fade_out=0.3)
        )
    return clips


DROP_END: Final = 0.55  # fraction of the duration after which a token that is put down from above has landed


def _drop_pose(clip: Clip, progress: float) -> Sprite:
    height = 1 - fraction_of(progress, 0.0, DROP_END) ** 2
    former = None if clip.former_token is None or not height else clip.between(0.0, token=clip.former_token)
    distance, alpha = ease_out(progress), min(1.0, 5 * progress)
    falling = clip.between(distance, up=DROP_HEIGHT * height, lift=height, alpha=alpha, former_token=former)
    return squash_sprite(falling, 2.5 * arc(progress, DROP_END))


def _crown_particles(clip: Clip) -> list[Clip]:
    around = ((-0.42, -0.2), (0.45, -0.1), (-0.3, 0.28), (0.36, 0.3))
    return [
        make_light(clip.end, DROP_END, 1.0, "effects/shine"),
        *make_glints(clip.end, DROP_END - 0.05, 1.0, around),
    ]


DROP_HEIGHT: Final = 0.8  # height of the fall, in token sizes
DROP: Final = Motion("drop", _drop_pose, 0.4, sound_at=DROP_END, particles=_crown_particles)
"""The fall of a crown, or of a promoted piece, that is set down from above."""
