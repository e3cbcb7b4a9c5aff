"""Makes every sound of the table out of nothing: `python sounds/synth.py [FOLDER]`.

Modal synthesis: a short force (a tap, a rub) sets a body's modes ringing. The bodies are a small turned disc,
a chess man, a rubber duck, a bone die, a leather cup, the board under them, bare or felted, the tray, a panel, a
tuned wooden bar, a key, a glass, a playing card and a small bell. A duck's voice is a buzz that passes through
hollows of its own (source and filter). A name and a number always give the same samples. Only writing the files needs
a program from outside: `oggenc`, of Debian's vorbis-tools.
"""

import io
import math
import shutil
import subprocess
import sys
import wave
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

RATE: Final = 44_100  # samples a second, one channel
QUALITY: Final = 7  # of oggenc: keeps the first touch sharp, and half of so short a file is header anyway
LEAD: Final = 0.0015  # seconds before the first touch, so that a file begins in silence
TAIL: Final = 0.012  # seconds of fade at the end
FLOOR: Final = 10 ** (-62 / 20)  # of the peak: what is softer at the end is cut off

Samples: TypeAlias = list[float]
Recipe: TypeAlias = Callable[[Random], Samples]


@dataclass(frozen=True, slots=True)
class Body:
    """Something that rings when it is struck.

    `pitch` is its lowest mode in Hz and `ratios` are its modes over that one. A mode's strength falls as its
    ratio to the power `-slope`. `loss` is the material's loss factor: alone it lets a mode of f Hz fall by
    60 dB in 2.2 / (loss * f) seconds. `hold` is the time, in seconds, in which fingers or felt alone would
    still it. `beat` splits each mode into two about so many Hz apart, as in a bell, which is never quite
    round.
    """

    pitch: float
    ratios: tuple[float, ...]
    slope: float
    loss: float
    hold: float = math.inf
    beat: float = 0.0

    def modes(self, rng: Random, spread: float) -> list[tuple[float, float, float]]:
        """Pitch in Hz, seconds to fall by 60 dB, and signed strength of each mode.

        No two touches hit the same point: `spread` is how far strengths and, much less, pitches stray, and a
        mode may be touched on either side of a line where it is still, which turns its sign.
        """
        modes = []
        for ratio in self.ratios:
            pitch = self.pitch * ratio * (1 + 0.12 * spread * rng.uniform(-1, 1))
            seconds = 1 / (self.loss * pitch / 2.2 + 1 / self.hold)
            strength = rng.choice((-1, 1)) * ratio**-self.slope * (1 + spread * rng.uniform(-1, 1))
            if self.beat:
                apart = self.beat * rng.uniform(0.6, 1.6)
                modes += [(pitch, seconds, 0.75 * strength), (pitch + apart, seconds, 0.25 * strength)]
            else:
                modes.append((pitch, seconds, strength))
        return modes


DISC_RATIOS: Final = (1.0, 1.73, 2.33, 3.91, 4.11, 6.30)  # a free round plate
BOARD: Final = Body(172, (1.0, 1.47, 2.11, 2.74, 3.62, 4.55, 5.83, 7.4), slope=0.35, loss=0.055, hold=0.16)
DISC: Final = Body(1240, DISC_RATIOS, slope=0.5, loss=0.026, hold=0.11)
MAN: Final = Body(690, (1.0, 2.28, 3.61, 5.4, 7.7), slope=0.4, loss=0.04, hold=0.08)  # a turned man, felted below
RUBBER: Final = Body(360, (1.0, 1.58, 2.36, 3.2), slope=0.9, loss=0.2, hold=0.06)  # hollow and thin
IVORY: Final = Body(1850, DISC_RATIOS, slope=0.3, loss=0.012, hold=0.09)
TRAY: Final = Body(335, (1.0, 1.43, 2.18, 2.92, 4.31, 5.27), slope=0.5, loss=0.045, hold=0.15)
PANEL: Final = Body(295, (1.0, 1.62, 2.41, 3.33, 4.9, 6.7), slope=0.8, loss=0.04, hold=0.2)
BAR: Final = Body(1.0, (1.0, 3.96, 9.4, 15.1), slope=0.25, loss=0.0055, hold=1.5)
BONE: Final = Body(2650, (1.0, 1.36, 1.72, 2.31, 2.9), slope=0.25, loss=0.02, hold=0.035)  # a die
LEATHER: Final = Body(265, (1.0, 1.62, 2.37, 3.4, 4.8), slope=0.55, loss=0.11, hold=0.07)  # a cup
FELTED: Final = Body(148, (1.0, 1.55, 2.2, 3.1), slope=0.7, loss=0.13, hold=0.07)  # a board under baize
KEY: Final = Body(3300, (1.0, 1.51, 2.03, 2.77), slope=0.3, loss=0.0022, hold=0.13)  # small, of brass
GLASS: Final = Body(1.0, (1.0, 2.32, 4.25, 6.63), slope=1.1, loss=0.0012, hold=0.55, beat=1.8)  # struck at the rim
CARD: Final = Body(980, (1.0, 1.83, 2.76, 4.1, 5.9), slope=0.15, loss=0.13, hold=0.016)  # thin, and bent a little
BELL: Final = Body(1430, (1.0, 2.32, 4.25, 6.63, 9.38), slope=0.15, loss=0.0006, hold=2.4, beat=2.6)


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


def tap(force: Samples, rng: Random, at: float, contact: float, weight: float, grit: float = 0.5) -> None:
    """Adds one touch to a force: a raised cosine `contact` seconds long, of area `weight`.

    A short contact wakes high modes, a long one only low ones. `grit` is the roughness of the two surfaces.
    """
    length = max(3, round(contact * RATE))
    pulse = [
        weight / length * (1 - math.cos(math.tau * (step + 0.5) / length)) * (1 + grit * rng.uniform(-1, 1))
        for step in range(length)
    ]
    add(force, pulse, at=LEAD + at)


def ring(body: Body, force: Samples, rng: Random, spread: float = 0.3) -> Samples:
    """What is heard of a body under a force: the sum of its modes, each a resonator of two poles."""
    heard = [0.0] * len(force)
    for pitch, seconds, strength in body.modes(rng, spread):
        if pitch > 0.45 * RATE:
            continue
        radius = math.exp(-math.log(1000) / (seconds * RATE))
        turn = math.tau * pitch / RATE
        near, far, gain = 2 * radius * math.cos(turn), -radius * radius, strength * math.sin(turn)
        last = before = 0.0
        for index, push in enumerate(force):
            before, last = last, near * last + far * before + gain * push
            heard[index] += last
    return heard


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


def clack(force: Samples, rng: Random, disc: Body, thud: float, under: Body = BOARD) -> Samples:
    """A force heard through a disc and, `thud` as strongly, through what lies under it."""
    heard = ring(disc, force, rng)
    add(heard, ring(under, force, rng), gain=thud)
    return heard


def vary(body: Body, rng: Random) -> Body:
    """Another piece cut from the same wood: a little higher or lower."""
    return replace(body, pitch=body.pitch * rng.uniform(0.94, 1.06))


def slide(rng: Random) -> Samples:
    """A checker slid over the board, stopped with a small click."""
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
    """A checker set down: its edge touches first, then it lies flat, and rocks once, hardly."""
    force = silence(0.25)
    flat = rng.uniform(0.011, 0.02)
    tap(force, rng, 0.0, 0.00055, rng.uniform(0.35, 0.5), grit=0.8)
    tap(force, rng, flat, 0.00045, 1.0, grit=0.8)
    tap(force, rng, flat + rng.uniform(0.015, 0.022), 0.0005, rng.uniform(0.12, 0.2))
    return clack(force, rng, vary(DISC, rng), 0.32)


def lift(rng: Random) -> Samples:
    """A checker picked up: fingers close on it, its edge scrapes and is gone."""
    force = silence(0.16)
    tap(force, rng, 0.0, 0.0009, 0.45, grit=0.8)
    add(force, rub(rng, 0.045, 0.4, 700), gain=0.035, at=0.006)
    tap(force, rng, rng.uniform(0.034, 0.044), 0.0005, 0.25)
    return clack(force, rng, replace(vary(DISC, rng), hold=0.04), 0.15)


def hop(rng: Random) -> Samples:
    """A checker that hopped over another: flat down at once, with the weight of the hand."""
    force = silence(0.28)
    tap(force, rng, 0.0, 0.00042, 1.0, grit=0.9)
    tap(force, rng, rng.uniform(0.006, 0.009), 0.0005, rng.uniform(0.35, 0.5))
    tap(force, rng, rng.uniform(0.026, 0.032), 0.0006, rng.uniform(0.12, 0.18))
    return clack(force, rng, vary(DISC, rng), 0.45)


def capture(rng: Random) -> Samples:
    """A checker taken up and laid into the wooden tray: it meets the tray, then the others lying there."""
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
    """A checker laid on a checker: two clicks, bright as ivory, the second closer."""
    force = silence(0.3)
    second = rng.uniform(0.07, 0.085)
    tap(force, rng, 0.0, 0.00032, 0.75)
    tap(force, rng, second, 0.00028, 1.0)
    tap(force, rng, second + rng.uniform(0.017, 0.022), 0.0003, 0.25)
    return clack(force, rng, vary(IVORY, rng), 0.12)


def refuse(rng: Random) -> Samples:
    """A knuckle twice on the table: no."""
    force = silence(0.4)
    tap(force, rng, 0.0, 0.0017, 1.0, grit=0.3)
    tap(force, rng, rng.uniform(0.105, 0.115), 0.0017, 0.8, grit=0.3)
    return ring(vary(replace(BOARD, pitch=196), rng), force, rng)


def button(rng: Random) -> Samples:
    """A small wooden peg pressed home."""
    force = silence(0.09)
    tap(force, rng, 0.0, 0.0004, 1.0)
    tap(force, rng, rng.uniform(0.009, 0.012), 0.0004, 0.3)
    return clack(force, rng, vary(replace(DISC, pitch=1750, hold=0.03), rng), 0.1)


def crackle(rng: Random, seconds: float, crest: float) -> Samples:
    """Paper that moves: a breath of air along it, and the small snaps of its fibres."""
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
    """A page turned: it is taken at the corner, swings over, and comes to lie."""
    heard = silence(0.42)
    add(heard, crackle(rng, 0.09, 0.35), gain=0.5, at=LEAD)
    add(heard, crackle(rng, rng.uniform(0.21, 0.25), 0.6), at=0.06)
    add(heard, crackle(rng, 0.07, 0.25), gain=0.8, at=rng.uniform(0.27, 0.29))
    return heard


def slip(rng: Random) -> Samples:
    """A slip of paper laid on the table: a rustle, then it lies flat on the wood."""
    heard = silence(0.26)
    landing = rng.uniform(0.075, 0.09)
    add(heard, crackle(rng, landing + 0.01, 0.5), gain=0.8, at=LEAD)
    pat = noise(rng, 0.05)
    add(heard, band([hiss * math.exp(-step / 260) for step, hiss in enumerate(pat)], 350, 2400), at=landing)
    force = silence(0.26)
    tap(force, rng, landing, 0.0022, 1.0)
    add(heard, ring(BOARD, force, rng), gain=0.16)
    return heard


def bar(rng: Random, track: Samples, at: float, pitch: float, weight: float) -> None:
    """Adds a tuned wooden bar struck with a soft mallet: the knock of the mallet, then the tone."""
    force = silence(len(track) / RATE)
    tap(force, rng, at, 0.0007, weight, grit=0.5)
    add(track, ring(replace(BAR, pitch=pitch), force, rng, spread=0.0))
    add(track, ring(replace(PANEL, hold=0.06), force, rng), gain=0.3)


def win(rng: Random) -> Samples:
    """G, C, E, and G over C: home."""
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
    """D, then the B below it, both soft."""
    heard = silence(1.3)
    bar(rng, heard, 0.0, 293.66, 0.9)
    bar(rng, heard, 0.27, 246.94, 0.8)
    return lowpass(heard, 1500)


def drawn(rng: Random) -> Samples:
    """The same note twice."""
    heard = silence(1.1)
    bar(rng, heard, 0.0, 392.0, 0.9)
    bar(rng, heard, 0.22, 392.0, 0.9)
    return lowpass(heard, 3500)


def offer(rng: Random) -> Samples:
    """Three light knocks, as on a door."""
    force = silence(0.7)
    for at, weight in ((0.0, 0.8), (0.145, 0.9), (0.285, 1.0)):
        tap(force, rng, at + rng.uniform(0, 0.006), 0.0009, weight, grit=0.5)
    return ring(PANEL, force, rng)


def bell(rng: Random) -> Samples:
    """A small brass bell, struck once."""
    force = silence(1.4)
    tap(force, rng, 0.0, 0.00035, 1.0, grit=0.2)
    return ring(BELL, force, rng, spread=0.1)


def start(rng: Random) -> Samples:
    """Checkers being set up, by one hand and then the other."""
    heard = silence(0.95)
    for at in (0.0, 0.13, 0.23, 0.39, 0.49, 0.66):
        checker = rng.choice((place, hop))(rng)
        add(heard, checker, gain=rng.uniform(0.6, 1.0), at=at + rng.uniform(0, 0.025))
    return heard


def knock(track: Samples, rng: Random, at: float, contact: float, weight: float, thud: float) -> None:
    """Adds a chess man that touches the board `at` seconds in, `thud` as loud as the man itself."""
    force = silence(len(track) / RATE)
    tap(force, rng, at, contact, weight, grit=0.4)
    tap(force, rng, at + rng.uniform(0.014, 0.024), contact, weight * rng.uniform(0.15, 0.3), grit=0.4)
    add(track, clack(force, rng, vary(MAN, rng), thud))


def tock(rng: Random) -> Samples:
    """A chess man set down: felt takes the edge off, the board answers."""
    heard = silence(0.25)
    knock(heard, rng, 0.0, rng.uniform(0.0008, 0.001), 1.0, 0.55)
    return lowpass(heard, 6500)


def take(rng: Random) -> Samples:
    """A chess man taken: wood knocks on wood, then it goes down among the others beside the board."""
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
    """The king is set down, and the rook beside him."""
    heard = silence(0.5)
    knock(heard, rng, 0.0, 0.001, 1.0, 0.65)
    knock(heard, rng, rng.uniform(0.155, 0.17), 0.0008, 1.1, 0.5)
    return lowpass(heard, 6500)


def promote(rng: Random) -> Samples:
    """A pawn is taken off, a new man set down, and something rings along."""
    heard = silence(0.8)
    knock(heard, rng, 0.0, 0.0008, 0.35, 0.2)
    knock(heard, rng, 0.13, 0.0009, 1.0, 0.55)
    chime = silence(0.8)
    bar(rng, chime, 0.135, 783.99, 0.5)
    bar(rng, chime, 0.205, 1046.5, 0.6)
    add(heard, chime, gain=0.45)
    return heard


def topple(rng: Random) -> Samples:
    """A king falls: his side strikes the board, he bounces and rolls to a stop."""
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


def pat(rng: Random) -> Samples:
    """The duck set down: a hollow thing of rubber, and the air that it pushes away."""
    force = silence(0.2)
    tap(force, rng, 0.0, rng.uniform(0.0022, 0.0028), 1.0, grit=0.2)
    tap(force, rng, rng.uniform(0.05, 0.06), 0.0032, 0.22, grit=0.2)
    heard = clack(force, rng, vary(RUBBER, rng), 0.35)
    puff = [hiss * math.exp(-step / 500) for step, hiss in enumerate(noise(rng, 0.08))]
    peak = max(map(abs, heard))
    add(heard, band(puff, 300, 1400), gain=0.35 * peak, at=LEAD)
    return lowpass(heard, 2600)


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


def reed(rng: Random, seconds: float, way: Sequence[tuple[float, float]], rough: float) -> Samples:
    """A duck's syrinx: a buzz of pulses whose pitch goes along `way`; each second pulse is weaker, by `rough`,
    and none is quite in time, which makes the rasp."""
    heard, phase, weak = silence(seconds), 1.0, False
    drift = 1.0
    for index in range(len(heard)):
        phase += between(way, index / len(heard)) * drift / RATE
        if phase >= 1:
            phase -= 1
            strength = (1 - rough * weak) * rng.uniform(0.85, 1.0)
            for step in range(min(20, len(heard) - index)):
                heard[index + step] += strength * math.sin(math.pi * (step + 0.5) / 20) * (1 - step / 10)
            weak, drift = not weak, rng.uniform(0.985, 1.015)
    hiss = highpass(noise(rng, seconds), 1200)
    return [buzz + 0.06 * breath for buzz, breath in zip(heard, hiss, strict=True)]


def quack(rng: Random) -> Samples:
    """A duck says its name: the beak opens (kw), the voice comes through the nose and falls (a), and stops (ck)."""
    seconds, high = rng.uniform(0.21, 0.25), rng.uniform(0.94, 1.06)
    source = reed(rng, seconds, [(0, 190 * high), (0.14, 258 * high), (0.45, 238 * high), (1, 172 * high)], 0.3)
    heard = silence(seconds + 0.04)
    for way, width, gain in (
        ([(0, 420), (0.22, 1020), (0.7, 960), (1, 760)], 140, 1.0),
        ([(0, 780), (0.26, 1760), (0.7, 1690), (1, 1500)], 170, 1.35),
        ([(0, 2200), (0.24, 2750), (1, 2600)], 260, 1.3),
        ([(0, 3700), (1, 3600)], 400, 0.8),
    ):
        add(heard, formant(source, way, width), gain=gain, at=LEAD)
    loud = [(0, 0), (0.06, 0.55), (0.24, 1), (0.6, 0.85), (0.88, 0.5), (1, 0)]
    length = len(source)
    return [sample * between(loud, min(1.0, index / length)) for index, sample in enumerate(heard)]


def mutter(rng: Random) -> Samples:
    """A duck to itself, its beak hardly open."""
    seconds, high = rng.uniform(0.12, 0.15), rng.uniform(0.94, 1.06)
    source = reed(rng, seconds, [(0, 178 * high), (0.2, 200 * high), (1, 150 * high)], 0.2)
    heard = silence(seconds + 0.03)
    for way, width, gain in (
        ([(0, 420), (0.3, 640), (1, 430)], 130, 1.0),
        ([(0, 1150), (0.3, 1380), (1, 1150)], 180, 0.7),
        ([(0, 2350), (1, 2350)], 320, 0.3),
    ):
        add(heard, formant(source, way, width), gain=gain, at=LEAD)
    loud = [(0, 0), (0.16, 1), (0.5, 0.8), (1, 0)]
    length = len(source)
    muffled = [sample * between(loud, min(1.0, index / length)) for index, sample in enumerate(heard)]
    return lowpass(muffled, 2200)


def mingle(track: Samples, samples: Samples, share: float, at: float = 0.0) -> None:
    """Adds samples so loud that their peak is `share` of the track's own."""
    add(track, samples, gain=share * max(map(abs, track)) / max(map(abs, samples)), at=at)


def breath(rng: Random, seconds: float, fall: float, low: float, high: float) -> Samples:
    """Air or cloth pressed away: noise between `low` and `high` Hz that falls to a third in `fall` seconds."""
    hiss = noise(rng, seconds)
    return band([sample * math.exp(-step / (fall * RATE)) for step, sample in enumerate(hiss)], low, high)


def knocked(track: Samples, rng: Random, at: float, weight: float, contact: float, bone: float, under: Body) -> None:
    """Adds a die that strikes something `at` seconds in: the die itself `bone` as strongly as what it strikes."""
    force = silence(len(track) / RATE - at)
    tap(force, rng, 0.0, contact, weight, grit=0.6)
    add(track, ring(vary(under, rng), force, rng), at=at)
    add(track, ring(vary(BONE, rng), force, rng), gain=bone, at=at)


def shaken(rng: Random, hits: int, force: float, sharp: float) -> Samples:
    """Two dice in a leather cup for a fifth of a second: they strike the wall, and now and then each other.

    `force` is how much the strongest hit outdoes the weakest, `sharp` the share of hits that are sharp.
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
    """The cup is swayed: the dice roll about its foot."""
    return lowpass(shaken(rng, 4, 0.6, 0.15), 3200)


def rattle(rng: Random) -> Samples:
    """The cup is shaken."""
    return shaken(rng, 6, 0.55, 0.3)


def rattle_loud(rng: Random) -> Samples:
    """The cup is shaken hard."""
    return shaken(rng, 9, 0.45, 0.42)


def cup_in(rng: Random) -> Samples:
    """Two dice dropped into a cup, one after the other; the second meets the first."""
    heard = silence(0.36)
    second = rng.uniform(0.075, 0.1)
    knocked(heard, rng, 0.0, 0.8, 0.0012, 0.35, LEATHER)
    knocked(heard, rng, second, 0.55, 0.00035, 1.4, LEATHER)
    knocked(heard, rng, second + rng.uniform(0.012, 0.02), 0.8, 0.0011, 0.4, LEATHER)
    knocked(heard, rng, second + rng.uniform(0.07, 0.09), 0.25, 0.001, 0.4, LEATHER)
    return lowpass(heard, 6000)


def throw(rng: Random) -> Samples:
    """Dice leave the cup: they run along its leather and are gone."""
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
    """A die falls on baize: the cloth takes the click, the board under it answers."""
    heard = silence(0.2)
    knocked(heard, rng, 0.0, 1.0, rng.uniform(0.0007, 0.0009), 0.9, FELTED)
    knocked(heard, rng, rng.uniform(0.028, 0.042), rng.uniform(0.2, 0.35), 0.0008, 0.9, FELTED)
    mingle(heard, breath(rng, 0.04, 0.004, 500, 2600), 0.5, LEAD)
    return lowpass(heard, 5000)


def die_wood(rng: Random) -> Samples:
    """A die strikes the wall of the board."""
    heard = silence(0.26)
    knocked(heard, rng, 0.0, 1.0, rng.uniform(0.0003, 0.0004), 0.5, replace(TRAY, pitch=430))
    knocked(heard, rng, rng.uniform(0.02, 0.035), rng.uniform(0.15, 0.25), 0.0005, 0.6, replace(TRAY, pitch=430))
    return lowpass(heard, 7500)


def die_die(rng: Random) -> Samples:
    """A die strikes the other: bone on bone."""
    heard = silence(0.12)
    force = silence(0.12)
    tap(force, rng, 0.0, 0.00022, 1.0)
    if rng.random() < 0.6:
        tap(force, rng, rng.uniform(0.009, 0.016), 0.00025, rng.uniform(0.25, 0.4))
    for die in (vary(BONE, rng), vary(replace(BONE, pitch=2950), rng)):
        add(heard, ring(die, force, rng))
    add(heard, ring(FELTED, force, rng), gain=0.2)
    return lowpass(heard, 9000)


def down(rng: Random) -> Samples:
    """A checker brought down: it slides off its stack, and is set on the inlaid wood in front."""
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
    """A checker lifted over the border and stood in the rack: its edge on the felt, its face against the next one."""
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


def stamped(rng: Random) -> Samples:
    """A stamp driven into leather on the table: a thud, and the leather that gives."""
    heard = silence(0.4)
    force = silence(0.4)
    tap(force, rng, 0.0, 0.0016, 1.0, grit=0.4)
    add(heard, ring(Body(112, (1.0, 1.58, 2.4, 3.3), slope=0.6, loss=0.05, hold=0.22), force, rng))
    add(heard, ring(replace(LEATHER, pitch=310), force, rng), gain=0.9)
    mingle(heard, breath(rng, 0.08, 0.011, 350, 1900), 0.45, LEAD)
    return lowpass(heard, 3200)


def cover(rng: Random) -> Samples:
    """A cup slapped over dice that still roll: its mouth on the baize, then they knock about under it."""
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
    """Something forgotten: a dry tick, and a breath."""
    heard = silence(0.4)
    force = silence(0.4)
    tap(force, rng, 0.0, 0.0008, 1.0, grit=0.3)
    add(heard, ring(replace(vary(MAN, rng), pitch=520, hold=0.03), force, rng))
    add(heard, ring(LEATHER, force, rng), gain=0.4)
    sigh = [hiss * pace for hiss, pace in zip(noise(rng, 0.26), swell(round(0.26 * RATE), 0.3), strict=True)]
    mingle(heard, lowpass(band(sigh, 300, 1100), 900), 0.3, at=0.05)
    return heard


def step(rng: Random) -> Samples:
    """A carved figure walks one square: its heel, then the whole of its foot."""
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
    """A few keys on a ring that strike each other ever more softly."""
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
    """A wooden cage put over something, and the keys on its ring."""
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
    """A figure shoved along the board: its base scrapes, and stops."""
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
    """A yawn: a breath whose vowel closes as it falls; then somebody lies down."""
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
    """Three small glasses touched, each higher, with a wooden stick."""
    heard = silence(1.1)
    for number, pitch in enumerate((1318.51, 1661.22, 1975.53)):
        force = silence(1.1)
        tap(force, rng, 0.072 * number + rng.uniform(0, 0.008), 0.0004, 0.7 + 0.15 * number, grit=0.2)
        add(heard, ring(replace(GLASS, pitch=pitch), force, rng, spread=0.1))
        add(heard, ring(replace(MAN, hold=0.03), force, rng), gain=0.12)
    return lowpass(heard, 8000)


def swish(rng: Random, seconds: float, start: float, end: float) -> Samples:
    """Cloth drawn through the air, its pitch going from `start` to `end` Hz."""
    air = [hiss * pace for hiss, pace in zip(noise(rng, seconds), swell(round(seconds * RATE), 0.45), strict=True)]
    heard = formant(air, [(0, start), (1, end)], 520)
    add(heard, formant(air, [(0, 1.9 * start), (1, 1.9 * end)], 900), gain=0.6)
    return heard


def steal(rng: Random) -> Samples:
    """Two things whisked past each other, one up, one down; both are set down at once."""
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
    """A wooden tongue bent and let go, its tone rising; then feet on the board."""
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
    """A broom drawn over the board twice, and what it swept tumbles off."""
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
    """A wooden frog is rubbed along its back, and croaks; two bars ring along."""
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


def tick(rng: Random) -> Samples:
    """The escapement of a small clock."""
    force = silence(0.07)
    tap(force, rng, 0.0, 0.0003, 1.0, grit=0.2)
    tap(force, rng, rng.uniform(0.006, 0.008), 0.0004, 0.35, grit=0.2)
    heard = ring(replace(KEY, pitch=2100, hold=0.02), force, rng)
    add(heard, ring(replace(MAN, pitch=1250, hold=0.03), force, rng), gain=0.8)
    return heard


def minute(rng: Random) -> Samples:
    """A clockwork runs down, and its hammer falls on wood, lower the second time."""
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
    """A small bell, struck three times."""
    heard = silence(2.4)
    for at in (0.0, 0.42, 0.84):
        force = silence(2.4)
        tap(force, rng, at, 0.0004, 1.0, grit=0.2)
        add(heard, ring(replace(BELL, pitch=1180), force, rng, spread=0.1))
    return heard


def snick(track: Samples, rng: Random, at: float, weight: float, sharp: float = 1.0) -> None:
    """Adds the edge of a card that snaps free or strikes another: the thin sheet rings for a moment, and hisses."""
    force = silence(0.05)
    tap(force, rng, 0.0, 0.0005 / sharp, weight, grit=0.9)
    add(track, ring(vary(CARD, rng), force, rng), gain=0.4, at=at)
    hiss = [value * math.exp(-step / (150 / sharp)) for step, value in enumerate(noise(rng, 0.02))]
    add(track, band(hiss, 1500, 8000 * sharp), gain=1.5 * weight, at=LEAD + at)


def flop(track: Samples, rng: Random, at: float, weight: float) -> None:
    """Adds a card that comes to lie on cloth: the air below it goes, and the padded board answers."""
    air = [value * math.exp(-step / 420) for step, value in enumerate(noise(rng, 0.06))]
    add(track, band(air, 260, 2200), gain=1.1 * weight, at=LEAD + at)
    force = silence(0.1)
    tap(force, rng, 0.0, 0.0034, weight, grit=0.3)
    add(track, ring(vary(FELTED, rng), force, rng), gain=0.4, at=at)


def brush(rng: Random, seconds: float, crest: float, low: float, high: float) -> Samples:
    """Smooth card drawn over cloth or over card: air and fibres, without catches."""
    speed = swell(round(seconds * RATE), crest)
    sway = lowpass(noise(rng, seconds), 60)
    most = max(map(abs, sway))
    hiss = [
        pace * (0.7 + 0.3 * value / most) * air
        for pace, value, air in zip(speed, sway, noise(rng, seconds), strict=True)
    ]
    return band(hiss, low, high)


def card_slide(rng: Random) -> Samples:
    """A card slid over the baize, stopped with a finger."""
    seconds = rng.uniform(0.15, 0.18)
    heard = silence(0.3)
    add(heard, brush(rng, seconds, rng.uniform(0.36, 0.46), 900, 5200), gain=0.8, at=LEAD)
    flop(heard, rng, seconds - 0.025, 0.35)
    return lowpass(heard, 9500)


def deal(rng: Random) -> Samples:
    """A card flicked off the pack: it hisses along its neighbour, snaps free and lands on the cloth."""
    heard = silence(0.3)
    off = rng.uniform(0.03, 0.04)
    add(heard, brush(rng, off + 0.012, 0.7, 2200, 8000), gain=0.9, at=LEAD)
    snick(heard, rng, off, 1.0, 1.1)
    flop(heard, rng, off + rng.uniform(0.05, 0.07), 0.6)
    return lowpass(heard, 11000)


def turn_over(rng: Random) -> Samples:
    """A card lifted at its edge, bent over and let down on its face."""
    heard = silence(0.34)
    snick(heard, rng, 0.0, 0.45)
    add(heard, brush(rng, 0.11, 0.55, 1100, 5600), gain=0.5, at=0.012)
    landing = rng.uniform(0.105, 0.12)
    snick(heard, rng, landing, 0.8, 0.9)
    flop(heard, rng, landing + 0.008, 0.75)
    return lowpass(heard, 11000)


def riffle(rng: Random) -> Samples:
    """Two halves of a pack let go from the thumbs into each other, pushed together and squared on the table."""
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
    """A card laid on the cloth, and the finger that lets go of it."""
    heard = silence(0.24)
    snick(heard, rng, 0.0, 0.3, 0.9)
    flop(heard, rng, rng.uniform(0.008, 0.014), 1.0)
    add(heard, brush(rng, 0.05, 0.4, 900, 4000), gain=0.3, at=0.05)
    return lowpass(heard, 8000)


def pick(rng: Random) -> Samples:
    """A card taken up: a nail under its edge, and it is off the cloth."""
    heard = silence(0.2)
    snick(heard, rng, 0.0, 0.6, 1.1)
    add(heard, brush(rng, 0.075, 0.35, 1700, 6500), gain=0.6, at=0.008)
    snick(heard, rng, rng.uniform(0.06, 0.07), 0.3, 1.2)
    return lowpass(heard, 11000)


def sort(rng: Random) -> Samples:
    """A hand of cards put in order: a ripple of edges, soft, that comes and goes."""
    heard = silence(0.62)
    at, count = 0.0, 14
    for number in range(count):
        weight = 0.25 + 0.75 * math.sin(math.pi * (number + 0.5) / count)
        snick(heard, rng, at, weight * rng.uniform(0.75, 1.1), 0.9)
        at += 0.03 * rng.uniform(0.8, 1.2)
    add(heard, brush(rng, at, 0.5, 1200, 5000), gain=0.22, at=LEAD)
    flop(heard, rng, at + 0.02, 0.3)
    return lowpass(heard, 9500)


def pencil(rng: Random) -> Samples:
    """A number written on the pad: strokes of graphite on paper, each with its grain."""
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


RECIPES: Final[dict[str, tuple[Recipe, float]]] = {
    "slide": (slide, -19),
    "place": (place, -14),
    "lift": (lift, -20),
    "hop": (hop, -12),
    "capture": (capture, -13),
    "crown": (crown, -14),
    "refuse": (refuse, -13),
    "button": (button, -18),
    "page": (page, -23),
    "slip": (slip, -20),
    "win": (win, -18),
    "lose": (lose, -17),
    "drawn": (drawn, -18),
    "offer": (offer, -14),
    "bell": (bell, -20),
    "start": (start, -14),
    "tock": (tock, -14),
    "take": (take, -13),
    "castle": (castle, -14),
    "promote": (promote, -14),
    "topple": (topple, -13),
    "pat": (pat, -18),
    "quack": (quack, -20),
    "mutter": (mutter, -24),
    "rattle-soft": (rattle_soft, -20),
    "rattle": (rattle, -16),
    "rattle-loud": (rattle_loud, -13),
    "cup-in": (cup_in, -15),
    "throw": (throw, -17),
    "die-baize": (die_baize, -14),
    "die-wood": (die_wood, -13),
    "die-die": (die_die, -16),
    "down": (down, -14),
    "bear-off": (bear_off, -14),
    "stamp": (stamped, -12),
    "cover": (cover, -12),
    "lost": (lost, -22),
    "step": (step, -15),
    "keep": (keep, -14),
    "push": (push, -15),
    "sleep": (sleep, -19),
    "heal": (heal, -18),
    "steal": (steal, -16),
    "leap": (leap, -14),
    "sweep": (sweep, -14),
    "frog": (frog, -15),
    "tick": (tick, -22),
    "minute": (minute, -16),
    "hour": (hour, -18),
    "card-slide": (card_slide, -22),
    "deal": (deal, -18),
    "turn-over": (turn_over, -18),
    "riffle": (riffle, -17),
    "felt": (felt, -17),
    "pick": (pick, -20),
    "sort": (sort, -21),
    "pencil": (pencil, -25),
}
"""Each sound's recipe, and its peak in dBFS: none above -12, and the softer the less it has to say."""

ECHOES: Final = ((0.0011, 0.22), (0.0027, -0.13), (0.0046, 0.10), (0.0071, 0.06), (0.0104, -0.04))
"""Seconds and gains of the early reflections: table top, frame, and the wall behind the lamp."""


def close_by(samples: Samples) -> Samples:
    """As heard half a metre away: the first echoes, dull, and nothing below 55 Hz."""
    heard = list(samples)
    dull = lowpass(samples, 3800)
    for seconds, gain in ECHOES:
        add(heard, dull, gain=gain, at=seconds)
    return highpass(highpass(heard, 55), 55)


def make(name: str, number: int) -> "array[int]":
    """The samples of one variant, 16 bits each, always the same; KeyError for a name without a recipe."""
    recipe, peak = RECIPES[name]
    heard = close_by(recipe(Random(f"{name}-{number}")))
    top = max(map(abs, heard))
    last = max(index for index, sample in enumerate(heard) if abs(sample) > FLOOR * top)
    fade = round(TAIL * RATE)
    heard = heard[: last + fade]
    for step in range(min(fade, len(heard))):
        heard[-1 - step] *= (1 - math.cos(math.pi * step / fade)) / 2
    scale = 32767 * 10 ** (peak / 20) / top
    return array("h", (round(scale * sample) for sample in heard))


def write(path: Path, samples: "array[int]", encoder: str) -> None:
    """Writes samples as Ogg Vorbis; CalledProcessError when the encoder fails."""
    if sys.byteorder == "big":
        samples = array("h", samples)
        samples.byteswap()
    sound = io.BytesIO()
    with wave.open(sound, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(samples.tobytes())
    # The serial number would be random otherwise, and the file another one each time.
    command = [encoder, "--quiet", "--quality", str(QUALITY), "--serial", "1", "--output", str(path), "-"]
    subprocess.run(command, input=sound.getvalue(), check=True)


def main(arguments: list[str]) -> None:
    """Writes every variant of every sound into the folder named, or beside this program."""
    here = Path(__file__).resolve().parent
    encoder = shutil.which("oggenc")
    if encoder is None:
        sys.exit("The encoder oggenc isn't on the PATH. On Debian: apt-get install vorbis-tools.")
    sys.path.insert(0, str(here.parent))  # run as a program, Python looks for packages beside it only
    from sounds import VARIANTS

    folder = Path(arguments[0]) if arguments else here
    folder.mkdir(parents=True, exist_ok=True)
    for name, variants in VARIANTS.items():
        for number in range(1, variants + 1):
            write(folder / f"{name}-{number}.ogg", make(name, number), encoder)
    print(f"{sum(VARIANTS.values())} sounds in {folder}")


if __name__ == "__main__":
    main(sys.argv[1:])
