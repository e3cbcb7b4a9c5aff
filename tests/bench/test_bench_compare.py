"""What has become slower: `tests/bench/bench_compare.py` and the figures that it compares with."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.lab.rates import YARDSTICK
from tests.bench import bench_compare

SPEEDS = {"ducart": {YARDSTICK: 2000.0, "search nodes": 40_000.0}}
FINDINGS = [{"name": "start", "value": 3.0, "against": 2.0}, {"name": "still", "value": 0.0, "against": None}]


def written(path: Path, data: Any) -> str:
    path.write_text(json.dumps(data), encoding="utf-8")
    return str(path)


def test_a_finding_is_compared_with_the_reference_of_the_same_run() -> None:
    assert bench_compare.ratios(FINDINGS) == {"scenes: start": 1.5}


def test_a_speed_is_relative_to_plain_python_and_to_the_interpreted_speed() -> None:
    fast = {"ducart": {YARDSTICK: 2500.0, "search nodes": 2_000_000.0}}
    assert bench_compare.ratios({"interpreted": SPEEDS, "compiled": fast}) == {
        "rules, interpreted: ducart: search nodes": 0.05,
        "rules, compiled: ducart: search nodes": 0.00125,
        "rules, compiled / interpreted: ducart: search nodes": 0.02,
    }


def test_a_machine_that_is_twice_as_fast_changes_nothing() -> None:
    fast = {key: {name: 2 * speed for name, speed in speeds.items()} for key, speeds in SPEEDS.items()}
    assert bench_compare.ratios({"interpreted": fast}) == bench_compare.ratios({"interpreted": SPEEDS})


def test_figures_that_grew_beyond_the_share_are_listed_worst_first() -> None:
    accepted = {"a": 1.0, "b": 1.0, "c": 1.0, "d": 0.0, "gone": 1.0}
    new = {"a": 1.14, "b": 1.2, "c": 1.5, "d": 1.0, "new": 9.0}
    assert [(name, round(percent)) for name, percent in bench_compare.list_grown(new, accepted)] == [
        ("c", 50),
        ("b", 20),
    ]


def test_figures_are_accepted_then_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    against = str(tmp_path / "accepted.json")
    first = written(tmp_path / "first.json", FINDINGS)
    assert bench_compare.main([first, "--accept", "--against", against]) == 0
    assert bench_compare.main([first, "--against", against]) == 0
    capsys.readouterr()
    second = written(tmp_path / "second.json", [{"name": "start", "value": 4.0, "against": 2.0}])
    assert bench_compare.main([second, "--against", against]) == 1
    assert "+33 %  scenes: start: 1.5 became 2" in capsys.readouterr().out


def test_accepting_one_bench_keeps_the_figures_of_the_other(tmp_path: Path) -> None:
    against = tmp_path / "accepted.json"
    for name, data in (("scenes", FINDINGS), ("rules", {"interpreted": SPEEDS})):
        bench_compare.main([written(tmp_path / name, data), "--accept", "--against", str(against)])
    assert set(json.loads(against.read_text(encoding="utf-8"))) == {
        "scenes: start",
        "rules, interpreted: ducart: search nodes",
    }


@pytest.mark.parametrize("data", [3, [{"name": "start"}], {"interpreted": {"ducart": {"nodes": 1.0}}}, {"a": 3}])
def test_a_file_not_written_by_a_bench_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], data: object
) -> None:
    assert (
        bench_compare.main([written(tmp_path / "strange.json", data), "--against", str(tmp_path / "none.json")]) == 2
    )
    assert "can't be used" in capsys.readouterr().err
