"""The exact chances of positions of Unstacked Draughts in every phase, for the game and for the match."""

from collections.abc import Callable
from dataclasses import replace
from itertools import islice, pairwise
from math import comb
from random import Random
from typing import Any

import pytest

from rules.match import Match
from rules.unstacked_draughts import GAME
from rules.unstacked_draughts.engine import chance as table
from rules.unstacked_draughts.engine.board import START
from rules.unstacked_draughts.match_equity import game_chance, match_chance
from rules.unstacked_draughts.moves import Begin
from rules.unstacked_draughts.options import Options
from rules.unstacked_draughts.position import Position
from rules.unstacked_draughts.state import Phase
from rules.unstacked_draughts.text import read, start
from tests.checks import present
from tests.effort import by_effort, by_night
from tests.rules.play import positions_of, random_match

BEGIN = table.chance(START, START)
"""The chance of the side that throws first in a game."""
EXACT = 2e-5
"""The greatest difference between a mean of rounded chances and a rounded chance."""


def ready(score: str = "0-0/3", side: str = "w", **options: Any) -> Position:
    position = read(f"UD1 d111222 d111222 {side} {score}")
    return replace(position, options=replace(position.options, **options))


def known(match: Match) -> list[Position]:
    return [position for position in match.positions if isinstance(position, Position)]


def mean_after_rolls(position: Position, of: Callable[[Position], float] = game_chance) -> float:
    flying = position.play(position.legal_moves()[0])
    weighted = [(of(flying.play(roll)), weight) for roll, weight in flying.chances()]
    return sum(value * weight for value, weight in weighted) / sum(weight for _, weight in weighted)


# The game


def test_a_die_for_priority_changes_little() -> None:
    """A six begins in five cases of six, and in half of those where Black throws one too."""
    position = start(Options(first="priority"), 2)
    six = position.play(position.legal_moves()[0]).play(next(r for r in flying_rolls(position) if str(r) == "6"))
    assert game_chance(six) == pytest.approx(BEGIN * 11 / 12 + (1 - BEGIN) / 12)
    assert mean_after_rolls(six) == pytest.approx(game_chance(six), abs=1e-12)


def flying_rolls(position: Position) -> list[Any]:
    return [roll for roll, _ in position.play(position.legal_moves()[0]).chances()]


def test_a_chance_is_the_mean_of_those_after_the_rolls_in_both_modes() -> None:
    rng = Random(1)
    found = [position for position in positions_of(GAME, 1) if position.phase in (Phase.READY, Phase.PRIORITY)]
    assert {position.attentive for position in found} == {True, False}
    for position in rng.sample(found, 60):
        assert mean_after_rolls(position) == pytest.approx(game_chance(position), abs=EXACT)


def test_a_landed_roll_counts_with_all_its_usable_dice() -> None:
    position = read("UD1 d110122 d011222 b 0-0/1 [b 1bv 1-]")
    claimed = read("UD1 d010122 d011222 b 0-0/1")
    assert game_chance(position) == game_chance(claimed) == 1 - table.chance("d011222", "d010122")
    assert table.chance("d011222", "d010122") == pytest.approx(0.485567, abs=1e-5)  # a case of the digest


def test_decisions_of_a_player_change_no_chance() -> None:
    """Where all play well only dice that come to lie do: no claim is missed before that."""
    kinds = set()
    for position in islice(positions_of(GAME, by_night(1, 3)), 0, None, by_effort(3, 1, 1)):
        if position.phase in (Phase.WON, Phase.OVER):
            continue
        for move in position.legal_moves():
            following = position.play(move)
            if following.rolls == position.rolls and following.priority == position.priority:
                kinds.add(type(move).__name__)
                assert game_chance(following) == pytest.approx(game_chance(position), abs=1e-12), (
                    f"{move} in {position}"
                )
    assert kinds >= {"Use", "Throw", "Fail", "Tilt", "Answer", "Cover"}


# The match


def test_the_chance_of_a_single_point_match_is_the_chance_of_its_game() -> None:
    for position in (ready("0-0/1"), ready("0-0/1", "b", loser_begins=True), ready("2-2/3", first="priority")):
        assert match_chance(position) == game_chance(position)


@pytest.mark.parametrize("goal", [1, 2, 3, 7, 15])
@pytest.mark.parametrize("loser_begins", [False, True])
def test_a_match_with_a_level_score_is_even_before_priority(goal: Any, loser_begins: bool) -> None:
    position = start(Options(first="priority", goal=goal, loser_begins=loser_begins), 2)
    assert match_chance(position) == pytest.approx(0.5, abs=1e-12)


def wins_needed(white: int, black: int) -> float:
    """Return White's chance to win `white` even games before Black wins `black`."""
    games = white + black - 1
    if white <= 0 or black <= 0:
        return float(white <= 0)
    return float(sum(comb(games, won) for won in range(white, games + 1)) / 2**games)


@pytest.mark.parametrize("score", ["0-0/3", "2-1/3", "0-6/7", "4-9/15", "14-14/15"])
def test_later_games_are_even_where_priority_is_thrown(score: str) -> None:
    points, goal = score.split("/")
    white, black = (int(goal) - int(had) for had in points.split("-"))
    expected = BEGIN * wins_needed(white - 1, black) + (1 - BEGIN) * wins_needed(white, black - 1)
    assert match_chance(ready(score)) == pytest.approx(expected, abs=1e-12)


def by_hand(white: int, black: int, first: int) -> float:
    """Return White's chance for so many missing points if the loser of each game begins the next one."""
    if white == 0 or black == 0:
        return float(white == 0)
    win = BEGIN if first == 0 else 1 - BEGIN
    return win * by_hand(white - 1, black, 1) + (1 - win) * by_hand(white, black - 1, 0)


@pytest.mark.parametrize(("score", "side"), [("0-0/2", "w"), ("0-0/3", "b"), ("1-2/4", "w")])
def test_a_loser_that_begins_has_the_better_chance_in_the_next_game(score: str, side: str) -> None:
    points, goal = score.split("/")
    white, black = (int(goal) - int(had) for had in points.split("-"))
    expected = by_hand(white, black, "wb".index(side))
    assert match_chance(ready(score, side, loser_begins=True)) == pytest.approx(expected, abs=1e-12)


def test_between_games_the_chance_follows_from_the_score() -> None:
    text = "UD1 o000000 d000001 b 1-0/3"
    assert match_chance(read(text)) == wins_needed(2, 3) == 11 / 16
    loser_begins = replace(read(text), options=Options(loser_begins=True))
    assert match_chance(loser_begins) == pytest.approx(by_hand(2, 3, 1))


def test_beginning_the_next_game_changes_no_chance_of_the_match() -> None:
    seen = 0
    for position in positions_of(GAME, 2):
        if position.phase is Phase.WON:
            seen += 1
            begun = position.play(Begin(position.to_move))
            assert match_chance(begun) == pytest.approx(match_chance(position), abs=1e-12)
    assert seen > 5


def test_ending_a_game_changes_the_match_chance_only_by_the_chance_of_the_game() -> None:
    match = random_match(GAME, Options(goal=2, loser_begins=True), 3)
    for before, following in pairwise(known(match)):
        if following.phase is Phase.WON:
            assert game_chance(before) == game_chance(following)
            assert match_chance(before) == pytest.approx(match_chance(following), abs=1e-12)


def test_a_finished_match_is_certainly_won() -> None:
    for seed in range(4):
        match = random_match(GAME, Options(goal=2), seed)
        outcome = present(match.outcome(), "outcome")
        end = known(match)[-1]
        assert match_chance(end) == game_chance(end) == float(outcome.winners == (0,))


def test_the_mean_after_a_roll_is_the_chance_of_the_match() -> None:
    for position in (ready("1-1/3"), ready("0-2/3", "b", loser_begins=True)):
        assert mean_after_rolls(position, match_chance) == pytest.approx(match_chance(position), abs=EXACT)
