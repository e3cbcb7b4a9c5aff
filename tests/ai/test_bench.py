"""The speeds that the console tells."""

import json
from contextlib import redirect_stdout
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
from tests.effort import by_effort

HERE = Path(rules.__file__).parents[1]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SECONDS", 0.01)


@cache
def a_run() -> tuple[str, dict[str, dict[str, float]]]:
    """Return what a run says, and the speeds of each game that it writes."""
    with TemporaryDirectory() as folder, redirect_stdout(StringIO()) as told, pytest.MonkeyPatch.context() as patch:
        patch.setattr(bench, "are_engines_compiled", lambda: False)
        file = Path(folder) / "speeds.json"
        bench.run(str(file))
        (written,) = json.loads(file.read_text(encoding="utf-8")).values()
    return told.getvalue(), written


def test_every_game_has_speeds_and_the_run_describes_itself() -> None:
    told, written = a_run()
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
    assert {key for key, found in a_run()[1].items() if "playouts" in found} == {"ducale"}


def test_pyffish_is_measured_where_it_knows_the_game() -> None:
    speeds = a_run()[1]
    assert "positions listed and played on by pyffish" in speeds["duck-chess"]
    assert "positions listed and played on by pyffish" not in speeds["double-draughts"]


def test_the_table_of_chances_is_measured_for_games_with_a_table() -> None:
    both = {"tables of chances loaded", "chances looked up"}
    found = {key for key, speeds in a_run()[1].items() if both <= set(speeds)}
    assert found == {game.key for game in GAMES if game.facts.chance is not None} == {"unstacked-draughts"}


@pytest.mark.skipif(by_effort(True, False, False), reason="it takes long; this process measures the same")
@pytest.mark.parametrize("copy", by_effort([HERE], [HERE], [None, HERE]))
def test_a_copy_of_the_rules_is_measured_in_its_own_process(copy: Path | None) -> None:
    name, figures = bench.other(copy)
    assert name == ("compiled" if copy and are_engines_compiled() else "interpreted")
    assert set(figures) == {game.key for game in GAMES}
