"""Animation of effects: `plan` makes a film of beats, which undo shows backwards. Pure; seconds and pixels."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot, pi, sin
from typing import TYPE_CHECKING, Final, Literal, Protocol, TypeAlias, TypeVar

from rules.contract import Beat, Effect, Lift, Move, Position, Put, Seat, Slide, Table, Target, Token, Turn, apply
from scenes.surfaces.flights import SETTLE, SHIFT, Flight, Manner, Mover, Place, Prop, raised
from scenes.surfaces.layout import Spot, Spots

if TYPE_CHECKING:
    from scenes.app.settings import Settings

Manners: TypeAlias = Callable[[Effect, Beat, Table], Manner]
"""How an effect of a beat is animated, on the table before the beat."""


@dataclass(frozen=True, slots=True)
class Stir:
    """An animation of the topmost token of `at` in the first beat, which stays there, turned to `towards`."""

    at: Target
    towards: Target
    manner: Manner
    others: tuple[Target, ...] = ()
    """The targets of those that it acts on, where `towards` isn't it."""


@dataclass(frozen=True, slots=True)
class Light:
    """A round light on the table: its centre and its radius, and how bright it is, 0 to 1."""

    x: float
    y: float
    reach: float
    bright: float = 1.0


@dataclass(frozen=True, slots=True)
class Frame:
    """The resting tokens, and the moving ones, lowest first."""

    resting: Table
    movers: tuple[Mover, ...] = ()
    away: frozenset[Target] = frozenset()
    """Targets whose own object, which is no token, is moving."""
    under: tuple[Mover, ...] = ()
    over: tuple[Mover, ...] = ()
    """Pictures of effects: on the board below all tokens, and above all tokens."""
    light: Light | None = None


@dataclass(frozen=True, slots=True)
class Cue:
    """A sound: when, how its token moves, and where (x in pixels)."""

    time: float
    manner: Manner
    x: float
    sound: str = ""
    """Its name, where it isn't that of the manner."""
    loud: float = 1.0


class Moving(Protocol):
    """A moving token within a beat."""

    def seen(self, time: float) -> Mover | None:
        """Where it is `time` seconds after the beat began; None: not visible yet."""


@dataclass(frozen=True, slots=True)
class Shot:
    """The part of a film for one beat: resting and moving tokens, start and length."""

    resting: Table
    flights: Sequence[Moving]
    """The lowest first."""
    start: float
    seconds: float
    props: Sequence[tuple[Flight, Prop]] = ()

    def at(self, time: float) -> Frame:
        """The frame `time` seconds after its start."""
        seen = (flight.seen(time) for flight in self.flights)
        under: list[Mover] = []
        over: list[Mover] = []
        for flight, prop in self.props:
            picture = prop.at(flight, time / flight.seconds)
            if picture is not None:
                (under if prop.under else over).append(picture)
        movers = tuple(mover for mover in seen if mover is not None)
        return Frame(self.resting, movers, under=tuple(under), over=tuple(over))


class Film(Protocol):
    """What the stage can show. Its sounds are in the order of their times."""

    @property
    def seconds(self) -> float: ...
    @property
    def last(self) -> Table: ...
    @property
    def cues(self) -> tuple[Cue, ...]: ...
    @property
    def forward(self) -> bool: ...
    @property
    def lands(self) -> bool:
        """Whether something that lives comes down in it."""

    @property
    def above(self) -> bool:
        """Whether moving tokens may leave the table."""

    @property
    def binding(self) -> bool:
        """Whether input doesn't skip it."""

    def at(self, time: float) -> Frame:
        """The frame `time` seconds after the start."""


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
    again: Seat | None = None
    """Whose move is shown again; None: this happens now."""

    @property
    def lands(self) -> bool:
        """Whether something that lives comes down in it."""
        return any(cue.manner.lands for cue in self.cues)

    def at(self, time: float) -> Frame:
        """The frame `time` seconds after the start."""
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
    """The film of `beats` on `table`, `speed` times as fast as usual; at speed 0 its length is 0. Between two beats
    there are `rest` seconds.

    `held` is where the pointer let go of the lowest token of a target, which the first beat moves, or which stirs in
    it: it comes from there. Backwards there is one sound, of the thing that moved first as it is put back.
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
            props = [(flight, prop) for flight in flights for prop in flight.manner.props(flight)]
            length = max(flight.seconds for flight in flights) + pause
            shots.append(Shot(shooting.resting, flights, time, length, props))
            time += shots[-1].seconds
    if not forward:
        return Timeline(tuple(shots), table, time, (Cue(0.7 * time, SETTLE, back),), forward=False)
    return Timeline(tuple(shots), now, time, tuple(sorted(cues, key=lambda cue: cue.time)))


Rested = TypeVar("Rested", bound=Timeline)


def after_rest(film: Rested, table: Table, rest: float) -> Rested:
    """The same after `rest` seconds in which the table is seen from which it starts."""
    shots = (Shot(table, (), 0.0, rest), *(replace(shot, start=shot.start + rest) for shot in film.shots))
    cues = tuple(replace(cue, time=cue.time + rest) for cue in film.cues)
    return replace(film, shots=shots, seconds=film.seconds + rest, cues=cues)


def _heard(flights: Sequence[Flight]) -> list[Flight]:
    """The flights with a sound: one for each manner, so that a stack makes one sound."""
    voices = {flight.voice or flight.manner: flight for flight in reversed(flights)}
    return [flight for voice, flight in voices.items() if voice.heard_at is not None]


class _Shooting:
    """Makes the shot of one beat."""

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
        """By target: the numbers of its resting tokens before the beat, from the bottom."""
        self._turned: dict[Target, tuple[int, ...]] = {}
        """The same of tokens that change their look and stay."""
        self._arrived: dict[Target, tuple[Token, ...]] = {}
        self._flights: list[Flight] = []
        self._hit: dict[Target, Manner] = {}
        """How tokens that are hit move."""

    def shoot(self, beat: Beat, stirs: Sequence[Stir]) -> list[Flight]:
        """The moving tokens, the lowest first."""
        self._hit = {stir.towards: stir.manner.hit for stir in stirs if stir.manner.hit is not None}
        for effect in beat:
            self._follow(effect, beat)
        seconds = max(flight.seconds for flight in self._flights)
        stirring = [flight for stir in stirs if (flight := self._stirring(stir)) is not None]
        flights = [*self._shifted(apply(self._table, (beat,)), seconds), *stirring, *self._flights]
        flights.sort(key=lambda flight: flight.layer)
        return flights

    @property
    def resting(self) -> Table:
        """The resting tokens."""
        return {target: tokens for target, tokens in self._resting.items() if tokens}

    def _follow(self, effect: Effect, beat: Beat) -> None:
        spots, how = self._spots, self._manner(effect, beat, self._table)
        leaving, below, source, arriving = _parts(effect)
        if not how.plain:
            how = self._hit.get(source, how)
        there, numbers = self._resting.get(source, ()), self._numbers.get(source, ())
        over = len(there) - max(0, below - len(self._arrived.get(source, ())))
        kept = over - leaving
        tokens = there[kept:over] if isinstance(effect, Slide) else (_shown(effect),)
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
        if thrown is not None and not how.falls:
            how = how.thrown or SETTLE
        cells = hypot(spots[target].x - spots[source].x, spots[target].y - spots[source].y) / spots[source].size
        seconds = how.seconds(cells) / self._speed
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

    def _stirring(self, stir: Stir) -> Flight | None:
        *others, token = self._resting[stir.at]
        place = self._place(stir.at, self._resting[stir.at], len(others))
        self._resting[stir.at] = tuple(others)
        self._numbers[stir.at] = self._numbers[stir.at][:-1]
        thrown, spot = self._held.get(stir.at), self._spots[stir.towards]
        how, begin, end = stir.manner, place, (spot.x, spot.y, place[2])
        if thrown is not None:
            how, begin, end = SETTLE, (*thrown, place[2]), place
        seconds = how.seconds(0.0) / self._speed
        aims = tuple((one.x, one.y, place[2]) for one in map(self._spots.__getitem__, stir.others))
        return Flight(token, begin, end, how, len(others), seconds, stir.at, voice=stir.manner, others=aims)

    def _shifted(self, after: Table, seconds: float) -> list[Flight]:
        """Move the tokens whose place changes because one above them comes or goes."""
        found = []
        for target, tokens in self._resting.items():
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


def _parts(effect: Effect) -> tuple[int, int, Target, Target | None]:
    """How many tokens leave, how many lie on them, which target, and the one that they go to."""
    match effect:
        case Slide(start, end, count, below):
            return count, below, start, end
        case Put(at, _):
            return 0, 0, at, at
        case Lift(at, _):
            return 1, 0, at, None
        case Turn(at, _, _, below):
            return 1, below, at, None


def _shown(effect: Put | Lift | Turn) -> Token:
    return effect.after if isinstance(effect, Turn) else effect.token


def shaking(table: Table, target: Target, spot: Spot, part: float, lifted: float) -> Frame:
    """What shakes on the spot, by 0.06 of its size, twice; `part`: how much of that is over, 0 to 1."""
    aside = 0.06 * spot.size * sin(4 * pi * part)
    tokens, movers = table.get(target, ()), []
    for number, token in enumerate(tokens):
        x, y, size = spot.lie([one.look for one in tokens], number)
        movers.append(raised(Mover(token, x + aside, y, size), lifted))
    return Frame({at: tokens for at, tokens in table.items() if at != target}, tuple(movers))


# --- how fast: one's own moves, the others', what is taken back or shown again

SPEEDS: Final = {"normal": 1.0, "fast": 2.0, "off": 0.0}
"""How fast things move, by the setting."""
BACKWARDS: Final = 1.6
"""Undoing runs so much faster."""
PACES: Final = {"slow": (0.7, 0.6), "normal": (1.0, 0.1), "quick": (1.7, 0.0), "instant": (0.0, 0.0)}
"""How fast the others' turns are seen, and the seconds of rest between two of their steps."""
BREATHS: Final = {"slow": 1.2, "quick": 0.1, "instant": 0.0}
"""Seconds before a computer player begins, at a pace that isn't the usual."""
REST: Final = 0.4
"""The same rest in what is shown again, at the usual pace."""
FADED: Final = 0.2
"""The least rest where things only fade from place to place, for their order has to be seen."""

Kind: TypeAlias = Literal["own", "other", "back", "step", "again"]
"""Whose move it is, or that it is taken back, looked back on, or shown again."""


@dataclass(frozen=True, slots=True)
class Tempo:
    """How fast a film runs: at speed 0 things are just where they belong; if it is `still` they fade to there.

    `rest`: seconds before each step that follows another, in which what happened is to be seen.
    """

    speed: float = 1.0
    still: bool = False
    rest: float = 0.0

    @property
    def cut(self) -> bool:
        """Whether nothing travels."""
        return self.still or self.speed == 0


def tempo_of(settings: Settings, kind: Kind) -> Tempo:
    """The tempo of one kind of change, as the person wishes it; what is shown again moves in any case."""
    speed, still = SPEEDS[settings.animation], settings.reduced_motion
    if kind in ("own", "back"):
        return Tempo(speed * (BACKWARDS if kind == "back" else 1.0), still)
    pace, rest = PACES[settings.card_pace]
    if kind == "other":
        speed, shown = speed * pace, pace > 0 and (speed > 0 or settings.card_pace == "slow")
    else:
        speed = (speed or float(kind == "again")) * (pace or 1.0)
        rest, shown = REST / (pace or 1.0) if kind == "again" else rest, speed > 0
    return Tempo(speed, still, (max(rest, FADED) if still else rest) if shown else 0.0)


# --- which way the things of a turn went: what marks, hints and choices are made of


@dataclass(frozen=True, slots=True)
class Way:
    """The targets that one thing touched, in their order."""

    targets: tuple[Target, ...]
    put: Token | None = None
    """The thing, if it doesn't move by itself but is put where one likes."""


Puts: TypeAlias = Callable[[Position, Move], Token | None]
"""(position, a move of it) -> the thing that the move puts, or None where a piece moves."""


def steps(position: Position, moves: Sequence[Move]) -> list[tuple[Position, Move]]:
    """Moves that follow one another from `position` on, each with the position that it is made in."""
    found: list[tuple[Position, Move]] = []
    for move in moves:
        position = found[-1][0].play(found[-1][1]) if found else position
        found.append((position, move))
    return found


def ways(steps: Iterable[tuple[Position, Move]], puts: Puts) -> tuple[Way, ...]:
    """The ways of a turn's moves, each with the position that it is made in."""
    found: list[Way] = []
    for position, move in steps:
        gesture = position.gesture(move)
        put = puts(position, move)
        targets = (*sorted(gesture.pick), *(() if gesture.drop is None else (gesture.drop,)))
        if not targets:
            continue  # Nature's move: no hand made it
        last = found[-1] if found else None
        if last is not None and put is None and last.put is None and last.targets[-1:] == targets[:1]:
            found[-1] = Way((*last.targets, *targets[1:]))
        else:
            found.append(Way(targets, put))
    return tuple(found)


def landed(position: Position, move: Move) -> Token | None:
    """The token that lies on top where a move's gesture ends, after the move."""
    drop = position.gesture(move).drop
    there = apply(position.table(), position.effects(move)).get(drop, ()) if drop is not None else ()
    return there[-1] if there else None
