"""Layout of all cards of a table: hands in order, piles, melds in rows; without pygame, in pixels."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from math import degrees, radians
from typing import Final, TypeAlias

from rules.contract import Seat, Table, Target
from rules.ducale.cards import RANKS
from scenes.games.ducale.table_zones import (
    CARD_RATIO,
    HAND_CARD,
    MAX_DROP,
    MELD_CARD,
    OTHER_CARD,
    POINTED_LIFT,
    RAISED_LIFT,
    TableZones,
)
from scenes.surfaces.layout import Box, Spot

CardPlace: TypeAlias = tuple[float, float, float, float]
"""x and y of a card's centre, its height, and its lean to the right in degrees."""
CardPlaces: TypeAlias = Mapping[Target, Sequence[CardPlace]]
"""Target -> the place of each token there, bottom to top."""

Span: TypeAlias = tuple[float, float, float, float]
"""Left, right and lower edge of a meld's cards, and their height."""

TAB_HEIGHT: Final = 0.19  # height of the owner's tab below a meld, as a share of the cards' height
MELD_STEP: Final = 0.36
"""Visible part of a melded card beside the next, as a share of its width: its index and a little more."""
MAX_MELD_ROWS: Final = 4
MELD_ROOM_CARDS: Final = 5
"""Cards that a meld's row has room for, so that rows stay the same when a meld grows."""
MAX_HAND_STEP: Final = 0.74  # maximum distance of cards in hand, as a share of their width
GROUP_GAP: Final = 0.36
"""Additional distance between two groups of cards in hand, as a share of a card's width."""
SPREAD_SHIFT: Final = 0.3
SPREAD_COUNT: Final = 5
"""Shift of the card after the pointed one, in widths (half as much before it); number of cards that shift."""
MAX_SQUEEZE: Final = 0.4
"""Maximum shift towards the next card, as a share of the distance, where the row can't become longer."""
FAN_DEGREES: Final = 2.5
MAX_FAN_DEGREES: Final = 16.0
"""Degrees between two cards of another player's hand, and between its first and last, at most."""
SUIT_ORDER: Final = "SHCD"


@dataclass(frozen=True, slots=True)
class HandState:
    """The person's view of the table: the lower seat, and the order and state of its hand."""

    seat: Seat = 0
    seats: int = 2
    order: tuple[Target, ...] = ()
    group_starts: frozenset[Target] = frozenset()
    raised: frozenset[Target] = frozenset()
    pointed: Target | None = None
    held: frozenset[Target] = frozenset()
    """The cards that the pointer holds: they leave no gap."""
    gap: int | None = None  # index among the other cards of a gap for the held ones

    @property
    def others(self) -> list[Seat]:
        """The other seats in playing order, from left to right."""
        return [(self.seat + n) % self.seats for n in range(1, self.seats)]


@dataclass(frozen=True, slots=True)
class MeldOwner:
    """A meld's owner: the seat, and the letters that stand for the player's name."""

    seat: Seat
    letter: str = ""


@dataclass(frozen=True, slots=True)
class PlayerTexts:
    """A player's texts and marks beside the cards."""

    name: str
    owner: MeldOwner | None = None
    count: str = ""
    total: str = ""
    opened: bool = False
    dealer: bool = False
    turn: bool = False
    tip: str = ""
    hand: str = ""
    """The points of the hand, for the only person."""


@dataclass(frozen=True, slots=True)
class CardHighlights:
    glow: frozenset[Target] = frozenset()  # targets for the selected cards
    owed: frozenset[Target] = frozenset()
    of_turn: frozenset[Target] = frozenset()
    """The cards of the turn under the pointer or keyboard in the list of turns."""
    fresh: frozenset[Target] = frozenset()  # the cards that came to the hand last
    hint: frozenset[Target] = frozenset()  # the pick and drop of the hint
    aim: Target | None = None
    focus: Target | None = None
    arrows: tuple[tuple[frozenset[Target], Target], ...] = ()
    """A better turn in a review: cards and their target."""


def list_initials(names: Sequence[str]) -> list[str]:
    """Return the first letter of each name; two letters where several begin alike."""
    first = [name[:1].upper() for name in names]
    return [name[:2].strip() if first.count(name[:1].upper()) > 1 else name[:1] for name in names]


def meld_of(target: Target) -> str:
    """Return the meld that a target belongs to; empty if none."""
    return target.partition(":")[0] if target.startswith("m") else ""


def find_melds(table: Table) -> dict[str, list[Target]]:
    """Return the melds, each with the targets of its cards."""
    found: dict[str, list[Target]] = {}
    for target in table:
        if meld_of(target):
            found.setdefault(meld_of(target), []).append(target)
    return found


def is_in_hand(target: Target, seat: Seat) -> bool:
    """Return whether a target is a card of a seat's open hand."""
    return target.startswith(f"h{seat}:")


def order_hand(table: Table, seat: Seat, order: Sequence[Target]) -> tuple[Target, ...]:
    """Return the open hand of a seat in the person's own order; new cards are last."""
    there = [target for target in table if is_in_hand(target, seat)]
    kept = [target for target in order if target in table and is_in_hand(target, seat)]
    return (*kept, *(target for target in there if target not in kept))


def face_of(target: Target) -> str:
    return target.partition(":")[2].partition("#")[0]


def _rank_index(face: str) -> int:
    return len(RANKS) if face == "JK" else RANKS.index(face[:-1])


def _suit_index(face: str) -> int:
    return len(SUIT_ORDER) if face == "JK" else SUIT_ORDER.index(face[-1])


def sort_by_suit(cards: Sequence[Target]) -> list[Target]:
    """Sort by suit, each from the ace up; jokers last."""
    return sorted(cards, key=lambda card: (_suit_index(face_of(card)), _rank_index(face_of(card)), card))


def sort_by_rank(cards: Sequence[Target]) -> list[Target]:
    """Sort by rank; jokers last."""
    return sorted(cards, key=lambda card: (_rank_index(face_of(card)), _suit_index(face_of(card)), card))


def sort_by_melds(cards: Sequence[Target], melds: Sequence[Sequence[str]]) -> list[Target]:
    """Sort the cards of `melds` first, then the rest by suit."""
    left = sort_by_suit(cards)
    found = []
    for meld in melds:
        for face in meld:
            card = next(one for one in left if face_of(one) == face)
            left.remove(card)
            found.append(card)
    return [*found, *left]


def arrange_cards(zones: TableZones, table: Table, hand: HandState) -> dict[Target, list[CardPlace]]:
    places: dict[Target, list[CardPlace]] = {}
    for pile, box in zip(("stock", "discard"), zones.piles, strict=True):
        places[pile] = [pile_place(box, pile, n) for n in range(len(table.get(pile, ())))]
    places |= _arrange_hand(zones, table, hand)
    for seat, box in zip(hand.others, zones.player_zones(hand.seats - 1), strict=True):
        places |= _arrange_other_hand(zones, table, seat, box)
    places |= _arrange_melds(zones, table)
    return places


def pile_place(box: Box, pile: str, number: int) -> CardPlace:
    """Return the place of the card with this number from 0 on a pile in `box`."""
    lift = 0.0035 * box.h * min(number, 24 if pile == "stock" else 5)
    return (box.centre[0] - 0.6 * lift, box.centre[1] - lift, box.h, 0.0)


def _arrange_hand(zones: TableZones, table: Table, hand: HandState) -> dict[Target, list[CardPlace]]:
    pile = f"h{hand.seat}"
    if pile in table:
        return {pile: list(_hand_row(zones, len(table[pile])))}
    cards = [target for target in order_hand(table, hand.seat, hand.order) if target not in hand.held]
    gaps = () if hand.held else [n for n, card in enumerate(cards) if n and card in hand.group_starts]
    slots = _hand_row(zones, len(cards) + (hand.gap is not None), gaps)
    if hand.gap is not None:
        slots.pop(hand.gap)
    up = {hand.pointed: POINTED_LIFT * zones.u} | dict.fromkeys(hand.raised, RAISED_LIFT * zones.u)
    places: dict[Target, list[CardPlace]] = {
        target: [(x, y - up.get(target, 0.0), high, lean)]
        for target, (x, y, high, lean) in zip(cards, slots, strict=True)
    }
    middle = (*zones.hand.centre, zones.hand.h, 0.0)
    return places | {target: [middle] for target in hand.held if target in table}


def _hand_row(zones: TableZones, count: int, gaps: Collection[int] = ()) -> list[CardPlace]:
    """Return places for `count` cards in the middle of the hand's zone, as a fan, with gaps before some."""
    zone, wide = zones.hand, HAND_CARD * zones.u
    gap = GROUP_GAP * wide
    step = min(MAX_HAND_STEP * wide, (zone.w - wide - gap * len(gaps)) / max(1, count - 1))
    half = (step * (count - 1) + gap * len(gaps)) / 2
    row = []
    for n in range(count):
        x = zone.centre[0] - half + n * step + gap * sum(at <= n for at in gaps)
        lower, lean = zones.bend_at(x, half)
        row.append((x, zone.centre[1] + lower, zone.h, lean))
    return row


def gap_at(zones: TableZones, count: int, x: float) -> int:
    """Return the index, 0 to `count`, of a card at `x` among `count` cards of the hand."""
    return sum(place[0] < x for place in _hand_row(zones, count + 1)[:-1]) if count else 0


def _arrange_other_hand(zones: TableZones, table: Table, seat: Seat, box: Box) -> dict[Target, list[CardPlace]]:
    wide = OTHER_CARD * zones.u
    high = wide * CARD_RATIO
    spread_hand = [target for target in table if is_in_hand(target, seat)]
    targets = spread_hand or [f"h{seat}"]
    count = len(spread_hand) or len(table.get(f"h{seat}", ()))
    words = max(5.5 * zones.u, zones.control)  # like the count, the text scales with the text size
    room = max(box.w - words - 1.6 * zones.u, 1.2 * wide)
    step = min((0.62 if spread_hand else 0.24) * wide, (room - wide) / max(1, count - 1))
    left, low = box.x + 1.1 * zones.u + wide / 2, box.bottom - high / 2
    if spread_hand:
        y = low - 0.5 * zones.u
        return {target: [(left + n * step, y, high, 0.0)] for n, target in enumerate(targets)}
    turn = radians(min(FAN_DEGREES, MAX_FAN_DEGREES / max(1, count - 1)))
    fan = []
    for n in range(count):  # held from the far side: the outermost are higher, and lean inwards
        aside = n - (count - 1) / 2
        fan.append(
            (left + n * step, low - 0.35 * zones.u - aside * aside * turn * step / 2, high, -degrees(aside * turn))
        )
    return {f"h{seat}": fan}


def spread_hand(zones: TableZones, places: CardPlaces, hand: HandState) -> dict[Target, list[CardPlace]]:
    """Return the places of the hand's cards when it opens around the card under the pointer.

    That card keeps its place, so that the hit test stays true; its neighbours shift, the nearest most.
    """
    row = [target for target in hand.order if target not in hand.held]
    if hand.pointed not in row or hand.gap is not None:
        return {}
    lying = [places[target][0] for target in row]
    at, wide, zone = row.index(hand.pointed), lying[0][2] / CARD_RATIO, zones.hand
    step = (lying[-1][0] - lying[0][0]) / max(1, len(row) - 1)
    half = (lying[-1][0] - lying[0][0]) / 2
    found: dict[Target, list[CardPlace]] = {}
    for n, (target, (x, y, high, lean)) in enumerate(zip(row, lying, strict=True)):
        far, way = abs(n - at), 1 if n > at else -1
        behind = len(row) - 1 - n if way > 0 else n
        margin = zone.right - wide / 2 - lying[-1][0] if way > 0 else lying[0][0] - wide / 2 - zone.x
        most = max(0.0, margin) + MAX_SQUEEZE * step * behind
        give = (
            min((SPREAD_SHIFT if way > 0 else SPREAD_SHIFT / 2) * wide * (1 - (far - 1) / SPREAD_COUNT), most)
            if 0 < far <= SPREAD_COUNT
            else 0.0
        )
        before, _ = zones.bend_at(x, half)
        lower, lean = zones.bend_at(x + way * give, half) if give else (before, lean)
        found[target] = [(x + way * give, y + lower - before, high, lean)]
    return found


def _arrange_melds(zones: TableZones, table: Table) -> dict[Target, list[CardPlace]]:
    melds, zone, u = list(find_melds(table).values()), zones.melds, zones.u
    wide, gap = MELD_CARD * u, 1.6 * u
    while True:
        column = wide * (1 + MELD_STEP * (MELD_ROOM_CARDS - 1))
        count = max(1, int((zone.w + gap) // (column + gap)))
        rows = [range(first, min(first + count, len(melds))) for first in range(0, len(melds), count)]
        if len(rows) * ((1 + TAB_HEIGHT) * wide * CARD_RATIO + 0.8 * u) <= zone.h and len(rows) <= MAX_MELD_ROWS + (
            wide < 4.5 * u
        ):
            break
        wide *= 0.96
    high = wide * CARD_RATIO
    hangs = (1 + TAB_HEIGHT) * high
    pitch = min(hangs + 0.9 * u, (zone.h - hangs - 0.8 * u) / max(1, len(rows) - 1))
    places: dict[Target, list[CardPlace]] = {}
    for number, row in enumerate(rows):
        y, left = zone.y + 0.8 * u + number * pitch + high / 2, zone.x
        covered = sum(len(melds[at]) - 1 for at in row)
        free = zone.w - len(row) * wide - (len(row) - 1) * gap
        step = min(MELD_STEP * wide, free / max(1, covered))
        spare = free - step * covered
        for at in row:
            for n, target in enumerate(melds[at]):
                places[target] = [(left + wide / 2 + n * step, y, high, 0.0)]
            used = wide + step * (len(melds[at]) - 1)
            room = min(max(0.0, column - used), spare)
            spare -= room
            left += used + room + gap
    return places


def span_of(cards: Sequence[CardPlace]) -> Span:
    (first, foot, high, _), (last, *_) = cards[0], cards[-1]
    half = high / CARD_RATIO / 2
    return first - half, last + half, foot + high / 2, high


def make_spots(zones: TableZones, table: Table, hand: HandState, places: CardPlaces) -> dict[Target, Spot]:
    """Return the hit areas, topmost first; jokers of melds have their own, as they can be swapped."""
    found: dict[Target, Spot] = {}
    foot = zones.hand.bottom + MAX_DROP * zones.u  # a raised card is also hit in its old place
    for target in reversed(order_hand(table, hand.seat, hand.order)):
        if target not in hand.held:
            spot = _card_spot(places[target][0])
            found[target] = replace(spot, box=spot.box._replace(h=max(spot.box.bottom, foot) - spot.box.y))
    melds = dict(reversed(find_melds(table).items()))
    for cards in melds.values():
        for target, after in zip(cards, (*cards[1:], None), strict=True):
            if table[target][-1].look.startswith("JK"):
                spot = _card_spot(places[target][0])
                if after is not None:  # the next card covers the joker
                    spot = replace(spot, box=spot.box._replace(w=places[after][0][0] - spot.x))
                found[target] = spot
    for name, cards in melds.items():
        first, last = (_card_spot(places[cards[end]][0]).box for end in (0, -1))
        box = first._replace(w=last.right - first.x)
        found[name] = Spot(*box.centre, 0, 0, box.h, box.inset(-0.5 * zones.u))
    for pile, box in zip(("stock", "discard"), zones.piles, strict=True):
        found[pile] = Spot(*box.centre, 0, 0, box.h, box.inset(-0.6 * zones.u))
    for seat, box in zip(hand.others, zones.player_zones(hand.seats - 1), strict=True):
        found[f"h{seat}"] = Spot(*box.centre, 0, 0, box.h, box)
    own = zones.hand
    felt = zones.felt
    found["felt"] = Spot(*felt.centre, 0, 0, felt.h, felt)
    found[f"h{hand.seat}"] = Spot(*own.centre, 0, 0, own.h, own)
    return found


def _card_spot(place: CardPlace) -> Spot:
    x, y, high, _ = place
    wide = high / CARD_RATIO
    return Spot(x, y, 0, 0, high, Box(x - wide / 2, y - high / 2, wide, high))
