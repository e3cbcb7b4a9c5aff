"""One thing on its way: how it goes, how long that takes, and where it is at every moment. Pure.

Times in seconds, places in pixels. What goes together, and when, is motion.py's.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, hypot, pi, radians, sin
from typing import Final, Literal, TypeAlias

from rules.contract import Target, Token

Manner: TypeAlias = (
    Literal["slide", "hop", "away", "drop", "vanish", "settle", "fade"]
    | Literal["glide", "castle", "topple", "waddle", "alight", "perch", "appear"]
    | Literal["down", "bear"]
    | Literal["sweep", "leap", "cage", "uncage", "shoved", "swap", "leave"]
    | Literal["doze", "wake", "overturn", "hitch", "shove", "nod", "bless", "shift"]
)
"""Along the table · over something, in an arc · into a tray · laid down from above · off the table · down from where
the pointer held it · gone here and come there (reduced motion) · along the table, and heard as it is set down · the
same for two at once · fallen over, then into a tray. What lives moves otherwise: from foot to foot · down from
above · down from where the pointer held it · gone here and come there. What lies on points: off its stack, to lie in
front of it · over the border, to stand on its edge.

Where pieces act on one another: along the table against somebody · in a high bow · over something, then down on it ·
up and off it · along the table, once it is hit · past somebody who comes the other way · up and away, after a moment.
On the spot: toppled, to lie flat · up again · over, to be something else · opened or closed. Without going
anywhere: a lunge at somebody and back · a bow · a rise. And what lies below another, as that comes or goes."""

SETTLE: Final = 0.06
AWAY: Final = 0.25
DOWN: Final = 0.24
DROP: Final = 0.2
VANISH: Final = 0.12
FADE: Final = 0.08
PERCH: Final = 0.14
TOPPLE: Final = 0.95
DOZE: Final = 0.24
WAKE: Final = 0.2
OVERTURN: Final = 0.22
CAGE: Final = 0.25
HITCH: Final = 0.04
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
HIT: Final = 0.3
"""The part of its time after which somebody is hit who is shoved or swept away."""
LIFTS: Final = 0.3
PARTS: Final = 0.15
LOWERS: Final = 0.75
"""The parts of its time until what was taken hangs in the air, after which it leaves, and from which on it comes
down: it rises before it goes."""
FLUNG: Final = 1.6
"""Of what jumps: the way left is the time left to this power; what is pushed along the table has 3."""
TOUCHES: Final = 0.72
"""The part of its time after which what goes along the table is there but for a hair, and settles."""
TIPPED: Final = 0.55
"""The part of its time in which something tips over; then it lies."""

LANDINGS: Final = ("waddle", "alight", "perch", "appear")
"""After these something that lives has come down."""

SLIDES: Final = ("slide", "hop", "glide", "castle", "waddle", "sweep", "leap")
"""What takes the longer the farther it goes."""

THROWN: Final[dict[Manner, Manner]] = {"waddle": "perch", "drop": "drop", "nod": "settle"}
"""How something is seen that comes from the pointer, if it doesn't just settle."""
DEEDS: Final = ("sweep", "leap", "cage", "uncage", "swap")
"""These are heard also when the pointer did them."""
HEARD_AT: Final[dict[Manner, float]] = {
    **dict.fromkeys(("slide", "fade", "sweep", "leap", "swap", "wake"), 0.0),
    "topple": FALL,
    "shoved": HIT,
    "doze": TIPPED,
}
"""The part of its time after which something is heard; 0.7 of what isn't named."""
SILENT: Final = ("vanish", "leave", "hitch", "shove", "nod", "bless", "shift")

Place: TypeAlias = tuple[float, float, float]
"""x, y of a token's centre, and its size."""


@dataclass(frozen=True, slots=True)
class Mover:
    """A token on its way: centre, size, how far it is lifted (0 to 1), tilt in degrees, opacity, squash (see SQUASH).

    Of what lives, `heading` is where it goes, in pixels to the right; `step` counts the steps of one that walks, from
    0; `flat`: it is landing. `at` is the place of what doesn't leave it. `narrow`: how wide it is seen, as a share;
    `open`: it is about to take something in, or to let it out.
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
    narrow: float = 1.0
    open: bool = False


@dataclass(frozen=True, slots=True)
class Flight:
    """One token's way within a beat; `layer` is how many tokens it lay on, and `seconds` how long it takes.

    `stays` is the place of what doesn't leave it; `was` is the token before, of one that changes its look; `voice` is
    how it is heard, where that isn't how it goes.
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

    def seen(self, time: float) -> Mover:
        """Where it is so many seconds after it began; once it has flown, where it ends."""
        return self.at(min(1.0, max(0.0, time / self.seconds)))

    def at(self, part: float) -> Mover:
        """Where it is when `part` (0 to 1) of its time is over."""
        eased = 1 - (1 - part) ** 3
        x, y, size = (a + (b - a) * eased for a, b in zip(self.start, self.end, strict=True))
        arc = sin(pi * eased)
        match self.manner:
            case "hop":
                there, arc = self._flung(part)
                return replace(there, y=there.y - 0.3 * size * arc, lift=arc, squash=_settling(part))
            case "away":
                there = self._between(_smooth((part - PARTS) / (1 - PARTS)))
                up = _smooth(part / LIFTS) * (1 - _smooth((part - LOWERS) / (1 - LOWERS)))
                return replace(there, y=there.y - 0.25 * there.size * up, lift=up, tilt=12 * up)
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
            case "slide" | "glide" | "castle" | "sweep":
                return Mover(self.token, x, y, size, lift=0.15 * arc, squash=0.8 * _settling(part))
            case "down":
                return Mover(self.token, x, y - 0.16 * size * arc, size, lift=0.7 * arc, squash=sin(pi * part**3))
            case "bear":
                return Mover(self.token, x, y - 0.45 * size * arc, size, lift=arc, flat=part > STANDS)
            case "waddle" | "alight" | "perch":
                return self._lively(part, eased, (x, y, size))
            case "topple":
                return self._toppling(part)
            case "doze" | "wake" | "overturn":
                return self._changing(part)
            case _:
                return self._acting(part)

    def _flung(self, part: float) -> tuple[Mover, float]:
        """How far it is on the way of something that jumps, and how high, 0 to 1: it is slow only as it lands."""
        share = 1 - (1 - part) ** FLUNG
        return self._between(share), sin(pi * share)

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
        mover = self._between(eased)
        return replace(_tipped(mover, FELLED * fallen * (1 - eased)), lift=sin(pi * eased))

    def _between(self, share: float) -> Mover:
        """So far on the straight way, where 1 is its end."""
        x, y, size = (a + (b - a) * share for a, b in zip(self.start, self.end, strict=True))
        return Mover(self.token, x, y, size, at=self.stays)

    def _changing(self, part: float) -> Mover:
        """What becomes something else on the spot: it falls asleep, gets up, or is turned over."""
        mover, was = self._between(0.0), self.was or self.token
        if self.manner == "overturn":
            narrow, up = abs(cos(pi * part)), sin(pi * part)
            token = was if part < 0.5 else self.token
            return replace(mover, token=token, y=mover.y - 0.22 * mover.size * up, lift=up, narrow=max(0.04, narrow))
        if self.manner == "doze":
            if part < TIPPED:
                return _tipped(replace(mover, token=was), FELLED * (part / TIPPED) ** 2)
            return replace(mover, squash=2.5 * sin(pi * (part - TIPPED) / (1 - TIPPED)))
        if part < 1 - TIPPED:
            return replace(mover, token=was, squash=2.5 * sin(pi * part / (1 - TIPPED)))
        return _tipped(mover, FELLED * ((1 - part) / TIPPED) ** 2)

    def _acting(self, part: float) -> Mover:
        """What does something to another, or has it done to itself."""
        eased = 1 - (1 - part) ** 3
        smooth = _smooth(part)
        mover = self._between(eased)
        size, arc = mover.size, sin(pi * eased)
        match self.manner:
            case "leap":
                there, arc = self._flung(part)
                return replace(there, y=there.y - 0.55 * size * arc, lift=arc, squash=2 * max(0.0, part - 0.9) * 5)
            case "cage":
                there = self._between(min(1.0, part / 0.65) ** 0.8)
                up = sin(pi * min(1.0, part / 0.5) / 2) if part < 0.5 else 1 - ((part - 0.5) / 0.5) ** 2
                return replace(there, y=there.y - 0.42 * size * up, lift=up, open=True)
            case "uncage":
                there = self._between(max(0.0, part - 0.2) / 0.8)
                up = sin(pi * part)
                return replace(there, y=there.y - 0.35 * size * up, lift=up, open=part < 0.5)
            case "shoved":
                return self._between(1 - (1 - max(0.0, part - HIT) / (1 - HIT)) ** 2)
            case "swap":
                dx, dy = self.end[0] - self.start[0], self.end[1] - self.start[1]
                aside = min(0.5, 0.22 * hypot(dx, dy) / size) * sin(pi * smooth) * size / max(1.0, hypot(dx, dy))
                there = self._between(smooth)
                up = sin(pi * smooth)
                return replace(there, x=there.x - dy * aside, y=there.y + dx * aside - 0.12 * size * up, lift=up)
            case "leave":
                gone = max(0.0, part - HIT) / (1 - HIT)
                there = self._between(0.0)
                return replace(there, y=there.y - 0.5 * size * gone, lift=gone, tilt=10 * gone, alpha=1 - gone**2)
            case "shove" | "nod":
                reach = (0.42 if self.manner == "shove" else 0.16) * sin(pi * min(1.0, part / 0.75)) ** 1.5
                return self._between(reach)
            case "bless":
                there, up = self._between(0.0), sin(pi * part)
                return replace(there, y=there.y - 0.16 * size * up, lift=0.8 * up)
            case "shift":
                grows = self.end[2] > self.start[2]
                late = min(1.0, 2 * part) if grows else max(0.0, 2 * part - 1)
                return self._between(late)
            case _:
                return replace(self._between(0.0), open=True)


def _smooth(part: float) -> float:
    """Slow at both ends; outside of 0 to 1 it is at its ends."""
    part = min(1.0, max(0.0, part))
    return part * part * (3 - 2 * part)


def _settling(part: float) -> float:
    """How far something is pressed down that has just come to lie."""
    return sin(pi * max(0.0, part - TOUCHES) / (1 - TOUCHES))


def _tipped(mover: Mover, tilt: float) -> Mover:
    """Fallen so many degrees to the right, about its foot."""
    foot, turned = 0.38 * mover.size, radians(tilt)
    return replace(mover, x=mover.x + foot * sin(turned), y=mover.y + foot * (1 - cos(turned)), tilt=tilt)


def seconds_of(manner: Manner, cells: float) -> float:
    """How long a token takes for a way of so many cells."""
    if manner in SLIDES:
        return min(0.26, 0.14 + 0.02 * cells)
    if manner == "bear":
        return min(0.42, AWAY + 0.03 * cells)
    return _SECONDS[manner]


_SECONDS: Final[dict[Manner, float]] = {
    "away": AWAY,
    "down": DOWN,
    "drop": DROP,
    "alight": DROP,
    "perch": PERCH,
    "topple": TOPPLE,
    "vanish": VANISH,
    "settle": SETTLE,
    "fade": FADE,
    "appear": FADE,
    "cage": CAGE,
    "uncage": CAGE,
    "swap": CAGE,
    "leave": CAGE,
    "doze": DOZE,
    "wake": WAKE,
    "overturn": OVERTURN,
    "hitch": HITCH,
    "shove": DOWN,
    "shoved": DOWN,
    "nod": DOWN,
    "bless": DOWN,
    "shift": SETTLE,
}
