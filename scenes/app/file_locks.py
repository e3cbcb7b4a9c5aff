"""File locks, with which the app's windows write in turn and own matches; durable changes of files and folders."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, TypeVar

from scenes.app import constants

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

T = TypeVar("T")

OPEN_FLAGS: Final = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)  # follow no link, translate no line end
_UNSUPPORTED_ERRORS: Final = (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EBADF, errno.EACCES, errno.EPERM)
"""The errors of a system that can't flush a folder to the disk."""
MOST_LOCK_TIMEOUTS: Final = 10  # longest wait, in timeouts, for a lock that other windows take in turn
_RETRY_SECONDS: Final = 0.005  # seconds between two attempts
_LOCKED_OFFSET: Final = 1 << 20  # of the first byte locked on Windows, beyond the content, which must stay readable
_HELD_ERRORS: Final = (5, 32, 33)  # of Windows: access denied, sharing violation, lock violation
_held_since: dict[Path, float] = {}  # files that another program held the last time, and since when


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
            return problem.errno in _UNSUPPORTED_ERRORS
    return True


def retry_while_held(path: Path, act: Callable[[], T]) -> T:
    """Call `act` and return its result; while another program holds `path` open on Windows, try again.

    Virus scanners and programs that copy files to other computers do so for a moment after each change. Raises the
    OSError of the last attempt after `HELD_FILE_SECONDS`, and from then on at once until the file is free again.
    """
    while True:
        try:
            result = act()
        except OSError as problem:
            if not _is_held(problem):
                raise
            now = time.monotonic()
            if now - _held_since.setdefault(path, now) >= constants.HELD_FILE_SECONDS:
                raise
        else:
            _held_since.pop(path, None)
            return result
        time.sleep(_RETRY_SECONDS)


def _is_held(problem: OSError) -> bool:
    code = getattr(problem, "winerror", None)  # None on other systems, and in errors of os.open
    return code in _HELD_ERRORS or (code is None and sys.platform == "win32" and problem.errno == errno.EACCES)


def replace_file(source: Path, target: Path) -> None:
    """Rename a file, replacing another one. Raises OSError."""
    retry_while_held(target, lambda: source.replace(target))


@contextlib.contextmanager
def file_lock(path: Path) -> Iterator[None]:
    """Hold a lock on an empty file, made if missing. Raises OSError, or TimeoutError after `LOCK_TIMEOUT_SECONDS`.

    The timeout starts again whenever another window takes the lock (that window then sets the file's time), but the
    wait lasts no longer than `MOST_LOCK_TIMEOUTS` timeouts.
    """
    make_folder(path.parent)
    file = _open_file(path)
    try:
        wait_start = turn_start = time.monotonic()
        last_turn = os.fstat(file).st_mtime_ns
        while not _try_lock(file):
            now, previous_turn = time.monotonic(), last_turn
            last_turn = os.fstat(file).st_mtime_ns
            turn_start = now if last_turn != previous_turn else turn_start
            timeout = constants.LOCK_TIMEOUT_SECONDS
            if now - turn_start > timeout or now - wait_start > MOST_LOCK_TIMEOUTS * timeout:
                raise TimeoutError(f"{path.name} is held by another process")
            time.sleep(_RETRY_SECONDS)
        with contextlib.suppress(OSError):  # without the new time others only wait less long
            os.utime(path)
        yield
    finally:
        os.close(file)  # which unlocks it


class Claim:
    """A window's ownership of a match: the window's random name in a file that is locked while the window runs.

    On Windows each name has a byte of its own, so that a new owner has its lock while the older one still runs.
    Methods may raise OSError.
    """

    def __init__(self, path: Path) -> None:
        make_folder(path.parent)
        self._path = path
        self._file: int | None = _open_file(path)
        self._name = os.urandom(8).hex().encode()

    def __del__(self) -> None:
        self._close_file()

    def take(self, takes_over: bool) -> bool:
        """Become the owner, from another window only if `takes_over`; return whether this window has become it."""
        if self._file is None or not (_try_lock(self._file, self._read_name(self._file)) or takes_over):
            return False
        is_locked = _try_lock(self._file, self._name)
        self._write_name(self._file)
        if not is_locked:
            self._replace_file()
        return True

    def _read_name(self, file: int) -> bytes:
        os.lseek(file, 0, os.SEEK_SET)
        return os.read(file, len(self._name))

    def _write_name(self, file: int) -> None:
        os.lseek(file, 0, os.SEEK_SET)
        if os.write(file, self._name) < len(self._name):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self._path))

    def _replace_file(self) -> None:
        """Replace the file that the other window has locked by one locked here, so that no third window can take it.

        Where the system doesn't let an open file be replaced, the old file stays in use.
        """
        spare = self._path.with_name(f".{self._path.name}.{self._name.decode()}")
        with contextlib.suppress(OSError):
            new_file = os.open(spare, os.O_RDWR | os.O_CREAT | os.O_EXCL | OPEN_FLAGS, 0o600)
            try:
                self._write_name(new_file)
                _try_lock(new_file, self._name)
                spare.replace(self._path)
            except OSError:
                os.close(new_file)
                spare.unlink()
            else:
                self._close_file()
                self._file = new_file

    @property
    def is_owner(self) -> bool:
        """Whether this window is the owner. Reading this also takes a lock that the previous owner has released."""
        if self._file is None:
            return False
        _try_lock(self._file, self._name)
        return self._read_name(self._file) == self._name

    def close(self) -> None:
        """Give up ownership; an owner also deletes the file."""
        with contextlib.suppress(OSError):
            is_owner = self.is_owner
            if sys.platform == "win32":  # open files can't be deleted there, so one that another window takes stays
                self._close_file()
            if is_owner:
                self._path.unlink()
        self._close_file()

    def _close_file(self) -> None:
        file, self._file = getattr(self, "_file", None), None
        if file is not None:
            os.close(file)  # which unlocks it


def _open_file(path: Path) -> int:
    """Open a file to lock it, and make it if it is missing. Raises OSError."""
    return retry_while_held(path, lambda: os.open(path, os.O_RDWR | os.O_CREAT | OPEN_FLAGS, 0o600))


def _try_lock(file: int, owner: bytes = b"") -> bool:
    """Try to lock a file, on Windows a byte of it that belongs to the name `owner`; return whether that worked.

    Raises OSError where locks aren't supported.
    """
    try:
        if sys.platform == "win32":  # where a second lock of a byte fails, even by its holder
            os.lseek(file, _LOCKED_OFFSET + zlib.crc32(owner) % (1 << 30), os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True
