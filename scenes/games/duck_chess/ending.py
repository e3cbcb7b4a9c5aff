"""The end animation of Duck Chess: the duck walks to the losing king and sits on it; without pygame."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from functools import partial
from itertools import accumulate, pairwise
from math import hypot, pi, sin
from typing import Final

from rules.common.squares import INDEX
from rules.contract import Table, Target
from scenes.games.duck_chess.moving import FALLEN_DEGREES, Pose, walk_pose
from scenes.surfaces.clips import (
    FOOT,
    Clip,
    Motion,
    Sprite,
    arc,
    beside,
    fraction_of,
    smooth,
    squash_sprite,
    tilt_sprite,
)
from scenes.surfaces.end_animation import START_SECONDS, End, make_animation, make_clip, make_default_animation
from scenes.surfaces.particles import make_glints, make_puffs
from scenes.surfaces.timeline import Timeline

DUCK: Final = "duck"
SQUARE_SECONDS: Final = 0.12  # for each square that the duck walks
MIN_WALK_SECONDS: Final = 0.35
MAX_WALK_SECONDS: Final = 0.9
LEAP_SECONDS: Final = 0.34
SIT_SECONDS: Final = 0.85
RETURN_SECONDS: Final = 0.42
"""Durations of the duck's leap onto the king, its rest there, and its flight back."""
FALL_SECONDS: Final = 0.2  # of the king, as the duck lands on it
RISE_SECONDS: Final = 0.3  # of the king afterwards
COME_SECONDS: Final = 0.4  # of a captured king's path from the box to the board
LYING_OFFSET: Final = 0.2  # of a lying king's centre below its square's, in piece sizes
HEAD_HEIGHT: Final = 0.42  # of the duck on a standing king, above its height on a lying one, in piece sizes
SEAT_HEIGHT: Final = 0.5  # of the duck on a lying king, above the king's centre, in piece sizes
WALK_LENGTH: Final = 4  # preferred number of squares for the duck's walk


def _find_paths(table: Table, start: Target) -> dict[Target, tuple[Target, ...]]:
    """Return, by square that can be reached over empty squares, the squares of a shortest path to it."""
    paths: dict[Target, tuple[Target, ...]] = {start: ()}
    queue = deque([start])
    while queue:
        square = queue.popleft()
        for neighbour in _neighbours(square):
            if neighbour not in paths and not table.get(neighbour):
                paths[neighbour] = (*paths[square], neighbour)
                queue.append(neighbour)
    return paths


def _neighbours(square: Target) -> list[Target]:
    """Return the neighbours of a square, orthogonal ones first, so that walks are straight where possible."""
    x, y = "abcdefgh".index(square[0]), int(square[1])
    steps = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    steps.sort(key=lambda step: abs(step[0]) + abs(step[1]))
    names = (f"{'abcdefgh'[x + dx]}{y + dy}" for dx, dy in steps if 0 <= x + dx < 8)
    return [name for name in names if name in INDEX]


def _plan_meeting(end: End, duck: Target, king: Target) -> tuple[Target, tuple[Target, ...]]:
    """Return the square where the duck sits on the king, and the path that it walks before its leap there.

    A king in the box comes to an empty square, a few steps from the duck and near the centre.
    """
    spots, paths = end.spots, _find_paths(end.table, duck)

    def distance(square: Target, to: Target) -> float:  # in sizes of the duck
        return hypot(spots[square].x - spots[to].x, spots[square].y - spots[to].y) / spots[duck].size

    if king in INDEX:
        nearest = min(paths, key=lambda square: (round(distance(square, king), 2), len(paths[square]), square))
        return king, paths[nearest]
    empty = [square for square in INDEX if not end.table.get(square)]
    candidates = [square for square in paths if len(paths[square]) > 1] or empty

    def cost(square: Target) -> tuple[float, Target]:
        to_centre = sum(distance(square, centre) for centre in ("d4", "e5"))
        return abs(len(paths.get(square, ())) - WALK_LENGTH) + to_centre, square

    meeting = min(candidates, key=cost)
    return meeting, paths.get(meeting, ())[:-1]


def _walk_position(clip: Clip, progress: float) -> tuple[float, float, float]:
    """Return the duck's x, y and direction (above 0: to the right) after the fraction `progress` of its path."""
    points = [clip.start, *clip.others]
    corner_distances = list(accumulate((hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points)), initial=0.0))
    distance = progress * corner_distances[-1]
    for number, (a, b) in enumerate(pairwise(points)):
        if distance <= corner_distances[number + 1]:
            share = fraction_of(distance, corner_distances[number], corner_distances[number + 1])
            return (
                a[0] + (b[0] - a[0]) * share,
                a[1] + (b[1] - a[1]) * share,
                b[0] - a[0] or clip.x_direction,
            )
    return points[-1][0], points[-1][1], float(clip.x_direction)


def _pose_triumph(walk_seconds: float, is_crying: bool, clip: Clip, progress: float) -> Sprite:
    time = progress * (walk_seconds + LEAP_SECONDS + SIT_SECONDS + RETURN_SECONDS)
    if time < walk_seconds:
        return _pose_walk(clip, time / walk_seconds, round(walk_seconds / SQUARE_SECONDS))
    time -= walk_seconds
    leap_start = clip.others[-1] if clip.others else clip.start
    if time < LEAP_SECONDS:
        return _pose_flight(replace(clip, start=leap_start), time / LEAP_SECONDS, 0.8, end_height=HEAD_HEIGHT)
    time -= LEAP_SECONDS
    if time < SIT_SECONDS:
        return _pose_sitting(is_crying, clip, time)
    time, landing_start = time - SIT_SECONDS, RETURN_SECONDS - 0.08
    flight = _pose_flight(replace(clip, start=clip.end, end=clip.start), smooth(time / landing_start), 1.1)
    landing = fraction_of(time, landing_start, RETURN_SECONDS)
    sprite = replace(flight, pose=Pose("squash", clip.start[0] - clip.end[0])) if landing else flight
    return squash_sprite(sprite, 2.0 * arc(landing))


def _pose_walk(clip: Clip, progress: float, step_count: int) -> Sprite:
    x, y, heading = _walk_position(clip, smooth(progress))
    steps_done, size = progress * step_count, clip.start[2]
    rise = 0.1 * abs(sin(pi * steps_done))
    pose = walk_pose(steps_done, heading)
    return Sprite(clip.token, x, y - rise * size, size, 2 * rise, 11 * sin(pi * steps_done), pose=pose)


def _pose_flight(clip: Clip, progress: float, height: float, end_height: float = 0.0) -> Sprite:
    """Return the duck on an arc of `height`, which ends `end_height` above its start; both in sizes of the duck."""
    pose = walk_pose(0.0, clip.end[0] - clip.start[0])
    return clip.between(progress, up=height * arc(progress) + end_height * progress, lift=arc(progress), pose=pose)


def _pose_sitting(is_crying: bool, clip: Clip, time: float) -> Sprite:
    x, y, size = clip.end
    height = HEAD_HEIGHT * size * (1 - fraction_of(time, 0.0, FALL_SECONDS) ** 2)
    bounce = arc(time, 0.32, 0.46) + arc(time, 0.5, 0.64)
    is_squashed = FALL_SECONDS <= time < FALL_SECONDS + 0.1
    act = "squash" if is_squashed else "quack" if is_crying and 0.32 < time < 0.7 else ""
    duck = Sprite(clip.token, x, y - height, size, pose=Pose(act))
    return squash_sprite(duck, 2.5 * arc(time, FALL_SECONDS, 0.32) - 1.6 * bounce)


def _lay_king(king: Sprite, fall_direction: int, lying: float) -> Sprite:
    """Return a king between standing (`lying` is 0) and lying (1)."""
    tilted = tilt_sprite(king, fall_direction * FALLEN_DEGREES * lying)
    y = tilted.y - (FOOT - LYING_OFFSET) * king.size * lying
    return replace(tilted, x=tilted.x - (tilted.x - king.x) * lying, y=y)


def _pose_crushed_king(crush_start: float, clip: Clip, progress: float) -> Sprite:
    """Return the losing king, which falls as the duck lands on it after `crush_start` seconds, and rises at the end.

    A captured king comes from the box before it falls, and goes back into the box after it has risen.
    """
    time = progress * (crush_start + SIT_SECONDS + RETURN_SECONDS)
    arrival = fraction_of(time, 0.0, COME_SECONDS)
    time -= crush_start
    rise_start = SIT_SECONDS + 0.05
    share = smooth(arrival) - smooth(time, rise_start, SIT_SECONDS + RETURN_SECONDS)
    lying = fraction_of(time, 0.0, FALL_SECONDS) ** 2 - smooth(time, rise_start, rise_start + RISE_SECONDS)
    lift = arc(share) if clip.start != clip.end else 0.0
    sprite = clip.between(share, lift=lift)
    raised = replace(sprite, y=sprite.y - 0.5 * clip.end[2] * lift)
    squash = 1.5 * arc(time, FALL_SECONDS, FALL_SECONDS + 0.14) * lying
    return squash_sprite(_lay_king(raised, clip.x_direction, lying), squash)


def _make_dust(crush_start: float, clip: Clip) -> list[Clip]:
    fallen_at = (crush_start + FALL_SECONDS) / clip.seconds  # in fractions of the clip, as particles need
    ground = beside(clip.end, 0.0, LYING_OFFSET, 1.0)
    return [
        *make_puffs(ground, fallen_at, fallen_at + 0.2, count=5, reach=0.6, size=0.42),
        *make_glints(ground, fallen_at + 0.06, fallen_at + 0.3, ((-0.6, -0.6), (0.6, -0.75), (0.0, -1.1))),
    ]


def _pose_laid_king(clip: Clip, progress: float) -> Sprite:
    lying = fraction_of(progress, 0.18, 0.46) ** 2 - smooth(progress, 0.74)
    fallen = _lay_king(clip.between(0.0), clip.x_direction, lying)
    return replace(fallen, tilt=fallen.tilt - clip.x_direction * 7 * arc(progress, 0.0, 0.18))


def _pose_bow(clip: Clip, progress: float) -> Sprite:
    return tilt_sprite(clip.between(0.0), clip.x_direction * 13 * arc(smooth(progress)))


def _pose_nod(clip: Clip, progress: float) -> Sprite:
    pose = walk_pose(0.0, clip.end[0] - clip.start[0] or 1.0)
    return squash_sprite(clip.between(0.0, pose=pose), 3.4 * abs(sin(2 * pi * fraction_of(progress, 0.15, 0.85))))


LAY: Final = Motion("lay", _pose_laid_king, 1.15, sound_at=0.46)  # of a losing king that lies down and rises
BOW: Final = Motion("bow", _pose_bow, 0.8, sound_at=None)  # of kings
NOD: Final = Motion("nod", _pose_nod, 0.9, sound_at=None)  # of the duck


def make_ending(end: End) -> Timeline:
    """Return the end animation: after a win by the rules, the duck sits on the losing king.

    After any other win, the losing king lies down. After a draw or a defeat of the persons here, the kings of
    `end.seats` bow, and the duck nods.
    """
    duck = next((at for at, tokens in end.table.items() if tokens[-1].look == DUCK and at in INDEX), None)
    kings = [
        (at, number)
        for at, tokens in end.table.items()
        for number, token in enumerate(tokens)
        if token.look.endswith("-king")
    ]
    own_kings = {at: number for at, number in kings if end.has_token(end.table[at][number])}
    lost_kings = {at: number for at, number in kings if at not in own_kings}
    if end.kind == "won" and end.ended_by_rules and duck is not None and lost_kings:
        return _make_triumph(end, duck, *next(iter(lost_kings.items())))
    if end.kind == "won" and lost_kings:
        at, number = next(iter(lost_kings.items()))
        return make_animation(end, [make_clip(end, at, LAY, number=number, sound="topple", volume=0.7)], own_kings)
    if not own_kings:
        return make_default_animation(end)
    clips = [make_clip(end, at, BOW, number=number) for at, number in own_kings.items()]
    if duck is not None:
        spot = end.spots[next(iter(own_kings))]
        clips.append(make_clip(end, duck, NOD, to=(spot.x, spot.y, end.spots[duck].size)))
    return make_animation(end, clips, own_kings, brightness=0.7)


def _make_triumph(end: End, duck: Target, king: Target, king_index: int) -> Timeline:
    """Return the animation in which the duck sits on the losing king, token `king_index` of the target `king`."""
    square, path = _plan_meeting(end, duck, king)
    walk_seconds = min(MAX_WALK_SECONDS, max(MIN_WALK_SECONDS, SQUARE_SECONDS * len(path))) if path else 0.0
    crush_start = walk_seconds + LEAP_SECONDS + (COME_SECONDS - 0.05 if king != square else 0.0)
    x, y, size = end.place(square)
    seconds = walk_seconds + LEAP_SECONDS + SIT_SECONDS + RETURN_SECONDS
    cry_at, fall_at = (walk_seconds + LEAP_SECONDS + 0.34) / seconds, (crush_start + 0.1) / seconds
    triumph = Motion("triumph", partial(_pose_triumph, walk_seconds, end.can_cry), seconds, sound_at=cry_at)
    crushed, dust = partial(_pose_crushed_king, crush_start), partial(_make_dust, crush_start)
    crush = Motion("crush", crushed, crush_start + SIT_SECONDS + RETURN_SECONDS, sound_at=fall_at, particles=dust)
    begin = START_SECONDS + crush_start - walk_seconds - LEAP_SECONDS  # so that the duck lands as the king falls
    duck_clip = make_clip(
        *(end, duck, triumph, begin),
        to=(x, y + (LYING_OFFSET - SEAT_HEIGHT) * size, size),
        by=tuple(end.place(step) for step in path),
        sound="quack" if end.can_cry else "pat",
    )
    king_clip = make_clip(end, king, crush, number=king_index, to=(x, y, size), sound="topple")
    return make_animation(end, [king_clip, duck_clip], [square])
