"""The cases file of Unstacked Draughts: rolls and attentive scripts. The rest is in `test_cases.py`."""

from typing import Any, Final

from rules import console
from rules.contract import NATURE
from rules.unstacked_draughts import GAME
from rules.unstacked_draughts.text import read
from tests.rows import cases_of, each
from tests.rules.play import random_match
from tests.rules.unstacked import ASSISTED, act, alone, begin, lines, positions

CASES: Final[dict[str, Any]] = cases_of("unstacked_draughts")


@each(CASES["scenarios"], "note")
def test_the_rules_write_the_line_of_the_case(case: dict[str, Any]) -> None:
    side = case["line"][0]
    match = alone(act(begin(case["position"], ASSISTED), f"t {side}; l {case['dice']}"))
    assert lines(match) == [case["line"]]
    assert match.position.text() == case["next"]


@each(CASES["attentive"], "note")
def test_an_attentive_script_goes_as_the_case_says(case: dict[str, Any]) -> None:
    match = act(begin(case["position"]), case["script"])
    closed = lines(match) if match.outcome() is not None else lines(match)[: len(case["log"])]
    assert closed == case["log"]
    assert len(match.turns()) == len(case["log"]) + (match.outcome() is None)


# Many


@each(CASES["scenarios"], "note")
def test_turns_has_a_line_for_each_of_the_21_rolls(case: dict[str, Any]) -> None:
    turns = console.turns(GAME, read(case["position"]))
    assert len({turn[2:4] for turn in turns}) == len(turns) == 21
    assert all(turn[2] >= turn[3] for turn in turns)
    if case["dice"][0] >= case["dice"][1]:
        assert case["line"] in turns


def test_a_whole_assisted_match_of_one_point_has_over_eighty_plies() -> None:
    assert sum(len(random_match(GAME, ASSISTED, seed).plies) for seed in range(40)) / 40 > 80


def test_every_order_of_using_the_dice_ends_in_the_same_state() -> None:
    """Section 4, over positions of random play: own dice in any order, then what goes over in any order."""
    for seed in range(6):
        for position in positions(random_match(GAME, ASSISTED, seed)):
            if position.to_move == NATURE:
                for roll, _ in position.chances():
                    assert len(ends(position.play(roll))) == 1


def ends(position: Any) -> set[Any]:
    """The positions once nothing is left of a roll, by every order of uses."""
    uses = position.legal_moves() if position.automatic_move() is not None else ()
    return set().union(*(ends(position.play(use)) for use in uses)) if uses else {position}
