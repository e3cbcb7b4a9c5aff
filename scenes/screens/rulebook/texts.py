"""The pages of the rulebooks as files: one for each game and language."""

from __future__ import annotations

from scenes.app.game_files import game_file


def page_text(key: str, language: str) -> str | None:
    """The pages of the game `key` as Markdown, or None when there are none."""
    try:
        return game_file(key, f"rules.{language}.md").read_text(encoding="utf-8")
    except OSError:
        return None
