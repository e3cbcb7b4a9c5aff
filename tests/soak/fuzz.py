"""Feeds damaged and hostile texts to every reader of text in the app.

    python -m tests.soak fuzz [--seed N] [--reader NAME ...] [--runs 50000] [--seconds S] [--keep] [--list]

The law: a text is read, or refused with an error of the reader's own and a sentence. Never another exception, never
more than a second of processor time or 200 MB, and no file is touched outside the person's folder. Inputs have up to
100 000 characters. A seed is printed; the same seed makes the same inputs. What shows a new refusal joins the texts
that are mutated; `--keep` adds short ones to tests/cases/hostile, which the tests read. `--seconds` ends each reader
after so many. Each fault is cut down and shown once; ends with code 1 if there was any.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from tests.posix import limit_memory
from tests.soak.mutating import mutate
from tests.soak.readers import Reader, readers
from tests.soak.shrinking import shrink
from tests.soak.watching import FaultError, Watch

CORPUS: Final = Path(__file__).resolve().parents[1] / "cases" / "hostile"
SECONDS: Final = 1.0
"""The limit of processor time for an input."""
_MOST_KEPT: Final = 40
_LONGEST_KEPT: Final = 400
_POOL: Final = 300
"""The most texts that are mutated."""
_TRIES: Final = 400
"""The most attempts to shrink an input that shows a fault."""
_HEADROOM: Final = 1_500_000_000
"""Bytes of address space beyond those in use, so that a shared machine stays usable."""


@dataclass
class Report:
    inputs: int = 0
    accepted: int = 0
    shapes: dict[str, str] = field(default_factory=dict)
    """Shape of a refusal -> the shortest input that shows it."""
    faults: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Kind -> the shortest input that shows it, and what happened."""


def corpus(name: str) -> list[str]:
    file = CORPUS / f"{name}.json"
    found: list[str] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else []
    return found


def fuzz(
    reader: Reader, watch: Watch, rng: Random, runs: int, seconds: float = 0.0, kept: list[str] | None = None
) -> Report:
    """Give a reader its valid texts, what was kept, and so many fresh inputs, for so many seconds (0: any)."""
    report = Report()
    kept = kept or []
    pool = [*reader.seeds, *kept]
    began = time.monotonic()
    for text in _inputs(rng, [*reader.seeds, *kept], pool, runs):
        report.inputs += 1
        try:
            shape = watch.call(reader.read, text, reader.refusals)
        except FaultError as fault:
            known = report.faults.get(fault.kind)
            if known is None or len(text) < len(known[0]):
                report.faults[fault.kind] = text, str(fault)
            continue
        if shape is None:
            report.accepted += 1
        elif shape not in report.shapes and len(pool) < _POOL and len(text) < 5000:
            pool.append(text)
        if shape is not None and len(text) < len(report.shapes.get(shape, text + ".")):
            report.shapes[shape] = text
        if seconds and time.monotonic() - began > seconds:
            break
    return report


def _inputs(rng: Random, first: list[str], pool: list[str], runs: int) -> Iterator[str]:
    yield from first
    for _ in range(runs):
        yield mutate(rng, pool)


def shrink_input(reader: Reader, watch: Watch, text: str, kind: str) -> str:
    """Return a shorter input with the same fault."""

    def shows(shorter: str) -> bool:
        try:
            watch.call(reader.read, shorter, reader.refusals)
        except FaultError as fault:
            return fault.kind == kind
        return False

    return shrink(text, shows, 25 if kind.startswith(("time", "memory")) else _TRIES)


def keep(name: str, report: Report) -> None:
    """Add short inputs that show refusals to what is kept, few a reader."""
    held = corpus(name)
    fresh = sorted((text for text in report.shapes.values() if len(text) <= _LONGEST_KEPT), key=len)
    for text in fresh:
        if len(held) < _MOST_KEPT and text not in held:
            held.append(text)
    CORPUS.mkdir(parents=True, exist_ok=True)
    (CORPUS / f"{name}.json").write_text(json.dumps(held, indent=1) + "\n", encoding="utf-8")


def _bounded() -> None:
    if sys.platform == "linux":
        with contextlib.suppress(OSError, ValueError):
            limit_memory(_HEADROOM)


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--reader", nargs="+", default=[], metavar="NAME", help="these alone; a part of a name will do"
    )
    parser.add_argument("--runs", type=int, default=50_000, help="fresh inputs a reader")
    parser.add_argument("--seconds", type=float, default=0.0, help="for a reader at most; 0: as long as it takes")
    parser.add_argument("--keep", action="store_true", help="keep short inputs that show refusals")
    parser.add_argument("--list", action="store_true", help="the names of the readers")


def main(given: argparse.Namespace) -> int:
    quick = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=quick if quick.is_dir() else None) as folder:
        os.environ["TABLIER_HOME"] = folder
        all_readers = readers(Path(folder))
        if given.list:
            print("\n".join(all_readers))
            return 0
        chosen = [
            one for name, one in all_readers.items() if not given.reader or any(part in name for part in given.reader)
        ]
        watch = Watch(Path(folder), SECONDS)
        _bounded()
        faults = 0
        for reader in chosen:
            began = time.process_time()
            rng = Random(f"{given.seed} {reader.name}")
            report = fuzz(reader, watch, rng, given.runs, given.seconds, corpus(reader.name))
            spent = time.process_time() - began
            told = f"{report.inputs} inputs, {report.accepted} read, {len(report.shapes)} kinds of refusals"
            print(f"{reader.name}: {told}, {len(report.faults)} faults, {spent:.0f} s", flush=True)
            for kind, (text, what) in report.faults.items():
                text = shrink_input(reader, watch, text, kind)
                print(
                    f"  FAULT {kind}\n    input ({len(text)}): {text[:300]!r}\n    {what.strip()[-1500:]}", flush=True
                )
            faults += len(report.faults)
            if given.keep:
                keep(reader.name, report)
    return 1 if faults else 0
