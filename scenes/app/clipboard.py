"""Clipboard access that never raises, even if the clipboard is broken or held by other programs."""

from __future__ import annotations

from typing import Final

import pygame

LONGEST: Final = 6_000_000  # characters: more than any match or position has


def clipboard_text() -> str:
    """Return the clipboard's text, cut at `LONGEST` characters; "" if there is none or it can't be read."""
    try:
        return pygame.scrap.get_text()[:LONGEST] if pygame.scrap.has_text() else ""
    except (pygame.error, UnicodeError):
        return ""


def set_clipboard_text(text: str) -> bool:
    try:
        pygame.scrap.put_text(text)
    except pygame.error:
        return False
    return True
