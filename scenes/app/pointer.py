"""The mouse pointer: system shapes, and the app's own hands over what can be dragged."""

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
}  # the names are those of CSS, whose "pointer" is "hand" here
_OURS: Final = {"grab": "hand-open", "grabbing": "hand-closed"}
_USUAL: Final = 24
"""Usual height of a pointer in points, by which systems name its size; the hands' box is a third larger."""
_HELD: Final = (15 / 32, 16 / 32)  # hot spot in that box, the same for both hands, so that they close in place


def show_pointer(name: str, scale: float) -> None:
    """Show the pointer `name`; `scale` is SDL's units a point, times the user's text size."""
    # A screen without such a pointer keeps the one that it has.
    with contextlib.suppress(pygame.error):
        if name not in _OURS or not _shown_in_colours(_OURS[name], scale):
            pygame.mouse.set_cursor(_SYSTEM[name])


def _shown_in_colours(picture: str, scale: float) -> bool:
    """Show one of the app's pictures; return False if the system has no coloured pointers."""
    box = round(max(_USUAL * scale, pointer_size()) * 4 / 3)
    painted = rasterise(ROOT / "sprites" / "ui" / f"{picture}.svg", (box, box))
    x, y = (round(part * box) for part in _HELD)
    try:
        pygame.mouse.set_cursor(pygame.cursors.Cursor((x, y), painted))
    except pygame.error:
        return False
    return True
