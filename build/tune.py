"""Fit what men are worth in Duck Chess to the results of matches that the engine plays against itself.

    python build/tune.py play FILE [--matches 3000] [--nodes 2500] [--seed 1] [--jobs 1] [--part I/N]
    python build/tune.py fit FILE ... [--out FILE]                               print tables for evaluation.py

`play` opens each match with four to eight random turns of both sides; judgements are off by up to 8 hundredths of a
pawn, so that matches differ. It keeps the positions whose best turn takes nothing, with the score and the result: a
line of JSON a match. It may be stopped, and the same command goes on with what FILE lacks; `--part` shares the
matches among machines, whose files `fit` reads together. It is worth compiling first (build/compare.py leaves a
compiled copy; name it in PYTHONPATH).

`fit` needs numpy (`uv run --with numpy build/tune.py fit ...`). The score of a position is the sum of its men's worth
by kind, rank, distance from the nearer side of the board and phase; a logistic curve makes it a share of the points.
Gauss-Newton steps bring that nearest to a mixture of result and score found; a ridge keeps each number near the one
that evaluation.py has now, the nearer the fewer matches speak of it.

What came of it: 3 083 matches (2 500 nodes a turn; 25 minutes on two cores shared with others) gave 415 701
positions. The fit made rooks a third less worth, bishops a sixth. Against the numbers from before, 200 matches each
with 10 000 nodes a turn, that was no better: 47.0 +- 2.7 % with the squares alone (WHOLE_REACH 0), 50.7 +- 2.8 % with
the squares and the kinds, and 45.0 +- 2.8 % with the kinds, rounded, and the old squares. Numbers without a pattern
also make a search to the same depth several times bigger, for fewer positions are worth the same. So evaluation.py
keeps its own. Free squares and reach about the enemy's king, with weights set by hand, won 59.7 +- 2.8 % of 160
matches at equal nodes, but took two fifths of the nodes in a second, which costs as much.
"""

from __future__ import annotations

import argparse
import base64
import sys
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

HOUSE: Final = Path(__file__).resolve().parent.parent
if not any((Path(folder) / "rules").is_dir() for folder in sys.path[1:]):
    sys.path.insert(0, str(HOUSE))

from rules.duck_chess.engine.evaluation import FULL, SHARES, TEMPO, piece_square_table, unpack  # noqa: E402
from rules.duck_chess.engine.mailbox import CELLS, DUCK, KING  # noqa: E402
from rules.duck_chess.engine.movegen import legal_moves  # noqa: E402
from rules.duck_chess.moves import DuckMove, PieceMove  # noqa: E402
from rules.duck_chess.opponent import Engine  # noqa: E402
from rules.duck_chess.position import Position  # noqa: E402
from rules.duck_chess.text import START, read  # noqa: E402
from rules.lab import trials  # noqa: E402
from rules.search.iterative_deepening import SURE, Budget, deepen  # noqa: E402

RECORD: Final = 68
"""Bytes of a position: 64 codes, side to move, twice White's points, score for White (two, signed)."""
SCALE: Final = 220
"""Hundredths of a pawn that make the odds e to 1."""
RESULT_SHARE: Final = 0.7
"""How much of the target is the result; the rest is the score found."""
REACH: Final = 12.0
"""Hundredths of a pawn by which the fit may well move a number,"""
WHOLE_REACH: Final = 150.0
"""and all numbers of a kind of man together."""
ALIKE: Final = 15
"""Positions of one match that count as one."""
NOISE: Final = 0.05
"""The variance of a result about its expectation."""
CHUNK: Final = 20_000


def opened(rng: Random) -> Position:
    """A position some random turns into a match, with no king to be taken at once."""
    while True:
        position = read(START)
        for _ in range(2 * rng.randrange(4, 9)):
            if position.outcome() is None:
                position = position.play(rng.choice(position.legal_moves()))
        board = position.board()
        if position.outcome() is None and not any(board.takes_king(move) for move in legal_moves(board)):
            return position


def match(core: Engine, nodes: int, rng: Random) -> tuple[list[tuple[bytes, int, int]], int]:
    """The quiet positions of a match (codes, side, score for White), and twice White's points."""
    position = opened(rng)
    kept: list[tuple[bytes, int, int]] = []
    decided = 0
    while position.outcome() is None and len(kept) < 240:
        core.set_position(position, rng.getrandbits(60), 8)
        found = deepen(core, Budget(nodes))
        score = found.score if position.side == 0 else -found.score
        decided = decided + 1 if abs(score) > 1500 else 0
        if abs(score) > SURE or decided == 6:
            return kept, 2 if score > 0 else 0
        piece = found.line[0][0]
        assert isinstance(piece, PieceMove)
        if position.cells[piece.end] == 0 and not piece.promotion and abs(score) < 1500:
            kept.append((position.cells, position.side, score))
        for half in found.line[0]:
            assert isinstance(half, PieceMove | DuckMove)
            position = position.play(half)
    outcome = position.outcome()
    if outcome is None or not outcome.winners:
        return kept, 1
    return kept, 2 if outcome.winners[0] == 0 else 0


def trial(nodes: int, seed: int, number: int) -> dict[str, Any]:
    """A match by its number, as a line of a file has it."""
    kept, points = match(Engine(8), nodes, Random(f"{seed}/{number}"))
    positions = b"".join(
        cells + bytes((side, points)) + score.to_bytes(2, "little", signed=True) for cells, side, score in kept
    )
    return {"seed": seed, "nodes": nodes, "number": number, "positions": base64.b64encode(positions).decode()}


def play(file: Path, matches: int, nodes: int, seed: int, jobs: int, part: trials.Part) -> None:
    """Append to `file` what it lacks of the matches."""
    done = {data["number"] for data in trials.lines(file) if (data.get("seed"), data.get("nodes")) == (seed, nodes)}
    mine = [number for number in range(matches) if part.has(number)]
    missing = [number for number in mine if number not in done]
    progress = trials.Progress()
    for ended, data in enumerate(trials.results(partial(trial, nodes, seed), missing, jobs), 1):
        trials.append(file, data)
        progress.tell(f"{len(mine) - len(missing) + ended} of {len(mine)} matches")
    progress.end()
    print(f"{len(mine)} matches, {sum(map(len, positions([file]))) // RECORD} positions")


def positions(files: list[Path]) -> list[bytes]:
    """The positions of each match in the files, no match twice."""
    found = {
        (data["seed"], data["nodes"], data["number"]): data["positions"]
        for file in files
        for data in trials.lines(file)
    }
    return [base64.b64decode(text) for text in found.values()]


def present() -> Any:
    """The numbers of evaluation.py: (middle, late) x (kind, rank, file from the nearer side)."""
    import numpy as np

    table = piece_square_table()
    numbers = np.zeros((2, 6, 8, 4))
    for kind in range(6):
        for rank in range(8):
            for file in range(4):
                packed = table[(kind + 1) << 7 | CELLS[8 * rank + file]] - SHARES[kind + 1] * (1 << 48)
                numbers[:, kind, rank, file] = unpack(packed)
    return numbers.reshape(2, -1)


def counted(cells: Any) -> tuple[Any, Any]:
    """How often each number counts in each position, White's less Black's, and the phase from 0 to 1."""
    import numpy as np

    count = np.zeros((len(cells), 192), dtype=np.float32)
    phase = np.zeros(len(cells))
    rows = np.arange(len(cells))
    shares = np.array(SHARES)
    for square in range(64):
        codes = cells[:, square].astype(np.int64)
        on = (codes > 0) & (codes < DUCK)
        white = codes[on] <= KING
        kind = np.where(white, codes[on], codes[on] - KING)
        rank = np.where(white, square // 8, 7 - square // 8)
        number = (kind - 1) * 32 + rank * 4 + min(square % 8, 7 - square % 8)
        count[rows[on], number] += np.where(white, 1, -1)
        phase[on] += shares[kind]
    return count, np.minimum(phase, FULL) / FULL


def fit(files: list[Path], out: Path | None) -> None:
    """Fit and print; the mean squared error too, of the last tenth of the positions, which the fit doesn't see."""
    import numpy as np

    data = np.frombuffer(b"".join(positions(files)), dtype=np.uint8).reshape(-1, RECORD)
    score = np.frombuffer(data[:, 66:].tobytes(), dtype="<i2").astype(np.float64)
    target = RESULT_SHARE * data[:, 65] / 2 + (1 - RESULT_SHARE) / (1 + np.exp(-score / SCALE))
    tempo = TEMPO * np.where(data[:, 64] == 0, 1, -1)
    before = present()
    numbers = before.copy()
    seen = len(data) * 9 // 10
    parts = [(at, min(at + CHUNK, seen)) for at in range(0, seen, CHUNK)] + [(seen, len(data))]
    together = np.kron(np.eye(12), np.full((32, 32), WHOLE_REACH**2))
    ridge = np.linalg.inv(together + np.eye(2 * 192) * REACH**2) * NOISE * ALIKE
    for _ in range(4):
        hessian, slope, errors = ridge.copy(), ridge @ (numbers - before).reshape(-1), []
        for first, last in parts:
            count, phase = counted(data[first:last, :64])
            features = np.concatenate([count * phase[:, None], count * (1 - phase)[:, None]], axis=1)
            expected = 1 / (1 + np.exp(-(features @ numbers.reshape(-1) + tempo[first:last]) / SCALE))
            error = expected - target[first:last]
            errors.append((error**2).mean())
            if last <= seen:
                steep = (features * (expected * (1 - expected) / SCALE)[:, None]).astype(np.float32)
                hessian += steep.T @ steep
                slope += steep.T @ error
        print(f"{len(data)} positions: error {np.mean(errors[:-1]):.5f}, unseen {errors[-1]:.5f}", flush=True)
        numbers -= np.linalg.solve(hessian, slope).reshape(2, -1)
    text = ""
    for name, worth in zip(("MIDDLE", "LATE"), numbers.round().astype(int).reshape(2, 12, 16), strict=True):
        text += f'{name}: Final = _table("""\n'
        for half, row in enumerate(worth):
            text += " ".join(str(number) for number in row) + ("," if half % 2 == 1 and half < 11 else "") + "\n"
        text += '""")\n'
    print(text)
    if out is not None:
        out.write_text(text, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="tune the evaluation of Duck Chess")
    ways = parser.add_subparsers(dest="way", required=True)
    playing = ways.add_parser("play")
    playing.add_argument("file", type=Path)
    playing.add_argument("--matches", type=int, default=3000)
    playing.add_argument("--nodes", type=int, default=2500)
    playing.add_argument("--seed", type=int, default=1)
    playing.add_argument("--jobs", type=int, default=1, help="processes at once")
    playing.add_argument("--part", type=trials.Part.of, default=trials.Part(), metavar="I/N")
    fitting = ways.add_parser("fit")
    fitting.add_argument("files", type=Path, nargs="+")
    fitting.add_argument("--out", type=Path)
    options = parser.parse_args()
    if options.way == "play":
        play(options.file, options.matches, options.nodes, options.seed, options.jobs, options.part)
    else:
        fit(options.files, options.out)


if __name__ == "__main__":
    main()
