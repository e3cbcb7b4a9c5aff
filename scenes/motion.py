"""From effects to frames: what a change looks like at every moment. Pure; times in seconds, places in pixels.

`plan` works out the tables between the beats; `Timeline.at` says which tokens lie still and which are on their way.
A change seen backwards is the same film run backwards.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, radians, sin
from typing import Final, Literal, Protocol, TypeAlias

from rules.contract import Beat, Effect, Lift, Put, Slide, Table, Target, Token, Turn, apply
from scenes.layout import Spots

Manner: TypeAlias = (
    Literal["slide", "hop", "away", "drop", "vanish", "settle", "fade"]
    | Literal["glide", "castle", "topple", "waddle", "alight", "perch", "appear"]
    | Literal["down", "bear"]
)
"""Along the table · over something, in an arc · into a tray · laid down from above · off the table · down from where
the pointer held it · gone here and come there (reduced motion) · along the table, and heard as it is set down · the
same for two at once · fallen over, then into a tray. What lives moves otherwise: from foot to foot · down from
above · down from where the pointer held it · gone here and come there. What lies on points: off its stack, to lie in
front of it · over the border, to stand on its edge."""

SETTLE: Final = 0.06
AWAY: Final = 0.22
DOWN: Final = 0.24
DROP: Final = 0.2
VANISH: Final = 0.12
FADE: Final = 0.08
PERCH: Final = 0.14
TOPPLE: Final = 0.95
"""Seconds by the art direction; a slide takes 140 ms and 20 ms a cell, at most 260, a hop or a waddle too."""
SQUASH: Final = 0.03
"""How much flatter a thing is at squash 1."""
LANDS: Final = 0.75
"""The part of its time after which something that lives has landed."""
STANDS: Final = 0.62
"""The part of its time after which what is borne off stands on its edge."""
FALL: Final = 0.45
"""The part of its time in which something topples; then it leaves."""
FELLED: Final = 84.0
"""Degrees that it lies over."""

LANDINGS: Final = ("waddle", "alight", "perch", "appear")
"""After these something that lives has come down."""

THROWN: Final[dict[Manner, Manner]] = {"waddle": "perch", "drop": "drop"}
"""How something is seen that comes from the pointer, if it doesn't just settle."""

Manners: TypeAlias = Callable[[Effect, Beat, Table], Manner]
"""How an effect of a beat is seen, on the table before the beat."""

Place: TypeAlias = tuple[float, float, float]
"""x, y of a token's centre, and its size."""


@dataclass(frozen=True, slots=True)
class Mover:
    """A token on its way: centre, size, how far it is lifted (0 to 1), tilt in degrees, opacity, squash (see SQUASH).

    Of what lives, `heading` is where it goes, in pixels to the right; `step` counts the steps of one that walks, from
    0; `flat`: it is landing. `at` is the place of what doesn't leave it.
    """

    token: Token
    x: float
    y: float
    size: float
    lift: float = 0.0
    tilt: float = 0.0
    alpha: float = 1.0
    squash: float = 0.0
    heading: float = 0.0
    step: int | None = None
    flat: bool = False
    at: Target | None = None


@dataclass(frozen=True, slots=True)
class Frame:
    """The tokens at rest, and those on their way, lowest first."""

    resting: Table
    movers: tuple[Mover, ...] = ()
    away: frozenset[Target] = frozenset()
    """Targets whose own thing, which is no token, is on its way."""


@dataclass(frozen=True, slots=True)
class Cue:
    """A sound: when, how the token that makes it moves, and where (x in pixels)."""

    time: float
    manner: Manner
    x: float
    sound: str = ""
    """Its name, where it isn't that of the manner."""
    loud: float = 1.0


@dataclass(frozen=True, slots=True)
class Flight:
    """One token's way within a beat; `layer` is how many tokens it lay on, and `seconds` how long it takes.

    `stays` is the place of what doesn't leave it.
    """

    token: Token
    start: Place
    end: Place
    manner: Manner
    layer: int
    seconds: float
    stays: Target | None = None

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
                return Mover(self.token, x, y - 0.3 * size * part, size, lift=part, alpha=1 - part, at=self.stays)
            case "settle":
                return Mover(self.token, x, y, size, lift=1 - part, squash=sin(pi * part), at=self.stays)
            case "fade" | "appear":
                x, y, size = self.start if part < 0.5 else self.end
                return Mover(self.token, x, y, size, alpha=abs(1 - 2 * part), at=self.stays)
            case "slide" | "glide" | "castle":
                return Mover(self.token, x, y, size, lift=0.15 * arc)
            case "down":
                return Mover(self.token, x, y - 0.16 * size * arc, size, lift=0.7 * arc, squash=sin(pi * part**3))
            case "bear":
                return Mover(self.token, x, y - 0.45 * size * arc, size, lift=arc, flat=part > STANDS)
            case "waddle" | "alight" | "perch":
                return self._lively(part, eased, (x, y, size))
            case "topple":
                return self._toppling(part)

    def _lively(self, part: float, eased: float, place: Place) -> Mover:
        """What lives: it rocks from foot to foot, and lies flat for a moment as it lands."""
        x, y, size = place
        heading, flat = self.end[0] - self.start[0], part > LANDS
        if self.manner == "alight":
            fall = max(0.0, 1 - part / LANDS) ** 2
            return Mover(self.token, x, y - 0.4 * size * fall, size, fall, alpha=min(1.0, 4 * part), flat=flat)
        if self.manner == "perch":
            return Mover(self.token, x, y, size, lift=(1 - part) ** 2, heading=heading, flat=flat)
        far = hypot(heading, self.end[1] - self.start[1]) / size
        gait = eased * min(3, max(2, round(far)))
        rise = abs(sin(pi * gait))
        return Mover(
            self.token,
            x,
            y - 0.1 * size * rise,
            size,
            lift=0.35 * rise,
            tilt=8 * sin(pi * gait),
            heading=heading,
            step=int(gait),
            flat=flat,
        )

    def _toppling(self, part: float) -> Mover:
        """First it falls to the right about its foot, then it leaves, getting up on the way."""
        fallen = min(1.0, part / FALL) ** 2
        left = max(0.0, part - FALL) / (1 - FALL)
        eased = 1 - (1 - left) ** 3
        x, y, size = (a + (b - a) * eased for a, b in zip(self.start, self.end, strict=True))
        tilt = FELLED * fallen * (1 - eased)
        foot = 0.38 * size
        turned = radians(tilt)
        x, y = x + foot * sin(turned), y + foot * (1 - cos(turned))
        return Mover(self.token, x, y, size, lift=sin(pi * eased), tilt=tilt)


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


class Film(Protocol):
    """What the stage can run. Its sounds are in the order of their times."""

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
        """Whether what is on its way may leave the table, over the paper beside it."""

    @property
    def binding(self) -> bool:
        """Whether it has to be seen to its end: something can be done only while it runs."""

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

    @property
    def lands(self) -> bool:
        """Whether something that lives comes down in it."""
        return any(cue.manner in LANDINGS for cue in self.cues)

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
    manner: Manners,
    *,
    forward: bool = True,
    speed: float = 1.0,
    held: Mapping[Target, tuple[float, float]] | None = None,
) -> Timeline:
    """The film of `beats` on `table`, `speed` times as fast as usual; at speed 0 it has no length.

    `held` is where the pointer let go of the lowest token of a target, which the first beat moves: it comes from
    there. Backwards there is one sound, of the thing that moved first as it is put back.
    """
    shots: list[Shot] = []
    cues: list[Cue] = []
    time = back = 0.0
    now: Table = table
    for number, beat in enumerate(beats):
        shot = _film(now, beat, spots, manner, time, speed or 1.0, (held or {}) if number == 0 else {})
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
    """A slide is heard while it goes, a fall as it ends, everything else when it lands."""
    if flight.manner in ("slide", "fade"):
        return start
    return start + (FALL if flight.manner == "topple" else 0.7) * flight.seconds


def _heard(flights: Sequence[Flight]) -> list[Flight]:
    """One flight for each manner: a stack that moves makes one sound."""
    return list({flight.manner: flight for flight in reversed(flights) if flight.manner != "vanish"}.values())


def _film(
    table: Table,
    beat: Beat,
    spots: Spots,
    manner: Manners,
    start: float,
    speed: float,
    held: Mapping[Target, tuple[float, float]],
) -> Shot:
    """One beat."""
    resting: dict[Target, tuple[Token, ...]] = dict(table)
    arrived: dict[Target, tuple[Token, ...]] = {}
    flights: list[Flight] = []

    def place(target: Target, tokens: Sequence[Token], number: int) -> Place:
        return (*spots[target].place([token.look for token in tokens], number), spots[target].size)

    for effect in beat:
        how = manner(effect, beat, table)
        leaving, below, source, arriving = _parts(effect)
        there = resting.get(source, ())
        over = len(there) - max(0, below - len(arrived.get(source, ())))
        kept = over - leaving
        tokens = there[kept:over] if isinstance(effect, Slide) else (_shown(effect),)
        resting[source] = (*there[:kept], *there[over:])
        target = arriving or source
        before = (*there[:kept], *tokens, *there[over:])
        after = (*resting.get(target, ()), *arrived.get(target, ()), *tokens)
        thrown = held.get(source) if how not in ("fade", "appear") else None
        if thrown is not None:
            how = THROWN.get(how, "settle")
        cells = hypot(spots[target].x - spots[source].x, spots[target].y - spots[source].y) / spots[source].size
        seconds = _seconds(how, cells) / speed
        for number, token in enumerate(tokens):
            begin = place(source, before, kept + number)
            end = place(target, after, len(after) - len(tokens) + number) if arriving else begin
            if thrown is not None:
                begin = (thrown[0] + spots[source].dx * number, thrown[1] + spots[source].dy * number, begin[2])
            stays = source if target == source else None
            flights.append(Flight(token, begin, end, how, kept + number, seconds, stays))
        if arriving:
            arrived[target] = (*arrived.get(target, ()), *tokens)
    left = {target: tokens for target, tokens in resting.items() if tokens}
    flights.sort(key=lambda flight: flight.layer)
    return Shot(left, tuple(flights), start, max(flight.seconds for flight in flights))


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


def _seconds(manner: Manner, cells: float) -> float:
    match manner:
        case "slide" | "hop" | "glide" | "castle" | "waddle":
            return min(0.26, 0.14 + 0.02 * cells)
        case "down":
            return DOWN
        case "bear":
            return min(0.42, AWAY + 0.03 * cells)
        case "away":
            return AWAY
        case "drop" | "alight":
            return DROP
        case "perch":
            return PERCH
        case "topple":
            return TOPPLE
        case "vanish":
            return VANISH
        case "settle":
            return SETTLE
        case "fade" | "appear":
            return FADE
