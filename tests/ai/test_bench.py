"""Speeds of rules and opponents (`python -m rules bench`), and the accepted figures of both benches."""

import json
from contextlib import redirect_stdout
from dataclasses import asdict
from functools import cache
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

import rules
from rules import GAMES
from rules.ai.opponents import are_engines_compiled, opponent
from rules.lab import bench
from rules.lab.rates import SEARCH, YARDSTICK
from rules.search.opponent import SearchingOpponent
from tests.bench import bench_compare
from tests.bench.test_bench import everything
from tests.effort import by_effort
from tests.rules.play import random_match

HERE = Path(rules.__file__).parents[1]


@cache
def run_bench() -> tuple[str, dict[str, dict[str, float]]]:
    """Return the output of a short run, and the speeds of each game that it writes."""
    with TemporaryDirectory() as folder, redirect_stdout(StringIO()) as told, pytest.MonkeyPatch.context() as patch:
        patch.setattr(bench, "SECONDS", 0.01)
        patch.setattr(bench, "_LOOKUPS", 100)
        patch.setattr(bench, "_random_match", lambda game: random_match(game, game.play.options(), 0, plies=60))
        patch.setattr(bench, "are_engines_compiled", lambda: False)
        file = Path(folder) / "speeds.json"
        bench.run(str(file))
        (written,) = json.loads(file.read_text(encoding="utf-8")).values()
    return told.getvalue(), written


def test_every_game_has_speeds_and_the_run_describes_itself() -> None:
    told, written = run_bench()
    assert "This run is interpreted." in told
    for game in GAMES:
        speeds = written[game.key]
        listed = {"perft turns", "positions listed and played on"}
        assert {YARDSTICK, "records replayed"} < set(speeds)
        assert (listed <= set(speeds)) == (game.facts.view is None)
        assert ("hands solved" in speeds) == (game.facts.best is not None)
        assert (SEARCH in speeds) == isinstance(opponent(game.key), SearchingOpponent)
        assert ("turns chosen" in speeds) != (SEARCH in speeds)
        assert all(speed > 0 for speed in speeds.values())
        assert f"\n{game.key} " in told


def test_search_speed_at_cards_is_measured_in_playouts() -> None:
    assert {key for key, found in run_bench()[1].items() if "playouts" in found} == {"ducale"}


def test_pyffish_is_measured_where_it_knows_the_game() -> None:
    speeds = run_bench()[1]
    assert "positions listed and played on by pyffish" in speeds["duck-chess"]
    assert "positions listed and played on by pyffish" not in speeds["double-draughts"]


def test_the_table_of_chances_is_measured_for_games_with_a_table() -> None:
    both = {"tables of chances loaded", "chances looked up"}
    found = {key for key, speeds in run_bench()[1].items() if both <= set(speeds)}
    assert found == {game.key for game in GAMES if game.facts.chance is not None} == {"unstacked-draughts"}


def test_the_accepted_figures_have_names_that_the_benches_produce() -> None:
    speeds = run_bench()[1]
    findings = [asdict(finding) for finding in everything()]
    made = bench_compare.ratios(findings) | bench_compare.ratios({"interpreted": speeds, "compiled": speeds})
    accepted = json.loads(bench_compare.ACCEPTED.read_text(encoding="utf-8"))
    assert accepted.keys() <= made.keys()
    assert all(value > 0 for value in accepted.values())
    for game in GAMES:
        assert any(game.key in name and name.startswith("rules, ") for name in accepted)
        assert any(game.key in name and name.startswith("scenes: ") for name in accepted)


@pytest.mark.skipif(by_effort(True, False, False), reason="it takes long; this process measures the same")
@pytest.mark.parametrize("copy", by_effort([HERE], [HERE], [None, HERE]))
def test_a_copy_of_the_rules_is_measured_in_its_own_process(
    copy: Path | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "SECONDS", 0.01)
    name, figures = bench.other(copy)
    assert name == ("compiled" if copy and are_engines_compiled() else "interpreted")
    assert set(figures) == {game.key for game in GAMES}
