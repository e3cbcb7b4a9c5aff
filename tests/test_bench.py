"""The measuring bench, as far as it needs no screen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules import GAMES
from rules.record import read
from scenes import bench, bench_outside
from scenes.bench import Finding


def test_a_requirement_is_met_up_to_its_limit() -> None:
    assert Finding("start", "1.50", 1.5, 1.5).met
    assert not Finding("start", "1.51", 1.51, 1.5).met
    assert Finding("memory", "40", 40.0).met


def test_a_line_says_what_is_required() -> None:
    assert "NOT MET: at most 1.5" in Finding("start", "1.60", 1.6, 1.5).line()
    assert "met" not in Finding("memory", "40", 40.0).line()


def test_the_99th_percentile_leaves_one_in_a_hundred_above() -> None:
    values = [float(number) for number in range(1000)]
    assert sum(value > bench.hundredth(values) for value in values) == 10


@pytest.mark.parametrize("computer", [True, False])
def test_the_match_on_the_table_can_be_gone_on_with(tmp_path: Path, computer: bool) -> None:
    bench_outside.lay_match(tmp_path, computer)
    record = read((tmp_path / "matches" / "bench.tablier").read_text(encoding="utf-8"), GAMES)
    position = record.match.position
    assert record.match.outcome() is None
    assert position.turn_started
    assert (record.players[position.to_move].kind == "computer") is computer
    assert (tmp_path / "open.txt").read_text(encoding="utf-8") == "bench\n"
    assert json.loads((tmp_path / "settings.json").read_text(encoding="utf-8"))["animation"] == "normal"


@pytest.mark.parametrize("kind", ["valid", "real"])
def test_the_dice_on_the_table_are_ready_to_be_thrown(tmp_path: Path, kind: str) -> None:
    bench_outside.lay_dice(tmp_path, kind, (960, 600))
    record = read((tmp_path / "matches" / "bench.tablier").read_text(encoding="utf-8"), GAMES)
    assert record.match.options.dice == kind
    assert [str(move) for move in record.match.position.legal_moves()] == ["throw"]


def test_without_a_screen_a_sentence_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with pytest.raises(SystemExit) as end:
        bench.main([])
    assert end.value.code == 2
    assert "finds no screen" in capsys.readouterr().err
