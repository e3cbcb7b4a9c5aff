"""The rules of Ducale, clause by clause (rules/ducale/README.md)."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rules import abilities
from rules.contract import NATURE, Gesture, Token
from rules.ducale.cards import JOKER, TEXTS
from rules.ducale.effects import alike
from rules.ducale.moves import Deal, Draw, Rebuild, Shuffle
from rules.ducale.options import Options
from rules.ducale.position import Position, start
from rules.record import read_options
from tests.checks import present
from tests.rows import rows
from tests.rules.rami import after, cards, position, refused

Row = tuple[int, ...]


def legal(now: Position) -> list[str]:
    return [str(move) for move in now.legal_moves()]


def codes(now: Position) -> list[str]:
    return [remark.code for remark in now.remarks()]


# Section 2: the deal


@pytest.mark.parametrize(("seats", "stock"), [(2, 81), (3, 68), (4, 55), (5, 42), (6, 29)])
def test_each_is_dealt_13_cards_and_the_rest_is_the_stock(seats: int, stock: int) -> None:
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


# Section 3: the turn


def test_a_turn_is_a_card_taken_cards_laid_and_a_discard() -> None:
    begun = position("4H 5H 9C", stock="6H")
    assert legal(begun) == ["+P"]
    now = after(begun, "+P…")
    assert legal(now) == ["M[4H 5H 6H]", "-4H", "-5H", "-9C", "-6H"]
    done = after(begun, "+P M[4H 5H 6H] -9C")
    assert (done.phase, done.winner, done.one_turn) == ("end", 0, True)
    assert after(begun, "+P -9C").turn == 1


def test_the_round_ends_when_laying_empties_the_hand() -> None:
    now = after(position("4H 5H", stock="6H"), "+P M[4H 5H 6H]")
    assert (now.phase, now.winner, now.hands[0]) == ("end", 0, ())
    assert now.to_move == NATURE


def test_a_lap_ends_with_the_dealers_turn() -> None:
    now = after(position("4H 9C", dealer=1, lap=1, stock="6H"), "+P -9C")
    assert (now.turn, now.lap) == (1, 1)
    now = after(now, f"+P -{TEXTS[now.hands[1][0]]}")
    assert (now.turn, now.lap) == (0, 2)


# Sections 4 and 5: melds, lay-offs, swaps, jokers


@rows
def test_after_a_draw_the_law_lets_these_be_laid(
    law: str, hand: str, facts: dict[str, Any], kinds: str, moves: list[str]
) -> None:
    now = after(position(hand, **facts), "+P…")
    assert [text for text in legal(now) if text[0] in kinds] == moves, law


def test_a_joker_may_stand_for_a_card_that_is_held() -> None:
    now = after(position("5H 6H 7H KD", stock="JK"), "+P…")
    assert "M[5H JK=6H 7H]" in legal(now)


def test_a_run_may_go_from_ace_to_ace() -> None:
    meld = "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"
    now = after(position("AH KD", opened=[0], table=[meld], stock="AH"), "+P L1[<AH]…")
    assert str(after(now, "L1[AH] -KD").meld(1)) == f"AH {meld} AH"


def test_a_swapped_joker_may_go_back_on_the_same_meld() -> None:
    now = after(position("6H KD 2D", opened=[0], table=["4H 5H JK=6H"], stock="QS"), "+P X1[6H]…")
    assert [TEXTS[card] for card in now.owed] == ["JK"]
    assert "L1[JK=7H]" in legal(now) and not any(text[0] == "-" for text in legal(now))
    assert after(now, "L1[JK=7H] -KD").turn == 1


# Section 6: duties


def test_a_taken_card_must_be_laid_by_face_not_by_copy() -> None:
    begun = position("7H 9C KD", opened=[0], table=["4H 5H 6H"], top="7H")
    assert refused(begun, "+D -KD") == "DUTY_CARD"
    now = after(begun, "+D L1[7H]…")
    assert "-7H" in legal(now)


def test_two_swaps_owe_two_jokers() -> None:
    begun = position("6H 8D KD KS 2D", opened=[0], table=["4H 5H JK=6H", "8S 8H JK=8D"], stock="QS")
    now = after(begun, "+P X1[6H] X2[8D]…")
    assert [dict(remark.facts) for remark in now.remarks() if remark.code == "duty-joker"] == [{"count": "2"}]
    assert refused(begun, "+P X1[6H] X2[8D] L1[JK=7H] -KD") == "DUTY_JOKER"
    assert refused(begun, "+P X1[6H] X2[8D] L1[JK=7H] L2[JK=8C] -KD") is None


def test_everything_since_the_draw_may_be_taken_back() -> None:
    now = after(position("4H 5H 9C", stock="6H"), "+P…")
    assert now.sealed
    assert not after(now, "M[4H 5H 6H]…").sealed
    assert after(now, "-9C").sealed
    taken = after(position("4H 5H 9C", top="6H"), "+D…")
    assert not taken.sealed


# Section 7: the empty stock


def test_an_empty_stock_is_made_anew_of_all_discards_but_the_top_one() -> None:
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


def test_a_round_is_blocked_when_a_second_rebuild_is_wanted_and_nothing_was_laid() -> None:
    begun = position("4H 9C", "KS QD", opened=[1], stock=None, top="KD", rebuilds=1)
    assert "blocks" in codes(begun)
    assert refused(begun, "~ 9C") == "BLOCKED"
    now = after(begun, "~")
    assert (now.phase, now.winner, now.row()) == ("blocked", None, (100, 20))
    void = after(replace(begun, options=Options(blocked="void")), "~")
    assert void.row() == (0, 0)


def test_laying_a_card_allows_a_rebuild_again() -> None:
    begun = position("4H 5H 9C", stock="6H", rebuilds=1)
    assert after(begun, "+P M[4H 5H 6H]…").rebuilds == 0
    assert after(begun, "+P -9C").rebuilds == 1


# Sections 8 and 9: scores


def test_losers_count_their_hands_or_100_or_200() -> None:
    begun = position("4H 5H", "KS AD JK", "2C 3C", opened=[1], stock="6H")
    assert after(begun, "+P M[4H 5H 6H]").row() == (0, 41, 100)
    assert after(replace(begun, opened=(False,) * 3), "+P M[4H 5H 6H]").row() == (0, 200, 200)


def rami_sec(kind: Any, opened: bool) -> Row:
    begun = position("4H 5H", "KS 2C", opened=[0] * opened, stock="6H", options=Options(rami_sec=kind))
    return after(begun, "+P M[4H 5H 6H]").row()


def test_a_rami_sec_costs_200_as_the_option_says() -> None:
    assert rami_sec("nobody_opened", True) == rami_sec("nobody_opened", False) == (0, 200)
    assert rami_sec("one_turn", False) == (0, 200)
    assert rami_sec("one_turn", True) == rami_sec("off", False) == (0, 100)


def test_the_match_ends_at_its_points_or_after_its_rounds() -> None:
    begun = position("4H 5H", "KS 2C", stock="6H", scores=((0, 250), (60, 0)))
    assert after(begun, "+P M[4H 5H 6H]").outcome() is None
    over = present(after(replace(begun, scores=((0, 300), (60, 0))), "+P M[4H 5H 6H]").outcome(), "outcome")
    assert (over.reason, over.winners, over.points) == ("target", (0,), (60, 500))
    rounds = after(replace(begun, options=Options(rounds=3)), "+P M[4H 5H 6H]").outcome()
    assert rounds is not None and rounds.reason == "rounds"


def test_equal_totals_share_the_first_rank() -> None:
    begun = position("4H 5H", "KS 2C", "3D 4D", stock="6H", scores=((100, 300, 100), (0, 0, 0)), opened=[1, 2])
    over = after(replace(begun, scores=((107, 488, 100),)), "+P M[4H 5H 6H]").outcome()
    assert over is not None and over.winners == (0, 2)


# Section 11: options


def test_an_opening_must_show_its_points_before_anything_else() -> None:
    options = Options(open_min=30)
    begun = position("4H 5H 6H KS KH 9C", table=["8S 8H 8D"], stock="8C", options=options)
    assert refused(begun, "+P M[4H 5H 6H] L1[8C] -9C") == "OPEN_MIN"
    assert refused(begun, "+P M[4H 5H 6H] -9C") == "OPEN_MIN"
    now = after(begun, "+P M[4H 5H 6H]…")
    assert [dict(remark.facts) for remark in now.remarks()][:1] == [{"need": "30", "shown": "15"}]
    assert not now.opened[0]
    more = position("4H 5H 6H KS KH 9C", table=["8S 8H 8D"], stock="KD", options=options)
    assert after(more, "+P M[4H 5H 6H] M[KS KH KD]…").opened[0]


@rows
def test_a_turn_is_taken_or_refused(
    law: str, hand: str, facts: dict[str, Any], options: str, turn: str, code: str | None
) -> None:
    assert refused(position(hand, **facts, options=read_options(Options, options)), turn) == code, law


def test_the_discard_may_be_barred_in_the_first_lap() -> None:
    begun = position("4H 5H 9C", top="6H", lap=1, options=Options(discard_from_lap=2))
    assert legal(begun) == ["+P"]
    assert legal(replace(begun, lap=2)) == ["+P", "+D"]


def test_a_player_with_one_card_may_have_to_draw() -> None:
    begun = position("9C", opened=[0], table=["4H 5H 6H"], top="7H", options=Options(last_card_draws=True))
    assert refused(begun, "+D L1[7H] -9C") == "MUST_DRAW"
    assert legal(begun) == ["+P"]
    assert legal(replace(begun, options=Options())) == ["+P", "+D"]


# What it looks like


def picks(*targets: str, drop: str | None = None) -> Gesture:
    return Gesture(frozenset(targets), drop)


def test_like_cards_have_their_own_places() -> None:
    now = position("7H 7H JK 9C", stock="JK")
    assert {"h0:7H#1", "h0:7H#2", "h0:JK#1", "h0:9C#1", "stock", "discard"} <= now.table().keys()
    then = after(now, "+P…")
    assert "h0:JK#2" in then.table()
    assert alike(then, ["h0:7H#1", "h0:JK#1"]) == {"h0:7H#2", "h0:JK#2"}
    assert alike(then, ["h0:7H#1", "h0:7H#2"]) == {"h0:7H#1", "h0:7H#2"}


def test_a_joker_on_the_table_shows_what_it_stands_for() -> None:
    now = position("7H 9C", table=["4H 5H JK=6H", "AS 2S 3S", "QD KD AD"])
    assert now.table()["m1:6H"] == (Token("JK=6H"),)
    assert "m2:1S" in now.table() and "m3:AD" in now.table()


def test_a_hand_that_is_not_seen_is_a_pile_of_backs() -> None:
    now = position("7H 9C").seen_by(1)
    assert now.table()["h0"] == (Token("back"),) * 2
    assert not any(target.startswith("h0:") for target in now.table())


def test_what_may_mean_two_things_is_offered_to_choose() -> None:
    now = after(position("5H 6H KD", stock="JK"), "+P…")
    melds = [move for move in now.legal_moves() if str(move)[0] == "M"]
    assert len({now.gesture(move) for move in melds}) == 1
    assert [now.choice(move).look for move in melds] == ["JK=4H", "JK=7H"]


@rows
def test_what_is_no_move_is_refused_with_the_reason(pick: list[str], drop: str | None, code: str) -> None:
    begun = position(
        "4H 5H 7H 8D JK 9C", "2C 3C", opened=[0], table=["6H 7H 8H", "8S 8H JK=8D"], stock="JK", top="KD"
    )
    refusal = after(begun, "+P…").refusal(picks(*pick, drop=drop))
    assert refusal is not None and refusal.code == code
    assert refusal.targets[0] == (drop or min(pick))


def test_cards_that_fit_once_others_are_laid_are_not_the_reason() -> None:
    """Bug: of two cards that fit one after the other the outer one was told not to fit."""
    now = after(position("4H 5H JK 9C", opened=[0], table=["6H 7H 8H"], stock="JK"), "+P…")
    refusal = now.refusal(picks("h0:4H#1", "h0:5H#1", "h0:JK#1", "h0:JK#2", drop="m1"))
    assert refusal is not None and refusal.code == "two-jokers"


@pytest.mark.parametrize(("pick", "code"), [("9C", "full"), ("JK", "full"), ("8D", "use-swap")])
def test_a_set_with_all_suits_is_refused_as_complete(pick: str, code: str) -> None:
    now = after(position("8D 9C 9D JK", opened=[0], table=["8S 8H JK=8D 8C"], stock="JH"), "+P…")
    refusal = now.refusal(picks(f"h0:{pick}#1", drop="m1"))
    assert refusal is not None and refusal.code == code


def test_before_a_card_is_taken_only_the_piles_can_be_picked() -> None:
    now = position("4H 5H 7H 9C", top="KD")
    for gesture, code in ((picks("h0:4H#1"), "no-draw"), (picks("discard"), "no-use")):
        refusal = now.refusal(gesture)
        assert refusal is not None and refusal.code == code
    assert now.refusal(picks("stock")) is None
    assert now.refusal(picks("felt")) is None


def test_a_click_beside_the_cards_of_whoever_plays_is_no_word_about_turns() -> None:
    """Bug: on one's own turn a click beside one's hand was answered with "It isn't your turn yet."."""
    now = position("4H 5H 7H 9C", "2C 3C", top="KD")
    assert now.refusal(picks("h0")) is None
    refusal = now.refusal(picks("h1"))
    assert refusal is not None and refusal.code == "other-turn"


def test_a_duty_refuses_the_discard_and_points_at_it() -> None:
    now = after(position("9C KD", opened=[0], table=["4H 5H 6H"], top="7H"), "+D…")
    refusal = present(now.refusal(picks("h0:9C#1", drop="discard")), "refusal")
    assert (refusal.code, dict(refusal.facts), refusal.targets[0]) == ("duty-card", {"card": "7H"}, "discard")
    assert now.remarks()[0].targets == ("h0:7H#1",)


def test_players_with_one_card_are_pointed_out() -> None:
    now = position("4H 5H 7H 9C", "KD", opened=[1])
    assert [(remark.code, remark.targets) for remark in now.remarks()] == [("one-card", ("h1",))]
    assert JOKER not in now.hands[0]
