"""Real dice: square bodies pushed about by pymunk on the table's plane, each with its height, worked out at once.

pymunk knows walls, checkers and dice as seen from above; how high a die is decides here whether they are in its way.
A die falls, bounces and is slowed down by hand; it may hop over a border, stumble over it, slip off it, climb the
other die, or stay leaning on a wall. Pure: the same field, toss and seed give the same flight.
"""

from __future__ import annotations

from functools import cache
from math import atan, atan2, copysign, cos, hypot, pi, sin, sqrt, tan
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, Literal

from scenes.games.unstacked_draughts.dice.die import GRAVITY, SLIDING, STILL, Die, Start, leave_cup
from scenes.games.unstacked_draughts.dice.field import (
    STUMBLE,
    DiePlace,
    Edge,
    Field,
    OtherDie,
    Support,
    corners,
    on_frame,
    support,
)
from scenes.games.unstacked_draughts.dice.flight import (
    DiceFlight,
    Kind,
    Lean,
    Material,
    Verdict,
    flight,
    rolls_from,
    track,
)
from scenes.games.unstacked_draughts.dice.shaking import Toss

if TYPE_CHECKING:
    import pymunk

_DT: Final = 1 / 240
_EVERY: Final = 2
"""Every second step is a pose of the track."""
_FINER: Final = 2
"""pymunk makes so many steps in one of ours."""
_LONGEST: Final = 3.0
"""Seconds after which a throw is taken as it is."""
_CALM: Final = 8
"""A throw is over when nothing has moved for so many steps."""
SHORTEST: Final = 0.45
"""Seconds that a throw takes at least: dice that just drop out of the cup are shown a little more slowly."""
SLIPPERY: Final = 0.35
"""A test die slides off a die that leans more steeply than this (tangent)."""

_ROLLING: Final = (700.0, 1200.0)
"""What a rolling die loses of its speed in a second, from the smoothest to the roughest. On a border, on checkers and
on the other die it slides at once."""
_SCRUB: Final = 0.2
"""What it loses of its speed for that of its fall, when it falls."""
_LIVELY: Final = 0.1
_TAME: Final = 850.0
_WILD: Final = 0.7
_SELDOM: Final = 42.0
"""How a falling die turns speed into height: always up to `_LIVELY` of it; and of what goes beyond `_TAME` (mm/s) up
to `_WILD` more, the seldomer the greater `_SELDOM` is. So a gentle throw never leaves the tray."""
_CLIMB: Final = 0.27
"""How much of the speed of a blow from the side becomes height, at most."""
_SPRING: Final = (0.25, 0.65)
"""What is left of the speed of such a blow."""
_HUGS: Final = 0.053
"""How often a die that hits a wall faster than `_TAME` doesn't spring back, but climbs it and comes down along it."""
_CLIMBS: Final = 0.6
"""Then it climbs so much of the wall at most."""
_CAUGHT: Final = (0.23, 1.0)
"""The tangents between which it can then stay leaning on the wall: less steep the baize doesn't hold its lower edge
(friction 0.8 there and 0.4 on the wall), steeper it falls on its next side."""
_DROP: Final = 0.3
_NEAR: Final = 0.8
_SQUARE: Final = 0.3
_SLOW: Final = 250.0
"""It does so if it has come down so deep, its centre is so near (both in edges), it is turned no more against the
wall (radians), and goes along it no faster (mm/s)."""
_SETTLING: Final = 300.0
"""How fast it slips to where it stays, in mm/s."""
_STUMBLES: Final = (0.5, 1.0)
"""What it loses of its speed when it stumbles."""
_SLIP: Final = 6000.0
"""How quickly a die slips off what bears it at one side only, in mm/s²."""
_CLINGS: Final = 0.45
"""The slope (tangent) below which it stays nevertheless."""

_WORST: Final[tuple[Kind, ...]] = ("off", "rim", "short", "tilt", "valid")

_DIE: Final = 1
_WOOD: Final = 2
"""pymunk's collision types: dice; borders, bar and checkers."""


class PhysicsError(Exception):
    """pymunk can't be had. `code` says why: "NO_PYMUNK" it isn't there, "OLD_PYMUNK" it is another one."""

    def __init__(self, code: Literal["NO_PYMUNK", "OLD_PYMUNK"]) -> None:
        super().__init__(
            "Real dice need the package pymunk, version 7: install it with  pip install pymunk"
            if code == "NO_PYMUNK"
            else "Real dice need version 7 of the package pymunk: renew it with  pip install --upgrade pymunk"
        )
        self.code = code


@cache
def _pymunk() -> ModuleType:
    try:
        import pymunk
    except (ImportError, OSError) as error:
        raise PhysicsError("NO_PYMUNK") from error
    if not hasattr(pymunk.Space, "on_collision"):
        raise PhysicsError("OLD_PYMUNK")
    return pymunk


def ready() -> None:
    """Load pymunk (a tenth of a second, once), or raise `PhysicsError`. The first throw would do it otherwise."""
    _pymunk()


def throw(field: Field, toss: Toss, seed: int, far: Edge | None = None) -> DiceFlight:
    """The flight of a throw with real dice. `far`: the border that all dice have to touch, if any.

    `PhysicsError` without pymunk.
    """
    found = _Throw(field, toss.within(field), seed)
    found.run()
    tracks = [track(die.steps, _DT * _EVERY, field.die, die.lean) for die in found.dice]
    return flight(tracks, [die.contacts for die in found.dice], found.verdict(far)).stretched(SHORTEST)


class _Body(Die):
    """A die that pymunk moves."""

    def __init__(self, number: int, start: Start, body: pymunk.Body, rough: float) -> None:
        super().__init__(number, start)
        self.body = body
        self.rough = rough
        """What it loses of its speed in a second while it rolls."""
        self.under = Support(0.0)
        self.peak = self.height
        """The highest that it was since it last came down."""
        self.wall: tuple[float, float] | None = None
        """The direction of the wall that it has been thrown against since then, without springing back."""
        self.spring = 0.0
        """What it keeps of its speed at the blow that it is getting."""
        self.lean: Lean | None = None
        """How it leans, once it does for good."""
        self.aim = (self.x, self.y)
        """Then: where its centre comes to lie."""
        self.moved = 0.0
        """How far pymunk has moved it in the last step, in mm."""
        self.stuck = 0
        """For how many steps it has been slipping without getting anywhere."""
        self.touched: set[Edge] = set()

    @property
    def place(self) -> DiePlace:
        """Where it is on the plane."""
        return self.x, self.y, self.heading

    @property
    def lies(self) -> bool:
        """Whether it doesn't move by itself any more."""
        return not self.flies and self.speed == 0 and self.spin == 0

    def read(self) -> None:
        """Take over where pymunk has moved it."""
        x, y = self.body.position
        self.moved = hypot(x - self.x, y - self.y)
        self.x, self.y, self.heading = x, y, self.body.angle
        self.vx, self.vy = self.body.velocity
        self.spin = self.body.angular_velocity

    def write(self) -> None:
        """Let pymunk move it on as it goes now."""
        self.body.velocity = (self.vx, self.vy)
        self.body.angular_velocity = self.spin


class _Throw:
    """One throw on its way."""

    def __init__(self, field: Field, toss: Toss, seed: int) -> None:
        self._field = field
        self._random = Random(seed)
        self._time = 0.0
        self._space: pymunk.Space = _pymunk().Space()
        self._tops: dict[Any, float] = {}
        self._edges: dict[Any, Edge] = {}
        """How high what stands on the board is, and which of it is a long border; by pymunk's shapes."""
        self._owners: dict[Any, _Body] = {}
        self._highest = sqrt(2 * GRAVITY * _CLIMBS * field.wall)
        """The speed with which a die climbs a wall as high as it may."""
        self._build()
        self.dice = [self._put(number, start) for number, start in enumerate(leave_cup(field, toss, self._random))]

    # --- the board and the dice for pymunk

    def _build(self) -> None:
        field, pymunk, static = self._field, _pymunk(), self._space.static_body
        border, wide, high = field.border, field.width, field.height
        middle = (wide - field.bar) / 2
        boxes: tuple[tuple[float, float, float, float, Edge | None], ...] = (
            (0.0, 0.0, wide, border, "top"),
            (0.0, high - border, wide, high, "bottom"),
            (0.0, 0.0, border, high, None),
            (wide - border, 0.0, wide, high, None),
            (middle, 0.0, wide - middle, high, None),
        )
        for left, top, right, bottom, edge in boxes:
            shape = pymunk.Poly(static, [(left, top), (right, top), (right, bottom), (left, bottom)])
            self._stand(shape, field.wall)
            if edge is not None:
                self._edges[shape] = edge
        for disc in field.checkers:
            self._stand(pymunk.Circle(static, disc.radius, (disc.x, disc.y)), disc.top)
        a, b, c, d = field.table
        for start, end in (((a, b), (c, b)), ((c, b), (c, d)), ((c, d), (a, d)), ((a, d), (a, b))):
            shape = pymunk.Segment(static, start, end, 2.0)
            shape.elasticity = 0.3
            self._space.add(shape)
        self._space.on_collision(_DIE, _WOOD, begin=self._meet_wood, pre_solve=self._pass_wood)
        self._space.on_collision(_DIE, _DIE, begin=self._meet_die, pre_solve=self._pass_die)

    def _stand(self, shape: pymunk.Shape, top: float) -> None:
        shape.collision_type, shape.friction, shape.elasticity = _WOOD, 0.6, 1.0
        self._tops[shape] = top
        self._space.add(shape)

    def _put(self, number: int, start: Start) -> _Body:
        pymunk, edge = _pymunk(), self._field.die
        body = pymunk.Body(1.0, pymunk.moment_for_box(1.0, (edge, edge)))
        body.position, body.angle = (start.x, start.y), start.heading
        shape = pymunk.Poly.create_box(body, (edge, edge))
        shape.collision_type, shape.friction, shape.elasticity = _DIE, 0.5, 0.6
        self._space.add(body, shape)
        die = self._owners[shape] = _Body(number, start, body, self._random.uniform(*_ROLLING))
        die.write()
        return die

    # --- blows from the side

    def _meet_wood(self, arbiter: pymunk.Arbiter, *_: object) -> None:
        """A die comes over or against a wall or a checker."""
        shape, other = arbiter.shapes
        die = self._owners[shape]
        if self._clears(die, self._tops[other]):
            return
        normal = arbiter.normal
        blow = die.vx * normal.x + die.vy * normal.y
        if other in self._edges:
            die.touched.add(self._edges[other])
        if blow <= 0:
            return
        die.hit(self._time, "wood", blow)
        rise = _CLIMB * blow * self._random.random()
        die.spring = self._random.uniform(*_SPRING)
        if self._random.random() < _HUGS and blow > _TAME:
            rise, die.spring, die.wall = min(_CLIMB * blow, self._highest), 0.0, (normal.x, normal.y)
        self._jump(die, blow, rise)

    def _pass_wood(self, arbiter: pymunk.Arbiter, *_: object) -> None:
        shape, other = arbiter.shapes
        die = self._owners[shape]
        if self._clears(die, self._tops[other]) or die.lean is not None:
            arbiter.process_collision = False
        arbiter.restitution = die.spring

    def _clears(self, die: _Body, top: float) -> bool:
        """Whether a die is so high that what stands there doesn't stop it."""
        return die.height >= top - STUMBLE * self._field.die

    def _meet_die(self, arbiter: pymunk.Arbiter, *_: object) -> None:
        a, b = self.dice
        if not self._abreast():
            return
        normal = arbiter.normal
        blow = abs((a.vx - b.vx) * normal.x + (a.vy - b.vy) * normal.y)
        a.hit(self._time, "die", blow)
        for die in (a, b):
            self._jump(die, blow, _CLIMB * blow * self._random.random())

    def _pass_die(self, arbiter: pymunk.Arbiter, *_: object) -> None:
        if not self._abreast():
            arbiter.process_collision = False

    def _abreast(self) -> bool:
        """Whether the two dice are at about the same height, so that they are in each other's way."""
        a, b = self.dice
        return abs(a.height - b.height) < (1 - STUMBLE) * self._field.die

    def _jump(self, die: _Body, blow: float, rise: float) -> None:
        """A blow from the side lifts a die; a gentle one only if it isn't in the air already."""
        if rise > STILL and die.lean is None and (blow > _TAME or not die.flies):
            die.flies, die.rise = True, max(die.rise, rise)

    # --- a step

    def run(self) -> None:
        """Let the dice go until they lie."""
        calm = count = 0
        while calm < _CALM and self._time < _LONGEST:
            if count % _EVERY == 0:
                for die in self.dice:
                    die.note()
            self._time += _DT
            for die in self.dice:
                self._move(die)
                die.write()
            for _ in range(_FINER):
                self._space.step(_DT / _FINER)
            for die in self.dice:
                die.read()
            calm = calm + 1 if all(die.lies and die.moved < 0.01 for die in self.dice) else 0
            count += 1
        for die in self.dice:
            die.note()

    def _move(self, die: _Body) -> None:
        """What a die does by itself in a step."""
        if die.lean is not None:
            self._settle(die)
            return
        die.under = under = support(self._field, die.place, die.height, self._other(die))
        if under.height > die.height + 0.5:
            self._stumble(die)
        impact = die.fall(_DT, under.height)
        die.peak = max(die.peak, die.height)
        if impact:
            self._land(die, impact)
        if die.flies:
            return
        if under.slope:
            self._slip(die)
        else:
            rolls = die.speed > rolls_from(self._field.die) and under.height <= 0
            die.slow((die.rough if rolls else SLIDING) * _DT)
            die.slow_spin((18.0 if rolls else 180.0) * _DT)

    def _other(self, die: _Body) -> OtherDie | None:
        for other in self.dice:
            if other is not die:
                return OtherDie(other.place, other.height + self._field.die)
        return None

    def _stumble(self, die: _Body) -> None:
        """Its lower edge catches on something: it is thrown up there and loses much of its speed."""
        die.hit(self._time, "wood", 0.5 * die.speed)
        die.height = die.under.height
        die.slow(die.speed * self._random.uniform(*_STUMBLES))
        die.flies, die.rise = True, max(die.rise, self._random.uniform(40.0, 260.0))

    def _land(self, die: _Body, impact: float) -> None:
        material = self._material(die)
        die.hit(self._time, material, impact)
        if material == "wood":
            self._touch(die)
        if die.wall is not None and die.peak - die.height > _DROP * self._field.die and self._catch(die, die.wall):
            return
        lively = self._random.random()
        wild = self._random.random() ** _SELDOM
        die.bounce(impact, _LIVELY * die.speed * lively + _WILD * max(0.0, die.speed - _TAME) * wild)
        die.slow(_SCRUB * impact)
        angle = self._random.gauss(0.0, 0.1)
        die.vx, die.vy = (
            die.vx * cos(angle) - die.vy * sin(angle),
            die.vx * sin(angle) + die.vy * cos(angle),
        )
        die.spin += self._random.gauss(0.0, 0.004) * die.speed
        die.peak, die.wall = die.height, None

    def _material(self, die: _Body) -> Material:
        """What a die has come down on."""
        field, height = self._field, die.under.height
        inside = field.tray.holds(die.x, die.y) or field.home.holds(die.x, die.y)
        if inside and height == 0:
            return "baize"
        return "die" if self._on_die(die) else "wood"

    def _on_die(self, die: _Body) -> bool:
        """Whether the other die is what bears it."""
        return support(self._field, die.place, die.height).height < die.height - 1

    def _touch(self, die: _Body) -> None:
        """It has come down on wood: perhaps on a long border."""
        if on_frame(self._field, die.x, die.y):
            if die.y < self._field.border:
                die.touched.add("top")
            elif die.y > self._field.height - self._field.border:
                die.touched.add("bottom")

    def _catch(self, die: _Body, wall: tuple[float, float]) -> bool:
        """Perhaps it stays leaning on the wall down which it has come: if it is near, and square enough to it."""
        field, angle = self._field, atan2(wall[1], wall[0])
        area = field.tray if field.tray.holds(die.x, die.y) else field.home
        turned = (die.heading - angle + pi / 4) % (pi / 2) - pi / 4
        if die.under.height > 0 or die.speed > _SLOW or abs(turned) > _SQUARE or not area.holds(die.x, die.y):
            return False
        tilt = self._random.uniform(atan(_CAUGHT[0]), atan(_CAUGHT[1]))
        wide = field.die * (cos(tilt) + sin(tilt))
        room = (cos(turned) * wide + abs(sin(turned)) * field.die) / 2
        plane = (area.right if wall[0] > 0 else area.left, area.bottom if wall[1] > 0 else area.top)
        across = abs(wall[0]) > abs(wall[1])
        gap = abs(plane[0] - die.x) if across else abs(plane[1] - die.y)
        other = self._other(die)
        if gap > field.die * _NEAR or (
            other and hypot(other.place[0] - die.x, other.place[1] - die.y) < 2.2 * field.reach
        ):
            return False
        die.aim = (
            (plane[0] - copysign(room, wall[0]), die.y) if across else (die.x, plane[1] - copysign(room, wall[1]))
        )
        self._fix(die, Lean(cos(angle + turned), sin(angle + turned), tilt), wide)
        return True

    def _fix(self, die: _Body, lean: Lean, wide: float) -> None:
        """It leans for good; seen from above it is `wide` in the direction of its raised side."""
        pymunk, edge = _pymunk(), self._field.die
        die.lean, die.flies, die.vx, die.vy, die.spin = lean, False, 0.0, 0.0, 0.0
        die.body.body_type = pymunk.Body.KINEMATIC
        (shape,) = die.body.shapes
        lengthwise = abs(cos(die.heading) * lean.x + sin(die.heading) * lean.y) > 0.5
        leaning = pymunk.Poly.create_box(die.body, (wide, edge) if lengthwise else (edge, wide))
        leaning.collision_type, leaning.friction, leaning.elasticity = _DIE, shape.friction, shape.elasticity
        self._space.remove(shape)
        self._space.add(leaning)
        self._owners[leaning] = die

    def _settle(self, die: _Body) -> None:
        """A leaning die slips to where it stays."""
        dx, dy = die.aim[0] - die.x, die.aim[1] - die.y
        far = hypot(dx, dy)
        part = min(1.0, _SETTLING * _DT / far) if far > 0 else 0.0
        die.body.position = (die.x + dx * part, die.y + dy * part)

    def _passes(self, die: _Body) -> bool:
        """Whether the other die is near and moves, so that what bears this one may be gone in a moment."""
        return any(
            other is not die and not other.lies and hypot(other.x - die.x, other.y - die.y) < 2 * self._field.reach
            for other in self.dice
        )

    def _slip(self, die: _Body) -> None:
        """It is borne at one side only: it slips down there, or stays leaning if it isn't steep or it can't go on."""
        under = die.under
        die.stuck = die.stuck + 1 if die.moved < 0.05 else 0
        if die.stuck > 24 or (under.slope < _CLINGS and die.speed < _SLOW and not self._passes(die)):
            die.aim = die.x, die.y
            self._fix(die, Lean(-under.x, -under.y, atan(min(1.0, under.slope))), self._field.die)
            return
        die.vx += under.x * _SLIP * _DT
        die.vy += under.y * _SLIP * _DT

    # --- how they lie

    def verdict(self, far: Edge | None) -> Verdict:
        """How the throw lies; all dice have to have touched the border `far`, if one is named."""
        kinds = [self._kind(die, far) for die in self.dice]
        kind = next(kind for kind in _WORST if kind in kinds)
        if kind == "valid":
            return Verdict()
        dice = tuple(die.number for die, its in zip(self.dice, kinds, strict=True) if its == kind)
        leans = [self.dice[number].lean for number in dice]
        return Verdict(kind, dice, kind == "tilt" and any(lean and tan(lean.angle) > SLIPPERY for lean in leans))

    def _kind(self, die: _Body, far: Edge | None) -> Kind:
        field = self._field
        if not field.outside.holds(die.x, die.y):
            return "off"
        high = die.height > field.wall - STUMBLE * field.die
        if high and any(on_frame(field, x, y) for x, y in [(die.x, die.y), *corners(die.place, field.die)]):
            return "rim"
        if far is not None and far not in die.touched:
            return "short"
        return "tilt" if die.lean is not None or self._on_die(die) else "valid"
