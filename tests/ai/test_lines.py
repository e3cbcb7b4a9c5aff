"""The best lines of a position, for every game: the first is that of a plain analysis, no later one is better."""

from collections.abc import Iterator, Sequence
from itertools import count, islice, pairwise
from random import Random
from typing import Any, Final

import pytest

from rules import KEYS, abilities, get
from rules.ai.opponents import level, opponent
from rules.contract import NATURE, Move, Position
from rules.double_draughts.opponent import Engine as DraughtsEngine
from rules.double_draughts.position import Position as DraughtsPosition
from rules.ducale.opponent import BEST, choose
from rules.ducale.position import Position as Cards
from rules.ducart.opponent import Engine as DucartEngine
from rules.duck_chess.engine.mailbox import STEP_MASK
from rules.duck_chess.engine.movegen import legal_moves
from rules.duck_chess.engine.search import Search as DuckSearch
from rules.duck_chess.position import Position as DuckPosition
from rules.game import Game
from rules.search.budget import Budget, never
from rules.search.iterative_deepening import SURE, WIN, Core, deepen_lines
from rules.search.opponent import BestPlay
from rules.search.winning_chance import winning_chance
from rules.unstacked_draughts.luck import list_missed_claims
from rules.unstacked_draughts.state import Phase
from tests.ai.searches import WIDEST, at
from tests.ai.test_search import FakeCore
from tests.effort import by_effort
from tests.rules import unstacked
from tests.rules.play import moves_at, play_all, random_match
from tests.rules.unstacked import act, begin

SEARCHES: Final = ("double-draughts", "duck-chess", "ducart")
every_search: Final = pytest.mark.parametrize("key", SEARCHES)
MANY: Final = by_effort(6, 20, 200)
FOUR_WINS: Final = "8/8/5m2/8/3m4/2K1M3/8/8 w 2 0 1"


def positions(key: str, number: int, seed: int = 0, middles: bool = False) -> Iterator[Position]:
    """Yield unfinished positions of random play in which a seat is to move; with `middles` also within a turn."""
    game, rng = get(key), Random(seed)
    while number:
        position = game.play.start(game.play.options(), game.play.seats.start)
        for _ in range(rng.randrange(90)):
            moves = moves_at(position, rng.randrange(1000))
            if not moves:
                break
            position = position.play(rng.choice(moves))
        is_wanted = position.to_move != NATURE and (middles or position.turn_started)
        if position.outcome() is None and position.legal_moves() and is_wanted:
            number -= 1
            yield position


def assert_ordered(position: Position, lines: Sequence[BestPlay]) -> None:
    """Check that lines are legal and differ in their first turns, and that their scores don't rise."""
    assert lines
    assert all(line.score >= later.score for line, later in pairwise(lines))
    turns = set()
    for line in lines:
        after, turn = position, list[Move]()
        for move in line.moves:
            assert abilities.is_legal(after, move)
            if len(turn) == 0 or (after.to_move == position.to_move and not after.turn_started):
                turn.append(move)
            after = after.play(move)
        turns.add(tuple(turn))
    assert len(turns) == len(lines)


# --- the first line is that of an analysis


@every_search
def test_the_first_of_three_lines_has_the_score_of_the_only_line_or_a_better_one(key: str) -> None:
    """It is better where the search of a later line corrects the pruning of the first, which is rare at this depth.

    Deeper, the lines share a transposition table, and reductions make the score depend on the order of moves.
    """
    same = 0
    for position in positions(key, MANY):
        only = opponent(key, 4).analyse(position, Budget(depth=2))
        lines = opponent(key, 4).analyse_lines(position, 3, Budget(depth=2))
        assert_ordered(position, lines)
        assert lines[0].score >= only.score
        same += lines[0].score == only.score
    assert same >= (MANY if key == "double-draughts" else 0.95 * MANY)


@every_search
def test_the_only_line_takes_the_same_nodes_after_an_analysis_of_three(key: str) -> None:
    for position in positions(key, 3, seed=1):
        before = opponent(key, 4).analyse(position, Budget(depth=3))
        opponent(key, 4).analyse_lines(position, 3, Budget(depth=3))
        assert opponent(key, 4).analyse(position, Budget(depth=3)) == before


@every_search
def test_a_win_in_the_first_line_stays_while_the_others_are_searched(key: str) -> None:
    """A proved line is not searched again, so deeper lines beside it don't change it."""
    proved = 0
    endings = _draw_endings(20) if key == "double-draughts" else ()
    for position in (*positions(key, by_effort(30, 60, 200), seed=3), *endings):
        only = opponent(key, 4).analyse(position, Budget(depth=2))
        if abs(only.score) >= WIN - only.depth:
            proved += 1
            lines = opponent(key, 4).analyse_lines(position, 3, Budget(nodes=5_000))
            assert lines[0].score == only.score
            assert_ordered(position, lines)
    assert proved or key == "ducart"  # where random play hardly ever leads to one


def _draw_endings(number: int) -> list[Position]:
    """Return positions of two white Kings, to move, and a black man."""
    rng, found = Random(1), list[Position]()
    while len(found) < number:
        cells = bytearray(64)
        for square, code in zip(rng.sample(range(8, 56), 3), (2, 2, 4), strict=True):
            cells[square] = code
        found.append(DraughtsPosition(bytes(cells), 0, 2))
    return found


def test_the_first_of_three_lines_finds_the_draughts_win_of_the_only_line() -> None:
    position = at(FOUR_WINS)
    only = opponent("double-draughts").analyse(position, Budget(nodes=2000))
    lines = opponent("double-draughts").analyse_lines(position, 3, Budget(nodes=2000))
    assert lines[0].score == only.score == WIN - 1
    assert lines[0].value == 1.0


# --- later lines


@pytest.mark.parametrize(("key", "engine"), [("double-draughts", DraughtsEngine), ("ducart", DucartEngine)])
def test_lines_are_the_turns_that_a_search_of_each_position_after_rates_best(key: str, engine: Any) -> None:
    """At depth 2 nothing is reduced, so each turn is worth what the other side's best answer leaves."""
    game, core, compared = get(key), engine(1), 0
    for position in positions(key, by_effort(6, 10, 80), seed=4):
        afters = {after.text(): after for after in _turns_played(game, position)}.values()
        if any(after.outcome() is not None for after in afters) or len(afters) == 1 or _count_pieces(position) < 10:
            continue
        scores = sorted((-_search_after(core, after) for after in afters), reverse=True)
        lines = opponent(key, 4).analyse_lines(position, 3, Budget(depth=2))
        assert [line.score for line in lines] == scores[:3]
        compared += 1
    assert compared


def _turns_played(game: Game, position: Position) -> Iterator[Position]:
    for text in game.play.turns(position):
        yield play_all(position, game.text.read_turn(position, text))


def _count_pieces(position: Any) -> int:
    return sum(code != 0 for code in position.cells)


def _search_after(core: Core, position: Position) -> int:
    core.set_position(position)
    score = core.search(1, -WIDEST, WIDEST, 1 << 60, never)
    return score - (1 if score > SURE else -1 if score < -SURE else 0)  # a ply further from the root


def test_without_pruning_each_line_of_duck_chess_has_the_value_of_its_step() -> None:
    search = DuckSearch(1)
    search.full_width = True
    for position in positions("duck-chess", by_effort(1, 2, 8), seed=2):
        assert isinstance(position, DuckPosition)
        search.set_position(position.keys, position.quiet)
        steps = [search.board().step_of(move) for move in legal_moves(search.board())]

        def value_without(excluded: Sequence[int]) -> int:
            search.exclude(excluded)
            return search.search(1, -WIDEST, WIDEST, 1 << 60, never)

        values = {step: value_without([other for other in steps if other != step]) for step in steps}
        found = list[int]()
        while len(found) < len(steps):
            assert value_without(found) == max(values[step] for step in steps if step not in found)
            found.append(search.line()[0] & STEP_MASK)
        assert set(found) == set(steps) and len(set(values.values())) > 1


@every_search
def test_fewer_turns_than_lines_give_fewer_lines(key: str) -> None:
    game, seen = get(key), set[int]()
    for position in positions(key, by_effort(12, 30, 100), seed=5, middles=key == "duck-chess"):
        starts = {after.text() for after in _turns_played(game, position)}
        if key == "duck-chess":
            starts = {str(move) if position.turn_started else "any" for move in position.legal_moves()}
        lines = opponent(key, 4).analyse_lines(position, 5, Budget(depth=1))
        assert len(lines) == min(5, len(starts))
        seen.add(len(lines))
    assert len(seen) > 1 or key == "ducart"


def test_lines_of_duck_chess_differ_in_the_move_of_the_piece() -> None:
    for position in positions("duck-chess", 8, seed=6, middles=True):
        lines = opponent("duck-chess", 4).analyse_lines(position, 3, Budget(nodes=3000))
        assert len({line.moves[0] for line in lines}) == len(lines)
        assert len(lines) == 1 or position.turn_started


def test_lines_of_draughts_may_begin_within_a_turn() -> None:
    found = [p for p in positions("double-draughts", 60, seed=7, middles=True) if not p.turn_started]
    assert found
    for position in found:
        assert_ordered(position, opponent("double-draughts", 4).analyse_lines(position, 3, Budget(depth=3)))


# --- budgets and reports


@pytest.mark.parametrize("key", KEYS)
def test_the_lines_of_every_game_keep_the_budget_and_carry_a_value(key: str) -> None:
    for position in positions(key, by_effort(2, 8, 20), seed=8, middles=True):
        lines = opponent(key).analyse_lines(position, 3, Budget(nodes=1000))
        assert_ordered(position, lines)
        for line in lines:
            assert line.nodes <= 1200
            assert line.value is not None and 0 <= line.value <= (1 if key != "ducale" else 1000)


@pytest.mark.parametrize("key", KEYS)
def test_a_stopped_analysis_of_three_lines_ends_at_the_next_poll(key: str) -> None:
    for position in positions(key, 3, seed=9):
        for polls in (0, 1, 2, 5):
            calls = count()

            def is_over(calls: Iterator[int] = calls, polls: int = polls) -> bool:
                return next(calls) >= polls

            lines = opponent(key).analyse_lines(position, 3, Budget(), is_over)
            assert_ordered(position, lines)
            assert lines[0].nodes < 60_000
            assert next(calls) <= polls + 2, "it went on after it was stopped"


@every_search
def test_each_depth_is_reported_with_all_its_lines(key: str) -> None:
    told: list[tuple[BestPlay, ...]] = []
    position = next(positions(key, 1, seed=10))
    lines = opponent(key).analyse_lines(position, 2, Budget(depth=3), tell=told.append)
    assert [[line.depth for line in found] for found in told] == [[1, 1], [2, 2], [3, 3]]
    assert told[-1] == lines


def test_a_depth_that_is_not_finished_does_not_count_for_several_lines() -> None:
    core = FakeCore([10] * 48)
    lines = deepen_lines(core, 3, Budget(nodes=750))
    found: list[tuple[object, int]] = [(line.line, line.depth) for line in lines]
    assert found == [
        ((("best of 2",),), 2), ((("second of 2",),), 2), ((("third of 2",),), 2)
    ]  # fmt: skip


def test_a_later_line_that_turns_out_better_comes_first() -> None:
    lines = deepen_lines(FakeCore([10] * 48, later=(40, -5)), 3, Budget(depth=2))
    assert [line.score for line in lines] == [50, 10, 5]


def test_proved_lines_are_not_searched_again() -> None:
    core = FakeCore([WIN - 1] * 48, later=(-20_000, -21_000))
    lines = deepen_lines(core, 3, Budget(depth=3))
    assert [asked[0] for asked in core.asked] == [1, 1, 1, 2, 2, 3, 3]
    assert [line.score for line in lines] == [WIN - 1, 9_999, 8_999]


# --- games of chance


def test_each_claim_and_the_throw_have_their_exact_chances() -> None:
    """The throw gives the claim up, and so is worse by the price of a missed claim."""
    match = act(begin("UD1 o202333 d010010 w 0-0/1"), "t w; l 42; u w 4")
    claim, throw = opponent("unstacked-draughts").analyse_lines(match.position, 3, Budget())
    assert [str(line.moves[0]) for line in (claim, throw)] == ["b2v", "throw"]
    missed = list_missed_claims(unstacked.positions(act(match, "t b; l 43")))
    assert claim.value is not None and throw.value is not None
    assert claim.value - throw.value == pytest.approx(missed[-1].price) and missed[-1].price > 0


def test_only_an_answer_in_a_dispute_changes_the_chance_of_the_first_line() -> None:
    key, compared = "unstacked-draughts", 0
    for options in (unstacked.ASSISTED, unstacked.ATTENTIVE):
        for position in unstacked.positions(random_match(get(key), options, 3)):
            if position.to_move != NATURE and position.outcome() is None:
                lines = opponent(key).analyse_lines(position, 3, Budget())
                choice = opponent(key).choose(position, level(key, 4), Random(1))
                assert_ordered(position, lines)
                assert len(lines) == min(3, len(position.legal_moves(position.to_move)))
                compared += 1
                if position.phase is not Phase.DISPUTE:
                    assert (lines[0].moves, lines[0].score) == (choice.moves, choice.score)
    assert compared > 100


def test_the_first_turn_of_cards_is_that_of_the_best_player() -> None:
    several = 0
    for position in positions("ducale", by_effort(4, 20, 100), seed=11, middles=True):
        assert isinstance(position, Cards)
        lines = opponent("ducale").analyse_lines(position, 3, Budget(nodes=60))
        only = choose(position, BEST, 0, 60, never)
        assert lines[0].moves == only.moves
        assert len(lines) == 1 or (lines[0].score, lines[0].nodes) == (only.score, only.nodes)
        several += len(lines) > 1
    assert several


def test_lines_of_cards_come_from_the_view_of_the_seat_alone() -> None:
    for position in islice(positions("ducale", 4, seed=12), 4):
        assert isinstance(position, Cards)
        seen = position.seen_by(position.turn)
        budget = Budget(nodes=40)
        assert opponent("ducale").analyse_lines(position, 3, budget) == opponent("ducale").analyse_lines(
            seen, 3, budget
        )


# --- values


@every_search
def test_the_value_of_a_line_is_the_chance_of_its_score(key: str) -> None:
    scale = {"double-draughts": 157.0, "duck-chess": 225.0, "ducart": 131.0}[key]
    for position in positions(key, 2, seed=13):
        for line in opponent(key).analyse_lines(position, 2, Budget(nodes=500)):
            assert line.value == winning_chance(line.score, scale)
