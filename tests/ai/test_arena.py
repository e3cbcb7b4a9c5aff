"""Matches between players, and what is told of them."""

import math
from random import Random

import pytest

from rules import GAMES, find
from rules.ai.arena import OPENING, Dabbler, Played, opening, play_out, player, run, tally
from rules.contract import AnyGame, Outcome

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


@every_game
def test_an_opening_is_some_random_turns_into_the_game(game: AnyGame) -> None:
    positions = [opening(game, Random(seed)) for seed in range(5)]
    assert all(position.outcome() is None and position.turn_started for position in positions)
    assert len({position.text() for position in positions}) > 1
    assert opening(game, Random(1), OPENING).text() == opening(game, Random(1), OPENING).text()


@every_game
def test_random_players_come_to_an_end(game: AnyGame) -> None:
    played = play_out(game.start(game.options(), game.seats.start), [Dabbler()] * game.seats.start, Random(2))
    assert played.turns > 0
    assert played.over == -math.inf


@every_game
def test_the_same_seed_gives_the_same_result(game: AnyGame) -> None:
    first, again = (run(game, "1", "random", 2, seed=3) for _ in range(2))
    assert (first.wins, first.drawn, first.losses, first.turns) == (
        again.wins,
        again.drawn,
        again.losses,
        again.turns,
    )
    assert first.matches == 2


def test_points_are_counted_by_seat_and_drawn_matches_are_half() -> None:
    black, white, drawn = (
        Played(outcome, 10, -0.5)
        for outcome in (Outcome("no-pieces", (0,)), Outcome("no-pieces", (1,)), Outcome("repetition"))
    )
    result = tally("2", "1", [(black, white), (drawn, black), (drawn, drawn)])
    assert (result.wins, result.drawn.total(), result.losses) == (2, 3, 1)
    assert result.drawn["repetition"] == 3
    assert result.share == pytest.approx((1.0 + 0.25 + 0.5) / 3)
    assert result.error > 0
    text = str(result)
    assert text.startswith("2 against 1: 58.3%")
    assert "won 2, drawn 3 (repetition 3), lost 1" in text
    assert "slowest turn: 500 ms within its cap" in text


def test_a_player_is_a_level_or_random() -> None:
    assert isinstance(player("double-draughts", "random"), Dabbler)
    assert player("double-draughts", "2").cap is not None
    assert player("double-draughts", "2", seconds=0.25).cap == 0.25
    with pytest.raises(ValueError, match='not "strongest"'):
        player("double-draughts", "strongest")
    game = find("double-draughts")
    assert game is not None
    with pytest.raises(ValueError, match="no level 17"):
        run(game, "1", "17", 2)
