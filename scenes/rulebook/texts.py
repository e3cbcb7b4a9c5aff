"""The pages of the rulebooks as files: one for each game and language, beside this module."""

from __future__ import annotations

from pathlib import Path
from typing import Final

PAGES: Final = Path(__file__).parent
"""The folder with a file `<game>.<language>.md` for each game and language."""


def page_text(key: str, language: str) -> str | None:
    """The pages of the game `key` as Markdown, or None when there are none."""
    try:
        return (PAGES / f"{key}.{language}.md").read_text(encoding="utf-8")
    except OSError:
        return None
