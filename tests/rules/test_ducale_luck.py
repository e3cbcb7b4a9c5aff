"""The luck of a match of Ducale: jokers above their due."""

from random import Random

import pytest

from rules.ducale.cards import JOKER
from rules.ducale.luck import DUE, luck
from rules.ducale.moves import Draw, Take
from rules.ducale.options import Options
from rules.ducale.policies import greedy
from rules.ducale.position import Position
from tests.effort import by_effort


def dealt(seed: int, seats: int = 3) -> list[Position]:
    begun = Position(((),) * seats, Options())
    return [begun, begun.play(begun.sample(Random(seed)))]


def a_round(seed: int) -> list[Position]:
    positions, rng = dealt(seed), Random(seed)
    while positions[-1].phase not in ("end", "blocked"):
        position = positions[-1]
        moves = [position.sample(rng)] if position.to_move < 0 else list(greedy(position, rng))
        for move in moves:
            positions.append(positions[-1].play(move))
    return [*positions, positions[-1].play(positions[-1].sample(rng))]


def test_thirteen_of_all_cards_hold_half_a_joker() -> None:
    assert pytest.approx(13 * 4 / 108) == DUE


@pytest.mark.parametrize("seed", range(8))
def test_a_deal_is_weighed_by_its_jokers(seed: int) -> None:
    for positions in (dealt(seed), a_round(seed)[-2:]):
        assert luck(positions) == pytest.approx([hand.count(JOKER) - DUE for hand in positions[1].hands])


def test_a_joker_drawn_is_luck_and_another_card_is_a_little_bad_luck() -> None:
    *_, start = dealt(1)
    share = start.stock.count(JOKER) / len(start.stock)
    assert 0 < share < 1
    after = start.play(Draw(start.turn))
    drawn = luck([start, after])
    assert drawn[start.turn] == pytest.approx((start.stock[0] == JOKER) - share)
    assert [drawn[seat] for seat in range(3) if seat != start.turn] == [0, 0]


def test_what_is_taken_from_the_discard_is_nobodys_luck() -> None:
    *_, start = dealt(1)
    assert luck([start, start.play(Take(start.turn))]) == (0, 0, 0)


def test_over_many_rounds_luck_comes_to_nothing() -> None:
    sums = [luck(a_round(seed)) for seed in range(by_effort(20, 60, 60))]
    mean = sum(map(sum, sums)) / len(sums) / 3
    spread = (sum(value**2 for row in sums for value in row) / (3 * len(sums)) / (3 * len(sums))) ** 0.5
    assert abs(mean) < 4 * spread
    assert all(any(abs(row[seat]) > 0.4 for row in sums) for seat in range(3))
