"""The simulation of real dice: pymunk moves them on the plane of the table, and their heights are computed here.

pymunk knows walls, checkers and dice as seen from above. This module decides by height what obstructs a die.
"""

from __future__ import annotations

import sysconfig
from dataclasses import dataclass, field
from functools import cache
from math import atan, atan2, copysign, cos, hypot, pi, sin, sqrt, tan
from types import ModuleType
from typing import TYPE_CHECKING, Final, Literal

from rules.common.resumable import ResumableTask
from scenes.games.unstacked_draughts.dice.dice_simulation import (
    DT,
    GRAVITY,
    MIN_BOUNCE_SPEED,
    SLIDING_DECELERATION,
    DiceSimulation,
    Die,
    next_seed,
)
from scenes.games.unstacked_draughts.dice.field import (
    STUMBLE_HEIGHT,
    DiePlace,
    Edge,
    Field,
    OtherDie,
    Support,
    corners,
    find_support,
    is_on_frame,
)
from scenes.games.unstacked_draughts.dice.flight import (
    DiceFlight,
    FinalLean,
    Material,
    ThrowKind,
    Verdict,
    min_roll_speed,
)
from scenes.games.unstacked_draughts.dice.shaking import Toss

if TYPE_CHECKING:
    import pymunk

_SUBSTEPS: Final = 2  # pymunk steps in a step of `DT` seconds
_MAX_SECONDS: Final = 3.0  # time after which a simulation ends even if dice still move
_MAX_ATTEMPTS: Final = 4
_CALM_STEPS: Final = 8  # number of steps without motion after which a throw is over
MIN_SECONDS: Final = 0.45  # minimum duration: dice that just drop out of the cup are slowed down
MIN_SLIDE_SLOPE: Final = 0.35  # tangent of a die's lean above which a test die slides off it

_ROLLING_RANGE: Final = (700.0, 1200.0)
"""Deceleration of a rolling die in mm/s², from the smoothest die to the roughest.

On a border, on checkers and on the other die, a die slides at once.
"""
_IMPACT_LOSS: Final = 0.2  # loss of horizontal speed at an impact, as a fraction of the impact speed
_KICK_SHARE: Final = 0.1
_TAME_SPEED: Final = 850.0
_WILD_KICK_SHARE: Final = 0.7
_WILD_KICK_RARITY: Final = 42.0
"""Parameters of the vertical speed that a landing die gains from its horizontal speed (mm/s).

The gain is up to `_KICK_SHARE` of that speed, plus up to `_WILD_KICK_SHARE` of its excess over `_TAME_SPEED`; the
greater `_WILD_KICK_RARITY`, the more rarely the second part is large. So a gentle throw never leaves the tray.
"""
_MAX_CLIMB_SHARE: Final = 0.27  # maximum fraction of a lateral blow's speed that becomes vertical speed
_RESTITUTIONS: Final = (0.25, 0.65)  # range of the fraction of the speed that is kept at such a blow
_CLIMB_PROBABILITY: Final = 0.053
"""Probability that a die which hits a wall faster than `_TAME_SPEED` climbs it and slides down along it."""
_MAX_CLIMB_HEIGHT: Final = 0.6  # of that climb, as a fraction of the wall's height
_LEAN_SLOPES: Final = (0.23, 1.0)
"""Tangents of the angles between which a die that slid down along a wall can lean on it.

At a smaller angle its lower edge would slip on the baize (friction is 0.8 there, and 0.4 on the wall); at a greater
angle it would fall on its next side.
"""
_MIN_LEAN_DROP: Final = 0.3
_MAX_LEAN_GAP: Final = 0.8
_MAX_LEAN_ANGLE: Final = 0.3
_MAX_LEAN_SPEED: Final = 250.0
"""Conditions for leaning: drop and distance from the wall in edges, angle to the wall in radians, speed in mm/s."""
_SETTLING_SPEED: Final = 300.0  # in mm/s, with which a leaning die slips into its final place
_STUMBLE_LOSSES: Final = (0.5, 1.0)  # range of the fraction of its speed that a stumbling die loses
_SLIP_ACCELERATION: Final = 6000.0  # in mm/s², of a die that is supported on one side only
_MAX_HOLD_SLOPE: Final = 0.45  # tangent of the slope below which such a die leans instead of slipping

_KINDS_BY_RANK: Final[tuple[ThrowKind, ...]] = ("off", "rim", "short", "tilt", "valid")

_DIE: Final = 1
_WOOD: Final = 2
"""Collision types for pymunk; wood: borders, bar and checkers."""


class PhysicsError(Exception):
    """The error that pymunk isn't made for this system, isn't installed, or is too old; `code` says which."""

    def __init__(self, code: Literal["NO_PYMUNK_HERE", "NO_PYMUNK", "OLD_PYMUNK"]) -> None:
        super().__init__("Real dice need version 7 of the package pymunk: pip install --upgrade pymunk")
        self.code = code


@cache
def _pymunk() -> ModuleType:
    try:
        import pymunk
    except (ImportError, OSError) as error:
        is_made = sysconfig.get_platform() != "win-arm64"
        raise PhysicsError("NO_PYMUNK" if is_made else "NO_PYMUNK_HERE") from error
    if not hasattr(pymunk.Space, "on_collision"):
        raise PhysicsError("OLD_PYMUNK")
    return pymunk


def ready() -> None:
    """Load pymunk, which takes 0.1 s, before the first throw. Raises PhysicsError if pymunk can't be used."""
    _pymunk()


def simulate_throw(field: Field, toss: Toss, seed: int, far: Edge | None = None) -> ResumableTask[DiceFlight]:
    """Simulate a throw with real dice; `far` is the border that all dice have to touch, if any.

    A throw in which a die stops and moves again (4 of 5000) is repeated. Raises PhysicsError if pymunk can't be used.
    """
    for _ in range(_MAX_ATTEMPTS):
        flight = yield from RealDiceSimulation(field, toss, seed, far).run(MIN_SECONDS)
        if not flight.has_halt:
            break
        seed = next_seed(seed)
    return flight


@dataclass(eq=False)
class RealDie(Die):
    body: pymunk.Body = field(init=False)
    rolling_deceleration: float = 0.0  # in mm/s²
    support: Support = field(init=False)
    peak: float = 0.0  # maximum height since it last landed
    hugged_wall: tuple[float, float] | None = None
    """Direction towards the wall that the die has hit without springing back since it last landed."""
    restitution: float = 0.0  # of the current blow
    target: tuple[float, float] = (0.0, 0.0)  # final position of its centre, once it leans for good
    moved: float = 0.0  # distance covered in the last step, in mm
    stuck_steps: int = 0  # number of steps in which it was slipping without moving

    @property
    def place(self) -> DiePlace:
        return self.x, self.y, self.heading

    @property
    def is_at_rest(self) -> bool:
        return not self.is_flying and self.speed == 0 and self.spin == 0

    def read_body(self) -> None:
        x, y = self.body.position
        self.moved = hypot(x - self.x, y - self.y)
        self.x, self.y, self.heading = x, y, self.body.angle
        self.vx, self.vy = self.body.velocity
        self.spin = self.body.angular_velocity

    def write_body(self) -> None:
        self.body.velocity = (self.vx, self.vy)
        self.body.angular_velocity = self.spin


class RealDiceSimulation(DiceSimulation[RealDie]):
    def __init__(self, field: Field, toss: Toss, seed: int, far: Edge | None = None) -> None:
        super().__init__(field, toss, seed, RealDie)
        self._far = far
        self._calm_steps = 0
        self._space: pymunk.Space = _pymunk().Space()
        self._tops: dict[pymunk.Shape, float] = {}
        self._edges: dict[pymunk.Shape, Edge] = {}
        self._max_climb_speed = sqrt(2 * GRAVITY * _MAX_CLIMB_HEIGHT * field.wall)  # vertical
        self._build_board()
        for die in self.dice:
            self._add_die(die)

    # --- the board and the dice for pymunk

    def _build_board(self) -> None:
        field, pymunk, static = self.field, _pymunk(), self._space.static_body
        _, _, width, height = field.outside
        boxes: tuple[tuple[float, float, float, float, Edge | None], ...] = (
            (0.0, 0.0, width, field.tray.top, "top"),
            (0.0, field.tray.bottom, width, height, "bottom"),
            (0.0, 0.0, field.home.left, height, None),
            (field.tray.right, 0.0, width, height, None),
            (field.home.right, 0.0, field.tray.left, height, None),
        )
        for left, top, right, bottom, edge in boxes:
            shape = pymunk.Poly(static, [(left, top), (right, top), (right, bottom), (left, bottom)])
            self._add_obstacle(shape, field.wall)
            if edge is not None:
                self._edges[shape] = edge
        for disc in field.checkers:
            self._add_obstacle(pymunk.Circle(static, disc.radius, (disc.x, disc.y)), disc.top)
        a, b, c, d = field.table
        for start, end in (((a, b), (c, b)), ((c, b), (c, d)), ((c, d), (a, d)), ((a, d), (a, b))):
            shape = pymunk.Segment(static, start, end, 2.0)
            shape.elasticity = 0.3
            self._space.add(shape)
        self._space.on_collision(_DIE, _WOOD, begin=self._hit_wood, pre_solve=self._filter_wood)
        self._space.on_collision(_DIE, _DIE, begin=self._hit_die, pre_solve=self._filter_die)

    def _add_obstacle(self, shape: pymunk.Shape, top: float) -> None:
        shape.collision_type, shape.friction, shape.elasticity = _WOOD, 0.6, 1.0
        self._tops[shape] = top
        self._space.add(shape)

    def _add_die(self, die: RealDie) -> None:
        pymunk, edge = _pymunk(), self.field.die
        die.body = pymunk.Body(1.0, pymunk.moment_for_box(1.0, (edge, edge)))
        die.body.position, die.body.angle = (die.x, die.y), die.heading
        die.rolling_deceleration, die.peak = self.random.uniform(*_ROLLING_RANGE), die.height
        self._space.add(die.body)
        self._add_shape(die, (edge, edge))
        die.write_body()

    def _add_shape(self, die: RealDie, size: tuple[float, float]) -> None:
        shape = _pymunk().Poly.create_box(die.body, size)
        shape.collision_type, shape.friction, shape.elasticity = _DIE, 0.5, 0.6
        self._space.add(shape)

    def _read_collision(self, arbiter: pymunk.Arbiter) -> tuple[RealDie, pymunk.Shape]:
        shape, other = arbiter.shapes
        return next(die for die in self.dice if die.body is shape.body), other

    # --- blows from the side, as pymunk's callbacks

    def _hit_wood(self, arbiter: pymunk.Arbiter, *_: object) -> None:
        die, obstacle = self._read_collision(arbiter)
        if self._passes_over(die, self._tops[obstacle]):
            return
        normal = arbiter.normal
        blow = die.vx * normal.x + die.vy * normal.y
        if obstacle in self._edges:
            die.touched.add(self._edges[obstacle])
        if blow <= 0:
            return
        self.add_contact(die, "wood", blow)
        rise = _MAX_CLIMB_SHARE * blow * self.random.random()
        die.restitution = self.random.uniform(*_RESTITUTIONS)
        if self.random.random() < _CLIMB_PROBABILITY and blow > _TAME_SPEED:
            rise = min(_MAX_CLIMB_SHARE * blow, self._max_climb_speed)
            die.restitution, die.hugged_wall = 0.0, (normal.x, normal.y)
        self._jump_after_blow(die, blow, rise)

    def _filter_wood(self, arbiter: pymunk.Arbiter, *_: object) -> None:
        die, obstacle = self._read_collision(arbiter)
        if self._passes_over(die, self._tops[obstacle]) or die.lean is not None:
            arbiter.process_collision = False
        arbiter.restitution = die.restitution

    def _passes_over(self, die: RealDie, top: float) -> bool:
        return die.height >= top - STUMBLE_HEIGHT * self.field.die

    def _hit_die(self, arbiter: pymunk.Arbiter, *_: object) -> None:
        a, b = self.dice
        if not self._are_level():
            return
        normal = arbiter.normal
        blow = abs((a.vx - b.vx) * normal.x + (a.vy - b.vy) * normal.y)
        self.add_contact(a, "die", blow)
        for die in (a, b):
            self._jump_after_blow(die, blow, _MAX_CLIMB_SHARE * blow * self.random.random())

    def _filter_die(self, arbiter: pymunk.Arbiter, *_: object) -> None:
        if not self._are_level():
            arbiter.process_collision = False

    def _are_level(self) -> bool:
        a, b = self.dice
        return abs(a.height - b.height) < (1 - STUMBLE_HEIGHT) * self.field.die

    def _jump_after_blow(self, die: RealDie, blow: float, rise: float) -> None:
        """Let a die jump after a lateral blow if `rise` is large enough; in the air, only after a hard blow."""
        if rise > MIN_BOUNCE_SPEED and die.lean is None and (blow > _TAME_SPEED or not die.is_flying):
            die.jump(rise)

    # --- one step

    def advance(self) -> bool:
        for die in self.dice:
            self._move_die(die)
            die.write_body()
        for _ in range(_SUBSTEPS):
            self._space.step(DT / _SUBSTEPS)
        for die in self.dice:
            die.read_body()
        is_calm = all(die.is_at_rest and die.moved < 0.01 for die in self.dice)
        self._calm_steps = self._calm_steps + 1 if is_calm else 0
        return self._calm_steps < _CALM_STEPS and self.time < _MAX_SECONDS

    def _move_die(self, die: RealDie) -> None:
        if die.lean is not None:
            self._settle(die)
            return
        other = self._other_die(die)
        below = None if other is None else OtherDie(other.place, other.height + self.field.die)
        die.support = support = find_support(self.field, die.place, die.height, below)
        if support.height > die.height + 0.5:
            self._stumble(die)
        impact = die.fall(support.height)
        die.peak = max(die.peak, die.height)
        if impact:
            self._land_die(die, impact)
        if die.is_flying:
            return
        if support.slope:
            self._slip_die(die)
        else:
            is_rolling = die.speed > min_roll_speed(self.field.die) and support.height <= 0
            die.slow_down((die.rolling_deceleration if is_rolling else SLIDING_DECELERATION) * DT)
            die.slow_spin((18.0 if is_rolling else 180.0) * DT)

    def _other_die(self, die: RealDie) -> RealDie | None:
        return next((other for other in self.dice if other is not die), None)

    def _nearby_die(self, die: RealDie, max_distance: float) -> RealDie | None:
        """Return the other die if its centre is nearer than `max_distance` times the distance of a corner."""
        other, limit = self._other_die(die), max_distance * self.field.corner_distance
        return other if other is not None and hypot(other.x - die.x, other.y - die.y) < limit else None

    def _stumble(self, die: RealDie) -> None:
        """Let a die stumble over what its lower edge has met: it is lifted and loses much of its speed."""
        self.add_contact(die, "wood", 0.5 * die.speed)
        die.height = die.support.height
        die.slow_down(die.speed * self.random.uniform(*_STUMBLE_LOSSES))
        die.jump(self.random.uniform(40.0, 260.0))

    def _land_die(self, die: RealDie, impact: float) -> None:
        material = self.ground_material(die)
        self.add_contact(die, material, impact)
        if material == "wood" and is_on_frame(self.field, die.x, die.y):
            die.touched |= self._touching_borders(die)
        has_dropped = die.peak - die.height > _MIN_LEAN_DROP * self.field.die
        if die.hugged_wall is not None and has_dropped and self._try_to_lean(die, die.hugged_wall):
            return
        kick = _KICK_SHARE * die.speed * self.random.random()
        rarity = self.random.random() ** _WILD_KICK_RARITY
        die.bounce(impact, kick + _WILD_KICK_SHARE * max(0.0, die.speed - _TAME_SPEED) * rarity)
        die.slow_down(_IMPACT_LOSS * impact)
        die.swerve(self.random, 0.1)
        die.peak, die.hugged_wall = die.height, None

    def ground_material(self, die: RealDie) -> Material:
        field, height = self.field, die.support.height
        is_over_floor = field.tray.contains(die.x, die.y) or field.home.contains(die.x, die.y)
        if is_over_floor and height == 0:
            return "baize"
        return "die" if self._is_on_other_die(die) else "wood"

    def _is_on_other_die(self, die: RealDie) -> bool:
        return find_support(self.field, die.place, die.height).height < die.height - 1

    def _touching_borders(self, die: RealDie) -> set[Edge]:
        tray = self.field.tray
        return {"top"} if die.y < tray.top else {"bottom"} if die.y > tray.bottom else set()

    def _try_to_lean(self, die: RealDie, wall: tuple[float, float]) -> bool:
        """Let a slow die lean on the wall that it slid down if near and square to `wall`; return whether it leans."""
        field, angle = self.field, atan2(wall[1], wall[0])
        area = field.tray if field.tray.contains(die.x, die.y) else field.home
        askew = (die.heading - angle + pi / 4) % (pi / 2) - pi / 4
        is_square = abs(askew) <= _MAX_LEAN_ANGLE and area.contains(die.x, die.y)
        if not is_square or die.support.height > 0 or die.speed > _MAX_LEAN_SPEED:
            return False
        tilt = self.random.uniform(atan(_LEAN_SLOPES[0]), atan(_LEAN_SLOPES[1]))
        width = field.die * (cos(tilt) + sin(tilt))
        half_width = (cos(askew) * width + abs(sin(askew)) * field.die) / 2
        x = area.right if wall[0] > 0 else area.left
        y = area.bottom if wall[1] > 0 else area.top
        is_sideways = abs(wall[0]) > abs(wall[1])
        gap = abs(x - die.x) if is_sideways else abs(y - die.y)
        if gap > field.die * _MAX_LEAN_GAP or self._nearby_die(die, 2.2):
            return False
        dx, dy = copysign(half_width, wall[0]), copysign(half_width, wall[1])
        die.target = (x - dx, die.y) if is_sideways else (die.x, y - dy)
        self._fix_lean(die, FinalLean(cos(angle + askew), sin(angle + askew), tilt), width)
        return True

    def _fix_lean(self, die: RealDie, lean: FinalLean, width: float) -> None:
        """Make a die lean for good; seen from above, it extends `width` mm in the direction of its raised side."""
        die.lean, die.is_flying, die.vx, die.vy, die.spin = lean, False, 0.0, 0.0, 0.0
        die.body.body_type = _pymunk().Body.KINEMATIC
        lengthwise = abs(cos(die.heading) * lean.x + sin(die.heading) * lean.y) > 0.5
        self._space.remove(*die.body.shapes)
        self._add_shape(die, (width, self.field.die) if lengthwise else (self.field.die, width))

    def _settle(self, die: RealDie) -> None:
        dx, dy = die.target[0] - die.x, die.target[1] - die.y
        distance = hypot(dx, dy)
        share = min(1.0, _SETTLING_SPEED * DT / distance) if distance > 0 else 0.0
        die.body.position = (die.x + dx * share, die.y + dy * share)

    def _slip_die(self, die: RealDie) -> None:
        """Let a die that is supported on one side slip down, or lean if the slope is small or the die is stuck."""
        support = die.support
        die.stuck_steps = die.stuck_steps + 1 if die.moved < 0.05 else 0
        near_die = self._nearby_die(die, 2.0)
        is_undisturbed = near_die is None or near_die.is_at_rest
        can_hold = support.slope < _MAX_HOLD_SLOPE and die.speed < _MAX_LEAN_SPEED and is_undisturbed
        if die.stuck_steps > 24 or can_hold:
            die.target = die.x, die.y
            lean = FinalLean(-support.x, -support.y, atan(min(1.0, support.slope)), support.drop)
            self._fix_lean(die, lean, self.field.die)
            return
        die.vx += support.x * _SLIP_ACCELERATION * DT
        die.vy += support.y * _SLIP_ACCELERATION * DT

    # --- the verdict

    def find_verdict(self) -> Verdict:
        kinds = [self._judge_die(die) for die in self.dice]
        kind = next(kind for kind in _KINDS_BY_RANK if kind in kinds)
        is_steep = any(die.lean is not None and tan(die.lean.angle) > MIN_SLIDE_SLOPE for die in self.dice)
        return Verdict(kind, kind == "tilt" and is_steep)

    def _judge_die(self, die: RealDie) -> ThrowKind:
        field = self.field
        if not field.outside.contains(die.x, die.y):
            return "off"
        points = [(die.x, die.y), *corners(die.place, field.die)]
        is_high = die.height > field.wall - STUMBLE_HEIGHT * field.die
        if is_high and any(is_on_frame(field, x, y) for x, y in points):
            return "rim"
        if self._far is not None and self._far not in die.touched:
            return "short"
        return "tilt" if die.lean is not None or self._is_on_other_die(die) else "valid"
