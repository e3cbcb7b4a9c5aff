"""The hand solver of Ducale against a plain, independent search (README.md, section 15)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any

import pytest

from rules.ducale.best_melds import describe_best_melds
from rules.ducale.cards import CARD_POINTS, JOKER, PACK, Card
from rules.ducale.engine.solver import Solution, best_opening_pure, solve
from rules.ducale.melds import MeldError, joker_faces, make_meld, read_meld
from tests.patience import within_reason
from tests.rows import cases_of, each, rows
from tests.rules.rami import cards


@dataclass
class Best:
    """The results of a plain search that tries everything that can be laid."""

    counts: set[int]
    points: int = 0
    opening: int = 0
    pure: int | None = None


def meld_values(chosen: Sequence[Card]) -> Iterator[tuple[int, bool]]:
    """Yield the opening points of each meld of exactly these cards, and whether it is a run without joker."""
    naturals = [(card, False) for card in chosen if card != JOKER]
    faces = joker_faces(chosen) if JOKER in chosen else [None]
    orders = (naturals, naturals[::-1])
    for face in faces:
        for order in orders:
            for named in ([*order, (face, True)], [(face, True), *order]) if face is not None else (order,):
                try:
                    meld = make_meld(named)
                except MeldError:
                    continue
                yield meld.points, meld.kind == "run" and meld.joker is None


def search(hand: tuple[Card, ...]) -> Best:
    """Try every set of disjoint melds in a hand: the first free card is laid or left."""
    melds = [
        (set(places), points, pure)
        for size in range(3, len(hand) + 1)
        for places in combinations(range(len(hand)), size)
        for points, pure in set(meld_values([hand[place] for place in places]))
    ]
    best = Best(set())

    def go(place: int, used: set[int], left: int, opening: int, pure: bool) -> None:
        if place == len(hand):
            best.counts.add(len(used))
            best.points = max(best.points, left)
            best.opening = max(best.opening, opening)
            if pure:
                best.pure = max(best.pure or 0, opening)
            return
        go(place + 1, used, left, opening, pure)
        if place not in used:
            for places, points, clean in melds:
                if min(places) == place and not places & used:
                    laid = sum(CARD_POINTS[hand[one]] for one in places)
                    go(place + 1, used | places, left + laid, opening + points, pure or clean)

    go(0, set(), 0, 0, False)
    return best


def crowded_hand(rng: Random, size: int) -> tuple[Card, ...]:
    """Return a hand with many melds: low ranks or few suits, often with jokers."""
    kind = rng.randrange(4)
    if kind == 0:
        pack = [card for card in PACK if card == JOKER or card % 13 in (0, 1, 2, 3, 12)]
    elif kind == 1:
        pack = [card for card in PACK if card == JOKER or card // 13 == 2 or card % 13 in (0, 11, 12)]
    elif kind == 2:
        pack = [card for card in PACK if card == JOKER or card // 13 == 1]
    else:
        pack = list(PACK)
    return tuple(rng.sample(pack, size))


@pytest.mark.parametrize("seed", range(60))
def test_the_solver_agrees_with_a_plain_search(seed: int) -> None:
    rng = Random(seed)
    for _ in range(4):
        hand = crowded_hand(rng, rng.randint(1, 8))
        found, known = solve(hand), search(hand)
        assert found.max_cards == max(known.counts), hand
        assert found.min_points == sum(CARD_POINTS[card] for card in hand) - known.points
        assert found.best_opening == known.opening
        assert best_opening_pure(hand) == known.pure
        assert found.out_all == (len(hand) in known.counts)
        assert found.out_with_discard == (len(hand) - 1 in known.counts)


def checked(hand: tuple[Card, ...]) -> Solution:
    """Return the solution of a hand whose melds use its cards, and show what is told of them."""
    found = solve(hand)
    for melds in (found.list_longest_melds(), found.list_costliest_melds(), found.list_opening_melds()):
        used = [card for meld in melds for card in meld.cards]
        assert all(used.count(card) <= hand.count(card) for card in used)
        assert all(read_meld(str(meld)) == meld for meld in melds)
    assert sum(len(meld.faces) for meld in found.list_longest_melds()) == found.max_cards
    laid = sum(CARD_POINTS[card] for meld in found.list_costliest_melds() for card in meld.cards)
    assert sum(CARD_POINTS[card] for card in hand) - laid == found.min_points
    assert sum(meld.points for meld in found.list_opening_melds()) == found.best_opening
    return found


def test_witnesses_use_the_cards_of_the_hand_and_prove_the_answers() -> None:
    rng = Random(3)
    for _ in range(300):
        checked(crowded_hand(rng, 14))


@each(cases_of("ducale")["hands"], "name")
def test_the_solver_gives_the_exact_answers_of_the_case(case: dict[str, Any]) -> None:
    hand = cards(case["cards"])
    names = ("max_cards", "min_points", "out_with_discard", "out_all", "best_opening")
    found = checked(hand)
    answers = {name: getattr(found, name) for name in names} | {"best_opening_pure": best_opening_pure(hand)}
    assert answers == {key: case[key] for key in answers}


@rows
def test_a_joker_closes_a_gap_in_a_long_run(hand: str, melds: list[str]) -> None:
    found = solve(cards(hand))
    assert found.out_all
    assert sorted(map(str, found.list_longest_melds())) == sorted(melds)


def test_adjacent_runs_are_shown_as_a_single_run() -> None:
    assert [str(meld) for meld in solve(cards("4H 5H 6H 7H 8H 9H 10H")).list_longest_melds()] == [
        "4H 5H 6H 7H 8H 9H 10H"
    ]


def test_the_worst_hands_are_still_solved() -> None:
    """With most sets and runs to choose from; all cards of each can be laid."""
    hands = [
        "8S 8S 8H 8H 8D 8D 8C 8C JK JK JK JK 9S 9S",
        "AS 2S 3S 4S 5S 6S 7S AS 2S 3S 4S 5S 6S 7S",
        "AS 2S 3S 4S 5S AH 2H 3H 4H 5H JK JK JK JK",
        "7S 7H 7D 7C 8S 8H 8D 8C 9S 9H JK JK JK JK",
    ]
    with within_reason():
        assert [solve(cards(hand)).max_cards for hand in hands] == [14] * 4


def test_answers_are_plain_data() -> None:
    assert describe_best_melds("4h 5H JK 9C") == {
        "max_cards": 3,
        "min_points": 9,
        "out_with_discard": True,
        "out_all": False,
        "best_opening": 15,
        "most": ["4H 5H JK=6H"],
        "least": ["4H 5H JK=6H"],
        "opening": ["4H 5H JK=6H"],
    }
    assert describe_best_melds("")["out_all"] and describe_best_melds("")["most"] == []


@pytest.mark.parametrize(
    ("words", "named"), [("4H 7X", "7X"), ("4H 4H 4H", "4H"), ("JK JK JK JK JK", "JK"), ("2S 3S " * 8, "14")]
)
def test_cards_that_form_no_hand_are_refused_with_a_sentence(words: str, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        describe_best_melds(words)
