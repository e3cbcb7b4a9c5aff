"""How a token moves, how long that takes, and where it is at every moment. Pure; times in seconds, places in pixels.

A `Manner` is a kind of animation; here are those that several games share.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import cos, exp, hypot, pi, radians, sin
from typing import Final, TypeAlias

from rules.contract import Target, Token

LIFTS: Final = 0.3
PARTS: Final = 0.15
LOWERS: Final = 0.75
"""Of a taken token: the parts of its time at which it is up, at which it leaves, and from which it comes down."""
STRUCK: Final = 0.35
"""The part of its time after which its taker is there."""
FLUNG: Final = 1.25
"""Of a jump: the distance left is the time left to this power; of a slide the power is 3."""
TOUCHES: Final = 0.76
"""The part of its time after which a token has slid or jumped to its place, and settles."""
SQUASH: Final = 0.03
"""How much flatter a token is at squash 1."""
FOOT: Final = 0.38
"""How much lower than a token's centre its foot is, in its size."""

Place: TypeAlias = tuple[float, float, float]
"""x, y of a token's centre, and its size."""


@dataclass(frozen=True, slots=True)
class Mover:
    """A moving token: centre, size, how far it is lifted (0 to 1), tilt in degrees, opacity, squash (see SQUASH).

    Of what lives, `heading` is its direction, in pixels to the right; `step` counts the steps of a walk, from 0;
    `flat`: it is landing; `turned`: how far it has turned there from how it stands, 0 to 1. `at` is the target of one
    that stays. `narrow`: its visible width, as a share; `open`: how far it is opened to take something in, or let it
    out, 0 to 1. `was`: what it was, seen below it while it becomes what it is. `drawn`: the size in which its picture
    is made, if it grows or shrinks on its way; else 0.
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
    turned: float = 1.0
    at: Target | None = None
    narrow: float = 1.0
    open: float = 0.0
    was: Mover | None = None
    drawn: float = 0.0


@dataclass(frozen=True, slots=True)
class Prop:
    """A small picture that is seen for a while in an act: how it goes, grows, turns and fades.

    It lives from `begins` to `ends`, parts of its flight's time, and goes from `start` to `end`, in an arc so many
    pixels high. `rides`: they are places beside the moving token. `comes`, `goes`: the parts of its life in which it
    fades in and out.
    """

    look: str
    begins: float
    ends: float
    start: Place
    end: Place
    arc: float = 0.0
    tilt: tuple[float, float] = (0.0, 0.0)
    """Degrees at its beginning and at its end."""
    alpha: float = 1.0
    comes: float = 0.2
    goes: float = 0.5
    steady: bool = False
    """Whether it goes as fast at its end as at its beginning."""
    under: bool = False
    """Whether it lies on the board, below all tokens."""
    rides: bool = False

    def at(self, flight: Flight, part: float) -> Mover | None:
        """How it is seen when `part` of its flight's time is over; None: not at all."""
        life = (part - self.begins) / (self.ends - self.begins)
        if not 0 <= life < 1 or (life == 0 and self.comes):
            return None
        share = life if self.steady else eased(life)
        x, y, size = (a + (b - a) * share for a, b in zip(self.start, self.end, strict=True))
        if self.rides:
            token = flight.at(part)
            x, y = x + token.x, y + token.y
        seen = min(1.0, life / self.comes if self.comes else 1.0, (1 - life) / self.goes if self.goes else 1.0)
        tilt = self.tilt[0] + (self.tilt[1] - self.tilt[0]) * share
        up = self.arc * sin(pi * share)
        return Mover(Token(self.look), x, y - up, size, tilt=tilt, alpha=self.alpha * seen)


def beside(place: Place, dx: float, dy: float, size: float) -> Place:
    """The place beside another, in the size there."""
    x, y, unit = place
    return (x + dx * unit, y + dy * unit, size * unit)


def _none(flight: Flight) -> tuple[Prop, ...]:
    return ()


@dataclass(frozen=True, slots=True, eq=False)
class Manner:
    """A kind of animation."""

    name: str
    motion: Callable[[Flight, float], Mover]
    """(flight, part of its time that is over, 0 to 1) -> where it is."""
    seconds: Callable[[float], float]
    """The time for a distance of so many cells."""
    heard_at: float | None = 0.7
    """The part of its time after which its sound is played; None: no sound."""
    lands: bool = False
    """Something that lives lands in it."""
    plain: bool = False
    """Whether the token fades out and in again elsewhere."""
    thrown: Manner | None = None
    """The animation of a token that was dragged instead; None: SETTLE."""
    falls: bool = False
    """Whether it is the same for a token that was dragged."""
    deed: bool = False
    """Whether its sound is played also when the token was dragged."""
    hit: Manner | None = None
    """The animation of the token that it is turned to."""
    props: Callable[[Flight], Sequence[Prop]] = _none
    """What else is seen in it."""


@dataclass(frozen=True, slots=True)
class Flight:
    """One token's movement within a beat; `layer` is the number of tokens below it.

    `stays` is the target of one that stays; `was` is the token before, of one that changes its look; `voice` has its
    sound, where that isn't `manner`; `others` are the places of those that it acts on.
    """

    token: Token
    start: Place
    end: Place
    manner: Manner
    layer: int
    seconds: float
    stays: Target | None = None
    was: Token | None = None
    voice: Manner | None = None
    others: tuple[Place, ...] = ()

    @property
    def way(self) -> int:
        """1 if it goes to the right or straight up or down, else -1."""
        return 1 if self.end[0] >= self.start[0] else -1

    def seen(self, time: float) -> Mover:
        """Where it is so many seconds after its start."""
        return self.at(min(1.0, max(0.0, time / self.seconds)))

    def at(self, part: float) -> Mover:
        """Where it is when `part` (0 to 1) of its time is over."""
        return self.manner.motion(self, part)

    def between(self, share: float) -> Mover:
        """Where it is at this share of the straight line."""
        x, y, size = (a + (b - a) * share for a, b in zip(self.start, self.end, strict=True))
        drawn = max(self.start[2], self.end[2]) if self.start[2] != self.end[2] else 0.0
        return Mover(self.token, x, y, size, at=self.stays, drawn=drawn)

    def pushed(self, part: float) -> Mover:
        """Where it is on the straight line when it is fast at first and then slow."""
        return replace(self.between(eased(part)), at=None)


def eased(part: float) -> float:
    """Fast at first, then slow; outside of 0 to 1 it is at its ends."""
    return 1 - (1 - min(1.0, max(0.0, part))) ** 3


def smooth(part: float) -> float:
    """Slow at both ends; outside of 0 to 1 it is at its ends."""
    part = min(1.0, max(0.0, part))
    return part * part * (3 - 2 * part)


def settling(part: float) -> float:
    """The squash of a token that settles."""
    return sin(pi * max(0.0, part - TOUCHES) / (1 - TOUCHES))


def pressed(mover: Mover, squash: float) -> Mover:
    """Pressed down so much, or drawn out if it is less than 0; it stands where it stood."""
    return replace(mover, squash=squash, y=mover.y + FOOT * SQUASH * squash * mover.size)


def tipped(mover: Mover, tilt: float) -> Mover:
    """Tilted so many degrees to the right, about its foot."""
    foot, turned = FOOT * mover.size, radians(tilt)
    return replace(mover, x=mover.x + foot * sin(turned), y=mover.y + foot * (1 - cos(turned)), tilt=tilt)


def always(seconds: float) -> Callable[[float], float]:
    """The same time for every distance."""
    return lambda cells: seconds


def by_way(cells: float) -> float:
    """A time that grows with the distance."""
    return min(0.26, 0.14 + 0.02 * cells)


def by_arc(cells: float) -> float:
    """That of a jump."""
    return min(0.36, 0.26 + 0.02 * cells)


def part_of(part: float, begins: float, ends: float) -> float:
    """How much of a stretch of time is over, 0 to 1."""
    return min(1.0, max(0.0, (part - begins) / (ends - begins)))


def along(flight: Flight, part: float) -> Mover:
    """Along the table."""
    return replace(flight.pushed(part), lift=0.15 * sin(pi * eased(part)), squash=0.8 * settling(part))


def _hopping(flight: Flight, part: float) -> Mover:
    share = 1 - (1 - min(1.0, part / TOUCHES)) ** FLUNG
    there, arc = flight.between(share), sin(pi * share)
    return replace(there, y=there.y - 0.5 * there.size * arc, lift=arc, at=None, squash=settling(part))


def _taken_away(flight: Flight, part: float) -> Mover:
    """It rises on its side, goes in an arc and lies down."""
    share = smooth((part - PARTS) / (1 - PARTS))
    there, up = flight.between(share), smooth(part / LIFTS) * (1 - smooth((part - LOWERS) / (1 - LOWERS)))
    y = there.y - 0.25 * there.size * up - 0.5 * flight.start[2] * sin(pi * share)
    return replace(there, y=y, lift=up, tilt=12 * up)


def _vanishing(flight: Flight, part: float) -> Mover:
    there = flight.pushed(part)
    up = there.y - 0.3 * there.size * part
    return replace(there, y=up, lift=part, alpha=1 - part, at=flight.stays)


def _struck(flight: Flight, part: float) -> Mover:
    """It stays until its taker is there, or over it."""
    return AWAY.motion(flight, part_of(part, STRUCK, 1.0))


def _uncrowned(flight: Flight, part: float) -> Mover:
    return VANISH.motion(flight, part_of(part, STRUCK, 0.7))


def _settled(flight: Flight, part: float) -> Mover:
    return replace(flight.pushed(part), lift=1 - part, squash=sin(pi * part), at=flight.stays)


def _faded(flight: Flight, part: float) -> Mover:
    x, y, size = flight.start if part < 0.5 else flight.end
    token = flight.was if flight.was is not None and part < 0.5 else flight.token
    return Mover(token, x, y, size, alpha=abs(1 - 2 * part), at=flight.stays)


def _coming(flight: Flight, part: float) -> Mover:
    return replace(flight.between(1.0), alpha=part)


def _going(flight: Flight, part: float) -> Mover:
    return replace(flight.between(0.0), alpha=1 - part)


def _shifted(flight: Flight, part: float) -> Mover:
    grows = flight.end[2] > flight.start[2]
    return flight.between(min(1.0, 2 * part) if grows else max(0.0, 2 * part - 1))


SLIDE: Final = Manner("slide", along, by_way, heard_at=0.0)
HOP: Final = Manner("hop", _hopping, by_arc, heard_at=TOUCHES)
AWAY: Final = Manner("away", _taken_away, always(0.34))
"""Into a tray."""
VANISH: Final = Manner("vanish", _vanishing, always(0.12), heard_at=None)
TAKEN: Final = Manner("taken", _struck, always(0.48))
UNCROWNED: Final = Manner("uncrowned", _uncrowned, always(0.48), heard_at=None)
"""The same of who is struck, and of its crown, in the beat in which its taker comes."""
SETTLE: Final = Manner("settle", _settled, always(0.06))
"""Down from where the pointer held it."""
FADE: Final = Manner("fade", _faded, always(0.08), heard_at=0.0, plain=True)
"""Gone here and come there, with reduced motion."""
COME: Final = Manner("come", _coming, always(0.08), heard_at=None, plain=True)
GO: Final = Manner("go", _going, always(0.08), heard_at=None, plain=True)
"""What is put down only comes, and what is taken away only goes."""
APPEAR: Final = Manner("appear", _faded, always(0.08), lands=True, plain=True)
"""The same of what lives."""
SHIFT: Final = Manner("shift", _shifted, always(0.06), heard_at=None)
"""What lies below another, as that comes or goes."""


# --- what a hand does to things: they rise under the pointer, hang in the hand, and go home when it lets go

RISE: Final = 0.08
"""Seconds in which a thing rises from the table, or sinks back, by whatever height."""
POINTED: Final = 0.4
PICKED: Final = 0.8
"""How far a thing is lifted that the pointer could take, and one that is picked; 1 is the hand's height."""
UP: Final = 0.09
"""How much higher a thing is seen that is lifted by 1 and stands where it stood, as a share of its size."""
NEAR: Final = 0.12
FAR: Final = 0.22
"""Seconds of the shortest and of the longest way home."""


def raised(mover: Mover, level: float) -> Mover:
    """The same, lifted so far above where it stands."""
    return replace(mover, y=mover.y - UP * mover.size * level, lift=max(mover.lift, level)) if level else mover


PULL: Final = 24.0
"""How hard what hangs is drawn to the pointer, per second: a fifth of a second after the hand it rests, too."""
TRAIL: Final = 0.12
TILT: Final = 10.0
"""It trails by less than this share of its size, and tilts by less than so many degrees, however fast the hand is."""
FAST: Final = 10.0
"""At so many times its size a second it tilts by seven tenths of that."""


@dataclass(frozen=True, slots=True)
class Sway:
    """What hangs from the pointer follows it on a critically damped spring, whose end is `x`, `y` pixels beside the
    pointer and goes `dx`, `dy` pixels a second. `size` is that of what hangs."""

    size: float
    x: float = 0.0
    y: float = 0.0
    dx: float = 0.0
    dy: float = 0.0

    def left_behind(self, x: float, y: float) -> Sway:
        """The pointer has gone so far."""
        return replace(self, x=self.x - x, y=self.y - y)

    def after(self, seconds: float) -> Sway:
        """How it is so much later; what is nearly at rest rests."""
        (x, dx), (y, dy) = (
            ((at + (speed + PULL * at) * seconds) * fade, (speed - PULL * (speed + PULL * at) * seconds) * fade)
            for at, speed in ((self.x, self.dx), (self.y, self.dy))
            for fade in (exp(-PULL * seconds),)
        )
        near = hypot(x, y) * TRAIL < 0.25 and hypot(dx, dy) * TILT < 0.25 * FAST * self.size
        return Sway(self.size) if near else Sway(self.size, x, y, dx, dy)

    @property
    def beside(self) -> tuple[float, float]:
        """How far from the pointer it hangs, in pixels."""
        share = TRAIL * self.size / hypot(self.x, self.y, self.size)
        return self.x * share, self.y * share

    @property
    def tilt(self) -> float:
        """How far it tilts to the right, for what is below hangs back."""
        return TILT * self.dx / hypot(self.dx, FAST * self.size)


@dataclass(frozen=True, slots=True)
class Held:
    """What the pointer holds: tokens from the top of a target, and where the lowest one's centre belongs.

    They are on their way there since `since`, from (`dx`, `dy`) beside it, lifted by `level` already. Without `sway`
    they hang just there.
    """

    target: Target
    tokens: tuple[Token, ...]
    x: float
    y: float
    since: float = -RISE
    dx: float = 0.0
    dy: float = 0.0
    level: float = 1.0
    sway: Sway | None = None

    def hangs(self, now: float) -> bool:
        """Whether nothing of it moves any more."""
        return now >= self.since + RISE and (self.sway is None or self.sway == Sway(self.sway.size))

    def moved(self, x: float, y: float) -> Held:
        """The pointer has gone there."""
        sway = None if self.sway is None else self.sway.left_behind(x - self.x, y - self.y)
        return replace(self, x=x, y=y, sway=sway)

    def after(self, seconds: float) -> Held:
        """How it hangs so much later."""
        return self if self.sway is None else replace(self, sway=self.sway.after(seconds))

    @property
    def place(self) -> tuple[float, float]:
        """Where the lowest one's centre hangs."""
        x, y = (0.0, 0.0) if self.sway is None else self.sway.beside
        return self.x + x, self.y + y

    @property
    def tilt(self) -> float:
        """How far they tilt, in degrees."""
        return 0.0 if self.sway is None else self.sway.tilt

    def at(self, now: float) -> tuple[float, float, float]:
        """The lowest one's centre, and how far it is lifted."""
        left, (x, y) = 1 - eased((now - self.since) / RISE), self.place
        return x + self.dx * left, y + self.dy * left, 1 - (1 - self.level) * left


@dataclass(frozen=True, slots=True)
class Homing:
    """Things let go where they may not lie, on their way back to `target`; that takes longer from farther. At first
    they are tilted by `tilt`."""

    target: Target
    tokens: tuple[Token, ...]
    starts: tuple[tuple[float, float], ...]
    ends: tuple[Place, ...]
    since: float
    speed: float = 1.0
    tilt: float = 0.0

    @property
    def seconds(self) -> float:
        (x, y), (left, top, size) = self.starts[0], self.ends[0]
        return min(FAR, NEAR + 0.02 * hypot(left - x, top - y) / size) / self.speed

    def over(self, now: float) -> bool:
        return now >= self.since + self.seconds

    def at(self, now: float) -> list[Mover]:
        """Where they are now, the lowest first: they come down as they arrive, and settle."""
        part = min(1.0, max(0.0, (now - self.since) / self.seconds))
        near, lift = eased(part), 1 - part * part * (3 - 2 * part)
        squash = sin(pi * max(0.0, part - 0.7) / 0.3)
        movers = []
        for token, (x, y), (left, top, size) in zip(self.tokens, self.starts, self.ends, strict=True):
            at = (x + (left - x) * near, y + (top - y) * near)
            movers.append(Mover(token, *at, size, lift=lift, squash=squash, tilt=self.tilt * (1 - near)))
        return movers


@dataclass(frozen=True, slots=True)
class _Rise:
    start: float
    end: float
    since: float

    def at(self, now: float) -> float:
        return self.start + (self.end - self.start) * eased((now - self.since) / RISE)


class Rising:
    """How far each thing on the table is lifted that stays there."""

    def __init__(self) -> None:
        self._rises: dict[Target, _Rise] = {}

    def want(self, heights: Mapping[Target, float], now: float) -> None:
        """From now on things shall be so high; what isn't named lies on the table."""
        for target in heights.keys() | self._rises.keys():
            end = heights.get(target, 0.0)
            rise = self._rises.get(target)
            if (0.0 if rise is None else rise.end) != end:
                self._rises[target] = _Rise(0.0 if rise is None else rise.at(now), end, now)

    def drop(self, target: Target) -> None:
        """A thing has left its place."""
        self._rises.pop(target, None)

    def clear(self) -> None:
        self._rises.clear()

    def at(self, now: float) -> dict[Target, float]:
        """How high everything is that doesn't lie."""
        for target in [one for one, rise in self._rises.items() if not rise.end and now >= rise.since + RISE]:
            del self._rises[target]
        return {target: rise.at(now) for target, rise in self._rises.items()}

    def moves(self, now: float) -> bool:
        """Whether anything is between two heights."""
        return any(now < rise.since + RISE for rise in self._rises.values())
