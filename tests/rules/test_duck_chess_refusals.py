"""Reasons for refused gestures of Duck Chess against pyffish; single cases are in test_boards.py."""

from itertools import islice
from random import Random

import pyffish
import pytest

from rules.common.squares import INDEX, NAMES
from rules.contract import Gesture, Refusal
from rules.duck_chess.engine.board import Board
from rules.duck_chess.engine.movegen import legal_moves
from rules.duck_chess.position import Position
from rules.duck_chess.refusals import SENTENCES
from tests.effort import by_effort
from tests.rules.play import why
from tests.rules.test_duck_chess import board, halfway
from tests.rules.test_duck_chess_pyffish import random_positions


def test_a_man_blocked_by_the_duck_alone_is_refused_because_of_the_duck() -> None:
    """Bug: "has nowhere to go", where a newcomer doesn't see why."""
    stuck = board("....k... ........ ........ ........ ....P... .....N.. PPPP*PPP RNBQKB.R")
    refusal = why(stuck, "f1")
    assert (refusal.code, refusal.facts["duck"], refusal.facts["piece"]) == ("duck-in-the-way", "e2", "bishop")
    assert refusal.targets[0] == "f1" and why(stuck, "c1").code == "blocked"


def gestures() -> list[tuple[str, str]]:
    return [(pick, drop) for pick in NAMES for drop in NAMES if pick != drop]


@pytest.mark.parametrize("seed", range(by_effort(2, 4, 4)))
def test_gestures_illegal_in_pyffish_are_refused_for_a_true_reason(seed: int) -> None:
    for position in islice(random_positions(100 + seed), seed, 120, 12):
        legal = {(turn[:2], turn[2:4]) for turn in pyffish.legal_moves("duck", position.text(), [])}
        for pick, drop in gestures():
            refusal = position.refusal(Gesture(frozenset({pick}), drop))
            assert (refusal is None) == ((pick, drop) in legal), (position.text(), pick, drop)
            if refusal is not None:
                assert holds(position, refusal, INDEX[pick], INDEX[drop]), (position.text(), pick, drop, refusal)


@pytest.mark.parametrize("seed", range(by_effort(2, 4, 4)))
def test_the_duck_is_refused_on_the_squares_that_pyffish_excludes(seed: int) -> None:
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
