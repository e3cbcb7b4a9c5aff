"""The animations of dice: gathered in the cup, thrown, covered, missed, or handed to the other player.

Dice show their final faces from the beginning, so that nothing changes when the film is over. Times are in seconds,
places in pixels of the window; without pygame.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from math import hypot, inf, pi, sin
from typing import Final

from rules.contract import Table, Target, Token
from scenes.games.unstacked_draughts.dice.flight import DiePose, FlightComputation
from scenes.games.unstacked_draughts.dice.rotations import Rotation, centre_height, interpolate
from scenes.games.unstacked_draughts.dice.shaking import Toss
from scenes.games.unstacked_draughts.dice_picture import DieSprite
from scenes.surfaces.clips import (
    Clip,
    Cue,
    Motion,
    Place,
    Sprite,
    arc,
    ease_out,
    fraction_of,
    make_particle,
    smooth,
    tween,
)
from scenes.surfaces.timeline import Frame, Segment, Timeline

GATHER_SECONDS: Final = 0.18  # in which the dice on the table go into the cup
SHAKE_SECONDS: Final = 0.36  # in which a cup is shaken that no person holds
REACH_SECONDS: Final = 0.16  # of its path to the tray
TIP_COUNT: Final = 3  # number of sprites of a tipping cup in each direction
TIP_SECONDS: Final = 0.045
HAND_TIP_SECONDS: Final = 0.03
"""Time between two of these sprites, in general and for a cup that a person throws."""
HOLD_SECONDS: Final = 0.16  # that the cup stays tipped
RETURN_SECONDS: Final = 0.3  # of a cup's path back to its place
MAX_SWING: Final = 0.5  # maximum distance that the cup goes on in the dice's direction, in its size
HOLD_HEIGHT: Final = 0.08  # at which the cup is held, in its size
DIRECTION_SECONDS: Final = 0.01  # of flight after which the direction of the dice is measured
COVER_FALL_SECONDS: Final = 0.13  # in which a cup comes down on flying dice
COVER_SECONDS: Final = 0.55  # that it stays there
FULL_LIFT_MILLIMETRES: Final = 60.0  # height above the baize at which a die is drawn fully lifted
DIE_EDGE: Final = 0.6  # edge of a die, in its cell
HEIGHT_SHIFT: Final = 0.29  # pixels that a point is shifted up per pixel of height above the table


@dataclass(frozen=True, slots=True)
class Cup:
    """A cup: its target, the prefix of its sprites ("cup-white"), its place, and the point where a hand holds it."""

    target: Target
    look: str
    stand: Place
    held_at: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Scale:
    """The board in the window: its upper left corner, a millimetre, and a die's cell, in pixels."""

    left: float
    top: float
    millimetre: float
    die_cell: float

    def window_point(self, x: float, y: float) -> tuple[float, float]:  # from millimetres on the board
        return self.left + x * self.millimetre, self.top + y * self.millimetre


def make_gathering(table: Table, dice: Sequence[DieSprite], cup_place: Place) -> Timeline:
    """Make the animation of dice that go from the table into a cup that a hand holds."""
    clips = [_make_fall(die, cup_place, GATHER_SECONDS) for die in dice]
    cue = Cue(0.6 * GATHER_SECONDS, "cup-in", cup_place[0])
    return Timeline((Segment(table, clips, 0.0, GATHER_SECONDS),), table, GATHER_SECONDS, (cue,), is_above=True)


def _make_fall(die: DieSprite, cup_place: Place, seconds: float) -> Clip:
    x, y, size = cup_place

    def pose(clip: Clip, progress: float) -> Sprite:
        eased = ease_out(progress)
        left, top = _interpolate((die.x, die.y), (x, y - 0.25 * size), eased)
        height = 0.5 * size * arc(eased)
        return replace(die, x=left, y=top - height, lift=min(1.0, 3 * eased), alpha=1 - eased**8)

    return Clip(die.token, (die.x, die.y, die.size), cup_place, pose, seconds=seconds)


HAND_OVER_SECONDS: Final = 0.45
RING_CLOSED: Final = 0.22
HANDED_END: Final = 0.86
"""Phases of handing over a die, as fractions of the duration: a ring has closed around it; the die lies again."""
OPEN_RING: Final = 1.95
CLOSED_RING: Final = 1.42
"""Sizes of that ring, in the die's cell."""


def make_hand_over(start: Rotation, end: Rotation, side: str) -> Motion:
    """Return the motion in which a die goes to the other player; `side` is the prefix of the ring's sprite."""

    def pose(clip: Clip, progress: float) -> DieSprite:
        share = smooth(progress, 0.7 * RING_CLOSED, HANDED_END)
        height = smooth(progress, 0.0, RING_CLOSED) * (1 - smooth(progress, 0.7, HANDED_END))
        x, y, size = tween(clip.start, clip.end, share)
        rotation = interpolate(start, end, share)
        return DieSprite(clip.token, x, y - 0.25 * height * size, size, 0.8 * height, rotation=rotation)

    def make_rings(clip: Clip) -> list[Clip]:
        open_ring, closed_ring, vanished_ring = (
            (0.0, 0.0, size * clip.start[2]) for size in (OPEN_RING, CLOSED_RING, 1.25 * CLOSED_RING)
        )
        ring = partial(make_particle, f"{side}-ring", is_under=True, carrier=clip)
        return [
            ring(0.0, RING_CLOSED, open_ring, closed_ring, fade_in=0.5, fade_out=0.0),
            ring(RING_CLOSED, HANDED_END, closed_ring, closed_ring, fade_in=0.0, fade_out=0.0),
            ring(HANDED_END, 1.0, closed_ring, vanished_ring, fade_in=0.0, fade_out=1.0),
        ]

    return Motion("handed", pose, HAND_OVER_SECONDS, sound="die-baize", sound_at=HANDED_END, particles=make_rings)


MISSED_SECONDS: Final = 0.6  # that missed dice are shown
FADE_SECONDS: Final = 0.08  # in which they appear, are crossed out and fade
CROSS_START: Final = 0.16
SINK_START: Final = 0.38
"""Seconds after which missed dice begin to be crossed out, and to sink."""


def sprites_of_missed_dice(dice: Sequence[DieSprite], time: float, is_still: bool) -> tuple[Sprite, ...]:
    """Return missed dice after `time` seconds: they appear, are crossed out, and sink (or fade if `is_still`)."""
    sprites: list[Sprite] = []
    cross_alpha = fraction_of(time, CROSS_START, CROSS_START + FADE_SECONDS)
    fade_start = MISSED_SECONDS - FADE_SECONDS
    sinking = fraction_of(time, fade_start, MISSED_SECONDS) if is_still else smooth(time, SINK_START, MISSED_SECONDS)
    alpha, depth = min(fraction_of(time, 0.0, FADE_SECONDS), 1 - sinking), 0.0 if is_still else sinking
    for die in dice:
        size = die.size * (1 - 0.16 * depth)
        sunk = replace(die, y=die.y + 0.1 * die.size * depth, size=size, alpha=alpha)
        face = die.token.look.partition("-")[2]
        sprites += [sunk] if cross_alpha < 1 else []
        sprites += [replace(sunk, token=Token(f"lost-{face}"), alpha=alpha * cross_alpha)] if cross_alpha else []
    return tuple(sprites) if time < MISSED_SECONDS else ()


def _pose_still(die: Sprite, clip: Clip, progress: float) -> Sprite:
    return die


def make_covering(final_table: Table, resting: Table, dice: Sequence[Sprite], cup: Cup) -> Timeline:
    """Make the animation of a cup that covers flying dice; meanwhile the tokens of `resting` rest."""
    middle = (sum(die.x for die in dice) / len(dice), sum(die.y for die in dice) / len(dice), cup.stand[2])
    moving_cup = frozenset((cup.target,))

    def pose_falling(clip: Clip, progress: float) -> Sprite:
        return clip.between(progress**2, lift=1 - progress**2)

    def pose_returning(clip: Clip, progress: float) -> Sprite:
        eased = ease_out(progress)
        return clip.between(eased, lift=1 - eased**4)

    lying = [Clip(die.token, middle, middle, partial(_pose_still, die)) for die in dice]
    upturned_cup = Token(f"{cup.look}-cover")
    standing = Clip(upturned_cup, middle, middle, lambda clip, progress: clip.between(0.0))
    falling = Clip(upturned_cup, cup.stand, middle, pose_falling, seconds=COVER_FALL_SECONDS)
    returning = Clip(Token(f"{cup.look}-lift"), middle, cup.stand, pose_returning, seconds=RETURN_SECONDS)
    lift_start = COVER_FALL_SECONDS + COVER_SECONDS
    segments = (
        Segment(resting, [*lying, falling], 0.0, COVER_FALL_SECONDS, moving_cup),
        Segment(resting, [standing], COVER_FALL_SECONDS, COVER_SECONDS, moving_cup),
        Segment(final_table, [returning], lift_start, RETURN_SECONDS, moving_cup),
    )
    cues = (Cue(0.7 * COVER_FALL_SECONDS, "cover", middle[0]),)
    return Timeline(segments, final_table, lift_start + RETURN_SECONDS, cues, is_above=True)


class ThrowFilm:
    """The film of a throw: the dice go into the cup, which is shaken and tipped, and fly out of it."""

    forward = is_above = True

    def __init__(
        self,
        table: Table,
        computation: FlightComputation,
        toss: Toss,
        faces: Sequence[int],
        cup: Cup,
        scale: Scale,
        gathered_dice: Sequence[DieSprite] = (),
        speed: float = 1.0,
        is_unskippable: bool = False,
    ) -> None:
        """Make the film of a throw with `toss`, after which the dice lie with `faces` up.

        `table` has what rests meanwhile, without dice; `gathered_dice` go from the table into the cup.
        Everything before the flight is `speed` times as fast as usual.
        """
        self.last = table
        self.is_unskippable = is_unskippable
        self._computation, self._faces, self._cup, self._scale = computation, faces, cup, scale
        self._gathered_dice = gathered_dice
        self._direction = _cup_direction(toss.vx, toss.vy)
        self._throw_place = self._cup_centre(*scale.window_point(toss.x, toss.y))
        is_held = cup.held_at is not None
        self._gather_end = (GATHER_SECONDS if gathered_dice else 0.0) / speed if not is_held else 0.0
        self._shake_end = self._gather_end + (0.0 if is_held else SHAKE_SECONDS / speed)
        self._tip_start = self._shake_end + (0.0 if is_held else REACH_SECONDS / speed)
        self._tip_seconds = HAND_TIP_SECONDS if is_held else TIP_SECONDS
        self.flight_start = self._tip_start + self._tip_seconds * (TIP_COUNT - 1)  # in seconds

    def _cup_centre(self, x: float, y: float) -> tuple[float, float]:
        """Return the centre of the tipped cup whose mouth is at this point of the window."""
        distance = 0.34 * self._cup.stand[2]
        dx, dy = {"right": (-1, 0), "left": (1, 0), "down": (0, -1), "up": (0, 1)}[self._direction]
        return x + distance * dx, y + distance * dy

    @property
    def seconds(self) -> float:
        """The film's duration; infinite until the flight is known, at the latest as the dice leave the cup."""
        return self.flight_start + self._computation.flight.seconds if self._computation.is_known else inf

    @property
    def cues(self) -> tuple[Cue, ...]:
        return self._all_cues if self._computation.is_known else self._cup_cues

    @cached_property
    def _swing_beyond(self) -> tuple[float, float]:
        """The (dx, dy) in pixels by which the cup moves on after the dice have left it."""
        (start, *_), (soon_after, *_) = (self._computation.flight.at(time) for time in (0.0, DIRECTION_SECONDS))
        scale = self._scale.millimetre * TIP_SECONDS / DIRECTION_SECONDS
        swing = (soon_after.x - start.x) * scale, (soon_after.y - start.y) * scale
        return _limit_length(swing, MAX_SWING * self._cup.stand[2])

    @cached_property
    def _cup_cues(self) -> tuple[Cue, ...]:
        x = self._cup.stand[0]
        cues = []
        if self._cup.held_at is None:
            if self._gathered_dice:
                cues.append(Cue(self._gather_end, "cup-in", x))
            cues += [Cue(self._gather_end + share * SHAKE_SECONDS, "rattle", x) for share in (0.0, 0.5)]
        return (*cues, Cue(self.flight_start, "throw", self._throw_place[0]))

    @cached_property
    def _all_cues(self) -> tuple[Cue, ...]:
        cues = []
        for contact in self._computation.flight.contacts:
            x = self._scale.window_point(contact.x, 0.0)[0]
            time, volume = self.flight_start + contact.time, 0.25 + 0.75 * contact.strength
            cues.append(Cue(time, f"die-{contact.material}", x, volume))
        return (*self._cup_cues, *sorted(cues, key=lambda cue: cue.time))

    def at(self, time: float) -> Frame:
        sprites = [self._cup_at(time)]
        if time < self._gather_end:
            falling = (_make_fall(die, self._cup.stand, self._gather_end).at(time) for die in self._gathered_dice)
            sprites += filter(None, falling)
        elif time >= self.flight_start:
            elapsed = time - self.flight_start
            dice = sorted(enumerate(self._computation.flight.at(elapsed)), key=lambda numbered: numbered[1].height)
            sprites += [self._die_at(number, pose, elapsed) for number, pose in dice]
        return Frame(self.last, tuple(sprites), frozenset((self._cup.target,)))

    def _cup_at(self, time: float) -> Sprite:
        x, y, size = self._cup.stand
        look = self._cup.look
        held_y = y - HOLD_HEIGHT * size
        if time < self._shake_end:
            if time < self._gather_end:
                share = ease_out(time / self._gather_end)
                return Sprite(Token(f"{look}-lift"), x, y + (held_y - y) * share, size, lift=share)
            swing = sin(4 * pi * (time - self._gather_end) / (self._shake_end - self._gather_end))
            pose = "shake-1" if swing > 0.25 else "shake-2" if swing < -0.25 else "lift"
            return Sprite(Token(f"{look}-{pose}"), x + 0.07 * size * swing, held_y, size, lift=1.0)
        if time < self._tip_start:
            return Sprite(Token(f"{look}-lift"), *self._position_at(time), size, lift=1.0)
        tip_time = time - self._tip_start
        if tip_time < self._tip_seconds * TIP_COUNT + HOLD_SECONDS:
            tip_number = min(TIP_COUNT, 1 + int(tip_time / self._tip_seconds))
            token = Token(f"{look}-tip-{self._direction}-{tip_number}")
            return Sprite(token, *self._position_at(time), size, lift=1.0)
        return_time = tip_time - self._tip_seconds * TIP_COUNT - HOLD_SECONDS
        share = ease_out(min(1.0, return_time / RETURN_SECONDS))
        if share >= 1.0:
            return Sprite(Token(look), x, y, size)
        tip_number = TIP_COUNT - 1 - int(return_time / TIP_SECONDS)
        pose = f"tip-{self._direction}-{tip_number}" if tip_number > 0 else "lift"
        place = _interpolate(self._position_at(time), (x, y), share)
        return Sprite(Token(f"{look}-{pose}"), *place, size, lift=1.0 - share**4)

    def _position_at(self, time: float) -> tuple[float, float]:
        """Return the place of the cup in the throw: it is fastest when the dice leave it, and goes on a little."""
        (x, y, size), held_at = self._cup.stand, self._cup.held_at
        if time < self.flight_start:
            exponent = 1 if held_at else 2  # a held cup is in motion already
            share = ((time - self._shake_end) / (self.flight_start - self._shake_end)) ** exponent
            return _interpolate(held_at or (x, y - HOLD_HEIGHT * size), self._throw_place, share)
        share = ease_out((time - self.flight_start) / (TIP_SECONDS + HOLD_SECONDS))
        (x, y), (dx, dy) = self._throw_place, self._swing_beyond
        return x + share * dx, y + share * dy

    def _die_at(self, number: int, pose: DiePose, elapsed: float) -> DieSprite:
        """Return a die `elapsed` seconds after it left the cup; in the end its height counts from its support."""
        track, size = self._computation.flight.tracks[number], self._scale.die_cell
        rest, share = track.rest, smooth(elapsed / (max(1, track.landing_index) * track.step))
        x, y = self._scale.window_point(pose.x, pose.y)
        height = pose.height - share * rest.height
        tip_height = centre_height(pose.rotation) - 1 - share * (centre_height(rest.rotation) - 1)
        raised_pixels = tip_height * DIE_EDGE * size / 2
        shift = HEIGHT_SHIFT * (height * self._scale.millimetre + raised_pixels)
        lift = min(1.0, max(0.0, height / FULL_LIFT_MILLIMETRES))
        return DieSprite(Token(f"die-{self._faces[number]}"), x, y - shift, size, lift, rotation=pose.rotation)


def _cup_direction(dx: float, dy: float) -> str:
    if abs(dx) > abs(dy):
        return "right" if dx > 0 else "left"
    return "down" if dy > 0 else "up"


def _limit_length(vector: tuple[float, float], limit: float) -> tuple[float, float]:
    scale = min(1.0, limit / (hypot(*vector) or limit))
    return vector[0] * scale, vector[1] * scale


def _interpolate(start: tuple[float, float], end: tuple[float, float], share: float) -> tuple[float, float]:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
