"""Rendered pictures on disk, so that a slow picture is rendered only once on a computer.

A file holds a picture's pixels, its key and a checksum. A file that is damaged, has another key or belongs to
another user is ignored.

Everything that a picture depends on must be in its key or in the scope of its cache. For the very first start the
boards of the menu are shipped: after a change to one, run `python -m tests.gallery boards`.
"""

from __future__ import annotations

import contextlib
import os
import struct
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from zlib import adler32, crc32

import pygame

from rules.ai.ownership import is_private
from scenes.app import constants
from scenes.app.file_locks import make_folder
from scenes.app.version import VERSION

LARGEST: Final = 40_000_000  # bytes of a file
_HEADER: Final = struct.Struct("<IHH?I")
"""Checksum of the rest, width, height, whether it is opaque, length of the key. Key and pixels (BGRA) follow."""
_OPAQUE_ALPHAS: Final = (None, 255)
_USE_NOTED_SECONDS: Final = 86_400  # after which a use of a file is noted again
_STAMP_FILE: Final = "stamp"


class PictureStore:
    """A store of pictures on disk, by text keys. Until `open` is called it is empty. No method raises OSError."""

    def __init__(self) -> None:
        self.folder: Path | None = None  # None while it is closed
        self.clearings = 0  # how often `check` has deleted pictures
        self._queue: dict[str, pygame.Surface] = {}  # pictures to be written, by key
        self._used_paths: list[Path] = []  # of pictures found since `delete_unused`

    def open(self, folder: Path) -> None:
        self.folder = folder
        self._queue.clear()
        self._used_paths.clear()

    def close(self) -> None:
        self.folder = None
        self._queue.clear()

    def find(self, key: str) -> pygame.Surface | None:
        """Return the picture stored as `key`, not to be painted on, and note its use; None if there is none."""
        if self.folder is None:
            return None
        stored_key = _versioned_key(key)
        path = self._path_of(stored_key)
        try:
            with path.open("rb", buffering=0) as file:
                if sys.platform != "win32" and not is_private(os.fstat(file.fileno()), (os.getuid(),)):
                    return None
                data = memoryview(file.read(LARGEST + 1))
            checksum, width, height, is_opaque, key_length = _HEADER.unpack_from(data)
            pixels = data[_HEADER.size + key_length :]
            if len(pixels) != 4 * width * height or data[_HEADER.size : _HEADER.size + key_length] != stored_key:
                return None
            if crc32(data[4:]) != checksum:  # the checksum itself has 4 bytes
                return None
            picture = pygame.image.frombuffer(pixels, (width, height), "BGRA")
        except (OSError, ValueError, struct.error):
            return None
        if is_opaque:
            picture.set_alpha(None)
        self._used_paths.append(path)
        return picture

    def take(self, key: str) -> pygame.Surface | None:
        """Return the picture stored as `key` and delete its file; None if there is none."""
        picture = self.find(key)
        if picture is not None:
            with contextlib.suppress(OSError):
                self._used_paths.pop().unlink()
        return picture

    def is_missing(self, key: str) -> bool:
        return self.folder is not None and not os.path.isfile(self._path_of(_versioned_key(key)))  # noqa: PTH113 - never raises

    def keep(self, key: str, picture: pygame.Surface) -> None:
        """Queue a picture for `write_next` if it has 32 bits per pixel and isn't translucent as a whole."""
        if self.folder is not None and picture.get_bitsize() == 32 and picture.get_alpha() in _OPAQUE_ALPHAS:
            self._queue[key] = picture

    def drop(self) -> None:
        """Clear the queue, as its pictures are for a window size that has changed."""
        self._queue.clear()

    @property
    def has_work(self) -> bool:
        return bool(self._queue)

    def write_next(self) -> None:
        """Write the next picture of the queue; after the last one delete the pictures that are too many."""
        key = next(iter(self._queue), None)
        if key is None or self.folder is None:
            return
        self.write(key, self._queue.pop(key))
        if not self._queue:
            self.delete_unused()

    def write(self, key: str, picture: pygame.Surface) -> None:
        if self.folder is None:
            return
        size = picture.get_size()
        stored_key = _versioned_key(key)
        is_opaque = not picture.get_flags() & pygame.SRCALPHA
        body = (
            _HEADER.pack(0, *size, is_opaque, len(stored_key))[4:]
            + stored_key
            + pygame.image.tobytes(picture, "BGRA")
        )
        if len(body) < LARGEST:
            with contextlib.suppress(OSError):
                _write_atomically(self._path_of(stored_key), struct.pack("<I", crc32(body)) + body)

    def delete_unused(self) -> None:
        """Note recent uses, and delete the least recently used files beyond `PICTURE_STORE_BYTES`."""
        now = time.time()
        for path in self._used_paths:
            with contextlib.suppress(OSError):
                if path.stat().st_mtime < now - _USE_NOTED_SECONDS:
                    os.utime(path)
        self._used_paths.clear()
        files = sorted(self._iter_files(), key=lambda file: file[0])
        excess = sum(size for _, size, _ in files) - constants.PICTURE_STORE_BYTES
        for _, size, path in files:
            if excess <= 0:
                break
            with contextlib.suppress(OSError):
                path.unlink()
            excess -= size

    def check(self, sources: list[Path]) -> bool:
        """Delete all pictures if a file in the folders `sources` has changed; return whether any were deleted."""
        if self.folder is None:
            return False
        path = self.folder / _STAMP_FILE
        try:
            stamp = _find_stamp(sources)
            if path.is_file() and path.read_text(encoding="utf-8", errors="replace") == stamp:
                return False
        except OSError:
            return False
        self._used_paths.clear()
        found = [path for _, _, path in self._iter_files()]
        for file in found:
            with contextlib.suppress(OSError):
                file.unlink()
        with contextlib.suppress(OSError):
            _write_atomically(path, stamp.encode("ascii"))
        self.clearings += bool(found)
        return bool(found)

    def _iter_files(self) -> Iterator[tuple[float, int, Path]]:
        """Yield the time of the last noted use, the size and the path of each picture's file."""
        if self.folder is None:
            return
        with contextlib.suppress(OSError):
            for entry in os.scandir(self.folder):
                if entry.name != _STAMP_FILE and entry.is_file(follow_symlinks=False):
                    status = entry.stat(follow_symlinks=False)
                    yield status.st_mtime, status.st_size, Path(entry.path)

    def _path_of(self, stored_key: bytes) -> Path:
        assert self.folder is not None
        return self.folder / f"{crc32(stored_key):08x}{adler32(stored_key):08x}"


STORE: Final = PictureStore()


def _versioned_key(key: str) -> bytes:
    """Return the key with the versions of the app and of pygame, on which pictures depend too."""
    return f"{VERSION} {pygame.version.ver} {key}".encode()


def _write_atomically(path: Path, content: bytes) -> None:
    """Write a file atomically. It may be damaged after a power cut, which the checksum shows."""
    make_folder(path.parent)
    temporary = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        temporary.touch(0o600)
        temporary.write_bytes(content)
        temporary.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def _find_stamp(folders: list[Path]) -> str:
    """Return a text that changes with any file in the folders; in an executable, with the executable."""
    if getattr(sys, "frozen", False):
        return str(Path(sys.executable).stat().st_mtime_ns)
    count, times_and_sizes, pending = 0, 0, [str(folder) for folder in folders]
    while pending:
        for entry in os.scandir(pending.pop()):
            if entry.is_dir(follow_symlinks=False):
                if entry.name != "__pycache__":
                    pending.append(entry.path)
            else:
                status = entry.stat()
                count, times_and_sizes = count + 1, times_and_sizes + status.st_mtime_ns + status.st_size
    return f"{count} {times_and_sizes}"
