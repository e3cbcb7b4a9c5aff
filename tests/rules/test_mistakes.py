"""The decisions of a review that count as mistakes, and the turns that solve a mistake."""

import pytest

from rules.teaching.mistakes import ACCEPTED_LOSS, MIN_MISTAKE_LOSS, Mistake, find_mistakes, is_accepted
from rules.teaching.review import Cost, Judged, Review, Unit

MISTAKE = Mistake(4, 0, MIN_MISTAKE_LOSS, ("a1b2", "b2c3"))


@pytest.mark.parametrize(
    ("unit", "cost", "persons", "found"),
    [
        ("chance", Cost(0, 4, MIN_MISTAKE_LOSS, MISTAKE.better), (0,), (MISTAKE,)),
        ("chance", Cost(0, 4, MIN_MISTAKE_LOSS, MISTAKE.better), (0, 1), (MISTAKE,)),
        ("chance", Cost(0, 4, MIN_MISTAKE_LOSS - 0.001, MISTAKE.better), (0,), ()),
        ("chance", Cost(1, 4, 0.9, MISTAKE.better), (0,), ()),
        ("chance", Cost(0, 4, 0.9), (0,), ()),
        ("chance", Cost(0, 4, 0.9, MISTAKE.better), (), ()),
        ("points", Cost(0, 4, 9.0, MISTAKE.better), (0,), ()),
    ],
)
def test_mistake_is_a_costly_turn_of_a_person(
    unit: Unit, cost: Cost, persons: tuple[int, ...], found: tuple[Mistake, ...]
) -> None:
    assert find_mistakes(Review(unit, (Judged(2, 4, 0, 0.5, (cost,)),)), persons) == found


def test_mistakes_are_found_in_the_order_of_their_turns() -> None:
    costs = [Cost(0, ply, loss, ("a1b2",)) for ply, loss in ((0, 0.2), (2, 0.05), (4, 0.9))]
    review = Review("chance", tuple(Judged(cost.ply, cost.ply, 0, 0.5, (cost,)) for cost in costs))
    assert [mistake.ply for mistake in find_mistakes(review, (0,))] == [0, 4]


@pytest.mark.parametrize(
    ("loss", "is_best_won", "is_played_won", "accepted"),
    [
        (0.0, False, False, True),
        (ACCEPTED_LOSS - 0.001, False, False, True),
        (ACCEPTED_LOSS, False, False, False),
        (MIN_MISTAKE_LOSS, False, False, False),
        (0.0, True, True, True),
        (0.001, True, False, False),
        (0.0, False, True, True),
    ],
)
def test_turn_is_accepted_if_it_loses_little_and_gives_up_no_win(
    loss: float, is_best_won: bool, is_played_won: bool, accepted: bool
) -> None:
    assert is_accepted(loss, is_best_won, is_played_won) is accepted
