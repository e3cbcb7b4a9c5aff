"""Whole matches through the app's own code, beside the exact figures (at length: the game's NOTES.md)."""

import math

import pytest

from rules import abilities
from rules.common.dice import Sealed
from rules.lab.unstacked_simulation import MeanFigure, SimulationResult, leftovers, play_out, tally
from rules.unstacked_draughts import GAME
from rules.unstacked_draughts.engine.board import START
from rules.unstacked_draughts.engine.chance import chance

MATCHES = 300


@pytest.fixture(scope="module")
def played() -> SimulationResult:
    return tally(GAME, range(MATCHES), 1)


def test_the_first_to_throw_wins_as_often_as_the_table_says(played: SimulationResult) -> None:
    assert played.first.mean == pytest.approx(chance(START, START), abs=4 * played.first.error)


def test_a_game_has_as_many_rolls_as_the_exact_solution_says(played: SimulationResult) -> None:
    assert played.rolls.mean == pytest.approx(34.32674, abs=4 * played.rolls.error)
    assert played.rolls.error < 0.5


def test_as_many_leftovers_are_used_as_in_the_digest(played: SimulationResult) -> None:
    """Section 5: 10.06 a game."""
    assert played.leftovers.mean == pytest.approx(10.06, abs=4 * played.leftovers.error)
    assert played.leftovers.error < 0.25


def test_a_match_is_the_same_whichever_others_are_played() -> None:
    apart = tally(GAME, range(10), 2) + tally(GAME, range(10, 20), 2)
    assert apart == tally(GAME, range(20), 2)
    assert apart != tally(GAME, range(20), 3)


def test_the_dice_are_those_of_the_seal() -> None:
    sealed = Sealed("00112233445566778899aabbccddeeff")
    match = play_out(GAME, sealed)
    shown = [str(ply.move) for ply in match.plies if ply.move.seat < 0]
    assert shown == [f"{first}{second}" for first, second in map(sealed.pair, range(len(shown)))]
    assert abilities.throws(match.position) == len(shown)


def test_dice_that_go_over_are_counted() -> None:
    """Both together have used all dice that were used at all; those of the winner are 24."""
    for number in range(5):
        match = play_out(GAME, Sealed(f"{number:032x}"))
        used = [ply.move for ply in match.plies if str(ply.move)[-1] in "v^"]
        own = len(used) - leftovers(match)
        assert 0 < leftovers(match) < own
        outcome = match.outcome()
        assert outcome is not None
        assert sum(move.seat in outcome.winners for move in used) == 24


def test_a_mean_has_its_standard_error() -> None:
    figure = MeanFigure()
    for number in (1, 2, 3, 4):
        figure = figure.with_one(number)
    assert figure.mean == 2.5
    assert figure.error == pytest.approx(math.sqrt(1.25 / 4))
