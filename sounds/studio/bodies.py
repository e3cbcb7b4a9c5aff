"""Modal synthesis: a short force (a tap, a rub) sets a body's modes ringing.

The bodies are a small turned disc, a chess man, a rubber duck, a bone die, a leather cup, the board under them,
bare or felted, the tray, a panel, a tuned wooden bar, a key, a glass, a playing card and a small bell.
"""

import math
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from sounds.studio.waves import LEAD, RATE, Samples, add, silence


@dataclass(frozen=True, slots=True)
class Body:
    """A body that rings when it is struck.

    `pitch` is its lowest mode in Hz and `ratios` are all modes relative to it. A mode's strength falls as its ratio
    to the power `-slope`. `loss` is the material's loss factor: alone it lets a mode of f Hz fall by 60 dB in 2.2 /
    (loss * f) seconds. `hold` is the time, in seconds, in which fingers or felt alone would still it. `beat` splits
    each mode into two about so many Hz apart, as in a bell, which is never quite round.
    """

    pitch: float
    ratios: tuple[float, ...]
    slope: float
    loss: float
    hold: float = math.inf
    beat: float = 0.0

    def modes(self, rng: Random, spread: float) -> list[tuple[float, float, float]]:
        """Return pitch in Hz, seconds to fall by 60 dB, and signed strength of each mode.

        No two touches hit the same point: `spread` is how far strengths and, much less, pitches vary, and a mode
        may be touched on either side of a nodal line, which changes the sign of its strength.
        """
        modes = []
        for ratio in self.ratios:
            pitch = self.pitch * ratio * (1 + 0.12 * spread * rng.uniform(-1, 1))
            seconds = 1 / (self.loss * pitch / 2.2 + 1 / self.hold)
            strength = rng.choice((-1, 1)) * ratio**-self.slope * (1 + spread * rng.uniform(-1, 1))
            if self.beat:
                apart = self.beat * rng.uniform(0.6, 1.6)
                modes += [(pitch, seconds, 0.75 * strength), (pitch + apart, seconds, 0.25 * strength)]
            else:
                modes.append((pitch, seconds, strength))
        return modes


DISC_RATIOS: Final = (1.0, 1.73, 2.33, 3.91, 4.11, 6.30)  # a free round plate
BOARD: Final = Body(172, (1.0, 1.47, 2.11, 2.74, 3.62, 4.55, 5.83, 7.4), slope=0.35, loss=0.055, hold=0.16)
DISC: Final = Body(1240, DISC_RATIOS, slope=0.5, loss=0.026, hold=0.11)
MAN: Final = Body(690, (1.0, 2.28, 3.61, 5.4, 7.7), slope=0.4, loss=0.04, hold=0.08)  # a turned man, felted below
RUBBER: Final = Body(360, (1.0, 1.58, 2.36, 3.2), slope=0.9, loss=0.2, hold=0.06)  # hollow and thin
IVORY: Final = Body(1850, DISC_RATIOS, slope=0.3, loss=0.012, hold=0.09)
TRAY: Final = Body(335, (1.0, 1.43, 2.18, 2.92, 4.31, 5.27), slope=0.5, loss=0.045, hold=0.15)
PANEL: Final = Body(295, (1.0, 1.62, 2.41, 3.33, 4.9, 6.7), slope=0.8, loss=0.04, hold=0.2)
BAR: Final = Body(1.0, (1.0, 3.96, 9.4, 15.1), slope=0.25, loss=0.0055, hold=1.5)
BONE: Final = Body(2650, (1.0, 1.36, 1.72, 2.31, 2.9), slope=0.25, loss=0.02, hold=0.035)  # a die
LEATHER: Final = Body(265, (1.0, 1.62, 2.37, 3.4, 4.8), slope=0.55, loss=0.11, hold=0.07)  # a cup
FELTED: Final = Body(148, (1.0, 1.55, 2.2, 3.1), slope=0.7, loss=0.13, hold=0.07)  # a board under baize
KEY: Final = Body(3300, (1.0, 1.51, 2.03, 2.77), slope=0.3, loss=0.0022, hold=0.13)  # small, of brass
GLASS: Final = Body(1.0, (1.0, 2.32, 4.25, 6.63), slope=1.1, loss=0.0012, hold=0.55, beat=1.8)  # struck at the rim
CARD: Final = Body(980, (1.0, 1.83, 2.76, 4.1, 5.9), slope=0.15, loss=0.13, hold=0.016)  # thin, and bent a little
BELL: Final = Body(1430, (1.0, 2.32, 4.25, 6.63, 9.38), slope=0.15, loss=0.0006, hold=2.4, beat=2.6)


def tap(force: Samples, rng: Random, at: float, contact: float, weight: float, grit: float = 0.5) -> None:
    """Add one touch to a force: a raised cosine `contact` seconds long, of area `weight`.

    A short contact excites high modes, a long one only low ones. `grit` is the roughness of the two surfaces.
    """
    length = max(3, round(contact * RATE))
    pulse = [
        weight / length * (1 - math.cos(math.tau * (step + 0.5) / length)) * (1 + grit * rng.uniform(-1, 1))
        for step in range(length)
    ]
    add(force, pulse, at=LEAD + at)


def ring(body: Body, force: Samples, rng: Random, spread: float = 0.3) -> Samples:
    """Return the response of a body to a force: the sum of its modes, each a resonator of two poles."""
    heard = [0.0] * len(force)
    for pitch, seconds, strength in body.modes(rng, spread):
        if pitch > 0.45 * RATE:
            continue
        radius = math.exp(-math.log(1000) / (seconds * RATE))
        turn = math.tau * pitch / RATE
        near, far, gain = 2 * radius * math.cos(turn), -radius * radius, strength * math.sin(turn)
        last = before = 0.0
        for index, push in enumerate(force):
            before, last = last, near * last + far * before + gain * push
            heard[index] += last
    return heard


def vary(body: Body, rng: Random) -> Body:
    """Return a similar body, up to 6 % higher or lower."""
    return replace(body, pitch=body.pitch * rng.uniform(0.94, 1.06))


def clack(force: Samples, rng: Random, disc: Body, thud: float, under: Body = BOARD) -> Samples:
    """Return the response of a disc, plus `thud` times the response of the body under it."""
    heard = ring(disc, force, rng)
    add(heard, ring(under, force, rng), gain=thud)
    return heard


def bar(rng: Random, track: Samples, at: float, pitch: float, weight: float) -> None:
    """Add a tuned wooden bar struck with a soft mallet: the knock of the mallet, then the tone."""
    force = silence(len(track) / RATE)
    tap(force, rng, at, 0.0007, weight, grit=0.5)
    add(track, ring(replace(BAR, pitch=pitch), force, rng, spread=0.0))
    add(track, ring(replace(PANEL, hold=0.06), force, rng), gain=0.3)


def knock(track: Samples, rng: Random, at: float, contact: float, weight: float, thud: float) -> None:
    """Add a chess man that touches the board `at` seconds in, with the board `thud` times as loud as the man."""
    force = silence(len(track) / RATE)
    tap(force, rng, at, contact, weight, grit=0.4)
    tap(force, rng, at + rng.uniform(0.014, 0.024), contact, weight * rng.uniform(0.15, 0.3), grit=0.4)
    add(track, clack(force, rng, vary(MAN, rng), thud))


def knocked(track: Samples, rng: Random, at: float, weight: float, contact: float, bone: float, under: Body) -> None:
    """Add a die that strikes a body `at` seconds in, with the die `bone` times as loud as the body."""
    force = silence(len(track) / RATE - at)
    tap(force, rng, 0.0, contact, weight, grit=0.6)
    add(track, ring(vary(under, rng), force, rng), at=at)
    add(track, ring(vary(BONE, rng), force, rng), gain=bone, at=at)
