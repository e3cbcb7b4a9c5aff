"""The shipped pictures of table and boards on the menu, which its very first frames need."""

import argparse
import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import pygame

from scenes.app.appearance import TABLES
from scenes.app.assets import SHIPPED
from scenes.app.theme import Wood
from scenes.app.words import LANGUAGES
from scenes.screens.menu.scene import MenuScene
from scenes.screens.menu.tiles import GameTile
from tests.scenes.driver import Driver, started

WINDOWS: Final = ((1280, 800), (2560, 1440))
"""The usual window, and the largest of which a board may be scaled down."""


def painted() -> Iterator[tuple[Path, pygame.Surface]]:
    """Yield each shipped picture and its file: wood, English boards, and boards of other languages that differ."""
    for window in WINDOWS:
        plain: dict[str, bytes] = {}
        for language in ("en", *(code for code in LANGUAGES if code != "en")):
            driver = Driver(started(window, language=language))
            driver.app.stack.push(MenuScene(driver.app))
            for tile in driver.all_of(GameTile):
                name, picture = tile.picture.file_name, tile.picture.paint_board()
                pixels = pygame.image.tobytes(picture, "RGBA")
                if plain.setdefault(name, pixels) != pixels:
                    yield SHIPPED / language / name, picture
                elif language == "en":
                    yield SHIPPED / name, picture
            if language == "en":
                wood = Wood(TABLES[0], window)
                yield SHIPPED / wood.file_name, wood.cut(wood.rasterise())
            driver.app.close()


def main(arguments: Sequence[str]) -> None:
    argparse.ArgumentParser(prog="python -m tests.gallery boards", description=__doc__).parse_args(arguments)
    for old in SHIPPED.rglob("*.png"):
        old.unlink()
    with tempfile.TemporaryDirectory(prefix="tablier-boards-") as home:
        os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "TABLIER_HOME": home}
        for path, picture in painted():
            path.parent.mkdir(parents=True, exist_ok=True)
            pygame.image.save(picture, path)
            print(f"{path.relative_to(SHIPPED)}: {path.stat().st_size / 1e3:.0f} kB")
