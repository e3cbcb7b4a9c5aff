"""The cases file of Ducale: melds, jokers, turns, shuffles, scores, matches, states and hands."""

import json
from typing import Any, Final

from rules.ducale import GAME, scores
from rules.ducale.cards import TEXTS, VALUES, complete, read
from rules.ducale.engine.solver import best_opening_pure, solve
from rules.ducale.melds import MeldError, extended, joker_faces, read_meld, read_named, swapped
from rules.ducale.options import read_options
from rules.ducale.position import Position
from rules.ducale.position_reader import read_position
from rules.errors import TurnError
from tests.rows import cases_of, each
from tests.rules.rami import cards

CASES: Final[dict[str, Any]] = cases_of("ducale")


@each(CASES["melds"], "name")
def test_cards_are_a_meld_or_are_refused_with_the_reason_of_the_case(case: dict[str, Any]) -> None:
    try:
        meld = read_meld(case["cards"])
    except MeldError as problem:
        assert (case["valid"], problem.code) == (False, case["reason"])
        return
    assert case["valid"]
    assert (meld.kind, meld.points, str(meld)) == (case["kind"], case["points"], case["canonical"])


@each(CASES["declare"], "name")
def test_a_joker_may_stand_for_the_cards_of_the_case(case: dict[str, Any]) -> None:
    assert sorted(TEXTS[face] for face in joker_faces(cards(case["cards"]))) == sorted(case["options"])


@each([*CASES["layoffs"], *CASES["swaps"]], "name")
def test_a_lay_off_or_a_swap_makes_the_meld_of_the_case(case: dict[str, Any]) -> None:
    meld = read_meld(case["meld"])
    try:
        lays = "end" in case
        after = (
            extended(meld, read_named(case["card"]), case["end"] or "") if lays else swapped(meld, read(case["card"]))
        )
    except MeldError as problem:
        assert (case["legal"], problem.code) == (False, case["reason"])
        return
    assert (case["legal"], str(after)) == (True, case["after"])


@each(CASES["shuffles"], "name")
def test_a_new_stock_is_made_as_in_the_case(case: dict[str, Any]) -> None:
    piles = {"stock": cards(case["stock"]), "discard": cards(case["discard"]), "rebuilds": case["rebuilds"]}
    position = Position((cards("2H"), cards("3H")), phase="draw", opened=(True, True), **piles)
    try:
        for move in GAME.text.read_turn(position, f"~ {case['order']}"):
            position = position.play(move)
    except TurnError as problem:
        assert (case["legal"], problem.code) == (False, case["reason"])
        return
    assert case["legal"]
    assert position.stock == cards(case["stock_after"])
    assert position.discard == cards(case["discard_after"])


@each(CASES["scores"], "name")
def test_a_round_costs_what_the_case_says(case: dict[str, Any]) -> None:
    hands = [[read(card) for card in hand] for hand in case["hands"]]
    options = read_options(case["opts"])
    assert (
        list(scores.round_points(options, hands, case["opened"], case["winner"], case["one_turn"])) == case["points"]
    )


@each(CASES["matches"], "name")
def test_a_match_stands_as_in_the_case(case: dict[str, Any]) -> None:
    options, rows = read_options(case["opts"]), case["rows"]
    totals = scores.totals(rows, len(rows[0]))
    assert list(totals) == case["totals"]
    assert scores.is_over(options, rows) == case["over"]
    assert list(scores.ranks(totals)) == case["ranks"]


@each(CASES["hands"], "name")
def test_the_solver_gives_the_exact_answers_of_the_case(case: dict[str, Any]) -> None:
    hand = cards(case["cards"])
    found = solve(hand)
    answers = {
        "max_cards": found.max_cards,
        "min_points": found.min_points,
        "out_with_discard": found.out_with_discard,
        "out_all": found.out_all,
        "best_opening": found.best_opening,
        "best_opening_pure": best_opening_pure(hand),
    }
    assert answers == {key: case[key] for key in answers}
    for melds in (found.most(), found.least(), found.opening()):
        used = [card for meld in melds for card in meld.cards]
        assert all(used.count(card) <= hand.count(card) for card in used)
        assert all(read_meld(str(meld)) == meld for meld in melds)
    assert sum(len(meld.faces) for meld in found.most()) == case["max_cards"]
    laid = sum(VALUES[card] for meld in found.least() for card in meld.cards)
    assert sum(VALUES[card] for card in hand) - laid == case["min_points"]
    assert sum(meld.points for meld in found.opening()) == case["best_opening"]


def test_the_states_of_the_cases_hold_all_cards() -> None:
    for case in CASES["turns"]:
        position = read_position(json.dumps(case["state"]))
        hands = [card for hand in position.hands for card in hand]
        table = [card for one in position.melds for card in one.meld.cards]
        assert complete([*hands, *table, *position.stock, *position.discard])
