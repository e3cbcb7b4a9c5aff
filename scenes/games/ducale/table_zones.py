"""The zones of a card table: the others' strip, piles, melds, the row of buttons, the hand; without pygame."""

from __future__ import annotations

from dataclasses import dataclass
from math import degrees, radians
from typing import Final

from scenes.surfaces.layout import Box, TableFrame

SHAPE: Final = 1.4  # height / width of a card
RIM: Final = 2.6
STRIP: Final = 10.5
WORDS: Final = 0.52
"""Height of the line of text above another hand's fan, as a share of `control`: both scale with the text size."""
KEYS: Final = 5.5
GAP: Final = 1.0
HAND: Final = 13.0
PILE: Final = 9.4
MELD: Final = 9.6
OTHER: Final = 4.8
RAISED: Final = 2.4
POINTED: Final = 0.8
"""In u: from `RIM` to `GAP` heights, from `HAND` to `OTHER` widths of cards, then the rise of a selected card.

`POINTED` is the rise of the card under the pointer.
"""
BEND: Final = 4.5  # degrees that the outermost cards of a wide hand lean outwards
DROP: Final = 2.0
HIGHER: Final = 0.5
"""In u: the outermost cards are at most `DROP` below the middle one, which is `HIGHER` above a straight row."""
NARROW: Final = 0.35
"""Minimum width of a hand for its bend, as a share of its zone: few cards lean less."""


def card_frame(size: tuple[int, int], ratio: float, u: float) -> TableFrame:
    """Return the table at the left, which fills the window beside the panel, whatever its `ratio`.

    `u` includes the user's text size.
    """
    width, height = size
    rim = RIM * min(size) / 100
    panel = min(max(33 * u, 215.0), 0.36 * width)
    left = width - rim - GAP * u - panel
    return TableFrame(Box(0, 0, left, height), Box(left, rim + GAP * u, panel, height - 2 * rim - 2 * GAP * u))


@dataclass(frozen=True, slots=True)
class TableZones:
    """The zones of a table in `area`; `control` is the minimum height of a button."""

    area: Box
    control: float = 0.0

    @property
    def u(self) -> float:
        return min(self.area.w, self.area.h) / 100

    @property
    def inner(self) -> Box:
        return self.area.inset((RIM + GAP) * self.u)

    @property
    def strip(self) -> Box:
        inner, fan = self.inner, (OTHER * SHAPE + 0.5) * self.u
        return Box(inner.x, inner.y, inner.w, max(STRIP * self.u, fan + WORDS * self.control))

    @property
    def hand(self) -> Box:
        """The person's unraised cards; the outermost are lower, but stay off the rim."""
        inner, high = self.inner, HAND * SHAPE * self.u
        return Box(inner.x, inner.bottom - high - (DROP - HIGHER) * self.u, inner.w, high)

    def bent(self, x: float, half: float) -> tuple[float, float]:
        """Return (offset below a straight row in pixels, lean to the right in degrees) of a card of the hand.

        `x` is the card's centre; the fan reaches `half` pixels to either side.
        """
        zone = self.hand
        half = max(half, NARROW * zone.w / 2)
        radius = max(half / radians(BEND), half * half / (2 * DROP * self.u))
        aside = x - zone.centre[0]
        return aside * aside / (2 * radius) - HIGHER * self.u, degrees(aside / radius)

    @property
    def keys(self) -> Box:
        hand, high = self.hand, max(KEYS * self.u, self.control)
        return Box(hand.x, hand.y - (RAISED + 0.6) * self.u - high, hand.w, high)

    @property
    def felt(self) -> Box:
        strip, keys = self.strip, self.keys
        top = strip.bottom + GAP * self.u
        return Box(strip.x, top, strip.w, keys.y - GAP * self.u - top)

    @property
    def piles(self) -> tuple[Box, Box]:
        felt, u = self.felt, self.u
        wide = min(PILE * u, (felt.h - 4 * u) / 2 / SHAPE)
        high = wide * SHAPE
        left, gap = felt.x + 1.5 * u, 2.2 * u
        top = felt.y + (felt.h - 2 * high - gap) / 2
        return Box(left, top, wide, high), Box(left, top + high + gap, wide, high)

    @property
    def melds(self) -> Box:
        felt, left = self.felt, self.piles[0].right + 2.6 * self.u
        return Box(left, felt.y, felt.right - left, felt.h)

    def seats(self, count: int) -> list[Box]:
        strip, gap = self.strip, 1.2 * self.u
        wide = (strip.w - (count - 1) * gap) / max(1, count)
        return [Box(strip.x + n * (wide + gap), strip.y, wide, strip.h) for n in range(count)]
