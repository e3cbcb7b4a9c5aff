"""The clipboard, which others share and which may be broken: whatever happens to it, nobody falls over it."""

from __future__ import annotations

from typing import Final

import pygame

LONGEST: Final = 6_000_000
"""Letters of a clipboard that are looked at: more than any match or position has."""


def clipboard_text() -> str:
    """What text there is on the clipboard, at most `LONGEST` letters; "" where there is none, or it can't be used."""
    try:
        return pygame.scrap.get_text()[:LONGEST] if pygame.scrap.has_text() else ""
    except (pygame.error, UnicodeError):
        return ""


def set_clipboard_text(text: str) -> bool:
    """Put `text` on the clipboard; False when that failed."""
    try:
        pygame.scrap.put_text(text)
    except pygame.error:
        return False
    return True
