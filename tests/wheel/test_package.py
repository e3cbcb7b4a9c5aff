"""The installed package finds its own modules, even beside modules of the same names.

In a checkout this tries `build/tablier`, which an editable install uses.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
import tablier

from scenes.app.version import VERSION

THINK: Final = """
import sys
import tablier
if __name__ == "__main__":
    from functools import partial
    from rules import GAMES
    from scenes import selftest
    selftest.checks = lambda app: [("opponent", partial(selftest._check_opponent, GAMES[0]))]
    sys.argv[1:] = ["--self-test"]
    tablier.app()
"""
"""As the script `tablier` of an installed wheel; of its self-test a single look at an opponent."""
CONSOLE: Final = "import sys, tablier; sys.argv[1:] = {}; tablier.{}()"


@pytest.fixture(scope="module")
def strangers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with foreign modules of all these names, none of which may be run."""
    folder = tmp_path_factory.mktemp("strangers")
    for name in ("rules", "scenes", "sprites"):
        (folder / name).mkdir()
    for name in ("main.py", "sounds.py", "rules/__init__.py", "scenes/__init__.py", "sprites/__init__.py"):
        (folder / name).write_text("raise SystemExit(f'a stranger’s {__file__} was run')\n", encoding="utf-8")
    (folder / "script.py").write_text(THINK, encoding="utf-8")
    return folder


@pytest.mark.parametrize("options", [[], ["-P"]], ids=["plain", "safe path"])
@pytest.mark.parametrize(
    ("command", "says"),
    [
        (["-m", "tablier", "--version"], f"Tablier {VERSION}\n"),
        (["script.py"], "opponent: well\n"),
        (["-c", CONSOLE.format(["perft", "double-draughts", "1"], "console")], "\n"),
        (["-c", CONSOLE.format(["--help"], "console")], "usage: tablier-console "),
        (["-c", CONSOLE.format([], "uci")], ""),
    ],
    ids=["module", "app and opponent", "console", "help", "uci"],
)
def test_modules_of_the_same_names_in_the_working_folder_are_never_run(
    strangers: Path, options: list[str], command: list[str], says: str
) -> None:
    path = os.pathsep.join((str(strangers), str(Path(tablier.__file__).parents[1])))
    done = subprocess.run(
        [sys.executable, *options, *command],
        cwd=strangers,
        env={**os.environ, "PYTHONPATH": path, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "") and says in done.stdout, done.stdout
