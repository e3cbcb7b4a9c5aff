"""Duck Chess against pyffish (Fairy-Stockfish, variant `duck`) on positions of random play.

The two rule sets share no code. They are compared by the FEN of each position, its whole list of turns, the FEN after
turns, and the notation of turns.
"""

from collections.abc import Iterator
from random import Random
from typing import Final

import pyffish
import pytest

from rules.common.squares import NAMES
from rules.duck_chess import GAME
from rules.duck_chess.cells import kind
from rules.duck_chess.engine.mailbox import KING, PAWN
from rules.duck_chess.moves import Move, PieceMove
from rules.duck_chess.position import Position
from rules.duck_chess.text import notate, read_turn
from tests.checks import present
from tests.effort import by_effort
from tests.rules.play import play_all

POSITIONS: Final = by_effort(120, 600, 2_000)
PARTS: Final = 4
"""The number of tests among which the positions are divided."""
LONGEST: Final = 160
"""The greatest number of turns of a random match."""


def choose_lively_move(position: Position, rng: Random) -> PieceMove:
    """Return a piece move that doesn't take the king if possible; rare kinds of moves are preferred."""
    moves = [move for move in position.piece_moves() if kind(position.cells[move.end]) != KING]
    rare = [move for move in moves if is_rare(position, move)]
    return rng.choice(rare if rare and rng.random() < 0.5 else moves or list(position.piece_moves()))


def is_rare(position: Position, move: PieceMove) -> bool:
    man, empty = kind(position.cells[move.start]), position.cells[move.end] == 0
    castles = man == KING and abs(move.end - move.start) == 2
    passing = man == PAWN and empty and move.start % 8 != move.end % 8
    return castles or passing or move.promotion != 0


def random_positions(seed: int) -> Iterator[Position]:
    """Yield positions of random matches without an end; some openings are left out."""
    rng = Random(seed)
    while True:
        position = GAME.play.start(GAME.play.options(), 2)
        assert isinstance(position, Position)
        for number in range(LONGEST):
            if position.outcome() is not None:
                break
            if number > 8 or rng.random() < 0.2:
                yield position
            position = position.play(choose_lively_move(position, rng))
            if not position.turn_started:
                position = position.play(rng.choice(position.legal_moves()))


def counted_once(position: Position, turns: list[str]) -> set[str]:
    """Return pyffish's turns with each king's capture once; pyffish lists it with every square for the duck."""
    king = present(position.king(1 - position.side), "king")
    name = NAMES[king]
    return {f"{turn[: turn.index(',')]},{name}{turn[:2]}" if turn[2:4] == name else turn for turn in turns}


def some_turns(position: Position, turns: list[str], rng: Random) -> list[str]:
    rare = {str(move) for move in position.piece_moves() if is_rare(position, move)}
    first = {turn.partition(",")[0]: turn for turn in turns}
    return [*rng.sample(turns, min(2, len(turns))), *(first[move] for move in sorted(rare))]


@pytest.mark.parametrize("part", range(PARTS))
def test_random_positions_have_the_turns_and_fens_of_pyffish(part: int) -> None:
    rng = Random(part)
    positions = random_positions(part)
    for _ in range(POSITIONS // PARTS):
        position = next(positions)
        fen = position.text()
        turns = list(GAME.play.turns(position))
        assert len(set(turns)) == len(turns)
        assert set(turns) == counted_once(position, pyffish.legal_moves("duck", fen, [])), fen
        for turn in some_turns(position, turns, rng):
            moves = read_turn(position, turn)
            after = play_all(position, moves)
            assert after.text() == pyffish.get_fen("duck", fen, [turn]), (fen, turn)
            san = pyffish.get_san("duck", fen, turn)
            assert notate(position, moves, pyffish=True) == san, (fen, turn)
            assert tuple(GAME.text.read_turn(position, san)) == tuple(moves), (fen, san)


SHUFFLES: Final = (
    "r3k3/8/8/8/3*4/8/8/4K2R w Kq - 0 1",
    "4k1n1/8/8/8/3*4/8/8/4K1N1 w - - 0 1",
    "4k3/1p6/8/P7/8/3*4/8/4K3 b - - 0 1",
    "rn2k3/8/8/8/3*4/8/8/4K1NR w Kq - 93 80",
)
"""Positions in which little but repetition is possible."""


def narrow_turn(position: Position, rng: Random) -> list[Move]:
    king = position.king(1 - position.side)
    move = rng.choice(sorted((move for move in position.piece_moves() if move.end != king), key=str)[:3])
    ducks = position.play(move).legal_moves()
    return [move, rng.choice([duck for duck in ducks if NAMES[duck.end] in ("d4", "d5", "e4")] or ducks)]


@pytest.mark.parametrize("fen", SHUFFLES)
def test_a_match_is_drawn_where_pyffish_allows_a_claim(fen: str) -> None:
    """Sections 7.3 and 7.4."""
    ends = set()
    for seed in range(by_effort(1, 4, 4)):
        rng = Random(seed)
        position, turns = GAME.text.read(fen), list[str]()
        outcome = position.outcome()
        while outcome is None:
            assert isinstance(position, Position)
            moves = narrow_turn(position, rng)
            turns.append(GAME.text.write_turn(position, moves))
            position = play_all(position, moves)
            outcome = position.outcome()
            claimable, _ = pyffish.is_optional_game_end("duck", fen, turns)
            assert claimable == (outcome is not None and not outcome.winners), (fen, turns)
        ends.add(outcome.reason)
    assert ends & {"repetition", "50-moves"}
