"""Timelines: `plan` makes the animation of a move, which an undo plays backwards. No pygame; seconds and pixels."""

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
        """Return the motion of an effect; `table` is the state of the table before `beat`."""

    def sound(self, motion: Motion) -> str:
        """Return the name of a motion's sound."""


@dataclass(frozen=True, slots=True)
class InPlaceMotion:
    """An animation of the topmost token of `at` in the first beat; the token stays there, but acts on `towards`."""

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
    """The state of an animation at one moment: the resting tokens, and the sprites of moving ones, lowest first."""

    resting: Table
    sprites: tuple[Sprite, ...] = ()
    hidden_objects: frozenset[Target] = frozenset()  # targets whose own object (no token) moves or isn't shown
    under: tuple[Sprite, ...] = ()
    over: tuple[Sprite, ...] = ()
    """The pictures of effects below (`under`) and above (`over`) all tokens."""
    light: Light | None = None


@dataclass(frozen=True, slots=True)
class Segment:
    """The part of a timeline in which the same tokens rest; the times of its clips are counted from its beginning."""

    resting: Table
    clips: Sequence[Clip]
    begins: float
    seconds: float
    hidden_objects: frozenset[Target] = frozenset()

    def at(self, time: float) -> Frame:
        """Return the frame `time` seconds after the beginning of the segment."""
        sprites: list[Sprite | None] = []
        under: list[Sprite | None] = []
        over: list[Sprite | None] = []
        for clip in self.clips:
            (under if clip.is_under else sprites).append(clip.at(time))
            for particle in clip.particles:
                (under if particle.is_under else over).append(particle.at(clip.progress_at(time)))
        visible, visible_under, visible_over = (tuple(filter(None, layer)) for layer in (sprites, under, over))
        return Frame(self.resting, visible, self.hidden_objects, visible_under, visible_over)


class Film(Protocol):
    """An animation that the stage can show; its sounds are sorted by time."""

    @property
    def seconds(self) -> float: ...
    @property
    def last(self) -> Table:
        """The table at the end."""

    @property
    def cues(self) -> tuple[Cue, ...]: ...
    @property
    def forward(self) -> bool:
        """Whether it shows a move, and not an undo."""

    @property
    def is_above(self) -> bool:
        """Whether the moving tokens are painted above everything, because they may leave the table."""

    @property
    def is_unskippable(self) -> bool:
        """Whether the person can't skip the animation by an input."""

    def at(self, time: float) -> Frame:
        """Return the frame `time` seconds after the start."""


@dataclass(frozen=True, slots=True)
class Timeline:
    """An animation that ends with the table `last`; if not `forward`, its segments are shown backwards."""

    segments: tuple[Segment, ...]
    last: Table
    seconds: float
    cues: tuple[Cue, ...]
    forward: bool = True
    is_above: bool = False
    is_unskippable: bool = False
    replaying_seat: Seat | None = None  # the seat whose earlier move is replayed; None for a new move
    has_landing: bool = False  # whether a living token lands in it
    light: Callable[[float], Light | None] = lambda time: None  # the light at a time

    def at(self, time: float) -> Frame:
        """Return the frame `time` seconds after the start."""
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
    rest_seconds: float = 0.0,
) -> Timeline:
    """Make the animation of `beats` on `table`, `speed` times as fast as usual; at speed 0 its length is 0.

    `rest_seconds`: between two beats. `in_place`: motions, during the first beat, of tokens that stay. `held`: by
    target, the point where the pointer released its lowest moving token; the first beat starts there.
    An animation that is not `forward` has one sound, for the token that moved first.
    """
    segments: list[Segment] = []
    cues: list[Cue] = []
    time = first_x = 0.0
    has_landing, current_table = False, table
    for number, beat in enumerate(beats):
        planned = _BeatPlan(current_table, spots, animations, speed, (held or {}) if number == 0 else {})
        clips = planned.make_clips(beat, in_place if number == 0 else ())
        first_x = first_x if number else clips[0].start[0]
        current_table = apply(current_table, (beat,))
        cues_by_sound = {clip.cue.sound: clip.cue for clip in reversed(clips) if clip.cue is not None}
        cues += [replace(cue, time=time + cue.time) for cue in cues_by_sound.values()]  # a stack makes one sound
        has_landing = has_landing or planned.has_landing
        if speed > 0:
            pause = rest_seconds if number < len(beats) - 1 else 0.0
            length = max(clip.seconds for clip in clips) + pause
            segments.append(Segment(planned.resting, clips, time, length))
            time += length
    if not forward:
        cues = [Cue(0.7 * time, animations.sound(SETTLE), first_x)]
        return Timeline(tuple(segments), table, time, tuple(cues), forward=False)
    cues.sort(key=lambda cue: cue.time)
    return Timeline(tuple(segments), current_table, time, tuple(cues), has_landing=has_landing)


Rested = TypeVar("Rested", bound=Timeline)


def after_rest(film: Rested, table: Table, rest_seconds: float) -> Rested:
    """Return the film preceded by `rest_seconds` in which its first table, `table`, is shown."""
    delayed = (replace(segment, begins=segment.begins + rest_seconds) for segment in film.segments)
    segments = (Segment(table, (), 0.0, rest_seconds), *delayed)
    cues = tuple(replace(cue, time=cue.time + rest_seconds) for cue in film.cues)
    return replace(film, segments=segments, seconds=film.seconds + rest_seconds, cues=cues)


class _BeatPlan:
    """The plan of one beat: it makes clips of the tokens that move, and leaves the others resting."""

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
        """The numbers of a target's resting tokens before the beat, counted from 0 at the bottom."""
        self._turned_numbers: dict[Target, tuple[int, ...]] = {}  # numbers of the tokens that change their look
        self._arrived: dict[Target, tuple[Token, ...]] = {}  # tokens that have moved to a target in this beat
        self._clips: list[Clip] = []
        self._victim_motions: dict[Target, Motion] = {}  # motions of the tokens that are hit
        self.has_landing = False  # whether a living token lands in the beat

    def make_clips(self, beat: Beat, in_place: Sequence[InPlaceMotion]) -> list[Clip]:
        """Return the clips of the beat, the lowest tokens first; their tokens no longer rest."""
        self._victim_motions = {
            one.towards: one.motion.victim_motion for one in in_place if one.motion.victim_motion is not None
        }
        for effect in beat:
            self._add_effect(effect, beat)
        seconds = max(clip.seconds for clip in self._clips)
        in_place_clips = [self._move_in_place(one) for one in in_place]
        clips = [*self._shift_remaining(apply(self._table, (beat,)), seconds), *in_place_clips, *self._clips]
        clips.sort(key=lambda clip: clip.layer)
        return clips

    @property
    def resting(self) -> Table:
        """The tokens that have no clip in the beat."""
        return {target: tokens for target, tokens in self._resting.items() if tokens}

    def _add_effect(self, effect: Effect, beat: Beat) -> None:
        """Make the clips of the tokens that an effect moves or changes; these tokens no longer rest."""
        spots, motion = self._spots, self._animations.choose_motion(effect, beat, self._table)
        leaving_count, above_count, source, destination, named_token = _decompose(effect)
        if not motion.is_fade:
            motion = self._victim_motions.get(source, motion)
        resting, numbers = self._resting.get(source, ()), self._resting_numbers.get(source, ())
        upper = len(resting) - max(0, above_count - len(self._arrived.get(source, ())))
        lower = upper - leaving_count
        tokens = resting[lower:upper] if named_token is None else (named_token,)
        self._resting[source] = (*resting[:lower], *resting[upper:])
        self._resting_numbers[source] = (*numbers[:lower], *numbers[upper:])
        if isinstance(effect, Turn):
            self._turned_numbers[source] = (*self._turned_numbers.get(source, ()), *numbers[lower:upper])
        target = destination or source
        before = (*resting[:lower], *tokens, *resting[upper:])
        arrived = self._arrived.get(target, ())
        after = (*self._resting.get(target, ()), *arrived, *tokens)
        released, sound_motion = None if motion.is_fade else self._held.get(source), motion
        if released is not None:
            motion = motion.after_drag or SETTLE
            sound_motion = sound_motion if sound_motion.has_sound_after_drag else motion
        seconds = self._duration(motion, source, target)
        for number, token in enumerate(tokens):
            start = self._place(source, before, lower + number)
            end = self._place(target, after, len(after) - len(tokens) + number) if destination else start
            if released is not None:
                start = (released[0] + spots[source].dx * number, released[1] + spots[source].dy * number, start[2])
            clip = motion.clip(
                *(token, start, end),
                seconds=seconds,
                layer=lower + number,
                target=source,
                stays=target == source,
                former_token=effect.before if isinstance(effect, Turn) else None,
                cue=self._make_cue(motion, sound_motion, seconds, end[0]),
            )
            self._clips.append(clip)
        if destination:
            self._arrived[target] = (*arrived, *tokens)

    def _duration(self, motion: Motion, source: Target, target: Target) -> float:
        start, end = self._spots[source], self._spots[target]
        return motion.duration(hypot(end.x - start.x, end.y - start.y) / start.size) / (self._speed or 1.0)

    def _make_cue(self, motion: Motion, sound_motion: Motion, seconds: float, x: float) -> Cue | None:
        """Return the sound of `sound_motion`, timed as the sound of `motion`; None if `sound_motion` has none.

        Also set `has_landing` if `sound_motion` is a landing.
        """
        if sound_motion.sound_at is None:
            return None
        self.has_landing = self.has_landing or sound_motion.is_landing
        time = (motion.sound_at or 0.0) * seconds if self._speed else 0.0
        return Cue(time, self._animations.sound(sound_motion), x)

    def _place(self, target: Target, tokens: Sequence[Token], number: int) -> Place:
        return self._spots[target].token_place([token.look for token in tokens], number)

    def _move_in_place(self, actor: InPlaceMotion) -> Clip:
        """Make the clip of the topmost token of `actor.at`, which then no longer rests."""
        *below, token = self._resting[actor.at]
        place = self._place(actor.at, self._resting[actor.at], len(below))
        self._resting[actor.at] = tuple(below)
        self._resting_numbers[actor.at] = self._resting_numbers[actor.at][:-1]
        released, spot = self._held.get(actor.at), self._spots[actor.towards]
        motion, start, end = actor.motion, place, (spot.x, spot.y, place[2])
        if released is not None:
            motion, start, end = SETTLE, (*released, place[2]), place
        others = tuple((one.x, one.y, place[2]) for one in map(self._spots.__getitem__, actor.others))
        seconds = self._duration(motion, actor.at, actor.at)
        return motion.clip(
            *(token, start, end),
            seconds=seconds,
            layer=len(below),
            target=actor.at,
            stays=True,
            others=others,
            cue=self._make_cue(motion, actor.motion, seconds, end[0]),
        )

    def _shift_remaining(self, after: Table, seconds: float) -> list[Clip]:
        """Make clips of the resting tokens whose place changes, because tokens above or below them come or go.

        `after`: the table after the beat. The tokens with clips no longer rest.
        """
        clips = []
        for target, tokens in self._resting.items():
            if tokens == self._table.get(target) == after.get(target):
                continue
            numbers, unmoved = self._resting_numbers[target], []
            for number, token in enumerate(tokens):
                turned_below = sum(turned < numbers[number] for turned in self._turned_numbers.get(target, ()))
                start = self._place(target, self._table[target], numbers[number])
                end = self._place(target, after[target], number + turned_below)  # tokens that turn stay below it
                if start == end == self._place(target, tokens, number):
                    unmoved.append(token)
                else:
                    layer = numbers[number]
                    clips.append(
                        SHIFT.clip(token, start, end, seconds=seconds, layer=layer, target=target, stays=True)
                    )
            self._resting[target] = tuple(unmoved)
        return clips


def _decompose(effect: Effect) -> tuple[int, int, Target, Target | None, Token | None]:
    """Return how many tokens leave, how many are above them, source, target, and the token that the effect names."""
    match effect:
        case Slide(start, end, count, below):
            return count, below, start, end, None
        case Put(at, token):
            return 0, 0, at, at, token
        case Lift(at, token):
            return 1, 0, at, None, token
        case Turn(at, _, after, below):
            return 1, below, at, None, after


def make_shaking_frame(table: Table, target: Target, spot: Spot, progress: float, lift: float) -> Frame:
    """Return the frame of tokens that shake twice by ±0.06 of their size; `progress`: 0 to 1."""
    aside = 0.06 * spot.size * sin(4 * pi * progress)
    tokens, sprites = table.get(target, ()), []
    for number, token in enumerate(tokens):
        x, y, size = spot.token_place([one.look for one in tokens], number)
        sprites.append(raise_sprite(Sprite(token, x + aside, y, size), lift))
    return Frame({at: tokens for at, tokens in table.items() if at != target}, tuple(sprites))


# --- speeds of own moves, moves of other seats, undo and replay

ChangeKind: TypeAlias = Literal["own", "other", "back", "step", "again"]
"""A change to animate: a person's own move, another seat's move, an undo, a step while looking back, a replay."""


@dataclass(frozen=True, slots=True)
class Tempo:
    """The speed of a film: at speed 0 tokens change their places at once; if `is_still` they fade instead of moving.

    `rest_seconds` pass before each following step.
    """

    speed: float = 1.0
    is_still: bool = False
    rest_seconds: float = 0.0

    @property
    def is_instant(self) -> bool:
        """Whether tokens change their places without moving."""
        return self.is_still or self.speed == 0


def tempo_of(settings: Settings, kind: ChangeKind) -> Tempo:
    """Return the tempo that the settings give a kind of change; a replay is animated even with animations off."""
    speed, is_still = SPEEDS[settings.animation], settings.reduced_motion
    if kind in ("own", "back"):
        return Tempo(speed * (UNDO_SPEED if kind == "back" else 1.0), is_still)
    pace, rest_seconds = PACES[settings.card_pace]  # the pace is 0 if turns are played at once
    if kind == "other":
        has_rests = pace > 0 and (speed > 0 or settings.card_pace == "slow")
        speed *= pace
    else:
        speed = (speed or float(kind == "again")) * (pace or 1.0)
        rest_seconds = REPLAY_REST_SECONDS / (pace or 1.0) if kind == "again" else rest_seconds
        has_rests = speed > 0
    min_rest_seconds = MIN_FADE_REST_SECONDS if is_still else 0.0
    return Tempo(speed, is_still, max(rest_seconds, min_rest_seconds) if has_rests else 0.0)
