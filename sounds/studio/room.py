"""The room's ambience, a seamless loop: a fire on the hearth, and rain at the window.

The track is a ring: sounds that pass its end continue at its beginning, and every filter runs over it twice, so
that it begins in the state in which it ends.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Final

from sounds.studio.bodies import MAN, Body, ring, tap, vary
from sounds.studio.waves import RATE, Samples, band, lowpass, noise, silence

SECONDS: Final = 18
PEAK: Final = -22  # of the loudest crack, in dBFS
EMBER: Final = Body(820, (1.0, 1.9, 2.7, 4.3), slope=0.3, loss=0.09, hold=0.02)  # a bursting splinter


def round_again(filtered: Callable[[Samples], Samples], samples: Samples) -> Samples:
    """Return the response of a filter to the ring on its second pass."""
    return filtered(samples + samples)[len(samples) :]


def lay(track: Samples, samples: Samples, at: float, gain: float) -> None:
    first, size = round(at * RATE), len(track)
    for index, sample in enumerate(samples, first):
        track[index % size] += gain * sample


def sway(rng: Random, slowest: int, quickest: int) -> list[float]:
    """Return the strength of a gust, 0 to 1, a value each 10 ms: sine waves that close the ring."""
    waves = [(rng.uniform(0.5, 1.0), count, rng.uniform(0, math.tau)) for count in range(slowest, quickest, 3)]
    most = sum(strength for strength, _, _ in waves)
    steps = SECONDS * 100
    return [
        0.5 + 0.5 * sum(s * math.sin(math.tau * count * step / steps + phase) for s, count, phase in waves) / most
        for step in range(steps)
    ]


def flames(rng: Random) -> Samples:
    hiss = round_again(lambda samples: lowpass(band(samples, 55, 260), 420), noise(rng, SECONDS))
    blown = sway(rng, 5, 70)
    part = RATE // 100
    return [sample * (0.35 + blown[index // part] ** 2) for index, sample in enumerate(hiss)]


def rain(rng: Random) -> Samples:
    hiss = round_again(lambda samples: band(samples, 1500, 4200), noise(rng, SECONDS))
    blown = sway(rng, 1, 9)
    part = RATE // 100
    return [sample * (0.6 + 0.4 * blown[index // part]) for index, sample in enumerate(hiss)]


def crackle(rng: Random) -> Samples:
    """Render bursting embers: many faint, a few clear, now and then two or three in a row."""
    track = silence(SECONDS)
    at = rng.uniform(0, 0.3)
    while at < SECONDS:
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            force = silence(0.06)
            tap(force, rng, 0.0, rng.uniform(0.0002, 0.0007), 1.0, grit=0.9)
            lay(track, ring(vary(replace(EMBER, pitch=rng.uniform(600, 1700)), rng), force, rng), at, _burst(rng))
            at += rng.uniform(0.02, 0.09)
        at += rng.expovariate(1 / 0.34)
    for _ in range(4):
        force = silence(0.25)
        tap(force, rng, 0.0, 0.003, 1.0)
        lay(track, ring(replace(MAN, pitch=150, hold=0.1), force, rng), rng.uniform(0, SECONDS), rng.uniform(1, 2))
    return round_again(lambda samples: lowpass(samples, 3600), track)


def _burst(rng: Random) -> float:
    """Return the strength of one burst, weak ones being far more frequent than strong ones."""
    return 0.12 * (1 - rng.random()) ** -0.75 if rng.random() < 0.97 else 1.6


def room(rng: Random) -> Samples:
    parts = ((crackle(rng), 1.0), (flames(rng), 0.16), (rain(rng), 0.035))
    whole = silence(SECONDS)
    for samples, share in parts:
        gain = share / max(map(abs, samples))
        for index, sample in enumerate(samples):
            whole[index] += gain * sample
    top = max(map(abs, whole))
    return [sample / top for sample in whole]
