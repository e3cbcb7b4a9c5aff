"""Luck in matches of dice: the changes made by rolls, the biggest swings, and the costs of missed claims."""

from itertools import pairwise
from random import Random
from typing import Literal

import pytest

from rules import abilities
from rules.contract import NATURE
from rules.match import Match
from rules.unstacked_draughts import GAME
from rules.unstacked_draughts.engine.board import START
from rules.unstacked_draughts.engine.chance import chance as ready
from rules.unstacked_draughts.luck import largest_swings, list_missed_claims, list_swings, luck
from rules.unstacked_draughts.match_equity import game_chance
from rules.unstacked_draughts.options import Options
from rules.unstacked_draughts.position import Position
from rules.unstacked_draughts.state import Phase
from rules.unstacked_draughts.text import read, with_options
from tests.rows import rows
from tests.rules.play import option_sets, random_match


def scripted(text: str, moves: str, dice: Literal["valid", "real"] = "valid") -> list[Position]:
    """Return the positions of an attentive match from a text on, given its moves as texts."""
    position = with_options(read(text), Options(mode="attentive", dice=dice))
    positions = [position]
    for word in moves.split():
        move = next(move for move in positions[-1].legal_moves() if str(move) == word)
        positions.append(positions[-1].play(move))
    return positions


def random_positions(options: Options, seed: int) -> list[Position]:
    return [position for position in random_match(GAME, options, seed).positions if isinstance(position, Position)]


# The luck


@pytest.mark.parametrize("options", option_sets(GAME), ids=str)
def test_only_luck_and_missed_claims_change_a_chance(options: Options) -> None:
    """From the start of each game to its end, in both modes, with dice that fail and with rolls for priority."""
    for seed in range(3):
        positions = random_positions(options, seed)
        begun = sum(
            game_chance(following) - game_chance(before)
            for before, following in pairwise(positions)
            if before.phase is Phase.WON and following.phase is not Phase.WON
        )
        white, black = luck(positions)
        lost = sum(one.price if one.seat == 0 else -one.price for one in list_missed_claims(positions))
        assert white - black - lost + begun == pytest.approx(
            game_chance(positions[-1]) - game_chance(positions[0]), abs=1e-9
        )


def test_luck_is_the_change_made_by_own_throws() -> None:
    """White throws 4-3 and Black 6-5, both of use to whoever threw them and to nobody else."""
    positions = scripted("UD1 d111222 d111222 w 0-0/1", "throw 43 w4v w3v throw 65 b6v b5v throw")
    first = (1 - ready(START, "d110122")) - ready(START, START)
    second = (1 - ready("d110122", "d111211")) - ready(START, "d110122")
    assert luck(positions) == pytest.approx((first, second))


def test_a_roll_that_leaves_the_opponent_a_die_is_bad_luck_of_the_thrower() -> None:
    positions = scripted("UD1 o202333 d010010 w 0-0/1", "throw 42 w4^ b2v throw")
    (swing,) = list_swings(positions)
    assert swing.seat == 0
    assert swing.ply == 1
    assert swing.change == pytest.approx((1 - ready("d000010", "o202233")) - ready("o202333", "d010010"))


def test_the_mean_luck_of_a_throw_is_zero() -> None:
    position = scripted("UD1 d010122 d011222 b 0-0/1", "throw")
    changes = [list_swings([*position, position[-1].play(roll)])[0].change for roll, _ in position[-1].chances()]
    assert len(changes) == 36
    assert sum(changes) / 36 == pytest.approx(0.0, abs=2e-5)
    assert max(changes) > 0.01


def test_the_dice_for_priority_are_luck_too() -> None:
    match = Match(GAME.play, Options(goal=1, first="priority"))
    rng = Random(3)
    while match.outcome() is None:
        if match.position.to_move == NATURE:
            match.play_chance(rng=rng)
        else:
            match.play(abilities.automatic_move(match.position) or match.position.legal_moves()[0])
    positions = [position for position in match.positions if isinstance(position, Position)]
    first, second = list_swings(positions)[:2]
    assert (first.seat, second.seat) == (0, 1)
    assert first.change != 0.0
    ready_now = next(position for position in positions if position.phase is Phase.READY)
    assert first.change - second.change == pytest.approx(game_chance(ready_now) - 0.5)


@rows
def test_only_valid_landed_dice_are_luck(
    law: str, text: str, moves: str, dice: Literal["valid", "real"], found: list[list[int]]
) -> None:
    """`found`: ply and seat of each throw that is luck. None of the claims is missed."""
    positions = scripted(text, moves, dice)
    assert [[swing.ply, swing.seat] for swing in list_swings(positions)] == found, law
    assert list_missed_claims(positions) == [], law


# The swings


def test_the_biggest_swings_come_first() -> None:
    positions = random_positions(Options(goal=2), 5)
    everything = list_swings(positions)
    found = largest_swings(positions, 5)
    assert len(found) == 5
    assert [abs(swing.change) for swing in found] == sorted((abs(one.change) for one in everything), reverse=True)[:5]
    assert set(found) <= set(everything)
    assert largest_swings(positions, 10_000) == sorted(everything, key=lambda swing: (-abs(swing.change), swing.ply))


# Missed claims


def prices(positions: list[Position], *lost: tuple[int, int, int]) -> list[float]:
    """Return the costs of the missed claims, after checking their ply, seat and die."""
    found = list_missed_claims(positions)
    assert [one[:3] for one in found] == list(lost)
    return [one.price for one in found]


def test_a_claim_not_made_before_the_own_throw_has_a_cost() -> None:
    """`w 42: 4^ ~2`: Black throws without having brought the second point down."""
    positions = scripted("UD1 o202333 d010010 w 0-0/1", "throw 42 w4^ throw 66")
    claimed, lost = ready("d000010", "o202233"), ready("d010010", "o202233")
    assert claimed - lost > 0.005
    assert prices(positions, (4, 1, 2)) == pytest.approx([claimed - lost])
    assert list_swings(positions)[0].change == pytest.approx((1 - claimed) - ready("o202333", "d010010"))


def test_a_claim_not_covered_before_the_dice_land_has_a_cost() -> None:
    """`b 11: 1v ~1`: White misses the other ace, and Black's next throw stands."""
    positions = scripted("UD1 d110122 d111222 b 0-0/1", "throw 11 b1v throw 66")
    claimed, lost = ready("d011222", "d010122"), ready("d011222", "d110122")
    assert lost - claimed > 0.003  # they are Black's
    assert prices(positions, (4, 0, 1)) == pytest.approx([lost - claimed])


def test_the_luck_of_the_next_throw_counts_from_after_the_loss() -> None:
    positions = scripted("UD1 d110122 d111222 b 0-0/1", "throw 11 b1v throw 66")
    lost, end = ready("d011222", "d110122"), 1 - game_chance(positions[-1])
    assert list_swings(positions)[1].change == pytest.approx(end - lost)


def test_two_dice_lost_together_have_a_cost_each() -> None:
    """A double that is of no use to White, and twice to Black."""
    positions = scripted("UD1 d110000 d000022 w 0-0/1", "throw 55 throw 66")
    none, one, two = (1 - ready("d110000", state) for state in ("d000022", "d000012", "d000002"))
    assert prices(positions, (3, 1, 5), (3, 1, 5)) == pytest.approx([one - none, two - one])


def test_an_unclaimed_win_costs_the_rest_of_the_chance() -> None:
    """Black could have finished with the six."""
    positions = scripted("UD1 o000010 o000001 w 0-0/1", "throw 61 throw 21")
    assert prices(positions, (3, 1, 6)) == pytest.approx([1 - ready("o000001", "o000010")])


def test_in_assisted_mode_nothing_is_missed() -> None:
    assert list_missed_claims(random_positions(Options(goal=3), 2)) == []


def test_random_attentive_play_misses_claims_on_both_sides() -> None:
    found = list_missed_claims(random_positions(Options(mode="attentive", goal=3), 2))
    assert {one.seat for one in found} == {0, 1}
    assert all(one.price > -0.01 for one in found)
