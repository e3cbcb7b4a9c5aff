"""A flight: where each die is at every moment, what it hits, and how it lies at the end. It knows no faces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from math import ceil, degrees
from typing import Final, Literal, NamedTuple, Self, TypeAlias

from scenes.games.unstacked_draughts.dice.turning import ROCKING, Lean, Step, Turn, attitudes, between, flat_from

Material: TypeAlias = Literal["baize", "wood", "die"]
Kind: TypeAlias = Literal["valid", "off", "rim", "short", "tilt"]
"""How a throw lies: off the board, on a border or the bar, without having touched the far border (where it has to),
tilted or one die on the other. The first of these that a die is counts."""
Side: TypeAlias = Literal["n", "e", "s", "w"]


class Pose(NamedTuple):
    """A die at a moment."""

    x: float
    y: float
    """Its centre, in mm on the table's plane."""
    height: float
    """Its lowest point over the baize, in mm."""
    heading: float
    """Degrees clockwise that its sides are turned, when it lies flat."""
    tumble: float
    """How many turns it will still roll over; 0: it lies on its face, or leans as it will stay."""
    course: float
    """The direction in which it rolls: degrees clockwise from the right."""
    turn: Turn
    """Its attitude exactly."""


class Contact(NamedTuple):
    """A die hits something."""

    time: float
    die: int
    material: Material
    strength: float
    """0 to 1."""
    x: float
    """Where, in mm."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a throw lies."""

    kind: Kind = "valid"
    dice: tuple[int, ...] = ()
    """The dice that lie so, where the throw isn't valid."""
    slides: bool = False
    """With "tilt": a test die put on top would slide off."""


@dataclass(frozen=True)
class Track:
    """The way of one die: its poses, `step` seconds apart. Before the first and after the last it lies still."""

    poses: tuple[Pose, ...]
    step: float
    flat_from: float
    """From this moment on it turns over no more: it slides, rocks and lies."""
    lean: Lean | None = None
    """How it leans at the end."""

    @property
    def seconds(self) -> float:
        """How long the die moves."""
        return (len(self.poses) - 1) * self.step

    @property
    def rest(self) -> Pose:
        """How it lies at the end."""
        return self.poses[-1]

    @property
    def raised(self) -> Side | None:
        """Towards which edge of the screen a leaning die is raised."""
        if self.lean is None or self.lean.angle == 0:
            return None
        x, y, _ = self.lean
        if abs(x) >= abs(y):
            return "e" if x > 0 else "w"
        return "s" if y > 0 else "n"

    def at(self, time: float) -> Pose:
        """Where the die is `time` seconds after the throw."""
        place = max(0.0, time / self.step)
        number = int(place)
        if number >= len(self.poses) - 1:
            return self.poses[-1]
        part = place - number
        a, b = self.poses[number], self.poses[number + 1]
        return Pose(
            a.x + (b.x - a.x) * part,
            a.y + (b.y - a.y) * part,
            a.height + (b.height - a.height) * part,
            a.heading + (b.heading - a.heading) * part,
            a.tumble + (b.tumble - a.tumble) * part,
            a.course,
            between(a.turn, b.turn, part),
        )


@dataclass(frozen=True)
class Flight:
    """One throw, of one die or two."""

    tracks: tuple[Track, ...]
    contacts: tuple[Contact, ...]
    """In their order in time."""
    verdict: Verdict

    @cached_property
    def seconds(self) -> float:
        """How long it is until all dice lie still."""
        return max(track.seconds for track in self.tracks)

    def at(self, time: float) -> tuple[Pose, ...]:
        """Where the dice are `time` seconds after the throw."""
        return tuple(track.at(time) for track in self.tracks)

    def stretched(self, seconds: float) -> Self:
        """The same flight played more slowly, so that it takes `seconds` at least."""
        slower = max(1.0, seconds / self.seconds)
        return replace(
            self,
            tracks=tuple(
                replace(track, step=track.step * slower, flat_from=track.flat_from * slower) for track in self.tracks
            ),
            contacts=tuple(contact._replace(time=contact.time * slower) for contact in self.contacts),
        )


def track(steps: Sequence[Step], dt: float, die: float, lean: Lean | None = None) -> Track:
    """The track of a die with edge `die` whose last step is its rest; `dt` seconds from step to step."""
    way = list(steps)
    flat = flat_from(way, die, lean is not None)
    rest = way[-1]._replace(vx=0.0, vy=0.0)
    way += [rest] * max(1, flat + ceil(ROCKING / dt) + 1 - len(way))
    turned = attitudes(way, dt, die, lean)
    poses = tuple(
        Pose(step.x, step.y, step.height, degrees(step.heading), tumble, course, turn)
        for step, (turn, tumble, course) in zip(way, turned, strict=True)
    )
    return Track(poses, dt, flat * dt, lean)


def flight(tracks: Sequence[Track], contacts: Sequence[Sequence[Contact]], verdict: Verdict) -> Flight:
    """A flight of its tracks and what happened on each."""
    return Flight(tuple(tracks), tuple(sorted(chain.from_iterable(contacts))), verdict)


class Quad(NamedTuple):
    """A side of a die that can be seen from above: its corners as (x, y, z) from the die's centre."""

    slot: int
    """0 lies on top at the end, opposite ones add up to 5."""
    corners: tuple[tuple[float, float, float], ...]
    light: float
    """How squarely it faces the viewer, 0 to 1."""


_NORMALS: Final = ((0, 0, 1), (1, 0, 0), (0, 1, 0), (0, -1, 0), (-1, 0, 0), (0, 0, -1))


def sides(turn: Turn, edge: float) -> list[Quad]:
    """The sides of a die in this attitude that are seen from straight above, the least of them first."""
    w, x, y, z = turn
    columns = (
        (1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
        (2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
        (2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)),
    )
    found: list[Quad] = []
    for slot, normal in enumerate(_NORMALS):
        axis = next(number for number in range(3) if normal[number])
        sign = normal[axis]
        light = sign * columns[axis][2]
        if light <= 1e-6:
            continue
        out, right, down = columns[axis], columns[(axis + 1) % 3], columns[(axis + 2) % 3]
        corners = tuple(
            (
                edge / 2 * (sign * out[0] + a * right[0] + b * down[0]),
                edge / 2 * (sign * out[1] + a * right[1] + b * down[1]),
                edge / 2 * (sign * out[2] + a * right[2] + b * down[2]),
            )
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        )
        found.append(Quad(slot, corners, light))
    return sorted(found, key=lambda quad: quad.light)
