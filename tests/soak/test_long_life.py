"""A short run of `tests.soak life`, and the growth that it finds."""

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from rules import KEYS
from scenes.app.constants import LOG_BYTES
from tests.effort import by_effort
from tests.rows import rows
from tests.soak import life
from tests.soak.resource_usage import Sample

ROOT = Path(__file__).parents[2]

LONGEST = 900.0
"""Seconds after which the short run is given up."""


@pytest.mark.skipif(sys.platform == "win32", reason="memory and open files are read from /proc")
def test_a_match_of_each_game_leaves_no_resources_behind(tmp_path: Path) -> None:
    """At length, and with another seed: `python -m tests.soak life`."""
    file = tmp_path / "samples"
    keys = by_effort(("duck-chess",), KEYS, KEYS)
    code = "import sys; from pathlib import Path; from tests.soak.life import live; home, to, *keys = sys.argv[1:]"
    call = f"live(Path(home), {by_effort(0.002, 0.005, 0.02)}, '1', 12, Path(to), tuple(keys))"
    command = [sys.executable, "-c", f"{code}; {call}", str(tmp_path / "home"), str(file), *keys]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST, cwd=ROOT)
    assert "Traceback" not in ran.stderr, ran.stderr
    samples = [Sample.from_plain(json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]
    assert life.broken_limits(samples) == []
    assert len(samples) >= len(keys) and all(one.handles <= samples[0].handles + 8 for one in samples)
    assert set(samples[-1].matches) == set(keys) and samples[-1].others <= 8


def samples(growing: Mapping[str, float] | None = None, count: int = 120) -> list[Sample]:
    """Return samples over twelve hours with noise and occasional peaks; `growing` maps figures to their growth per
    hour."""
    growing = growing or {}
    dice = Random(3)
    made = []
    for number in range(count):
        hours = 12 * (number + 1) / count
        one = Sample(
            hours=hours,
            memory=120 + dice.gauss(0, 1) + 30 * (number % 7 == 0),
            used=50 + dice.gauss(0, 0.5) + 3 * (number % 6 == 0),
            blocks=222_000 + dice.randint(-2000, 2000),
            pictures=30.0,
            objects=50_000 + dice.randint(-300, 300),
            handles=20 + 4 * (number % 5 == 0),
            threads=1 + number % 2,
            others=6,
            bytes_of_others=1490 + dice.randint(-5, 5),
        )
        one.memory += growing.get("pictures", 0.0) * hours
        one.used += growing.get("pictures", 0.0) * hours
        more = {name: type(getattr(one, name))(getattr(one, name) + rate * hours) for name, rate in growing.items()}
        made.append(replace(one, **more))
    return made


def test_a_fluctuating_resource_is_not_reported_as_growing() -> None:
    told, faults = life.judge(samples())
    assert faults == [] and any("memory in use" in line for line in told)


@rows
def test_a_slowly_growing_resource_is_found(name: str, rate: float, words: str) -> None:
    _, faults = life.judge(samples({name: rate}))
    assert [fault.startswith(words) for fault in faults] == [True]


def test_too_few_samples_give_no_verdict() -> None:
    _, faults = life.judge(samples(count=8))
    assert any("or not shown to be less" in fault for fault in faults)


def test_a_resource_left_behind_once_is_found() -> None:
    one = Sample(children=1, strays=2, log=LOG_BYTES + 1)
    assert len(life.broken_limits([Sample(), one])) == 3


def test_a_written_sample_is_read_back() -> None:
    one = Sample(hours=1.5, matches={"ducale": 3}, opponents={"ducale": 19.5})
    assert Sample.from_plain(json.loads(json.dumps(one.plain()))) == one
