"""rules/lab/endgames.py: the table of endings of Double Draughts, made, checked and asked."""

import subprocess
import sys
from pathlib import Path
from typing import Final

from rules.lab.endgames import pack

ROOT: Final = Path(__file__).parents[1]


def test_a_table_is_made_checked_and_asked(tmp_path: Path) -> None:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "rules.lab", "endgames", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)

    file = str(tmp_path / "two.bin")
    made = run("--pieces", "2", file)
    assert "14176 positions" in made.stdout
    assert run("--pieces", "2", "--check", file).returncode == 0
    assert run("--pieces", "2", "--ask", "8/8/8/8/8/8/1k6/K7 w 2 0 1", file).stdout == "White wins in 1 plies\n"
    assert "isn't in" in run("--pieces", "2", "--ask", "8/8/8/8/8/8/1kk5/K7 w 2 0 1", file).stderr
    Path(file).write_bytes(pack(bytes(8192)))
    other = run("--pieces", "2", "--check", file)
    assert other.returncode == 1
    assert "holds something else" in other.stderr
    assert run("--pieces", "4").returncode == 2
