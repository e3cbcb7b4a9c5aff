"""The animation of a match's end: tokens move in turn in place, under a light. Pure; seconds and pixels.

Everything begins and ends at rest, because the film may be skipped at any moment (`tests/scenes/test_endings.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import hypot
from typing import Final, Literal

from rules.contract import Seat, Table, Target, Token
from scenes.surfaces.flights import EffectSprite, Flight, Manner, Mover, Place, arc, pictures, smooth
from scenes.surfaces.layout import Box, Spots
from scenes.surfaces.motion import Cue, Frame, Light

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


@dataclass(frozen=True, slots=True)
class Part:
    """The movement, from rest to rest, of a token of a target, or of the target's own object."""

    at: Target
    begins: float
    flight: Flight
    sound: str = ""
    loud: float = 1.0
    under: Sequence[EffectSprite] = ()
    over: Sequence[EffectSprite] = ()


def act(
    end: End,
    at: Target,
    manner: Manner,
    begins: float = START_SECONDS,
    *,
    number: int = 0,
    to: Place | None = None,
    by: tuple[Place, ...] = (),
    look: str = "",
    sound: str = "",
    loud: float = 1.0,
) -> Part:
    """Make the movement of one thing to `to` by way of `by`, and back; `look` is for an object that's no token."""
    start = end.place(at, number)
    token = Token(look) if look else end.table[at][number]
    stays = None if to or look else at
    flight = Flight(token, start, to or start, manner, number, manner.duration(), stays, others=by)
    return Part(at, begins, flight, sound, loud, *pictures([flight]))


def starts(count: int, apart: float, seconds: float) -> list[float]:
    """Return when each of some things starts: `apart` seconds after one another, the last within `seconds`."""
    step = min(apart, seconds / max(1, count - 1))
    return [START_SECONDS + number * step for number in range(count)]


def in_turn(
    end: End,
    targets: Sequence[Target],
    manner: Manner,
    *,
    apart: float = STAGGER_SECONDS,
    until: float = 0.0,
    to: Callable[[Target, int], Place | None] = lambda at, number: None,
    sound: str = "",
    loud: float = 1.0,
) -> list[Part]:
    """Make the same movement of all tokens on some targets, one after another.

    The last one ends by `until`, or by the latest allowed. `to`: the end of the way of a target's token; None where
    it stays.
    """
    begins = starts(len(targets), apart, (until or end.max_seconds) - START_SECONDS - manner.duration())
    return [
        act(end, at, manner, when, number=number, to=to(at, number), sound="" if number else sound, loud=loud)
        for at, when in zip(targets, begins, strict=True)
        for number in range(len(end.table[at]))
    ]


@dataclass(frozen=True, slots=True)
class EndAnimation:
    """The film of a match's end, `speed` times as fast as usual."""

    last: Table
    spots: Spots
    parts: tuple[Part, ...]
    light: Light
    speed: float = 1.0
    forward = True
    above = binding = False

    @property
    def _length(self) -> float:
        return max(MIN_LIGHT_SECONDS, *(part.begins + part.flight.seconds for part in self.parts), 0.0)

    @property
    def seconds(self) -> float:
        return self._length / self.speed

    @property
    def cues(self) -> tuple[Cue, ...]:
        found: list[Cue] = []
        heard = dict[str, float]()
        for part in sorted(self.parts, key=_heard):
            time, flight = _heard(part) / self.speed, part.flight
            if part.sound and time - heard.get(part.sound, -1.0) > MIN_CUE_SECONDS:
                heard[part.sound] = time
                found.append(Cue(time, flight.manner, flight.end[0], part.sound, part.loud))
        return tuple(found)

    def at(self, time: float) -> Frame:
        time *= self.speed
        if time >= self._length:
            return Frame(self.last)
        acting: dict[Target, dict[int, Mover]] = {}
        under: list[Mover] = []
        over: list[Mover] = []
        for part in self.parts:
            since = time - part.begins
            if 0 < since < part.flight.seconds:
                acting.setdefault(part.at, {})[part.flight.layer] = part.flight.mover_at(since)
                under += filter(None, (one.mover_at(since) for one in part.under))
                over += filter(None, (one.mover_at(since) for one in part.over))
        resting = {target: tokens for target, tokens in self.last.items() if target not in acting}
        movers = [mover for target, there in acting.items() for mover in self._seen(target, there)]
        away = frozenset(acting.keys() - self.last.keys())
        return Frame(resting, tuple(movers), away, tuple(under), tuple(over), self._lit(time))

    def _seen(self, target: Target, acting: dict[int, Mover]) -> list[Mover]:
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
        bright = smooth(time, 0.0, FADE_IN_SECONDS)
        bright *= 1 - smooth((time - self._length + FADE_OUT_SECONDS) / FADE_OUT_SECONDS)
        step = round(BRIGHTNESS_STEPS * bright * self.light.bright)
        return replace(self.light, bright=step / BRIGHTNESS_STEPS) if step else None


def _heard(part: Part) -> float:
    return part.begins + (part.flight.manner.heard_at or 0.0) * part.flight.seconds


def _side(look: str) -> str:
    return look.partition("-")[0]


def make_animation(end: End, parts: Sequence[Part], lit: Collection[Target], bright: float = 1.0) -> EndAnimation:
    """Make the film of these parts, with light over some targets; only the light if `end.still`."""
    light = replace(end.light(lit), bright=bright)
    return EndAnimation(end.table, end.spots, () if end.still else tuple(parts), light, end.speed)


def _rising(high: float, flight: Flight, part: float) -> Mover:
    up = high * arc(part) ** 2
    return flight.between(0.0, up=RISE_HEIGHT * up, lift=up)


RISE: Final = Manner("rise", partial(_rising, 1.0), 0.5, heard_at=0.9)
BREATHE: Final = Manner("breathe", partial(_rising, 0.4), 0.9, heard_at=None)


def rising(end: End) -> EndAnimation:
    """Make the default end animation: the winner's tokens rise one after another; otherwise tokens only stir."""
    own = end.own
    if end.kind == "won":
        return make_animation(end, in_turn(end, own, RISE, until=MAX_SECONDS / 2 if end.played else 0.0), own)
    return make_animation(end, in_turn(end, own, BREATHE, apart=0.0), own, bright=0.7)
