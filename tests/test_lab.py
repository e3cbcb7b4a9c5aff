"""rules/lab: proofs of wins, solved hands, endings, speeds and simulated matches."""

import json
import math
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from rules import abilities, get
from rules.common.dice import DiceSeed
from rules.contract import Position
from rules.lab import hand_puzzles, proving, win_puzzles
from rules.lab.__main__ import main
from rules.lab.endgames import pack
from rules.lab.proof import Proof
from rules.lab.puzzle_files import read_checked
from rules.lab.rates import LEAST, SEARCH, tables, verdicts
from rules.lab.unstacked_simulation import MeanFigure, SimulationResult, leftovers, play_out, tally
from rules.unstacked_draughts import GAME
from rules.unstacked_draughts.engine.board import START
from rules.unstacked_draughts.engine.chance import chance
from scenes.app.game_files import game_file, games_with
from tests.checks import present
from tests.effort import by_effort, by_night

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
def test_the_proof_agrees_with_a_search_by_the_rules(key: str, text: str, turns: int) -> None:
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


@pytest.mark.parametrize(
    "case", [case for case in DUCKS if case["n"] < 4][:: by_night(3, 1)], ids=lambda case: case["fen"]
)
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
    for text, (reply,) in list(holds.items())[: by_effort(1, 3, 3)]:
        assert not forced(key, after(key, after(key, position, text), reply), 2, position.to_move)


@pytest.mark.parametrize("key", [key for key in games_with("puzzles.toml") if key != "ducale"])
def test_some_shipped_puzzles_are_proved_again(key: str) -> None:
    short = [one for one in read_checked(game_file(key, "puzzles.toml").read_text(encoding="utf-8")) if one.count < 3]
    assert short
    for puzzle in short[:: by_effort(60, 30, 5)]:
        assert win_puzzles.fault(key, puzzle) is None


def test_a_hand_is_solved_with_its_discard() -> None:
    game = get("ducale")
    puzzles = read_checked(game_file("ducale", "puzzles.toml").read_text(encoding="utf-8"))
    for puzzle in puzzles[::10]:
        position: Any = game.text.read(puzzle.position)
        assert hand_puzzles.fault(puzzle) is None
        best = min(
            hand_puzzles.points_after(position, (move,))
            for move in position.legal_moves()
            if str(move).startswith("-")
        )
        assert (puzzle.count if puzzle.goal == "points" else 0) < best


def lab(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[object, str]:
    """Return how `python -m rules.lab` would end, and what it says."""
    code: object = 0
    try:
        main(list(arguments))
    except SystemExit as end:
        code = end.code
    out, err = capsys.readouterr()
    return (1, code) if isinstance(code, str) else (code, out + err)


def test_puzzles_are_made_and_checked_on_the_console(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert lab(capsys, "puzzles", "check", "chess")[0] == 2
    (tmp_path / "ducale").mkdir()
    folder = ("--folder", str(tmp_path))
    code, said = lab(capsys, "puzzles", "make", "ducale", "--matches", "1", *folder)
    assert code == 0, said
    file = tmp_path / "ducale" / "puzzles.toml"
    text = file.read_text(encoding="utf-8")
    assert len(read_checked(text)) > 0
    code, said = lab(capsys, "puzzles", "check", "ducale", *folder)
    assert not code and "puzzles proved" in said
    file.write_text(text.replace("points = ", "points = 1", 1), encoding="utf-8")
    assert lab(capsys, "puzzles", "check", "ducale", *folder)[0]


# --- rates.py: speeds as tables for people


def test_a_table_shows_both_runs_their_ratio_and_how_long_one_takes() -> None:
    told = tables(
        {"interpreted": {"a": {"nodes": 1e5, "loads": 12.5}}, "compiled": {"a": {"nodes": 4e6, "loads": 25.0}}}
    )
    assert [line.split() for line in told] == [
        ["a", "interpreted,", "a", "second", "compiled,", "a", "second", "times", "one", "takes"],
        ["nodes", "100", "000", "4", "000", "000", "40.0", "250", "ns"],
        ["loads", "12.5", "25", "2.0", "40", "ms"],
    ]
    assert len({len(line) for line in told}) == 1


def test_games_are_listed_separately() -> None:
    told = tables({"interpreted": {"a": {"nodes": 1e5}, "b": {"nodes": 1e5}}})
    assert [line.split()[:1] for line in told] == [["a"], ["nodes"], [], ["b"], ["nodes"]]


def test_a_speed_measured_by_only_a_single_copy_is_left_out() -> None:
    told = tables({"interpreted": {"a": {"nodes": 1e5, "new": 1.0}}, "compiled": {"a": {"nodes": 4e6}}})
    assert len(told) == 2


def test_a_search_must_be_fast_and_faster_than_interpreted() -> None:
    least = LEAST["duck-chess"]
    assert (least.nodes, least.times) == (4e6, 30)
    exactly = {"interpreted": {SEARCH: 1e5}, "compiled": {SEARCH: 4e6}}
    assert [": met, at least" in line for line in verdicts("duck-chess", exactly)] == [True, True]
    slow = {"interpreted": {SEARCH: 1e5}, "compiled": {SEARCH: 2.9e6}}
    assert ["NOT MET" in line for line in verdicts("duck-chess", slow)] == [True, True]


def test_nothing_is_required_of_an_interpreted_run_or_of_a_game_without_a_search() -> None:
    assert verdicts("ducart", {"interpreted": {SEARCH: 1.0}}) == []
    assert verdicts("ducale", {"compiled": {"playouts": 1.0}}) == []


# --- Whole matches through the app's own code, beside the exact figures (at length: the game's NOTES.md)

MATCHES = by_effort(100, 300, 300)


@pytest.fixture(scope="module")
def played() -> SimulationResult:
    return tally(GAME, range(MATCHES), 1)


def test_the_first_to_throw_wins_as_often_as_the_table_says(played: SimulationResult) -> None:
    assert played.first.mean == pytest.approx(chance(START, START), abs=4 * played.first.error)


def test_a_game_has_as_many_rolls_as_the_exact_solution_says(played: SimulationResult) -> None:
    assert played.rolls.mean == pytest.approx(34.32674, abs=4 * played.rolls.error)
    assert played.rolls.error < by_effort(0.9, 0.5, 0.5)


def test_the_share_of_used_leftovers_is_that_of_the_digest(played: SimulationResult) -> None:
    """Section 5: 10.06 a game."""
    assert played.leftovers.mean == pytest.approx(10.06, abs=4 * played.leftovers.error)
    assert played.leftovers.error < by_effort(0.45, 0.25, 0.25)


def test_a_match_does_not_depend_on_the_other_matches_played() -> None:
    apart = tally(GAME, range(10), 2) + tally(GAME, range(10, 20), 2)
    assert apart == tally(GAME, range(20), 2)
    assert apart != tally(GAME, range(20), 3)


def test_the_dice_are_those_of_the_sealed_seed() -> None:
    sealed = DiceSeed("00112233445566778899aabbccddeeff")
    match = play_out(GAME, sealed)
    shown = [str(ply.move) for ply in match.plies if ply.move.seat < 0]
    assert shown == [f"{first}{second}" for first, second in map(sealed.pair, range(len(shown)))]
    assert abilities.throws(match.position) == len(shown)


def test_dice_that_go_over_are_counted() -> None:
    """Both together have used all dice that were used at all; those of the winner are 24."""
    for number in range(5):
        match = play_out(GAME, DiceSeed(f"{number:032x}"))
        used = [ply.move for ply in match.plies if str(ply.move)[-1] in "v^"]
        own = len(used) - leftovers(match)
        assert 0 < leftovers(match) < own
        outcome = present(match.outcome(), "outcome")
        assert sum(move.seat in outcome.winners for move in used) == 24


def test_a_mean_has_its_standard_error() -> None:
    figure = MeanFigure()
    for number in (1, 2, 3, 4):
        figure = figure.with_one(number)
    assert figure.mean == 2.5
    assert figure.error == pytest.approx(math.sqrt(1.25 / 4))


# --- endgames.py: the table of endings of Double Draughts, made, checked and asked


def test_a_table_is_made_checked_and_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "two.bin"

    def run(*arguments: str) -> tuple[object, str]:
        return lab(capsys, "endgames", "--pieces", "2", *arguments, str(file))

    assert "14176 positions" in run()[1]
    assert run("--check")[0] == 0
    assert run("--ask", "8/8/8/8/8/8/1k6/K7 w 2 0 1") == (0, "White wins in 1 plies\n")
    assert "isn't in" in run("--ask", "8/8/8/8/8/8/1kk5/K7 w 2 0 1")[1]
    file.write_bytes(pack(bytes(8192)))
    code, said = run("--check")
    assert code == 1 and "holds something else" in said
    assert lab(capsys, "endgames", "--pieces", "4")[0] == 2


def test_the_generators_are_run_by_name() -> None:
    ran = subprocess.run([sys.executable, "-m", "rules.lab"], capture_output=True, text=True, check=False)
    assert ran.returncode == 1 and "chances|endgames|puzzles" in ran.stderr
