"""Playing cards: thin sheets, more hiss than tone, on baize and on each other."""

import math
from random import Random
from typing import Final

from sounds.studio.bodies import CARD, FELTED, ring, tap, vary
from sounds.studio.waves import LEAD, RATE, Recipe, Samples, add, band, lowpass, noise, silence, swell


def snick(track: Samples, rng: Random, at: float, weight: float, sharp: float = 1.0) -> None:
    """Add the edge of a card that snaps free or strikes another: the sheet rings briefly, and hisses."""
    force = silence(0.05)
    tap(force, rng, 0.0, 0.0005 / sharp, weight, grit=0.9)
    add(track, ring(vary(CARD, rng), force, rng), gain=0.4, at=at)
    hiss = [value * math.exp(-step / (150 / sharp)) for step, value in enumerate(noise(rng, 0.02))]
    add(track, band(hiss, 1500, 8000 * sharp), gain=1.5 * weight, at=LEAD + at)


def flop(track: Samples, rng: Random, at: float, weight: float) -> None:
    """Add a card that lands on cloth: the air below it escapes, and the padded board answers."""
    air = [value * math.exp(-step / 420) for step, value in enumerate(noise(rng, 0.06))]
    add(track, band(air, 260, 2200), gain=1.1 * weight, at=LEAD + at)
    force = silence(0.1)
    tap(force, rng, 0.0, 0.0034, weight, grit=0.3)
    add(track, ring(vary(FELTED, rng), force, rng), gain=0.4, at=at)


def brush(rng: Random, seconds: float, crest: float, low: float, high: float) -> Samples:
    """Render a card drawn over cloth or another card: air and fibres, without catches."""
    speed = swell(round(seconds * RATE), crest)
    sway = lowpass(noise(rng, seconds), 60)
    most = max(map(abs, sway))
    hiss = [
        pace * (0.7 + 0.3 * value / most) * air
        for pace, value, air in zip(speed, sway, noise(rng, seconds), strict=True)
    ]
    return band(hiss, low, high)


def card_slide(rng: Random) -> Samples:
    seconds = rng.uniform(0.15, 0.18)
    heard = silence(0.3)
    add(heard, brush(rng, seconds, rng.uniform(0.36, 0.46), 900, 5200), gain=0.8, at=LEAD)
    flop(heard, rng, seconds - 0.025, 0.35)
    return lowpass(heard, 9500)


def deal(rng: Random) -> Samples:
    """Render a card dealt: it hisses along its neighbour, snaps free and lands on the cloth."""
    heard = silence(0.3)
    off = rng.uniform(0.03, 0.04)
    add(heard, brush(rng, off + 0.012, 0.7, 2200, 8000), gain=0.9, at=LEAD)
    snick(heard, rng, off, 1.0, 1.1)
    flop(heard, rng, off + rng.uniform(0.05, 0.07), 0.6)
    return lowpass(heard, 11000)


def turn_over(rng: Random) -> Samples:
    heard = silence(0.34)
    snick(heard, rng, 0.0, 0.45)
    add(heard, brush(rng, 0.11, 0.55, 1100, 5600), gain=0.5, at=0.012)
    landing = rng.uniform(0.105, 0.12)
    snick(heard, rng, landing, 0.8, 0.9)
    flop(heard, rng, landing + 0.008, 0.75)
    return lowpass(heard, 11000)


def riffle(rng: Random) -> Samples:
    """Render the riffle of two halves of a pack, pushed together and squared on the table."""
    heard = silence(1.35)
    at, count = 0.0, 40
    for number in range(count):
        share = number / count
        snick(heard, rng, at, (0.35 + 0.65 * math.sin(math.pi * (0.12 + 0.8 * share))) * rng.uniform(0.7, 1.1), 0.95)
        at += (0.0165 - 0.007 * share) * rng.uniform(0.8, 1.25)
    at += 0.1
    add(heard, brush(rng, 0.17, 0.6, 1500, 6500), gain=0.8, at=at)
    at += 0.2
    for weight in (0.8, 0.55):
        for touch in range(4):
            snick(heard, rng, at + 0.004 * touch, weight * rng.uniform(0.4, 0.8), 0.8)
        flop(heard, rng, at, 1.5 * weight)
        at += rng.uniform(0.12, 0.135)
    return lowpass(heard, 11000)


def felt(rng: Random) -> Samples:
    heard = silence(0.24)
    snick(heard, rng, 0.0, 0.3, 0.9)
    flop(heard, rng, rng.uniform(0.008, 0.014), 1.0)
    add(heard, brush(rng, 0.05, 0.4, 900, 4000), gain=0.3, at=0.05)
    return lowpass(heard, 8000)


def pick(rng: Random) -> Samples:
    heard = silence(0.2)
    snick(heard, rng, 0.0, 0.6, 1.1)
    add(heard, brush(rng, 0.075, 0.35, 1700, 6500), gain=0.6, at=0.008)
    snick(heard, rng, rng.uniform(0.06, 0.07), 0.3, 1.2)
    return lowpass(heard, 11000)


def sort(rng: Random) -> Samples:
    """Render a hand of cards put in order: a soft ripple of edges that swells and fades."""
    heard = silence(0.62)
    at, count = 0.0, 14
    for number in range(count):
        weight = 0.25 + 0.75 * math.sin(math.pi * (number + 0.5) / count)
        snick(heard, rng, at, weight * rng.uniform(0.75, 1.1), 0.9)
        at += 0.03 * rng.uniform(0.8, 1.2)
    add(heard, brush(rng, at, 0.5, 1200, 5000), gain=0.22, at=LEAD)
    flop(heard, rng, at + 0.02, 0.3)
    return lowpass(heard, 9500)


RECIPES: Final[dict[str, tuple[Recipe, float]]] = {
    "card-slide": (card_slide, -22),
    "deal": (deal, -18),
    "turn-over": (turn_over, -18),
    "riffle": (riffle, -17),
    "felt": (felt, -17),
    "pick": (pick, -20),
    "sort": (sort, -21),
}
