"""The gnomes: carved figures, and their effects on each other."""

from dataclasses import replace
from random import Random
from typing import Final

from sounds.studio.bodies import GLASS, KEY, MAN, TRAY, bar, clack, knock, ring, tap, vary
from sounds.studio.waves import (
    LEAD,
    RATE,
    Recipe,
    Samples,
    add,
    band,
    formant,
    lowpass,
    mingle,
    noise,
    rub,
    silence,
    swell,
)


def step(rng: Random) -> Samples:
    heard = silence(0.22)
    carved = vary(replace(MAN, pitch=840), rng)
    force = silence(0.22)
    flat = rng.uniform(0.024, 0.034)
    tap(force, rng, 0.0, 0.0006, rng.uniform(0.3, 0.42), grit=0.5)
    tap(force, rng, flat, 0.0007, 1.0, grit=0.5)
    tap(force, rng, flat + rng.uniform(0.016, 0.022), 0.0008, rng.uniform(0.1, 0.18))
    add(heard, clack(force, rng, carved, 0.45))
    return lowpass(heard, 7000)


def jingle(rng: Random, seconds: float, hits: int) -> Samples:
    """Render a few keys on a ring that strike each other ever more softly."""
    heard = silence(seconds)
    at, weight = 0.0, 1.0
    for _ in range(hits):
        force = silence(seconds)
        tap(force, rng, at, 0.0002, weight, grit=0.2)
        add(heard, ring(vary(KEY, rng), force, rng, spread=0.4))
        at += rng.uniform(0.018, 0.042)
        weight *= rng.uniform(0.6, 0.8)
    return heard


def keep(rng: Random) -> Samples:
    heard = silence(0.5)
    force = silence(0.5)
    second = rng.uniform(0.026, 0.036)
    tap(force, rng, 0.0, 0.0006, 0.7, grit=0.6)
    tap(force, rng, second, 0.0006, 1.0, grit=0.6)
    tap(force, rng, second + rng.uniform(0.03, 0.04), 0.0008, 0.2)
    add(heard, clack(force, rng, vary(replace(TRAY, pitch=520, hold=0.1), rng), 0.5))
    mingle(heard, jingle(rng, 0.4, 5), 0.3, at=second + 0.01)
    return lowpass(heard, 9000)


def push(rng: Random) -> Samples:
    seconds = rng.uniform(0.2, 0.23)
    heard = silence(0.42)
    force = silence(0.42)
    add(force, rub(rng, seconds, 0.38, 1500), gain=0.08)
    add(heard, band(force, 300, 2600))
    add(heard, clack(force, rng, vary(replace(MAN, pitch=560), rng), 0.5), gain=0.14)
    stop = silence(0.42)
    knock(stop, rng, seconds - 0.008, 0.0011, 1.0, 0.6)
    mingle(heard, stop, 1.1)
    return lowpass(heard, 5200)


def sleep(rng: Random) -> Samples:
    """Render a yawn, a breath whose vowel closes as it falls, and then a figure that lies down."""
    seconds, high = rng.uniform(0.5, 0.56), rng.uniform(0.94, 1.06)
    source = [hiss * pace for hiss, pace in zip(noise(rng, seconds), swell(round(seconds * RATE), 0.34), strict=True)]
    heard = silence(0.8)
    for way, width, gain in (
        ([(0, 520 * high), (0.25, 760 * high), (1, 300 * high)], 60, 1.0),
        ([(0, 1250 * high), (0.25, 1380 * high), (1, 760 * high)], 110, 0.5),
        ([(0, 2500), (1, 2200)], 300, 0.25),
    ):
        add(heard, formant(source, way, width), gain=gain, at=LEAD)
    down_at = seconds * rng.uniform(0.86, 0.92)
    lying = silence(0.8)
    knock(lying, rng, down_at, 0.0018, 1.0, 0.7)
    knock(lying, rng, down_at + rng.uniform(0.06, 0.075), 0.0018, 0.4, 0.7)
    mingle(heard, lowpass(lying, 2400), 0.6)
    return lowpass(heard, 3600)


def heal(rng: Random) -> Samples:
    heard = silence(1.1)
    for number, pitch in enumerate((1318.51, 1661.22, 1975.53)):
        force = silence(1.1)
        tap(force, rng, 0.072 * number + rng.uniform(0, 0.008), 0.0004, 0.7 + 0.15 * number, grit=0.2)
        add(heard, ring(replace(GLASS, pitch=pitch), force, rng, spread=0.1))
        add(heard, ring(replace(MAN, hold=0.03), force, rng), gain=0.12)
    return lowpass(heard, 8000)


def swish(rng: Random, seconds: float, start: float, end: float) -> Samples:
    """Render cloth drawn through the air, with a pitch from `start` to `end` Hz."""
    air = [hiss * pace for hiss, pace in zip(noise(rng, seconds), swell(round(seconds * RATE), 0.45), strict=True)]
    heard = formant(air, [(0, start), (1, end)], 520)
    add(heard, formant(air, [(0, 1.9 * start), (1, 1.9 * end)], 900), gain=0.6)
    return heard


def steal(rng: Random) -> Samples:
    """Render two things whisked past each other, one up, one down, and set down together."""
    heard = silence(0.42)
    first = rng.uniform(0.085, 0.1)
    add(heard, swish(rng, 0.13, 750, 1900), at=LEAD)
    add(heard, swish(rng, 0.13, 1800, 700), at=first)
    landing = silence(0.42)
    knock(landing, rng, first + 0.115, 0.0008, 1.0, 0.45)
    knock(landing, rng, first + 0.115 + rng.uniform(0.022, 0.03), 0.0009, 0.7, 0.5)
    mingle(heard, landing, 0.9)
    return lowpass(heard, 7000)


def leap(rng: Random) -> Samples:
    """Render a wooden tongue bent and let go, with a rising tone; then feet on the board."""
    high = rng.uniform(0.95, 1.06)
    heard = silence(0.5)
    force = silence(0.26)
    tap(force, rng, 0.0, 0.0012, 1.0, grit=0.3)
    for ratio, width, gain in ((1.0, 7, 1.0), (2.1, 13, 0.4), (3.3, 24, 0.16)):
        way = [(0, 210 * ratio * high), (0.25, 265 * ratio * high), (1, 430 * ratio * high)]
        add(heard, formant(force, way, width), gain=gain)
    landing = silence(0.5)
    at = rng.uniform(0.2, 0.22)
    knock(landing, rng, at, 0.0009, 1.0, 0.55)
    knock(landing, rng, at + rng.uniform(0.034, 0.044), 0.0009, 0.45, 0.5)
    mingle(heard, landing, 1.2)
    return lowpass(heard, 6500)


def sweep(rng: Random) -> Samples:
    heard = silence(0.62)
    for at, seconds in ((0.0, rng.uniform(0.14, 0.16)), (rng.uniform(0.17, 0.19), rng.uniform(0.16, 0.19))):
        bristles = rub(rng, seconds, 0.4, 5200)
        add(heard, band(bristles, 600, 3600), at=LEAD + at)
    off = silence(0.62)
    fall = rng.uniform(0.29, 0.32)
    for gap, weight in ((0.0, 1.0), (0.07, 0.5), (0.125, 0.25)):
        knock(off, rng, fall + gap * rng.uniform(0.9, 1.1), 0.0005, weight, 0.4)
    mingle(heard, off, 1.1)
    return lowpass(heard, 7000)


def frog(rng: Random) -> Samples:
    """Render the croak of a wooden frog rubbed along its back, then two notes of a wooden bar."""
    heard = silence(0.95)
    at, gap = 0.0, rng.uniform(0.015, 0.017)
    back = replace(TRAY, pitch=640, hold=0.03)
    for tooth in range(12):
        force = silence(0.3)
        tap(force, rng, at, 0.0004, 0.4 + 0.05 * tooth, grit=0.4)
        add(heard, ring(replace(back, pitch=back.pitch * (1 + 0.025 * tooth)), force, rng))
        at += gap * rng.uniform(0.95, 1.05)
    chime = silence(0.95)
    bar(rng, chime, at + 0.03, 659.26, 0.6)
    bar(rng, chime, at + 0.1, 987.77, 0.7)
    mingle(heard, chime, 0.7)
    return lowpass(heard, 6500)


RECIPES: Final[dict[str, tuple[Recipe, float]]] = {
    "step": (step, -15),
    "keep": (keep, -14),
    "push": (push, -15),
    "sleep": (sleep, -19),
    "heal": (heal, -18),
    "steal": (steal, -16),
    "leap": (leap, -14),
    "sweep": (sweep, -14),
    "frog": (frog, -15),
}
