"""The rules of Double Draughts against the independent implementation in mailbox.py."""

from collections.abc import Iterable
from random import Random

from rules.contract import Outcome
from rules.double_draughts import GAME
from rules.double_draughts.moves import Hop
from rules.double_draughts.position import Position
from tests.effort import by_effort
from tests.rules import mailbox
from tests.rules.play import play_all, positions_of


def scattered_board(seed: int, levels: int) -> Position:
    """Return a random board with pieces of all levels, mostly Kings, so that jumps are long."""
    rng = Random(seed)
    cells = bytearray(64)
    for at in rng.sample(range(64), rng.randint(2, 20)):
        level = levels if at // 8 in (0, 7) else rng.choice((1, 2, 2) if levels == 2 else (1, 2, 2, 3))
        cells[at] = level + rng.choice((0, 3))
    return Position(bytes(cells), rng.randint(0, 1), levels, quiet=rng.randint(0, 40), number=rng.randint(1, 99))


def kinds(board: str) -> list[str]:
    return sorted(letter for letter in board if letter.isalpha())


def compare(position: Position) -> int:
    """Compare turns, texts after them and a lost game; return the number of turns."""
    text = position.text()
    cells, colour, levels = mailbox.read(text)
    other = "b" if colour == "w" else "w"
    expected = mailbox.turns(cells, colour, levels)
    assert set(GAME.play.turns(position)) == set(expected), text
    for turn, board in expected.items():
        hops = GAME.text.read_turn(position, turn)
        after = play_all(position, hops)
        core = position.board()
        for hop in hops:
            assert isinstance(hop, Hop)
            core.hop(hop.start, hop.end)
        assert (core.state(), core.side) == (after.board().state(), after.side)
        mover = cells["abcdefgh".index(turn[0]) + 1, int(turn[1])]
        quiet = mover.level > 1 and kinds(board) == kinds(text.split()[0])  # nothing taken, nothing promoted
        number = position.number + (colour == "w")
        assert after.text() == f"{board} {other} {levels} {position.quiet + 1 if quiet else 0} {number}", (text, turn)
    outcome = position.outcome()
    if expected:
        assert outcome is None or outcome.winners == ()
    else:
        reason = "no-legal-move" if any(piece.colour == colour for piece in cells.values()) else "no-pieces"
        assert outcome == Outcome(reason, ("bw".index(other),))
    return len(expected)


def compare_all(positions: Iterable[Position]) -> tuple[int, int]:
    counts = [compare(position) for position in positions]
    return len(counts), sum(counts)


def test_the_independent_rules_agree_on_every_turn_of_random_matches() -> None:
    positions, turns = compare_all(
        position for position in positions_of(GAME, by_effort(1, 4, 8)) if position.turn_started
    )
    assert positions > by_effort(300, 1000, 1000)
    assert turns > by_effort(2_000, 8_000, 8_000)


def test_the_independent_rules_agree_on_random_boards_with_long_jumps() -> None:
    boards = [scattered_board(seed, levels) for levels in (2, 3) for seed in range(by_effort(150, 600, 1200))]
    compare_all(boards)
    assert max(turn.count("x") for board in boards for turn in GAME.play.turns(board)) >= 8
