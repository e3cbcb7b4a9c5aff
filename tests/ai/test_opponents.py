"""Opponents and levels, for every game that the computer plays."""

from collections.abc import Iterator
from itertools import count, pairwise
from random import Random

import pytest

from rules import KEYS, get
from rules.ai.opponents import choose_turn_text, levels_of, opponent
from rules.contract import Position
from rules.double_draughts import GAME as DOUBLE_DRAUGHTS
from rules.lab import card_matches as dealt
from rules.search.budget import Budget
from rules.search.level import Level, full_strength
from rules.search.opponent import SearchingOpponent
from tests.ai.searches import at, random_positions
from tests.effort import by_effort
from tests.rules.play import random_match

KEY = "double-draughts"
SEARCHES = ("double-draughts", "duck-chess", "ducart")
every_search = pytest.mark.parametrize("key", SEARCHES)
every_level = pytest.mark.parametrize("strength", levels_of(KEY), ids=lambda strength: f"level {strength.number}")


def with_nodes(strength: Level, nodes: int = 1500) -> Level:
    """Return the level with a small node budget and without its time limit."""
    return Level(strength.number, nodes, None, strength.depth, strength.noise, strength.blind)


@every_level
def test_only_whole_legal_turns_are_chosen(strength: Level) -> None:
    rng = Random(4)
    started = 0
    for position in random_positions(25, seed=4):
        started += position.turn_started
        choice = opponent(KEY).choose(position, with_nodes(strength, 300), rng)
        after = position
        for move in choice.moves:
            assert after.to_move == position.to_move
            assert move in after.legal_moves()
            after = after.play(move)
        assert after.turn_started
        assert after.side != position.side
    assert 0 < started < 25


def middle_positions(key: str, count: int) -> list[Position]:
    """Return unfinished positions of a random match, some of them in mid-turn."""
    game = get(key)
    positions = random_match(game, game.play.options(), 5).positions[:-1]
    return list(positions[:: len(positions) // count + 1])


@every_search
def test_the_same_seed_plays_the_same(key: str) -> None:
    for strength in levels_of(key):
        for position in middle_positions(key, by_effort(1, 2, 4)):
            first, again = (
                opponent(key).choose(position, with_nodes(strength, by_effort(150, 600, 600)), Random(9))
                for _ in range(2)
            )
            assert first == again


@every_search
def test_moves_of_weak_levels_vary_with_the_seed(key: str) -> None:
    game, weakest = get(key), with_nodes(levels_of(key)[0])
    start = game.play.start(game.play.options(), 2)
    assert len({opponent(key).choose(start, weakest, Random(seed)).moves for seed in range(12)}) > 2


@every_search
def test_the_node_budget_is_kept(key: str) -> None:
    for position in middle_positions(key, by_effort(1, 3, 3)):
        for nodes in (1, 100, 5000):
            choice = opponent(key).choose(position, full_strength(nodes), Random(1))
            assert choice.moves
            assert choice.nodes <= nodes + 200  # what may follow at once on a line is looked at in any case


@every_search
def test_a_stopped_search_ends_at_the_next_poll(key: str) -> None:
    for position in middle_positions(key, 5):
        polls = count()

        def third(polls: Iterator[int] = polls) -> bool:
            return next(polls) >= 3

        choice = opponent(key).choose(position, full_strength(), Random(1), third)
        assert choice.nodes < 60_000
        assert choice.moves[0] in position.legal_moves()


@every_search
def test_an_analysis_follows_legal_moves_of_both_sides(key: str) -> None:
    for position in middle_positions(key, by_effort(6, 20, 20)):
        analysis = opponent(key).analyse(position, Budget(nodes=2000))
        assert analysis.moves
        for move in analysis.moves:
            assert move in position.legal_moves()
            position = position.play(move)


def test_a_finished_position_is_refused() -> None:
    with pytest.raises(ValueError, match="over"):
        opponent(KEY).analyse(at("8/8/8/8/8/8/8/K7 b 2 0 1"), Budget(nodes=10))


def test_each_level_thinks_more_or_misses_less_than_the_level_below() -> None:
    for key, levels in ((key, levels_of(key)) for key in KEYS):
        assert [strength.number for strength in levels] == list(range(1, len(levels) + 1))
        for weaker, stronger in pairwise(levels):
            if key in dealt.GAMES:  # its levels are manners of play, which test_ducale.py compares
                continue
            if not isinstance(opponent(key), SearchingOpponent):
                assert weaker.attention.miss_probability > stronger.attention.miss_probability
                assert weaker.attention.misses_double > stronger.attention.misses_double
                assert weaker.attention.reaction > stronger.attention.reaction
                assert weaker.attention.pause > stronger.attention.pause
                continue
            assert weaker.nodes is not None and stronger.nodes is not None, "levels are limited by positions"
            assert weaker.nodes < stronger.nodes
            assert weaker.noise >= stronger.noise
            assert weaker.blind >= stronger.blind


def test_the_console_prints_turn_score_nodes_and_depth() -> None:
    both_in_reach = at("8/8/5m2/8/3m4/2K1M3/8/8 w 2 0 1")
    assert choose_turn_text(DOUBLE_DRAUGHTS, both_in_reach, nodes=500).startswith("c3xe5xg7 score 29999 nodes ")
    assert choose_turn_text(DOUBLE_DRAUGHTS, both_in_reach, level_number=1).startswith("c3xe5xg7 score ")
    with pytest.raises(ValueError, match=f"no level {len(levels_of(KEY)) + 1}"):
        choose_turn_text(DOUBLE_DRAUGHTS, both_in_reach, level_number=len(levels_of(KEY)) + 1)
