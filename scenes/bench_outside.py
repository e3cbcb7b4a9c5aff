"""What `scenes.bench` measures from outside: start, processor time and memory of processes that it starts.

Processor time and memory are read from /proc, so Linux only.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any, Final

import scenes
from rules import GAMES
from rules.match import Match
from rules.record import Player, Record, write
from scenes.tables import at_cards

ROOT: Final = Path(scenes.__file__).parent.parent
"""Where `main.py` lies."""

BARE_WINDOW: Final = (
    "import time, pygame\n"
    "pygame.display.init()\n"
    "pygame.display.set_mode((1280, 800), pygame.RESIZABLE).fill((51, 36, 27))\n"
    "pygame.display.flip()\n"
    "print(time.monotonic_ns())\n"
)
"""The least that shows a window with pygame; says when."""
APP: Final[tuple[str, ...]] = (sys.executable, str(ROOT / "main.py"))
OPENING: Final = 20
"""Plies of the match that lies on the table."""
STILL_SECONDS: Final = 10.0
LONGEST: Final = 120.0
"""Seconds after which a measured process is given up."""


class BenchError(RuntimeError):
    """Nothing can be measured here; the message is a sentence."""


def environment(home: Path, **more: str) -> dict[str, str]:
    """The environment of a measured process: the person's files lie in `home`."""
    return {**os.environ, "TABLIER_HOME": str(home), "PYGAME_HIDE_SUPPORT_PROMPT": "1", **more}


def lay_match(home: Path, computer: bool, size: tuple[int, int] = (1280, 800)) -> None:
    """Let a match lie open in `home`, twenty plies old, in a window of `size` pixels.

    With `computer` the computer is about to move, so that its process runs; else two persons play.
    """
    game = [game for game in GAMES if not at_cards(game.key)][-1]
    match, rng = Match(game), Random(3)
    while len(match.plies) < OPENING or not match.position.turn_started:
        match.play(rng.choice(match.position.legal_moves()))
    players = [Player("person", "Ann"), Player("person", "Ben")]
    if computer:
        players[match.position.to_move] = Player("computer", "", 1)
    _lay_open(home, match, players, size)


def lay_dice(home: Path, kind: str, size: tuple[int, int]) -> None:
    """Let a match of two persons with dice of a kind ("valid" or "real") lie open in `home`, as `lay_match` does."""
    game = next(game for game in GAMES if "dice" in {field.name for field in fields(game.options)})
    match = Match(game, game.options(goal=5, dice=kind))
    _lay_open(home, match, [Player("person", "Ann"), Player("person", "Ben")], size)


def lay_cards(home: Path, size: tuple[int, int]) -> None:
    """Let a match at a card table lie open in `home`, dealt, with a person to move against three computers."""
    game = next(game for game in GAMES if at_cards(game.key))
    match = Match(game, game.options(), 4)
    match.settle(rng=Random(1))
    players = [Player("computer", f"Computer {seat}", 1) for seat in range(4)]
    players[match.position.to_move] = Player("person", "Ann")
    _lay_open(home, match, players, size)


def _lay_open(home: Path, match: Match, players: Sequence[Player], size: tuple[int, int]) -> None:
    (home / "matches").mkdir(parents=True)
    (home / "matches" / "bench.tablier").write_text(write(Record(match, tuple(players))), encoding="utf-8")
    (home / "open.txt").write_text("bench\n", encoding="utf-8")
    lay_settings(home, "normal", size)


def lay_settings(home: Path, animation: str, size: tuple[int, int] = (1280, 800)) -> None:
    """Let the app in `home` speak English in a window of `size` pixels; `animation` is "normal", "fast" or "off"."""
    home.mkdir(parents=True, exist_ok=True)
    settings = {"window": size, "language": "en", "animation": animation}
    (home / "settings.json").write_text(json.dumps(settings), encoding="utf-8")


def moments(command: Sequence[str], env: dict[str, str]) -> list[float]:
    """Seconds from the start of a process until the moments that it prints, in nanoseconds."""
    begun = time.monotonic_ns()
    return [(int(word) - begun) / 1e9 for word in _output(command, env).split()]


def driver() -> str:
    """What SDL shows windows on. Raises `BenchError` where there is no screen."""
    asking = "import pygame; pygame.display.init(); print(pygame.display.get_driver())"
    name = _output((sys.executable, "-c", asking), dict(os.environ))
    if name in ("offscreen", "dummy"):
        raise BenchError("This measures a real window and finds no screen: set DISPLAY, or run it under xvfb-run.")
    return name


def inside(kind: str, env: dict[str, str]) -> Any:
    """What `scenes.bench_inside` finds in a process of its own."""
    return json.loads(_output((sys.executable, "-m", "scenes.bench_inside", kind), env))


def _output(command: Sequence[str], env: dict[str, str]) -> str:
    """What a process prints last, by the time that it ends."""
    done = subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, timeout=LONGEST)
    lines = done.stdout.splitlines()
    if done.returncode or not lines:
        complaint = (done.stderr.strip().splitlines() or ["no word"])[-1]
        raise BenchError(f"{Path(command[0]).name} ended with code {done.returncode}: {complaint}")
    return lines[-1]


class Running:
    """The app as a running process, with the processes that it has started."""

    def __init__(self, command: Sequence[str], env: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            command, env=env, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )

    def family(self) -> list[int]:
        """The process and all that descend from it."""
        parents = {pid: _parent(pid) for pid in (int(path.name) for path in Path("/proc").glob("[0-9]*"))}
        family = [self._process.pid]
        for pid in family:
            family += [child for child, parent in parents.items() if parent == pid]
        return family

    def settle(self) -> None:
        """Wait until it has been quiet for two seconds. `BenchError` when it never is."""
        time.sleep(3)
        for _ in range(20):
            before = self.busy()
            time.sleep(2)
            if self.busy() - before < 0.05:
                return
        raise BenchError("The app does not come to rest.")

    def busy(self) -> float:
        """Seconds of processor time spent so far by the whole family, all threads."""
        return sum(_spent(pid) for pid in self.family())

    def memory(self) -> int:
        """Bytes of the whole family, each page shared out among those who use it (PSS)."""
        return sum(_pss(pid) for pid in self.family())

    def close(self) -> str:
        """Close the window; what the process printed last."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        try:
            lines = self._process.communicate(timeout=10)[0].splitlines()
        except subprocess.TimeoutExpired:
            self._process.kill()
            raise BenchError("The app did not close when it was asked to.") from None
        return lines[-1] if lines else ""


def _parent(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def _spent(pid: int) -> float:
    """From schedstat, in nanoseconds; the ticks of /proc/PID/stat are too coarse for what hardly moves."""
    try:
        return sum(int(task.read_text().split()[0]) for task in Path(f"/proc/{pid}/task").glob("*/schedstat")) / 1e9
    except OSError:
        return 0.0


def _pss(pid: int) -> int:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))
