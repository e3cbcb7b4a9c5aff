"""build/tune.py: positions for fitting the evaluation."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any, Final

from rules.lab.trials import Part

TUNE: Final[dict[str, Any]] = runpy.run_path(str(Path(__file__).parents[1] / "build" / "tune.py"))


def test_positions_for_tuning_add_up_and_a_run_goes_on_where_its_file_ends(tmp_path: Path) -> None:
    def play(name: str, matches: int, part: Part) -> Path:
        file = tmp_path / name
        TUNE["play"](file, matches, 20, 1, 1, part)
        return file

    whole = play("whole", 2, Part())
    parts = [play("one", 2, Part(1, 2)), play("two", 2, Part(2, 2))]
    found = TUNE["positions"](parts)
    assert len(found) == 2
    assert found == TUNE["positions"]([whole])
    assert all(len(match) % TUNE["RECORD"] == 0 for match in found)
    first, second = whole.read_bytes().splitlines(keepends=True)
    whole.write_bytes(first + second[:50])
    assert TUNE["positions"]([play("whole", 2, Part())]) == found
