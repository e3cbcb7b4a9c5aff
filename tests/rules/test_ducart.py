"""Ducart: counters, ends, missed turns, options, effects (rules/ducart/README.md); the pieces are in the cases."""

import hashlib
from random import Random
from typing import Any

import pytest

from rules import abilities, console
from rules.contract import Gesture, Outcome, Slide, Token, Turn, apply
from rules.ducart import GAME
from rules.ducart.moves import Pass
from rules.ducart.options import Options
from rules.ducart.position import QUIET_LIMIT, Position
from rules.ducart.text import read, start
from rules.errors import PositionError
from rules.record import read_options
from tests.checks import present
from tests.rows import each, rows
from tests.rules.ducart import CASES, act, after, code_of, on, random_positions


def ends(position: Position, reason: str, winner: int | None = None) -> bool:
    return position.outcome() == Outcome(reason, () if winner is None else (winner,))


# Options, section 9.


@rows
def test_options_choose_who_begins_the_swap_and_the_flags(options: str, text: str) -> None:
    assert start(read_options(Options, options), 2).text() == text


def test_with_the_swap_each_piece_faces_its_like() -> None:
    cells = start(Options(swap=True), 2).cells
    assert all(cells[56 + file] == cells[file] + 8 for file in range(8))


def test_without_the_swap_the_board_has_the_symmetry_of_a_half_turn() -> None:
    cells = start(Options(), 2).cells
    assert all((cells[63 - at] ^ 8 if cells[at] else 0) == cells[at] for at in range(64))


def test_perft_with_the_swap_begins_like_the_usual_one() -> None:
    assert GAME.play.perft(start(Options(swap=True), 2), 2) == [73, 5545]


def test_either_option_without_an_automatic_end_remembers_nothing() -> None:
    position = start(Options(hundred="endless"), 2)
    for _ in range(60):
        position = after(position, "Cb1-a3", "Cb8-a6", "Ca3-b1", "Ca6-b8")
    assert position.quiet == 240
    assert len(position.keys) == 1
    assert position.outcome() is None


# Ends, section 8.


@rows
def test_a_position_is_over_as_the_law_says(
    law: str, board: str, facts: dict[str, Any], reason: str | None, winner: int | None
) -> None:
    position = on(board, **facts)
    assert position.outcome() is None if reason is None else ends(position, reason, winner), law


def test_a_finished_game_has_no_turns_and_nothing_can_be_picked() -> None:
    over = on("8/8/8/8/8/8/W7/8")
    assert (over.legal_moves(), list(GAME.play.turns(over)), GAME.play.perft(over, 2)) == ((), [], [0, 0])
    refusal = present(over.refusal(Gesture(frozenset({"a2"}))), "refusal")
    assert (refusal.code, code_of(over, "Wa2-a3"), code_of(over, "pass")) == ("over", "over", "over")


def test_the_count_is_sweepers_then_all_pieces_with_those_that_keep_and_sleep() -> None:
    assert ends(on("7w/6(kh)w/8/8/8/8/WWW5/8", quiet=100, flags="c"), "no-progress", 0)
    stacks = "8/6(kh)w/8/8/8/8/W7/H~6L"
    assert (on(stacks).pieces(0), on(stacks).pieces(1)) == (3, 3)
    assert ends(on(stacks, quiet=100, flags="c"), "no-progress")


def test_a_kill_and_a_promotion_start_the_hundred_anew_and_other_turns_dont() -> None:
    position = on("8/3W3w/8/8/2z5/3W4/W7/3C4", quiet=7)
    assert after(position, "Wd3xc4").quiet == 0
    assert after(position, "Wd7-d8=L").quiet == 0
    assert after(position, "Wa2-a3").quiet == 8
    assert (after(position, "Wd3xc4").keys, len(after(position, "Wa2-a3").keys)) != ((), 1)


def test_perft_and_the_list_know_the_hundred_turns() -> None:
    for quiet, expected in ((98, True), (99, False)):
        position = on("4h3/7w/8/8/8/8/W7/3H4", quiet=quiet)
        one, two = GAME.play.perft(position, 2)
        assert one == len(list(GAME.play.turns(position)))
        assert (two > 0) == expected
    assert GAME.play.perft(on("4h3/7w/8/8/8/8/W7/3H4", quiet=100), 1) == [0]


def test_perft_by_positions_and_by_the_board_agree() -> None:
    """Sudden death counts through positions; until something is killed it is the same."""
    position = on("3h4/6w1/8/8/2k5/8/1W6/2T5")
    sudden = read(position.text().replace("20 -", "20 ot"))
    assert position.pieces(0) == 2 != position.pieces(1)
    level = on("3h4/6w1/8/8/8/8/1W6/2T5")
    assert GAME.play.perft(level, 3) == GAME.play.perft(read(level.text().replace("20 -", "20 ot")), 3)
    assert GAME.play.perft(sudden, 2) == [0, 0], "it is over"


def test_the_third_time_is_drawn_unless_something_irreversible_came_between() -> None:
    position = read(CASES["games"][0]["start"])
    dance = ["Hd1-d2", "He8-e7", "Hd2-d1", "He7-e8"]
    twice = after(position, *dance)
    assert [remark.code for remark in twice.remarks()] == ["repeated"]
    assert ends(after(twice, *dance), "repetition")
    assert after(twice, *dance).legal_moves() != (), "lists don't look at it"
    cleared = after(twice, "Wa2-a3", "Wh7-h6", *dance[:2])
    assert cleared.remarks() == ()


def test_a_turn_is_missed_only_if_nothing_is_possible() -> None:
    position = on("6k1/8/4w3/8/3W~4/8/8/8")
    assert position.legal_moves() == (Pass(0),)
    assert abilities.automatic_move(position) == Pass(0)
    assert position.gesture(Pass(0)) == Gesture(frozenset())
    assert (position.refusal(Gesture(frozenset())), position.effects(Pass(0))) == (None, ())
    assert [remark.code for remark in position.remarks()] == ["missed"]
    assert position.play(Pass(0)).text() == "6k1/8/4w3/8/3W~4/8/8/8 b - g 1 21 -"
    assert GAME.play.perft(position, 2) == [1, len(position.play(Pass(0)).legal_moves())]
    other = on("8/7w/8/8/8/8/W7/8")
    assert abilities.automatic_move(other) is None
    assert code_of(other, "pass") == "act"


def test_a_missed_turn_makes_a_creeper_stale() -> None:
    position = on("8/4w3/8/8/2c5/8/W~7/8", fresh="c4")
    assert position.play(Pass(0)).fresh == -1


# Effects, section 4: the film of each kind of turn.


def test_a_keeper_stands_up_on_what_it_keeps_and_comes_down_when_it_leaves() -> None:
    position = on("8/3z3w/8/8/3(Kh)4/8/W7/8")
    keeper, standing = Token("gold-keeper"), Token("gold-keeper-on")
    assert position.table()["d4"] == (Token("blue-healer"), standing)
    assert position.effects(act(position, "Kd4^d7")) == (
        (Turn("d4", standing, keeper),),
        (Slide("d4", "d7"),),
        (Turn("d7", keeper, standing),),
    )


def test_a_push_from_under_a_keeper_leaves_it_lying() -> None:
    position = on("8/7w/8/3(kW)4/3C4/8/W7/8")
    beats = position.effects(act(position, "Cd4>d5-d6"))
    assert beats == (
        (Slide("d5", "d6", below=1),),
        (Turn("d5", Token("blue-keeper-on"), Token("blue-keeper-asleep")),),
    )
    assert apply(position.table(), beats)["d5"] == (Token("blue-keeper-asleep"),)


def test_a_steal_is_one_beat_in_which_two_change_places_and_then_a_promotion() -> None:
    position = on("8/4w~2w/8/8/8/8/W7/4T3")
    assert position.effects(act(position, "Te1<>e7=L")) == (
        (Slide("e1", "e7"), Slide("e7", "e1", below=1)),
        (Turn("e1", Token("blue-sweeper-asleep"), Token("blue-leaper")),),
    )


def test_a_kill_and_a_heal_are_one_beat_each() -> None:
    position = on("8/7w/8/2(kc~)1z~3/3H4/4W3/W3t3/8")
    heal = position.effects(act(position, "Hd4+"))
    assert heal == (
        (
            Turn("c5", Token("blue-creeper-asleep"), Token("blue-creeper"), below=1),
            Turn("e5", Token("blue-sleeper-asleep"), Token("blue-sleeper")),
        ),
    )
    kill = on("8/7w/8/3c4/3W4/8/W7/8")
    assert kill.effects(act(kill, "Wd4xd5")) == ((Slide("d5", "taken-1"), Slide("d4", "d5")),)
    after = kill.play(act(kill, "Wd4xd5"))
    assert after.table()["taken-1"] == (Token("blue-creeper"),)
    assert after.play(after.legal_moves()[0]).table()["taken-1"] == (Token("blue-creeper"),)


def test_a_leap_of_two_steps_is_seen_by_its_waypoint() -> None:
    position = on("8/7w/8/8/8/3w4/W7/3L4")
    assert position.effects(act(position, "Ld1-b1-b8")) == ((Slide("d1", "b1"),), (Slide("b1", "b8"),))


# Laws of the game, section 5 and 11.


def test_no_two_turns_share_the_acting_square_and_the_target() -> None:
    for position in random_positions():
        gestures = [position.gesture(move) for move in position.legal_moves()]
        assert len(set(gestures)) == len(gestures)


def test_the_counts_go_with_the_board() -> None:
    for position in random_positions(range(3)):
        grid = position.grid()
        assert [*grid.sweepers] == [position.sweepers(seat) for seat in (0, 1)]
        assert [*grid.pieces] == [position.pieces(seat) for seat in (0, 1)]


def test_a_game_with_no_automatic_end_goes_on_past_a_hundred_turns_at_random() -> None:
    rng, position = Random(5), on("3h4/7w/8/8/8/8/W7/3H4", flags="n")
    for _ in range(3 * QUIET_LIMIT):
        position = position.play(rng.choice([move for move in position.legal_moves() if str(move)[0] == "H"]))
    assert position.outcome() is None
    assert position.quiet > 2 * QUIET_LIMIT


# --- The cases file, made by two independent programs: what test_cases.py doesn't ask


def test_the_cases_are_all_there() -> None:
    assert len(CASES["scenarios"]) == 65
    assert [len(CASES[kind]) for kind in ("perft", "games", "bad_positions")] == [15, 6, 10]


@each(CASES["perft"], "name")
def test_all_turns_of_a_position_lead_where_the_case_says(case: dict[str, Any]) -> None:
    position = read(case["position"])
    after = "".join(f"{turn} {console.play(GAME, position, [turn]).text()}\n" for turn in GAME.play.turns(position))
    same = hashlib.sha256(after.encode()).hexdigest() == case["turns_sha256"]
    assert same, f"some turn of {case['position']} leads elsewhere than in tests/cases/ducart.json:\n{after}"


def test_a_turn_is_listed_or_not_as_the_case_says() -> None:
    def listed(case: dict[str, Any]) -> bool:
        return case["turn"] in GAME.play.turns(read(case["position"]))

    scenarios = CASES["scenarios"]
    assert [case["rule"] for case in scenarios if listed(case) != case.get("listed", False)] == []


@each(CASES["bad_positions"], "why")
def test_a_bad_position_is_refused_with_its_field_or_row(case: dict[str, Any]) -> None:
    with pytest.raises(PositionError, match=r"Field \d|Row \d|seven fields"):
        read(case["position"])
