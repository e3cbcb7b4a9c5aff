"""The engines' evaluations against their definitions, computed term by term from the cells of a position.

Weights are the engines' own; signs, sides and conditions are written out here.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from rules.common.packed import TableError
from rules.common.squares import NAMES
from rules.double_draughts.engine import evaluation as draughts
from rules.double_draughts.engine.endgames import Endgames
from rules.double_draughts.opponent import Engine
from rules.double_draughts.position import Position as DraughtsPosition
from rules.ducart.engine import evaluation as ducart
from rules.ducart.engine.grid import Grid
from rules.ducart.engine.incremental_evaluation import feature_table, sweeper_row_table
from rules.ducart.engine.mailbox import BLUE_ON, GOLD_ON, KEEPER, KEPT, LEAPER, SLEPT, STEALER, SWEEPER
from rules.ducart.options import board_flags
from rules.ducart.position import Position as DucartPosition
from rules.duck_chess.engine import evaluation as duck_chess
from rules.duck_chess.engine.board import Board
from rules.duck_chess.engine.mailbox import DUCK
from rules.duck_chess.engine.movegen import generate_steps
from rules.duck_chess.position import Position as DuckPosition
from rules.duck_chess.text import read
from rules.search.iterative_deepening import WIN
from tests.ai.searches import rotated, search

Terms: TypeAlias = defaultdict[str, Any]
"""Name -> what the term adds for the side to move; fractions where a game rounds the sum."""
TO_MOVE: Final = "the move"
SIDES: Final = (("own", 1), ("enemy", -1))
"""The side to move and the other, each with the sign of its terms."""


def of_both(*terms: str) -> set[str]:
    return {f"{side}: {term}" for side, _ in SIDES for term in terms}


# Double Draughts

DRAUGHTS_EVALUATION: Final = draughts.Evaluation()
DRAUGHTS_TABLES: Final = {levels: draughts.piece_square_table(levels) for levels in (2, 3)}


def draughts_positions() -> Iterator[DraughtsPosition]:
    rng = Random(1)
    for _ in range(600):
        cells, levels = bytearray(64), rng.choice((2, 3))
        kinds = rng.choice(((2,), (1, 2), (1, 2, levels)))
        for square in rng.sample(range(64), rng.choice((2, 3, 3, 4, 6, 8, 9, 24))):
            cells[square] = rng.choice(kinds) + 3 * (rng.random() < 0.6)
            if cells[square] == (1 if square < 8 else 4 if square >= 56 else 0):
                cells[square] += 1  # no Man stands where it becomes a King
        yield DraughtsPosition(bytes(cells), rng.randrange(2), levels, rng.choice((0, 0, 1, 40, 79)))


def draughts_evaluation(position: DraughtsPosition) -> int:
    board, side = position.board(), position.side
    table = DRAUGHTS_TABLES[position.levels]
    packed = draughts.ZERO + sum(table[64 * code + square] for square, code in enumerate(position.cells))
    own, enemy = (board.white, board.black) if side == 1 else (board.black, board.white)
    return DRAUGHTS_EVALUATION.evaluate(own, enemy, board.kings, packed, position.quiet, side)


def draughts_terms(position: DraughtsPosition) -> Terms:
    terms = Terms(int)
    squares: dict[str, list[int]] = {"own": [], "enemy": []}
    kings: dict[str, list[int]] = {"own": [], "enemy": []}
    for square, code in enumerate(position.cells):
        if code == 0:
            continue
        seat, level = (1, code - 3) if code > 3 else (0, code)
        side, sign = SIDES[seat != position.side]
        rank = square // 8 if seat == 1 else 7 - square // 8
        file_edge, rank_edge = min(square % 8, 7 - square % 8), min(rank, 7 - rank)
        squares[side].append(square)
        if level == 1:
            terms[f"{side}: Men"] += sign * draughts._MAN[rank][file_edge]
            continue
        kings[side].append(square)
        if position.levels == 2:
            terms[f"{side}: Kings"] += sign * draughts._KING
        elif level == 2:
            terms[f"{side}: Kings of the third-level game"] += sign * draughts._LOW_KING
        else:
            terms[f"{side}: Triples"] += sign * draughts._TRIPLE
        terms[f"{side}: Kings in the centre"] += sign * (draughts._CENTRE[file_edge] + draughts._CENTRE[rank_edge])
    for side, sign in SIDES:
        terms[f"{side}: first King"] = sign * draughts._FIRST_KING if kings[side] else 0
    terms[TO_MOVE] = draughts._TEMPO
    if len(squares["own"] + squares["enemy"]) <= 8:
        add_mop_up(terms, squares, kings)
    score = sum(terms.values())
    terms["quiet plies"] = score * (draughts._QUIET_SCALE - position.quiet) // draughts._QUIET_SCALE - score
    return terms


def add_mop_up(terms: Terms, squares: dict[str, list[int]], kings: dict[str, list[int]]) -> None:
    """Add the terms of few pieces, given by side, to those of the pieces themselves."""
    score = sum(terms.values())
    (strong, sign), (weak, _) = SIDES if score >= 0 else SIDES[::-1]
    if not kings[weak]:
        return
    if squares == kings and abs(score) < draughts._TWO_KINGS_AHEAD:
        terms[f"{strong}: one King ahead is no win"] = sign * (abs(score) // 8) - score
    elif len(squares[strong]) <= 2:
        terms[f"{strong}: two pieces catch no King"] = sign * (abs(score) // 4) - score
    else:
        for target in kings[weak]:
            x, y = target % 8, target // 8
            off_x, off_y = abs(2 * x - 7), abs(2 * y - 7)
            terms[f"{weak}: Kings near the edge"] += sign * (6 * max(off_x, off_y) + 2 * (off_x + off_y))
            for chaser in kings[strong]:
                steps = max(abs(x - chaser % 8), abs(y - chaser // 8))
                terms[f"{strong}: distance to enemy Kings"] -= sign * 4 * steps


def without_endgames() -> Endgames:
    raise TableError("missing", "every ending is evaluated")


def turns_of(position: DraughtsPosition) -> Iterator[DraughtsPosition]:
    for move in position.legal_moves():
        after = position.play(move)
        if after.turn_started:
            yield after
        else:
            yield from turns_of(after)


def searched_plainly(position: DraughtsPosition, depth: int, ply: int = 0) -> int:
    """Return the value of a search to a depth that continues as long as there are captures."""
    moves = position.legal_moves()
    outcome = position.outcome()
    if outcome is not None:
        return ply - WIN if outcome.winners else 0
    if depth <= 0 and not moves[0].jump:
        return sum(draughts_terms(position).values())
    return max(-searched_plainly(after, depth - 1, ply + 1) for after in turns_of(position))


def test_a_search_of_double_draughts_sums_what_its_turns_change() -> None:
    engine = Engine(1, without_endgames)
    few = (one for one in draughts_positions() if one.cells.count(0) > 52 and one.outcome() is None)
    for position in islice(few, 60):
        depth = int(not position.legal_moves()[0].jump)
        found, expected = search(engine, position, depth)[0], searched_plainly(position, depth)
        assert found == expected, f"{position.text()} is {found} at depth {depth}, but {expected} by a plain search"


# Duck Chess

MEN: Final = ("", "Pawns", "Knights", "Bishops", "Rooks", "Queens", "King")
DUCK_TABLE: Final = vec[i64](duck_chess.piece_square_table())


def duck_positions() -> Iterator[DuckPosition]:
    rng = Random(3)
    for _ in range(400):
        cells = bytearray(64)
        squares = rng.sample(range(64), rng.choice((4, 8, 16, 40)))
        for square, code in zip(squares, (6, 12, DUCK), strict=False):
            cells[square] = code
        for square in squares[3:]:
            kind = rng.choice((1, 1, 1, 2, 3, 4, 5) if 8 <= square < 56 else (2, 3, 4, 5))
            cells[square] = kind + 6 * rng.randrange(2)
        yield DuckPosition(bytes(cells), rng.randrange(2), quiet=rng.choice((0, 9, 10, 11, 40, 99)))


def duck_evaluation(position: DuckPosition) -> int:
    board = position.board()
    board.evaluate_from(DUCK_TABLE)
    return duck_chess.scaled_evaluation(board, position.quiet)


def duck_places(kind: int, rank: int, centre: int) -> Iterator[tuple[str, int, int]]:
    """Yield what the square of a man adds: a name, then the values of middlegame and endgame.

    `rank` counts from the man's own side, 0 to 7; `centre` is the sum of its distances from the nearer edges, 0 to 6.
    """
    if kind == 1:
        yield "Pawns ahead", 4 * rank, (0, 0, 5, 15, 35, 70, 130, 0)[rank]
        yield "Pawns in the centre", 3 * centre, 0
    elif kind == 2:
        yield "Knights in the centre", 10 * centre, 8 * centre
    elif kind == 4:
        yield "Rooks in the centre", 2 * centre, 0
        yield "Rooks on the seventh", 15 if rank == 6 else 0, 0
    elif kind == 6:
        yield "King ahead", -12 * rank, 0
        yield "King in the centre", -6 * centre, 8 * centre
    else:
        yield f"{MEN[kind]} in the centre", 4 * centre, 4 * centre
        yield f"{MEN[kind]} at home", -8 if rank == 0 else 0, 0


def duck_terms(position: DuckPosition) -> Terms:
    parts: list[tuple[str, int, int]] = []
    phase = 0
    for square, code in enumerate(position.cells):
        if code in (0, DUCK):
            continue
        seat, kind = (1, code - 6) if code > 6 else (0, code)
        side, sign = SIDES[seat != position.side]
        rank, file = (7 - square // 8 if seat else square // 8), square % 8
        centre = min(rank, 7 - rank) + min(file, 7 - file)
        worth = (MEN[kind], duck_chess._MIDDLEGAME[kind], duck_chess._ENDGAME[kind])
        for name, middlegame, endgame in (worth, *duck_places(kind, rank, centre)):
            parts.append((f"{side}: {name}", sign * middlegame, sign * endgame))
        phase += duck_chess.SHARES[kind]
    terms = Terms(int)
    full = duck_chess.FULL
    for name, middlegame, endgame in parts:
        terms[name] += Fraction(middlegame * phase + endgame * (full - phase), full)
        if phase > full:
            terms["a phase above the full one"] += Fraction((middlegame - endgame) * (full - phase), full)
    score = sum(terms.values())
    for_white = score if position.side == 0 else -score
    terms["rounding down for White"] = (for_white // 1 - for_white) * (1 if position.side == 0 else -1)
    terms[TO_MOVE] = duck_chess.TEMPO
    if position.quiet > duck_chess._FADES_AFTER:
        terms["quiet turns"] = -(
            sum(terms.values()) * (position.quiet - duck_chess._FADES_AFTER) // duck_chess._FADES_OVER
        )
    return terms


def duck_mirrored(position: DuckPosition) -> DuckPosition:
    cells = bytes(position.cells[square ^ 56] for square in range(64))
    other = bytes(code if code in (0, DUCK) else (code + 5) % 12 + 1 for code in cells)
    return DuckPosition(other, 1 - position.side, quiet=position.quiet)


CROWDED: Final = "r3k2r/PP4pp/8/2PpP3/3*4/8/P5pp/R3K2R w KQkq d6 0 1"


@pytest.mark.parametrize("text", [CROWDED, "r3k2r/p5PP/8/4*3/2pPp3/8/pp4PP/R3K2R b KQkq d3 0 1"])
def test_a_board_of_duck_chess_sums_what_each_step_changes(text: str) -> None:
    board = read(text).board()
    board.evaluate_from(DUCK_TABLE)
    steps = [board.steps[i] for i in range(generate_steps(board, 0, False))]
    assert {step >> 17 for step in steps} == {0, 1, 2, 3}, "a double step, en passant and castling are among them"
    for step in steps:
        board.make(step)
        after = Board(board.cells(), board.side, 0, -1)
        after.evaluate_from(DUCK_TABLE)
        if board.piece_square_sum != after.piece_square_sum:
            move, sums = board.move_of(step), [duck_chess.evaluate(one) for one in (board, after)]
            move_text = NAMES[move & 63] + NAMES[move >> 6 & 63]
            pytest.fail(f"{text}: after {move_text} the men are worth {sums[0]}, set up anew {sums[1]}")
        board.unmake(step)


# Ducart

DUCART_TABLES: Final = {
    push_only: [
        vec[i64](table)
        for table in (
            ducart.zobrist_keys(),
            ducart.piece_square_table(),
            feature_table(push_only),
            sweeper_row_table(),
        )
    ]
    for push_only in (False, True)
}


def ducart_positions() -> Iterator[DucartPosition]:
    rng = Random(5)
    for number in range(500):
        cells = bytearray(64)
        most = rng.choice((1, 1, 2, 8))
        for code, squares in ((SWEEPER, range(56)), (SWEEPER + 8, range(8, 64))):
            for square in rng.sample(squares, most):
                cells[square] = code
        for square in rng.sample(range(64), 0 if number % 5 == 0 else rng.choice((2, 10, 30))):
            cells[square] = cells[square] or rng.randrange(2, 8) + 8 * rng.randrange(2)
        for seat, home in ((0, 0), (1, 56)):
            if number % 4 == seat:
                at = home + rng.randrange(1, 7)
                cells[at], cells[at + rng.choice((-1, 1))] = STEALER + 8 * seat, LEAPER + 8 * rng.randrange(2)
        for square in range(64):
            if cells[square] and cells[square] & 7 != LEAPER:
                cells[square] |= rng.choice((0, 0, 0, 0, SLEPT)) | rng.choice((0, 0, 0, 0, GOLD_ON, BLUE_ON))
        if all(any(code & 15 == SWEEPER + 8 * seat for code in cells) for seat in (0, 1)):
            yield DucartPosition(bytes(cells), rng.randrange(2), flags=rng.choice(("", "c", "f", "p")))


def ducart_evaluation(position: DucartPosition) -> int:
    grid = Grid(position.cells, position.side, position.fresh, board_flags(position.flags), 1)
    grid.use_tables(*DUCART_TABLES[grid.push_only])
    return ducart.evaluate(grid)


def ducart_terms(position: DucartPosition) -> Terms:
    terms, cells = Terms(int), position.cells
    rows = [[at // 8 for at in range(64) if cells[at] & 15 == SWEEPER + 8 * seat] for seat in (0, 1)]
    for seat, mine in enumerate(rows):
        side, sign = SIDES[seat != position.side]
        others, keeper = rows[1 - seat], (GOLD_ON, BLUE_ON)[seat]
        is_free = False
        for square, code in enumerate(cells):
            kind = code & 7
            if code & keeper:
                terms[f"{side}: keeping Keepers"] += sign * ducart._AWAKE[KEEPER]
                is_free |= kind != STEALER or (code & SLEPT != 0 and "p" not in position.flags)
            if kind == 0 or code >> 3 & 1 != seat:
                continue
            for name, value in ducart_worth(position, square):
                terms[f"{side}: {name}"] += sign * value
            is_free |= kind != SWEEPER and code & (SLEPT | KEPT) == 0
            if kind == SWEEPER and code & keeper and len(mine) == 1:
                terms[f"{side}: sheltered Sweeper"] += sign * ducart.SHELTERED_SWEEPER
        passed = sum(all(other <= row if seat == 0 else other >= row for other in others) for row in mine)
        terms[f"{side}: passed Sweepers"] = sign * ducart.PASSED_SWEEPER * passed
        terms[f"{side}: Sweepers"] = sign * ducart.SWEEPER_VALUES[len(mine)]
        if not is_free:
            spare = sum(6 - row if seat == 0 else row - 1 for row in mine)
            terms[f"{side}: only Sweepers"] = -sign * max(0, ducart.ONLY_SWEEPERS - ducart.SPARE_STEP * spare)
    terms[TO_MOVE] = ducart.TEMPO
    return terms


def ducart_worth(position: DucartPosition, square: int) -> Iterator[tuple[str, int]]:
    """Yield the name and value of each term that the piece on a square adds for its owner."""
    code = position.cells[square]
    kind, row = code & 7, (7 - square // 8 if code & 8 else square // 8)
    if kind == SWEEPER:
        yield "Sweepers ahead", ducart._ADVANCE[row]
    if code & KEPT:
        yield "kept pieces", ducart._KEPT[kind]
    elif code & SLEPT:
        yield "slept pieces", ducart._ASLEEP[kind]
    else:
        yield "awake pieces", ducart._AWAKE[kind]
        if kind == STEALER and row == 0:
            yield "Stealers at home", ducart._HOME
            beside = [position.cells[square + way] & 7 for way, edge in ((-1, 0), (1, 7)) if square % 8 != edge]
            if "f" in position.flags or LEAPER not in beside:
                yield "ready Stealers", ducart.READY_STEALER


def ducart_turned(position: DucartPosition) -> DucartPosition:
    cells = bytes(code and code & 31 ^ 8 | (code & KEPT and code & KEPT ^ KEPT) for code in reversed(position.cells))
    return DucartPosition(cells, 1 - position.side, flags=position.flags)


# The laws


class Evaluation(NamedTuple):
    positions: Callable[[], Iterator[Any]]
    evaluate: Callable[[Any], int]
    terms: Callable[[Any], Terms]
    names: set[str]
    mirrored: Callable[[Any], Any]
    """The same position with colours changed."""
    rounding: int = 0
    """The largest difference between the evaluations of two such positions."""


EVALUATIONS: Final = {
    "double_draughts": Evaluation(
        draughts_positions,
        draughts_evaluation,
        draughts_terms,
        {TO_MOVE, "quiet plies"}
        | of_both("Men", "Kings", "Kings of the third-level game", "Triples", "Kings in the centre", "first King")
        | of_both("one King ahead is no win", "two pieces catch no King")
        | of_both("Kings near the edge", "distance to enemy Kings"),
        rotated,
    ),
    "duck_chess": Evaluation(
        duck_positions,
        duck_evaluation,
        duck_terms,
        {TO_MOVE, "quiet turns", "rounding down for White", "a phase above the full one"}
        | of_both(*MEN[1:6], "Pawns ahead", "Rooks on the seventh", "King ahead", "Bishops at home", "Queens at home")
        | of_both(*(f"{man} in the centre" for man in MEN[1:])),
        duck_mirrored,
        rounding=1,
    ),
    "ducart": Evaluation(
        ducart_positions,
        ducart_evaluation,
        ducart_terms,
        {TO_MOVE}
        | of_both("Sweepers", "Sweepers ahead", "passed Sweepers", "sheltered Sweeper", "only Sweepers")
        | of_both("awake pieces", "slept pieces", "kept pieces", "keeping Keepers")
        | of_both("Stealers at home", "ready Stealers"),
        ducart_turned,
    ),
}
every_evaluation = pytest.mark.parametrize("evaluation", EVALUATIONS.values(), ids=EVALUATIONS)


@every_evaluation
def test_an_evaluation_is_the_sum_of_its_terms(evaluation: Evaluation) -> None:
    names: set[str] = set()
    wrong: list[tuple[Any, int, dict[str, Any]]] = []
    for position in evaluation.positions():
        terms = {name: value for name, value in evaluation.terms(position).items() if value}
        found = evaluation.evaluate(position)
        names |= set(terms)
        if found != sum(terms.values()):
            wrong.append((position, found, terms))
    assert names == evaluation.names, "each term counts somewhere"
    if wrong:
        position, found, terms = min(wrong, key=lambda case: len(case[2]))
        sums = ", ".join(f"{name} {float(value):+g}" for name, value in terms.items())
        pytest.fail(
            f"{position.text()} is {found} for the side to move, but {sum(terms.values())} by definition: {sums}.\n"
            f"Of {len(wrong)} wrong positions {explained(wrong)}"
        )


def explained(wrong: list[tuple[Any, int, dict[str, Any]]]) -> str:
    """Return the changes of single terms that explain most of the positions, evaluations and terms."""
    changes = (("is left out", -1), ("has the other sign", -2), ("counts twice", 1))
    fits = Counter(
        f"{name!r} {change}"
        for _, found, terms in wrong
        for name, value in terms.items()
        for change, factor in changes
        if abs(value) > 2 and abs(found - sum(terms.values()) - factor * value) < 1
    )
    return (
        "; ".join(f"{count} are as if {change}" for change, count in fits.most_common(3)) or "none has one wrong term"
    )


@every_evaluation
def test_an_evaluation_is_the_same_with_colours_changed(evaluation: Evaluation) -> None:
    for position in evaluation.positions():
        found, other = evaluation.evaluate(position), evaluation.evaluate(evaluation.mirrored(position))
        if abs(found - other) > evaluation.rounding:
            pytest.fail(f"{position.text()} is {found} for the side to move, with colours changed {other}")
