"""Win animation of Duck Chess: the duck walks to the losing king and sits on it; without pygame."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from functools import partial
from itertools import accumulate, pairwise
from math import hypot, pi, sin
from typing import Final

from rules.common.squares import INDEX
from rules.contract import Table, Target
from scenes.games.duck_chess.moving import FALLEN_DEGREES, Pose, step_of
from scenes.surfaces.clips import (
    FOOT,
    Clip,
    Motion,
    Sprite,
    arc,
    beside,
    part_of,
    smooth,
    squash_sprite,
    tilt_sprite,
)
from scenes.surfaces.end_animation import START_SECONDS, End, act, make_animation, rising
from scenes.surfaces.particles import glints, puffs
from scenes.surfaces.timeline import Timeline

DUCK: Final = "duck"
SQUARE_SECONDS: Final = 0.12
MIN_WALK_SECONDS: Final = 0.35
MAX_WALK_SECONDS: Final = 0.9
"""Of the duck's walk: for a square, and in all."""
LEAP_SECONDS: Final = 0.34
SIT_SECONDS: Final = 0.85
HOME_SECONDS: Final = 0.42
"""Of its jump onto the king, its rest there, and its way home."""
FALL_SECONDS: Final = 0.2
RISE_SECONDS: Final = 0.3
COME_SECONDS: Final = 0.4
"""In which the king falls under it, gets up, and, if it was captured, comes to the board."""
LYING_OFFSET: Final = 0.2  # of a lying king's centre below its square's, in piece sizes
HEAD_HEIGHT: Final = 0.42
SEAT_HEIGHT: Final = 0.5
"""Height of the duck on a standing king above that on a lying one, and above the square then, in piece sizes."""
WALK_SQUARES: Final = 4  # preferred number of squares for the duck's walk


def _ways(table: Table, start: Target) -> dict[Target, tuple[Target, ...]]:
    ways: dict[Target, tuple[Target, ...]] = {start: ()}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for there in _neighbours(here):
            if there not in ways and not table.get(there):
                ways[there] = (*ways[here], there)
                waiting.append(there)
    return ways


def _neighbours(square: Target) -> list[Target]:
    """Return the neighbours of a square, orthogonal ones first, so that walks are straight where possible."""
    x, y = "abcdefgh".index(square[0]), int(square[1])
    near = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    near.sort(key=lambda way: abs(way[0]) + abs(way[1]))
    names = (f"{'abcdefgh'[x + dx]}{y + dy}" for dx, dy in near if 0 <= x + dx < 8)
    return [name for name in names if name in INDEX]


def _scene(end: End, duck: Target, king: Target) -> tuple[Target, tuple[Target, ...]]:
    """Return the square where the duck meets the king, and the squares that it walks over to one beside it.

    A captured king comes to an empty square, a few steps from the duck and near the centre.
    """
    spots, ways = end.spots, _ways(end.table, duck)

    def far(one: Target, other: Target) -> float:
        return hypot(spots[one].x - spots[other].x, spots[one].y - spots[other].y) / spots[duck].size

    if king in INDEX:
        return king, min(ways.items(), key=lambda way: (round(far(way[0], king), 2), len(way[1]), way[0]))[1]
    reached = [one for one in ways if len(ways[one]) > 1] or [one for one in INDEX if not end.table.get(one)]

    def cost(one: Target) -> tuple[float, Target]:
        return abs(len(ways.get(one, ())) - WALK_SQUARES) + sum(far(one, a) for a in ("d4", "e5")), one

    best = min(reached, key=cost)
    return best, ways.get(best, ())[:-1]


def _walked(clip: Clip, share: float) -> tuple[float, float, float]:
    """Return the duck's x, y and heading after a share of its way."""
    points = [clip.start, *clip.others]
    ends = list(accumulate((hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points)), initial=0.0))
    far = share * ends[-1]
    for number, (a, b) in enumerate(pairwise(points)):
        if far <= ends[number + 1]:
            part = part_of(far, ends[number], ends[number + 1])
            return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part, b[0] - a[0] or clip.way
    return points[-1][0], points[-1][1], float(clip.way)


def _triumph(walk: float, cries: bool, clip: Clip, part: float) -> Sprite:
    time = part * (walk + LEAP_SECONDS + SIT_SECONDS + HOME_SECONDS)
    if time < walk:
        return _waddling(clip, time / walk, round(walk / SQUARE_SECONDS))
    time -= walk
    last = clip.others[-1] if clip.others else clip.start
    if time < LEAP_SECONDS:
        return _flown(replace(clip, start=last), time / LEAP_SECONDS, 0.8, high=HEAD_HEIGHT)
    time -= LEAP_SECONDS
    if time < SIT_SECONDS:
        return _seated(cries, clip, time)
    time, lands_at = time - SIT_SECONDS, HOME_SECONDS - 0.08
    home = _flown(replace(clip, start=clip.end, end=clip.start), smooth(time / lands_at), 1.1)
    landed = part_of(time, lands_at, HOME_SECONDS)
    lands = replace(home, pose=Pose("squash", clip.start[0] - clip.end[0])) if landed else home
    return squash_sprite(lands, 2.0 * arc(landed))


def _waddling(clip: Clip, share: float, steps: int) -> Sprite:
    x, y, heading = _walked(clip, smooth(share))
    gait, size = share * steps, clip.start[2]
    rise = 0.1 * abs(sin(pi * gait))
    pose = step_of(gait, heading)
    return Sprite(clip.token, x, y - rise * size, size, 2 * rise, 11 * sin(pi * gait), pose=pose)


def _flown(clip: Clip, share: float, height: float, high: float = 0.0) -> Sprite:
    pose = step_of(0.0, clip.end[0] - clip.start[0])
    return clip.between(share, up=height * arc(share) + high * share, lift=arc(share), pose=pose)


def _seated(cries: bool, clip: Clip, time: float) -> Sprite:
    x, y, size = clip.end
    high = HEAD_HEIGHT * size * (1 - part_of(time, 0.0, FALL_SECONDS) ** 2)
    bounce = arc(time, 0.32, 0.46) + arc(time, 0.5, 0.64)
    flat, cry = FALL_SECONDS <= time < FALL_SECONDS + 0.1, cries and 0.32 < time < 0.7
    sits = Sprite(clip.token, x, y - high, size, pose=Pose("squash" if flat else "quack" if cry else ""))
    return squash_sprite(sits, 2.5 * arc(time, FALL_SECONDS, 0.32) - 1.6 * bounce)


def _fallen(there: Sprite, way: int, lain: float) -> Sprite:
    """Return a king between standing (0) and lying (1)."""
    turned = tilt_sprite(there, way * FALLEN_DEGREES * lain)
    y = turned.y - (FOOT - LYING_OFFSET) * there.size * lain
    return replace(turned, x=turned.x - (turned.x - there.x) * lain, y=y)


def _crushed(waits: float, clip: Clip, part: float) -> Sprite:
    time = part * (waits + SIT_SECONDS + HOME_SECONDS)
    came = part_of(time, 0.0, COME_SECONDS)
    time -= waits
    share = smooth(came) - smooth(time, SIT_SECONDS + 0.05, SIT_SECONDS + HOME_SECONDS)
    lain = part_of(time, 0.0, FALL_SECONDS) ** 2 - smooth(time, SIT_SECONDS + 0.05, SIT_SECONDS + 0.05 + RISE_SECONDS)
    up = arc(share) if clip.start != clip.end else 0.0
    there = clip.between(share, lift=up)
    flown = replace(there, y=there.y - 0.5 * clip.end[2] * up)
    return squash_sprite(_fallen(flown, clip.way, lain), 1.5 * arc(time, FALL_SECONDS, FALL_SECONDS + 0.14) * lain)


def _dust(waits: float, clip: Clip) -> list[Clip]:
    since = (waits + FALL_SECONDS) / clip.seconds
    low = beside(clip.end, 0.0, LYING_OFFSET, 1.0)
    return [
        *puffs(low, since, since + 0.2, count=5, reach=0.6, wide=0.42),
        *glints(low, since + 0.06, since + 0.3, ((-0.6, -0.6), (0.6, -0.75), (0.0, -1.1))),
    ]


def _laid(clip: Clip, part: float) -> Sprite:
    lain = part_of(part, 0.18, 0.46) ** 2 - smooth(part, 0.74)
    fallen = _fallen(clip.between(0.0), clip.way, lain)
    return replace(fallen, tilt=fallen.tilt - clip.way * 7 * arc(part, 0.0, 0.18))


def _bowed(clip: Clip, part: float) -> Sprite:
    return tilt_sprite(clip.between(0.0), clip.way * 13 * arc(smooth(part)))


def _nodding(clip: Clip, part: float) -> Sprite:
    pose = step_of(0.0, clip.end[0] - clip.start[0] or 1.0)
    return squash_sprite(clip.between(0.0, pose=pose), 3.4 * abs(sin(2 * pi * part_of(part, 0.15, 0.85))))


LAY: Final = Motion("lay", _laid, 1.15, sound_at=0.46)
BOW: Final = Motion("bow", _bowed, 0.8, sound_at=None)
NOD: Final = Motion("nod", _nodding, 0.9, sound_at=None)


def ending(end: End) -> Timeline:
    """Return the end animation: the duck sits on the king after a win on the board.

    Otherwise kings are laid down, or bow, and the duck nods.
    """
    duck = next((at for at, tokens in end.table.items() if tokens[-1].look == DUCK and at in INDEX), None)
    kings = [
        (at, number)
        for at, tokens in end.table.items()
        for number, token in enumerate(tokens)
        if token.look.endswith("-king")
    ]
    ours = {at: number for at, number in kings if end.has(end.table[at][number])}
    theirs = {at: number for at, number in kings if at not in ours}
    if end.kind == "won" and end.played and duck is not None and theirs:
        return _sat_upon(end, duck, *next(iter(theirs.items())))
    if end.kind == "won" and theirs:
        at, number = next(iter(theirs.items()))
        return make_animation(end, [act(end, at, LAY, number=number, sound="topple", volume=0.7)], ours)
    if not ours:
        return rising(end)
    parts = [act(end, at, BOW, number=number) for at, number in ours.items()]
    if duck is not None:
        spot = end.spots[next(iter(ours))]
        parts.append(act(end, duck, NOD, to=(spot.x, spot.y, end.spots[duck].size)))
    return make_animation(end, parts, ours, brightness=0.7)


def _sat_upon(end: End, duck: Target, king: Target, number: int) -> Timeline:
    square, by = _scene(end, duck, king)
    walk = min(MAX_WALK_SECONDS, max(MIN_WALK_SECONDS, SQUARE_SECONDS * len(by))) if by else 0.0
    waits = walk + LEAP_SECONDS + (COME_SECONDS - 0.05 if king != square else 0.0)
    x, y, size = end.place(square)
    seconds = walk + LEAP_SECONDS + SIT_SECONDS + HOME_SECONDS
    cry, fall = (walk + LEAP_SECONDS + 0.34) / seconds, (waits + 0.1) / seconds
    triumph = Motion("triumph", partial(_triumph, walk, end.cries), seconds, sound_at=cry)
    crushed, dust = partial(_crushed, waits), partial(_dust, waits)
    crush = Motion("crush", crushed, waits + SIT_SECONDS + HOME_SECONDS, sound_at=fall, particles=dust)
    goes = act(
        *(end, duck, triumph, START_SECONDS + waits - walk - LEAP_SECONDS),
        to=(x, y + (LYING_OFFSET - SEAT_HEIGHT) * size, size),
        by=tuple(end.place(one) for one in by),
        sound="quack" if end.cries else "pat",
    )
    fell = act(end, king, crush, number=number, to=(x, y, size), sound="topple")
    return make_animation(end, [fell, goes], [square])
