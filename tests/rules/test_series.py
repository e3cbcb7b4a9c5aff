"""Several matches of one session: the score goes with the player, not with the seat."""

from rules.contract import Outcome
from rules.series import Series


def test_a_win_counts_for_the_player_on_the_winning_seat() -> None:
    series = Series.begin(2).scored(Outcome("no-pieces", (0,)))
    assert series.points == (1.0, 0.0)
    series = series.turned().scored(Outcome("no-pieces", (0,)))
    assert series.points == (1.0, 1.0)
    assert series.played == 2


def test_a_drawn_match_is_half_a_point_each() -> None:
    assert Series.begin(2).scored(Outcome("agreed")).points == (0.5, 0.5)


def test_two_players_change_sides_and_come_back() -> None:
    series = Series.begin(2)
    assert series.turned().seating == (1, 0)
    assert series.turned().turned() == series


def test_with_four_everybody_moves_up_one_seat() -> None:
    assert Series.begin(4).turned().seating == (1, 2, 3, 0)


def test_winners_together_share_the_point() -> None:
    assert Series.begin(4).turned().scored(Outcome("won", (0, 2))).points == (0.0, 0.5, 0.0, 0.5)


def test_a_series_is_a_value() -> None:
    series = Series.begin(2)
    series.scored(Outcome("agreed"))
    series.turned()
    assert series == Series((0, 1), (0.0, 0.0))
