"""Injects a fault into every call to the disk, and power cuts: is anything lost or doubled?

    python -m tests.soak faults [--seed N] [--jobs J] [--cuts C] [--sample N] [--story NAME ...]
    python -m tests.soak faults --case ID

Each story of `stories.py` is told again for every call that it makes to the disk: that call fails, once, or all of
its kind from there on, or everything from there on; or it moves less than it should; or another window starts just
before it. For every change that the story makes on the disk the power goes after it, `--cuts` times, and as often
once more while the app starts again; and so it does at some moment where calls fail. After each case the app starts
again, and the laws of `laws.py` must hold. `--sample` takes so many cases at random. A case is repeated by its id.
Linux only; code 1 if there was any fault.
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import os
import re
import shutil
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Final, NamedTuple
from unittest.mock import patch

from scenes.app import constants
from scenes.app.file_locks import file_lock
from tests.soak.faults.disk import Disk, Hear, Tree, lay, tree_of
from tests.soak.faults.laws import expected, judge, list_differences
from tests.soak.faults.stories import STORIES, Noted, Person

WINDOWS: Final = {"held": (errno.EACCES, 32), "away": (errno.ENOENT, 53), "cut off": (errno.EINVAL, 64)}
"""Errors of Windows, errno and its own number: of a file that another program holds, of a network that goes away."""
ERRORS: Final = ("EIO", "ENOSPC", "EMFILE", "EACCES", "EINTR", *WINDOWS)
MODES: Final = ("once", "kind", "ever")
"""How long a call fails: once, for all of its kind from here on, or for every call from here on."""
SHORT: Final = "short"
"""No error, but fewer bytes than asked for are read or written."""
OTHERS: Final = ("start", "look", "take")
"""The actions of another window: start; also open the statistics, or take over the unfinished matches."""
AGAIN: Final = "again"
"""A second power cut while the app starts."""
MEMORY: Final = Path("/dev/shm")
CHUNK: Final = 40
SHOWN: Final = 4
"""The most ids listed for equal faults."""
NOW: Final = "2026-03-01-120000"
"""The time of all stories, as in the ids of matches."""


class Case(NamedTuple):
    """A story, and the fault that is injected into it. Its fields, joined by colons, are its id."""

    story: str
    what: str
    """"fail", "short", "other" or "cut"."""
    number: int = 0
    """The number of the call, from 1; for a cut, the number of steps the disk had made."""
    how: str = ""
    """The error, or the action of the other window."""
    mode: str = ""
    cut: int = -1
    """The seed of the cut; -1: no cut."""

    @property
    def id(self) -> str:
        return ":".join(map(str, self))

    @classmethod
    def of(cls, text: str) -> Case:
        story, what, number, how, mode, cut = text.split(":")
        return cls(story, what, int(number), how, mode, int(cut))


class Told(NamedTuple):
    disk: Disk
    diary: list[Noted]
    faults: list[str]
    calls: list[tuple[str, str]]
    """Kind and path."""


class Outcome(NamedTuple):
    case: Case
    call: str
    """The kind of the failing call, with the path of its file."""
    faults: list[str]


# --- telling a story


@cache
def _base() -> tempfile.TemporaryDirectory[str]:
    """Return the temporary folder of all homes, shared with forked processes and deleted when this process ends."""
    return tempfile.TemporaryDirectory(prefix="tablier-faults-", dir=MEMORY if MEMORY.is_dir() else None)


@contextlib.contextmanager
def _home() -> Iterator[Path]:
    """Provide a folder that contains the home of the app, where locks don't wait."""
    top = Path(_base().name) / str(os.getpid())
    with (
        patch.dict(os.environ, {"TABLIER_HOME": str(top / "home")}),
        patch.object(constants, "LOCK_TIMEOUT_SECONDS", 0.0),
        patch.object(constants, "HELD_FILE_SECONDS", 0.0),
        patch.object(time, "strftime", lambda *_: NOW),
    ):
        yield top


def _fresh(top: Path, tree: Tree) -> None:
    shutil.rmtree(top, ignore_errors=True)
    lay(tree, top)


@cache
def _beginning(story: str) -> tuple[Tree, list[Noted]]:
    with _home() as top:
        _fresh(top, {})
        person = Person()
        STORIES[story].home(person)
        person.close()
        shutil.rmtree(top / "home" / "open", ignore_errors=True)
        return tree_of(top), person.diary


def run_story(story: str, top: Path, hear: Callable[[Disk, Person, list[str]], Hear] | None = None) -> Told:
    """Run a story; `hear` makes the listener for disk calls from the disk, the person and the list of faults."""
    tree, before = _beginning(story)
    _fresh(top, tree)
    faults: list[str] = []
    calls: list[tuple[str, str]] = []

    def heard(number: int, kind: str, path: str) -> bool:
        calls.append((kind, path))
        return listening is not None and listening(number, kind, path)

    disk = Disk(top, heard)
    with disk.watched():
        disk.silent, listening = True, None
        person = Person(lambda: (len(disk.journal), not disk.refused), list(before))
        listening = None if hear is None else hear(disk, person, faults)
        disk.silent = False
        try:
            person.start()
            STORIES[story].tell(person)
        except Exception as problem:
            faults.append(f"raised {type(problem).__name__}: {problem} in {_where(problem)}")
        person.close()
    return Told(disk, person.diary, faults, calls)


def _where(problem: Exception) -> str:
    trace, name = problem.__traceback__, ""
    while trace is not None:
        code = trace.tb_frame.f_code
        name = f"{Path(code.co_filename).name} {code.co_name}" if "scenes" in code.co_filename else name
        trace = trace.tb_next
    return name


@cache
def healthy(story: str) -> Told:
    with _home() as top:
        return run_story(story, top)


# --- a case


def run_case(case: Case) -> Outcome:
    with _home() as top:
        if case.what == "cut":
            it, rng = healthy(case.story), Random(case.id)
            _fresh(top, it.disk.left(case.number, rng))
            if case.mode == AGAIN:
                _fresh(top, _started(top, rng))
            return Outcome(case, "", judge(it.diary, top, case.number))
        it = run_story(case.story, top, partial(_listening, case))
        at = None
        if case.cut >= 0:
            rng = Random(case.id)
            at = rng.randint(0, len(it.disk.journal))
            _fresh(top, it.disk.left(at, rng))
        faults = it.faults + judge(it.diary, top, at)
    call = " ".join(it.calls[case.number - 1]) if len(it.calls) >= case.number else "nothing"
    return Outcome(case, call, faults)


def _started(top: Path, rng: Random) -> Tree:
    disk = Disk(top)
    with disk.watched():
        person = Person()
        person.start()
        person.look_at_statistics()
        person.close()
    return disk.left(rng.randint(0, len(disk.journal)), rng)


def _listening(case: Case, disk: Disk, person: Person, faults: list[str]) -> Hear:
    if case.what == "other":
        return partial(_beside, case, disk, person, faults)
    kinds: list[str] = []

    def fail(number: int, kind: str, path: str) -> bool:
        if number == case.number:
            kinds.append(kind)
        after = number > case.number and (case.mode == "ever" or (case.mode == "kind" and kind in kinds))
        if number != case.number and not after:
            return False
        if case.what == SHORT:
            return True
        raise _error(case.how, kind, path)

    return fail


def _error(how: str, kind: str, path: str) -> OSError:
    number, code = WINDOWS.get(how) or (getattr(errno, how), None)
    if kind in ("open", "read", "write", "fsync"):  # functions of C, which pass on no number of Windows
        number, code = errno.EINVAL if number == errno.ENOENT and kind != "open" else number, None
    problem = OSError(number, os.strerror(number), path, code)
    if sys.platform != "win32":
        vars(problem)["winerror"] = code
    return problem


def _beside(case: Case, disk: Disk, person: Person, faults: list[str], number: int, kind: str, path: str) -> bool:
    """Start another window in another process before a call, unless a file is being written."""
    if number != case.number:
        return False
    disk.silent = True
    if _free(person.storage.data / ".turn"):
        with patch.object(os, "getpid", lambda: 1):
            other = Person(person.clock, person.diary)
            seen = other.start()
            faults += [f"another window: {one}" for one in list_differences(expected(person.diary), seen, twice=True)]
            if case.how == "look":
                other.look_at_statistics()
            elif case.how == "take":
                other.take_over()
            other.close()
    disk.silent = False
    return False


def _free(lock: Path) -> bool:
    if not lock.exists():
        return True
    try:
        with file_lock(lock):
            return True
    except OSError:
        return False


# --- all cases


def cases(stories: Sequence[str], cuts: int, seed: int) -> list[Case]:
    """Return all cases: a fault for every call of every story, and `cuts` power cuts after every step, seeded by
    `seed`."""
    found: list[Case] = []
    for story in stories:
        it = healthy(story)
        for number, (kind, _) in enumerate(it.calls, 1):
            found += [Case(story, "fail", number, error, mode) for error in ERRORS for mode in MODES]
            if os.name == "posix":
                found += [Case(story, "fail", number, "EIO", mode, seed) for mode in MODES]
            found += [Case(story, "other", number, how) for how in OTHERS]
            if kind in ("read", "write"):
                found += [Case(story, SHORT, number, "", mode) for mode in MODES]
        if os.name != "posix":  # nothing there syncs folders, which the model of a power cut asks for
            continue
        for at in range(len(it.disk.journal) + 1):
            found += [Case(story, "cut", at, cut=seed + more) for more in range(cuts)]
            found += [Case(story, "cut", at, mode=AGAIN, cut=seed + more) for more in range(cuts)]
    return found


def faulty(found: Sequence[Case], jobs: int, tell: bool = False) -> list[Outcome]:
    wrong: list[Outcome] = []
    since = time.monotonic()
    with get_context("fork").Pool(jobs) as pool:
        for done, it in enumerate(pool.imap_unordered(run_case, found, CHUNK), 1):
            if it.faults:
                wrong.append(it)
            if tell and done % 2000 == 0:
                print(
                    f"{done} of {len(found)} cases in {time.monotonic() - since:.0f} s, {len(wrong)} faults",
                    flush=True,
                )
    return wrong


def summary(wrong: Sequence[Outcome]) -> Iterator[str]:
    alike: dict[str, list[Outcome]] = defaultdict(list)
    for it in wrong:
        for fault in it.faults:
            alike[re.sub(r"[0-9a-f]{16}|[0-9]+", "N", fault)].append(it)
    for fault, its in sorted(alike.items(), key=lambda pair: -len(pair[1])):
        yield f"{len(its)} x {fault}"
        yield from (f"    {it.case.id}  {it.call}" for it in its[:SHOWN])


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--cuts", type=int, default=4, help="cuts of the power after each change on the disk")
    parser.add_argument("--sample", type=int, help="so many cases, at random")
    parser.add_argument("--story", nargs="*", choices=STORIES, default=list(STORIES))
    parser.add_argument("--case", metavar="ID", help="only this one")


def main(given: argparse.Namespace) -> int:
    if given.case is not None:
        it = run_case(Case.of(given.case))
        print(it.call, *it.faults or ["no fault"], sep="\n")
        return 1 if it.faults else 0
    found = cases(given.story, given.cuts, given.seed)
    if given.sample is not None:
        found = Random(given.seed).sample(found, min(given.sample, len(found)))
    since = time.monotonic()
    wrong = faulty(found, given.jobs, tell=True)
    print(*summary(wrong), sep="\n")
    calls = sum(len(healthy(story).calls) for story in given.story)
    print(
        f"{len(given.story)} stories, {calls} calls, {len(found)} cases in {time.monotonic() - since:.0f} s:"
        f" {len(wrong)} with faults"
    )
    return 1 if wrong else 0
