"""Rendered pictures on file: what takes long to render is rendered once on a machine.

A file holds one picture's pixels, what it is a picture of, and a checksum. A file that is missing, damaged, of
something else or another person's is as good as none; nothing but pixels is taken from it.
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
from scenes.app.disk import make_folder
from scenes.app.version import VERSION

MOST_BYTES: Final = 250_000_000
"""Of all files together; those not used for longest go first."""
LARGEST: Final = 40_000_000
"""Bytes of one file."""
_HEAD: Final = struct.Struct("<IHH?I")
"""Checksum of what follows, width, height, whether it is opaque, bytes of the key; then key and pixels (BGRA)."""
_OPAQUE: Final = (None, 255)
_USED: Final = 86_400
"""Seconds after which it is noted anew that a file is used."""
_STAMP: Final = "stamp"


class PictureStore:
    """Pictures by keys, which are texts; empty, and keeping nothing, until it is opened. No method raises OSError."""

    def __init__(self) -> None:
        self.folder: Path | None = None
        """Where the files lie; None while it is closed."""
        self._waiting: dict[str, pygame.Surface] = {}
        self._used: list[Path] = []

    def open(self, folder: Path) -> None:
        """Find and keep pictures in `folder` from now on."""
        self.folder = folder
        self._waiting.clear()
        self._used.clear()

    def close(self) -> None:
        """Find and keep nothing any more."""
        self.folder = None
        self._waiting.clear()

    def find(self, key: str) -> pygame.Surface | None:
        """The picture kept as `key`, ready for the screen; nobody may paint on it. None where there is none."""
        if self.folder is None:
            return None
        name = _full(key)
        path = self._path(name)
        try:
            with path.open("rb", buffering=0) as file:
                if sys.platform != "win32" and not is_private(os.fstat(file.fileno()), (os.getuid(),)):
                    return None
                data = memoryview(file.read(LARGEST + 1))
            checksum, wide, high, opaque, length = _HEAD.unpack_from(data)
            pixels = data[_HEAD.size + length :]
            if len(pixels) != 4 * wide * high or data[_HEAD.size : _HEAD.size + length] != name:
                return None
            if crc32(data[4:]) != checksum:
                return None
            picture = pygame.image.frombuffer(pixels, (wide, high), "BGRA")
        except (OSError, ValueError, struct.error):
            return None
        if opaque:
            picture.set_alpha(None)
        self._used.append(path)
        return picture

    def take(self, key: str) -> pygame.Surface | None:
        """The same, and it isn't kept any longer."""
        picture = self.find(key)
        if picture is not None:
            with contextlib.suppress(OSError):
                self._used.pop().unlink()
        return picture

    def lacks(self, key: str) -> bool:
        """Whether it is open and has no file for `key`."""
        return self.folder is not None and not os.path.isfile(self._path(_full(key)))  # noqa: PTH113 - never raises

    def keep(self, key: str, picture: pygame.Surface) -> None:
        """Write the picture as `key` when there is time (`work`). One that has an opacity as a whole isn't kept."""
        if self.folder is not None and picture.get_bitsize() == 32 and picture.get_alpha() in _OPAQUE:
            self._waiting[key] = picture

    def drop(self) -> None:
        """Don't write what waits: it was of a size that the window had for a moment."""
        self._waiting.clear()

    @property
    def due(self) -> bool:
        """Whether there is anything to write."""
        return bool(self._waiting)

    def work(self) -> None:
        """Write the next picture; after the last, throw away what is too much."""
        key = next(iter(self._waiting), None)
        if key is None or self.folder is None:
            return
        self.write(key, self._waiting.pop(key))
        if not self._waiting:
            self.tidy()

    def write(self, key: str, picture: pygame.Surface) -> None:
        """Write a picture as `key` now."""
        if self.folder is None:
            return
        size = picture.get_size()
        name = _full(key)
        opaque = not picture.get_flags() & pygame.SRCALPHA
        body = _HEAD.pack(0, *size, opaque, len(name))[4:] + name + pygame.image.tobytes(picture, "BGRA")
        if len(body) < LARGEST:
            with contextlib.suppress(OSError):
                _write(self._path(name), struct.pack("<I", crc32(body)) + body)

    def tidy(self) -> None:
        """Note what was used lately, and delete what wasn't for longest where there is too much."""
        now = time.time()
        for path in self._used:
            with contextlib.suppress(OSError):
                if path.stat().st_mtime < now - _USED:
                    os.utime(path)
        self._used.clear()
        files = sorted(self._files(), key=lambda file: file[0])
        spare = sum(size for _, size, _ in files) - MOST_BYTES
        for _, size, path in files:
            if spare <= 0:
                break
            with contextlib.suppress(OSError):
                path.unlink()
            spare -= size

    def check(self, sources: list[Path]) -> bool:
        """Throw everything away if anything in the folders `sources` has changed since; whether it was so."""
        if self.folder is None:
            return False
        path = self.folder / _STAMP
        try:
            stamp = _stamp(sources)
            if path.is_file() and path.read_text(encoding="utf-8", errors="replace") == stamp:
                return False
        except OSError:
            return False
        self._used.clear()
        found = [path for _, _, path in self._files()]
        for file in found:
            with contextlib.suppress(OSError):
                file.unlink()
        with contextlib.suppress(OSError):
            _write(path, stamp.encode("ascii"))
        return bool(found)

    def _files(self) -> Iterator[tuple[float, int, Path]]:
        """When each picture was last used, its bytes, and its path."""
        if self.folder is None:
            return
        with contextlib.suppress(OSError):
            for entry in os.scandir(self.folder):
                if entry.name != _STAMP and entry.is_file(follow_symlinks=False):
                    told = entry.stat(follow_symlinks=False)
                    yield told.st_mtime, told.st_size, Path(entry.path)

    def _path(self, name: bytes) -> Path:
        assert self.folder is not None
        return self.folder / f"{crc32(name):08x}{adler32(name):08x}"


STORE: Final = PictureStore()
"""The app's."""


def _full(key: str) -> bytes:
    """The key with whatever else decides what is painted."""
    return f"{VERSION} {pygame.version.ver} {key}".encode()


def _write(path: Path, content: bytes) -> None:
    """Write a file whole or not at all. No care is taken that it survives a cut: the checksum tells."""
    make_folder(path.parent)
    new = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        new.touch(0o600)
        new.write_bytes(content)
        new.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            new.unlink()
        raise


def _stamp(folders: list[Path]) -> str:
    """What changes with every change of a file in the folders, or with another executable."""
    if getattr(sys, "frozen", False):
        return str(Path(sys.executable).stat().st_mtime_ns)
    count, newest, pending = 0, 0, [str(folder) for folder in folders]
    while pending:
        for entry in os.scandir(pending.pop()):
            if entry.is_dir(follow_symlinks=False):
                if entry.name != "__pycache__":
                    pending.append(entry.path)
            else:
                count, newest = count + 1, max(newest, entry.stat().st_mtime_ns)
    return f"{count} {newest}"
