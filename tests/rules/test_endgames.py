"""The table of endings of Double Draughts: against the rules, against its generator, and damaged."""

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Final

import pytest

from rules.double_draughts import turns
from rules.double_draughts.engine import endgames
from rules.double_draughts.engine.board import BLACK, WHITE, Board
from rules.double_draughts.engine.endgames import unpack
from rules.double_draughts.engine.numbering import Numbering, block_size, material_index, materials
from rules.double_draughts.text import read
from rules.lab.endgames import Ending, pack, probe
from rules.lab.retrograde import Solver, solve
from tests.checks import present
from tests.effort import by_effort

TABLE: Final = Path(endgames.__file__).parents[1] / endgames.FILE
BLACKS, WHITES = (1, 2), (4, 5)
"""The codes of Man and King."""


def board(cells: dict[int, int], side: int) -> Board:
    return Board(bytes(cells.get(square, 0) for square in range(64)), side, 2)


def may_stand(square: int, code: int) -> bool:
    """Whether a piece can stand there: no Man on its last row (digest, section 7)."""
    return code in (2, 5) or (square < 56 if code == 4 else square > 7)


def two_pieces() -> Iterator[Board]:
    for black, white in permutations(range(64), 2):
        for dark in BLACKS:
            for light in WHITES:
                if may_stand(black, dark) and may_stand(white, light):
                    for side in (BLACK, WHITE):
                        yield board({black: dark, white: light}, side)


def three_pieces(count: int, seed: int) -> Iterator[Board]:
    rng = Random(seed)
    while count:
        codes = [rng.choice(BLACKS), rng.choice(WHITES), rng.choice(BLACKS + WHITES)]
        at = rng.sample(range(64), 3)
        if all(may_stand(*piece) for piece in zip(at, codes, strict=True)):
            yield board(dict(zip(at, codes, strict=True)), rng.randrange(2))
            count -= 1


def ended(place: Board) -> Ending | None:
    """Return the result of a position by the rules, from the table's results of its successors.

    The winner takes the shortest way, the loser the longest.
    """
    side, state = place.side, place.state()
    wins: list[int] = []
    losses: list[int] = []
    drawn = False
    for after in turns.path_counts(place):
        place.restore(after, 1 - side)
        alive = place.black if place.side == BLACK else place.white
        end = present(probe(place) if alive else Ending(side, 0), "result in the table")
        if end.winner is None:
            drawn = True
        else:
            (wins if end.winner == side else losses).append(end.plies + 1)
    place.restore(state, side)
    if wins:
        return Ending(side, min(wins))
    return Ending(None, 0) if drawn else Ending(1 - side, max(losses, default=0))


# Against the rules


def test_results_of_two_pieces_follow_from_their_turns() -> None:
    for number, place in enumerate(two_pieces()):
        if number % 8 == 0:
            assert probe(place) == ended(place)


def test_results_of_three_pieces_follow_from_their_turns() -> None:
    met = set()
    for place in three_pieces(4000, seed=1):
        end = probe(place)
        assert end == ended(place)
        assert end is not None
        met.add((end.winner == place.side, end.winner is None))
    assert len(met) == 3


def forced(place: Board, plies: int, known: dict[tuple[object, ...], int | None]) -> int | None:
    """Return the plies, at most `plies`, in which the side to move wins (odd) or loses (even), by a full search."""
    side, state = place.side, place.state()
    key = (state, side, plies)
    if key in known:
        return known[key]
    own = place.black if side == BLACK else place.white
    if own == 0 or (place.find_jumpers() == 0 and place.find_sliders() == 0):
        return 0
    found = None
    if plies:
        ends = []
        for after in turns.path_counts(place):
            place.restore(after, 1 - side)
            ends.append(forced(place, plies - 1, known))
        place.restore(state, side)
        wins = [end + 1 for end in ends if end is not None and end % 2 == 0]
        losses = [end + 1 for end in ends if end is not None]
        found = min(wins) if wins else max(losses) if len(losses) == len(ends) else None
    known[key] = found
    return found


def test_short_endings_agree_with_a_full_search() -> None:
    known: dict[tuple[object, ...], int | None] = {}
    soon = 0
    for place in three_pieces(150, seed=2):
        end = present(probe(place), "result in the table")
        expected = end.plies if end.winner is not None and end.plies <= 4 else None
        assert forced(place, 4, known) == expected
        soon += expected is not None
    assert soon > 10


def test_a_lone_king_holds_out_against_two() -> None:
    assert probe(read("8/8/2k1k3/8/8/8/8/K7 w 2 0 1").board()) == Ending(None, 0)


def test_a_capture_of_the_last_piece_wins_in_a_single_turn() -> None:
    assert probe(read("8/8/8/8/8/8/1k6/K7 w 2 0 1").board()) == Ending(WHITE, 1)


# The numbers


def test_mirror_images_and_exchanged_colours_share_an_index() -> None:
    numbering = Numbering(3)
    for place in three_pieces(300, seed=3):
        cells = place.cells()
        mirrored = Board(bytes(cells[square ^ 7] for square in range(64)), place.side, 2)
        changed = bytes(code and (code + 2) % 6 + 1 for code in (cells[square ^ 56] for square in range(64)))
        numbers = set()
        for one in (place, mirrored, Board(changed, 1 - place.side, 2)):
            own, enemy = (one.white, one.black) if one.side == WHITE else (one.black, one.white)
            numbers.add(numbering.number(own, enemy, one.kings, 0 if one.side == WHITE else 56))
        assert len(numbers) == 1
        assert 0 <= numbers.pop() < numbering.size


def test_different_positions_have_different_indices() -> None:
    numbering = Numbering(2)
    numbers = {
        numbering.number(place.white, place.black, place.kings, 0) for place in two_pieces() if place.side == WHITE
    }
    solver = solve(2)
    both = sum(place.side == WHITE for place in two_pieces())
    assert len(numbers) == solver.positions
    assert solver.positions + solver.twins == both == 14176


def test_the_block_of_a_material_follows_those_of_its_successors() -> None:
    for pieces in (2, 3, 4):
        order = materials(pieces)
        assert len(set(order)) == len(order)
        assert all(own + crowned and enemy + hostile for own, crowned, enemy, hostile in order)
        for own, crowned, enemy, hostile in order:
            if own:
                assert order.index((own - 1, crowned + 1, enemy, hostile)) < order.index(
                    (own, crowned, enemy, hostile)
                )


# The maker


def test_the_generator_reproduces_the_shipped_table() -> None:
    ships = unpack(TABLE.read_bytes())
    assert bytes(solve(2).values) == ships[: Numbering(2).size]
    assert unpack(pack(ships)) == ships


@pytest.mark.skipif(by_effort(True, False, False), reason="it takes long; two pieces are solved by the same code")
def test_solving_three_pieces_reproduces_the_shipped_table() -> None:
    ships = unpack(TABLE.read_bytes())
    solver = Solver(3)
    for material in ((0, 1, 0, 1), (0, 1, 1, 0), (1, 0, 1, 0), (0, 1, 0, 2)):
        solver.solve(material)
    numbering = Numbering(3)
    for base in (numbering.bases[material_index(0, 1, 0, 2)], numbering.bases[material_index(0, 2, 0, 1)]):
        assert bytes(solver.values)[base : base + block_size(3)] == ships[base : base + block_size(3)]


# Asked


def test_positions_outside_the_table_have_no_result() -> None:
    for text in (
        "8/8/8/8/8/2k5/1k6/KK6 w 2 0 1",  # four pieces
        "8/8/8/8/8/3K4/1k6/8 w 3 0 1",  # a game of three levels
        "8/8/8/8/8/8/8/K7 w 2 0 1",  # nobody to win against
    ):
        assert probe(read(text).board()) is None
