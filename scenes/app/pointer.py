"""The mouse's pointer: the system's shapes, and our own hands over what can be taken and carried."""

from __future__ import annotations

import contextlib
from typing import Final

import pygame

from scenes.app.assets import ROOT, rasterise
from scenes.app.displays import pointer_size

_SYSTEM: Final = {
    "arrow": pygame.SYSTEM_CURSOR_ARROW,
    "hand": pygame.SYSTEM_CURSOR_HAND,
    "grab": pygame.SYSTEM_CURSOR_HAND,
    "grabbing": pygame.SYSTEM_CURSOR_SIZEALL,
    "text": pygame.SYSTEM_CURSOR_IBEAM,
}
"""The names are those of CSS; "hand" is its "pointer"."""
_OURS: Final = {"grab": "hand-open", "grabbing": "hand-closed"}
_USUAL: Final = 24
"""Points of a pointer's height, by which systems name its size; a hand of ours is drawn in a box a third larger."""
_HELD: Final = (15 / 32, 16 / 32)
"""The hot spot in that box: the same in both, so that the hand closes where it was open."""


def show_pointer(name: str, scale: float) -> None:
    """Show the shape of this name; `scale`: how many of SDL's units are a point, times the person's text size."""
    # A screen without such a pointer keeps the one that it has.
    with contextlib.suppress(pygame.error):
        if name not in _OURS or not _shown_in_colours(_OURS[name], scale):
            pygame.mouse.set_cursor(_SYSTEM[name])


def _shown_in_colours(picture: str, scale: float) -> bool:
    """Show a picture of ours; False where the system takes none in colours."""
    box = round(max(_USUAL * scale, pointer_size()) * 4 / 3)
    painted = rasterise(ROOT / "sprites" / "ui" / f"{picture}.svg", (box, box))
    x, y = (round(part * box) for part in _HELD)
    try:
        pygame.mouse.set_cursor(pygame.cursors.Cursor((x, y), painted))
    except pygame.error:
        return False
    return True
