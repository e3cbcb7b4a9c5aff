"""What a running app holds, read from /proc (Linux only), from Python's own books and from the person's folder."""

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
from tests.bench.processes import family, pss, unfiled

MEGABYTE: Final = 1e6
PIXEL: Final = 4
"""Bytes."""
GROWING: Final = ("finished", "reviews")
"""Folders of the home in which files pile up, one for each match."""


@dataclass(slots=True)
class Sample:
    """What was held at a moment at which the app was at rest, at its menu, in a window of always the same size."""

    hours: float = 0.0
    """Of the app's own time, since it was started."""
    real: float = 0.0
    """Hours of real time."""
    processor: float = 0.0
    """Hours of processor time: the window's and that of all opponents that have ended."""
    matches: dict[str, int] = field(default_factory=dict)
    """How many were played so far, by game key."""
    plies: dict[str, int] = field(default_factory=dict)
    memory: float = 0.0
    """Megabytes of the window's process, without pages of files."""
    whole: float = 0.0
    """Megabytes of the window's process with them (PSS)."""
    used: float = 0.0
    """Megabytes that the C library has given and not got back. Its pages also hold free room between those."""
    blocks: int = 0
    """What Python's own allocator has given and not got back, some 90 bytes each."""
    objects: int = 0
    """What Python's collector looks after."""
    handles: int = 0
    threads: int = 0
    children: int = 0
    """Processes that descend from the window's, but for the one that Python keeps to look after what they share."""
    strays: int = 0
    """Scenes that live and are on no stack any more."""
    pictures: float = 0.0
    """Megabytes that all caches of pictures keep: each has a limit, and gets there by and by."""
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
    """The most handles that one of those had."""

    def plain(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_plain(cls, data: dict[str, Any]) -> Self:
        return cls(**{one.name: data[one.name] for one in fields(cls)})


def weigh(storage: Storage, stacked: int) -> Sample:
    """A sample of this process and its files. `stacked`: how many scenes are on the stack, as they should be.

    An opponent that has ended too late to be waited for is buried first, as it is when the next one is started.
    """
    active_children()
    gc.collect()
    held = gc.get_objects()
    me = os.getpid()
    sample = Sample(
        memory=unfiled(me) / MEGABYTE,
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
    """What glibc knows of its memory: mallinfo2(3)."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in (
            *("arena", "ordblks", "smblks", "hblks", "hblkhd"),
            *("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
        )
    ]
    hblkhd: int
    """Bytes in use that have pages of their own."""
    uordblks: int
    """All other bytes in use."""


def _given() -> int:
    library = ctypes.CDLL(None)
    library.mallinfo2.restype = _Books
    books: _Books = library.mallinfo2()
    return books.uordblks + books.hblkhd


def handles(pid: int) -> int:
    """How many files, pipes and sockets a process has open; 0 of one that has just gone."""
    try:
        return len(list(Path(f"/proc/{pid}/fd").iterdir()))
    except OSError:
        return 0


def descendants(pid: int) -> list[int]:
    """The processes that a process has started, and theirs, without Python's own tracker."""
    return [one for one in family(pid)[1:] if b"resource_tracker" not in _command(one)]


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def opponents() -> list[tuple[float, int]]:
    """Megabytes (PSS) and handles of the processes that this one has started and that live."""
    found = []
    for pid in descendants(os.getpid()):
        try:
            found.append((pss(pid) / MEGABYTE, handles(pid)))
        except (OSError, KeyError):  # it has ended meanwhile
            continue
    return found
