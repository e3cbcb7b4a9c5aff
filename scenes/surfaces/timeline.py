"""Timelines: `plan` makes the animation of beats, which undo plays backwards. Pure; seconds and pixels."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot, pi, sin
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias, TypeVar

from rules.contract import Beat, Effect, Lift, Put, Seat, Slide, Table, Target, Token, Turn, apply
from scenes.surfaces.clips import SETTLE, SHIFT, Clip, Cue, Motion, Place, Sprite, raise_sprite
from scenes.surfaces.constants import MIN_FADE_REST_SECONDS, PACES, REPLAY_REST_SECONDS, SPEEDS, UNDO_SPEED
from scenes.surfaces.layout import Spot, Spots

if TYPE_CHECKING:
    from scenes.app.settings import Settings


class Animations(Protocol):
    """The animations of a game's effects, and their sounds."""

    def choose_motion(self, effect: Effect, beat: Beat, table: Table) -> Motion:
        """Return the motion of an effect; `table` is the one before its beat."""

    def sound(self, motion: Motion) -> str:
        """Return the name of a motion's sound."""


@dataclass(frozen=True, slots=True)
class InPlaceMotion:
    """An animation of the topmost token of `at` in the first beat; it stays there, turned to `towards`."""

    at: Target
    towards: Target
    motion: Motion
    others: tuple[Target, ...] = ()


@dataclass(frozen=True, slots=True)
class Light:
    """A round light on the table: centre and radius in pixels, brightness 0 to 1."""

    x: float
    y: float
    radius: float
    brightness: float = 1.0


@dataclass(frozen=True, slots=True)
class Frame:
    """The resting tokens, and the moving ones, lowest first."""

    resting: Table
    sprites: tuple[Sprite, ...] = ()
    away: frozenset[Target] = frozenset()  # targets whose own object (not a token) is moving
    under: tuple[Sprite, ...] = ()
    over: tuple[Sprite, ...] = ()
    """Pictures of effects, below and above all tokens."""
    light: Light | None = None


@dataclass(frozen=True, slots=True)
class Segment:
    """The part of a timeline in which the same tokens rest; its clips' times are seconds from its beginning."""

    resting: Table
    clips: Sequence[Clip]
    begins: float
    seconds: float
    away: frozenset[Target] = frozenset()

    def at(self, time: float) -> Frame:
        """Return the frame `time` seconds after its beginning."""
        sprites: list[Sprite | None] = []
        under: list[Sprite | None] = []
        over: list[Sprite | None] = []
        for clip in self.clips:
            (under if clip.is_under else sprites).append(clip.at(time))
            for one in clip.particles:
                (under if one.is_under else over).append(one.at(clip.share(time)))
        seen, low, high = (tuple(filter(None, layer)) for layer in (sprites, under, over))
        return Frame(self.resting, seen, self.away, low, high)


class Film(Protocol):
    """An animation that the stage can show; its cues are sorted by time."""

    @property
    def seconds(self) -> float: ...
    @property
    def last(self) -> Table: ...
    @property
    def cues(self) -> tuple[Cue, ...]: ...
    @property
    def forward(self) -> bool: ...
    @property
    def above(self) -> bool:
        """Whether moving tokens may leave the table."""

    @property
    def binding(self) -> bool:
        """Whether input can't skip it."""

    def at(self, time: float) -> Frame:
        """Return the frame `time` seconds after the start."""


@dataclass(frozen=True, slots=True)
class Timeline:
    """An animation that ends with the table `last`: clips and sounds with their times, and a light."""

    segments: tuple[Segment, ...]
    last: Table
    seconds: float
    cues: tuple[Cue, ...]
    forward: bool = True
    above: bool = False
    binding: bool = False
    again: Seat | None = None  # whose move is replayed; None: this happens now
    has_landing: bool = False  # whether a living token lands in it
    light: Callable[[float], Light | None] = lambda time: None

    def at(self, time: float) -> Frame:
        if time >= self.seconds or not self.segments:
            return Frame(self.last)
        if not self.forward:
            time = self.seconds - time
        number = max(0, bisect_right([one.begins for one in self.segments], time) - 1)
        frame = self.segments[number].at(time - self.segments[number].begins)
        light = self.light(time)
        return frame if light is None else replace(frame, light=light)


def plan(
    table: Table,
    beats: Sequence[Beat],
    spots: Spots,
    animations: Animations,
    *,
    forward: bool = True,
    speed: float = 1.0,
    held: Mapping[Target, tuple[float, float]] | None = None,
    in_place: Sequence[InPlaceMotion] = (),
    rest: float = 0.0,
) -> Timeline:
    """Make the animation of `beats` on `table`, `speed` times as fast as usual; at speed 0 its length is 0.

    `rest`: seconds between two beats. `in_place`: motions during the first beat of tokens that stay. `held`: the
    point where the pointer released the lowest token of a target that moves in the first beat; its animation starts
    there. Backwards there is one sound, when the thing that moved first is put back.
    """
    segments: list[Segment] = []
    cues: list[Cue] = []
    time = back = 0.0
    lands, now = False, table
    for number, beat in enumerate(beats):
        planned = _BeatPlan(now, spots, animations, speed, (held or {}) if number == 0 else {})
        clips = planned.make_clips(beat, in_place if number == 0 else ())
        back = back if number else clips[0].start[0]
        now = apply(now, (beat,))
        heard = {clip.cue.sound: clip.cue for clip in reversed(clips) if clip.cue is not None}
        cues += [replace(cue, time=time + cue.time) for cue in heard.values()]  # a stack makes one sound
        lands = lands or planned.has_landing
        if speed > 0:
            pause = rest if number < len(beats) - 1 else 0.0
            length = max(clip.seconds for clip in clips) + pause
            segments.append(Segment(planned.resting, clips, time, length))
            time += length
    if not forward:
        cues = [Cue(0.7 * time, animations.sound(SETTLE), back)]
        return Timeline(tuple(segments), table, time, tuple(cues), forward=False)
    cues.sort(key=lambda cue: cue.time)
    return Timeline(tuple(segments), now, time, tuple(cues), has_landing=lands)


Rested = TypeVar("Rested", bound=Timeline)


def after_rest(film: Rested, table: Table, rest: float) -> Rested:
    """Return the film after `rest` seconds that show the table from which it starts."""
    segments = (Segment(table, (), 0.0, rest), *(replace(one, begins=one.begins + rest) for one in film.segments))
    cues = tuple(replace(cue, time=cue.time + rest) for cue in film.cues)
    return replace(film, segments=segments, seconds=film.seconds + rest, cues=cues)


class _BeatPlan:
    """The clips of one beat."""

    def __init__(
        self,
        table: Table,
        spots: Spots,
        animations: Animations,
        speed: float,
        held: Mapping[Target, tuple[float, float]],
    ) -> None:
        self._table = table
        self._spots = spots
        self._animations = animations
        self._speed = speed
        self._held = held
        self._resting: dict[Target, tuple[Token, ...]] = dict(table)
        self._resting_numbers = {target: tuple(range(len(tokens))) for target, tokens in table.items()}
        """Numbers of a target's resting tokens before the beat, from the bottom."""
        self._turned_numbers: dict[Target, tuple[int, ...]] = {}
        self._arrived: dict[Target, tuple[Token, ...]] = {}
        self._clips: list[Clip] = []
        self._victim_motions: dict[Target, Motion] = {}  # of tokens that are hit
        self.has_landing = False

    def make_clips(self, beat: Beat, in_place: Sequence[InPlaceMotion]) -> list[Clip]:
        self._victim_motions = {one.towards: one.motion.victim for one in in_place if one.motion.victim is not None}
        for effect in beat:
            self._add_effect(effect, beat)
        seconds = max(clip.seconds for clip in self._clips)
        actors = [self._move_in_place(one) for one in in_place]
        clips = [*self._shift_remaining(apply(self._table, (beat,)), seconds), *actors, *self._clips]
        clips.sort(key=lambda clip: clip.layer)
        return clips

    @property
    def resting(self) -> Table:
        return {target: tokens for target, tokens in self._resting.items() if tokens}

    def _add_effect(self, effect: Effect, beat: Beat) -> None:
        spots, how = self._spots, self._animations.choose_motion(effect, beat, self._table)
        leaving, below, source, arriving, shown = _decompose(effect)
        if not how.is_fade:
            how = self._victim_motions.get(source, how)
        there, numbers = self._resting.get(source, ()), self._resting_numbers.get(source, ())
        over = len(there) - max(0, below - len(self._arrived.get(source, ())))
        kept = over - leaving
        tokens = there[kept:over] if shown is None else (shown,)
        self._resting[source] = (*there[:kept], *there[over:])
        self._resting_numbers[source] = (*numbers[:kept], *numbers[over:])
        if isinstance(effect, Turn):
            self._turned_numbers[source] = (*self._turned_numbers.get(source, ()), *numbers[kept:over])
        target = arriving or source
        before = (*there[:kept], *tokens, *there[over:])
        arrived = self._arrived.get(target, ())
        after = (*self._resting.get(target, ()), *arrived, *tokens)
        thrown = None if how.is_fade else self._held.get(source)
        voice = how
        if thrown is not None:
            how = how.after_drag or SETTLE
            voice = voice if voice.has_sound_after_drag else how
        seconds = self._duration(how, source, target)
        for number, token in enumerate(tokens):
            begin = self._place(source, before, kept + number)
            end = self._place(target, after, len(after) - len(tokens) + number) if arriving else begin
            if thrown is not None:
                begin = (thrown[0] + spots[source].dx * number, thrown[1] + spots[source].dy * number, begin[2])
            clip = how.clip(
                *(token, begin, end),
                seconds=seconds,
                layer=kept + number,
                target=source,
                stays=target == source,
                was=effect.before if isinstance(effect, Turn) else None,
                cue=self._make_cue(how, voice, seconds, end[0]),
            )
            self._clips.append(clip)
        if arriving:
            self._arrived[target] = (*arrived, *tokens)

    def _duration(self, motion: Motion, source: Target, target: Target) -> float:
        here, there = self._spots[source], self._spots[target]
        return motion.duration(hypot(there.x - here.x, there.y - here.y) / here.size) / (self._speed or 1.0)

    def _make_cue(self, motion: Motion, voice: Motion, seconds: float, x: float) -> Cue | None:
        if voice.sound_at is None:
            return None
        self.has_landing = self.has_landing or voice.is_landing
        time = (motion.sound_at or 0.0) * seconds if self._speed else 0.0
        return Cue(time, self._animations.sound(voice), x)

    def _place(self, target: Target, tokens: Sequence[Token], number: int) -> Place:
        return self._spots[target].lie([token.look for token in tokens], number)

    def _move_in_place(self, actor: InPlaceMotion) -> Clip:
        *others, token = self._resting[actor.at]
        place = self._place(actor.at, self._resting[actor.at], len(others))
        self._resting[actor.at] = tuple(others)
        self._resting_numbers[actor.at] = self._resting_numbers[actor.at][:-1]
        thrown, spot = self._held.get(actor.at), self._spots[actor.towards]
        how, begin, end = actor.motion, place, (spot.x, spot.y, place[2])
        if thrown is not None:
            how, begin, end = SETTLE, (*thrown, place[2]), place
        aims = tuple((one.x, one.y, place[2]) for one in map(self._spots.__getitem__, actor.others))
        seconds = self._duration(how, actor.at, actor.at)
        return how.clip(
            *(token, begin, end),
            seconds=seconds,
            layer=len(others),
            target=actor.at,
            stays=True,
            others=aims,
            cue=self._make_cue(how, actor.motion, seconds, end[0]),
        )

    def _shift_remaining(self, after: Table, seconds: float) -> list[Clip]:
        found = []
        for target, tokens in self._resting.items():
            if tokens == self._table.get(target) == after.get(target):
                continue
            numbers, left = self._resting_numbers[target], []
            for number, token in enumerate(tokens):
                below = sum(turned < numbers[number] for turned in self._turned_numbers.get(target, ()))
                begin = self._place(target, self._table[target], numbers[number])
                end = self._place(target, after[target], number + below)
                if begin == end == self._place(target, tokens, number):
                    left.append(token)
                else:
                    layer = numbers[number]
                    found.append(
                        SHIFT.clip(token, begin, end, seconds=seconds, layer=layer, target=target, stays=True)
                    )
            self._resting[target] = tuple(left)
        return found


def _decompose(effect: Effect) -> tuple[int, int, Target, Target | None, Token | None]:
    """Return how many tokens leave, the number above them, source, target, and the token if the effect names it."""
    match effect:
        case Slide(start, end, count, below):
            return count, below, start, end, None
        case Put(at, token):
            return 0, 0, at, at, token
        case Lift(at, token):
            return 1, 0, at, None, token
        case Turn(at, _, after, below):
            return 1, below, at, None, after


def shaking(table: Table, target: Target, spot: Spot, part: float, lifted: float) -> Frame:
    """Return the frame of a token that shakes twice by ±0.06 of its size; `part` is the progress, 0 to 1."""
    aside = 0.06 * spot.size * sin(4 * pi * part)
    tokens, sprites = table.get(target, ()), []
    for number, token in enumerate(tokens):
        x, y, size = spot.lie([one.look for one in tokens], number)
        sprites.append(raise_sprite(Sprite(token, x + aside, y, size), lifted))
    return Frame({at: tokens for at, tokens in table.items() if at != target}, tuple(sprites))


# --- speeds of one's own moves, other seats' moves, undo and replay

Kind: TypeAlias = Literal["own", "other", "back", "step", "again"]
"""A change to animate: a move of one's own or another's, an undo, a step while looking back, or a replay."""


@dataclass(frozen=True, slots=True)
class Tempo:
    """The speed of a film: at speed 0 things are placed at once; if `still` they fade to their place.

    `rest`: seconds before each following step.
    """

    speed: float = 1.0
    still: bool = False
    rest: float = 0.0

    @property
    def cut(self) -> bool:
        return self.still or self.speed == 0


def tempo_of(settings: Settings, kind: Kind) -> Tempo:
    """Return the tempo of one kind of change by the settings; a replay moves in any case."""
    speed, still = SPEEDS[settings.animation], settings.reduced_motion
    if kind in ("own", "back"):
        return Tempo(speed * (UNDO_SPEED if kind == "back" else 1.0), still)
    pace, rest = PACES[settings.card_pace]
    if kind == "other":
        speed, shown = speed * pace, pace > 0 and (speed > 0 or settings.card_pace == "slow")
    else:
        speed = (speed or float(kind == "again")) * (pace or 1.0)
        rest, shown = REPLAY_REST_SECONDS / (pace or 1.0) if kind == "again" else rest, speed > 0
    return Tempo(speed, still, (max(rest, MIN_FADE_REST_SECONDS) if still else rest) if shown else 0.0)
