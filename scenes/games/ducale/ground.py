"""The parts of a card table: the strip of the others, piles, melds, the row of keys, the hand. Pure arithmetic."""

from __future__ import annotations

from dataclasses import dataclass
from math import degrees, radians
from typing import Final

from scenes.surfaces.layout import Box, TableFrame

SHAPE: Final = 1.4
"""Height / width of a card."""
RIM: Final = 2.6
STRIP: Final = 10.5
WORDS: Final = 0.52
"""The line of words above the fan of another's hand, in heights of a key: both follow the size of text."""
KEYS: Final = 5.5
GAP: Final = 1.0
HAND: Final = 13.0
PILE: Final = 9.4
MELD: Final = 9.6
OTHER: Final = 4.8
RAISED: Final = 2.4
POINTED: Final = 0.8
"""In u: the rim, the strip, the row of keys; the widths of cards in hand, on piles, in melds and in the others'
hands; how far a picked card is pushed up, and one under the pointer."""
BEND: Final = 4.5
"""Degrees that the outermost cards of a wide hand lean outwards."""
DROP: Final = 2.0
HIGHER: Final = 0.5
"""In u: the outermost cards lie at most so much lower than the middle one, and that so much higher than in a row."""
NARROW: Final = 0.35
"""A hand of few cards is bent as if it were so wide, as a share of its zone: few cards lean less."""


def card_frame(size: tuple[int, int], ratio: float, u: float) -> TableFrame:
    """The table left, and the panel at the right edge; `u` with the person's text setting. The table fills what is
    left, whatever its `ratio`."""
    width, height = size
    rim = RIM * min(size) / 100
    panel = min(max(33 * u, 215.0), 0.36 * width)
    left = width - rim - GAP * u - panel
    return TableFrame(Box(0, 0, left, height), Box(left, rim + GAP * u, panel, height - 2 * rim - 2 * GAP * u))


@dataclass(frozen=True, slots=True)
class Ground:
    """The table in `area`, whose unit is a hundredth of its shorter side. `control`: the least height of a key."""

    area: Box
    control: float = 0.0

    @property
    def u(self) -> float:
        return min(self.area.w, self.area.h) / 100

    @property
    def inner(self) -> Box:
        """Within the rim."""
        return self.area.inset((RIM + GAP) * self.u)

    @property
    def strip(self) -> Box:
        inner, fan = self.inner, (OTHER * SHAPE + 0.5) * self.u
        return Box(inner.x, inner.y, inner.w, max(STRIP * self.u, fan + WORDS * self.control))

    @property
    def hand(self) -> Box:
        """Where the person's cards lie when none is picked; the outermost hang below it, and stay off the rim."""
        inner, high = self.inner, HAND * SHAPE * self.u
        return Box(inner.x, inner.bottom - high - (DROP - HIGHER) * self.u, inner.w, high)

    def bent(self, x: float, half: float) -> tuple[float, float]:
        """How a card of the hand with its centre at `x` lies in a fan that reaches `half` pixels to either side: how
        much lower than in a row, in pixels, and by how many degrees it leans to the right."""
        zone = self.hand
        half = max(half, NARROW * zone.w / 2)
        radius = max(half / radians(BEND), half * half / (2 * DROP * self.u))
        aside = x - zone.centre[0]
        return aside * aside / (2 * radius) - HIGHER * self.u, degrees(aside / radius)

    @property
    def keys(self) -> Box:
        """The row above the hand, with keys."""
        hand, high = self.hand, max(KEYS * self.u, self.control)
        return Box(hand.x, hand.y - (RAISED + 0.6) * self.u - high, hand.w, high)

    @property
    def felt(self) -> Box:
        """Piles and melds."""
        strip, keys = self.strip, self.keys
        top = strip.bottom + GAP * self.u
        return Box(strip.x, top, strip.w, keys.y - GAP * self.u - top)

    @property
    def piles(self) -> tuple[Box, Box]:
        """The stock, and the discard pile below it."""
        felt, u = self.felt, self.u
        wide = min(PILE * u, (felt.h - 4 * u) / 2 / SHAPE)
        high = wide * SHAPE
        left, gap = felt.x + 1.5 * u, 2.2 * u
        top = felt.y + (felt.h - 2 * high - gap) / 2
        return Box(left, top, wide, high), Box(left, top + high + gap, wide, high)

    @property
    def melds(self) -> Box:
        """Right of the piles."""
        felt, left = self.felt, self.piles[0].right + 2.6 * self.u
        return Box(left, felt.y, felt.right - left, felt.h)

    def seats(self, count: int) -> list[Box]:
        """The cells of so many others, from the left."""
        strip, gap = self.strip, 1.2 * self.u
        wide = (strip.w - (count - 1) * gap) / max(1, count)
        return [Box(strip.x + n * (wide + gap), strip.y, wide, strip.h) for n in range(count)]
