"""A film of the app, recorded from within at every frame, or from the screen as fast as it can be read.

    python filming.py app FILE ZONES       starts the app from the sources and films it
    python filming.py screen FILE ZONES    films the screen until it is ended

ZONES are rectangles "x,y,w,h" with a blank between them. What differs from the picture before is written to FILE.
"""

from __future__ import annotations

import struct
import sys
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple

import pygame

if TYPE_CHECKING:
    from scenes.app.app import App

HEAD: Final = struct.Struct(">dI")
"""The header of each picture: the moment on the monotonic clock in seconds, and the number of bytes."""
PAUSE: Final = 0.002
"""Seconds between two looks at the screen: the app shows no more than 120 frames a second."""


class Shot(NamedTuple):
    """The picture of the zones from a moment on: RGB, one zone after the other."""

    at: float
    pixels: tuple[bytes, ...]


class Film:
    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._last = b""

    def add(self, at: float, pixels: bytes) -> None:
        if pixels != self._last:
            self._last = pixels
            packed = zlib.compress(pixels, 1)
            self._file.write(HEAD.pack(at, len(packed)) + packed)
            self._file.flush()


def shots(path: Path, zones: list[pygame.Rect]) -> Iterator[Shot]:
    """Yield the pictures of a film in order, without a truncated last one."""
    with path.open("rb") as file:
        while len(head := file.read(HEAD.size)) == HEAD.size:
            at, size = HEAD.unpack(head)
            packed = file.read(size)
            if len(packed) < size:
                return
            pixels, parts = zlib.decompress(packed), []
            for zone in zones:
                length = 3 * zone.width * zone.height
                parts.append(pixels[:length])
                pixels = pixels[length:]
            yield Shot(at, tuple(parts))


def film_app(path: Path, zones: list[pygame.Rect]) -> None:
    """Run the app; each frame is taken before the next one is begun."""
    from scenes import start

    with path.open("wb") as file:
        film = Film(file)

        def watch(app: App) -> None:
            def look(work: float, interval: float) -> None:
                now, surface = time.monotonic(), app.surface
                parts = (pygame.image.tobytes(surface.subsurface(zone), "RGB") for zone in zones)
                film.add(now, b"".join(parts))

            app.on_frame = look

        start.run([], watch)


def film_screen(path: Path, zones: list[pygame.Rect]) -> None:
    """Record the screen again and again, until this process is ended."""
    from tests.bench.screen import Screen

    screen = Screen()
    with path.open("wb") as file:
        film = Film(file)
        while True:
            now, seen = time.monotonic(), pygame.image.frombuffer(screen.look(), screen.size, "BGRA")
            film.add(now, b"".join(pygame.image.tobytes(seen.subsurface(zone), "RGB") for zone in zones))
            time.sleep(PAUSE)


def written(zones: list[pygame.Rect]) -> str:
    return " ".join(f"{zone.x},{zone.y},{zone.width},{zone.height}" for zone in zones)


def main() -> None:
    way, file, zones = sys.argv[1:]
    found = [pygame.Rect(*map(int, zone.split(","))) for zone in zones.split()]
    {"app": film_app, "screen": film_screen}[way](Path(file), found)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))
    main()
