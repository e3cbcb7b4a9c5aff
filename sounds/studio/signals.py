"""Signals to the players: buttons, refusals, offers, clocks and results."""

from dataclasses import replace
from random import Random
from typing import Final

from sounds.studio.bodies import BELL, BOARD, DISC, KEY, MAN, PANEL, bar, clack, ring, tap, vary
from sounds.studio.waves import Recipe, Samples, add, lowpass, mingle, silence


def refuse(rng: Random) -> Samples:
    force = silence(0.4)
    tap(force, rng, 0.0, 0.0017, 1.0, grit=0.3)
    tap(force, rng, rng.uniform(0.105, 0.115), 0.0017, 0.8, grit=0.3)
    return ring(vary(replace(BOARD, pitch=196), rng), force, rng)


def button(rng: Random) -> Samples:
    force = silence(0.09)
    tap(force, rng, 0.0, 0.0004, 1.0)
    tap(force, rng, rng.uniform(0.009, 0.012), 0.0004, 0.3)
    return clack(force, rng, vary(replace(DISC, pitch=1750, hold=0.03), rng), 0.1)


def win(rng: Random) -> Samples:
    """Render G, C, E, and G over C."""
    heard = silence(1.45)
    for at, pitch, weight in (
        (0.0, 392.0, 0.8),
        (0.13, 523.25, 0.85),
        (0.26, 659.26, 0.9),
        (0.43, 783.99, 1.0),
        (0.437, 523.25, 0.6),
    ):
        bar(rng, heard, at, pitch, weight)
    return heard


def lose(rng: Random) -> Samples:
    heard = silence(1.3)
    bar(rng, heard, 0.0, 293.66, 0.9)
    bar(rng, heard, 0.27, 246.94, 0.8)
    return lowpass(heard, 1500)


def drawn(rng: Random) -> Samples:
    heard = silence(1.1)
    bar(rng, heard, 0.0, 392.0, 0.9)
    bar(rng, heard, 0.22, 392.0, 0.9)
    return lowpass(heard, 3500)


def offer(rng: Random) -> Samples:
    force = silence(0.7)
    for at, weight in ((0.0, 0.8), (0.145, 0.9), (0.285, 1.0)):
        tap(force, rng, at + rng.uniform(0, 0.006), 0.0009, weight, grit=0.5)
    return ring(PANEL, force, rng)


def bell(rng: Random) -> Samples:
    force = silence(1.4)
    tap(force, rng, 0.0, 0.00035, 1.0, grit=0.2)
    return ring(BELL, force, rng, spread=0.1)


def tick(rng: Random) -> Samples:
    force = silence(0.07)
    tap(force, rng, 0.0, 0.0003, 1.0, grit=0.2)
    tap(force, rng, rng.uniform(0.006, 0.008), 0.0004, 0.35, grit=0.2)
    heard = ring(replace(KEY, pitch=2100, hold=0.02), force, rng)
    add(heard, ring(replace(MAN, pitch=1250, hold=0.03), force, rng), gain=0.8)
    return heard


def minute(rng: Random) -> Samples:
    """Render a clockwork that runs down, and a hammer that falls on wood twice, lower the second time."""
    heard = silence(0.8)
    at, gap = 0.0, 0.018
    for _ in range(9):
        force = silence(0.3)
        tap(force, rng, at, 0.0003, 0.22, grit=0.2)
        add(heard, ring(replace(KEY, pitch=1900, hold=0.015), force, rng), gain=0.3)
        at += gap
        gap *= 1.12
    strokes = silence(0.8)
    bar(rng, strokes, at + 0.01, 293.66, 0.9)
    bar(rng, strokes, at + 0.19, 220.0, 1.0)
    mingle(heard, lowpass(strokes, 2600), 3.0)
    return heard


def hour(rng: Random) -> Samples:
    heard = silence(2.4)
    for at in (0.0, 0.42, 0.84):
        force = silence(2.4)
        tap(force, rng, at, 0.0004, 1.0, grit=0.2)
        add(heard, ring(replace(BELL, pitch=1180), force, rng, spread=0.1))
    return heard


RECIPES: Final[dict[str, tuple[Recipe, float]]] = {
    "refuse": (refuse, -13),
    "button": (button, -18),
    "win": (win, -18),
    "lose": (lose, -17),
    "drawn": (drawn, -18),
    "offer": (offer, -14),
    "bell": (bell, -20),
    "tick": (tick, -22),
    "minute": (minute, -16),
    "hour": (hour, -18),
}
