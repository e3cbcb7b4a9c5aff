"""rules/lab/puzzles.py: wins that are proved, hands that are solved, and the files that they make."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from rules import get
from rules.contract import Position
from rules.lab import hand_puzzles, proving, win_puzzles
from rules.lab.proof import Proof
from rules.lab.puzzle_files import checked
from scenes.app.game_files import game_file, games_with

ROOT: Final = Path(__file__).parents[1]
CASES: Final = ROOT / "tests" / "cases" / "duck_chess_puzzles.json"
DUCKS: Final = json.loads(CASES.read_text(encoding="utf-8"))["puzzles"]


def forced(key: str, position: Position, turns: int, seat: int) -> bool:
    """Whether `seat` wins within `turns` of its turns, by nothing but the rules: slow, and sure."""
    game = get(key)
    outcome = position.outcome()
    if outcome is not None:
        return seat in outcome.winners
    own = position.to_move == seat
    if own and turns == 0:
        return False
    return (any if own else all)(
        forced(key, after(key, position, text), turns - own, seat) for text in game.play.turns(position)
    )


def after(key: str, position: Position, text: str) -> Position:
    game = get(key)
    for move in game.text.read_turn(position, text):
        position = position.play(move)
    return position


PLAIN: Final = [
    ("double-draughts", "8/8/8/8/5K1k/2K2K2/8/8 w 2 0 86", 2),
    ("double-draughts", "4K2m/4M1K1/5M2/1m6/8/m7/M7/1MMM4 w 2 0 59", 2),
    ("double-draughts", "8/8/8/8/8/5m2/1M4M1/8 w 2 0 40", 2),
    ("ducart", "8/1w6/8/2W5/8/8/8/8 g - g 0 0 -", 2),
    ("ducart", "8/8/8/1w6/2W5/8/8/T7 g - g 0 0 -", 2),
    ("ducart", "8/8/4w3/8/3W4/8/1C6/8 g - g 0 0 -", 2),
]


@pytest.mark.parametrize(("key", "text", "turns"), PLAIN)
def test_the_proof_finds_what_the_rules_alone_find(key: str, text: str, turns: int) -> None:
    game = get(key)
    position = game.text.read(text)
    for within in range(1, turns + 1):
        won = {text for texts in proving.prover(key).winning(position, within) for text in texts}
        plain = {
            text
            for text in game.play.turns(position)
            if forced(key, after(key, position, text), within - 1, position.to_move)
        }
        assert won == plain


@pytest.mark.parametrize("case", [case for case in DUCKS if case["n"] < 4], ids=lambda case: case["fen"])
def test_the_proof_finds_all_piece_moves_and_ducks(case: dict[str, Any]) -> None:
    game = get("duck-chess")
    proofs = proving.prover("duck-chess")
    position = game.text.read(case["fen"])
    assert proofs.winning(position, case["n"] - 1) == []
    won = {text for texts in proofs.winning(position, case["n"]) for text in texts}
    wanted = {f"{piece},{piece[2:4]}{duck}" for piece, ducks in case["turns"].items() for duck in ducks.split()}
    assert won == wanted


def test_a_side_without_turns_passes_in_a_proof() -> None:
    from rules.ducart.text import read as read_dfen
    from rules.lab.ducart_proof import MISSED, DucartProofBoard

    position = read_dfen("8/8/w~7/8/8/8/8/W7 b - g 0 0 -")
    ground = DucartProofBoard(position)
    before = ground.key()
    assert ground.steps() == [MISSED]
    assert ground.make(MISSED) is None
    assert ground.key() != before
    ground.unmake(MISSED)
    assert Proof().loses(ground, 3) is forced("ducart", position, 3, 0)
    assert ground.key() == before


def test_wrong_turns_are_refuted() -> None:
    key = "double-draughts"
    game = get(key)
    position = game.text.read("8/8/8/8/5K1k/2K2K2/8/8 w 2 0 86")
    proofs = proving.prover(key)
    won = {text for texts in proofs.winning(position, 4) for text in texts}
    holds = {text: hold.replies for hold in proofs.holds(position, 4) for text in hold.turns}
    assert won | set(holds) == set(game.play.turns(position))
    assert not won & set(holds)
    for text, (reply,) in list(holds.items())[:3]:
        assert not forced(key, after(key, after(key, position, text), reply), 2, position.to_move)


@pytest.mark.parametrize("key", [key for key in games_with("puzzles.toml") if key != "ducale"])
def test_some_that_ship_are_proved_anew(key: str) -> None:
    short = [one for one in checked(game_file(key, "puzzles.toml").read_text(encoding="utf-8")) if one.count < 3]
    assert short
    for puzzle in short[::5]:
        assert win_puzzles.fault(key, puzzle) is None


def test_a_hand_is_solved_with_its_discard() -> None:
    game = get("ducale")
    puzzles = checked(game_file("ducale", "puzzles.toml").read_text(encoding="utf-8"))
    for puzzle in puzzles[::10]:
        position: Any = game.text.read(puzzle.position)
        assert hand_puzzles.fault(puzzle) is None
        best = min(
            hand_puzzles.kept_by(position, (move,)) for move in position.legal_moves() if str(move).startswith("-")
        )
        assert (puzzle.count if puzzle.goal == "points" else 0) < best


def test_puzzles_are_made_and_checked_on_the_console(tmp_path: Path) -> None:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "rules.lab", "puzzles", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)

    assert run("check", "chess").returncode == 2
    (tmp_path / "ducale").mkdir()
    made = run("make", "ducale", "--matches", "3", "--folder", str(tmp_path))
    assert made.returncode == 0, made.stderr
    file = tmp_path / "ducale" / "puzzles.toml"
    assert len(checked(file.read_text(encoding="utf-8"))) > 0
    again = run("check", "ducale", "--folder", str(tmp_path))
    assert (again.returncode, "puzzles proved" in again.stdout) == (0, True)
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("points = ", "points = 1", 1), encoding="utf-8")
    assert run("check", "ducale", "--folder", str(tmp_path)).returncode == 1
