"""Why a gesture is refused in Duck Chess (section 9 of rules/duck_chess/README.md)."""

from itertools import islice
from random import Random
from typing import Final

import pyffish
import pytest

from rules.common.squares import INDEX, NAMES
from rules.contract import Gesture, Refusal
from rules.duck_chess.engine.board import Board
from rules.duck_chess.engine.movegen import legal_moves
from rules.duck_chess.position import Position
from rules.duck_chess.refusals import SENTENCES
from rules.duck_chess.text import START, read
from tests.effort import by_effort
from tests.rows import rows
from tests.rules.play import why
from tests.rules.test_duck_chess import after, board, halfway
from tests.rules.test_duck_chess_pyffish import random_positions

MEN: Final = "....k... ........ ..*..... ...p.... P..P.q.. .....N.. P....P.. R.BQK..R"
"""A position with something of everything: White to move, the duck on c6."""


@rows
def test_a_refused_piece_says_why(pick: str, drop: str | None, code: str | None, facts: dict[str, str]) -> None:
    position = board(MEN, castling="KQ")
    if code is None:
        assert position.refusal(Gesture(frozenset({pick}), drop)) is None
        return
    refusal = why(position, pick, drop)
    assert (refusal.code, squares(refusal)) == (code, facts)


def squares(refusal: Refusal) -> dict[str, str]:
    return {name: told for name, told in refusal.facts.items() if name not in ("piece", "other")}


@rows
def test_a_refusal_names_the_man_and_the_one_against_it(
    pick: str, drop: str | None, piece: str, other: str | None
) -> None:
    facts = why(board(MEN, castling="KQ"), pick, drop).facts
    assert (facts["piece"], facts.get("other")) == (piece, other)


def test_the_duck_in_the_way_is_named_and_pointed_at() -> None:
    position = board("....k... ........ ........ ........ ...*.... ........ ....P... ...RK...")
    refusal = why(position, "d1", "d7")
    assert (refusal.code, refusal.facts["duck"]) == ("duck-in-the-way", "d4")
    assert refusal.targets == ("d7", "d4", "d1")
    pawn = board("....k... ........ ........ ........ ........ ....*... ....P... ...RK...")
    assert why(pawn, "e2", "e4").code == "duck-in-the-way"
    assert why(pawn, "e2", "e3").code == "duck-on-square"


def test_a_man_whom_the_duck_alone_leaves_no_square_is_told_of_the_duck() -> None:
    """Bug: "has nowhere to go", where a newcomer doesn't see why."""
    stuck = board("....k... ........ ........ ........ ....P... .....N.. PPPP*PPP RNBQKB.R")
    refusal = why(stuck, "f1")
    assert (refusal.code, refusal.facts["duck"], refusal.facts["piece"]) == ("duck-in-the-way", "e2", "bishop")
    assert refusal.targets[0] == "f1" and why(stuck, "c1").code == "blocked"


@rows
def test_castling_that_is_not_possible_says_why(
    row: str, castling: str, drop: str, code: str | None, at: str
) -> None:
    position = board(f"....k... ........ ........ ........ ........ ........ ........ {row}", castling=castling)
    refusal = position.refusal(Gesture(frozenset({"e1"}), drop))
    assert (refusal and refusal.code) == code
    if refusal is not None:
        assert at in ("", refusal.facts.get("blocker"), refusal.facts.get("duck"))


def test_a_king_that_is_not_at_home_does_not_castle() -> None:
    position = board("....k... ........ ........ ........ ........ ........ ....K... *.......")
    assert why(position, "e2", "g2").code == "king-reach"


def test_black_castles_and_walks_its_own_way() -> None:
    position = board("r...k..r p....... ........ ........ ........ ........ ........ *...K...", "b", castling="kq")
    assert position.refusal(Gesture(frozenset({"e8"}), "g8")) is None
    assert why(position, "a7", "a8").code == "occupied"
    assert why(position, "a7", "b7").code == "pawn-backward"
    assert why(position, "a7", "b6").code == "pawn-nothing-to-take"


@rows
def test_while_the_duck_waits_only_the_duck_moves(pick: str, drop: str | None, code: str) -> None:
    position = halfway(board("....k... ........ ........ ...*.... ........ ........ ...PP... ....K..."), "e2e4")
    assert why(position, pick, drop).code == code
    assert position.refusal(Gesture(frozenset({"d5"}))) is None
    assert position.refusal(Gesture(frozenset({"d5"}), "e2")) is None


def test_the_first_duck_is_taken_from_beside_the_board() -> None:
    position = halfway(read(START), "e2e4")
    duck = frozenset(("beside",))
    assert position.refusal(Gesture(duck)) is None
    assert position.refusal(Gesture(duck, "e6")) is None
    assert why(position, "beside", "e4").code == "duck-occupied"
    refusal = why(position, "e4")
    assert (refusal.code, refusal.targets, squares(refusal)) == ("duck-now", ("e4",), {"square": "e4"})


def test_a_finished_game_refuses_everything() -> None:
    taken = after(board("........ ........ ........ ...kK... ........ .*...... ........ ........"), "e5d5")
    blocked = board(".......k ........ ........ ........ ........ p.p..... P*P..... KB......")
    for position in (taken, blocked):
        for pick, drop in (("a1", None), ("d5", "d6"), ("", "a4"), ("", None)):
            assert why(position, pick, drop).code == "over"


def test_things_off_the_board_are_nobodys_business() -> None:
    position = board(MEN, castling="KQ")
    assert position.refusal(Gesture(frozenset({"taken-0"}))) is None
    assert position.refusal(Gesture(frozenset({"a1"}), "taken-0")) is None


def gestures() -> list[tuple[str, str]]:
    return [(pick, drop) for pick in NAMES for drop in NAMES if pick != drop]


@pytest.mark.parametrize("seed", range(by_effort(2, 4, 4)))
def test_what_is_refused_is_what_pyffish_does_not_list_and_the_reason_holds(seed: int) -> None:
    for position in islice(random_positions(100 + seed), seed, 120, 12):
        legal = {(turn[:2], turn[2:4]) for turn in pyffish.legal_moves("duck", position.text(), [])}
        for pick, drop in gestures():
            refusal = position.refusal(Gesture(frozenset({pick}), drop))
            assert (refusal is None) == ((pick, drop) in legal), (position.text(), pick, drop)
            if refusal is not None:
                assert holds(position, refusal, INDEX[pick], INDEX[drop]), (position.text(), pick, drop, refusal)


@pytest.mark.parametrize("seed", range(by_effort(2, 4, 4)))
def test_where_the_duck_is_refused_is_where_pyffish_does_not_put_it(seed: int) -> None:
    rng = Random(seed)
    for position in islice(random_positions(200 + seed), seed, 160, 8):
        first = str(rng.choice(position.piece_moves()))
        waiting = halfway(position, first)
        if waiting.turn_started:
            continue
        turns = [turn for turn in pyffish.legal_moves("duck", position.text(), []) if turn.startswith(f"{first},")]
        pick = frozenset(("beside" if waiting.duck is None else NAMES[waiting.duck],))
        open_to = {drop for drop in NAMES if waiting.refusal(Gesture(pick, drop)) is None}
        assert open_to == {turn[-2:] for turn in turns}, (position.text(), first)


def holds(position: Position, refusal: Refusal, start: int, end: int) -> bool:
    """Whether the reason of a refusal is true, as far as that can be told without the rules of movement."""
    cells, facts = position.cells, refusal.facts
    own = range(6 * position.side + 1, 6 * position.side + 7)
    man, target = cells[start], cells[end]
    between = {NAMES[at] for at in way(start, end) if cells[at]}
    match refusal.code:
        case "empty":
            return man == 0
        case "not-yours":
            return man not in own and man not in (0, 13)
        case "duck-later":
            return man == 13
        case "occupied":
            return target in own
        case "duck-on-square":
            return target == 13
        case "duck-in-the-way":
            return NAMES[position.duck or 0] == facts["duck"] in between
        case "way-blocked":
            return facts["blocker"] in between and facts["blocker"] != NAMES[position.duck or 0]
        case "pawn-blocked":
            return start % 8 == end % 8 and target not in (0, 13)
        case "castling-lost" | "castling-blocked" | "castling-duck":
            return abs(start - end) == 2 and NAMES[start] in ("e1", "e8")
        case code:
            return code in SENTENCES and not reaches_when_alone(position, start, end)


def way(start: int, end: int) -> list[int]:
    across, up = end % 8 - start % 8, end // 8 - start // 8
    steps = max(abs(across), abs(up))
    if across % steps or up % steps:
        return []
    return [start + n * (across // steps + 8 * (up // steps)) for n in range(1, steps)]


def reaches_when_alone(position: Position, start: int, end: int) -> bool:
    cells = bytearray(64)
    cells[start], cells[end] = position.cells[start], position.cells[end]
    for king in (6, 12):
        if king not in cells:
            cells[next(at for at in (0, 7, 56, 63) if not cells[at] and at not in (*way(start, end), end))] = king
    moves = legal_moves(Board(bytes(cells), position.side, 0, -1))
    return any((move & 63, move >> 6 & 63) == (start, end) for move in moves)
