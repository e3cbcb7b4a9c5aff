"""Dice of bone, their leather cup, the baize and wood they fall on, and other sounds of the dice game."""

from dataclasses import replace
from random import Random
from typing import Final

from sounds.studio.bodies import BONE, FELTED, LEATHER, MAN, TRAY, Body, knocked, ring, tap, vary
from sounds.studio.waves import (
    LEAD,
    RATE,
    Recipe,
    Samples,
    add,
    band,
    breath,
    lowpass,
    mingle,
    noise,
    rub,
    silence,
    swell,
)


def shaken(rng: Random, hits: int, force: float, sharp: float) -> Samples:
    """Render two dice in a leather cup for 0.21 s: they strike the wall, and now and then each other.

    Hits have strengths from 1 - `force` to 1. `sharp` is the share of hits in which the dice strike each other.
    """
    seconds = 0.21
    heard = silence(seconds + 0.09)
    for hit in range(hits):
        at = (hit + rng.uniform(0.05, 0.8)) * seconds / hits
        weight = rng.uniform(1 - force, 1)
        together = rng.random() < sharp
        contact = rng.uniform(0.00028, 0.0004) if together else rng.uniform(0.0006, 0.001)
        knocked(heard, rng, at, weight * (0.6 if together else 1.0), contact, 1.6 if together else 0.9, LEATHER)
    rolling = [hiss * pace for hiss, pace in zip(noise(rng, seconds), swell(round(seconds * RATE), 0.5), strict=True)]
    mingle(heard, band(rolling, 500, 2200), 0.025 * hits, LEAD)
    return lowpass(heard, 5200)


def rattle_soft(rng: Random) -> Samples:
    return lowpass(shaken(rng, 4, 0.6, 0.15), 3200)


def rattle(rng: Random) -> Samples:
    return shaken(rng, 6, 0.55, 0.3)


def rattle_loud(rng: Random) -> Samples:
    return shaken(rng, 9, 0.45, 0.42)


def cup_in(rng: Random) -> Samples:
    heard = silence(0.36)
    second = rng.uniform(0.075, 0.1)
    knocked(heard, rng, 0.0, 0.8, 0.0012, 0.35, LEATHER)
    knocked(heard, rng, second, 0.55, 0.00035, 1.4, LEATHER)
    knocked(heard, rng, second + rng.uniform(0.012, 0.02), 0.8, 0.0011, 0.4, LEATHER)
    knocked(heard, rng, second + rng.uniform(0.07, 0.09), 0.25, 0.001, 0.4, LEATHER)
    return lowpass(heard, 6000)


def throw(rng: Random) -> Samples:
    seconds = rng.uniform(0.1, 0.12)
    heard = silence(0.24)
    add(heard, band(rub(rng, seconds, 0.62, 900), 450, 2600), gain=0.9, at=LEAD)
    strikes = silence(0.24)
    knocked(strikes, rng, rng.uniform(0.02, 0.03), 0.5, 0.0009, 0.5, LEATHER)
    knocked(strikes, rng, seconds * 0.8, 0.9, 0.0006, 0.8, LEATHER)
    knocked(strikes, rng, seconds * rng.uniform(0.92, 1.0), 0.6, 0.0005, 0.9, LEATHER)
    mingle(heard, strikes, 1.4)
    return lowpass(heard, 5500)


def die_baize(rng: Random) -> Samples:
    """Render a die on baize: the cloth damps the click, the board below answers."""
    heard = silence(0.2)
    knocked(heard, rng, 0.0, 1.0, rng.uniform(0.0007, 0.0009), 0.9, FELTED)
    knocked(heard, rng, rng.uniform(0.028, 0.042), rng.uniform(0.2, 0.35), 0.0008, 0.9, FELTED)
    mingle(heard, breath(rng, 0.04, 0.004, 500, 2600), 0.5, LEAD)
    return lowpass(heard, 5000)


def die_wood(rng: Random) -> Samples:
    heard = silence(0.26)
    knocked(heard, rng, 0.0, 1.0, rng.uniform(0.0003, 0.0004), 0.5, replace(TRAY, pitch=430))
    knocked(heard, rng, rng.uniform(0.02, 0.035), rng.uniform(0.15, 0.25), 0.0005, 0.6, replace(TRAY, pitch=430))
    return lowpass(heard, 7500)


def die_die(rng: Random) -> Samples:
    heard = silence(0.12)
    force = silence(0.12)
    tap(force, rng, 0.0, 0.00022, 1.0)
    if rng.random() < 0.6:
        tap(force, rng, rng.uniform(0.009, 0.016), 0.00025, rng.uniform(0.25, 0.4))
    for die in (vary(BONE, rng), vary(replace(BONE, pitch=2950), rng)):
        add(heard, ring(die, force, rng))
    add(heard, ring(FELTED, force, rng), gain=0.2)
    return lowpass(heard, 9000)


def stamped(rng: Random) -> Samples:
    """Render a stamp driven into leather on the table: a thud, and the leather giving way."""
    heard = silence(0.4)
    force = silence(0.4)
    tap(force, rng, 0.0, 0.0016, 1.0, grit=0.4)
    add(heard, ring(Body(112, (1.0, 1.58, 2.4, 3.3), slope=0.6, loss=0.05, hold=0.22), force, rng))
    add(heard, ring(replace(LEATHER, pitch=310), force, rng), gain=0.9)
    mingle(heard, breath(rng, 0.08, 0.011, 350, 1900), 0.45, LEAD)
    return lowpass(heard, 3200)


def cover(rng: Random) -> Samples:
    """Render a cup put over rolling dice: its mouth on the baize, then knocks of the dice inside."""
    heard = silence(0.5)
    force = silence(0.5)
    tap(force, rng, 0.0, 0.0011, 1.0, grit=0.6)
    add(heard, ring(replace(LEATHER, pitch=230), force, rng))
    add(heard, ring(replace(FELTED, pitch=120), force, rng), gain=0.9)
    mingle(heard, breath(rng, 0.06, 0.007, 450, 3200), 0.5, LEAD)
    at, weight = rng.uniform(0.07, 0.085), 0.16
    inside = silence(0.5)
    for gap in (0.052, 0.066, 0.08):
        knocked(inside, rng, at, weight, 0.0006, 0.8, LEATHER)
        at += gap * rng.uniform(0.85, 1.15)
        weight *= 0.6
    mingle(heard, inside, 0.3)
    return lowpass(heard, 5000)


def lost(rng: Random) -> Samples:
    heard = silence(0.4)
    force = silence(0.4)
    tap(force, rng, 0.0, 0.0008, 1.0, grit=0.3)
    add(heard, ring(replace(vary(MAN, rng), pitch=520, hold=0.03), force, rng))
    add(heard, ring(LEATHER, force, rng), gain=0.4)
    sigh = [hiss * pace for hiss, pace in zip(noise(rng, 0.26), swell(round(0.26 * RATE), 0.3), strict=True)]
    mingle(heard, lowpass(band(sigh, 300, 1100), 900), 0.3, at=0.05)
    return heard


RECIPES: Final[dict[str, tuple[Recipe, float]]] = {
    "rattle-soft": (rattle_soft, -20),
    "rattle": (rattle, -16),
    "rattle-loud": (rattle_loud, -13),
    "cup-in": (cup_in, -15),
    "throw": (throw, -17),
    "die-baize": (die_baize, -14),
    "die-wood": (die_wood, -13),
    "die-die": (die_die, -16),
    "stamp": (stamped, -12),
    "cover": (cover, -12),
    "lost": (lost, -22),
}
