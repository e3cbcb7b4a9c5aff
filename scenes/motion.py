"""From effects to frames: what a change looks like at every moment. Pure; times in seconds, places in pixels.

`plan` works out the tables between the beats; `Timeline.at` says which tokens lie still and which are on their way.
A change seen backwards is the same film run backwards.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import hypot, pi, sin
from typing import Final, Literal, TypeAlias

from rules.contract import Beat, Effect, Lift, Put, Slide, Table, Target, Token, Turn, apply
from scenes.layout import Spots

Manner = Literal["slide", "hop", "away", "drop", "vanish", "settle", "fade"]
"""Along the table · over something, in an arc · into a tray · laid down from above · off the table · down from where
the pointer held it · gone here and come there (reduced motion)."""

SETTLE: Final = 0.06
AWAY: Final = 0.22
DROP: Final = 0.2
VANISH: Final = 0.12
FADE: Final = 0.08
"""Seconds by the art direction; a slide takes 140 ms and 20 ms a cell, at most 260, a hop as long as a slide."""

Place: TypeAlias = tuple[float, float, float]
"""x, y of a token's centre, and its size."""


@dataclass(frozen=True, slots=True)
class Mover:
    """A token on its way: centre, size, how far it is lifted (0 to 1), tilt in degrees, opacity, squash (0 to 1)."""

    token: Token
    x: float
    y: float
    size: float
    lift: float = 0.0
    tilt: float = 0.0
    alpha: float = 1.0
    squash: float = 0.0


@dataclass(frozen=True, slots=True)
class Frame:
    """The tokens at rest, and those on their way, lowest first."""

    resting: Table
    movers: tuple[Mover, ...] = ()


@dataclass(frozen=True, slots=True)
class Cue:
    """A sound: when, how the token that makes it moves, and where (x in pixels)."""

    time: float
    manner: Manner
    x: float


@dataclass(frozen=True, slots=True)
class Flight:
    """One token's way within a beat; `layer` is how many tokens it lay on, and `seconds` how long it takes."""

    token: Token
    start: Place
    end: Place
    manner: Manner
    layer: int
    seconds: float

    def at(self, part: float) -> Mover:
        """Where it is when `part` (0 to 1) of its time is over."""
        eased = 1 - (1 - part) ** 3
        x, y, size = (a + (b - a) * eased for a, b in zip(self.start, self.end, strict=True))
        arc = sin(pi * eased)
        match self.manner:
            case "hop":
                return Mover(self.token, x, y - 0.3 * size * arc, size, lift=arc)
            case "away":
                return Mover(self.token, x, y - 0.25 * size * arc, size, lift=arc, tilt=12 * arc)
            case "drop":
                fall = max(0.0, 1 - part / 0.7) ** 2
                squash = sin(pi * max(0.0, part - 0.7) / 0.3)
                return Mover(
                    self.token, x, y - 0.4 * size * fall, size, fall, alpha=min(1.0, 4 * part), squash=squash
                )
            case "vanish":
                return Mover(self.token, x, y - 0.3 * size * part, size, lift=part, alpha=1 - part)
            case "settle":
                return Mover(self.token, x, y, size, lift=1 - part, squash=sin(pi * part))
            case "fade":
                x, y, size = self.start if part < 0.5 else self.end
                return Mover(self.token, x, y, size, alpha=abs(1 - 2 * part))
            case "slide":
                return Mover(self.token, x, y, size, lift=0.15 * arc)


@dataclass(frozen=True, slots=True)
class Shot:
    """A beat on film: what rests meanwhile, what flies, when it starts and how long it takes."""

    resting: Table
    flights: tuple[Flight, ...]
    """The lowest first."""
    start: float
    seconds: float

    def at(self, time: float) -> Frame:
        """The frame `time` seconds after its start; what has flown already is where it ends."""
        return Frame(
            self.resting, tuple(flight.at(min(1.0, max(0.0, time / flight.seconds))) for flight in self.flights)
        )


@dataclass(frozen=True, slots=True)
class Timeline:
    """The film of a change, from the table before to the one after (or back)."""

    shots: tuple[Shot, ...]
    last: Table
    seconds: float
    cues: tuple[Cue, ...]
    forward: bool = True

    def at(self, time: float) -> Frame:
        """The frame `time` seconds after the start."""
        if time >= self.seconds:
            return Frame(self.last)
        if not self.forward:
            time = self.seconds - time
        number = max(0, bisect_right([shot.start for shot in self.shots], time) - 1)
        return self.shots[number].at(time - self.shots[number].start)


def plan(
    table: Table,
    beats: Sequence[Beat],
    spots: Spots,
    manner: Callable[[Effect], Manner],
    *,
    forward: bool = True,
    speed: float = 1.0,
    held: tuple[float, float] | None = None,
) -> Timeline:
    """The film of `beats` on `table`, `speed` times as fast as usual; at speed 0 it has no length.

    `held` is where the pointer let go of the lowest token that the first beat moves: it comes from there. Backwards
    there is one sound, of the thing that moved first as it is put back.
    """
    shots: list[Shot] = []
    cues: list[Cue] = []
    time = back = 0.0
    now: Table = table
    for number, beat in enumerate(beats):
        shot = _film(now, beat, spots, manner, time, speed or 1.0, held if number == 0 else None)
        back = back if number else shot.flights[0].start[0]
        now = apply(now, (beat,))
        if speed > 0:
            shots.append(shot)
            cues += [Cue(_sounds_at(f, time), f.manner, f.end[0]) for f in _heard(shot.flights)]
            time += shot.seconds
        else:
            cues += [Cue(0.0, f.manner, f.end[0]) for f in _heard(shot.flights)]
    if not forward:
        return Timeline(tuple(shots), table, time, (Cue(0.7 * time, "settle", back),), forward=False)
    return Timeline(tuple(shots), now, time, tuple(sorted(cues, key=lambda cue: cue.time)))


def _sounds_at(flight: Flight, start: float) -> float:
    """A slide is heard while it goes, everything else when it lands."""
    return start if flight.manner in ("slide", "fade") else start + 0.7 * flight.seconds


def _heard(flights: Sequence[Flight]) -> list[Flight]:
    """One flight for each manner: a stack that moves makes one sound."""
    return list({flight.manner: flight for flight in reversed(flights) if flight.manner != "vanish"}.values())


def _film(
    table: Table,
    beat: Beat,
    spots: Spots,
    manner: Callable[[Effect], Manner],
    start: float,
    speed: float,
    held: tuple[float, float] | None,
) -> Shot:
    """One beat."""
    resting: dict[Target, tuple[Token, ...]] = dict(table)
    arrived: dict[Target, int] = {}
    flights: list[Flight] = []

    def place(target: Target, number: int) -> Place:
        return (*spots[target].at(number), spots[target].size)

    for effect in beat:
        how = manner(effect)
        thrown = held is not None and how != "fade"
        leaving, source, arriving = _parts(effect)
        there = resting.get(source, ())
        kept = len(there) - leaving
        tokens = there[kept:] if isinstance(effect, Slide) else (_shown(effect),)
        resting[source] = there[:kept]
        target = arriving or source
        base = len(resting.get(target, ())) + arrived.get(target, 0)
        how = "settle" if thrown else how
        cells = hypot(spots[target].x - spots[source].x, spots[target].y - spots[source].y) / spots[source].size
        seconds = _seconds(how, cells) / speed
        for number, token in enumerate(tokens):
            begin, end = place(source, kept + number), place(target, base + number)
            if held is not None and thrown:
                begin = (held[0] + spots[source].dx * number, held[1] + spots[source].dy * number, begin[2])
            flights.append(Flight(token, begin, end, how, kept + number, seconds))
        if arriving:
            arrived[target] = arrived.get(target, 0) + len(tokens)
    left = {target: tokens for target, tokens in resting.items() if tokens}
    flights.sort(key=lambda flight: flight.layer)
    return Shot(left, tuple(flights), start, max(flight.seconds for flight in flights))


def _parts(effect: Effect) -> tuple[int, Target, Target | None]:
    """How many tokens leave which target, and the one that they go to."""
    match effect:
        case Slide(start, end, count):
            return count, start, end
        case Put(at, _):
            return 0, at, at
        case Lift(at, _) | Turn(at, _, _):
            return 1, at, None


def _shown(effect: Put | Lift | Turn) -> Token:
    return effect.after if isinstance(effect, Turn) else effect.token


def _seconds(manner: Manner, cells: float) -> float:
    match manner:
        case "slide" | "hop":
            return min(0.26, 0.14 + 0.02 * cells)
        case "away":
            return AWAY
        case "drop":
            return DROP
        case "vanish":
            return VANISH
        case "settle":
            return SETTLE
        case "fade":
            return FADE
