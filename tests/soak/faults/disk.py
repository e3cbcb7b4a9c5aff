"""A model of the disk below the functions of `os`: every call can be observed and made to fail, and power cut.

The files are real ones in a folder; only calls for paths within it are looked at. What was written there and not yet
synced is known: after a cut any part of it may be lost. A file's data is confirmed by syncing the file, the names in
a folder by syncing the folder; renaming is one step. Data that was on its way may be torn at any byte.
"""

from __future__ import annotations

import builtins
import contextlib
import errno
import io
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias
from unittest.mock import patch

Tree: TypeAlias = dict[str, bytes | None]
"""Paths in a folder and their contents: the bytes of a file, None for a folder."""

_TOP: Final = "."
_SYNCED: Final = ("fsync", "fdatasync")
_LOOKS: Final = {
    "stat": "stat",
    "lstat": "stat",
    "access": "stat",
    "readlink": "stat",
    "listdir": "scandir",
    "chmod": "chmod",
    "utime": "chmod",
}
"""Functions that change neither names nor data -> the reported kind of call."""


@dataclass(eq=False)
class Inode:
    """A file or a folder, independent of its name."""

    data: bytes | None = None
    """None for a folder."""
    at_first: bytes | None = None
    """The initial content on the disk."""


@dataclass
class Step:
    """A change, or a sync. `names` maps paths to what they then name, None for nothing."""

    folder: str = ""
    """The folder of the changed names."""
    names: dict[str, Inode | None] = field(default_factory=dict)
    inode: Inode | None = None
    """The file or folder whose data becomes `data`."""
    data: bytes = b""
    synced: Inode | str | None = None
    """The file, or the folder's path, that is on the disk from here on."""


@dataclass
class _Handle:
    path: str
    inode: Inode
    appends: bool


Hear: TypeAlias = Callable[[int, str, str], bool]
"""A listener called with the number from 1, kind and path of each call. It may raise OSError; True shortens
transfers."""


class Disk:
    """The files in a folder. While `watched` is active, the functions of `os` are recorded and may fail."""

    def __init__(self, top: Path, hear: Hear | None = None) -> None:
        self.calls = 0
        self.journal: list[Step] = []
        self.silent = False
        self.refused: set[str] = set()
        """Folders whose last sync failed: nothing in them can be promised."""
        self._top = str(top.absolute())
        self._hear = hear
        self._handles: dict[int, _Handle] = {}
        self._first = {path: Inode(data, data) for path, data in ((_TOP, None), *tree_of(top).items())}
        self._names: dict[str, Inode] = dict(self._first)
        self._real: dict[str, Any] = {}

    @contextlib.contextmanager
    def watched(self) -> Iterator[None]:
        ours = {name: getattr(self, f"_{name}") for name in ("open", "read", "write", "close", "link", "mkdir")}
        ours |= {"ftruncate": self._ftruncate, "scandir": self._scandir}
        ours |= {name: self._renaming(name) for name in ("rename", "replace")}
        ours |= {name: self._removing(name) for name in ("unlink", "remove", "rmdir")}
        ours |= {name: self._syncing(name) for name in _SYNCED if hasattr(os, name)}
        ours |= {name: self._looking(name, kind) for name, kind in _LOOKS.items()}
        self._real = {name: getattr(os, name) for name in ours} | {"io.open": io.open}
        with contextlib.ExitStack() as stack:
            for name, function in ours.items():
                stack.enter_context(patch.object(os, name, function))
            for module in (io, builtins):
                stack.enter_context(patch.object(module, "open", self._opened))
            stack.enter_context(patch.object(shutil, "_USE_CP_SENDFILE", False))
            yield

    # --- what is heard

    def _within(self, path: Any) -> str | None:
        """Return a path relative to the folder; None for other paths and for descriptors that aren't watched."""
        if isinstance(path, int):
            return self._handles[path].path if path in self._handles else None
        if not isinstance(path, str | os.PathLike):
            return None
        text = os.path.abspath(os.fspath(path))  # noqa: PTH100 - nothing may be looked up on the disk for it
        if text == self._top:
            return _TOP
        return Path(text[len(self._top) + 1 :]).as_posix() if text.startswith(self._top + os.sep) else None

    def _call(self, kind: str, path: str) -> bool:
        if self.silent:
            return False
        self.calls += 1
        return self._hear is not None and self._hear(self.calls, kind, path)

    def _note(self, names: dict[str, Inode | None]) -> None:
        """Record a change of names in a single folder as one step."""
        self.journal.append(Step(_folder(next(iter(names))), names))
        for name, now in names.items():
            if now is None:
                self._names.pop(name, None)
            else:
                self._names[name] = now

    def _hold(self, inode: Inode, data: bytes) -> None:
        inode.data = data
        self.journal.append(Step(inode=inode, data=data))

    # --- functions of `os`

    def _open(self, path: Any, flags: int, mode: int = 0o777, **more: Any) -> int:
        inside = self._within(path)
        if inside is None:
            return int(self._real["open"](path, flags, mode, **more))
        there = self._names.get(inside)
        if there is not None and there.data is None:
            self.refused.add(inside)
        self._call("open", inside)
        file = int(self._real["open"](path, flags, mode, **more))
        if there is None:
            self._note({inside: Inode(b"")})
        inode = self._names[inside]
        if flags & os.O_TRUNC and inode.data:
            self._hold(inode, b"")
        self._handles[file] = _Handle(inside, inode, bool(flags & os.O_APPEND))
        return file

    def _read(self, file: int, size: int) -> bytes:
        if file in self._handles and self._call("read", self._handles[file].path):
            size = max(1, size // 2 if size < 200 else 100)
        return bytes(self._real["read"](file, size))

    def _write(self, file: int, data: Any) -> int:
        handle = self._handles.get(file)
        if handle is None:
            return int(self._real["write"](file, data))
        new = bytes(data)
        if self._call("write", handle.path):
            new = new[: max(1, len(new) // 2)]
        old = handle.inode.data or b""
        at = len(old) if handle.appends else os.lseek(file, 0, os.SEEK_CUR)
        done = int(self._real["write"](file, new))
        self._hold(handle.inode, old[:at].ljust(at, b"\0") + new[:done] + old[at + done :])
        return done

    def _ftruncate(self, file: int, size: int) -> None:
        handle = self._handles.get(file)
        if handle is not None:
            self._call("write", handle.path)
        self._real["ftruncate"](file, size)
        if handle is not None:
            self._hold(handle.inode, (handle.inode.data or b"")[:size].ljust(size, b"\0"))

    def _close(self, file: int) -> None:
        self._handles.pop(file, None)
        self._real["close"](file)

    def _link(self, source: Any, target: Any, **more: Any) -> None:
        old, new = self._within(source), self._within(target)
        if new is not None:
            self._call("link", new)
        self._real["link"](source, target, **more)
        if old is not None and new is not None:
            self._note({new: self._names[old]})

    def _mkdir(self, path: Any, mode: int = 0o777, **more: Any) -> None:
        inside = self._within(path)
        if inside is not None:
            self._call("mkdir", inside)
        self._real["mkdir"](path, mode, **more)
        if inside is not None:
            self._note({inside: Inode()})

    def _renaming(self, name: str) -> Callable[..., None]:
        def rename(source: Any, target: Any, **more: Any) -> None:
            old, new = self._within(source), self._within(target)
            if new is not None:
                self._call("rename", new)
            self._real[name](source, target, **more)
            if old is None or new is None:
                return
            assert _folder(old) == _folder(new), f"{old} goes to another folder, {new}: no disk does that in one step"
            if self._names[old] is not self._names.get(new):  # of two names of one file both stay
                self._note({new: self._names[old], old: None})

        return rename

    def _removing(self, name: str) -> Callable[..., None]:
        def remove(path: Any, **more: Any) -> None:
            inside = self._within(path)
            if inside is not None:
                self._call("unlink", inside)
            self._real[name](path, **more)
            if inside is not None:
                self._note({inside: None})

        return remove

    def _syncing(self, name: str) -> Callable[[int], None]:
        def sync(file: int) -> None:
            handle = self._handles.get(file)
            if handle is not None:
                self._call("fsync", handle.path)
            self._real[name](file)
            if handle is not None:
                folder = handle.inode.data is None
                self.journal.append(Step(synced=handle.path if folder else handle.inode))
                self.refused.discard(handle.path)

        return sync

    def _looking(self, name: str, kind: str) -> Callable[..., Any]:
        def look(path: Any = _TOP, *rest: Any, **more: Any) -> Any:
            inside = self._within(path)
            if inside is not None:
                self._call(kind, inside)
            return self._real[name](path, *rest, **more)

        return look

    def _scandir(self, path: Any = _TOP) -> Any:
        inside = self._within(path)
        if inside is None:
            return self._real["scandir"](path)
        self._call("scandir", inside)
        return _Scan(self, self._real["scandir"](path), inside)

    # --- files of Python

    def _opened(self, file: Any, mode: str = "r", buffering: int = -1, *rest: Any, **more: Any) -> Any:
        """Open a file like `open`, whose reads and writes go through the functions above."""
        if self._within(file) is None:
            return self._real["io.open"](file, mode, buffering, *rest, **more)
        raw = _RawFile(file if isinstance(file, int) else os.open(file, _flags(mode), 0o666), mode)
        if buffering == 0:
            return raw
        if "+" in mode:
            buffered: Any = io.BufferedRandom(raw)
        else:
            buffered = io.BufferedReader(raw) if "r" in mode else io.BufferedWriter(raw)
        return buffered if "b" in mode else io.TextIOWrapper(buffered, *rest, **more)

    # --- the power goes

    def left(self, at: int, rng: Random) -> Tree:
        """Return a tree that a power cut may leave after the first `at` steps of the journal."""
        steps = self.journal[:at]
        kept = _kept(steps, rng)
        names: dict[str, Inode] = dict(self._first)
        held: dict[Inode, bytes] = {}
        for number, step in enumerate(steps):
            if number not in kept:
                continue
            for name, inode in step.names.items():
                if inode is None:
                    names.pop(name, None)
                else:
                    names[name] = inode
            if step.inode is not None:
                torn = kept[number] and rng.random() < 0.5
                held[step.inode] = _torn(held.get(step.inode, b""), step.data, rng) if torn else step.data
        tree: Tree = {}
        for name, inode in sorted(names.items()):
            above = _folder(name)
            if name != _TOP and (above == _TOP or above in tree):
                tree[name] = None if inode.data is None else held.get(inode, inode.at_first or b"")
        return tree


def _kept(steps: list[Step], rng: Random) -> dict[int, bool]:
    """Return the numbers of the steps that survive a cut, and whether each survives only by chance."""
    open_steps: dict[int, Step] = {}
    kept: dict[int, bool] = {}
    for number, step in enumerate(steps):
        if step.synced is None:
            open_steps[number] = step
            continue
        for old, one in list(open_steps.items()):
            if (
                one.inode is step.synced
                if isinstance(step.synced, Inode)
                else one.names and one.folder == step.synced
            ):
                kept[old] = False
                del open_steps[old]
    manner = rng.choice(("none", "all", "first", "some", "some", "some"))
    until, chance = rng.randint(0, len(steps)), rng.random()
    for number in open_steps:
        if manner == "all" or (manner == "first" and number < until) or (manner == "some" and rng.random() < chance):
            kept[number] = True
    return kept


def _torn(old: bytes, new: bytes, rng: Random) -> bytes:
    at = rng.randint(0, len(new))
    return new[:at] + old[at:]


def _folder(path: str) -> str:
    return path.rpartition("/")[0] or _TOP


def _flags(mode: str) -> int:
    kind = os.O_RDWR if "+" in mode else os.O_RDONLY if "r" in mode else os.O_WRONLY
    kind |= getattr(os, "O_BINARY", 0)
    more = {"r": 0, "w": os.O_CREAT | os.O_TRUNC, "a": os.O_CREAT | os.O_APPEND, "x": os.O_CREAT | os.O_EXCL}
    return kind | next(more[letter] for letter in mode if letter in more)


@contextlib.contextmanager
def _not_again() -> Iterator[None]:
    """Turn interruptions into I/O errors: Python's buffers would retry interrupted calls for ever."""
    try:
        yield
    except InterruptedError as problem:
        raise OSError(errno.EIO, os.strerror(errno.EIO), problem.filename) from problem


class _RawFile(io.RawIOBase):
    """A file that reads and writes through the functions of `os` alone."""

    def __init__(self, file: int, mode: str) -> None:
        super().__init__()
        self._file, self._mode = file, mode

    def fileno(self) -> int:
        return self._file

    def readable(self) -> bool:
        return "r" in self._mode or "+" in self._mode

    def writable(self) -> bool:
        return self._mode.strip("bt") != "r"

    def seekable(self) -> bool:
        return True

    def readinto(self, room: Any) -> int:
        with _not_again():
            data = os.read(self._file, len(room))
        room[: len(data)] = data
        return len(data)

    def write(self, data: Any) -> int:
        with _not_again():
            return os.write(self._file, data)

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        return os.lseek(self._file, offset, whence)

    def truncate(self, size: int | None = None) -> int:
        size = self.tell() if size is None else size
        os.ftruncate(self._file, size)
        return size

    def close(self) -> None:
        if not self.closed:
            super().close()
            os.close(self._file)


class _Scan:
    """The iterator that the watched `os.scandir` returns."""

    def __init__(self, disk: Disk, real: Any, folder: str) -> None:
        self._disk, self._real, self._folder = disk, real, folder

    def __enter__(self) -> _Scan:
        return self

    def __exit__(self, *_: object) -> None:
        self._real.close()

    def __iter__(self) -> Iterator[_Seen]:
        return (_Seen(self._disk, one, self._folder) for one in self._real)

    def close(self) -> None:
        self._real.close()


class _Seen:
    """An entry of a folder whose `stat` is watched."""

    def __init__(self, disk: Disk, real: Any, folder: str) -> None:
        self._disk, self._real = disk, real
        self._path = real.name if folder == _TOP else f"{folder}/{real.name}"

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    def __fspath__(self) -> str:
        return str(self._real.path)

    def stat(self, *, follow_symlinks: bool = True) -> os.stat_result:
        self._disk._call("stat", self._path)
        found: os.stat_result = self._real.stat(follow_symlinks=follow_symlinks)
        return found


def tree_of(top: Path) -> Tree:
    return {
        path.relative_to(top).as_posix(): None if path.is_dir() else path.read_bytes()
        for path in sorted(top.rglob("*"))
    }


def lay(tree: Mapping[str, bytes | None], top: Path) -> None:
    """Make a folder, which must not be there yet, with so much in it."""
    top.mkdir()
    for name, data in tree.items():  # a folder comes before what is in it
        if data is None:
            (top / name).mkdir()
        else:
            (top / name).write_bytes(data)
