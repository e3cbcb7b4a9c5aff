"""The engine of Duck Chess: attacks, ducks, replies and endings."""

from collections.abc import Iterator
from random import Random

import pytest

from rules.duck_chess.cells import with_duck
from rules.duck_chess.engine.attacks import SAFE, UNSTOPPABLE, attacker_after, discovered_attacker, find_attacker
from rules.duck_chess.engine.board import Board
from rules.duck_chess.engine.mailbox import DUCK
from rules.duck_chess.engine.movegen import generate_steps, legal_moves
from rules.duck_chess.engine.search import Search
from rules.duck_chess.moves import DuckMove
from rules.duck_chess.opponent import Engine, most_hindering_square
from rules.duck_chess.position import Position
from rules.duck_chess.text import START, read
from rules.search.budget import Budget, never
from rules.search.iterative_deepening import SURE, WIN, deepen
from rules.search.mailbox import CELLS
from tests.ai import plain_duck
from tests.ai.searches import WIDEST, played, search
from tests.checks import present
from tests.effort import by_effort, by_night


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(1)


def random_positions(count: int, seed: int, middles: bool = False) -> Iterator[Position]:
    """Yield unfinished positions of random play; with `middles` about half of them are in mid-turn."""
    rng = Random(seed)
    while count:
        position = read(START)
        halves = rng.randrange(160)
        while halves > 0 and position.outcome() is None:
            position = position.play(rng.choice(position.legal_moves()))
            halves -= 1
        if position.outcome() is None and (middles or position.turn_started):
            count -= 1
            yield position


def test_refutation_sets_give_the_value_that_trying_every_duck_gives() -> None:
    ours = Search(1)
    ours.full_width = True
    compared = 0
    for depth, number in ((1, 8), (2, by_night(1, 3))):
        for position in random_positions(number, seed=depth):
            if any(position.board().takes_king(move) for move in legal_moves(position.board())):
                continue
            ours.set_position(position.keys)
            score = ours.search(depth, -WIDEST, WIDEST, 1 << 60, never)
            assert plain_duck.value(ours, depth, score - 1, score + 1) == score, position.text()
            compared += 1
    assert compared > 6


def test_a_board_finds_the_men_that_can_be_taken_in_spite_of_any_duck() -> None:
    """Against the plain way: put the duck on every empty square and list the enemy's moves."""
    compared = {SAFE: 0, UNSTOPPABLE: 0, 1: 0}
    for position in random_positions(by_effort(35, 130, 200), seed=5):
        cells = position.cells.replace(bytes((DUCK,)), b"\0")
        king = present(position.king(position.side), "king")
        found = find_attacker(Board(cells, position.side, 0, -1), CELLS[king], position.side)

        def hit(board: bytes, side: int = position.side, king: int = king) -> bool:
            return any(move >> 6 & 63 == king for move in legal_moves(Board(board, 1 - side, 0, -1)))

        ducks = [cells[:at] + bytes((DUCK,)) + cells[at + 1 :] for at in range(64) if cells[at] == 0]
        if not hit(cells):
            assert found == SAFE
        else:
            assert (found == UNSTOPPABLE) == all(hit(board) for board in ducks)
        compared[min(found, 1)] += 1
    assert min(compared.values()) > by_effort(2, 5, 5)


def test_a_freely_placed_duck_stops_most_enemy_moves_and_few_of_its_own() -> None:
    """Recomputed from what can no longer be played with the duck on each square."""
    compared = 0
    for position in random_positions(by_effort(24, 60, 60), seed=6, middles=True):
        if position.halfway is None or position.halfway.castling:
            continue
        shown = position.cells_on_table
        lifted = with_duck(shown, None)
        stood = {key[:64] for key in position.keys}
        cost = {}
        for at in (at for at in range(64) if shown[at] == 0 and with_duck(shown, at) not in stood):
            cost[at] = 0
            for side, crossed, share in ((1 - position.side, position.halfway.crossed, 4), (position.side, -1, -1)):
                kept = set(legal_moves(Board(with_duck(lifted, at), side, 0, crossed)))
                for move in set(legal_moves(Board(lifted, side, 0, crossed))) - kept:
                    taken = lifted[move >> 6 & 63]
                    cost[at] += share * (4 + 8 * (1, 3, 3, 5, 9, 0)[(taken - 1) % 6] if taken else 2)
        square = most_hindering_square(position, 0)
        assert cost[square] == max(cost.values()), position.text()
        compared += 1
    assert compared > by_effort(4, 10, 10)


def test_incremental_updates_agree_with_a_fresh_board() -> None:
    threats = 0
    for position in random_positions(by_effort(30, 80, 80), seed=8):
        board = position.board()
        mover = position.side
        for side in (0, 1):
            king = board.men[side << 6]
            if find_attacker(board, king, side) != SAFE:
                continue
            for i in range(generate_steps(board, 0, False)):
                step = board.steps[i]
                start, end = step & 127, step >> 7 & 127
                if start == king or end == king or step >> 14:
                    continue
                board.make(step)
                looked = find_attacker(board, king, side)
                if side == mover:
                    assert discovered_attacker(board, king, start, side) == looked
                else:
                    assert attacker_after(board, king, start, end, side) == looked
                threats += looked != SAFE
                board.unmake(step)
    assert threats > by_effort(15, 40, 40)


def test_a_side_that_cannot_move_has_won() -> None:
    shut = Search(1)
    shut.set_position(read("7k/8/8/8/8/p1p5/P*P5/KB6 w - - 0 1").keys)
    assert shut.search(1, -WIDEST, WIDEST, 1 << 60, never) == WIN


def test_the_duck_is_not_placed_where_the_enemy_would_have_no_move() -> None:
    """On b2 it would: the lifted reply, king to b2, is stopped by that square and no other."""
    ours = Search(1)
    ours.full_width = True
    ours.set_position(read("7k/8/8/8/*7/p1p5/P1P5/KB6 b - - 0 1").keys)
    score = ours.search(2, -WIDEST, WIDEST, 1 << 60, never)
    assert score > -SURE
    assert plain_duck.value(ours, 2, score - 1, score + 1) == score
    for packed in ours.line():
        assert packed >> 20 != CELLS[9]


def test_replies_are_counted_correctly_in_mid_turn(engine: Engine) -> None:
    middle = played(read("k3r3/8/8/8/8/8/P7/*3K3 w - - 0 1"), "a2a3")
    engine.set_position(middle)
    assert engine.replies() == len(middle.legal_moves())
    assert engine.first()[0] in middle.legal_moves()


def test_a_duck_is_placed_in_a_lost_position(engine: Engine) -> None:
    middle = played(read("k3r3/8/8/8/8/8/P3r3/*3K3 w - - 0 1"), "a2a3")
    engine.set_position(middle)
    found = deepen(engine, Budget(nodes=1000))
    assert found.score == 2 - WIN
    assert isinstance(found.line[0][0], DuckMove)
    assert found.line[0][0] in middle.legal_moves()


def test_levels_that_overlook_captures_miss_a_king_in_danger(engine: Engine) -> None:
    """Black's queen looks at the king from afar; the sharp shut her off or go, the blind mostly take the pawn."""
    position = read("k7/8/8/8/6q1/p6p/P6P/*2K4 w - - 0 1")
    assert search(engine, position, 1)[0] > -SURE
    hanging = 0
    for seed in range(40):
        engine.set_position(position, seed, 60, 200)
        engine.search(1, -WIDEST, WIDEST, 1 << 60, never)
        now = position
        for half in engine.line()[0]:
            now = now.play(half)
        hanging += any(now.board().takes_king(move) for move in legal_moves(now.board()))
    assert 2 < hanging < 40


def test_a_bigger_table_changes_no_move() -> None:
    position = next(random_positions(1, seed=9))
    scores = set()
    for megabytes in (1, 4):
        engine = Engine(megabytes)
        scores.add(search(engine, position, 3))
    assert len(scores) == 1
