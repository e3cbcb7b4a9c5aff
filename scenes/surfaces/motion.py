"""Animation of effects: `plan` makes a film of beats, which undo plays backwards. Pure; seconds and pixels."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot, pi, sin
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias, TypeVar

from rules.contract import Beat, Effect, Lift, Move, Position, Put, Seat, Slide, Table, Target, Token, Turn, apply
from scenes.surfaces.flights import SETTLE, SHIFT, Flight, Manner, Mover, Place, pictures, raise_mover
from scenes.surfaces.layout import Spot, Spots
from scenes.surfaces.policy import MIN_FADE_REST_SECONDS, PACES, REPLAY_REST_SECONDS, SPEEDS, UNDO_SPEED

if TYPE_CHECKING:
    from scenes.app.settings import Settings

Manners: TypeAlias = Callable[[Effect, Beat, Table], Manner]
"""(effect, its beat, the table before the beat) -> the effect's animation."""


@dataclass(frozen=True, slots=True)
class Stir:
    """An animation of the topmost token of `at` in the first beat; it stays there, turned to `towards`."""

    at: Target
    towards: Target
    manner: Manner
    others: tuple[Target, ...] = ()


@dataclass(frozen=True, slots=True)
class Light:
    """A round light on the table: centre and radius in pixels, brightness 0 to 1."""

    x: float
    y: float
    reach: float
    bright: float = 1.0


@dataclass(frozen=True, slots=True)
class Frame:
    """The resting tokens, and the moving ones, lowest first."""

    resting: Table
    movers: tuple[Mover, ...] = ()
    away: frozenset[Target] = frozenset()  # targets whose own object (not a token) is moving
    under: tuple[Mover, ...] = ()
    over: tuple[Mover, ...] = ()
    """Pictures of effects, below and above all tokens."""
    light: Light | None = None


@dataclass(frozen=True, slots=True)
class Cue:
    """A sound: its time in seconds, its token's animation, and its place (x in pixels)."""

    time: float
    manner: Manner
    x: float
    sound: str = ""
    loud: float = 1.0


class Moving(Protocol):
    def mover_at(self, time: float) -> Mover | None:
        """Return its place `time` seconds after the beat began; None: not visible yet."""


@dataclass(frozen=True, slots=True)
class Shot:
    """The part of a film for one beat: resting and moving tokens, start and length."""

    resting: Table
    flights: Sequence[Moving]
    start: float
    seconds: float
    under: Sequence[Moving] = ()
    over: Sequence[Moving] = ()

    def at(self, time: float) -> Frame:
        under, movers, over = (
            tuple(mover for one in layer if (mover := one.mover_at(time)) is not None)
            for layer in (self.under, self.flights, self.over)
        )
        return Frame(self.resting, movers, under=under, over=over)


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
    """The film of a change, from the table before to the one after (or back)."""

    shots: tuple[Shot, ...]
    last: Table
    seconds: float
    cues: tuple[Cue, ...]
    forward: bool = True
    above: bool = False
    binding: bool = False
    again: Seat | None = None  # whose move is replayed; None: this happens now

    @property
    def has_landing(self) -> bool:
        return self.forward and any(cue.manner.lands for cue in self.cues)

    def at(self, time: float) -> Frame:
        if time >= self.seconds or not self.shots:
            return Frame(self.last)
        if not self.forward:
            time = self.seconds - time
        number = max(0, bisect_right([shot.start for shot in self.shots], time) - 1)
        return self.shots[number].at(time - self.shots[number].start)


def plan(
    table: Table,
    beats: Sequence[Beat],
    spots: Spots,
    manner: Manners,
    *,
    forward: bool = True,
    speed: float = 1.0,
    held: Mapping[Target, tuple[float, float]] | None = None,
    stirs: Sequence[Stir] = (),
    rest: float = 0.0,
) -> Timeline:
    """Make the film of `beats` on `table`, `speed` times as fast as usual; at speed 0 its length is 0.

    `rest`: seconds between two beats. `held`: the point where the pointer released the lowest token of a target
    that the first beat moves or stirs; its animation starts there. Backwards there is one sound, when the thing
    that moved first is put back.
    """
    shots: list[Shot] = []
    cues: list[Cue] = []
    time = back = 0.0
    now: Table = table
    for number, beat in enumerate(beats):
        shooting = _Shooting(now, spots, manner, speed or 1.0, (held or {}) if number == 0 else {})
        flights = shooting.shoot(beat, stirs if number == 0 else ())
        back = back if number else flights[0].start[0]
        now = apply(now, (beat,))
        for one in _heard(flights):
            since = (one.manner.heard_at or 0.0) * one.seconds if speed > 0 else 0.0
            cues.append(Cue(time + since, one.voice or one.manner, one.end[0]))
        if speed > 0:
            pause = rest if number < len(beats) - 1 else 0.0
            length = max(flight.seconds for flight in flights) + pause
            under, over = pictures(flights)
            shots.append(Shot(shooting.resting, flights, time, length, under, over))
            time += length
    if not forward:
        return Timeline(tuple(shots), table, time, (Cue(0.7 * time, SETTLE, back),), forward=False)
    return Timeline(tuple(shots), now, time, tuple(sorted(cues, key=lambda cue: cue.time)))


Rested = TypeVar("Rested", bound=Timeline)


def after_rest(film: Rested, table: Table, rest: float) -> Rested:
    """Return the film after `rest` seconds that show the table from which it starts."""
    shots = (Shot(table, (), 0.0, rest), *(replace(shot, start=shot.start + rest) for shot in film.shots))
    cues = tuple(replace(cue, time=cue.time + rest) for cue in film.cues)
    return replace(film, shots=shots, seconds=film.seconds + rest, cues=cues)


def _heard(flights: Sequence[Flight]) -> list[Flight]:
    """Return the flights with a sound, one per manner: a stack makes one sound."""
    voices = {flight.voice or flight.manner: flight for flight in reversed(flights)}
    return [flight for voice, flight in voices.items() if voice.heard_at is not None]


class _Shooting:
    def __init__(
        self, table: Table, spots: Spots, manner: Manners, speed: float, held: Mapping[Target, tuple[float, float]]
    ) -> None:
        self._table = table
        self._spots = spots
        self._manner = manner
        self._speed = speed
        self._held = held
        self._resting: dict[Target, tuple[Token, ...]] = dict(table)
        self._numbers = {target: tuple(range(len(tokens))) for target, tokens in table.items()}
        """Numbers of a target's resting tokens before the beat, from the bottom."""
        self._turned: dict[Target, tuple[int, ...]] = {}
        self._arrived: dict[Target, tuple[Token, ...]] = {}
        self._flights: list[Flight] = []
        self._hit: dict[Target, Manner] = {}  # of tokens that are hit

    def shoot(self, beat: Beat, stirs: Sequence[Stir]) -> list[Flight]:
        self._hit = {stir.towards: stir.manner.hit for stir in stirs if stir.manner.hit is not None}
        for effect in beat:
            self._follow(effect, beat)
        seconds = max(flight.seconds for flight in self._flights)
        stirring = [self._stirring(stir) for stir in stirs]
        flights = [*self._shifted(apply(self._table, (beat,)), seconds), *stirring, *self._flights]
        flights.sort(key=lambda flight: flight.layer)
        return flights

    @property
    def resting(self) -> Table:
        return {target: tokens for target, tokens in self._resting.items() if tokens}

    def _follow(self, effect: Effect, beat: Beat) -> None:
        spots, how = self._spots, self._manner(effect, beat, self._table)
        leaving, below, source, arriving, shown = _parts(effect)
        if not how.plain:
            how = self._hit.get(source, how)
        there, numbers = self._resting.get(source, ()), self._numbers.get(source, ())
        over = len(there) - max(0, below - len(self._arrived.get(source, ())))
        kept = over - leaving
        tokens = there[kept:over] if shown is None else (shown,)
        self._resting[source] = (*there[:kept], *there[over:])
        self._numbers[source] = (*numbers[:kept], *numbers[over:])
        if isinstance(effect, Turn):
            self._turned[source] = (*self._turned.get(source, ()), *numbers[kept:over])
        target = arriving or source
        before = (*there[:kept], *tokens, *there[over:])
        arrived = self._arrived.get(target, ())
        after = (*self._resting.get(target, ()), *arrived, *tokens)
        thrown = None if how.plain else self._held.get(source)
        voice = how if thrown is not None and how.deed else None
        if thrown is not None:
            how = how.thrown or SETTLE
        cells = hypot(spots[target].x - spots[source].x, spots[target].y - spots[source].y) / spots[source].size
        seconds = how.duration(cells) / self._speed
        was = effect.before if isinstance(effect, Turn) else None
        for number, token in enumerate(tokens):
            begin = self._place(source, before, kept + number)
            end = self._place(target, after, len(after) - len(tokens) + number) if arriving else begin
            if thrown is not None:
                begin = (thrown[0] + spots[source].dx * number, thrown[1] + spots[source].dy * number, begin[2])
            stays = source if target == source else None
            flight = Flight(token, begin, end, how, kept + number, seconds, stays, was, voice)
            self._flights.append(flight)
        if arriving:
            self._arrived[target] = (*arrived, *tokens)

    def _place(self, target: Target, tokens: Sequence[Token], number: int) -> Place:
        return self._spots[target].lie([token.look for token in tokens], number)

    def _stirring(self, stir: Stir) -> Flight:
        *others, token = self._resting[stir.at]
        place = self._place(stir.at, self._resting[stir.at], len(others))
        self._resting[stir.at] = tuple(others)
        self._numbers[stir.at] = self._numbers[stir.at][:-1]
        thrown, spot = self._held.get(stir.at), self._spots[stir.towards]
        how, begin, end = stir.manner, place, (spot.x, spot.y, place[2])
        if thrown is not None:
            how, begin, end = SETTLE, (*thrown, place[2]), place
        seconds = how.duration() / self._speed
        aims = tuple((one.x, one.y, place[2]) for one in map(self._spots.__getitem__, stir.others))
        return Flight(token, begin, end, how, len(others), seconds, stir.at, voice=stir.manner, others=aims)

    def _shifted(self, after: Table, seconds: float) -> list[Flight]:
        found = []
        for target, tokens in self._resting.items():
            if tokens == self._table.get(target) == after.get(target):
                continue
            numbers, left = self._numbers[target], []
            for number, token in enumerate(tokens):
                below = sum(turned < numbers[number] for turned in self._turned.get(target, ()))
                begin = self._place(target, self._table[target], numbers[number])
                end = self._place(target, after[target], number + below)
                if begin == end == self._place(target, tokens, number):
                    left.append(token)
                else:
                    found.append(Flight(token, begin, end, SHIFT, numbers[number], seconds, target))
            self._resting[target] = tuple(left)
        return found


def _parts(effect: Effect) -> tuple[int, int, Target, Target | None, Token | None]:
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
    tokens, movers = table.get(target, ()), []
    for number, token in enumerate(tokens):
        x, y, size = spot.lie([one.look for one in tokens], number)
        movers.append(raise_mover(Mover(token, x + aside, y, size), lifted))
    return Frame({at: tokens for at, tokens in table.items() if at != target}, tuple(movers))


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


# --- the paths of a turn, for marks, hints and choices


@dataclass(frozen=True, slots=True)
class Way:
    """The targets that one thing touched, in order."""

    targets: tuple[Target, ...]
    put: Token | None = None  # the thing, if it is put on the board from outside instead of moving


Puts: TypeAlias = Callable[[Position, Move], Token | None]
"""(position, a move of it) -> the token that the move puts, or None where a piece moves."""


def steps(position: Position, moves: Sequence[Move]) -> list[tuple[Position, Move]]:
    """Return successive moves from `position` on, each with the position before it."""
    found: list[tuple[Position, Move]] = []
    for move in moves:
        position = found[-1][0].play(found[-1][1]) if found else position
        found.append((position, move))
    return found


def ways(steps: Iterable[tuple[Position, Move]], puts: Puts) -> tuple[Way, ...]:
    """Return the ways of a turn's moves; joins moves of the same piece."""
    found: list[Way] = []
    for position, move in steps:
        gesture = position.gesture(move)
        put = puts(position, move)
        targets = (*sorted(gesture.pick), *(() if gesture.drop is None else (gesture.drop,)))
        if not targets:
            continue  # a move by Nature has no gesture
        last = found[-1] if found else None
        if last is not None and put is None and last.put is None and last.targets[-1:] == targets[:1]:
            found[-1] = Way((*last.targets, *targets[1:]))
        else:
            found.append(Way(targets, put))
    return tuple(found)


def find_dropped_token(position: Position, move: Move) -> Token | None:
    """Return the topmost token on the drop target of a move's gesture, after the move."""
    drop = position.gesture(move).drop
    there = apply(position.table(), position.effects(move)).get(drop, ()) if drop is not None else ()
    return there[-1] if there else None
