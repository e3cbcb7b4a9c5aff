"""Make the puzzles of the games (scenes/games/GAME/puzzles.toml), or prove them all again.

    python -m rules.lab puzzles make [GAME ...] [--matches 400] [--count 44] [--seed 1] [--jobs 1]
    python -m rules.lab puzzles check [GAME ...] [--jobs 1]

Positions come from matches that the engine plays against itself, with random turns at the start and then with two
players of different evaluation noise. If a search finds a win within four turns, it is proved, and the position is
kept if exactly one turn wins within as few turns as possible. From these some are chosen: at most one of a match, no
two alike, few of one kind. The easy ones come first, by the number of turns and by how often weak levels of the
computer miss the first turn. Hands of Ducale come from rounds in which one player keeps its melds.

The present puzzles were made with --matches 130 (Double Draughts), 110 (Duck Chess), 500 (Ducart) and 100 (Ducale):
1, 2, 6 and 2 minutes of processor time, compiled. The same seed makes the same files, compiled or interpreted;
compiled rules are some twenty times as fast.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from rules import find
from rules.lab import hand_puzzles, trials, win_puzzles
from rules.lab.puzzle_files import write
from rules.teaching.puzzles import Puzzle, read

FILES: Final = Path("scenes/games")
MATCHES_PER_SEED: Final = 100_000
KEYS: Final = (*win_puzzles.GAMES, hand_puzzles.KEY)
_WINS: Final = """
{game}: made and proved by rules/lab; don't edit.

win = n: the side to move wins within n turns of its own, this one the first, whatever the other side does. Proved by
trying every turn of both sides ({module}; `python -m rules.lab puzzles check {key}` does it again): exactly one
first turn wins so, and none wins sooner. {extra}
lines: the turns that win within n, each with the defence that holds out longest after ">", and indented below it what
wins then; after "!" all others, and what holds against them: the first that is legal. Of last turns none are listed:
any that wins is right.
missed: of 100 tries of the computer's first five levels, how many failed at the first turn.
"""
HEADS: Final = {  # comments at the top of the files
    "double-draughts": _WINS.format(
        game="Double Draughts",
        key="double-draughts",
        module="rules/lab/double_draughts_proof.py",
        extra="Two ways to jump that\nleave the same board are one turn.",
    ),
    "duck-chess": _WINS.format(
        game="Duck Chess",
        key="duck-chess",
        module="rules/lab/duck_chess_proof.py",
        extra="A\nfirst turn is its piece move: one wins, with the squares of the duck that are listed alone.",
    ),
    "ducart": _WINS.format(
        game="Ducart",
        key="ducart",
        module="rules/lab/ducart_proof.py",
        extra="Two turns that leave\nthe same board are one.",
    ),
    hand_puzzles.KEY: """
Ducale: made and proved by rules/lab; don't edit.

A card has been taken of the stock. out: the round can be won in this turn. points: fewer can't be kept in hand at the
end of this turn. Proved for each card that may be discarded by the exact solver of hands (rules/ducale/plan.py over
solver.py); `python -m rules.lab puzzles check ducale` does it again.
moves: a turn that does it. missed: of 100 tries to lay whatever can be laid, at random, how many failed.
""",
}


def _file(folder: Path, key: str) -> Path:
    return folder / key.replace("-", "_") / "puzzles.toml"


def _difficulty(puzzle: Puzzle) -> tuple[bool, int, int, str]:
    """Return the key by which puzzles are sorted, easy ones first."""
    return puzzle.goal != "out", puzzle.count if puzzle.goal == "win" else 0, puzzle.missed, puzzle.id


def make(key: str, folder: Path, matches: range, count: int, jobs: int) -> None:
    """Find puzzles in the matches with these numbers, and write the file of a game with at most `count` of them."""
    work = hand_puzzles.find_hands if key == hand_puzzles.KEY else partial(win_puzzles.find_puzzles, key)
    progress = trials.ProgressLine()
    found: list[win_puzzles.Found] = []
    for number, match_puzzles in enumerate(trials.results(work, matches, jobs), 1):
        found += match_puzzles
        progress.report(f"{key}: {number} of {len(matches)} matches, {len(found)} puzzles")
    progress.end()
    found.sort(key=lambda candidate: (candidate.match, candidate.puzzle.id))
    if key == hand_puzzles.KEY:
        puzzles = sorted(hand_puzzles.choose_puzzles(found, count), key=_difficulty)
    else:
        chosen = sorted(win_puzzles.choose_puzzles(key, found, count), key=_difficulty)
        puzzles = [win_puzzles.with_refutations(key, puzzle) for puzzle in chosen]
    _file(folder, key).write_text(write(HEADS[key], puzzles), encoding="utf-8")
    counts = Counter(f"{puzzle.goal} {puzzle.count}" if puzzle.goal == "win" else puzzle.goal for puzzle in puzzles)
    print(f"{key}: {len(puzzles)} puzzles of {len(found)}: {dict(sorted(counts.items()))}")


def find_fault(key: str, folder: Path, number: int) -> str | None:
    """Return what is wrong with a puzzle of a file, as a sentence, or None."""
    game = find(key)
    assert game is not None
    puzzle = read(_file(folder, key).read_text(encoding="utf-8"))[number]
    if game.text.read(puzzle.position).text() != puzzle.position:
        return f"{puzzle.id}: The position is written otherwise."
    problem = hand_puzzles.fault(puzzle) if key == hand_puzzles.KEY else win_puzzles.fault(key, puzzle)
    return None if problem is None else f"{puzzle.id}: {problem}"


def check(keys: Sequence[str], folder: Path, jobs: int) -> int:
    """Prove all puzzles of the files again; return the number of faulty ones."""
    fault_count = 0
    for key in keys:
        total = len(read(_file(folder, key).read_text(encoding="utf-8")))
        faults = list(filter(None, trials.results(partial(find_fault, key, folder), range(total), jobs)))
        for sentence in faults:
            print(f"{key}: {sentence}")
        fault_count += len(faults)
        print(f"{key}: {total - len(faults)} of {total} puzzles proved")
    return fault_count


def main(arguments: Sequence[str]) -> None:
    """Make or check puzzles. Exits with code 1 if a puzzle is faulty."""
    parser = argparse.ArgumentParser(
        prog="python -m rules.lab puzzles", description="Make puzzles, or prove them again."
    )
    parser.add_argument("what", choices=("make", "check"))
    parser.add_argument(
        "games", nargs="*", metavar="GAME", help=f"of {', '.join(KEYS)}; all of them if none is named"
    )
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--count", type=int, default=44, help="puzzles a game, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=FILES, help="where the files are, if not where they ship from")
    options = parser.parse_args(arguments)
    if unknown := set(options.games) - set(KEYS):
        parser.error(f"there are no puzzles of {', '.join(sorted(unknown))}")
    keys = options.games or KEYS
    if options.what == "check":
        raise SystemExit(check(keys, options.folder, options.jobs) > 0)
    first = options.seed * MATCHES_PER_SEED
    for key in keys:
        make(key, options.folder, range(first, first + options.matches), options.count, options.jobs)
