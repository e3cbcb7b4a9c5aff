"""Simulation of real dice: square bodies moved by pymunk on the table's plane, with heights computed here.

pymunk knows walls, checkers and dice as seen from above; the height of a die decides here whether they obstruct it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from math import atan, atan2, copysign, cos, hypot, pi, sin, sqrt, tan
from types import ModuleType
from typing import TYPE_CHECKING, Final, Literal

from rules.common.resumable import ResumableTask
from scenes.games.unstacked_draughts.dice.die import DT, GRAVITY, SLIDING, STILL, Die, Throw, other_seed
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
from scenes.games.unstacked_draughts.dice.flight import DiceFlight, FinalTilt, Kind, Material, Verdict, rolls_from
from scenes.games.unstacked_draughts.dice.shaking import Toss

if TYPE_CHECKING:
    import pymunk

_FINER: Final = 2  # pymunk steps in one of ours
_LONGEST: Final = 3.0  # seconds after which a throw is taken as it is
_TRIES: Final = 4
_CALM: Final = 8
"""Steps without motion after which a throw is over."""
SHORTEST: Final = 0.45
"""Minimum seconds of a throw: dice that just drop out of the cup are slowed down."""
SLIPPERY: Final = 0.35  # tangent of a die's lean from which a test die slides off it

_ROLLING: Final = (700.0, 1200.0)
"""Deceleration of a rolling die in mm/s², from the smoothest to the roughest.

On a border, on checkers and on the other die it slides at once.
"""
_SCRUB: Final = 0.2  # loss of horizontal speed at an impact, as a share of the impact speed
_LIVELY: Final = 0.1
_TAME: Final = 850.0
_WILD: Final = 0.7
_SELDOM: Final = 42.0
"""Conversion of a landing die's speed into vertical speed.

Up to `_LIVELY` of it always, and of what exceeds `_TAME` (mm/s) up to `_WILD` more, the less often the greater
`_SELDOM` is. So a gentle throw never leaves the tray.
"""
_CLIMB: Final = 0.27  # maximum share of a lateral blow's speed that becomes vertical speed
_SPRING: Final = (0.25, 0.65)  # share of the speed kept at such a blow
_HUGS: Final = 0.053
"""Probability that a die which hits a wall faster than `_TAME` climbs it and comes down along it instead."""
_CLIMBS: Final = 0.6  # maximum height of that climb, as a share of the wall's
_CAUGHT: Final = (0.23, 1.0)
"""Tangents between which it can then lean on the wall.

Below, the baize doesn't hold its lower edge (friction 0.8 there and 0.4 on the wall); above, it falls on its next
side.
"""
_DROP: Final = 0.3
_NEAR: Final = 0.8
_SQUARE: Final = 0.3
_SLOW: Final = 250.0
"""Conditions for that: minimum drop and maximum distance in edges, maximum angle in radians and speed in mm/s."""
_SETTLING: Final = 300.0  # speed in mm/s with which it slips into its final place
_STUMBLES: Final = (0.5, 1.0)  # share of its speed that a stumbling die loses
_SLIP: Final = 6000.0  # acceleration of a die that slips off a support on one side, in mm/s²
_CLINGS: Final = 0.45  # slope (tangent) below which it stays nevertheless

_WORST: Final[tuple[Kind, ...]] = ("off", "rim", "short", "tilt", "valid")

_DIE: Final = 1
_WOOD: Final = 2
"""Collision types of pymunk: dice; borders, bar and checkers."""


class PhysicsError(Exception):
    """pymunk is unusable; `code` is "NO_PYMUNK" without it, "OLD_PYMUNK" for an unsupported version."""

    def __init__(self, code: Literal["NO_PYMUNK", "OLD_PYMUNK"]) -> None:
        super().__init__("Real dice need version 7 of the package pymunk: pip install --upgrade pymunk")
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
    """Load pymunk ahead of the first throw (0.1 s, once). Raises PhysicsError."""
    _pymunk()


def throw(field: Field, toss: Toss, seed: int, far: Edge | None = None) -> ResumableTask[DiceFlight]:
    """Simulate a throw with real dice; `far` is the border that all dice have to touch, if any.

    A throw in which a die stops and is then pushed on (4 of 5000) is repeated. Raises PhysicsError without pymunk.
    """
    for _ in range(_TRIES):
        flight = yield from RealThrow(field, toss, seed, far).fly(SHORTEST)
        if not flight.halts:
            break
        seed = other_seed(seed)
    return flight


@dataclass(eq=False)
class RealDie(Die):
    body: pymunk.Body = field(init=False)
    rough: float = 0.0
    """Deceleration while it rolls, in mm/s²."""
    under: Support = field(init=False)
    peak: float = 0.0
    """Maximum height since it last came down."""
    wall: tuple[float, float] | None = None
    """Direction of the wall that it has hit since then without springing back."""
    spring: float = 0.0  # restitution of the current blow
    aim: tuple[float, float] = (0.0, 0.0)  # final position of its centre, once it leans for good
    moved: float = 0.0  # distance covered in pymunk's last step, in mm
    stuck: int = 0  # number of steps that it has been slipping without moving

    @property
    def place(self) -> DiePlace:
        return self.x, self.y, self.heading

    @property
    def lies(self) -> bool:
        return not self.flies and self.speed == 0 and self.spin == 0

    def read(self) -> None:
        x, y = self.body.position
        self.moved = hypot(x - self.x, y - self.y)
        self.x, self.y, self.heading = x, y, self.body.angle
        self.vx, self.vy = self.body.velocity
        self.spin = self.body.angular_velocity

    def write(self) -> None:
        self.body.velocity = (self.vx, self.vy)
        self.body.angular_velocity = self.spin


class RealThrow(Throw[RealDie]):
    def __init__(self, field: Field, toss: Toss, seed: int, far: Edge | None = None) -> None:
        super().__init__(field, toss, seed, RealDie)
        self._far = far
        self._calm = 0
        self._space: pymunk.Space = _pymunk().Space()
        self._tops: dict[pymunk.Shape, float] = {}
        self._edges: dict[pymunk.Shape, Edge] = {}
        self._highest = sqrt(2 * GRAVITY * _CLIMBS * field.wall)
        """Vertical speed with which a die reaches its maximum climb."""
        self._build()
        for die in self.dice:
            self._put(die)

    # --- the board and the dice for pymunk

    def _build(self) -> None:
        field, pymunk, static = self.field, _pymunk(), self._space.static_body
        _, _, wide, high = field.outside
        boxes: tuple[tuple[float, float, float, float, Edge | None], ...] = (
            (0.0, 0.0, wide, field.tray.top, "top"),
            (0.0, field.tray.bottom, wide, high, "bottom"),
            (0.0, 0.0, field.home.left, high, None),
            (field.tray.right, 0.0, wide, high, None),
            (field.home.right, 0.0, field.tray.left, high, None),
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

    def _put(self, die: RealDie) -> None:
        pymunk, edge = _pymunk(), self.field.die
        die.body = pymunk.Body(1.0, pymunk.moment_for_box(1.0, (edge, edge)))
        die.body.position, die.body.angle = (die.x, die.y), die.heading
        die.rough, die.peak = self.random.uniform(*_ROLLING), die.height
        self._space.add(die.body)
        self._shape(die, (edge, edge))
        die.write()

    def _shape(self, die: RealDie, size: tuple[float, float]) -> None:
        shape = _pymunk().Poly.create_box(die.body, size)
        shape.collision_type, shape.friction, shape.elasticity = _DIE, 0.5, 0.6
        self._space.add(shape)

    def _met(self, arbiter: pymunk.Arbiter) -> tuple[RealDie, pymunk.Shape]:
        shape, other = arbiter.shapes
        return next(die for die in self.dice if die.body is shape.body), other

    # --- blows from the side

    def _meet_wood(self, arbiter: pymunk.Arbiter, *_: object) -> None:
        die, other = self._met(arbiter)
        if self._clears(die, self._tops[other]):
            return
        normal = arbiter.normal
        blow = die.vx * normal.x + die.vy * normal.y
        if other in self._edges:
            die.touched.add(self._edges[other])
        if blow <= 0:
            return
        self.hit(die, "wood", blow)
        rise = _CLIMB * blow * self.random.random()
        die.spring = self.random.uniform(*_SPRING)
        if self.random.random() < _HUGS and blow > _TAME:
            rise, die.spring, die.wall = min(_CLIMB * blow, self._highest), 0.0, (normal.x, normal.y)
        self._jump(die, blow, rise)

    def _pass_wood(self, arbiter: pymunk.Arbiter, *_: object) -> None:
        die, other = self._met(arbiter)
        if self._clears(die, self._tops[other]) or die.lean is not None:
            arbiter.process_collision = False
        arbiter.restitution = die.spring

    def _clears(self, die: RealDie, top: float) -> bool:
        return die.height >= top - STUMBLE * self.field.die

    def _meet_die(self, arbiter: pymunk.Arbiter, *_: object) -> None:
        a, b = self.dice
        if not self._abreast():
            return
        normal = arbiter.normal
        blow = abs((a.vx - b.vx) * normal.x + (a.vy - b.vy) * normal.y)
        self.hit(a, "die", blow)
        for die in (a, b):
            self._jump(die, blow, _CLIMB * blow * self.random.random())

    def _pass_die(self, arbiter: pymunk.Arbiter, *_: object) -> None:
        if not self._abreast():
            arbiter.process_collision = False

    def _abreast(self) -> bool:
        a, b = self.dice
        return abs(a.height - b.height) < (1 - STUMBLE) * self.field.die

    def _jump(self, die: RealDie, blow: float, rise: float) -> None:
        """Lift a die after a lateral blow; a gentle one only if it isn't in the air."""
        if rise > STILL and die.lean is None and (blow > _TAME or not die.flies):
            die.jump(rise)

    # --- a step

    def step(self) -> bool:
        for die in self.dice:
            self._move(die)
            die.write()
        for _ in range(_FINER):
            self._space.step(DT / _FINER)
        for die in self.dice:
            die.read()
        self._calm = self._calm + 1 if all(die.lies and die.moved < 0.01 for die in self.dice) else 0
        return self._calm < _CALM and self.time < _LONGEST

    def _move(self, die: RealDie) -> None:
        if die.lean is not None:
            self._settle(die)
            return
        other = self._other(die)
        above = None if other is None else OtherDie(other.place, other.height + self.field.die)
        die.under = under = support(self.field, die.place, die.height, above)
        if under.height > die.height + 0.5:
            self._stumble(die)
        impact = die.fall(under.height)
        die.peak = max(die.peak, die.height)
        if impact:
            self._land(die, impact)
        if die.flies:
            return
        if under.slope:
            self._slip(die)
        else:
            rolls = die.speed > rolls_from(self.field.die) and under.height <= 0
            die.slow_down((die.rough if rolls else SLIDING) * DT)
            die.slow_spin((18.0 if rolls else 180.0) * DT)

    def _other(self, die: RealDie) -> RealDie | None:
        return next((other for other in self.dice if other is not die), None)

    def _near(self, die: RealDie, reach: float) -> RealDie | None:
        """Return the other die if its centre is within `reach` corner distances."""
        other = self._other(die)
        near = other is not None and hypot(other.x - die.x, other.y - die.y) < reach * self.field.reach
        return other if near else None

    def _stumble(self, die: RealDie) -> None:
        """Let the lower edge catch on something: the die is lifted and loses much of its speed."""
        self.hit(die, "wood", 0.5 * die.speed)
        die.height = die.under.height
        die.slow_down(die.speed * self.random.uniform(*_STUMBLES))
        die.jump(self.random.uniform(40.0, 260.0))

    def _land(self, die: RealDie, impact: float) -> None:
        material = self.ground(die)
        self.hit(die, material, impact)
        if material == "wood" and on_frame(self.field, die.x, die.y):
            die.touched |= self._borders(die)
        if die.wall is not None and die.peak - die.height > _DROP * self.field.die and self._catch(die, die.wall):
            return
        lively = self.random.random()
        wild = self.random.random() ** _SELDOM
        die.bounce(impact, _LIVELY * die.speed * lively + _WILD * max(0.0, die.speed - _TAME) * wild)
        die.slow_down(_SCRUB * impact)
        die.swerve(self.random, 0.1)
        die.peak, die.wall = die.height, None

    def ground(self, die: RealDie) -> Material:
        field, height = self.field, die.under.height
        inside = field.tray.holds(die.x, die.y) or field.home.holds(die.x, die.y)
        if inside and height == 0:
            return "baize"
        return "die" if self._on_die(die) else "wood"

    def _on_die(self, die: RealDie) -> bool:
        return support(self.field, die.place, die.height).height < die.height - 1

    def _borders(self, die: RealDie) -> set[Edge]:
        tray = self.field.tray
        return {"top"} if die.y < tray.top else {"bottom"} if die.y > tray.bottom else set()

    def _catch(self, die: RealDie, wall: tuple[float, float]) -> bool:
        """Return whether it stays leaning on the wall that it slid down, which it must be near and square to."""
        field, angle = self.field, atan2(wall[1], wall[0])
        area = field.tray if field.tray.holds(die.x, die.y) else field.home
        turned = (die.heading - angle + pi / 4) % (pi / 2) - pi / 4
        if die.under.height > 0 or die.speed > _SLOW or abs(turned) > _SQUARE or not area.holds(die.x, die.y):
            return False
        tilt = self.random.uniform(atan(_CAUGHT[0]), atan(_CAUGHT[1]))
        wide = field.die * (cos(tilt) + sin(tilt))
        room = (cos(turned) * wide + abs(sin(turned)) * field.die) / 2
        x = area.right if wall[0] > 0 else area.left
        y = area.bottom if wall[1] > 0 else area.top
        across = abs(wall[0]) > abs(wall[1])
        gap = abs(x - die.x) if across else abs(y - die.y)
        if gap > field.die * _NEAR or self._near(die, 2.2):
            return False
        die.aim = (x - copysign(room, wall[0]), die.y) if across else (die.x, y - copysign(room, wall[1]))
        self._fix(die, FinalTilt(cos(angle + turned), sin(angle + turned), tilt), wide)
        return True

    def _fix(self, die: RealDie, lean: FinalTilt, wide: float) -> None:
        """Make it lean for good; from above it is `wide` in the direction of its raised side."""
        die.lean, die.flies, die.vx, die.vy, die.spin = lean, False, 0.0, 0.0, 0.0
        die.body.body_type = _pymunk().Body.KINEMATIC
        lengthwise = abs(cos(die.heading) * lean.x + sin(die.heading) * lean.y) > 0.5
        self._space.remove(*die.body.shapes)
        self._shape(die, (wide, self.field.die) if lengthwise else (self.field.die, wide))

    def _settle(self, die: RealDie) -> None:
        dx, dy = die.aim[0] - die.x, die.aim[1] - die.y
        far = hypot(dx, dy)
        part = min(1.0, _SETTLING * DT / far) if far > 0 else 0.0
        die.body.position = (die.x + dx * part, die.y + dy * part)

    def _slip(self, die: RealDie) -> None:
        """Let a die supported on one side slip down, or lean if the slope is small or it is stuck."""
        under = die.under
        die.stuck = die.stuck + 1 if die.moved < 0.05 else 0
        passing = self._near(die, 2.0)
        borne = passing is None or passing.lies
        if die.stuck > 24 or (under.slope < _CLINGS and die.speed < _SLOW and borne):
            die.aim = die.x, die.y
            self._fix(die, FinalTilt(-under.x, -under.y, atan(min(1.0, under.slope)), under.drop), self.field.die)
            return
        die.vx += under.x * _SLIP * DT
        die.vy += under.y * _SLIP * DT

    # --- how they lie

    def verdict(self) -> Verdict:
        kinds = [self._kind(die) for die in self.dice]
        kind = next(kind for kind in _WORST if kind in kinds)
        steep = any(die.lean is not None and tan(die.lean.angle) > SLIPPERY for die in self.dice)
        return Verdict(kind, kind == "tilt" and steep)

    def _kind(self, die: RealDie) -> Kind:
        field = self.field
        if not field.outside.holds(die.x, die.y):
            return "off"
        high = die.height > field.wall - STUMBLE * field.die
        if high and any(on_frame(field, x, y) for x, y in [(die.x, die.y), *corners(die.place, field.die)]):
            return "rim"
        if self._far is not None and self._far not in die.touched:
            return "short"
        return "tilt" if die.lean is not None or self._on_die(die) else "valid"
