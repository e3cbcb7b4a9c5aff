"""Make the app's icons from the logo.

They are tablier.svg, PNGs of the sizes for desktops, the sets for Windows (tablier.ico) and macOS (tablier.icns),
and the picture in the Windows installer (installer.bmp). Run `python build/icons/make_icons.py` after a change of
`sprites/ui/logo.svg`.
"""

import struct
from pathlib import Path
from typing import Final

import pygame

HERE: Final = Path(__file__).parent
MARK: Final = HERE.parents[1] / "sprites" / "ui" / "logo.svg"
SIZES: Final = (16, 24, 32, 48, 64, 128, 256, 512)
ICO: Final = (16, 24, 32, 48, 64, 128, 256)
ICNS: Final = {b"ic11": 32, b"ic12": 64, b"ic07": 128, b"ic13": 256, b"ic08": 256, b"ic14": 512, b"ic09": 512}
"""Kinds of pictures in a macOS icon, with sizes in pixels; some are for screens of double density."""

SIDE: Final = (164, 314)  # pixels of the installer's picture
WOOD: Final = (("#33241B", (0, 0, 164, 314)), ("#5A3E2B", (8, 8, 148, 298)), ("#2F5D4A", (12, 12, 140, 290)))
"""The tray below the logo: colours and rectangles, from the outside inwards."""


def icon(size: int) -> pygame.Surface:
    """Return the logo with `size` pixels a side, rasterised four times as large and scaled down smoothly."""
    large = pygame.image.load_sized_svg(MARK, (4 * size, 4 * size))
    return pygame.transform.smoothscale(large, (size, size))


def ico(pictures: dict[int, bytes]) -> bytes:
    """Return a Windows icon (ICONDIR) from PNGs by size: a header, an entry for each picture, the pictures."""
    entries, body = b"", b""
    start = 6 + 16 * len(ICO)
    for size in ICO:
        # A byte for each length, in which 256 is written 0; no palette; one plane of 32 bits.
        entries += struct.pack("<4B2H2I", size % 256, size % 256, 0, 0, 1, 32, len(pictures[size]), start + len(body))
        body += pictures[size]
    return struct.pack("<3H", 0, 1, len(ICO)) + entries + body


def icns(pictures: dict[int, bytes]) -> bytes:
    """Return a macOS icon from PNGs by size: a header, then each picture after its kind and length."""
    body = b"".join(
        struct.pack(">4sI", kind, 8 + len(pictures[size])) + pictures[size] for kind, size in ICNS.items()
    )
    return struct.pack(">4sI", b"icns", 8 + len(body)) + body


def side() -> pygame.Surface:
    surface = pygame.Surface(SIDE, depth=24)
    for colour, rect in WOOD:
        surface.fill(colour, rect)
    mark = icon(96)
    surface.blit(mark, mark.get_rect(center=surface.get_rect().center))
    return surface


def main() -> None:
    (HERE / "tablier.svg").write_bytes(MARK.read_bytes())
    for size in SIZES:
        pygame.image.save(icon(size), HERE / f"tablier-{size}.png")
    pictures = {size: (HERE / f"tablier-{size}.png").read_bytes() for size in SIZES}
    (HERE / "tablier.ico").write_bytes(ico(pictures))
    (HERE / "tablier.icns").write_bytes(icns(pictures))
    pygame.image.save(side(), HERE / "installer.bmp")


if __name__ == "__main__":
    main()
