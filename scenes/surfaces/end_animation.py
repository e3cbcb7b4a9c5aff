"""The animation of a match's end: tokens move in turn in place, under a light. Pure; seconds and pixels.

Everything begins and ends at rest, because the film may be skipped at any moment (`tests/scenes/test_endings.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from math import hypot, inf, nextafter
from typing import Final, Literal

from rules.contract import Seat, Table, Target, Token
from scenes.surfaces.clips import Clip, Cue, Motion, Place, Sprite, arc, smooth
from scenes.surfaces.layout import Box, Spots
from scenes.surfaces.timeline import Light, Segment, Timeline

START_SECONDS: Final = 0.15
STAGGER_SECONDS: Final = 0.08  # before the first token moves, and between two
MAX_SECONDS: Final = 2.9
MAX_SHORT_SECONDS: Final = 1.3
"""Duration for a win by the rules, and for any other end (resignation, time, draw, defeat)."""
RISE_HEIGHT: Final = 0.16  # fraction of the token's size
MIN_LIGHT_SECONDS: Final = 0.9
FADE_IN_SECONDS: Final = 0.35
FADE_OUT_SECONDS: Final = 0.3
MIN_LIGHT_RADIUS: Final = 0.32  # in heights of the table; around one thing
MAX_LIGHT_RADIUS: Final = 0.46
BRIGHTNESS_STEPS: Final = 16  # of the light
MIN_CUE_SECONDS: Final = 0.05  # within which a repeated sound of the same name is dropped


@dataclass(frozen=True, slots=True)
class End:
    """A match that has just ended, and its table.

    `seats`: the seats that are shown; `kind`: "lost" where no local person has won; `played`: ended by the rules,
    not by resignation or the clock; `still`: nothing moves.
    """

    kind: Literal["won", "lost", "drawn"]
    seats: frozenset[Seat]
    table: Table
    spots: Spots
    area: Box
    emblems: Sequence[str]
    """Sprite of each seat; its name begins like those of the seat's tokens ("duck_chess/white-king")."""
    played: bool = True
    still: bool = False
    speed: float = 1.0
    cries: bool = True
    stage: object = None

    @property
    def whole(self) -> bool:
        return self.kind == "won" and self.played

    @property
    def max_seconds(self) -> float:
        return MAX_SECONDS if self.whole else MAX_SHORT_SECONDS

    def has(self, token: Token) -> bool:
        return _side(token.look) in {_side(self.emblems[seat].rpartition("/")[2]) for seat in self.seats}

    @property
    def own(self) -> list[Target]:
        """Targets of these seats' tokens from the left: on the board, or beside it if all are taken."""
        there = [target for target, tokens in self.table.items() if self.has(tokens[-1])]
        there.sort(key=lambda target: (self.spots[target].x, -self.spots[target].y))
        return [one for one in there if not one.startswith("taken")] or there

    def place(self, target: Target, number: int = 0) -> Place:
        """Return the place of a target's token `number`, or of the target's own object if no token is there."""
        looks = [token.look for token in self.table.get(target, ())]
        spot = self.spots[target]
        return spot.lie(looks, number) if looks else (spot.x, spot.y, spot.size)

    def light(self, targets: Collection[Target]) -> Light:
        points = [(self.spots[one].x, self.spots[one].y) for one in targets]
        middle = (self.area.x + self.area.h / 2, self.area.y + self.area.h / 2)
        points = points or [middle]
        x, y = (sum(axis) / len(axis) for axis in zip(*points, strict=True))
        far = max(hypot(left - x, top - y) for left, top in points)
        return Light(x, y, min(MAX_LIGHT_RADIUS, MIN_LIGHT_RADIUS + far / self.area.h) * self.area.h)


def act(
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
    """Make the movement of one thing to `to` by way of `by`, and back; `look` is for an object that's no token."""
    start = end.place(at, number)
    token, stays = Token(look) if look else end.table[at][number], not (to or look)
    heard = begins + (motion.sound_at or 0.0) * motion.duration()
    cue = Cue(heard, sound, (to or start)[0], volume) if sound else None
    return motion.clip(
        *(token, start, to or start),
        begins=begins,
        layer=number,
        target=at,
        stays=stays,
        others=by,
        cue=cue,
    )


def starts(count: int, apart: float, seconds: float) -> list[float]:
    """Return when each of some things starts: `apart` seconds after one another, the last within `seconds`."""
    step = min(apart, seconds / max(1, count - 1))
    return [START_SECONDS + number * step for number in range(count)]


def in_turn(
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
    """Make the same movement of all tokens on some targets, one after another.

    The last one ends by `until`, or by the latest allowed. `to`: the end of the way of a target's token; None where
    it stays.
    """
    begins = starts(len(targets), apart, (until or end.max_seconds) - START_SECONDS - motion.duration())
    return [
        act(end, at, motion, when, number=number, to=to(at, number), sound="" if number else sound, volume=volume)
        for at, when in zip(targets, begins, strict=True)
        for number in range(len(end.table[at]))
    ]


def make_animation(end: End, clips: Sequence[Clip], lit: Collection[Target], brightness: float = 1.0) -> Timeline:
    """Make the animation of these clips, with light over some targets; only the light if `end.still`."""
    moving = [] if end.still else [_speed_up(clip, end.speed) for clip in clips]
    seconds = max(MIN_LIGHT_SECONDS / end.speed, *(clip.begins + clip.seconds for clip in moving), 0.0)
    light = partial(_light_at, replace(end.light(lit), brightness=brightness), seconds, end.speed)
    return Timeline(_segments(end, moving, seconds), end.table, seconds, _cues(moving), light=light)


def _speed_up(clip: Clip, speed: float) -> Clip:
    cue = None if clip.cue is None else replace(clip.cue, time=clip.cue.time / speed)
    return replace(clip, begins=clip.begins / speed, seconds=clip.seconds / speed, cue=cue)


def _cues(clips: Sequence[Clip]) -> tuple[Cue, ...]:
    found: list[Cue] = []
    heard = dict[str, float]()
    for cue in sorted((clip.cue for clip in clips if clip.cue is not None), key=lambda one: one.time):
        if cue.time - heard.get(cue.sound, -1.0) > MIN_CUE_SECONDS:
            heard[cue.sound] = cue.time
            found.append(cue)
    return tuple(found)


def _segments(end: End, clips: Sequence[Clip], seconds: float) -> tuple[Segment, ...]:
    """Return the segments between the beginnings and ends of the clips; what begins isn't seen to move yet."""
    begins = (nextafter(clip.begins, inf) for clip in clips)
    cuts = {0.0, seconds, *begins, *(clip.begins + clip.seconds for clip in clips)}
    return tuple(
        _segment(end, [one for one in clips if one.begins <= begins < one.begins + one.seconds], begins, until)
        for begins, until in pairwise(sorted(cuts))
    )


def _segment(end: End, running: Sequence[Clip], begins: float, until: float) -> Segment:
    """Return a segment; where one token of a target moves, the others are clips too."""
    acting: dict[Target, dict[int, Clip]] = {}
    for clip in running:
        acting.setdefault(clip.target, {})[clip.layer] = replace(clip, begins=clip.begins - begins)
    clips = [clip for target, moving in acting.items() for clip in _stack(end, target, moving)]
    resting = {target: tokens for target, tokens in end.table.items() if target not in acting}
    return Segment(resting, clips, begins, until - begins, away=frozenset(acting.keys() - end.table.keys()))


def _stack(end: End, target: Target, moving: dict[int, Clip]) -> list[Clip]:
    """Return the clips of all tokens of a target, and of its own object, in the order in which they are painted."""
    found = []
    for number, token in enumerate(end.table.get(target, ())):
        place = end.place(target, number)
        still = Clip(token, place, place, _rest, layer=number, target=target, stays=True)
        found.append(moving.pop(number, still))
    if end.spots[target].places:
        found.sort(key=lambda clip: (not clip.stays, clip.start[1], clip.pose is not _rest))
    return [*found, *moving.values()]


def _rest(clip: Clip, share: float) -> Sprite:
    return clip.between(0.0)


def _light_at(light: Light, seconds: float, speed: float, time: float) -> Light | None:
    bright = smooth(time * speed, 0.0, FADE_IN_SECONDS)
    bright *= 1 - smooth(((time - seconds) * speed + FADE_OUT_SECONDS) / FADE_OUT_SECONDS)
    step = round(BRIGHTNESS_STEPS * bright * light.brightness)
    return replace(light, brightness=step / BRIGHTNESS_STEPS) if step else None


def _side(look: str) -> str:
    return look.partition("-")[0]


def _rising(high: float, clip: Clip, part: float) -> Sprite:
    up = high * arc(part) ** 2
    return clip.between(0.0, up=RISE_HEIGHT * up, lift=up)


RISE: Final = Motion("rise", partial(_rising, 1.0), 0.5, sound_at=0.9)
BREATHE: Final = Motion("breathe", partial(_rising, 0.4), 0.9, sound_at=None)


def rising(end: End) -> Timeline:
    """Make the default end animation: the winner's tokens rise one after another, or all rise a little."""
    own = end.own
    if end.kind == "won":
        return make_animation(end, in_turn(end, own, RISE, until=MAX_SECONDS / 2 if end.played else 0.0), own)
    return make_animation(end, in_turn(end, own, BREATHE, apart=0.0), own, brightness=0.7)
