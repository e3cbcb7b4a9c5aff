"""Waves: samples, what is done to them, and the noises that need no body.

Times are seconds, pitches are Hz.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from random import Random
from typing import Final, TypeAlias

RATE: Final = 44_100  # samples a second, one channel
LEAD: Final = 0.0015  # seconds before the first touch, so that a file begins in silence
Samples: TypeAlias = list[float]
Recipe: TypeAlias = Callable[[Random], Samples]


def silence(seconds: float) -> Samples:
    """So many seconds of nothing, to be written into."""
    return [0.0] * round(seconds * RATE)


def noise(rng: Random, seconds: float) -> Samples:
    """White noise between -1 and 1."""
    return [rng.uniform(-1, 1) for _ in range(round(seconds * RATE))]


def lowpass(samples: Iterable[float], pitch: float) -> Samples:
    """Softens what lies above `pitch` Hz, by 6 dB an octave."""
    share = 1 - math.exp(-math.tau * pitch / RATE)
    level, out = 0.0, []
    for sample in samples:
        level += share * (sample - level)
        out.append(level)
    return out


def highpass(samples: Samples, pitch: float) -> Samples:
    """Softens what lies below `pitch` Hz, by 6 dB an octave."""
    return [sample - low for sample, low in zip(samples, lowpass(samples, pitch), strict=True)]


def band(samples: Samples, low: float, high: float) -> Samples:
    """Keeps what lies between `low` and `high` Hz, by 12 dB an octave."""
    return highpass(highpass(lowpass(lowpass(samples, high), high), low), low)


def add(track: Samples, samples: Samples, gain: float = 1.0, at: float = 0.0) -> None:
    """Adds samples into the track from `at` seconds on; what passes its end is lost."""
    first = round(at * RATE)
    for index, sample in enumerate(samples[: max(0, len(track) - first)], first):
        track[index] += gain * sample


def mingle(track: Samples, samples: Samples, share: float, at: float = 0.0) -> None:
    """Adds samples so loud that their peak is `share` of the track's own."""
    add(track, samples, gain=share * max(map(abs, track)) / max(map(abs, samples)), at=at)


def swell(length: int, crest: float) -> Samples:
    """A stroke's speed from 0 over 1 back to 0, fastest at the share `crest` of its length."""
    bend = math.log(0.5) / math.log(crest)
    return [math.sin(math.pi * ((step + 0.5) / length) ** bend) ** 2 for step in range(length)]


def rub(rng: Random, seconds: float, crest: float, grains: float) -> Samples:
    """The force of one surface drawn over another: noise, and the catches of the grain, both as loud as the
    stroke is fast. `grains` is how many catches there are in a second at full speed."""
    speed = swell(round(seconds * RATE), crest)
    return [
        pace * 0.5 * rng.uniform(-1, 1)
        + (rng.uniform(0.2, 1.0) * math.sqrt(pace) if rng.random() < grains * pace / RATE else 0.0)
        for pace in speed
    ]


def breath(rng: Random, seconds: float, fall: float, low: float, high: float) -> Samples:
    """Air or cloth pressed away: noise between `low` and `high` Hz that falls to a third in `fall` seconds."""
    hiss = noise(rng, seconds)
    return band([sample * math.exp(-step / (fall * RATE)) for step, sample in enumerate(hiss)], low, high)


def between(way: Sequence[tuple[float, float]], share: float) -> float:
    """The value at `share` of a way through pairs of share and value."""
    for (left, low), (right, high) in pairwise(way):
        if share <= right:
            return low + (high - low) * (share - left) / (right - left)
    return way[-1][1]


def formant(samples: Samples, way: Sequence[tuple[float, float]], width: float) -> Samples:
    """What a hollow `width` Hz wide lets through; `way` is where it is tuned: pairs of a share of the time
    and Hz, straight between them."""
    radius = math.exp(-math.pi * width / RATE)
    last = before = 0.0
    heard = []
    for index, sample in enumerate(samples):
        turn = math.tau * between(way, index / len(samples)) / RATE
        before, last = last, (1 - radius) * sample + 2 * radius * math.cos(turn) * last - radius * radius * before
        heard.append(last)
    return heard
