"""Hours of matches between computers in a running app: does any resource grow?

    python -m tests.soak life [--seed N] [--hours H] [--fps N] [--home FOLDER] [--samples FILE]

Hours are those of the app's own clock: what a person sees pass who watches for so long, films, pauses and waits
included. They pass as fast as the machine can paint and think (`soak_driver.py`). After each few matches the app
is brought to rest and weighed (`resource_usage.py`); each sample is a line of JSON in FILE. `--judge FILE` judges
samples that are there. Linux only. Code 1 if something isn't flat.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from rules import KEYS
from scenes.app.constants import LOG_BYTES
from tests.soak.resource_usage import Sample

WARM_UP: Final = 0.25
"""The share of all samples before every table and every look has been used several times."""
BLOCKS: Final = 10
"""Parts of the run, each left out once to estimate the error of a slope."""


class Slope(NamedTuple):
    """The growth of a figure per hour of the app's time."""

    value: float
    error: float
    """Twice the standard error, by the jackknife over the parts of the run."""


@dataclass(frozen=True, slots=True)
class Law:
    """A figure that must not grow by more than `most` an hour, estimation error included."""

    name: str
    unit: str
    of: Callable[[Sample], float]
    most: float


LAWS: Final = (
    Law("memory in use, without the pictures it keeps", "MB", lambda one: one.used - one.pictures, 0.25),
    Law("blocks of Python's memory", "", lambda one: one.blocks, 2000.0),
    Law("pages of the window, without the pictures it keeps", "MB", lambda one: one.memory - one.pictures, 1.0),
    Law("pages of the window", "MB", lambda one: one.memory, 2.0),
    Law("objects", "", lambda one: one.objects, 1000.0),
    Law("open handles", "", lambda one: one.handles, 0.1),
    Law("threads", "", lambda one: one.threads, 0.1),
    Law("files beside the matches", "", lambda one: one.others, 0.1),
    Law("bytes of those", "B", lambda one: one.bytes_of_others, 200.0),
)
"""What has a slope; of what keeps to a number `broken` speaks. What piles up is seen in what is in use. Pages also
hold free room, of which there is more for some hours, ever more slowly; and caches of pictures fill up to their
limits, so that pages with and without those may grow somewhat."""


def slope(samples: Sequence[Sample], of: Callable[[Sample], float]) -> Slope:
    """Return the median of the slopes between all pairs of samples (Theil and Sen), with its error."""
    points = [(one.hours, of(one)) for one in samples]
    size = -(-len(points) // BLOCKS)
    blocks = [points[:at] + points[at + size :] for at in range(0, len(points), size)]
    parts = [_middle_slope(part) for part in blocks]
    mean = statistics.fmean(parts)
    spread = sum((part - mean) ** 2 for part in parts) * (len(parts) - 1) / len(parts)
    return Slope(_middle_slope(points), 2 * spread**0.5)


def _middle_slope(points: Sequence[tuple[float, float]]) -> float:
    slopes = [
        (value - before) / (hours - earlier)
        for number, (hours, value) in enumerate(points)
        for earlier, before in points[:number]
        if hours > earlier
    ]
    return statistics.median(slopes) if slopes else 0.0


def broken_limits(samples: Sequence[Sample]) -> list[str]:
    """Return the violated limits that hold for every single sample."""
    faults = []
    for number, one in enumerate(samples):
        name = f"sample {number}, after {one.hours:.2f} hours"
        if one.children:
            faults.append(f"{name}: {one.children} processes were left")
        if one.strays:
            faults.append(f"{name}: {one.strays} scenes live on that nobody sees")
        if max(one.log, one.old_log) > LOG_BYTES:
            faults.append(f"{name}: the log has {one.log} bytes, the old one {one.old_log}")
    return faults


def judge(samples: Sequence[Sample]) -> tuple[list[str], list[str]]:
    """Return the report of a run, and what is wrong with it."""
    told, faults = [], broken_limits(samples)
    settled = samples[round(WARM_UP * len(samples)) :]
    for law in LAWS:
        found = slope(settled, law.of)
        values = [law.of(one) for one in settled]
        told.append(
            f"{law.name}: {found.value:+.3g} ± {found.error:.2g} {law.unit} an hour"
            f" ({min(values):.6g} to {max(values):.6g})"
        )
        if found.value + found.error > law.most:
            faults.append(f"{told[-1]}: more than {law.most:g}, or not shown to be less")
    last = samples[-1]
    counts = ", ".join(f"{key} {last.matches.get(key, 0)} ({last.plies.get(key, 0)} plies)" for key in KEYS)
    for key in KEYS:
        sizes = [one.opponents[key] for one in settled if key in one.opponents]
        half = len(sizes) // 2
        if half:
            early, late = statistics.median(sizes[:half]), statistics.median(sizes[half:])
            told.append(f"opponent of {key}: {early:.1f} MB, later {late:.1f} MB, at most {max(sizes):.1f}")
    told.append(f"handles of an opponent: at most {max(one.opponents_handles for one in samples)}")
    told.append(f"log: {last.log} bytes; finished matches on file: {last.kept}")
    told.append(
        f"{last.hours:.2f} hours of the app's time in {last.real:.2f}, {last.processor:.2f} of processor time,"
        f" {len(samples)} samples: {counts}"
    )
    return told, faults


def live(
    home: Path, hours: float, seed: str, fps: int, to: Path | None, keys: tuple[str, ...] = KEYS
) -> list[Sample]:
    """Watch matches for so many hours of the app's time, with the user's files in `home`; write the samples to a
    file."""
    os.environ |= {"TABLIER_HOME": str(home), "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    from tests.soak import soak_driver  # with pygame, which may be loaded now that it knows where to show itself

    samples: list[Sample] = []

    def take(sample: Sample) -> None:
        samples.append(sample)
        if to is not None:
            with to.open("a", encoding="utf-8") as file:
                file.write(json.dumps(sample.plain()) + "\n")

    soak_driver.watch(hours * 3600, seed, 1 / fps, take, keys)
    return samples


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--hours", type=float, default=12.0, help="of the app's own time")
    parser.add_argument("--fps", type=int, default=60, help="frames a second of the app's time while something moves")
    parser.add_argument("--home", type=Path, help="an empty folder for the person's files, which is kept")
    parser.add_argument("--samples", type=Path, metavar="FILE", help="where samples are added as they come")
    parser.add_argument("--judge", type=Path, metavar="FILE", help="judge these samples and watch nothing")


def main(given: argparse.Namespace) -> int:
    if given.judge is not None:
        lines = given.judge.read_text(encoding="utf-8").splitlines()
        samples = [Sample.from_plain(json.loads(line)) for line in lines]
    else:
        with tempfile.TemporaryDirectory(prefix="tablier-life-") as folder:
            samples = live(given.home or Path(folder), given.hours, str(given.seed), given.fps, given.samples)
    if not samples:
        print("The app was closed before anything was weighed.", file=sys.stderr)
        return 1
    told, faults = judge(samples)
    print("\n".join(told))
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0
