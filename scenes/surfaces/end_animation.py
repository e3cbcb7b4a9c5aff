"""The film of a match's end: things act one after another where they rest, in a light. Pure; seconds and pixels."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from math import hypot, pi, sin
from typing import Final, Literal

from rules.contract import Seat, Table, Target, Token
from scenes.surfaces.flights import Flight, Manner, Mover, Place, Prop, always, smooth
from scenes.surfaces.layout import Box, Spots
from scenes.surfaces.motion import Cue, Frame, Light

BEFORE: Final = 0.15
APART: Final = 0.08
"""Until the first thing acts, and from one to the next."""
LONGEST: Final = 2.9
SHORT: Final = 1.3
"""The longest time of the acts, and that of an end by a word, by the clock, in a draw or for whoever has lost."""
HIGH: Final = 0.16
"""How high tokens rise, as a share of their size."""
BRIGHTENS: Final = 0.35
DIMS: Final = 0.3
LIT: Final = 0.9
"""How long the light fades in, how long it fades out, and the least time of it."""
NARROW: Final = 0.32
WIDE: Final = 0.52
"""The radius of the light around one thing, and the largest, in heights of the table."""
STEPS: Final = 16
"""Of brightness."""
QUIET: Final = 0.05
"""Seconds within which a second sound of the same name isn't heard."""


@dataclass(frozen=True, slots=True)
class End:
    """A match that has just ended, and its table.

    `seats`: whose moment it is; `kind`: "lost" where nobody here has won. `played`: it ended by the rules, not by a
    word or by the clock. `still`: nothing shall move.
    """

    kind: Literal["won", "lost", "drawn"]
    seats: frozenset[Seat]
    table: Table
    spots: Spots
    area: Box
    emblems: Sequence[str]
    """A sprite for each seat, whose name begins as those of the seat's tokens ("duck_chess/white-king")."""
    played: bool = True
    still: bool = False
    speed: float = 1.0
    cries: bool = True
    """Whether what lives may cry."""
    stage: object = None
    """What shows it."""

    @property
    def whole(self) -> bool:
        """Whether there is all the time for it."""
        return self.kind == "won" and self.played

    def has(self, token: Token) -> bool:
        """Whether a token is of a side whose moment it is."""
        return _side(token.look) in {_side(self.emblems[seat].rpartition("/")[2]) for seat in self.seats}

    @property
    def own(self) -> list[Target]:
        """Where the tokens of these sides lie, from the left: on the board, or with all of them taken beside it."""
        there = [target for target, tokens in self.table.items() if self.has(tokens[-1])]
        there.sort(key=lambda target: (self.spots[target].x, -self.spots[target].y))
        return [one for one in there if not one.startswith("taken")] or there

    def place(self, target: Target, number: int = 0) -> Place:
        """Where the token with this number lies on a target, or what stands there that is no token."""
        looks = [token.look for token in self.table.get(target, ())]
        spot = self.spots[target]
        return spot.lie(looks, number) if looks else (spot.x, spot.y, spot.size)

    def light(self, targets: Collection[Target]) -> Light:
        """The light over some targets."""
        points = [(self.spots[one].x, self.spots[one].y) for one in targets]
        middle = (self.area.x + self.area.h / 2, self.area.y + self.area.h / 2)
        points = points or [middle]
        x, y = (sum(axis) / len(axis) for axis in zip(*points, strict=True))
        far = max(hypot(left - x, top - y) for left, top in points)
        return Light(x, y, min(WIDE, NARROW + far / self.area.h) * self.area.h)


@dataclass(frozen=True, slots=True)
class Part:
    """What one thing does: the token with this number on a target, or what stands there that is no token. It begins
    and ends where it rests."""

    at: Target
    begins: float
    flight: Flight
    number: int = 0
    sound: str = ""
    loud: float = 1.0
    props: tuple[Prop, ...] = ()


def act(
    end: End,
    at: Target,
    manner: Manner,
    begins: float,
    seconds: float = 0.0,
    *,
    number: int = 0,
    to: Place | None = None,
    by: tuple[Place, ...] = (),
    look: str = "",
    sound: str = "",
    loud: float = 1.0,
) -> Part:
    """One part: how a thing goes `to` a place by others, and back; `look` is that of what is no token."""
    start = end.place(at, number)
    token = Token(look) if look else end.table[at][number]
    seconds = seconds or manner.seconds(0.0)
    flight = Flight(token, start, to or start, manner, number, seconds, None if to or look else at, others=by)
    return Part(at, begins, flight, number, sound, loud, tuple(manner.props(flight)))


def in_turn(
    end: End,
    targets: Sequence[Target],
    manner: Manner,
    begins: float = BEFORE,
    *,
    apart: float = APART,
    until: float = LONGEST,
    sound: str = "",
    loud: float = 1.0,
) -> list[Part]:
    """The same of all that lies on some targets, one after another, so close that the last ends in time."""
    step = min(apart, (until - begins - manner.seconds(0.0)) / max(1, len(targets) - 1))
    return [
        act(end, at, manner, begins + n * step, number=number, sound="" if number else sound, loud=loud)
        for n, at in enumerate(targets)
        for number in range(len(end.table[at]))
    ]


@dataclass(frozen=True, slots=True)
class EndAnimation:
    """The film, `speed` times as fast as usual."""

    last: Table
    spots: Spots
    parts: tuple[Part, ...]
    light: Light
    speed: float = 1.0
    forward = True
    lands = above = binding = False

    @property
    def _length(self) -> float:
        return max(LIT, *(part.begins + part.flight.seconds for part in self.parts), 0.0)

    @property
    def seconds(self) -> float:
        return self._length / self.speed

    @property
    def cues(self) -> tuple[Cue, ...]:
        found: list[Cue] = []
        heard = dict[str, float]()
        for part in sorted(self.parts, key=_heard):
            time, flight = _heard(part) / self.speed, part.flight
            if part.sound and time - heard.get(part.sound, -1.0) > QUIET:
                heard[part.sound] = time
                found.append(Cue(time, flight.manner, flight.end[0], part.sound, part.loud))
        return tuple(found)

    def at(self, time: float) -> Frame:
        """The frame `time` seconds after the start."""
        time *= self.speed
        if time >= self._length:
            return Frame(self.last)
        acting: dict[Target, dict[int, Mover]] = {}
        under: list[Mover] = []
        over: list[Mover] = []
        for part in self.parts:
            since = time - part.begins
            if 0 < since < part.flight.seconds:
                acting.setdefault(part.at, {})[part.number] = part.flight.seen(since)
                for prop in part.props:
                    picture = prop.at(part.flight, since / part.flight.seconds)
                    if picture is not None:
                        (under if prop.under else over).append(picture)
        resting = {target: tokens for target, tokens in self.last.items() if target not in acting}
        movers = [mover for target, there in acting.items() for mover in self._seen(target, there)]
        away = frozenset(acting.keys() - self.last.keys())
        return Frame(resting, tuple(movers), away, tuple(under), tuple(over), self._lit(time))

    def _seen(self, target: Target, acting: dict[int, Mover]) -> list[Mover]:
        """All that lies on a target where something acts; what doesn't act stays."""
        spot, tokens = self.spots[target], self.last.get(target, ())
        looks = [token.look for token in tokens]
        found = []
        for number, token in enumerate(tokens):
            mover = acting.pop(number, None)
            found.append(mover or Mover(token, *spot.lie(looks, number), at=target))
        if spot.places:
            found.sort(key=lambda mover: (mover.at is None, mover.y))
        return [*found, *acting.values()]

    def _lit(self, time: float) -> Light | None:
        bright = smooth(time / BRIGHTENS) * (1 - smooth((time - self._length + DIMS) / DIMS))
        step = round(STEPS * bright * self.light.bright)
        return replace(self.light, bright=step / STEPS) if step else None


def _heard(part: Part) -> float:
    return part.begins + (part.flight.manner.heard_at or 0.0) * part.flight.seconds


def _side(look: str) -> str:
    return look.partition("-")[0]


def filmed(end: End, parts: Sequence[Part], lit: Collection[Target], bright: float = 1.0) -> EndAnimation:
    """The film of these parts, with light over some targets; where nothing shall move there is the light alone."""
    light = replace(end.light(lit), bright=bright)
    return EndAnimation(end.table, end.spots, () if end.still else tuple(parts), light, end.speed)


def _rising(flight: Flight, part: float) -> Mover:
    there, up = flight.between(0.0), sin(pi * part) ** 2
    return replace(there, y=there.y - HIGH * there.size * up, lift=up)


def _breathing(flight: Flight, part: float) -> Mover:
    there, up = flight.between(0.0), sin(pi * part) ** 2
    return replace(there, y=there.y - 0.4 * HIGH * there.size * up, lift=0.4 * up)


RISE: Final = Manner("rise", _rising, always(0.5), heard_at=0.9)
BREATHE: Final = Manner("breathe", _breathing, always(0.9), heard_at=None)


def rising(end: End) -> EndAnimation:
    """The tokens of whoever has won rise one after another; of others they just stir."""
    own = end.own
    if end.kind == "won":
        return filmed(end, in_turn(end, own, RISE, until=LONGEST / 2 if end.played else SHORT), own)
    return filmed(end, in_turn(end, own, BREATHE, apart=0.0), own, bright=0.7)
