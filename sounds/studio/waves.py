"""Waves: samples, filters and envelopes, and the noises that need no body.

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
    return [0.0] * round(seconds * RATE)


def noise(rng: Random, seconds: float) -> Samples:
    return [rng.uniform(-1, 1) for _ in range(round(seconds * RATE))]


def lowpass(samples: Iterable[float], pitch: float) -> Samples:
    """Attenuate frequencies above `pitch`, by 6 dB an octave."""
    share = 1 - math.exp(-math.tau * pitch / RATE)
    level, out = 0.0, []
    for sample in samples:
        level += share * (sample - level)
        out.append(level)
    return out


def highpass(samples: Samples, pitch: float) -> Samples:
    """Attenuate frequencies below `pitch`, by 6 dB an octave."""
    return [sample - low for sample, low in zip(samples, lowpass(samples, pitch), strict=True)]


def band(samples: Samples, low: float, high: float) -> Samples:
    """Attenuate frequencies outside `low` to `high`, by 12 dB an octave."""
    return highpass(highpass(lowpass(lowpass(samples, high), high), low), low)


def add(track: Samples, samples: Samples, gain: float = 1.0, at: float = 0.0) -> None:
    """Add samples to the track from `at` seconds on; drop those beyond its end."""
    first = round(at * RATE)
    for index, sample in enumerate(samples[: max(0, len(track) - first)], first):
        track[index] += gain * sample


def mingle(track: Samples, samples: Samples, share: float, at: float = 0.0) -> None:
    """Add samples, scaled so that their peak is `share` of the track's peak."""
    add(track, samples, gain=share * max(map(abs, track)) / max(map(abs, samples)), at=at)


def swell(length: int, crest: float) -> Samples:
    """Return a stroke's speed from 0 over 1 back to 0, fastest at the share `crest` of its length."""
    bend = math.log(0.5) / math.log(crest)
    return [math.sin(math.pi * ((step + 0.5) / length) ** bend) ** 2 for step in range(length)]


def rub(rng: Random, seconds: float, crest: float, grains: float) -> Samples:
    """Return the force of one surface drawn over another: noise and catches of the grain.

    Both are as loud as the stroke is fast. `grains` is the number of catches in a second at full speed.
    """
    speed = swell(round(seconds * RATE), crest)
    return [
        pace * 0.5 * rng.uniform(-1, 1)
        + (rng.uniform(0.2, 1.0) * math.sqrt(pace) if rng.random() < grains * pace / RATE else 0.0)
        for pace in speed
    ]


def breath(rng: Random, seconds: float, fall: float, low: float, high: float) -> Samples:
    """Render air or cloth pressed away: noise between `low` and `high` Hz that decays to 1/e in `fall` seconds."""
    hiss = noise(rng, seconds)
    return band([sample * math.exp(-step / (fall * RATE)) for step, sample in enumerate(hiss)], low, high)


def between(way: Sequence[tuple[float, float]], share: float) -> float:
    """Return the value at `share` of a piecewise linear curve through pairs of share and value."""
    for (left, low), (right, high) in pairwise(way):
        if share <= right:
            return low + (high - low) * (share - left) / (right - left)
    return way[-1][1]


def formant(samples: Samples, way: Sequence[tuple[float, float]], width: float) -> Samples:
    """Filter samples with a resonance `width` Hz wide.

    Its frequency follows `way`: pairs of a share of the time and Hz, interpolated linearly.
    """
    radius = math.exp(-math.pi * width / RATE)
    last = before = 0.0
    heard = []
    for index, sample in enumerate(samples):
        turn = math.tau * between(way, index / len(samples)) / RATE
        before, last = last, (1 - radius) * sample + 2 * radius * math.cos(turn) * last - radius * radius * before
        heard.append(last)
    return heard
