"""Lists of all melds that a hand can lay, and of all enlargements of a meld on the table (README.md, 4 and 5)."""

from collections.abc import Iterator
from itertools import combinations

from rules.ducale.cards import ACE, JOKER, Card, rank_of, suit_of
from rules.ducale.melds import HIGH_ACE, Meld, extend_meld


def melds_in(hand: tuple[Card, ...]) -> Iterator[Meld]:
    """Yield every meld that the cards of a hand make, a joker with each of its possible faces."""
    yield from _sets_in(hand)
    for suit in range(4):
        yield from _runs_in(hand, suit)


def _sets_in(hand: tuple[Card, ...]) -> Iterator[Meld]:
    has_joker = JOKER in hand
    for rank in range(13):
        held = [face for face in range(rank, JOKER, 13) if face in hand]
        for count in (3, 4):
            for faces in combinations(held, count):
                yield Meld("set", faces)
            if not has_joker:
                continue
            for naturals in combinations(held, count - 1):
                for face in range(rank, JOKER, 13):
                    if face not in naturals:
                        faces = tuple(sorted((*naturals, face)))
                        yield Meld("set", faces, faces.index(face))


def _runs_in(hand: tuple[Card, ...], suit: int) -> Iterator[Meld]:
    has_joker = JOKER in hand
    counts = [hand.count(13 * suit + place % 13) for place in range(HIGH_ACE + 1)]
    for low in range(HIGH_ACE - 1):
        missing: list[int] = []
        for high in range(low, HIGH_ACE + 1):
            both_aces = low == 0 and high == HIGH_ACE
            if not counts[high] or (both_aces and counts[0] < 2 and 0 not in missing):
                missing.append(high)
            if len(missing) > has_joker:
                break
            if high - low < 2:
                continue
            faces = tuple(13 * suit + place % 13 for place in range(low, high + 1))
            if not missing:
                yield Meld("run", faces)
            if has_joker:
                is_either_ace = both_aces and counts[0] == 1 and missing == [HIGH_ACE]
                places = [0, HIGH_ACE] if is_either_ace else missing or range(low, high + 1)
                yield from (Meld("run", faces, place - low) for place in places)


def list_enlargements(meld: Meld, hand: tuple[Card, ...]) -> Iterator[Meld]:
    """Yield every meld that lay-offs from a hand make of `meld`, the smallest first."""
    has_joker = JOKER in hand and meld.joker is None
    return _enlarged_sets(meld, hand, has_joker) if meld.kind == "set" else _enlarged_runs(meld, hand, has_joker)


def _enlarged_sets(meld: Meld, hand: tuple[Card, ...], has_joker: bool) -> Iterator[Meld]:
    for face in range(rank_of(meld.faces[0]), JOKER, 13):
        if face in hand and face not in meld.faces:
            yield extend_meld(meld, (face, False))
        if has_joker and face not in meld.faces:
            yield extend_meld(meld, (face, True))


def _enlarged_runs(meld: Meld, hand: tuple[Card, ...], has_joker: bool) -> Iterator[Meld]:
    ace = 13 * suit_of(meld.faces[0]) + ACE
    room_below, room_above = meld.low, HIGH_ACE - meld.high
    for added_count in range(1, room_below + room_above + 1):
        is_possible = False
        for below in range(max(0, added_count - room_above), min(added_count, room_below) + 1):
            low, high = meld.low - below, meld.high + added_count - below
            new_places = [*range(low, meld.low), *range(meld.high + 1, high + 1)]
            needed = [ace + place % 13 for place in new_places]
            lacking = [
                index for index, face in enumerate(needed) if needed[: index + 1].count(face) > hand.count(face)
            ]
            if len(lacking) > has_joker:
                continue
            is_possible = True
            faces = tuple(ace + place % 13 for place in range(low, high + 1))
            if not lacking:
                yield Meld("run", faces, None if meld.joker is None else meld.joker + below)
            if has_joker:
                is_either_ace = lacking and needed.count(ace) == 2 and needed[lacking[0]] == ace
                for index, place in enumerate(new_places):
                    if not lacking or index in lacking or (is_either_ace and needed[index] == ace):
                        yield Meld("run", faces, place - low)
        if not is_possible:
            return
