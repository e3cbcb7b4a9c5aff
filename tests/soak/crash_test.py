"""Kills the app again and again, and checks that everything finished is still there.

    python -m tests.soak crash [--seed N] [--kills N] [--jobs J] [--window]

The app itself plays in a process of its own (`crash_driver.py`) and writes down outside its home what was finished
when: a move is once the app has painted the frame after it and saved. It is killed (SIGKILL) at a random moment, half
of the times in the middle of what it does to its files, and started again in the same home. After each kill all files
are looked over; what isn't as it should be is told, with code 1. Without `--window` nobody sees the app; with it, it
opens its windows on the screen that DISPLAY names.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

from rules.errors import RecordError
from rules.record import list_written_plies
from scenes.app.atomic_files import read_whole
from scenes.app.settings import Settings
from scenes.table.session import Session
from scenes.table.statistics_entry import FinishedMatch
from tests.bench.processes import environment
from tests.checks import present

ROOT: Final = Path(__file__).resolve().parents[2]
LIVES: Final = 25
"""Kills in one home, before a new one is made."""
LONGEST: Final = 3.0
"""The longest time from a start until the kill, in seconds."""
MOST_STEPS: Final = 60
"""The most file operations before the app is killed at one of them."""
PATIENCE: Final = 120.0
"""Seconds that a process may take to start, or to reach the operation at which it is killed."""
KILLED: Final = (1, 9) if sys.platform == "win32" else (-9,)
"""Exit codes of an app that was killed, from outside or by itself."""
FAREWELL: Final = 20.0
"""Seconds after which no process of a killed app may be left."""


@dataclass
class Expected:
    matches: dict[str, tuple[list[str], bool]] = field(default_factory=dict)
    """Match id -> plies, and whether it was over."""
    undone: set[str] = field(default_factory=set)
    """Matches whose last turn, or end, may just have been taken back."""
    volumes: set[int | None] = field(default_factory=set)
    """Allowed values in the settings: the last choice, and one being made."""
    done: set[tuple[str, str, str]] = field(default_factory=set)
    """Solved tasks: kind, game, id."""
    starts: int = 0
    newest: str | None = None
    """The match noted last."""
    lies: str | None = None
    """The match that must be on the table at the next start."""

    def hear(self, said: Mapping[str, Any]) -> Iterator[str]:
        """Take in a line of the diary, and yield what is wrong with a start."""
        match said:
            case {"start": _, "table": table, "twice": twice}:
                self.starts += 1
                yield from (f"{name} is both finished and unfinished" for name in twice)
                if self.lies is not None and table != self.lies:
                    yield f"{self.lies} lay on the table, and now {table} does"
            case {"match": str(name), "lines": lines, "over": over}:
                self.matches.pop(name.rpartition("-")[0], None)  # it goes on under a name of its own
                self.matches[name] = lines, over
                self.undone.discard(name)
                self.newest = name
            case {"begun": _}:
                self.newest = None  # the new match isn't kept before its first ply
            case {"undo": str(name)}:
                self.undone.add(name)
            case {"choosing": int(volume)}:  # the first time there may be no file yet, or one without a choice
                self.volumes = (self.volumes or {None, Settings().volume}) | {volume}
            case {"chosen": int(volume)}:
                self.volumes = {volume}
            case {"done": [kind, key, task]}:
                self.done.add((kind, key, task))


class Home:
    """The files of a user whose power fails, and the diary of what was done."""

    def __init__(self, folder: Path, window: bool = False, name: str = "diary") -> None:
        """Use `folder` for the home and, beside it, the diary called `name`."""
        self.path, self.diary, self._words = folder / "home", folder / name, folder / f"{name}.stderr"
        self.path.mkdir(exist_ok=True)
        self.diary.touch()
        self._window = window
        self._heard = 0
        """Bytes of the diary read so far."""
        self.expected = Expected()
        self._groups: dict[int, float] = {}
        """Process groups of killed apps, and the time of the kill."""

    def live(self, rng: Random) -> list[str]:
        """Start the app, let it play, kill it, and return what is wrong then."""
        return self.run(rng) + self.judge()

    def run(self, rng: Random) -> list[str]:
        """Do the same as `live` without checking the files."""
        in_files = rng.random() < 0.5
        step = [str(rng.randint(1, MOST_STEPS))] if in_files else []
        command = [sys.executable, "-m", "tests.soak.crash_driver", str(self.diary), str(rng.random()), *step]
        more = {} if self._window else {"SDL_VIDEODRIVER": "dummy"}
        shown = environment(self.path, PYTHONPATH=str(ROOT), **more)
        with self._words.open("wb") as words:
            app = subprocess.Popen(command, env=shown, stderr=words, start_new_session=True)
        faults: list[str] = []
        if not in_files:
            if rng.random() < 0.85:  # the other times it may be killed before its first frame
                self._await_start(app)
            time.sleep(rng.uniform(0, LONGEST))
            app.kill()
        try:
            code = app.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            app.kill()
            code = app.wait()
            faults.append(f"for {PATIENCE:g} s it did not come to step {step[0]}")
        self._groups[app.pid] = time.monotonic()
        if code not in KILLED:
            faults.append(f"it ended by itself, with code {code}")
        said = self._words.read_text(encoding="utf-8", errors="replace").strip()
        if said and "spawn_main" not in said:  # an opponent that was just being started may say that nobody is there
            faults.append(f"it said: {said.splitlines()[-1]}")
        return faults

    def _await_start(self, app: subprocess.Popen[bytes]) -> None:
        until = time.monotonic() + PATIENCE
        size = self.diary.stat().st_size
        while self.diary.stat().st_size == size and app.poll() is None and time.monotonic() < until:
            time.sleep(0.02)

    def judge(self) -> list[str]:
        """Return every contradiction between the files and the diary, and every broken file."""
        with self.diary.open("rb") as file:
            file.seek(self._heard)
            told = file.read()
        self._heard += len(told)
        faults = [fault for line in told.splitlines() for fault in self.expected.hear(json.loads(line))]
        newest = self.expected.newest
        ends = newest is None or newest in self.expected.undone or self._plies("finished", newest) is not None
        self.expected.lies = None if ends else newest
        mine = [*faults, *self.lost(), *self._lost_data(), *self._log_faults()]
        return [*mine, *self.broken(), *self.left_over(FAREWELL)]

    def judge_beside_others(self) -> list[str]:
        """Do the same as `judge` where another window, which changes settings too, has used the home."""
        self.judge()
        return [*self.lost(), *self.broken()]

    def broken(self) -> Iterator[str]:
        """Yield the files that are incomplete, backups included; pictures, which can be made again, don't count."""
        for path in sorted(self.path.rglob("*")):
            if self.path / "cache" in path.parents:
                continue
            if "unreadable" in path.name:
                yield f"{path.name} was set aside"
            elif path.is_file() and not path.name.startswith("."):
                try:
                    self._read(path)
                except (OSError, ValueError, RecordError) as problem:
                    yield f"{path.name} is broken: {problem}"

    def _read(self, path: Path) -> None:
        text = read_whole(path)
        name = path.name.removesuffix(".bak")
        if name.endswith(".json") and not isinstance(json.loads(text), dict):
            raise ValueError("no object")
        if name.endswith(".tablier"):
            over = Session.load(name.removesuffix(".tablier"), text).match.outcome() is not None
            if over != (path.parent.name == "finished"):
                raise ValueError(f"it is {'over' if over else 'not over'}")

    def _plies(self, folder: str, name: str) -> list[str] | None:
        path = self.path / folder / f"{name}.tablier"
        return list_written_plies(read_whole(path)) if path.exists() else None

    def lost(self) -> Iterator[str]:
        expected = self.expected
        for name, (lines, over) in expected.matches.items():
            kept, ended = self._plies("matches", name), self._plies("finished", name)
            there = [plies for plies in ([ended] if over else [kept, ended]) if plies is not None]
            if name in expected.undone:
                there = [plies for plies in (kept, ended) if plies is not None]
                as_said = any(plies == lines[: len(plies)] or lines == plies[: len(lines)] for plies in there)
            else:
                as_said = any(lines == plies[: len(lines)] for plies in there)
            if not as_said:
                sizes = [len(plies) for plies in there]
                yield f"{name} had {len(lines)} plies{' and was over' if over else ''}, and now {sizes or 'is gone'}"
        for kind, key, task in expected.done:
            if task not in self._data(kind).get(key, {}):
                yield f"{task} of {key} is not among the {kind}"

    def _lost_data(self) -> Iterator[str]:
        """Yield lost settings and statistics. A missing entry of a finished match is no loss: the app restores it."""
        settings, statistics = self._data("settings"), dict[str, Any]()
        for path in sorted(self.path.glob("statistics*.json")):
            statistics |= self._data(path.stem)["matches"]
        if self.expected.volumes and settings.get("volume") not in self.expected.volumes:
            yield f"the volume is {settings.get('volume')}, not one of {self.expected.volumes}"
        finished = {path.stem for path in (self.path / "finished").glob("*.tablier")}
        for name, (_, over) in self.expected.matches.items():
            if over and name not in self.expected.undone and name not in statistics.keys() | finished:
                yield f"{name} is not in the statistics"
        for name, entry in statistics.items():
            played = FinishedMatch.from_plain(name, entry)
            if name not in finished:
                yield f"{name} is in the statistics and not finished"
            elif played is None or self._winners(name) != played.winners:
                yield f"the statistics say otherwise of {name} than its record"

    def _winners(self, name: str) -> tuple[int, ...]:
        outcome = present(
            Session.load(name, read_whole(self.path / "finished" / f"{name}.tablier")).match.outcome(), "outcome"
        )
        return outcome.winners

    def _data(self, name: str) -> dict[str, Any]:
        path = self.path / f"{name}.json"
        found: dict[str, Any] = json.loads(read_whole(path)) if path.exists() else {}
        return found

    def _log_faults(self) -> Iterator[str]:
        log = self.path / "tablier.log"
        for line in log.read_text(encoding="utf-8").splitlines() if log.exists() else []:
            if "Traceback" in line or "storage." in line or "not written" in line:
                yield f"the log says: {line}"

    def left_over(self, farewell: float) -> list[str]:
        """Return the processes of apps that were killed more than `farewell` seconds ago."""
        alive = _groups()
        self._groups = {group: since for group, since in self._groups.items() if group in alive}
        late = time.monotonic() - farewell
        return [
            f"a process of a killed app lives on: {alive[group]}"
            for group in self._groups
            if self._groups[group] < late
        ]


def _groups() -> dict[int, str]:
    """Return the living process groups of this machine, each with the name of one; none on Windows or under Wine."""
    found: dict[int, str] = {}
    if os.name != "posix":
        return found
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = path.read_text(encoding="utf-8", errors="replace").rpartition(")")
        except OSError:
            continue
        state, _, group = rest.split()[:3]
        if state not in "ZX":
            found[int(group)] = name
    return found


@dataclass
class Tally:
    kills: int = 0
    starts: int = 0
    plies: int = 0
    matches: int = 0
    ends: int = 0
    done: int = 0
    faults: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, expected: Expected) -> None:
        self.starts += expected.starts
        self.matches += len(expected.matches)
        self.ends += sum(over for _, over in expected.matches.values())
        self.plies += sum(len(lines) for lines, _ in expected.matches.values())
        self.done += len(expected.done)

    def __str__(self) -> str:
        lost = f"{len(self.faults)} faults" if self.faults else "0 faults"
        return (
            f"{self.kills} kills, {self.starts} starts, {self.plies} plies of {self.matches} matches"
            f" ({self.ends} over), {self.done} tasks done: {lost}"
        )


def kill_repeatedly(kills: int, seed: int, jobs: int = 1, window: bool = False, tell: bool = False) -> Tally:
    """Kill the app `kills` times, with a new home after every `LIVES` kills and `jobs` homes at a time."""
    tally = Tally()
    parts = [min(LIVES, kills - done) for done in range(0, kills, LIVES)]

    def home_of(number: int) -> None:
        with tempfile.TemporaryDirectory(prefix="tablier-cuts-", ignore_cleanup_errors=True) as folder:
            home = Home(Path(folder), window)
            for life in range(parts[number]):
                name = f"{seed} {number} {life}"
                faults = [f"{name}: {fault}" for fault in home.live(Random(name))]
                with tally.lock:
                    tally.kills += 1
                    tally.faults += faults
                    for fault in faults:
                        print(fault, file=sys.stderr, flush=True)
                    if tell:
                        print(f"{tally.kills} of {kills} kills, {len(tally.faults)} faults", flush=True)
                if faults:
                    break  # what is wrong now would be told again after each kill
            with tally.lock:
                tally.add(home.expected)

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(home_of, range(len(parts))))
    return tally


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--jobs", type=int, default=1, help="homes at the same time")
    parser.add_argument("--window", action="store_true", help="with windows on the screen that DISPLAY names")


def main(given: argparse.Namespace) -> int:
    tally = kill_repeatedly(given.kills, given.seed, given.jobs, given.window, tell=True)
    print(tally)
    return 1 if tally.faults else 0
