"""Make the app's icons from the mark: tablier.svg beside this file, and a PNG of each size that desktops ask for.

Run `python build/icons/make_icons.py` after a change of `sprites/ui/logo.svg`.
"""

from pathlib import Path
from typing import Final

import pygame

HERE: Final = Path(__file__).parent
MARK: Final = HERE.parents[1] / "sprites" / "ui" / "logo.svg"
SIZES: Final = (16, 24, 32, 48, 64, 128, 256, 512)


def icon(size: int) -> pygame.Surface:
    """The mark as a square of `size` pixels, rasterised four times as large and scaled down smoothly."""
    large = pygame.image.load_sized_svg(MARK, (4 * size, 4 * size))
    return pygame.transform.smoothscale(large, (size, size))


def main() -> None:
    """Write every icon."""
    (HERE / "tablier.svg").write_bytes(MARK.read_bytes())
    for size in SIZES:
        pygame.image.save(icon(size), HERE / f"tablier-{size}.png")


if __name__ == "__main__":
    main()
