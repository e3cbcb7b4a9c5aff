"""Whether a turn can be finished, and the best plan, against a full search (README.md, sections 6 and 15)."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rules import abilities
from rules.ducale.cards import CARD_POINTS
from rules.ducale.movegen import can_finish
from rules.ducale.moves import Discard, Draw, Take
from rules.ducale.options import Options
from rules.ducale.plan import best_plan
from rules.ducale.position import Position
from rules.lab.ducale_simulation import at_random
from rules.record import read_options
from tests.checks import present
from tests.rows import rows
from tests.rules.rami import after, played, position


def ends(now: Position, seen: dict[Position, list[Position]]) -> list[Position]:
    """Return every position in which the turn can be ended, or has ended."""
    if now in seen:
        return seen[now]
    seen[now] = []
    found = []
    for move in now.legal_moves():
        if isinstance(move, Discard):
            if now not in found:
                found.append(now)
        else:
            then = now.play(move)
            found += [then] if then.phase == "end" else [end for end in ends(then, seen) if end not in found]
    seen[now] = found
    return found


def in_the_turn(rng: Random) -> Position:
    """Return a position with a small hand and some melds on the table, after a card was taken from either pile."""
    options = Options(
        open_min=rng.choice((0, 0, 30)),
        open_pure_run=rng.random() < 0.2,
        same_turn=rng.random() < 0.8,
        go_out=rng.choice(("any", "discard")),
    )
    while True:
        late = played(rng.randrange(40), 3, player=at_random)
        found = [one for one in late if one.phase == "draw" and one.discard and one.stock and one.melds]
        if found:
            begun = rng.choice(found)
            break
    seat = begun.turn
    hand = begun.hand[: rng.randint(2, 6)]
    opened = list(begun.opened)
    opened[seat] = rng.random() < 0.7
    hands = (*begun.hands[:seat], hand, *begun.hands[seat + 1 :])
    begun = replace(begun, options=options, hands=hands, opened=tuple(opened))
    return begun.play(Draw(seat) if rng.random() < 0.4 else Take(seat))


@pytest.mark.parametrize("seed", range(40))
def test_a_plan_exists_if_the_turn_can_be_finished_and_leaves_the_fewest_points(seed: int) -> None:
    now = in_the_turn(Random(seed))
    seat, found = now.turn, ends(now, {})
    plan = best_plan(now)
    assert can_finish(now) == bool(found) == (plan is not None)
    if plan is None:
        return
    least = min(sum(CARD_POINTS[card] for card in end.hands[seat]) for end in found)
    out = any(len(end.hands[seat]) <= 1 for end in found)
    assert plan.goes_out == out
    assert plan.points == least or plan.goes_out
    then = now
    for act in plan.acts:
        assert abilities.is_legal(then, act)
        then = then.play(act)
    assert then.phase == "end" or any(isinstance(move, Discard) for move in then.legal_moves())


@rows
def test_a_discard_is_offered_if_it_can_be_used(
    law: str, hand: str, facts: dict[str, Any], options: str, may: bool
) -> None:
    now = position(hand, **facts, options=read_options(Options, options))
    assert now.may_take() == any(isinstance(move, Take) for move in now.legal_moves()) == may, law


def test_open_obligations_and_dead_ends_are_remarked() -> None:
    now = after(position("9C KD KS KH 5H 6H", top="7H"), "+D M[KS KH KD]…")
    assert [remark.code for remark in now.remarks()] == ["duty-card"]
    now = after(position("9C KD KS KH 5H 6H", top="7H", options=Options(open_min=51)), "+D M[KS KH KD]…")
    assert [remark.code for remark in now.remarks()] == ["duty-card", "dead-end"]


def test_the_best_plan_goes_out_through_a_swap() -> None:
    now = after(position("6H 8S 8D KD", opened=[0], table=["4H 5H JK=6H"], stock="QC"), "+P…")
    plan = present(best_plan(now), "plan")
    assert [str(act) for act in plan.acts] == ["X1[6H]", "M[8S JK=8H 8D]"]
    assert (plan.laid_count, plan.points, plan.goes_out) == (3, 20, False)


def test_the_best_plan_lays_a_swapped_joker_off_on_a_meld_with_a_lower_number() -> None:
    now = after(position("4S 8D KD", opened=[0], table=["6C 7C 8C", "3S JK=4S 5S"], top="4C"), "+D…")
    plan = present(best_plan(now), "plan")
    assert [str(act) for act in plan.acts] == ["X2[4S]", "L1[JK=5C 4C]"]
