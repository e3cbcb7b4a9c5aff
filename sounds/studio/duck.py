"""The duck: a hollow thing of rubber; its voice is a buzz through resonances (formants)."""

import math
from collections.abc import Sequence
from random import Random
from typing import Final

from sounds.studio.bodies import RUBBER, clack, tap, vary
from sounds.studio.waves import (
    LEAD,
    RATE,
    Recipe,
    Samples,
    add,
    band,
    between,
    formant,
    highpass,
    lowpass,
    noise,
    silence,
)


def pat(rng: Random) -> Samples:
    """Render the duck set down: hollow rubber, and the air that it pushes away."""
    force = silence(0.2)
    tap(force, rng, 0.0, rng.uniform(0.0022, 0.0028), 1.0, grit=0.2)
    tap(force, rng, rng.uniform(0.05, 0.06), 0.0032, 0.22, grit=0.2)
    heard = clack(force, rng, vary(RUBBER, rng), 0.35)
    puff = [hiss * math.exp(-step / 500) for step, hiss in enumerate(noise(rng, 0.08))]
    peak = max(map(abs, heard))
    add(heard, band(puff, 300, 1400), gain=0.35 * peak, at=LEAD)
    return lowpass(heard, 2600)


def reed(rng: Random, seconds: float, way: Sequence[tuple[float, float]], rough: float) -> Samples:
    """Render a duck's syrinx: a buzz of pulses whose pitch follows `way`.

    Every second pulse is weaker by the fraction `rough`, and no pulse is quite in time, which makes the rasp.
    """
    heard, phase, weak = silence(seconds), 1.0, False
    drift = 1.0
    for index in range(len(heard)):
        phase += between(way, index / len(heard)) * drift / RATE
        if phase >= 1:
            phase -= 1
            strength = (1 - rough * weak) * rng.uniform(0.85, 1.0)
            for step in range(min(20, len(heard) - index)):
                heard[index + step] += strength * math.sin(math.pi * (step + 0.5) / 20) * (1 - step / 10)
            weak, drift = not weak, rng.uniform(0.985, 1.015)
    hiss = highpass(noise(rng, seconds), 1200)
    return [buzz + 0.06 * breath for buzz, breath in zip(heard, hiss, strict=True)]


def quack(rng: Random) -> Samples:
    """Render a quack: the beak opens (kw), the voice comes through the nose and falls (a), and stops (ck)."""
    seconds, high = rng.uniform(0.21, 0.25), rng.uniform(0.94, 1.06)
    source = reed(rng, seconds, [(0, 190 * high), (0.14, 258 * high), (0.45, 238 * high), (1, 172 * high)], 0.3)
    heard = silence(seconds + 0.04)
    for way, width, gain in (
        ([(0, 420), (0.22, 1020), (0.7, 960), (1, 760)], 140, 1.0),
        ([(0, 780), (0.26, 1760), (0.7, 1690), (1, 1500)], 170, 1.35),
        ([(0, 2200), (0.24, 2750), (1, 2600)], 260, 1.3),
        ([(0, 3700), (1, 3600)], 400, 0.8),
    ):
        add(heard, formant(source, way, width), gain=gain, at=LEAD)
    loud = [(0, 0), (0.06, 0.55), (0.24, 1), (0.6, 0.85), (0.88, 0.5), (1, 0)]
    length = len(source)
    return [sample * between(loud, min(1.0, index / length)) for index, sample in enumerate(heard)]


def mutter(rng: Random) -> Samples:
    """Render a muffled quack with an almost closed beak."""
    seconds, high = rng.uniform(0.12, 0.15), rng.uniform(0.94, 1.06)
    source = reed(rng, seconds, [(0, 178 * high), (0.2, 200 * high), (1, 150 * high)], 0.2)
    heard = silence(seconds + 0.03)
    for way, width, gain in (
        ([(0, 420), (0.3, 640), (1, 430)], 130, 1.0),
        ([(0, 1150), (0.3, 1380), (1, 1150)], 180, 0.7),
        ([(0, 2350), (1, 2350)], 320, 0.3),
    ):
        add(heard, formant(source, way, width), gain=gain, at=LEAD)
    loud = [(0, 0), (0.16, 1), (0.5, 0.8), (1, 0)]
    length = len(source)
    muffled = [sample * between(loud, min(1.0, index / length)) for index, sample in enumerate(heard)]
    return lowpass(muffled, 2200)


RECIPES: Final[dict[str, tuple[Recipe, float]]] = {
    "pat": (pat, -18),
    "quack": (quack, -20),
    "mutter": (mutter, -24),
}
