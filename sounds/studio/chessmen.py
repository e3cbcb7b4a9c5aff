"""Chess men: turned wood on felt."""

from dataclasses import replace
from random import Random
from typing import Final

from sounds.studio.bodies import MAN, TRAY, bar, clack, knock, tap, vary
from sounds.studio.waves import Recipe, Samples, add, lowpass, silence


def tock(rng: Random) -> Samples:
    heard = silence(0.25)
    knock(heard, rng, 0.0, rng.uniform(0.0008, 0.001), 1.0, 0.55)
    return lowpass(heard, 6500)


def take(rng: Random) -> Samples:
    """Render a captured chess man: wood knocks on wood, then it joins the others beside the board."""
    heard = silence(0.45)
    knock(heard, rng, 0.0, 0.00042, 1.0, 0.35)
    landing = silence(0.45)
    second = rng.uniform(0.12, 0.14)
    tap(landing, rng, second, 0.0008, 0.8)
    tap(landing, rng, second + rng.uniform(0.03, 0.04), 0.0007, 0.35)
    tap(landing, rng, second + rng.uniform(0.07, 0.085), 0.0008, 0.15)
    add(heard, clack(landing, rng, vary(replace(MAN, pitch=860), rng), 0.5, TRAY), gain=0.8)
    return lowpass(heard, 6500)


def castle(rng: Random) -> Samples:
    heard = silence(0.5)
    knock(heard, rng, 0.0, 0.001, 1.0, 0.65)
    knock(heard, rng, rng.uniform(0.155, 0.17), 0.0008, 1.1, 0.5)
    return lowpass(heard, 6500)


def promote(rng: Random) -> Samples:
    heard = silence(0.8)
    knock(heard, rng, 0.0, 0.0008, 0.35, 0.2)
    knock(heard, rng, 0.13, 0.0009, 1.0, 0.55)
    chime = silence(0.8)
    bar(rng, chime, 0.135, 783.99, 0.5)
    bar(rng, chime, 0.205, 1046.5, 0.6)
    add(heard, chime, gain=0.45)
    return heard


def topple(rng: Random) -> Samples:
    """Render a king that falls: his side strikes the board, he bounces and rolls to a stop."""
    heard = silence(1.1)
    at, weight = 0.0, 1.0
    for gap in (0.105, 0.07, 0.05):
        knock(heard, rng, at, 0.0005, weight, 0.5)
        at += gap * rng.uniform(0.92, 1.08)
        weight *= 0.5
    force = silence(1.1)
    gap = 0.034
    while at < 0.85:
        tap(force, rng, at, 0.0007, 0.16 * rng.uniform(0.6, 1.0) * (1 - at / 0.95))
        at += gap * rng.uniform(0.9, 1.1)
        gap *= 1.13
    add(heard, clack(force, rng, replace(MAN, pitch=560), 0.6))
    return lowpass(heard, 6000)


RECIPES: Final[dict[str, tuple[Recipe, float]]] = {
    "tock": (tock, -14),
    "take": (take, -13),
    "castle": (castle, -14),
    "promote": (promote, -14),
    "topple": (topple, -13),
}
