"""How fast and how quiet the app is on this machine, against what it must be.

    python -m scenes.bench [--json FILE] [--app EXECUTABLE]

Needs a real screen (Xvfb will do) and Linux. Takes two to three minutes; what is compared is measured by turns in the
same run, so that a busy machine disturbs both alike. Ends with code 1 when something required isn't met.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from scenes import bench_outside as outside
from scenes.bench_outside import BenchError

ROUNDS: Final = 15
"""Starts of each kind, after one that warms up."""
HALVES: Final = 3
SIZES: Final = ((960, 600), (1280, 800), (2560, 1440))
LARGE: Final = (2560, 1440)


@dataclass(frozen=True, slots=True)
class Finding:
    """A measured figure: `text` says it to people, `most` is what it may be (None: nothing is required)."""

    name: str
    text: str
    value: float
    most: float | None = None

    @property
    def met(self) -> bool:
        return self.most is None or self.value <= self.most

    def line(self) -> str:
        """As a line of the table."""
        verdict = "" if self.most is None else f"   {'met' if self.met else 'NOT MET'}: at most {self.most:g}"
        return f"{self.name:<44} {self.text}{verdict}"


def main(arguments: list[str] | None = None) -> None:
    """Measure, print, and end with code 1 when a requirement isn't met, 2 when nothing can be measured."""
    parser = argparse.ArgumentParser(prog="python -m scenes.bench", description="How fast and quiet the app is here.")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    parser.add_argument("--app", type=Path, metavar="EXECUTABLE", help="measure this executable as well")
    given = parser.parse_args(arguments)
    try:
        findings = measure(given.app)
    except BenchError as problem:
        print(problem, file=sys.stderr)
        raise SystemExit(2) from None
    if given.json is not None:
        given.json.write_text(json.dumps([asdict(one) for one in findings], indent=2) + "\n", encoding="utf-8")
    if not all(one.met for one in findings):
        raise SystemExit(1)


def measure(executable: Path | None) -> list[Finding]:
    """Everything, printed as it is found."""
    findings: list[Finding] = []

    def tell(found: Sequence[Finding]) -> None:
        findings.extend(found)
        for one in found:
            print(one.line(), flush=True)

    driver = outside.driver()
    if not Path("/proc/self/schedstat").exists():
        raise BenchError("This reads processor time from /proc and runs on Linux only.")
    print(f"On {driver}, Python {sys.version.split()[0]}.")
    commands: dict[str, Sequence[str]] = {"source": outside.APP}
    if executable is not None:
        if not executable.is_file():
            raise BenchError(f"There is no executable {executable}.")
        commands["executable"] = (str(executable.resolve()),)
    with tempfile.TemporaryDirectory(prefix="tablier-bench-") as folder:
        tell(start(Path(folder), commands))
        for name, command in commands.items():
            tell(rest(Path(folder) / f"rest-{name}", name, command))
        tell(repaints(Path(folder) / "repaints"))
        tell(dragging(Path(folder) / "drag"))
        for kind in ("valid", "real"):
            tell(throws(Path(folder) / f"throws-{kind}", kind))
        tell(cards(Path(folder) / "cards"))
        for size in SIZES:
            tell(frames(Path(folder) / f"frames-{size[0]}", size))
    return findings


def start(folder: Path, commands: dict[str, Sequence[str]]) -> list[Finding]:
    """From process start to the first frame that takes input, against a bare window, by turns."""
    bare = (sys.executable, "-c", outside.BARE_WINDOW)
    runs: dict[str, tuple[Sequence[str], dict[str, str]]] = {
        "bare window": (bare, outside.environment(folder)),
        "bare window, no acceleration": (bare, outside.environment(folder, SDL_FRAMEBUFFER_ACCELERATION="0")),
    }
    for name, command in commands.items():
        home = folder / f"start-{name}"
        outside.lay_settings(home, "off")  # else the boards fade in, and a menu is whole only after that
        runs[name] = ((*command, "--first-frame"), outside.environment(home))
    taken: dict[str, list[list[float]]] = {name: [] for name in runs}
    for number in range(ROUNDS + 1):
        for name, (command, env) in runs.items():
            moments = outside.moments(command, env)
            if number:
                taken[name].append([1000 * moment for moment in moments])
    first = {name: [moments[0] for moments in taken[name]] for name in runs}
    found = [Finding(f"start, {name}, ms", spread(first[name]), statistics.median(first[name])) for name in runs]
    for name in commands:
        whole = [moments[1] for moments in taken[name]]
        ratio = statistics.median(first[name]) / statistics.median(first["bare window"])
        most = 1.5 if name == "source" else 1.7
        found.append(Finding(f"start, {name}, menu whole, ms", spread(whole), statistics.median(whole)))
        found.append(Finding(f"start, {name} / bare window", f"{ratio:.2f}", ratio, most))
    return found


def rest(home: Path, name: str, command: Sequence[str]) -> list[Finding]:
    """Memory in the menu and at the table, and processor time of a still table with the opponent's process there."""
    menu = outside.Running(command, outside.environment(home / "menu"))
    try:
        menu.settle()
        start_memory = menu.memory() / 1e6
    finally:
        menu.close()
    outside.lay_match(home / "table", computer=True)
    table = outside.Running(command, outside.environment(home / "table"))
    try:
        table.settle()
        processes = len(table.family())
        if processes < 2:
            raise BenchError("The opponent's process isn't there.")
        begun, before = time.monotonic(), table.busy()
        time.sleep(outside.STILL_SECONDS)
        share = 100 * (table.busy() - before) / (time.monotonic() - begun)
        memory = table.memory() / 1e6
    finally:
        table.close()
    return [
        Finding(f"memory, {name}, menu, MB", f"{start_memory:.0f}", start_memory),
        Finding(f"memory, {name}, table and opponent, MB", f"{memory:.0f} in {processes} processes", memory),
        Finding(f"still table, {name}, % of a core", f"{share:.3f}", share, 0.4),
    ]


def repaints(home: Path) -> list[Finding]:
    """Frames painted while nothing happens on the table."""
    outside.lay_match(home, computer=True)
    table = outside.Running((sys.executable, "-m", "scenes.bench_inside", "still"), outside.environment(home))
    try:
        table.settle()
        begun = time.monotonic_ns()
        time.sleep(outside.STILL_SECONDS)
        until = time.monotonic_ns()
    finally:
        said = table.close()
    painted = json.loads(said)["painted"]
    count = sum(begun < moment < until for moment in painted)
    text = f"{count} in {outside.STILL_SECONDS:g} s (of {len(painted)} since the start)"
    return [Finding("still table, frames painted", text, count, 0)]


def dragging(home: Path) -> list[Finding]:
    """A piece dragged at full size while the opponent thinks, against a bare loop, by turns."""
    work: list[float] = []
    intervals: list[float] = []
    idle: list[float] = []
    for number in range(HALVES):
        idle += outside.inside("bare-loop", outside.environment(home))["interval"]
        outside.lay_match(home / str(number), computer=False, size=LARGE)
        dragged = outside.inside("drag", outside.environment(home / str(number)))
        work += dragged["work"]
        intervals += dragged["interval"]
    slow = 100 * sum(seconds > 0.008 for seconds in work) / len(work)
    late, calm = hundredth(intervals) * 1000, hundredth(idle) * 1000
    text = f"p50 {statistics.median(work) * 1000:.2f}, p99 {hundredth(work) * 1000:.2f}, {len(work)} frames"
    return [
        Finding("dragging, work per frame, ms", text, hundredth(work) * 1000),
        Finding("dragging, frames over 8 ms, %", f"{slow:.2f}", slow, 1),
        Finding("dragging, frame interval p99, ms", f"{late:.2f} (bare loop {calm:.2f})", late),
        Finding("dragging, interval p99 / bare loop", f"{late / calm:.2f}", late / calm, 1.25),
    ]


def frames(home: Path, size: tuple[int, int]) -> list[Finding]:
    """Work per frame at the table."""
    outside.lay_match(home, computer=False, size=size)
    kinds: dict[str, list[float]] = outside.inside("frames", outside.environment(home))
    words = {"full": "everything", "square": "one square", "moving": "a piece in motion"}
    return [
        Finding(
            f"frame, {size[0]}x{size[1]}, {words[kind]}, ms",
            f"p50 {statistics.median(works) * 1000:.2f}, p99 {hundredth(works) * 1000:.2f}, {len(works)} frames",
            statistics.median(works) * 1000,
        )
        for kind, works in kinds.items()
    ]


def throws(home: Path, kind: str) -> list[Finding]:
    """Frames at full size while dice of a kind are thrown by hand and fly."""
    outside.lay_dice(home, kind, LARGE)
    thrown = outside.inside("throws", outside.environment(home))
    work, longest = thrown["work"], 1000 * max(thrown["work"])
    text = f"p50 {statistics.median(work) * 1000:.2f}, p99 {hundredth(work) * 1000:.2f}, {len(work)} frames"
    return [
        Finding(f"dice thrown ({kind}), work per frame, ms", text, hundredth(work) * 1000),
        Finding(f"dice thrown ({kind}), longest frame, ms", f"{longest:.1f}", longest, 33),
    ]


def cards(home: Path) -> list[Finding]:
    """Frames at full size at a card table."""
    outside.lay_cards(home, LARGE)
    kinds: dict[str, list[float]] = outside.inside("cards", outside.environment(home))
    words = {"full": "everything", "dragging": "three cards dragged", "dealing": "cards dealt"}
    found = [
        Finding(
            f"card table, {words[kind]}, ms",
            f"p50 {statistics.median(works) * 1000:.2f}, p99 {hundredth(works) * 1000:.2f}, {len(works)} frames",
            statistics.median(works) * 1000,
        )
        for kind, works in kinds.items()
    ]
    slow = 100 * sum(seconds > 0.008 for seconds in kinds["dragging"]) / len(kinds["dragging"])
    return [*found, Finding("card table, dragging, frames over 8 ms, %", f"{slow:.2f}", slow, 1)]


def hundredth(values: Sequence[float]) -> float:
    """The 99th percentile."""
    return statistics.quantiles(values, n=100)[98]


def spread(values: Sequence[float]) -> str:
    """Median, quartiles and number of the values."""
    low, middle, high = statistics.quantiles(values, n=4)
    return f"{middle:.0f} (quartiles {low:.0f} to {high:.0f}, n = {len(values)})"


if __name__ == "__main__":
    main()
