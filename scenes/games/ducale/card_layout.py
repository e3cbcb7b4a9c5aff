"""The layout of all cards of a table: hands, piles, and melds in rows; in pixels, without pygame."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from math import degrees, radians
from typing import Final, TypeAlias

from rules.contract import Seat, Table, Target
from scenes.games.ducale.hand_order import is_in_hand, order_hand
from scenes.games.ducale.table_zones import (
    CARD_RATIO,
    HAND_CARD_WIDTH,
    MAX_DROP,
    MELD_CARD_WIDTH,
    OTHER_CARD_WIDTH,
    POINTED_LIFT,
    RAISED_LIFT,
    TableZones,
)
from scenes.surfaces.layout import Box, Spot

CardPlace: TypeAlias = tuple[float, float, float, float]
"""(x, y, height, lean) of a card: its centre, its height, and its lean to the right in degrees."""
CardPlaces: TypeAlias = Mapping[Target, Sequence[CardPlace]]
"""By target, the places of the tokens there, from bottom to top."""

MeldSpan: TypeAlias = tuple[float, float, float, float]
"""(left, right, bottom, height) of the cards of a meld."""

TAB_HEIGHT: Final = 0.19  # of the owner's tab below a meld, as a fraction of the cards' height
MELD_STEP: Final = 0.36
"""Distance of neighbouring cards of a meld, as a fraction of their width: a little more than a corner index takes."""
MAX_MELD_ROWS: Final = 4
MELD_ROOM_CARDS: Final = 5  # cards for which each meld has room, so that rows stay the same when a meld grows
MAX_HAND_STEP: Final = 0.74  # maximum distance of neighbouring cards in hand, as a fraction of their width
GROUP_GAP: Final = 0.36  # additional distance between two groups of cards in hand, in widths of a card
SPREAD_SHIFT: Final = 0.3
SPREAD_COUNT: Final = 5
"""Shift of the card to the right of the pointed one, in card widths, and number of cards that shift on each side.

The card to the left of the pointed one shifts half as much.
"""
MAX_SQUEEZE: Final = 0.4
"""Maximum fraction by which the distance of two cards may shrink where the hand can't become wider."""
FAN_DEGREES: Final = 2.5
MAX_FAN_DEGREES: Final = 16.0
"""Angle between two cards of another player's fan, and maximum angle between the first and the last card."""


@dataclass(frozen=True, slots=True)
class HandState:
    """The hand at the lower edge: its seat, the order of its cards, and those that are raised, pointed at or held."""

    seat: Seat = 0
    seat_count: int = 2
    order: tuple[Target, ...] = ()
    group_starts: frozenset[Target] = frozenset()  # the cards before which there is a gap
    raised_cards: frozenset[Target] = frozenset()  # the selected ones
    pointed_card: Target | None = None
    held_cards: frozenset[Target] = frozenset()  # the cards that the pointer holds: they leave no gap
    gap_index: int | None = None  # index, in the row of the other cards, of a gap for the held ones

    @property
    def other_seats(self) -> list[Seat]:
        """The other seats in playing order, from left to right."""
        return [(self.seat + n) % self.seat_count for n in range(1, self.seat_count)]


@dataclass(frozen=True, slots=True)
class MeldOwner:
    """A meld's owner: the seat, and the initials that stand for the player's name."""

    seat: Seat
    initials: str = ""


@dataclass(frozen=True, slots=True)
class PlayerTexts:
    """The texts shown for a player beside the cards."""

    name: str
    owner: MeldOwner | None = None
    count: str = ""  # number of cards, or result of the round
    total: str = ""
    has_opened: bool = False
    is_dealer: bool = False
    is_to_move: bool = False
    tip: str = ""
    hand_points: str = ""  # empty unless this is the only human player


@dataclass(frozen=True, slots=True)
class CardHighlights:
    """The highlighted places of a card table."""

    drop_targets: frozenset[Target] = frozenset()  # places for the selected cards, or piles to draw from
    owed_cards: frozenset[Target] = frozenset()  # that must still be laid in this turn
    turn_cards: frozenset[Target] = frozenset()
    """The cards of the turn that the pointer or the keyboard focus is on in the list of turns."""
    new_cards: frozenset[Target] = frozenset()  # that came to the hand last
    hint: frozenset[Target] = frozenset()  # the cards or pile that a hint picks, and where it drops the cards
    aim: Target | None = None
    focus: Target | None = None
    arrows: tuple[tuple[frozenset[Target], Target], ...] = ()
    """(cards, target) of each step of a better turn, in a review."""


def list_initials(names: Sequence[str]) -> list[str]:
    """Return the first letter of each name, or two letters where several names begin with the same letter."""
    first_letters = [name[:1].upper() for name in names]
    return [name[:2].strip() if first_letters.count(name[:1].upper()) > 1 else name[:1] for name in names]


def meld_of(target: Target) -> str:
    """Return the name of the meld that a target belongs to; empty if it belongs to none."""
    return target.partition(":")[0] if target.startswith("m") else ""


def find_melds(table: Table) -> dict[str, list[Target]]:
    """Return the melds by name, each with the targets of its cards."""
    melds: dict[str, list[Target]] = {}
    for target in table:
        if meld_of(target):
            melds.setdefault(meld_of(target), []).append(target)
    return melds


def arrange_cards(zones: TableZones, table: Table, hand: HandState) -> dict[Target, list[CardPlace]]:
    places: dict[Target, list[CardPlace]] = {}
    for pile, box in zip(("stock", "discard"), zones.piles, strict=True):
        places[pile] = [pile_place(box, pile, number) for number in range(len(table.get(pile, ())))]
    places |= _arrange_hand(zones, table, hand)
    for seat, box in zip(hand.other_seats, zones.player_zones(hand.seat_count - 1), strict=True):
        places |= _arrange_other_hand(zones, table, seat, box)
    places |= _arrange_melds(zones, table)
    return places


def pile_place(box: Box, pile: str, number: int) -> CardPlace:
    """Return the place of card `number` of a pile in `box`, counted from 0 at the bottom."""
    shift = 0.0035 * box.h * min(number, 24 if pile == "stock" else 5)
    return (box.centre[0] - 0.6 * shift, box.centre[1] - shift, box.h, 0.0)


def _arrange_hand(zones: TableZones, table: Table, hand: HandState) -> dict[Target, list[CardPlace]]:
    """Return the places of the hand's cards; a covered hand is one target, and held cards are in its centre."""
    pile = f"h{hand.seat}"
    if pile in table:
        return {pile: list(_hand_row(zones, len(table[pile])))}
    cards = [target for target in order_hand(table, hand.seat, hand.order) if target not in hand.held_cards]
    gaps = () if hand.held_cards else [n for n, card in enumerate(cards) if n and card in hand.group_starts]
    row = _hand_row(zones, len(cards) + (hand.gap_index is not None), gaps)  # one place for all held cards
    if hand.gap_index is not None:
        row.pop(hand.gap_index)
    lifts = {hand.pointed_card: POINTED_LIFT * zones.u} | dict.fromkeys(hand.raised_cards, RAISED_LIFT * zones.u)
    places: dict[Target, list[CardPlace]] = {
        target: [(x, y - lifts.get(target, 0.0), height, lean)]
        for target, (x, y, height, lean) in zip(cards, row, strict=True)
    }
    centre = (*zones.hand.centre, zones.hand.h, 0.0)
    return places | {target: [centre] for target in hand.held_cards if target in table}


def _hand_row(zones: TableZones, count: int, gaps: Collection[int] = ()) -> list[CardPlace]:
    """Return the places of `count` cards of the hand, with a gap before each index in `gaps`."""
    zone, width = zones.hand, HAND_CARD_WIDTH * zones.u
    gap = GROUP_GAP * width
    step = min(MAX_HAND_STEP * width, (zone.w - width - gap * len(gaps)) / max(1, count - 1))
    half = (step * (count - 1) + gap * len(gaps)) / 2
    row = []
    for n in range(count):
        x = zone.centre[0] - half + n * step + gap * sum(at <= n for at in gaps)
        drop, lean = zones.bend_at(x, half)
        row.append((x, zone.centre[1] + drop, zone.h, lean))
    return row


def gap_at(zones: TableZones, count: int, x: float) -> int:
    """Return the index, 0 to `count`, at which a card at `x` would be inserted in a hand of `count` cards."""
    return sum(place[0] < x for place in _hand_row(zones, count + 1)[:-1]) if count else 0


def _arrange_other_hand(zones: TableZones, table: Table, seat: Seat, box: Box) -> dict[Target, list[CardPlace]]:
    width = OTHER_CARD_WIDTH * zones.u
    height = width * CARD_RATIO
    open_cards = [target for target in table if is_in_hand(target, seat)]
    count = len(open_cards) or len(table.get(f"h{seat}", ()))
    text_width = max(5.5 * zones.u, zones.control)  # it grows with the text size, like the count
    cards_width = max(box.w - text_width - 1.6 * zones.u, 1.2 * width)
    step = min((0.62 if open_cards else 0.24) * width, (cards_width - width) / max(1, count - 1))
    left, bottom = box.x + 1.1 * zones.u + width / 2, box.bottom - height / 2
    if open_cards:
        y = bottom - 0.5 * zones.u
        return {target: [(left + n * step, y, height, 0.0)] for n, target in enumerate(open_cards)}
    step_angle = radians(min(FAN_DEGREES, MAX_FAN_DEGREES / max(1, count - 1)))
    fan = []
    for n in range(count):  # seen from the far side: the outermost cards are higher, and lean inwards
        offset = n - (count - 1) / 2
        y = bottom - 0.35 * zones.u - offset * offset * step_angle * step / 2
        fan.append((left + n * step, y, height, -degrees(offset * step_angle)))
    return {f"h{seat}": fan}


def spread_hand(zones: TableZones, places: CardPlaces, hand: HandState) -> dict[Target, list[CardPlace]]:
    """Return the places of the hand's cards when it spreads around the card under the pointer.

    That card keeps its place, so that it stays under the pointer; its neighbours shift, the nearest ones most.
    """
    row = [target for target in hand.order if target not in hand.held_cards]
    if hand.pointed_card not in row or hand.gap_index is not None:
        return {}
    places_before = [places[target][0] for target in row]
    pointed_index, width, zone = row.index(hand.pointed_card), places_before[0][2] / CARD_RATIO, zones.hand
    first_x, last_x = places_before[0][0], places_before[-1][0]
    step, half = (last_x - first_x) / max(1, len(row) - 1), (last_x - first_x) / 2
    spread: dict[Target, list[CardPlace]] = {}
    for n, (target, (x, y, height, lean)) in enumerate(zip(row, places_before, strict=True)):
        distance, direction = abs(n - pointed_index), 1 if n > pointed_index else -1
        cards_behind = len(row) - 1 - n if direction > 0 else n
        margin = zone.right - width / 2 - last_x if direction > 0 else first_x - width / 2 - zone.x
        limit = max(0.0, margin) + MAX_SQUEEZE * step * cards_behind
        shift = 0.0
        if 0 < distance <= SPREAD_COUNT:
            full_shift = SPREAD_SHIFT if direction > 0 else SPREAD_SHIFT / 2
            shift = min(full_shift * width * (1 - (distance - 1) / SPREAD_COUNT), limit)
        drop_before, _ = zones.bend_at(x, half)
        drop, lean = zones.bend_at(x + direction * shift, half) if shift else (drop_before, lean)
        spread[target] = [(x + direction * shift, y + drop - drop_before, height, lean)]
    return spread


def _arrange_melds(zones: TableZones, table: Table) -> dict[Target, list[CardPlace]]:
    melds, zone, u = list(find_melds(table).values()), zones.melds, zones.u
    width, gap = MELD_CARD_WIDTH * u, 1.6 * u
    while True:
        column_width = width * (1 + MELD_STEP * (MELD_ROOM_CARDS - 1))
        melds_per_row = max(1, int((zone.w + gap) // (column_width + gap)))
        rows = [range(first, min(first + melds_per_row, len(melds))) for first in range(0, len(melds), melds_per_row)]
        max_rows = MAX_MELD_ROWS + (width < 4.5 * u)
        if len(rows) * ((1 + TAB_HEIGHT) * width * CARD_RATIO + 0.8 * u) <= zone.h and len(rows) <= max_rows:
            break
        width *= 0.96  # try smaller cards
    height = width * CARD_RATIO
    meld_height = (1 + TAB_HEIGHT) * height
    row_step = min(meld_height + 0.9 * u, (zone.h - meld_height - 0.8 * u) / max(1, len(rows) - 1))
    places: dict[Target, list[CardPlace]] = {}
    for number, row in enumerate(rows):
        y, left = zone.y + 0.8 * u + number * row_step + height / 2, zone.x
        covered_count = sum(len(melds[index]) - 1 for index in row)
        free_width = zone.w - len(row) * width - (len(row) - 1) * gap
        step = min(MELD_STEP * width, free_width / max(1, covered_count))
        spare_width = free_width - step * covered_count
        for index in row:
            for n, target in enumerate(melds[index]):
                places[target] = [(left + width / 2 + n * step, y, height, 0.0)]
            meld_width = width + step * (len(melds[index]) - 1)
            padding = min(max(0.0, column_width - meld_width), spare_width)
            spare_width -= padding
            left += meld_width + padding + gap
    return places


def span_of(cards: Sequence[CardPlace]) -> MeldSpan:
    (first, y, height, _), (last, *_) = cards[0], cards[-1]
    half = height / CARD_RATIO / 2
    return first - half, last + half, y + height / 2, height


def make_spots(zones: TableZones, table: Table, hand: HandState, places: CardPlaces) -> dict[Target, Spot]:
    """Return the spots of all targets, topmost first; a joker in a meld has its own, because it can be swapped."""
    spots: dict[Target, Spot] = {}
    bottom = zones.hand.bottom + MAX_DROP * zones.u  # a raised card is also hit in its old place
    for target in reversed(order_hand(table, hand.seat, hand.order)):
        if target not in hand.held_cards:
            spot = _card_spot(places[target][0])
            spots[target] = replace(spot, box=spot.box._replace(h=max(spot.box.bottom, bottom) - spot.box.y))
    melds = dict(reversed(find_melds(table).items()))
    for cards in melds.values():
        for target, next_card in zip(cards, (*cards[1:], None), strict=True):
            if table[target][-1].look.startswith("JK"):
                spot = _card_spot(places[target][0])
                if next_card is not None:  # the next card covers the joker
                    spot = replace(spot, box=spot.box._replace(w=places[next_card][0][0] - spot.x))
                spots[target] = spot
    for name, cards in melds.items():
        first, last = (_card_spot(places[cards[end]][0]).box for end in (0, -1))
        box = first._replace(w=last.right - first.x)
        spots[name] = Spot(*box.centre, 0, 0, box.h, box.inset(-0.5 * zones.u))
    for pile, box in zip(("stock", "discard"), zones.piles, strict=True):
        spots[pile] = Spot(*box.centre, 0, 0, box.h, box.inset(-0.6 * zones.u))
    for seat, box in zip(hand.other_seats, zones.player_zones(hand.seat_count - 1), strict=True):
        spots[f"h{seat}"] = Spot(*box.centre, 0, 0, box.h, box)
    zone, felt = zones.hand, zones.felt
    spots["felt"] = Spot(*felt.centre, 0, 0, felt.h, felt)
    spots[f"h{hand.seat}"] = Spot(*zone.centre, 0, 0, zone.h, zone)
    return spots


def _card_spot(place: CardPlace) -> Spot:
    x, y, height, _ = place
    width = height / CARD_RATIO
    return Spot(x, y, 0, 0, height, Box(x - width / 2, y - height / 2, width, height))
