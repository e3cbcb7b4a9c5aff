"""Checkers: discs of wood on the board, on each other, in tray and rack; and the board itself."""

from dataclasses import replace
from random import Random
from typing import Final

from sounds.studio.bodies import BOARD, DISC, FELTED, IVORY, TRAY, clack, knocked, ring, tap, vary
from sounds.studio.waves import Recipe, Samples, add, band, lowpass, mingle, rub, silence


def slide(rng: Random) -> Samples:
    seconds = rng.uniform(0.125, 0.14)
    force = silence(0.25)
    add(force, rub(rng, seconds, 0.42, 2600), gain=0.06)
    heard = band(force, 600, 3600)
    add(heard, clack(force, rng, vary(DISC, rng), 0.2), gain=0.12)
    stop = silence(0.25)
    tap(stop, rng, seconds - 0.012, 0.0007, 0.5)
    tap(stop, rng, seconds - 0.002, 0.0006, 0.2)
    add(heard, clack(stop, rng, vary(DISC, rng), 0.3), gain=0.3)
    return heard


def place(rng: Random) -> Samples:
    """Render a checker set down: its edge touches first, then it lies flat, and rocks once slightly."""
    force = silence(0.25)
    flat = rng.uniform(0.011, 0.02)
    tap(force, rng, 0.0, 0.00055, rng.uniform(0.35, 0.5), grit=0.8)
    tap(force, rng, flat, 0.00045, 1.0, grit=0.8)
    tap(force, rng, flat + rng.uniform(0.015, 0.022), 0.0005, rng.uniform(0.12, 0.2))
    return clack(force, rng, vary(DISC, rng), 0.32)


def lift(rng: Random) -> Samples:
    force = silence(0.16)
    tap(force, rng, 0.0, 0.0009, 0.45, grit=0.8)
    add(force, rub(rng, 0.045, 0.4, 700), gain=0.035, at=0.006)
    tap(force, rng, rng.uniform(0.034, 0.044), 0.0005, 0.25)
    return clack(force, rng, replace(vary(DISC, rng), hold=0.04), 0.15)


def hop(rng: Random) -> Samples:
    """Render a checker that hopped over another: flat down at once, with the weight of the hand."""
    force = silence(0.28)
    tap(force, rng, 0.0, 0.00042, 1.0, grit=0.9)
    tap(force, rng, rng.uniform(0.006, 0.009), 0.0005, rng.uniform(0.35, 0.5))
    tap(force, rng, rng.uniform(0.026, 0.032), 0.0006, rng.uniform(0.12, 0.18))
    return clack(force, rng, vary(DISC, rng), 0.45)


def capture(rng: Random) -> Samples:
    """Render a captured checker laid into the wooden tray: it meets the tray, then the others there."""
    force = silence(0.42)
    tap(force, rng, 0.0, 0.0006, 0.75, grit=0.7)
    heard = clack(force, rng, vary(DISC, rng), 0.45, TRAY)
    second = rng.uniform(0.095, 0.12)
    other = silence(0.42)
    tap(other, rng, second, 0.00045, 1.0, grit=0.8)
    tap(other, rng, second + rng.uniform(0.02, 0.028), 0.0006, 0.3)
    tap(other, rng, second + rng.uniform(0.045, 0.06), 0.0006, 0.13)
    neighbours = clack(other, rng, vary(replace(DISC, pitch=1480), rng), 0.4, TRAY)
    add(heard, neighbours)
    return lowpass(heard, 8000)


def crown(rng: Random) -> Samples:
    """Render a checker laid on a checker: two clicks, bright as ivory, the second closer."""
    force = silence(0.3)
    second = rng.uniform(0.07, 0.085)
    tap(force, rng, 0.0, 0.00032, 0.75)
    tap(force, rng, second, 0.00028, 1.0)
    tap(force, rng, second + rng.uniform(0.017, 0.022), 0.0003, 0.25)
    return clack(force, rng, vary(IVORY, rng), 0.12)


def start(rng: Random) -> Samples:
    heard = silence(0.95)
    for at in (0.0, 0.13, 0.23, 0.39, 0.49, 0.66):
        checker = rng.choice((place, hop))(rng)
        add(heard, checker, gain=rng.uniform(0.6, 1.0), at=at + rng.uniform(0, 0.025))
    return heard


def down(rng: Random) -> Samples:
    """Render a checker brought down: it slides off its stack, and is set on the inlaid wood in front."""
    heard = silence(0.34)
    seconds = rng.uniform(0.085, 0.1)
    force = silence(0.34)
    add(force, rub(rng, seconds, 0.5, 1900), gain=0.05)
    add(heard, band(force, 500, 3200))
    add(heard, clack(force, rng, vary(replace(DISC, pitch=1050), rng), 0.25), gain=0.12)
    landing = silence(0.34)
    flat = seconds + rng.uniform(0.018, 0.026)
    tap(landing, rng, flat, 0.00065, 0.4, grit=0.6)
    tap(landing, rng, flat + rng.uniform(0.012, 0.018), 0.0006, 1.0, grit=0.6)
    tap(landing, rng, flat + rng.uniform(0.034, 0.044), 0.0007, 0.14)
    add(heard, clack(landing, rng, vary(replace(DISC, pitch=1050), rng), 0.5))
    return lowpass(heard, 7000)


def bear_off(rng: Random) -> Samples:
    """Render a checker put into the rack: its edge on the felt, its face against the next one."""
    heard = silence(0.42)
    force = silence(0.42)
    tap(force, rng, 0.0, 0.0007, 0.4, grit=0.6)
    add(force, rub(rng, 0.05, 0.4, 900), gain=0.03, at=0.004)
    add(heard, clack(force, rng, vary(replace(DISC, pitch=1050, hold=0.05), rng), 0.35))
    second = rng.uniform(0.13, 0.15)
    knocked(heard, rng, second, 0.9, 0.0013, 0.0, FELTED)
    landing = silence(0.42)
    tap(landing, rng, second + rng.uniform(0.014, 0.022), 0.0004, 0.85)
    tap(landing, rng, second + rng.uniform(0.045, 0.06), 0.0005, 0.22)
    add(heard, clack(landing, rng, vary(replace(DISC, pitch=1180), rng), 0.4, replace(TRAY, hold=0.09)))
    return lowpass(heard, 7500)


def board(rng: Random) -> Samples:
    """Render a whole board drawn over the table: heavy, wood on wood, with a slight tremble of its pieces."""
    seconds = rng.uniform(0.13, 0.16)
    force = silence(0.42)
    add(force, rub(rng, seconds, 0.55, 1200), gain=0.08)
    heard = band(force, 160, 1300)
    add(heard, ring(replace(vary(TRAY, rng), pitch=205), force, rng), gain=0.35)
    landing = silence(0.42)
    tap(landing, rng, seconds, 0.002, 1.0, grit=0.4)
    tap(landing, rng, seconds + rng.uniform(0.03, 0.04), 0.0022, 0.3, grit=0.4)
    mingle(heard, ring(vary(BOARD, rng), landing, rng), 1.5)
    trembling = silence(0.42)
    for weight in (0.3, 0.2, 0.12):
        tap(trembling, rng, seconds + rng.uniform(0.006, 0.05), 0.0004, weight)
    mingle(heard, ring(vary(DISC, rng), trembling, rng), 0.12)
    return lowpass(heard, 4200)


RECIPES: Final[dict[str, tuple[Recipe, float]]] = {
    "slide": (slide, -19),
    "place": (place, -14),
    "lift": (lift, -20),
    "hop": (hop, -12),
    "capture": (capture, -13),
    "crown": (crown, -14),
    "start": (start, -14),
    "down": (down, -14),
    "bear-off": (bear_off, -14),
    "board": (board, -18),
}
