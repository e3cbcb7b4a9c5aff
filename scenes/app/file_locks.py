"""Durable folders, and file locks by which several windows take turns and own matches."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from scenes.app import constants

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

EXACTLY: Final = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)  # no links, no translated line ends
_CANNOT: Final = (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EBADF, errno.EACCES, errno.EPERM)
"""Errors of systems that can't sync a folder, or not this one."""
MOST_TIMEOUTS: Final = 10  # for which a lock is waited for that others take in turns
_LOOK: Final = 0.005  # seconds between two attempts
_FAR: Final = 1 << 20  # offset of the locked byte on Windows, beyond any content: a locked byte can't be read


def make_folder(folder: Path) -> None:
    """Make a private folder (mode 0o700) and its parents, durably. Raises OSError."""
    if not folder.is_dir():
        make_folder(folder.parent)
        with contextlib.suppress(FileExistsError):  # made by another window; if it is a file, using it fails
            folder.mkdir(mode=0o700)
        sync_folder(folder.parent)


def sync_folder(folder: Path) -> bool:
    """Flush a folder's entries to the disk; return False on failure, but True where the system can't do it."""
    if os.name == "posix":
        try:
            opened = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(opened)
            finally:
                os.close(opened)
        except OSError as problem:
            return problem.errno in _CANNOT
    return True


@contextlib.contextmanager
def turn_of(path: Path) -> Iterator[None]:
    """Hold a lock on an empty file, made if missing. Raises OSError, or TimeoutError after `LOCK_TIMEOUT_SECONDS`.

    The wait begins anew while others take turns, which the time of the file tells, but lasts `MOST_TIMEOUTS` at most.
    """
    make_folder(path.parent)
    file = os.open(path, os.O_RDWR | os.O_CREAT | EXACTLY, 0o600)
    try:
        began = since = time.monotonic()
        taken = os.fstat(file).st_mtime_ns
        while not _locked(file):
            now, last = time.monotonic(), taken
            taken = os.fstat(file).st_mtime_ns
            since = now if taken != last else since
            patience = constants.LOCK_TIMEOUT_SECONDS
            if now - since > patience or now - began > MOST_TIMEOUTS * patience:
                raise TimeoutError(f"{path.name} is held by another process")
            time.sleep(_LOOK)
        with contextlib.suppress(OSError):  # others then wait less
            os.utime(path)
        yield
    finally:
        os.close(file)  # which unlocks it


class Claim:
    """A window's ownership of something: its name in a file, and a lock while it runs. May raise OSError."""

    def __init__(self, path: Path) -> None:
        make_folder(path.parent)
        self._path = path
        self._file: int | None = os.open(path, os.O_RDWR | os.O_CREAT | EXACTLY, 0o600)
        self._name = os.urandom(8).hex().encode()

    def __del__(self) -> None:
        self._let_go()

    def take(self, over: bool) -> bool:
        """Become the owner; return False if another window is the owner, unless `over` takes it over."""
        if self._file is None or not (_locked(self._file) or over):
            return False
        self._sign(self._file)
        if not _locked(self._file):
            self._renew()
        return True

    def _sign(self, file: int) -> None:
        os.lseek(file, 0, os.SEEK_SET)
        if os.write(file, self._name) < len(self._name):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self._path))

    def _renew(self) -> None:
        """Replace the file locked by the other window by one locked here, so that no third window comes between.

        Where an open file can't be replaced the old one stays in use.
        """
        spare = self._path.with_name(f".{self._path.name}.{self._name.decode()}")
        with contextlib.suppress(OSError):
            fresh = os.open(spare, os.O_RDWR | os.O_CREAT | os.O_EXCL | EXACTLY, 0o600)
            try:
                self._sign(fresh)
                _locked(fresh)
                spare.replace(self._path)
            except OSError:
                os.close(fresh)
                spare.unlink()
            else:
                self._let_go()
                self._file = fresh

    @property
    def is_owner(self) -> bool:
        """Whether this window is the owner; also takes the lock once the previous owner has released it."""
        if self._file is None:
            return False
        _locked(self._file)  # the previous owner may have released it
        os.lseek(self._file, 0, os.SEEK_SET)
        return os.read(self._file, len(self._name)) == self._name

    def close(self) -> None:
        """Give up ownership; an owner also deletes the file."""
        with contextlib.suppress(OSError):
            if self.is_owner:
                self._path.unlink()
        self._let_go()

    def _let_go(self) -> None:
        file, self._file = getattr(self, "_file", None), None
        if file is not None:
            os.close(file)  # which unlocks it


def _locked(file: int) -> bool:
    """Try to lock a file; return whether that worked. Raises OSError where locks aren't supported."""
    try:
        if sys.platform == "win32":
            os.lseek(file, _FAR, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True
