"""All melds of some cards, and all enlargements of a meld on the table (README.md, sections 4 and 5)."""

from collections.abc import Iterator
from itertools import combinations

from rules.ducale.cards import ACE, JOKER, Card, rank_of, suit_of
from rules.ducale.melds import HIGH_ACE, Meld, extend_meld


def melds_in(hand: tuple[Card, ...]) -> Iterator[Meld]:
    """Yield every meld that the cards of a hand make, with every possible face of a joker."""
    yield from _sets_in(hand)
    for suit in range(4):
        yield from _runs_in(hand, suit)


def _sets_in(hand: tuple[Card, ...]) -> Iterator[Meld]:
    jokers = JOKER in hand
    for rank in range(13):
        held = [face for face in range(rank, JOKER, 13) if face in hand]
        for count in (3, 4):
            for faces in combinations(held, count):
                yield Meld("set", faces)
            if not jokers:
                continue
            for naturals in combinations(held, count - 1):
                for face in range(rank, JOKER, 13):
                    if face not in naturals:
                        faces = tuple(sorted((*naturals, face)))
                        yield Meld("set", faces, faces.index(face))


def _runs_in(hand: tuple[Card, ...], suit: int) -> Iterator[Meld]:
    jokers = JOKER in hand
    counts = [hand.count(13 * suit + place % 13) for place in range(HIGH_ACE + 1)]
    for low in range(HIGH_ACE - 1):
        missing: list[int] = []
        for high in range(low, HIGH_ACE + 1):
            both_aces = low == 0 and high == HIGH_ACE
            if not counts[high] or (both_aces and counts[0] < 2 and 0 not in missing):
                missing.append(high)
            if len(missing) > jokers:
                break
            if high - low < 2:
                continue
            faces = tuple(13 * suit + place % 13 for place in range(low, high + 1))
            if not missing:
                yield Meld("run", faces)
            if jokers:
                spare = both_aces and counts[0] == 1
                places = [0, HIGH_ACE] if spare and missing == [HIGH_ACE] else missing or range(low, high + 1)
                yield from (Meld("run", faces, place - low) for place in places)


def list_enlargements(meld: Meld, hand: tuple[Card, ...]) -> Iterator[Meld]:
    """Yield every meld that lay-offs from a hand make of one on the table, the smallest first."""
    jokers = JOKER in hand and meld.joker is None
    return _enlarged_set(meld, hand, jokers) if meld.kind == "set" else _enlarged_run(meld, hand, jokers)


def _enlarged_set(meld: Meld, hand: tuple[Card, ...], jokers: bool) -> Iterator[Meld]:
    for face in range(rank_of(meld.faces[0]), JOKER, 13):
        if face in hand and face not in meld.faces:
            yield extend_meld(meld, (face, False))
        if jokers and face not in meld.faces:
            yield extend_meld(meld, (face, True))


def _enlarged_run(meld: Meld, hand: tuple[Card, ...], jokers: bool) -> Iterator[Meld]:
    base = 13 * suit_of(meld.faces[0])
    lows, highs = meld.low, HIGH_ACE - meld.high
    for size in range(1, lows + highs + 1):
        possible = False
        for below in range(max(0, size - highs), min(size, lows) + 1):
            low, high = meld.low - below, meld.high + size - below
            new = [*range(low, meld.low), *range(meld.high + 1, high + 1)]
            needed = [base + place % 13 for place in new]
            lacking = [
                number for number, face in enumerate(needed) if needed[: number + 1].count(face) > hand.count(face)
            ]
            if len(lacking) > jokers:
                continue
            possible = True
            faces = tuple(base + place % 13 for place in range(low, high + 1))
            kept = None if meld.joker is None else meld.joker + below
            if not lacking:
                yield Meld("run", faces, kept)
            if jokers:
                both = lacking and needed.count(base + ACE) == 2 and needed[lacking[0]] == base + ACE
                for number in range(len(new)):
                    if not lacking or number in lacking or (both and needed[number] == base + ACE):
                        yield Meld("run", faces, new[number] - low)
        if not possible:
            return
