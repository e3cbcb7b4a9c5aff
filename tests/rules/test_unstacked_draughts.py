"""Rules of Unstacked Draughts by the sections of rules/unstacked_draughts/README.md; a test for every ruling."""

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rules import abilities
from rules.contract import NATURE, Outcome, Token
from rules.errors import IllegalMoveError
from rules.match import Match
from rules.record import read_options
from rules.unstacked_draughts import GAME
from rules.unstacked_draughts.effects import checkers_of
from rules.unstacked_draughts.engine import board
from rules.unstacked_draughts.engine.board import FULL, OFF, START, after, use_all
from rules.unstacked_draughts.moves import Begin, Cover, Fail, Roll, Tilt, Use
from rules.unstacked_draughts.options import Options
from rules.unstacked_draughts.state import Phase
from rules.unstacked_draughts.text import read
from tests.rows import rows
from tests.rules.play import random_match
from tests.rules.unstacked import ASSISTED, ATTENTIVE, act, alone, at, begin, lines, positions


def table(match: Match, *targets: str) -> list[list[str]]:
    return [[token.look for token in match.position.table().get(target, ())] for target in targets]


# Sections 1 and 2: stacks


def test_fifteen_checkers_a_side_stand_in_six_stacks() -> None:
    there = GAME.play.start(Options(), 2).table()
    for letter, look in (("w", "white"), ("b", "black")):
        assert [len(there[f"{letter}{point}"]) for point in range(1, 7)] == [2, 2, 2, 3, 3, 3]
        assert {token for point in range(1, 7) for token in there[f"{letter}{point}"]} == {Token(look)}
    assert len(there) == 12


def test_of_a_stack_of_n_n_less_one_come_down() -> None:
    """Ruling 1."""
    for point, height in enumerate(board.HEIGHTS, 1):
        state, steps = START, 0
        while (following := after(state, point)) is not None:
            state, steps = following, steps + 1
        assert steps == height - 1
        assert checkers_of(state, point) == (1, height - 1, 0)


def test_a_game_takes_24_dice_a_side() -> None:
    state, used, _ = use_all(START, [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6])
    assert (state, len(used)) == (OFF, 24)


def test_a_side_has_1943_states() -> None:
    seen, waiting = {START}, [START]
    while waiting:
        state = waiting.pop()
        for die in range(1, 7):
            following = after(state, die)
            if following is not None and following not in seen:
                seen.add(following)
                waiting.append(following)
    assert len(seen) == 1943
    assert not any(board.problem(state) for state in seen)


def test_with_the_last_one_down_one_stands_at_the_edge_and_the_rest_lies_in_front() -> None:
    match = act(begin("UD1 d000010 d111222 w 0-0/1", ASSISTED), "t w; l 53; u w 5")
    assert at(match).sides[0] == FULL
    assert [checkers_of(FULL, point) for point in (1, 4)] == [(1, 1, 0), (1, 2, 0)]


# Sections 3, 4, 6 and 8: a roll, how its dice are used, claims


@rows
def test_a_roll_is_written_as_the_law_wants(
    law: str, position: str, mode: str, script: str, goes_on: bool, written: list[str]
) -> None:
    """`goes_on`: what goes by itself is played."""
    match = act(begin(position, ASSISTED if mode == "assisted" else ATTENTIVE), script)
    assert lines(alone(match) if goes_on else match) == written, law


# Sections 2 to 8: where a script leads


@rows
def test_a_script_leads_to_what_the_law_wants(
    law: str,
    position: str,
    modes: list[str],
    options: dict[str, Any],
    script: str,
    goes_on: bool,
    seen: dict[str, Any],
) -> None:
    """`goes_on`: what goes by itself is played. `seen`: what is asked of the match, and the answer."""
    for mode in modes:
        match = act(begin(position, replace(ASSISTED if mode == "assisted" else ATTENTIVE, **options)), script)
        found = looked_at(alone(match) if goes_on else match, seen)
        assert json.loads(json.dumps(found, default=str)) == seen, (law, mode)


def looked_at(match: Match, names: Iterable[str]) -> dict[str, object]:
    now = at(match)
    answers: dict[str, Callable[[], object]] = {
        "actors": lambda: sorted(now.actors()),
        "automatic": lambda: str(abilities.automatic_move(now)),
        "claims": now.claims,
        "first line": lambda: lines(match)[0],
        "legal": lambda: [str(move) for move in now.legal_moves()],
        "lines": lambda: lines(match),
        "lost": lambda: now.lost,
        "outcome": lambda: (over := match.outcome()) and (over.reason, over.winners, over.points),
        "phase": lambda: now.phase.name,
        "rolls": lambda: now.rolls,
        "throws": lambda: abilities.throws(now),
        "to_move": lambda: now.to_move,
    }
    return {
        name: table(match, name.split()[1])[0] if name.startswith("table ") else answers[name]() for name in names
    }


# Section 4: a roll in assisted mode


def test_the_doubles_have_their_old_names() -> None:
    names = []
    for die in range(1, 7):
        match = act(begin("UD1 d111222 d111222 w 0-0/1"), f"t w; l {die}{die}")
        names.append(at(match).roll_name())
    assert names == ["bezas", "double-deux", "ternes", "carmes", "quines", "sonnes"]
    match = act(begin("UD1 d111222 d111222 w 0-0/1"), "t w; l 43")
    assert at(match).roll_name() is None


def test_a_double_that_goes_over_by_itself_keeps_its_name_until_the_next_throw() -> None:
    match = alone(act(begin("UD1 d111222 d000020 b 0-0/1", ASSISTED), "t b; l 44"))
    assert at(match).roll_name() == "carmes"
    assert at(act(match, "t b")).roll_name() is None


def test_used_dice_are_marked_and_lie_until_the_next_throw_with_whoever_used_what_was_left_over() -> None:
    match = act(begin("UD1 d110222 d111222 w 0-0/1", ASSISTED), "t w; l 43; u w 4")
    assert table(match, "die-0", "die-1") == [["used-4"], ["die-3"]]
    act(match, "u b 3")
    assert table(match, "die-0", "die-1", "b-die-1") == [["used-4"], [], ["used-3"]]
    assert table(act(match, "t b"), "die-0", "die-1", "b-die-1") == [[], [], []]


# Section 5: game and match


def test_the_higher_die_begins_and_a_tie_is_thrown_again_by_both() -> None:
    """Ruling 11."""
    match = Match(GAME.play, replace(ASSISTED, first="priority"))
    act(match, "!t b; t w; l 3; !t w; t b; l 3; !t b; t w; l 5; t b; l 2; !t b; t w")
    assert lines(match) == ["P 33", "P 52", "w"]
    act(match, "l 43")
    assert lines(alone(match)) == ["P 33", "P 52", "w 43: 4v 3v"]


def test_black_begins_with_the_higher_die_and_makes_the_first_roll_of_two_dice() -> None:
    match = act(Match(GAME.play, replace(ASSISTED, first="priority")), "t w; l 1; t b; l 2; t b; l 65")
    assert lines(alone(match)) == ["P 12", "b 65: 6v 5v"]


def test_white_s_die_for_priority_lies_while_black_s_flies() -> None:
    match = act(Match(GAME.play, replace(ASSISTED, first="priority")), "t w; l 6; t b")
    assert table(match, "die-0", "die-1") == [["die-6"], []]
    assert table(act(match, "l 2"), "die-0", "die-1") == [["used-6"], ["used-2"]]


def test_before_every_game_it_is_thrown_for_who_begins() -> None:
    """Ruling 12."""
    match = alone(act(begin("UD1 o000010 o000001 w 0-0/2", ASSISTED), "t w; l 55"))
    assert (at(match).phase, match.position.to_move, match.outcome()) == (Phase.WON, 1, None)
    assert match.position.text() == "UD1 o000000 o000001 w 1-0/2"
    act(match, "n")
    assert match.position.text() == "UD1 d111222 d111222 - 1-0/2"
    act(match, "t w; l 2; t b; l 4; t b; l 66")
    assert lines(alone(match)) == ["w 55: 5^ x5 #w", "P 24", "b 66: 6v 6v"]


def test_by_an_option_the_loser_begins_the_next_game() -> None:
    """Ruling 12, the option."""
    options = replace(ASSISTED, loser_begins=True)
    match = alone(act(begin("UD1 o000010 o000001 w 0-0/2", options), "t w; l 55; u w 5; n"))
    assert match.position.text() == "UD1 d111222 d111222 b 1-0/2"
    assert lines(alone(act(match, "t b; l 43"))) == ["w 55: 5^ x5 #w", "b 43: 4v 3v"]


def test_a_game_is_one_point_whatever_the_loser_has_left() -> None:
    """Ruling 21."""
    match = alone(act(begin("UD1 o000010 d111222 w 0-0/2", ASSISTED), "t w; l 55"))
    assert at(match).points == (1, 0)
    assert abilities.score(match.position) == ((1, 0), 2)


def test_the_next_game_sets_all_men_up_again() -> None:
    match = alone(act(begin("UD1 o000010 o000201 w 0-0/2", ASSISTED), "t w; l 55; u w 5; n"))
    assert match.position.table() == GAME.play.start(Options(first="priority"), 2).table()


def test_a_match_is_over_with_its_last_point_and_nothing_can_be_played() -> None:
    match = alone(act(begin("UD1 o000010 o000001 w 1-1/2", ASSISTED), "t w; l 55"))
    assert match.outcome() == Outcome("borne-off", (0,), (2, 1))
    assert match.position.legal_moves() == ()
    with pytest.raises(IllegalMoveError):
        match.play(Begin(1))


@pytest.mark.parametrize(("first", "side"), [("white", "w"), ("black", "b"), ("priority", "-")])
def test_who_throws_first_in_the_first_game_is_an_option(first: Any, side: str) -> None:
    assert GAME.play.start(Options(first=first), 2).text() == f"UD1 d111222 d111222 {side} 0-0/3"


# Section 6: attentive mode


def test_the_other_can_cover_until_the_dice_stand() -> None:
    """Ruling 14: the faces are never shown, and the throw counts as one."""
    match = act(begin("UD1 d110122 d111222 b 0-0/1"), "t b; l 11; u b 1; t b; c w")
    assert match.position.text() == "UD1 d110122 d011222 b 0-0/1 [b 1bv 1- c1 !]"
    assert abilities.throws(match.position) == 2
    act(match, "u w 1; t b; l 66")
    assert lines(match)[0] == "b 11: 1v | 1v c1"


def test_after_a_cover_only_the_coverer_acts_and_must_take_all_he_can() -> None:
    """Ruling 17."""
    match = act(begin("UD1 d000110 d111222 w 0-0/1"), "t w; l 66; t w; c b; !t w; !t b")
    assert match.position.legal_moves() == (Use(1, 6, "v"),)
    assert match.position.to_move == 1
    act(match, "u b 6; !t w; u b 6; t w; l 21")
    assert lines(match)[0] == "w 66: | 6v 6v c1"


def test_a_cover_without_a_right_stops_nothing_and_is_counted_once_a_flight() -> None:
    """Ruling 16."""
    match = act(begin("UD1 d111222 d111222 w 0-0/1"), "t w; a b; !a b; !c b; !a w")
    assert (at(match).phase, at(match).alarmed) == (Phase.FLYING, True)
    assert [remark.code for remark in abilities.remarks(match.position)] == ["false-alarm"]
    act(match, "l 43")
    assert not at(match).alarmed
    assert sum(isinstance(ply.move, Cover) and not ply.move.right for ply in match.plies) == 1


def test_of_a_double_it_does_not_matter_who_took_his_die_first() -> None:
    one = act(begin("UD1 d110122 d111222 b 0-0/1"), "t b; l 11; u b 1; u w 1")
    other = act(begin("UD1 d110122 d111222 b 0-0/1"), "t b; l 11; u w 1; u b 1")
    assert one.position == other.position


def test_a_claim_that_does_not_finish_may_be_made_while_the_thrower_can() -> None:
    match = act(begin("UD1 o000010 o000002 w 0-0/1"), "t w; l 56; u b 6; u w 5")
    assert lines(match) == ["w 56: 5^ | 6^ #w"]
    assert GAME.text.read_turn(match.start, "w 56: 5^ | 6^ #w") == tuple(ply.move for ply in match.plies)


def test_what_is_lost_is_told_when_it_is_lost_and_not_before() -> None:
    match = act(begin("UD1 o202333 d010010 w 0-0/1"), "t w; l 42; u w 4")
    assert lines(match) == ["w 42: 4^"]
    assert (abilities.shows_hints(match.position), abilities.remarks(match.position)) == (False, ())
    act(match, "t b; l 66")
    assert [(remark.code, remark.facts) for remark in abilities.remarks(match.position)] == [("lost", {"dice": "2"})]
    assert lines(match)[0] == "w 42: 4^ ~2"
    assert abilities.remarks(act(match, "t b").position) == ()


def test_no_undo_in_attentive_mode_but_of_an_ending_beside_the_rules() -> None:
    match = act(begin("UD1 d111222 d111222 w 0-0/1"), "t w; l 43; u w 4")
    assert not abilities.may_undo(match.position)
    assert (match.undo(), match.take_back()) == ([], None)
    match.end("resigned", 0)
    match.undo()
    assert (match.outcome(), len(match.plies)) == (None, 3)


def test_any_throw_can_be_stopped_only_with_a_right() -> None:
    """Ruling 20: no rompre."""
    for seed in range(4):
        for position in positions(random_match(GAME, ATTENTIVE, seed)):
            covers = [move for move in position.legal_moves() if isinstance(move, Cover) and move.right]
            assert not covers or (position.roll is not None and position.roll.double and position.claims())


# Section 8: dice that may fail


def test_dice_that_are_always_valid_and_typed_ones_never_fail() -> None:
    for dice in ("valid", "own"):
        position = act(begin("UD1 d111222 d111222 w 0-0/1", Options(dice=dice)), "t w").position
        assert all(isinstance(move, Roll) for move in position.legal_moves(NATURE))
        assert len(position.legal_moves(NATURE)) == 36


def test_a_throw_can_fall_short_of_the_far_border_by_an_option_alone() -> None:
    """Ruling 19."""
    real = Options(dice="real")
    assert act(begin("UD1 d111222 d111222 w 0-0/1", real), "t w; !short")
    match = act(begin("UD1 d111222 d111222 w 0-0/1", replace(real, far_border=True)), "t w; short; t w")
    assert match.plies[1].move == Fail("short")


@pytest.mark.parametrize(("answers", "claimer"), [("w-yes; b-no", "w"), ("w-no; b-yes", "b")])
def test_who_alone_lets_it_count_may_test_it(answers: str, claimer: str) -> None:
    other = "b" if claimer == "w" else "w"
    match = act(begin("UD1 d111222 d111222 w 0-0/1"), f"t w; tilt43; {answers}; !{other}-test; !{other}-waive")
    assert match.position.to_move == "wb".index(claimer)
    stays = act(match, f"{claimer}-test")
    assert at(stays).roll is not None, "a throw whose test die stays counts"
    slides = act(begin("UD1 d111222 d111222 w 0-0/1"), f"t w; tilt43s; {answers}; {claimer}-test")
    assert (at(slides).phase, at(slides).roll) == (Phase.READY, None)


def test_whether_a_test_die_slides_is_fixed_before_anybody_answers_and_not_seen() -> None:
    position = act(begin("UD1 d111222 d111222 w 0-0/1"), "t w").position
    stays, slides = (position.play(Tilt((4, 3), slides)) for slides in (False, True))
    assert (stays.table(), stays.legal_moves()) == (slides.table(), slides.legal_moves())


def test_at_priority_only_the_failed_die_is_thrown_again() -> None:
    match = act(
        Match(GAME.play, replace(ATTENTIVE, first="priority")),
        "t w; l 5; t b; off; !t w; t b; tilt2; w-yes; b-no; w-test",
    )
    assert match.position.text() == "UD1 d111222 d111222 w 0-0/1"
    assert abilities.throws(match.position) == 3
    assert lines(match) == ["P 52"]


def test_every_throw_takes_a_pair_also_one_that_fails_or_is_covered_or_disputed() -> None:
    """Ruling 22: the n-th throw takes the n-th pair, and a throw under way has not been made."""
    match = act(begin("UD1 d110122 d111222 b 0-0/1"), "t b; off; t b; l 11; u b 1")
    assert abilities.throws(match.position) == 2
    act(match, "t b")
    assert abilities.throws(match.position) == 2
    act(match, "c w; u w 1; t b; tilt66; w-no; b-no; t b; l 43")
    assert abilities.throws(match.position) == 5


def test_sampled_dice_are_valid_and_all_pairs_come() -> None:
    position = at(act(begin("UD1 d111222 d111222 w 0-0/1"), "t w"))
    rng = Random(2)
    assert {position.sample(rng) for _ in range(600)} == {roll for roll, _ in position.chances()}
    assert len(position.chances()) == 36


# Match: undo


def test_undo_goes_to_the_start_of_a_roll_and_the_same_dice_come_again() -> None:
    match = alone(act(begin("UD1 d111222 d111222 w 0-0/1", ASSISTED), "t w; l 43"))
    act(match, "t b; l 65; u b 6")
    assert [str(change.move) for change in match.undo()] == ["b6v", "65", "throw"]
    assert str(match.coming) == "throw"
    act(match, "t b")
    assert str(match.coming) == "65"
    assert match.play_chance(Roll((1, 1))).move == Roll((6, 5))
    assert match.coming == Use(1, 6, "v")


def test_typed_dice_may_be_typed_anew() -> None:
    match = act(begin("UD1 d111222 d111222 w 0-0/1", ASSISTED), "t w; l 43; u w 4")
    match.undo()
    act(match, "t w")
    assert match.play_chance(Roll((1, 1)), anew=True).move == Roll((1, 1))
    assert not match.can_redo


def test_another_move_than_the_undone_one_forgets_the_dice() -> None:
    match = act(begin("UD1 d111222 d111222 w 0-0/1", ASSISTED), "t w; l 43; u w 4; u w 3; t b; l 65")
    match.undo()
    match.undo()
    act(match, "t w")
    match.play_chance(rng=Random(1))
    match.play(Use(0, 3, "v"))
    assert (match.coming, match.can_redo) == (None, False)


def test_undo_for_a_person_goes_to_that_person_s_last_throw() -> None:
    match = alone(act(begin("UD1 d111222 d111222 w 0-0/1", ASSISTED), "t w; l 43"))
    alone(act(match, "t b; l 66"))
    alone(act(match, "t b; l 65"))
    match.undo(persons=[0])
    assert match.position == match.start
    match.redo(persons=[0])
    assert match.position.to_move == 0
    assert [span.seat for span in match.turns()] == [0, 1, 1]


def test_a_use_by_hand_is_taken_back_but_no_dice() -> None:
    match = act(begin("UD1 d111222 d111222 w 0-0/1", ASSISTED), "t w; l 43; u w 3")
    change = match.take_back()
    assert change is not None and change.move == Use(0, 3, "v")
    assert match.take_back() is None
    assert at(match).phase is Phase.REST


def test_a_throw_that_flies_is_a_turn_of_its_own_until_the_dice_stand() -> None:
    match = alone(act(begin("UD1 d111222 d111222 w 0-0/1", ASSISTED), "t w; l 43"))
    act(match, "t b")
    assert lines(match) == ["w 43: 4v 3v", "b"]
    assert [str(change.move) for change in match.undo()] == ["throw"]


def test_failed_throws_belong_to_the_roll_that_follows() -> None:
    match = act(begin("UD1 d111222 d111222 w 0-0/1", Options(dice="real", goal=1)), "t w; off; t w; rim; t w; l 43")
    assert [(span.first, span.last) for span in match.turns()] == [(0, 6)]
    alone(match)
    act(match, "t b; off; t b; l 21")
    assert lines(alone(match)) == ["w 43: 4v 3v", "b 21: 2v 1v"]


def test_while_a_roll_lives_on_throws_that_came_to_nothing_belong_to_it() -> None:
    match = act(begin("UD1 d110122 d111222 b 0-0/1"), "t b; l 11; u b 1; t b; off; t b; c w; u w 1; t b; l 43")
    assert [(span.seat, span.first, span.last) for span in match.turns()] == [(1, 0, 8), (1, 8, 10)]
    assert GAME.play.with_options(read(match.positions[8].text()), ATTENTIVE) == match.positions[8]


LOCKED = replace(ATTENTIVE, false_claims="lock")


@pytest.mark.parametrize(
    "text, script, reason",
    [
        ("UD1 d111022 d111222 w 0-0/1", "t w; l 43; u w 3; b1?; !u b 4; !b2?; t b", "no die shows 1"),
        ("UD1 d111022 d111222 w 0-0/1", "t w; l 43; b3?; u w 3; !u b 4", "the thrower's own die"),
        ("UD1 d111022 d111222 w 0-0/1", "t w; l 43; u w 3; b3?; !u b 4", "a die that the thrower has used"),
        ("UD1 d111022 d111222 w 0-0/1", "t w; l 43; !b4?; u b 4; !b4?; u w 3", "what is claimed is one's own"),
        (
            "UD1 d111022 d111222 w 0-0/1",
            "t w; l 43; w6?; !w5?; u w 3; u b 4",
            "the thrower only errs in his own dice",
        ),
        (
            "UD1 d000010 d011121 b 0-0/1",
            "t b; l 62; u b 6; u b 2; w1?; t w; l 52; !w2?; u w 5; u w 2",
            "in any order",
        ),
        ("UD1 d001222 d111222 w 0-0/1", "t w; l 22; b6?; t w; !c b; a b; l 43", "no cover any more"),
        ("UD1 d110222 d111222 w 0-0/1", "t w; l 33; t w; !b6?", "not while dice fly"),
        ("UD1 d001222 d000022 w 0-0/1", "t w; l 22; b2?", "nobody can use it"),
    ],
)
def test_a_false_claim_ends_the_claims_on_that_roll(text: str, script: str, reason: str) -> None:
    assert reason and act(begin(text, LOCKED), script)


def test_after_a_cover_a_false_claim_frees_the_cup() -> None:
    match = act(begin("UD1 d001222 d111222 w 0-0/1", LOCKED), "t w; l 22; t w; c b")
    assert at(match).text().endswith("c1 !]")
    act(match, "b6?; t w; l 43")
    assert at(match).lost == (2,)


def test_without_the_option_no_false_claim_is_made() -> None:
    assert at(act(begin("UD1 d111022 d111222 w 0-0/1"), "t w; l 43")).faults() == {}


def test_a_record_from_before_the_option_is_free_of_penalties() -> None:
    assert read_options(Options, "mode=attentive dice=valid goal=3").false_claims == "free"
