"""Film strips: each important motion every 40 ms, painted by the real scenes without a screen.

    python -m tests.gallery strips [MOTION ...] [--folder var/strips] [--size 1280x800] [--rate 25] [--reduced]

One PNG a motion, its frames side by side, each with its time in milliseconds. With no name, all of them. It is told,
too, how much processor time the frames took; each motion is filmed twice, so that its pictures are made already.
"""

import argparse
import os
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any, Final, TypeAlias

import pygame
import pytest

from scenes.app.assets import Cache
from tests.bench.finding import percentile_99
from tests.gallery import card_motions, dice_motions, motions  # noqa: F401 - they fill MOTIONS
from tests.gallery.studio import MOTIONS, Studio
from tests.scenes import rummy
from tests.scenes.driver import Tables

APART: Final = 0.04
"""Seconds from one frame to the next."""
MOST: Final = 90
"""Frames of a strip at most."""
ROW: Final = 8
"""Frames side by side before the next row begins."""
PIXELS: Final = 50_000_000
"""Of the cached pictures."""
WIDEST: Final = 300
"""Pixels of a frame's width; a larger part of the window is made smaller."""

Window: TypeAlias = tuple[int, int]


class Kept(Cache):
    """A store of pictures that outlives the app that made them."""

    def clear(self) -> None:
        """Keep all: the app closes, and the next one wants the same."""


def film(
    name: str,
    size: Window = (1280, 800),
    apart: float = APART,
    made: Cache | None = None,
    works: list[float] | None = None,
    **settings: Any,
) -> list[pygame.Surface]:
    """Return the frames of a motion, `apart` seconds apart, in a window of `size` with these settings.

    `made` keeps the pictures from one film to the next; `works` gets the processor's seconds of each frame but the
    first two, which open the table.
    """
    frames = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scenes.table.sealed_chance.secrets.token_bytes", lambda count: bytes.fromhex(rummy.SEED))
        tables = Tables(patch, rummy.Rummy)
        try:
            studio = Studio(tables, {"size": size, "language": "en", **settings})
            for rect in MOTIONS[name](studio):
                app = tables.apps[-1]
                frames.append(app.surface.subsurface(rect.clip(app.surface.get_rect())).copy())
                if len(frames) == MOST:
                    break
                app.moment += apart
                if made is not None:
                    app.assets.cache = app.theme.cache = made
                begun = time.thread_time()
                app.frame()
                if works is not None and len(frames) > 1:
                    works.append(time.thread_time() - begun)
        finally:
            for app in tables.apps:  # the next one clears what it finds
                app.assets.cache = Cache(PIXELS)
            tables.clear()
    return frames


def strip(frames: Sequence[pygame.Surface], apart: float = APART) -> pygame.Surface:
    wide, high = frames[0].get_size()
    scale = min(1.0, WIDEST / wide)
    wide, high = round(wide * scale), round(high * scale)
    pygame.font.init()
    font = pygame.font.Font(None, 16)
    rows = -(-len(frames) // ROW)
    line, gap = 14, 4
    whole = pygame.Surface((min(len(frames), ROW) * (wide + gap), rows * (high + line + gap)))
    whole.fill((250, 250, 250))
    for number, frame in enumerate(frames):
        left, top = number % ROW * (wide + gap), number // ROW * (high + line + gap)
        whole.blit(pygame.transform.smoothscale(frame, (wide, high)), (left, top))
        whole.blit(font.render(f"{round(1000 * apart * number)}", True, (0, 0, 0)), (left, top + high + 1))
    return whole


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.gallery strips", description="Film strips of motions.")
    parser.add_argument("motions", nargs="*", metavar="MOTION", help=f"of {', '.join(MOTIONS)}")
    parser.add_argument("--folder", type=Path, default=Path("var/strips"))
    parser.add_argument("--size", default="1280x800", help="the window, in pixels")
    parser.add_argument("--rate", type=int, default=round(1 / APART), help="frames a second")
    parser.add_argument("--reduced", action="store_true", help="as with reduced motion")
    told = parser.parse_args(arguments)
    unknown = sorted(set(told.motions) - MOTIONS.keys())
    if unknown:
        parser.error(f"there is no motion {', '.join(unknown)}")
    wide, high = map(int, told.size.split("x"))
    told.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="tablier-strips-") as home:
        os.environ |= {"TABLIER_HOME": home, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
        every = list[float]()
        for name in told.motions or MOTIONS:
            made, works = Kept(PIXELS), list[float]()
            film(name, (wide, high), 1 / told.rate, made, reduced_motion=told.reduced)
            frames = film(name, (wide, high), 1 / told.rate, made, works, reduced_motion=told.reduced)
            path = told.folder / f"{name}.png"
            pygame.image.save(strip(frames, 1 / told.rate), path)
            every += works
            print(f"{path}: {len(frames)} frames, {timing_text(works)}")
    print(f"all: {len(every)} frames, {timing_text(every)}")


def timing_text(works: Sequence[float]) -> str:
    """Return a text with the milliseconds of the median, the 99th percentile and the slowest of the frames."""
    return ", ".join(f"{1000 * value:.1f}" for value in (median(works), percentile_99(works), max(works))) + " ms"
