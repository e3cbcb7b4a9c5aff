"""Unstacked Draughts by the sections of rules/unstacked_draughts/README.md: rulings, refusals, texts and cases."""

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random
from typing import Any, Final

import pytest

from rules import abilities, console
from rules.contract import NATURE, Gesture, Token
from rules.errors import TurnError
from rules.match import Match
from rules.record import read_options
from rules.unstacked_draughts import GAME
from rules.unstacked_draughts.effects import checkers_of
from rules.unstacked_draughts.engine import board
from rules.unstacked_draughts.engine.board import START, after
from rules.unstacked_draughts.moves import Cover, Roll, Tilt, Use
from rules.unstacked_draughts.options import Options
from rules.unstacked_draughts.position import Position
from rules.unstacked_draughts.state import Phase
from rules.unstacked_draughts.text import read, with_options
from tests.checks import present
from tests.rows import cases_of, each, rows, tables
from tests.rules.play import play_all, random_match, refusals_in_digest
from tests.rules.unstacked import ASSISTED, ATTENTIVE, act, after_automatic_moves, at, begin, lines, positions

CASES: Final[dict[str, Any]] = cases_of("unstacked_draughts")
FIRST: Final = "UD1 d111222 d111222 w 0-0/1"
MODES: Final = {"assisted": ASSISTED, "attentive": ATTENTIVE}


def table(match: Match, *targets: str) -> list[list[str]]:
    return [[token.look for token in match.position.table().get(target, ())] for target in targets]


# Sections 1 and 2: stacks


def test_fifteen_checkers_a_side_stand_in_six_stacks() -> None:
    there = GAME.play.start(Options(), 2).table()
    for letter, look in (("w", "white"), ("b", "black")):
        assert [len(there[f"{letter}{point}"]) for point in range(1, 7)] == [2, 2, 2, 3, 3, 3]
        assert {token for point in range(1, 7) for token in there[f"{letter}{point}"]} == {Token(look)}
    assert len(there) == 12


def test_all_but_the_top_checker_of_a_stack_can_come_down() -> None:
    """Ruling 1."""
    for point, height in enumerate(board.HEIGHTS, 1):
        state, steps = START, 0
        while (following := after(state, point)) is not None:
            state, steps = following, steps + 1
        assert steps == height - 1
        assert checkers_of(state, point) == (1, height - 1, 0)


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


# Sections 2 to 8: where a script leads


@rows
def test_a_script_leads_to_the_state_of_the_case(
    law: str, position: str, modes: list[str], options: dict[str, Any], steps: list[tuple[str, dict[str, Any]]]
) -> None:
    """`steps`: scripts, each with what is asked of the match after it, and the answers."""
    for mode in modes:
        match = begin(position, replace(MODES[mode], **options))
        for script, seen in steps:
            found = looked_at(act(match, script), seen)
            assert json.loads(json.dumps(found, default=str)) == seen, (law, mode)


def looked_at(match: Match, names: Iterable[str]) -> dict[str, object]:
    now = at(match)
    answers: dict[str, Callable[[], object]] = {
        "actors": lambda: sorted(now.actors()),
        "alarmed": lambda: now.alarmed,
        "automatic": lambda: str(abilities.automatic_move(now)),
        "claims": now.claims,
        "faults": lambda: len(now.faults()),
        "first line": lambda: lines(match)[0],
        "legal": lambda: [str(move) for move in now.legal_moves()],
        "lines": lambda: lines(match),
        "lost": lambda: now.lost_claims,
        "outcome": lambda: (over := match.outcome()) and (over.reason, over.winners, over.points),
        "phase": lambda: now.phase.name,
        "plies": lambda: [ply.move for ply in match.plies],
        "points": lambda: now.points,
        "remarks": lambda: [(remark.code, remark.facts) for remark in abilities.remarks(now)],
        "roll_name": now.roll_name,
        "rolls": lambda: now.rolls,
        "score": lambda: abilities.score(now),
        "shows_hints": lambda: abilities.shows_hints(now),
        "spans": lambda: [(span.seat, span.first, span.last) for span in match.turns()],
        "text": now.text,
        "throw results": lambda: len(now.legal_moves(NATURE)),
        "throws": lambda: abilities.throws(now),
        "to_move": lambda: now.to_move,
    }
    return {
        name: table(match, name.split()[1])[0] if name.startswith("table ") else answers[name]() for name in names
    }


# What no script tells


def test_a_claim_that_does_not_finish_may_be_made_while_the_thrower_can() -> None:
    match = act(begin("UD1 o000010 o000002 w 0-0/1"), "t w; l 56; u b 6; u w 5")
    assert lines(match) == ["w 56: 5^ | 6^ #w"]
    assert GAME.text.read_turn(match.start, "w 56: 5^ | 6^ #w") == tuple(ply.move for ply in match.plies)


def test_attentive_mode_undoes_only_endings_outside_the_rules() -> None:
    match = act(begin(FIRST), "t w; l 43; u w 4")
    assert not abilities.may_undo(match.position)
    assert (match.undo(), match.take_back()) == ([], None)
    match.force_end("resigned", 0)
    match.undo()
    assert (match.outcome(), len(match.plies)) == (None, 3)


def test_a_cover_by_right_exists_only_after_a_double_with_claims() -> None:
    """Ruling 20: no rompre."""
    for seed in range(4):
        for position in positions(random_match(GAME, ATTENTIVE, seed)):
            covers = [move for move in position.legal_moves() if isinstance(move, Cover) and move.right]
            assert not covers or (position.roll is not None and position.roll.double and position.claims())


def test_the_outcome_of_a_tilt_test_is_fixed_and_hidden_before_the_answers() -> None:
    position = act(begin(FIRST), "t w").position
    stays, slides = (position.play(Tilt((4, 3), slides)) for slides in (False, True))
    assert (stays.table(), stays.legal_moves()) == (slides.table(), slides.legal_moves())


def test_sampled_dice_are_valid_and_all_pairs_come() -> None:
    position = at(act(begin(FIRST), "t w"))
    rng = Random(2)
    assert {position.sample(rng) for _ in range(600)} == {roll for roll, _ in position.chances()}
    assert len(position.chances()) == 36


# Match: undo


def test_undo_goes_to_the_start_of_a_roll_and_the_dice_repeat() -> None:
    match = after_automatic_moves(act(begin(FIRST, ASSISTED), "t w; l 43"))
    act(match, "t b; l 65; u b 6")
    assert [str(change.move) for change in match.undo()] == ["b6v", "65", "throw"]
    assert str(match.next_redo) == "throw"
    act(match, "t b")
    assert str(match.next_redo) == "65"
    assert match.play_chance(Roll((1, 1))).move == Roll((6, 5))
    assert match.next_redo == Use(1, 6, "v")


def test_typed_dice_may_be_typed_again() -> None:
    match = act(begin(FIRST, ASSISTED), "t w; l 43; u w 4")
    match.undo()
    act(match, "t w")
    assert match.play_chance(Roll((1, 1)), anew=True).move == Roll((1, 1))
    assert not match.can_redo


def test_a_move_other_than_the_undone_move_discards_the_dice() -> None:
    match = act(begin(FIRST, ASSISTED), "t w; l 43; u w 4; u w 3; t b; l 65")
    match.undo()
    match.undo()
    act(match, "t w")
    match.play_chance(rng=Random(1))
    match.play(Use(0, 3, "v"))
    assert (match.next_redo, match.can_redo) == (None, False)


def test_undo_for_a_person_goes_to_that_person_s_last_throw() -> None:
    match = after_automatic_moves(act(begin(FIRST, ASSISTED), "t w; l 43"))
    after_automatic_moves(act(match, "t b; l 66"))
    after_automatic_moves(act(match, "t b; l 65"))
    match.undo(persons=[0])
    assert match.position == match.start
    match.redo(persons=[0])
    assert match.position.to_move == 0
    assert [span.seat for span in match.turns()] == [0, 1, 1]


def test_a_manual_use_is_taken_back_but_dice_are_not() -> None:
    match = act(begin(FIRST, ASSISTED), "t w; l 43; u w 3")
    change = match.take_back()
    assert change is not None and change.move == Use(0, 3, "v")
    assert match.take_back() is None
    assert at(match).phase is Phase.REST


def test_a_record_from_before_the_option_is_free_of_penalties() -> None:
    assert read_options(Options, "mode=attentive dice=valid goal=3").false_claims == "free"


# Section 9: refusals


@rows
def test_a_target_is_refused_with_its_reason(
    code: str | None, text: str, mode: str, options: dict[str, Any], script: str, target: str, facts: dict[str, str]
) -> None:
    match = act(begin(text, replace(MODES[mode], **options)), script)
    refusal = match.position.refusal(Gesture(frozenset({target})))
    if code is None:
        assert refusal is None
    else:
        refusal = present(refusal, f"refusal of {target}")
        assert (refusal.code, refusal.targets, dict(refusal.facts)) == (code, (target,), facts)


def test_every_code_of_the_digest_occurs() -> None:
    _, *cases = tables("test_unstacked_draughts")["test_a_target_is_refused_with_its_reason"]
    assert refusals_in_digest(GAME) == {code for code, *_ in cases if code}


def test_targets_that_the_game_lacks_are_not_refused() -> None:
    position = at(begin(FIRST))
    for pick in (frozenset(), frozenset(("e4",)), frozenset(("w4", "w5")), frozenset(("die-0",))):
        assert position.refusal(Gesture(pick)) is None


# Section 10: texts


def test_with_options_adds_all_options_but_the_goal_to_a_position_text() -> None:
    position = with_options(read(FIRST), Options(mode="attentive", dice="real", goal=7, loser_begins=True))
    assert (position.attentive, position.options.dice, position.options.loser_begins) == (True, "real", True)
    assert position.options.goal == 1


def test_a_landed_roll_means_attentive_play_under_all_options() -> None:
    assert with_options(read("UD1 d110122 d011222 b 0-0/1 [b 1bv 1-]"), ASSISTED).attentive


def test_a_position_with_a_throw_in_progress_has_no_text() -> None:
    for script in ("t w", "t w; l 43", "t w; l 43; u w 4"):
        position = act(begin(FIRST, ASSISTED), script).position
        with pytest.raises(ValueError, match="no text"):
            position.text()
        with pytest.raises(TurnError, match="under way"):
            GAME.text.read_turn(position, "w 43: 4v 3v")
    with pytest.raises(ValueError, match="no text"):
        act(begin("", replace(ASSISTED, first="priority")), "t w; l 4").position.text()


def test_uses_are_read_in_any_order_that_can_be_played() -> None:
    moves = GAME.text.read_turn(read(FIRST), "w 43: 3v 4v")
    assert [str(move) for move in moves] == ["throw", "43", "w3v", "w4v"]
    assert GAME.text.notate(read(FIRST), moves) == "w 43: 4v 3v"


@pytest.mark.parametrize(
    ("text", "turns"),
    [
        ("UD1 d111222 d111222 - 0-0/3", 36),
        ("UD1 d111222 d111222 b 0-0/1 [w 4- 3-]", 0),
        ("UD1 d110122 d111222 b 0-0/1 [w 4wv 3wv]", 21),
    ],
)
def test_all_lines_are_listed_but_none_before_a_landed_roll_is_used(text: str, turns: int) -> None:
    assert len(console.turns(GAME, read(text))) == turns


@pytest.mark.parametrize(
    "text", ["UD1 o000010 o000001 w 0-0/2", "UD1 o000020 d000001 b 1-1/2", "UD1 d111222 d111222 - 0-0/1"]
)
def test_perft_agrees_with_playing_every_line(text: str) -> None:
    def counted(position: Position, depth: int) -> int:
        turns = list(GAME.play.turns(position))
        if depth == 1:
            return len(turns)
        return sum(counted(play_all(position, GAME.text.read_turn(position, turn)), depth - 1) for turn in turns)

    assert GAME.play.perft(read(text), 2) == [counted(read(text), 1), counted(read(text), 2)]


# The cases file: rolls and attentive scripts. The rest is in `test_cases.py`


@each(CASES["scenarios"], "note")
def test_a_roll_is_written_and_listed_as_in_the_case(case: dict[str, Any]) -> None:
    match = after_automatic_moves(act(begin(case["position"], ASSISTED), f"t {case['line'][0]}; l {case['dice']}"))
    assert (lines(match), match.position.text()) == ([case["line"]], case["next"])
    turns = console.turns(GAME, read(case["position"]))
    assert len({turn[2:4] for turn in turns}) == len(turns) == 21
    assert all(turn[2] >= turn[3] for turn in turns)
    assert case["line"] in turns or case["dice"][0] < case["dice"][1]


@each(CASES["attentive"], "note")
def test_an_attentive_script_leads_to_the_state_of_the_case(case: dict[str, Any]) -> None:
    match = act(begin(case["position"]), case["script"])
    closed = lines(match) if match.outcome() is not None else lines(match)[: len(case["log"])]
    assert closed == case["log"]
    assert len(match.turns()) == len(case["log"]) + (match.outcome() is None)


# Random play


def test_every_order_of_using_the_dice_ends_in_the_same_state() -> None:
    """Section 4, over positions of random play: own dice in any order, then what goes over in any order."""
    for seed in range(6):
        for position in positions(random_match(GAME, ASSISTED, seed)):
            if position.to_move == NATURE:
                for roll, _ in position.chances():
                    assert len(ends(position.play(roll))) == 1


def ends(position: Any) -> set[Any]:
    """Return the positions after every order of using up a roll."""
    uses = position.legal_moves() if position.automatic_move() is not None else ()
    return set().union(*(ends(position.play(use)) for use in uses)) if uses else {position}
