"""The rules of Ducale, clause by clause (rules/ducale/README.md)."""

import json
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, Final

import pytest

from rules import abilities
from rules.contract import NATURE, Gesture, Token
from rules.ducale import scores
from rules.ducale.cards import JOKER, TEXTS, is_full_pack, read
from rules.ducale.effects import replace_by_last_copies
from rules.ducale.melds import MeldError, extend_meld, joker_faces, read_laid_card, read_meld, swap_joker
from rules.ducale.moves import Deal, Draw, Rebuild, Shuffle
from rules.ducale.options import Options
from rules.ducale.options import read_options as read_json_options
from rules.ducale.position import Position, start
from rules.ducale.position_reader import read_position
from rules.record import read_options
from tests.checks import present
from tests.rows import cases_of, each, rows
from tests.rules.rami import after, cards, position, refused

CASES: Final[dict[str, Any]] = cases_of("ducale")


def legal(now: Position) -> list[str]:
    return [str(move) for move in now.legal_moves()]


# Section 2: the deal


@pytest.mark.parametrize(("seats", "stock"), [(2, 81), (3, 68), (4, 55), (5, 42), (6, 29)])
def test_each_player_is_dealt_13_cards_and_the_rest_is_the_stock(seats: int, stock: int) -> None:
    begun = start(Options(), seats)
    assert begun.to_move == NATURE
    now = begun.play(begun.sample(Random(1)))
    assert [len(hand) for hand in now.hands] == [13] * seats
    assert (len(now.stock), len(now.discard)) == (stock, 1)
    assert now.turn == (now.dealer + 1) % seats


def test_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    begun = start(Options(), 3)
    deal = begun.sample(Random(2))
    assert isinstance(deal, Deal)
    now = begun.play(deal)
    assert now.hands[(deal.dealer + 1) % 3][:2] == (deal.pack[0], deal.pack[3])
    assert now.discard == (deal.pack[39],) and now.stock == deal.pack[40:]


def test_the_first_dealer_is_any_seat_and_a_deal_has_all_cards() -> None:
    begun = start(Options(), 4)
    deals = [deal for deal in map(begun.sample, map(Random, range(40))) if isinstance(deal, Deal)]
    assert {deal.dealer for deal in deals} == {0, 1, 2, 3}
    pack = deals[0].pack
    assert abilities.is_legal(begun, Deal(0, pack))
    assert not abilities.is_legal(begun, Deal(0, (*pack[1:], pack[1])))
    assert not abilities.is_legal(begun, Deal(4, pack))


# Sections 3 to 11: turns, melds, duties, scores, options


@rows
def test_turns_lead_to_the_state_of_the_case(
    law: str, hands: list[str], facts: dict[str, Any], options: str, steps: list[tuple[str, dict[str, Any]]]
) -> None:
    """`steps`: a turn or its beginning, each time with what is asked of the position after it, and the answers."""
    now = position(*hands, **facts, options=read_options(Options, options))
    for turn, seen in steps:
        now = after(now, turn) if turn else now
        found = {question: answer(now, question) for question in seen}
        assert json.loads(json.dumps(found, default=str)) == seen, law


def answer(now: Position, question: str) -> object:
    """Answer a question of a row: one of these, or the name of an attribute."""
    what, _, words = question.partition(" ")
    answers: dict[str, Callable[[], object]] = {
        "hand_size": lambda: len(now.hands[int(words)]),
        "legal": lambda: [text for text in legal(now) if not words or text[0] in words],
        "meld": lambda: now.meld(int(words)),
        "outcome": lambda: (over := now.outcome()) and (over.reason, over.winners, over.points),
        "owed": lambda: [TEXTS[card] for card in now.owed],
        "refused": lambda: refused(now, words),
        "refusal": lambda: refusal_of(now, *words.split()),
        "remarks": lambda: [(remark.code, dict(remark.facts)) for remark in now.remarks()],
        "row": now.row,
    }
    return answers[what]() if what in answers else getattr(now, what)


def refusal_of(now: Position, pick: str, drop: str | None = None) -> tuple[str, str] | None:
    """Return the code of a refusal, and its first target."""
    refusal = now.refusal(picks(*pick.split(","), drop=drop))
    return None if refusal is None else (refusal.code, refusal.targets[0])


# Section 7: the empty stock


def test_an_empty_stock_is_rebuilt_from_all_discards_but_the_top_card() -> None:
    begun = position("4H 9C", stock=None, top="KD")
    assert legal(begun) == ["~"]
    now = begun.play(Rebuild(0))
    assert (now.phase, now.to_move) == ("shuffle", NATURE)
    shuffle = now.sample(Random(1))
    assert isinstance(shuffle, Shuffle)
    assert abilities.is_legal(now, shuffle) and not abilities.is_legal(now, Shuffle(shuffle.stock[1:]))
    then = now.play(shuffle)
    assert (then.phase, then.turn, then.rebuilds, then.discard) == ("draw", 0, 1, cards("KD"))
    assert abilities.automatic_move(then) == Draw(0) and not then.turn_started
    assert sorted(then.stock) == sorted(begun.discard[:-1])


def test_the_only_discard_becomes_the_stock() -> None:
    begun = position("4H 9C", stock=None, top="KD")
    begun = after(replace(begun, discard=cards("KD")), "~ KD")
    assert (begun.stock, begun.discard) == (cards("KD"), ())
    assert legal(begun) == ["+P"]
    assert refused(begun, "+D -9C") == "DISCARD_EMPTY"


# What it looks like


def picks(*targets: str, drop: str | None = None) -> Gesture:
    return Gesture(frozenset(targets), drop)


def test_equal_cards_have_separate_places() -> None:
    now = position("7H 7H JK 9C", stock="JK")
    assert {"h0:7H#1", "h0:7H#2", "h0:JK#1", "h0:9C#1", "stock", "discard"} <= now.table().keys()
    then = after(now, "+P…")
    assert "h0:JK#2" in then.table()
    assert replace_by_last_copies(then, ["h0:7H#1", "h0:JK#1"]) == {"h0:7H#2", "h0:JK#2"}
    assert replace_by_last_copies(then, ["h0:7H#1", "h0:7H#2"]) == {"h0:7H#1", "h0:7H#2"}


def test_a_joker_on_the_table_shows_what_it_stands_for() -> None:
    now = position("7H 9C", table=["4H 5H JK=6H", "AS 2S 3S", "QD KD AD"])
    assert now.table()["m1:6H"] == (Token("JK=6H"),)
    assert "m2:1S" in now.table() and "m3:AD" in now.table()


def test_a_hidden_hand_is_a_pile_of_backs() -> None:
    now = position("7H 9C").seen_by(1)
    assert now.table()["h0"] == (Token("back"),) * 2
    assert not any(target.startswith("h0:") for target in now.table())


def test_an_ambiguous_gesture_offers_a_choice() -> None:
    now = after(position("5H 6H KD", stock="JK"), "+P…")
    melds = [move for move in now.legal_moves() if str(move)[0] == "M"]
    assert len({now.gesture(move) for move in melds}) == 1
    assert [now.choice(move).look for move in melds] == ["JK=4H", "JK=7H"]


def test_an_open_obligation_refuses_the_discard_and_points_at_its_card() -> None:
    now = after(position("9C KD", opened=[0], table=["4H 5H 6H"], top="7H"), "+D…")
    refusal = present(now.refusal(picks("h0:9C#1", drop="discard")), "refusal")
    assert (refusal.code, dict(refusal.facts), refusal.targets[0]) == ("duty-card", {"card": "7H"}, "discard")
    assert now.remarks()[0].targets == ("h0:7H#1",)


def test_players_with_a_single_card_are_remarked() -> None:
    now = position("4H 5H 7H 9C", "KD", opened=[1])
    assert [(remark.code, remark.targets) for remark in now.remarks()] == [("one-card", ("h1",))]
    assert JOKER not in now.hands[0]


# The cases file: melds, jokers, shuffles, scores, matches and states; turns and hands are asked elsewhere


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
        card = case["card"]
        then = extend_meld(meld, read_laid_card(card), case["end"] or "") if lays else swap_joker(meld, read(card))
    except MeldError as problem:
        assert (case["legal"], problem.code) == (False, case["reason"])
        return
    assert (case["legal"], str(then)) == (True, case["after"])


@each(CASES["shuffles"], "name")
def test_a_stock_is_rebuilt_as_in_the_case(case: dict[str, Any]) -> None:
    piles = {"stock": cards(case["stock"]), "discard": cards(case["discard"]), "rebuilds": case["rebuilds"]}
    begun = Position((cards("2H"), cards("3H")), phase="draw", opened=(True, True), **piles)
    turn = f"~ {case['order']}"
    assert refused(begun, turn) == (None if case["legal"] else case["reason"])
    if case["legal"]:
        then = after(begun, turn)
        assert (then.stock, then.discard) == (cards(case["stock_after"]), cards(case["discard_after"]))


@each(CASES["scores"], "name")
def test_a_round_costs_what_the_case_says(case: dict[str, Any]) -> None:
    hands = [[read(card) for card in hand] for hand in case["hands"]]
    options = read_json_options(case["opts"])
    assert (
        list(scores.round_points(options, hands, case["opened"], case["winner"], case["one_turn"])) == case["points"]
    )


@each(CASES["matches"], "name")
def test_a_match_has_the_score_of_the_case(case: dict[str, Any]) -> None:
    options, rows = read_json_options(case["opts"]), case["rows"]
    totals = scores.totals(rows, len(rows[0]))
    assert list(totals) == case["totals"]
    assert scores.is_over(options, rows) == case["over"]
    assert list(scores.ranks(totals)) == case["ranks"]


def test_the_states_of_the_cases_contain_all_cards() -> None:
    for case in CASES["turns"]:
        position = read_position(json.dumps(case["state"]))
        hands = [card for hand in position.hands for card in hand]
        table = [card for one in position.melds for card in one.meld.cards]
        assert is_full_pack([*hands, *table, *position.stock, *position.discard])
