"""Films of dice: into the cup, shaken, tipped, flying; covered, missed, or handed to the other player.

Dice show their final faces from the beginning, so that nothing changes when the film is over. Times in seconds,
places in window pixels; without pygame.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from math import hypot, inf, pi, sin
from typing import Final

from rules.contract import Table, Target, Token
from scenes.games.unstacked_draughts.dice.flight import Flying, Pose
from scenes.games.unstacked_draughts.dice.shaking import Toss
from scenes.games.unstacked_draughts.dice.turns import Turn, between, reach
from scenes.games.unstacked_draughts.dice_picture import DieSprite
from scenes.surfaces.clips import Clip, Cue, Motion, Place, Sprite, arc, ease_out, part_of, particle, smooth
from scenes.surfaces.timeline import Frame, Segment, Timeline

GATHER_SECONDS: Final = 0.18
SHAKE_SECONDS: Final = 0.36
REACH_SECONDS: Final = 0.16
"""Until the dice on the table are in the cup, that it is shaken automatically, and from there to the tray."""
TIP_SPRITES: Final = 3
TIP_SECONDS: Final = 0.045
FLUNG_TIP_SECONDS: Final = 0.03
HOLD_SECONDS: Final = 0.16
BACK_SECONDS: Final = 0.3
"""Between two sprites of a tipping cup, also of one thrown by hand; that it stays so; until it is back."""
MAX_SWING: Final = 0.5
HOLD_HEIGHT: Final = 0.08
"""Distance that the cup goes on with the dice, at most, and height at which it is held, in its size."""
DIRECTION_SECONDS: Final = 0.01  # after which the direction of the dice from the cup is measured
SLAP_SECONDS: Final = 0.13
COVER_SECONDS: Final = 0.55
"""Until a cup is down on flying dice, and that it stays there."""
LIFTED_MILLIMETRES: Final = 60.0  # height above the baize at which a die is drawn fully lifted
EDGE: Final = 0.6  # edge of a die, in its cell
RISE: Final = 0.29
"""Pixels that a point moves up in the window per pixel of height above the table."""


@dataclass(frozen=True, slots=True)
class Cup:
    """A cup: the prefix of its sprites ("cup-white"), its place, and its position in the hand, if held."""

    target: Target
    look: str
    stand: Place
    held: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Scale:
    """The board in the window: the pixel of its upper left corner, and sizes in pixels."""

    left: float
    top: float
    millimetre: float
    die: float

    def where(self, x: float, y: float) -> tuple[float, float]:
        return self.left + x * self.millimetre, self.top + y * self.millimetre


def make_gathering(table: Table, dice: Sequence[DieSprite], stand: Place) -> Timeline:
    """Make the animation of dice that go from the table into a cup which is held already."""
    clips = [_fall_into_cup(die, stand, GATHER_SECONDS) for die in dice]
    cue = Cue(0.6 * GATHER_SECONDS, "cup-in", stand[0])
    return Timeline((Segment(table, clips, 0.0, GATHER_SECONDS),), table, GATHER_SECONDS, (cue,), above=True)


def _fall_into_cup(die: DieSprite, stand: Place, seconds: float) -> Clip:
    x, y, size = stand

    def pose(clip: Clip, share: float) -> Sprite:
        part = ease_out(share)
        left, top = _between((die.x, die.y), (x, y - 0.25 * size), part)
        up = 0.5 * size * arc(part)
        return replace(die, x=left, y=top - up, lift=min(1.0, 3 * part), alpha=1 - part**8)

    return Clip(die.token, (die.x, die.y, die.size), stand, pose, seconds=seconds)


HAND_OVER_SECONDS: Final = 0.45
GRASPED: Final = 0.22
LANDING: Final = 0.86
"""Of a die that was left over: a ring has closed around it, it lies again; fractions of its duration."""
OPEN_RING: Final = 1.95
CLOSED_RING: Final = 1.42
"""Sizes of the ring, in the die's cell."""


def make_hand_over(begin: Turn, end: Turn, side: str) -> Motion:
    """Return the motion in which a die goes to the other player; `side` is the prefix of the ring's sprite."""

    def pose(clip: Clip, part: float) -> DieSprite:
        share = smooth(part, 0.7 * GRASPED, LANDING)
        up = smooth(part, 0.0, GRASPED) * (1 - smooth(part, 0.7, LANDING))
        there = clip.between(share, up=0.25 * up)
        return DieSprite(clip.token, there.x, there.y, there.size, 0.8 * up, turn=between(begin, end, share))

    def rings(clip: Clip) -> list[Clip]:
        wide, close, gone = (
            (0.0, 0.0, size * clip.start[2]) for size in (OPEN_RING, CLOSED_RING, 1.25 * CLOSED_RING)
        )
        ring = partial(particle, f"{side}-ring", under=True, carrier=clip)
        return [
            ring(0.0, GRASPED, wide, close, comes=0.5, goes=0.0),
            ring(GRASPED, LANDING, close, close, comes=0.0, goes=0.0),
            ring(LANDING, 1.0, close, gone, comes=0.0, goes=1.0),
        ]

    return Motion("handed", pose, HAND_OVER_SECONDS, sound="die-baize", sound_at=LANDING, particles=rings)


MISSED_SECONDS: Final = 0.6
SHOW_SECONDS: Final = 0.08
CROSS_SECONDS: Final = 0.16
SINK_SECONDS: Final = 0.38
"""Of a missed die: that it is shown; until it is visible, begins to be crossed out, and begins to disappear."""


def missed_dice_at(dice: Sequence[DieSprite], time: float, still: bool) -> tuple[Sprite, ...]:
    """Return missed dice `time` seconds after that is certain: they appear, are crossed out, and sink.

    With `still` they only fade.
    """
    sprites: list[Sprite] = []
    crossed = part_of(time, CROSS_SECONDS, CROSS_SECONDS + SHOW_SECONDS)
    fades_at = MISSED_SECONDS - SHOW_SECONDS
    gone = part_of(time, fades_at, MISSED_SECONDS) if still else smooth(time, SINK_SECONDS, MISSED_SECONDS)
    alpha, down = min(part_of(time, 0.0, SHOW_SECONDS), 1 - gone), 0.0 if still else gone
    for die in dice:
        size = die.size * (1 - 0.16 * down)
        here = replace(die, y=die.y + 0.1 * die.size * down, size=size, alpha=alpha)
        face = die.token.look.partition("-")[2]
        sprites += [here] if crossed < 1 else []
        sprites += [replace(here, token=Token(f"lost-{face}"), alpha=alpha * crossed)] if crossed else []
    return tuple(sprites) if time < MISSED_SECONDS else ()


def _lie(there: Sprite, clip: Clip, share: float) -> Sprite:
    return there


def make_covering(last: Table, before: Table, dice: Sequence[Sprite], cup: Cup) -> Timeline:
    """Make the animation of a cup that covers flying dice, hiding their result; `before` rests meanwhile."""
    middle = (sum(one.x for one in dice) / len(dice), sum(one.y for one in dice) / len(dice), cup.stand[2])
    away = frozenset((cup.target,))

    def fall(clip: Clip, share: float) -> Sprite:
        return clip.between(share**2, lift=1 - share**2)

    def leave(clip: Clip, share: float) -> Sprite:
        part = ease_out(share)
        return clip.between(part, lift=1 - part**4)

    def stand(clip: Clip, share: float) -> Sprite:
        return clip.between(0.0)

    lying = [Clip(die.token, middle, middle, partial(_lie, die)) for die in dice]
    cover = Token(f"{cup.look}-cover")
    down = Clip(cover, cup.stand, middle, fall, seconds=SLAP_SECONDS)
    back = Clip(Token(f"{cup.look}-lift"), middle, cup.stand, leave, seconds=BACK_SECONDS)
    lifted = SLAP_SECONDS + COVER_SECONDS
    segments = (
        Segment(before, [*lying, down], 0.0, SLAP_SECONDS, away),
        Segment(before, [Clip(cover, middle, middle, stand)], SLAP_SECONDS, COVER_SECONDS, away),
        Segment(last, [back], lifted, BACK_SECONDS, away),
    )
    cues = (Cue(0.7 * SLAP_SECONDS, "cover", middle[0]),)
    return Timeline(segments, last, lifted + BACK_SECONDS, cues, above=True)


class ThrowFilm:
    """The film of a throw: the cup is shaken and tipped, and the dice fly."""

    forward = above = True

    def __init__(
        self,
        table: Table,
        flying: Flying,
        toss: Toss,
        faces: Sequence[int],
        cup: Cup,
        scale: Scale,
        gathered: Sequence[DieSprite] = (),
        speed: float = 1.0,
        binding: bool = False,
    ) -> None:
        """`table` is what rests meanwhile, without the dice; `gathered` are the dice on it that go into the cup.

        They leave it with `toss` and land with `faces` up. Everything before the flight runs `speed` times as fast
        as usual; the flight isn't affected.
        """
        self.last = table
        self.binding = binding
        self._flying, self._faces, self._cup, self._scale, self._gathered = flying, faces, cup, scale, gathered
        self._way = _way(toss.vx, toss.vy)
        self._mouth = self._lip(*scale.where(toss.x, toss.y))
        held = cup.held is not None
        self._in = (GATHER_SECONDS if gathered else 0.0) / speed if not held else 0.0
        self._shaken = self._in + (0.0 if held else SHAKE_SECONDS / speed)
        self._there = self._shaken + (0.0 if held else REACH_SECONDS / speed)
        self._tip = FLUNG_TIP_SECONDS if held else TIP_SECONDS
        self.flies = self._there + self._tip * (TIP_SPRITES - 1)
        """Seconds after which the dice leave the cup."""

    def _lip(self, x: float, y: float) -> tuple[float, float]:
        away = 0.34 * self._cup.stand[2]
        dx, dy = {"right": (-1, 0), "left": (1, 0), "down": (0, -1), "up": (0, 1)}[self._way]
        return x + away * dx, y + away * dy

    @property
    def seconds(self) -> float:
        """Its length; infinite until the flight is computed, at the latest when the dice leave the cup."""
        return self.flies + self._flying.flight.seconds if self._flying.is_known else inf

    @property
    def cues(self) -> tuple[Cue, ...]:
        return self._sounds if self._flying.is_known else self._before

    @cached_property
    def _swing(self) -> tuple[float, float]:
        (first, *_), (soon, *_) = (self._flying.flight.at(time) for time in (0.0, DIRECTION_SECONDS))
        scaled = self._scale.millimetre * TIP_SECONDS / DIRECTION_SECONDS
        swing = (soon.x - first.x) * scaled, (soon.y - first.y) * scaled
        return _shortened(swing, MAX_SWING * self._cup.stand[2])

    @cached_property
    def _before(self) -> tuple[Cue, ...]:
        x = self._cup.stand[0]
        cues = []
        if self._cup.held is None:
            if self._gathered:
                cues.append(Cue(self._in, "cup-in", x))
            cues += [Cue(self._in + share * SHAKE_SECONDS, "rattle", x) for share in (0.0, 0.5)]
        return (*cues, Cue(self.flies, "throw", self._mouth[0]))

    @cached_property
    def _sounds(self) -> tuple[Cue, ...]:
        cues = []
        for hit in self._flying.flight.contacts:
            where = self._scale.where(hit.x, 0.0)[0]
            cues.append(Cue(self.flies + hit.time, f"die-{hit.material}", where, 0.25 + 0.75 * hit.strength))
        return (*self._before, *sorted(cues, key=lambda cue: cue.time))

    def at(self, time: float) -> Frame:
        sprites = [self._cup_at(time)]
        if time < self._in:
            falling = (_fall_into_cup(die, self._cup.stand, self._in).at(time) for die in self._gathered)
            sprites += filter(None, falling)
        elif time >= self.flies:
            since = time - self.flies
            dice = sorted(enumerate(self._flying.flight.at(since)), key=lambda one: one[1].height)
            sprites += [self._die(number, pose, since) for number, pose in dice]
        return Frame(self.last, tuple(sprites), frozenset((self._cup.target,)))

    def _cup_at(self, time: float) -> Sprite:
        x, y, size = self._cup.stand
        look = self._cup.look
        above = y - HOLD_HEIGHT * size
        if time < self._shaken:
            if time < self._in:
                part = ease_out(time / self._in)
                return Sprite(Token(f"{look}-lift"), x, y + (above - y) * part, size, lift=part)
            swing = sin(4 * pi * (time - self._in) / (self._shaken - self._in))
            picture = "shake-1" if swing > 0.25 else "shake-2" if swing < -0.25 else "lift"
            return Sprite(Token(f"{look}-{picture}"), x + 0.07 * size * swing, above, size, lift=1.0)
        if time < self._there:
            return Sprite(Token(f"{look}-lift"), *self._swung(time), size, lift=1.0)
        tipped = time - self._there
        if tipped < self._tip * TIP_SPRITES + HOLD_SECONDS:
            tip = min(TIP_SPRITES, 1 + int(tipped / self._tip))
            return Sprite(Token(f"{look}-tip-{self._way}-{tip}"), *self._swung(time), size, lift=1.0)
        back = tipped - self._tip * TIP_SPRITES - HOLD_SECONDS
        part = ease_out(min(1.0, back / BACK_SECONDS))
        if part >= 1.0:
            return Sprite(Token(look), x, y, size)
        still = TIP_SPRITES - 1 - int(back / TIP_SECONDS)
        picture = f"tip-{self._way}-{still}" if still > 0 else "lift"
        return Sprite(
            Token(f"{look}-{picture}"), *_between(self._swung(time), (x, y), part), size, lift=1.0 - part**4
        )

    def _swung(self, time: float) -> tuple[float, float]:
        """Return the throwing cup's position: fastest as the dice leave it, and going on a little with them."""
        (x, y, size), held = self._cup.stand, self._cup.held
        if time < self.flies:
            part = ((time - self._shaken) / (self.flies - self._shaken)) ** (1 if held else 2)
            return _between(held or (x, y - HOLD_HEIGHT * size), self._mouth, part)
        part = ease_out((time - self.flies) / (TIP_SECONDS + HOLD_SECONDS))
        return self._mouth[0] + part * self._swing[0], self._mouth[1] + part * self._swing[1]

    def _die(self, number: int, pose: Pose, since: float) -> DieSprite:
        """Return a die `since` seconds after it left the cup; near the end its height counts from its support."""
        track, size = self._flying.flight.tracks[number], self._scale.die
        rest, part = track.rest, smooth(since / (max(1, track.falls) * track.step))
        x, y = self._scale.where(pose.x, pose.y)
        above = pose.height - part * rest.height
        rolls = (reach(pose.turn) - 1 - part * (reach(rest.turn) - 1)) * EDGE * size / 2
        up = RISE * (above * self._scale.millimetre + rolls)
        lift = min(1.0, max(0.0, above / LIFTED_MILLIMETRES))
        return DieSprite(Token(f"die-{self._faces[number]}"), x, y - up, size, lift, turn=pose.turn)


def _way(dx: float, dy: float) -> str:
    if abs(dx) > abs(dy):
        return "right" if dx > 0 else "left"
    return "down" if dy > 0 else "up"


def _shortened(way: tuple[float, float], most: float) -> tuple[float, float]:
    part = min(1.0, most / (hypot(*way) or most))
    return way[0] * part, way[1] * part


def _between(a: tuple[float, float], b: tuple[float, float], part: float) -> tuple[float, float]:
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part
