"""Reviews of known matches: the cost of turns, better turns, and stored reviews."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any, Final

import pytest

from rules import KEYS, abilities, get
from rules.ai.opponents import opponent, opponent_of
from rules.ai.review import budget_for, review
from rules.contract import NATURE
from rules.double_draughts.position import Position as Draughts
from rules.ducale import GAME as DUCALE
from rules.ducale.hindsight import judge
from rules.ducale.policies import novice
from rules.ducale.position import Position as Cards
from rules.lab.ducale_simulation import play_round
from rules.lab.endgames import probe
from rules.match import Match
from rules.search.iterative_deepening import WIN
from rules.search.winning_chance import winning_chance
from rules.teaching.review import Cost, Judged, OtherMatchError, PlayedMatch, Review, accuracy
from rules.unstacked_draughts import GAME as DICE
from rules.unstacked_draughts.luck import list_missed_claims
from rules.unstacked_draughts.options import Options as Dice
from rules.unstacked_draughts.position import Position as Throwing
from tests.checks import present
from tests.effort import by_effort
from tests.rules.play import random_match
from tests.rules.unstacked import act, begin

NODES: Final = 2000
FOOLISH: Final = ("e2e4@e6", "f7f6@a6", "d1h5@a3", "b8c6@a6", "h5e8")
"""A match of Duck Chess in which Black overlooks the queen's attack on the king."""


def played(key: str, turns: Sequence[str], start: str | None = None) -> Match:
    game = get(key)
    match = Match(game.play, position=None if start is None else game.text.read(start))
    for turn in turns:
        for move in game.text.read_turn(match.position, turn):
            match.play(move)
    return match


def reviewed(match: Match, nodes: int = NODES) -> Review:
    turns: list[Judged] = []
    moves = [ply.move for ply in match.plies]
    review(get(match.game.key), match.start, moves, nodes, 1, lambda: False, turns.append)
    return Review(opponent_of(match.game.key).review_unit, tuple(turns))


# What is seen by searching


def test_a_blunder_in_duck_chess_is_the_costliest_turn() -> None:
    match = played("duck-chess", FOOLISH)
    found = reviewed(match)
    dear = found.costliest()[0]
    assert (dear.seat, dear.ply) == (1, 6)
    assert dear.loss > 0.4
    assert dear.loss == max(cost.loss for cost in found.costs)
    white, black = found.accuracy(0), found.accuracy(1)
    assert white is not None and black is not None and white > black
    assert found.turns[-1].value == 1.0


def test_the_better_turn_is_legal_and_saves_the_loss() -> None:
    match = played("duck-chess", FOOLISH)
    dear = reviewed(match).costliest()[0]
    other = Match(match.game)
    for ply in match.plies[: dear.ply]:
        other.play(ply.move)
    for text in dear.better:
        move = present(abilities.read_move(other.position, dear.seat, text), f"move {text}")
        other.play(move)
    assert other.position.to_move != dear.seat
    assert reviewed(other).turns[-1].value < 0.7


def test_every_turn_is_reported_once_and_in_order() -> None:
    match = played("duck-chess", FOOLISH)
    turns = reviewed(match, 300).turns
    assert [one.turn for one in turns] == [0, 1, 2, 3, 4, 5]
    assert [one.ply for one in turns] == [*(span.first for span in match.turns()), len(match.plies)]


def test_a_blunder_in_ducart_is_the_costliest_turn() -> None:
    """The engine moves for both, and once for Blue something that puts all at stake."""
    game = get("ducart")
    start = "1czLhtcw/7(Kw)/3www2/1T6/3WW~zW~1/1WH4Z/(kW)7/(kK)CZ1l1C1 b - g 0 40 c"
    match = Match(game.play, position=game.text.read(start))
    worst = max(match.position.legal_moves(), key=lambda move: _for_the_other(match, move))
    match.play(worst)
    reply = next(iter(match.position.legal_moves()))
    match.play(reply)
    dear = reviewed(match, 600)
    assert dear.turns[0].costs[0].loss > 0.2
    assert dear.turns[0].costs[0].better


def _for_the_other(match: Match, move: Any) -> int:
    from rules.search.budget import Budget

    after = match.position.play(move)
    return WIN if after.outcome() is not None else opponent("ducart", 1).analyse(after, Budget(60)).score


@pytest.mark.parametrize("text", ["8/8/8/4k3/8/2K5/8/K7 w 2 0 1", "8/3m4/8/8/2K5/8/1K6/8 w 2 0 1"])
def test_endings_are_judged_by_the_table(text: str) -> None:
    match = played("double-draughts", (), text)
    position = match.position
    assert isinstance(position, Draughts)
    ending = present(probe(position.board()), "result in the table")
    expected = 0.5 if ending.winner is None else float(ending.winner == 0)
    assert reviewed(match).turns[0].value == expected


def test_a_capture_given_away_is_found() -> None:
    match = played("double-draughts", ("c5-d6", "e7xc5"), "8/4m1m1/8/2M5/8/4M3/8/M7 w 2 0 1")
    found = reviewed(match)
    assert found.turns[0].costs[0].loss > 0.05
    assert found.turns[0].costs[0].better != tuple(str(ply.move) for ply in match.plies[:1])


def test_a_started_turn_costs_nothing() -> None:
    match = played("duck-chess", FOOLISH[:2])
    match.play(next(iter(match.position.legal_moves())))
    assert [len(one.costs) for one in reviewed(match, 300).turns] == [1, 1, 0, 0]


def test_a_stopped_review_ends_at_once() -> None:
    match, told = played("duck-chess", FOOLISH), list[Judged]()
    moves = [ply.move for ply in match.plies]
    review(get(match.game.key), match.start, moves, 1 << 50, 1, lambda: True, told.append)
    assert told == []


def test_a_score_becomes_a_chance() -> None:
    scale = 157.0
    assert winning_chance(0, scale) == 0.5
    assert winning_chance(WIN - 3, scale) == 1.0 and winning_chance(3 - WIN, scale) == 0.0
    assert winning_chance(100, scale) + winning_chance(-100, scale) == pytest.approx(1.0)
    assert 0.5 < winning_chance(100, scale) < winning_chance(200, scale) < 1.0
    assert [key for key in KEYS if budget_for(key) == 0] == ["unstacked-draughts"]


# Cards


def judged_at_cards(
    positions: list[Cards], moves: list[Any], starts: list[int], stop: Callable[[], bool] = lambda: False
) -> Iterator[Judged]:
    return judge(opponent("ducale"), PlayedMatch(positions, moves, starts), by_effort(5, 24, 24), stop)


def a_round(seats: int, seed: int) -> tuple[list[Cards], list[Any], list[int]]:
    """Return the positions and moves of a round, and the numbers of the moves that begin a turn."""
    start = DUCALE.play.start(DUCALE.play.options(), seats)
    assert isinstance(start, Cards)
    positions, moves = [start], list[Any]()
    for move, position in play_round(start, novice, Random(seed)):
        moves.append(move)
        positions.append(position)
    return positions, moves, DUCALE.play.turn_starts(positions, moves)


def test_at_cards_every_turn_of_a_player_is_judged_in_points() -> None:
    positions, moves, starts = a_round(3, 3)
    found = list(judged_at_cards(positions, moves, starts))
    players = [ply for ply in starts if positions[ply].to_move != NATURE]
    assert [one.ply for one in found] == players
    assert all(one.value >= 0 and one.costs for one in found)
    dear = Review("points", tuple(found)).costliest()
    assert dear, "a novice does nothing better than the best"
    for cost in dear:
        position = positions[cost.ply]
        for text in cost.better:
            move = position.read_move(cost.seat, text)
            assert move is not None, text
            position = position.play(move)


def test_at_cards_a_turn_is_judged_by_the_view_of_its_seat_alone() -> None:
    positions, moves, starts = a_round(2, 5)
    first, last = next((first, last) for first, last in pairwise(starts[6:]) if positions[first].to_move != NATURE)
    seat = positions[first].turn
    seen = [replace(one, hands=one.hands) for one in positions]
    for ply in range(first, last + 1):
        own = positions[ply].seen_by(seat)
        seen[ply] = replace(own, begun=None)
    drawn = [
        abilities.redact(positions[ply], moves[ply], seat) if first <= ply < last else moves[ply]
        for ply in range(len(moves))
    ]

    def of(places: list[Cards], acts: list[Any]) -> Judged:
        return next(one for one in judged_at_cards(places, acts, starts) if one.ply == first)

    assert of(positions, moves) == of(seen, drawn)


def test_a_match_of_cards_stops_between_two_turns() -> None:
    positions, moves, starts = a_round(2, 3)
    asked = iter([False, False, True, *[True] * 1000])
    assert 0 < len(list(judged_at_cards(positions, moves, starts, lambda: next(asked)))) < 3


# Dice


def test_at_dice_missed_claims_are_the_cost_of_a_turn() -> None:
    match = random_match(DICE, Dice(mode="attentive", goal=1), 2)
    found = reviewed(match)
    places = [position for position in match.positions if isinstance(position, Throwing)]
    prices = sorted(one.price for one in list_missed_claims(places) if one.price > 0)
    assert prices
    assert sorted(cost.loss for cost in found.costs if cost.loss) == pytest.approx(prices)
    for cost in found.costs:
        for text in cost.better:
            assert abilities.read_move(match.positions[cost.ply], cost.seat, text) is not None, (
                "what it says is a move of the position"
            )
    claims = [ply for ply in match.plies if ply.move.seat in (0, 1) and str(ply.move)[1:2].isdigit()]
    assert len(found.costs) <= len(list_missed_claims(places)) + len(claims)
    assert [one.value for one in found.turns][-1] == float(0 in getattr(match.outcome(), "winners", ()))


def test_an_assisted_match_of_dice_has_no_turns_to_judge() -> None:
    assert reviewed(random_match(DICE, Dice(goal=1), 2)).costs == []


def test_a_tilted_die_that_would_have_helped_was_refused() -> None:
    """White needs a 1 for its last stack; the dice show it, and White doesn't let them count."""
    match = act(begin("UD1 d100000 d111222 w 0-0/1"), "t w")
    for word in ("tilt11", "w-no", "b-no"):
        match.play(next(move for move in match.position.legal_moves() if str(move) == word))
    refused, agreed = reviewed(match).costs
    assert (refused.seat, refused.better) == (0, ("w-yes",)) and refused.loss > 0.1
    assert (agreed.seat, agreed.loss, agreed.better) == (1, 0.0, ())


# What is kept


def test_a_written_review_is_read_back_unchanged() -> None:
    match = played("duck-chess", FOOLISH)
    found = reviewed(match, 300)
    again = Review.read(found.write(match), match)
    assert again.unit == found.unit
    assert [one.costs for one in again.turns] == [
        tuple(replace(cost, loss=round(cost.loss, 4)) for cost in one.costs) for one in found.turns
    ]
    assert again.write(match) == found.write(match)


def test_a_review_does_not_fit_a_match_played_further() -> None:
    match = played("duck-chess", FOOLISH)
    text = reviewed(match, 300).write(match)
    with pytest.raises(OtherMatchError):
        Review.read(text, played("duck-chess", FOOLISH[:-1]))


@pytest.mark.parametrize("wrong", ["", "[]", "null", "7", '{"version":1}', "[" * 100_000])
def test_invalid_review_texts_are_refused(wrong: str) -> None:
    with pytest.raises(ValueError):
        Review.read(wrong, played("duck-chess", FOOLISH))


@pytest.mark.parametrize(
    "row", [[0], [0, 0, 5, 0.5, []], [0, 0, 0, "x", []], [0, 99, 0, 0.5, []], [0, 0, 0, 0.5, [[0, 0, -1, []]]], None]
)
def test_reviews_with_impossible_turns_are_refused(row: Any) -> None:
    match = played("duck-chess", FOOLISH)
    data = json.loads(Review("chance", ()).write(match))
    data["turns"] = [row]
    with pytest.raises(ValueError):
        Review.read(json.dumps(data), match)


def test_accuracy_halves_with_each_ten_lost() -> None:
    assert accuracy("chance", [0.0]) == 100
    assert accuracy("chance", [0.1]) == pytest.approx(50)
    assert accuracy("points", [0.0, 6.0]) == pytest.approx(62.5)
    assert accuracy("chance", []) is None


def test_small_losses_are_not_among_the_costliest_turns() -> None:
    turns = [
        Judged(turn, turn, 0, 0.5, (Cost(0, turn, loss),)) for turn, loss in enumerate((0.01, 0.3, 0.05, 0.2, 0.1))
    ]
    assert [cost.ply for cost in Review("chance", tuple(turns)).costliest()] == [1, 3, 4]
