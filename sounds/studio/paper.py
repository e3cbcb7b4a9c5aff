"""Paper: pages, slips, the pencil on the pad, and the ribbon between two pages."""

import math
from dataclasses import replace
from random import Random
from typing import Final

from sounds.studio.bodies import BOARD, LEATHER, PANEL, ring, tap, vary
from sounds.studio.waves import LEAD, RATE, Recipe, Samples, add, band, lowpass, mingle, noise, rub, silence, swell


def crackle(rng: Random, seconds: float, crest: float) -> Samples:
    """Render moving paper: a breath of air along it, and the small snaps of its fibres."""
    speed = swell(round(seconds * RATE), crest)
    flutter = lowpass(noise(rng, seconds), 28)
    peak = max(map(abs, flutter))
    air = [
        pace * (0.45 + 0.55 * abs(sway) / peak) * hiss
        for pace, sway, hiss in zip(speed, flutter, noise(rng, seconds), strict=True)
    ]
    snaps = [
        rng.choice((-1, 1)) * rng.uniform(0.2, 1.6) if rng.random() < 420 * pace / RATE else 0.0 for pace in speed
    ]
    heard = band(air, 700, 3000)
    add(heard, band(snaps, 1500, 4500), gain=1.6)
    return heard


def page(rng: Random) -> Samples:
    heard = silence(0.42)
    add(heard, crackle(rng, 0.09, 0.35), gain=0.5, at=LEAD)
    add(heard, crackle(rng, rng.uniform(0.21, 0.25), 0.6), at=0.06)
    add(heard, crackle(rng, 0.07, 0.25), gain=0.8, at=rng.uniform(0.27, 0.29))
    return heard


def slip(rng: Random) -> Samples:
    """Render a slip of paper laid on the table: a rustle, then a touch on the wood."""
    heard = silence(0.26)
    landing = rng.uniform(0.075, 0.09)
    add(heard, crackle(rng, landing + 0.01, 0.5), gain=0.8, at=LEAD)
    pat = noise(rng, 0.05)
    add(heard, band([hiss * math.exp(-step / 260) for step, hiss in enumerate(pat)], 350, 2400), at=landing)
    force = silence(0.26)
    tap(force, rng, landing, 0.0022, 1.0)
    add(heard, ring(BOARD, force, rng), gain=0.16)
    return heard


def pencil(rng: Random) -> Samples:
    heard = silence(0.75)
    at = 0.0
    for _ in range(rng.choice((3, 4))):
        seconds = rng.uniform(0.07, 0.14)
        tip = silence(0.05)
        tap(tip, rng, 0.0, 0.0007, 0.35)
        add(heard, ring(vary(replace(PANEL, hold=0.02), rng), tip, rng), gain=0.22, at=at)
        add(heard, band(rub(rng, seconds, rng.uniform(0.35, 0.65), 1900), 1800, 7000), gain=1.2, at=LEAD + at)
        at += seconds + rng.uniform(0.03, 0.06)
    return lowpass(heard, 9000)


def bookmark(rng: Random) -> Samples:
    """Render a book opened at its ribbon: leather drawn over paper, then the page swings over."""
    heard = silence(0.4)
    drawn = rng.uniform(0.09, 0.11)
    add(heard, band(rub(rng, drawn, 0.6, 500), 350, 1900), gain=1.5, at=LEAD)
    add(heard, crackle(rng, rng.uniform(0.16, 0.19), 0.6), at=0.08)
    force = silence(0.4)
    tap(force, rng, rng.uniform(0.25, 0.27), 0.0028, 1.0, grit=0.3)
    mingle(heard, ring(vary(LEATHER, rng), force, rng), 0.7)
    return lowpass(heard, 5200)


RECIPES: Final[dict[str, tuple[Recipe, float]]] = {
    "page": (page, -23),
    "slip": (slip, -20),
    "pencil": (pencil, -25),
    "bookmark": (bookmark, -21),
}
