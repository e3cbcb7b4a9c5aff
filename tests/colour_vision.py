"""Colours as seen with and without colour blindness, and their distances.

The three kinds of colour blindness are simulated at severity 1.0 by the matrices of G. M. Machado, M. M. Oliveira and
L. A. F. Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE TVCG 15 (2009), on
linear sRGB. Distances are CIEDE2000, after G. Sharma, W. Wu and E. N. Dalal, "The CIEDE2000 Color-Difference Formula:
Implementation Notes, Supplementary Test Data, and Mathematical Observations", Color Research & Application 30 (2005).
"""

from collections.abc import Sequence
from functools import lru_cache
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import Final, TypeAlias

Tone: TypeAlias = tuple[int, int, int]
"""Red, green and blue of sRGB, 0 to 255."""
Lab: TypeAlias = tuple[float, float, float]
"""CIELAB under D65."""

SIGHTS: Final[dict[str, tuple[tuple[float, float, float], ...]]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


@lru_cache(maxsize=100_000)
def lab(tone: Tone, sight: str = "normal") -> Lab:
    """Return the L*a*b* values of a colour as seen with this kind of sight."""
    light = [_linear(channel / 255) for channel in tone]
    red, green, blue = (min(1.0, max(0.0, _dot(row, light))) for row in SIGHTS[sight])
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (_root(part) for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def contrast(one: Tone, other: Tone) -> float:
    """Return the contrast ratio of WCAG 2.2, from 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


@lru_cache(maxsize=100_000)
def _luminance(tone: Tone) -> float:
    return _dot((0.2126, 0.7152, 0.0722), [_linear(channel / 255) for channel in tone])


def least_distance(one: Tone, other: Tone) -> float:
    """Return the least distance of two colours for all kinds of sight in `SIGHTS`."""
    return min(distance(lab(one, sight), lab(other, sight)) for sight in SIGHTS)


@lru_cache(maxsize=100_000)
def distance(one: Lab, other: Lab) -> float:
    """Return the colour difference CIEDE2000."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    stretch = 1 + 0.5 * (1 - sqrt(mean**7 / (mean**7 + 25**7)))
    c1, c2 = hypot(stretch * a1, b1), hypot(stretch * a2, b2)
    h1, h2 = degrees(atan2(b1, stretch * a1)) % 360, degrees(atan2(b2, stretch * a2)) % 360
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    hue = _mean_hue(h1, h2) if c1 * c2 else h1 + h2
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    weight = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    dl = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    dc = (c2 - c1) / (1 + 0.045 * chroma)
    dh = 2 * sqrt(c1 * c2) * sin(radians(turn / 2)) / (1 + 0.015 * chroma * weight)
    bend = -2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    return sqrt(max(0.0, dl**2 + dc**2 + dh**2 + bend * dc * dh))


def _mean_hue(one: float, other: float) -> float:
    if abs(one - other) <= 180:
        return (one + other) / 2
    return (one + other + (360 if one + other < 360 else -360)) / 2


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def _root(part: float) -> float:
    return float(part ** (1 / 3)) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116


def _dot(row: Sequence[float], light: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(row, light, strict=True))
