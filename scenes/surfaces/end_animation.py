"""The animation at the end of a match: tokens move one after another, under a light. No pygame; seconds and pixels.

Every movement begins and ends with the token at rest in its place, because the person may skip the animation at any
moment (`tests/scenes/test_end_animations.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from math import hypot, inf, nextafter
from typing import Final, Literal

from rules.contract import Seat, Table, Target, Token
from scenes.surfaces.clips import Clip, Cue, Motion, Place, Sprite, arc, side_of, smooth
from scenes.surfaces.layout import Box, Spots
from scenes.surfaces.timeline import Light, Segment, Timeline

START_SECONDS: Final = 0.15  # the wait before the first token moves
STAGGER_SECONDS: Final = 0.08  # the wait between the starts of two tokens
MAX_SECONDS: Final = 2.9
MAX_SHORT_SECONDS: Final = 1.3
"""Longest animation for a win by the rules, and for any other end (resignation, time, draw, defeat)."""
RISE_HEIGHT: Final = 0.16  # fraction of the token's size
MIN_LIGHT_SECONDS: Final = 0.9
FADE_IN_SECONDS: Final = 0.35
FADE_OUT_SECONDS: Final = 0.3
MIN_LIGHT_RADIUS: Final = 0.32  # around one token, in heights of the table
MAX_LIGHT_RADIUS: Final = 0.46
BRIGHTNESS_STEPS: Final = 16  # number of levels of the light's brightness
MIN_CUE_SECONDS: Final = 0.05  # a sound that follows one of the same name sooner is left out


@dataclass(frozen=True, slots=True)
class End:
    """A match that has just ended, and its table.

    `kind`: "lost" if no local person has won. `seats`: the seats whose tokens are animated, namely the winners if
    `kind` is "won", the local persons if it is "lost", all after a draw. `ended_by_rules`: not by resignation or the
    clock. `is_still`: whether nothing may move. `can_cry`: whether living tokens cry. `stage`: the
    `Stage`, for a game's own animation.
    """

    kind: Literal["won", "lost", "drawn"]
    seats: frozenset[Seat]
    table: Table
    spots: Spots
    area: Box
    emblems: Sequence[str]
    """The sprite of each seat; its name begins like those of the seat's tokens ("duck_chess/white-king")."""
    ended_by_rules: bool = True
    is_still: bool = False
    speed: float = 1.0
    can_cry: bool = True
    stage: object = None

    @property
    def is_full(self) -> bool:
        """Whether the full animation is shown, which is for a win by the rules."""
        return self.kind == "won" and self.ended_by_rules

    @property
    def max_seconds(self) -> float:
        return MAX_SECONDS if self.is_full else MAX_SHORT_SECONDS

    def has_token(self, token: Token) -> bool:
        """Return whether a token belongs to one of `seats`."""
        return side_of(token.look) in {side_of(self.emblems[seat]) for seat in self.seats}

    @property
    def animated_targets(self) -> list[Target]:
        """The targets with tokens of `seats`, from left to right: those on the board, or else those beside it."""
        targets = [target for target, tokens in self.table.items() if self.has_token(tokens[-1])]
        targets.sort(key=lambda target: (self.spots[target].x, -self.spots[target].y))
        return [target for target in targets if not target.startswith("taken")] or targets

    def place(self, target: Target, number: int = 0) -> Place:
        """Return the place of token `number` of a target, or of the target's own object if it has no token."""
        looks = [token.look for token in self.table.get(target, ())]
        spot = self.spots[target]
        return spot.token_place(looks, number) if looks else (spot.x, spot.y, spot.size)

    def make_light(self, targets: Collection[Target]) -> Light:
        """Return a light over these targets, or, if there are none, over the middle of the board."""
        points = [(self.spots[target].x, self.spots[target].y) for target in targets]
        middle = (self.area.x + self.area.h / 2, self.area.y + self.area.h / 2)  # the board is a square on the left
        points = points or [middle]
        x, y = (sum(axis) / len(axis) for axis in zip(*points, strict=True))
        farthest = max(hypot(point_x - x, point_y - y) for point_x, point_y in points)
        return Light(x, y, min(MAX_LIGHT_RADIUS, MIN_LIGHT_RADIUS + farthest / self.area.h) * self.area.h)


def make_clip(
    end: End,
    at: Target,
    motion: Motion,
    begins: float = START_SECONDS,
    *,
    number: int = 0,
    to: Place | None = None,
    by: tuple[Place, ...] = (),
    look: str = "",
    sound: str = "",
    volume: float = 1.0,
) -> Clip:
    """Make the clip of one token of a target, or of an object with the sprite `look` that is no token.

    `to`: where it goes before it returns, by default its own place; `by`: places that it passes or acts on.
    """
    start = end.place(at, number)
    token, stays = Token(look) if look else end.table[at][number], not (to or look)
    sound_time = begins + (motion.sound_at or 0.0) * motion.duration()
    cue = Cue(sound_time, sound, (to or start)[0], volume) if sound else None
    return motion.clip(
        *(token, start, to or start),
        begins=begins,
        layer=number,
        target=at,
        stays=stays,
        others=by,
        cue=cue,
    )


def start_times(count: int, apart: float, seconds: float) -> list[float]:
    """Return the start times of `count` clips: `apart` seconds after one another, or closer, all within `seconds`."""
    step = min(apart, seconds / max(1, count - 1))
    return [START_SECONDS + number * step for number in range(count)]


def stagger_clips(
    end: End,
    targets: Sequence[Target],
    motion: Motion,
    *,
    apart: float = STAGGER_SECONDS,
    until: float = 0.0,
    to: Callable[[Target, int], Place | None] = lambda at, number: None,
    sound: str = "",
    volume: float = 1.0,
) -> list[Clip]:
    """Make clips with the same motion for all tokens of some targets, one target after another.

    The last clip ends by `until`, or by the end of the animation. `to` returns the destination of a target's token,
    or None if the token stays.
    """
    begins = start_times(len(targets), apart, (until or end.max_seconds) - START_SECONDS - motion.duration())
    return [
        make_clip(
            end, at, motion, when, number=number, to=to(at, number), sound="" if number else sound, volume=volume
        )
        for at, when in zip(targets, begins, strict=True)
        for number in range(len(end.table[at]))
    ]


def make_animation(end: End, clips: Sequence[Clip], targets: Collection[Target], brightness: float = 1.0) -> Timeline:
    """Make the animation of these clips with a light over `targets`; without the clips if `end.is_still`."""
    moving = [] if end.is_still else [_sped_up(clip, end.speed) for clip in clips]
    seconds = max(MIN_LIGHT_SECONDS / end.speed, *(clip.begins + clip.seconds for clip in moving), 0.0)
    light = partial(_light_at, replace(end.make_light(targets), brightness=brightness), seconds, end.speed)
    return Timeline(_split_into_segments(end, moving, seconds), end.table, seconds, _merge_cues(moving), light=light)


def _sped_up(clip: Clip, speed: float) -> Clip:
    cue = None if clip.cue is None else replace(clip.cue, time=clip.cue.time / speed)
    return replace(clip, begins=clip.begins / speed, seconds=clip.seconds / speed, cue=cue)


def _merge_cues(clips: Sequence[Clip]) -> tuple[Cue, ...]:
    """Return the sounds of the clips by time, without those that repeat a sound too soon."""
    cues: list[Cue] = []
    last_times = dict[str, float]()
    for cue in sorted((clip.cue for clip in clips if clip.cue is not None), key=lambda one: one.time):
        if cue.time - last_times.get(cue.sound, -1.0) > MIN_CUE_SECONDS:
            last_times[cue.sound] = cue.time
            cues.append(cue)
    return tuple(cues)


def _split_into_segments(end: End, clips: Sequence[Clip], seconds: float) -> tuple[Segment, ...]:
    """Return the segments between the starts and ends of the clips; at a clip's very start its token still rests."""
    starts = (nextafter(clip.begins, inf) for clip in clips)
    cuts = {0.0, seconds, *starts, *(clip.begins + clip.seconds for clip in clips)}
    return tuple(
        _make_segment(end, [one for one in clips if one.begins <= begins < one.begins + one.seconds], begins, until)
        for begins, until in pairwise(sorted(cuts))
    )


def _make_segment(end: End, running: Sequence[Clip], begins: float, until: float) -> Segment:
    """Return the segment of the running clips; the resting tokens of their targets become clips too."""
    by_target: dict[Target, dict[int, Clip]] = {}
    for clip in running:
        by_target.setdefault(clip.target, {})[clip.layer] = replace(clip, begins=clip.begins - begins)
    clips = [clip for target, moving in by_target.items() for clip in _target_clips(end, target, moving)]
    resting = {target: tokens for target, tokens in end.table.items() if target not in by_target}
    return Segment(resting, clips, begins, until - begins, frozenset(by_target.keys() - end.table.keys()))


def _target_clips(end: End, target: Target, moving: dict[int, Clip]) -> list[Clip]:
    """Return the clips of all tokens of a target, and of its own object, in the order in which they are painted."""
    clips = []
    for number, token in enumerate(end.table.get(target, ())):
        place = end.place(target, number)
        resting = Clip(token, place, place, _rest_pose, layer=number, target=target, stays=True)
        clips.append(moving.pop(number, resting))
    if end.spots[target].places:
        clips.sort(key=lambda clip: (not clip.stays, clip.start[1], clip.pose is not _rest_pose))
    return [*clips, *moving.values()]


def _rest_pose(clip: Clip, progress: float) -> Sprite:
    return clip.between(0.0)


def _light_at(light: Light, seconds: float, speed: float, time: float) -> Light | None:
    """Return the light at a time of an animation of `seconds`, or None while it is dark."""
    brightness = smooth(time * speed, 0.0, FADE_IN_SECONDS)
    brightness *= 1 - smooth((time - seconds) * speed, -FADE_OUT_SECONDS, 0.0)
    step = round(BRIGHTNESS_STEPS * brightness * light.brightness)
    return replace(light, brightness=step / BRIGHTNESS_STEPS) if step else None


def _rise_pose(max_lift: float, clip: Clip, progress: float) -> Sprite:
    lift = max_lift * arc(progress) ** 2
    return clip.between(0.0, up=RISE_HEIGHT * lift, lift=lift)


RISE: Final = Motion("rise", partial(_rise_pose, 1.0), 0.5, sound_at=0.9)
BREATHE: Final = Motion("breathe", partial(_rise_pose, 0.4), 0.9, sound_at=None)


def make_default_animation(end: End) -> Timeline:
    """Make the default animation: after a win, tokens rise one after another; otherwise all rise a little at once."""
    own = end.animated_targets
    if end.kind == "won":
        until = MAX_SECONDS / 2 if end.ended_by_rules else 0.0
        return make_animation(end, stagger_clips(end, own, RISE, until=until), own)
    return make_animation(end, stagger_clips(end, own, BREATHE, apart=0.0), own, brightness=0.7)
