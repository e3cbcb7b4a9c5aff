"""The zones of a card table: other players, piles, melds, buttons, and the person's hand; without pygame."""

from __future__ import annotations

from dataclasses import dataclass
from math import degrees, radians
from typing import Final

from scenes.surfaces.layout import Box, TableFrame

CARD_RATIO: Final = 1.4  # height / width of a card

TEXT_SHARE: Final = 0.52
"""Height of the text above another player's fan, as a fraction of `control`: both scale with the text size."""
MAX_LEAN_DEGREES: Final = 4.5  # that the outermost cards of a wide hand lean outwards
MIN_BEND_SHARE: Final = 0.35
"""A hand narrower than this fraction of its zone bends like one of this width, so that few cards lean less."""

# lengths in u, a hundredth of the shorter side of the table or, in `card_frame`, of the window
RIM_WIDTH: Final = 2.6
PLAYERS_HEIGHT: Final = 10.5
BUTTONS_HEIGHT: Final = 5.5
GAP: Final = 1.0  # between zones, and between table and panel

HAND_CARD_WIDTH: Final = 13.0
PILE_CARD_WIDTH: Final = 9.4
MELD_CARD_WIDTH: Final = 9.6
OTHER_CARD_WIDTH: Final = 4.8
"""Widths of a card in the person's hand, on a pile, in a meld, and in another player's hand."""
RAISED_LIFT: Final = 2.4
POINTED_LIFT: Final = 0.8
"""The lifts of a selected card and of the card under the pointer."""
MAX_DROP: Final = 2.0  # of the outermost cards below the middle one
MIDDLE_RISE: Final = 0.5  # of the middle card above a straight row


def card_frame(size: tuple[int, int], ratio: float, unit: float) -> TableFrame:
    """Return the places of the table and of the panel on its right; `ratio` is ignored: the table fills the rest.

    `unit` is a hundredth of the window, scaled with the user's text size.
    """
    width, height = size
    rim = RIM_WIDTH * min(size) / 100
    panel_width = min(max(33 * unit, 215.0), 0.36 * width)
    left = width - rim - GAP * unit - panel_width
    panel = Box(left, rim + GAP * unit, panel_width, height - 2 * rim - 2 * GAP * unit)
    return TableFrame(Box(0, 0, left, height), panel)


@dataclass(frozen=True, slots=True)
class TableZones:
    """The zones of a table in `area`; `control` is the minimum height of a button in pixels."""

    area: Box
    control: float = 0.0

    @property
    def u(self) -> float:
        return min(self.area.w, self.area.h) / 100

    @property
    def inner(self) -> Box:
        return self.area.inset((RIM_WIDTH + GAP) * self.u)

    @property
    def players(self) -> Box:
        inner, fan = self.inner, (OTHER_CARD_WIDTH * CARD_RATIO + 0.5) * self.u
        return Box(inner.x, inner.y, inner.w, max(PLAYERS_HEIGHT * self.u, fan + TEXT_SHARE * self.control))

    @property
    def hand(self) -> Box:
        """The straight row of the person's hand, above room for the outermost cards, which hang lower."""
        inner, height = self.inner, HAND_CARD_WIDTH * CARD_RATIO * self.u
        return Box(inner.x, inner.bottom - height - (MAX_DROP - MIDDLE_RISE) * self.u, inner.w, height)

    def bend_at(self, x: float, half_width: float) -> tuple[float, float]:
        """Return how many pixels a card in hand is below a straight row, and its lean to the right in degrees.

        `x` is the centre of the card; the hand reaches `half_width` pixels to either side.
        """
        zone = self.hand
        half_width = max(half_width, MIN_BEND_SHARE * zone.w / 2)
        radius = max(half_width / radians(MAX_LEAN_DEGREES), half_width * half_width / (2 * MAX_DROP * self.u))
        offset = x - zone.centre[0]
        return offset * offset / (2 * radius) - MIDDLE_RISE * self.u, degrees(offset / radius)

    @property
    def buttons(self) -> Box:
        hand, height = self.hand, max(BUTTONS_HEIGHT * self.u, self.control)
        return Box(hand.x, hand.y - (RAISED_LIFT + 0.6) * self.u - height, hand.w, height)

    @property
    def felt(self) -> Box:
        """The room for piles and melds, between the other players and the buttons."""
        players, buttons = self.players, self.buttons
        top = players.bottom + GAP * self.u
        return Box(players.x, top, players.w, buttons.y - GAP * self.u - top)

    @property
    def piles(self) -> tuple[Box, Box]:
        """The places of the stock and of the discard pile below it."""
        felt, u = self.felt, self.u
        width = min(PILE_CARD_WIDTH * u, (felt.h - 4 * u) / 2 / CARD_RATIO)
        height = width * CARD_RATIO
        left, gap = felt.x + 1.5 * u, 2.2 * u
        top = felt.y + (felt.h - 2 * height - gap) / 2
        return Box(left, top, width, height), Box(left, top + height + gap, width, height)

    @property
    def melds(self) -> Box:
        felt, left = self.felt, self.piles[0].right + 2.6 * self.u
        return Box(left, felt.y, felt.right - left, felt.h)

    def player_zones(self, count: int) -> list[Box]:
        players, gap = self.players, 1.2 * self.u
        width = (players.w - (count - 1) * gap) / max(1, count)
        return [Box(players.x + n * (width + gap), players.y, width, players.h) for n in range(count)]
