"""The resources of a running app, read from /proc (Linux only), from Python and from the user's folder."""

import ctypes
import gc
import os
import sys
import threading
from dataclasses import asdict, dataclass, field, fields
from multiprocessing import active_children
from pathlib import Path
from typing import Any, Final, Self

from scenes.app.assets import Cache
from scenes.app.stack import Scene
from scenes.app.storage import Storage
from tests.bench.processes import family, pss, pss_without_files

MEGABYTE: Final = 1e6
PIXEL: Final = 4
"""Bytes of a pixel."""
GROWING: Final = ("finished", "reviews")
"""Folders of the home that get a file for each match."""


@dataclass(slots=True)
class Sample:
    """The resources held while the app is idle at its menu, in a window of fixed size."""

    hours: float = 0.0
    """Of the app's own time, since it was started."""
    real: float = 0.0
    """Hours of real time."""
    processor: float = 0.0
    """Hours of processor time: the window's and that of all opponents that have ended."""
    matches: dict[str, int] = field(default_factory=dict)
    """Matches played so far, by game key."""
    plies: dict[str, int] = field(default_factory=dict)
    memory: float = 0.0
    """Megabytes of the window's process, without pages of files."""
    whole: float = 0.0
    """Megabytes of the window's process with them (PSS)."""
    used: float = 0.0
    """Megabytes in use by the C library; its pages also have free room."""
    blocks: int = 0
    """Blocks in use by Python's own allocator, some 90 bytes each."""
    objects: int = 0
    """Objects tracked by Python's garbage collector."""
    handles: int = 0
    threads: int = 0
    children: int = 0
    """Descendants of the window's process, without Python's resource tracker."""
    strays: int = 0
    """Living scenes that are on no stack."""
    pictures: float = 0.0
    """Megabytes of all caches of pictures, each of which has a limit."""
    kept: int = 0
    """Finished matches on file."""
    others: int = 0
    """Files of the home beside finished matches and reviews."""
    bytes_of_others: int = 0
    """The same without the statistics, which grow by an entry for each match."""
    log: int = 0
    """Bytes of the log."""
    old_log: int = 0
    opponents: dict[str, float] = field(default_factory=dict)
    """The largest opponent since the sample before, in megabytes (PSS), by game key."""
    opponents_handles: int = 0
    """The most handles of one of those opponents."""

    def plain(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_plain(cls, data: dict[str, Any]) -> Self:
        return cls(**{one.name: data[one.name] for one in fields(cls)})


def take_sample(storage: Storage, stacked: int) -> Sample:
    """Return a sample of this process and its files; `stacked` is the expected number of scenes on the stack.

    Opponents that have ended are reaped first, as they are when the next one is started.
    """
    active_children()
    gc.collect()
    held = gc.get_objects()
    me = os.getpid()
    sample = Sample(
        memory=pss_without_files(me) / MEGABYTE,
        whole=pss(me) / MEGABYTE,
        used=_given() / MEGABYTE,
        blocks=sys.getallocatedblocks(),
        objects=len(held),
        handles=handles(me),
        threads=threading.active_count(),
        children=len(descendants(me)),
        strays=sum(isinstance(one, Scene) for one in held) - stacked,
        pictures=sum(one.pixel_count for one in held if isinstance(one, Cache)) * PIXEL / MEGABYTE,
    )
    for path in storage.data.rglob("*"):
        if not path.is_file():
            continue
        if path.parent.name in GROWING:
            sample.kept += path.parent.name == "finished" and path.suffix == ".tablier"
            continue
        sample.others += 1
        if not path.name.startswith("statistics"):
            sample.bytes_of_others += path.stat().st_size
    sample.log, sample.old_log = (
        path.stat().st_size if path.exists() else 0
        for path in (storage.log_file, storage.log_file.with_name("tablier-old.log"))
    )
    return sample


class _Books(ctypes.Structure):
    """The structure of glibc's mallinfo2(3)."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in (
            *("arena", "ordblks", "smblks", "hblks", "hblkhd"),
            *("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
        )
    ]
    hblkhd: int
    """Bytes in use in separately mapped pages."""
    uordblks: int
    """All other bytes in use."""


def _given() -> int:
    library = ctypes.CDLL(None)
    library.mallinfo2.restype = _Books
    books: _Books = library.mallinfo2()
    return books.uordblks + books.hblkhd


def handles(pid: int) -> int:
    """Return how many files, pipes and sockets a process has open; 0 if it has just ended."""
    try:
        return len(list(Path(f"/proc/{pid}/fd").iterdir()))
    except OSError:
        return 0


def descendants(pid: int) -> list[int]:
    """Return all processes started by a process and its children, without Python's resource tracker."""
    return [one for one in family(pid)[1:] if b"resource_tracker" not in _command(one)]


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def opponents() -> list[tuple[float, int]]:
    """Return megabytes (PSS) and handles of the living processes that this one has started."""
    found = []
    for pid in descendants(os.getpid()):
        try:
            found.append((pss(pid) / MEGABYTE, handles(pid)))
        except (OSError, KeyError):  # it has ended meanwhile
            continue
    return found
