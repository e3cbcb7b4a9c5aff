"""A screen of its own (Xvfb): only what X says and is told."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pygame

from tests.bench.screen import Screen
from tests.journeys.driver import SIZE

FIRST: Final = 90
"""The first number that is tried for a screen."""
LAST: Final = 200


def picture(seen: bytes) -> pygame.Surface:
    return pygame.image.frombuffer(seen, SIZE, "BGRA")


def keep(seen: bytes, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    opaque = pygame.image.frombuffer(pygame.image.tobytes(picture(seen), "RGB"), SIZE, "RGB")
    pygame.image.save(opaque, path)


@contextmanager
def own_screen() -> Iterator[Screen]:
    """A screen that nobody else uses. ConnectionError if none can be had."""
    for number in range(FIRST, LAST):
        if Path(f"/tmp/.X{number}-lock").exists():
            continue
        size = ["-screen", "0", "{}x{}x24".format(*SIZE)]
        words = ["Xvfb", f":{number}", "-displayfd", "1", *size, "-noreset", "-nolisten", "tcp"]
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
            assert server.stdout is not None
            try:
                if not server.stdout.readline():  # somebody else was faster
                    continue
                with Screen(f":{number}") as screen:
                    yield screen
                return
            finally:
                server.terminate()
    raise ConnectionError("no screen could be started")
