"""Pictures that accompany animations: dust, smoke, light, letters, drops. Pure.

Times are fractions of a clip's duration; distances are in sizes of the token there.
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
    part_of,
    particle,
    squash_sprite,
)


def puffs(
    place: Place,
    begins: float,
    ends: float,
    look: str = "effects/dust",
    *,
    count: int = 5,
    reach: float = 0.5,
    wide: float = 0.36,
) -> list[Clip]:
    """Make clouds of dust or smoke that spread from a place on the ground, alternately near and far, and fade."""
    found = []
    for number in range(count):
        turn, far = pi * (0.04 + 0.92 * number / max(1, count - 1)), number % 2
        dx, up, size = cos(turn) * reach, (0.25 + 0.3 * far) * (0.4 + sin(turn)) * reach, wide * (1 + 0.33 * far)
        start, end = beside(place, 0.4 * dx, FOOT, 0.5 * size), beside(place, dx, FOOT - up, size)
        found.append(particle(look, begins, ends, start, end, alpha=0.95, comes=0.1, goes=0.6))
    return found


def trail(start: Place, end: Place, begins: float, ends: float) -> list[Clip]:
    """Make dust behind a token that slides from one place to another."""
    (x, y, size), (right, low, _) = start, end
    far = max(1.0, ((right - x) ** 2 + (low - y) ** 2) ** 0.5)
    back = ((x - right) / far, (y - low) / far)
    found = []
    for number in range(4):
        share, since = number / 4, begins + (ends - begins) * (number / 6)
        here = (x + (right - x) * share, y + (low - y) * share, size)
        aside = 0.12 * (number % 2 * 2 - 1)
        begin = beside(here, 0.3 * back[0], FOOT + 0.3 * back[1] * (back[1] < 0), 0.16)
        finish = beside(here, 0.5 * back[0] + aside * abs(back[1]), FOOT - 0.16 - 0.1 * share, 0.42)
        found.append(particle("effects/dust", since, min(1.0, since + 0.35), begin, finish, comes=0.1, goes=0.6))
    return found


def letters(start: Place, end: Place, begins: float, ends: float, *, count: int = 3, size: float = 0.2) -> list[Clip]:
    """Make letters z that drift in a line from one place to another, staggered in time, and grow."""
    apart = 0.3 * (ends - begins) / count
    return [
        particle(
            "effects/z",
            begins + apart * number,
            ends - apart * (count - 1 - number),
            beside(start, 0.0, 0.0, 0.7 * size),
            beside(end, 0.0, 0.0, size * (1.1 + 0.15 * number)),
            tilt=(-18.0, 8.0),
            comes=0.12,
            goes=0.25,
            steady=True,
        )
        for number in range(count)
    ]


def light(place: Place, begins: float, ends: float, look: str = "effects/glow") -> Clip:
    """Make a light on the board ("effects/glow" or "effects/shine") that grows around a place and fades."""
    start, end = beside(place, 0.0, 0.05, 0.75), beside(place, 0.0, 0.05, 1.5)
    return particle(look, begins, ends, start, end, comes=0.25, goes=0.5, under=True)


def leaf(start: Place, end: Place, begins: float, ends: float, turn: float = 200.0) -> Clip:
    """Make a leaf that is blown from one place to another."""
    far, near = beside(start, 0.0, -0.2, 0.34), beside(end, 0.0, -0.1, 0.44)
    arc = 0.35 * start[2]
    return particle("effects/leaf", begins, ends, far, near, arc, (-40.0, turn), comes=0.1, goes=0.2, steady=True)


def glints(place: Place, begins: float, ends: float, around: Sequence[tuple[float, float]]) -> list[Clip]:
    """Make glints at points around a place, one after another."""
    step = 0.35 * (ends - begins) / max(1, len(around) - 1)
    return [
        particle(
            "effects/glint",
            begins + step * number,
            ends - step * (len(around) - 1 - number),
            beside(place, dx, dy, 0.12),
            beside(place, 1.25 * dx, 1.25 * dy, 0.34),
            tilt=(0.0, 60.0),
            comes=0.2,
        )
        for number, (dx, dy) in enumerate(around)
    ]


def splash(place: Place, begins: float) -> list[Clip]:
    """Make rings and drops of a landing on water; they last to the end."""
    low = beside(place, 0.0, FOOT - 0.06, 1.0)
    late = begins + 0.3 * (1 - begins)
    found = [
        particle("effects/ring", since, 1.0, beside(low, 0, 0, 0.4), beside(low, 0, 0, wide), comes=0.05, under=True)
        for since, wide in ((begins, 1.35), (late, 0.95))
    ]
    for number in range(6):
        turn = pi * (0.1 + 0.16 * number)
        dx, high = 0.66 * cos(turn), 0.4 + 0.4 * sin(turn)
        start, end, tilt = beside(low, 0.45 * dx, 0.0, 0.2), beside(low, dx, 0.02, 0.16), (30 * dx, 90 * dx)
        found.append(particle("effects/drop", begins, 1.0, start, end, high * low[2], tilt, comes=0.0, goes=0.3))
    return found


DROP_END: Final = 0.55  # fraction of the duration after which a token that is put down from above has landed


def _drop_pose(clip: Clip, part: float) -> Sprite:
    high = 1 - part_of(part, 0.0, DROP_END) ** 2
    was = None if clip.was is None or not high else clip.between(0.0, token=clip.was)
    falls = clip.between(ease_out(part), up=DROP_HEIGHT * high, lift=high, alpha=min(1.0, 5 * part), was=was)
    return squash_sprite(falls, 2.5 * arc(part, DROP_END))


def _crown_particles(clip: Clip) -> list[Clip]:
    around = ((-0.42, -0.2), (0.45, -0.1), (-0.3, 0.28), (0.36, 0.3))
    return [light(clip.end, DROP_END, 1.0, "effects/shine"), *glints(clip.end, DROP_END - 0.05, 1.0, around)]


DROP_HEIGHT: Final = 0.8  # from which it falls, in token sizes
DROP: Final = Motion("drop", _drop_pose, 0.4, sound_at=DROP_END, particles=_crown_particles)
"""Put down from above: a crown, or a promoted piece."""
